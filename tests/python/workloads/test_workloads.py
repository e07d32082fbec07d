import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import mlirgym
import numpy as np
import pytest

DOCS = Path(__file__).parents[3] / "docs" / "workloads.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)


class Scale(mlirgym.Workload):
    """y = 2 x, with whatever a test wants to be wrong."""

    dtype = "f32"
    factor = 2.0
    needs = {}

    def payload_module(self):
        tensor, element = f"tensor<48x{self.dtype}>", self.dtype
        operation = "arith.addi" if element.startswith("i") else "arith.addf"
        return f"""
        func.func @scale(%x: {tensor}) -> {tensor} {{
          %empty = tensor.empty() : {tensor}
          %y = linalg.generic {{
              indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
              iterator_types = ["parallel"]}} ins(%x : {tensor}) outs(%empty : {tensor}) {{
          ^bb0(%a: {element}, %b: {element}):
            %s = {operation} %a, %a : {element}
            linalg.yield %s : {element}
          }} -> {tensor}
          return %y : {tensor}
        }}"""

    def parameters(self):
        return {"tile": [4, 8, 16], "end": ["vectorize", "done"]}

    def schedule_module(self, parameters):
        return f"op0: tile({parameters['tile']}) {parameters['end']}"

    def get_reference(self, x):
        self.asked = getattr(self, "asked", 0) + 1
        if self.dtype == "bf16":
            x = (x.astype(np.uint32) << 16).view(np.float32)
        return (self.factor * x).astype(x.dtype)

    def requirements(self):
        return self.needs


@pytest.fixture(scope="module")
def execution(short):
    return mlirgym.Execution(**short)


@pytest.mark.parametrize("example", EXAMPLES, ids=["stages", "knobs", "gemm", "blur"])
def test_the_examples_of_the_docs_run(example, capsys, tmp_path, monkeypatch, copy_peak):
    copy_peak(tmp_path / "exec.db")
    monkeypatch.setenv("MLIRGYM_EXEC_DATA", str(tmp_path / "exec.db"))
    exec(compile(example, str(DOCS), "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


@pytest.mark.parametrize("dtype", ["f64", "f32", "f16", "bf16", "i64", "i32", "i8"])
def test_every_element_type_runs_and_is_checked(dtype, execution):
    workload = Scale()
    workload.dtype, workload.factor = dtype, 2
    engine = mlirgym.Engine(workload, execution)
    run = engine.call({"tile": 8, "end": "vectorize"})
    assert run.ok, run.message
    assert run.outputs[0].shape == (48,)
    assert engine.call().ok
    assert workload.asked == 1  # the reference is kept
    assert workload.inputs is workload.inputs


def test_a_wrong_result_is_a_status_with_the_checks_words(execution):
    workload = Scale()
    workload.factor = 3.0
    engine = mlirgym.Engine(workload, execution)
    run = engine.call()
    assert run.status == "wrong_result"
    assert "of 48 elements are wrong" in run.message
    assert engine.call(check_correctness=False).ok
    assert engine.benchmark().status == "wrong_result"
    with pytest.raises(RuntimeError, match="untransformed payload: wrong_result"):
        engine.tune("random", budget=2)
    workload.verify = lambda outputs: False
    assert engine.call().message == "Scale: verify() returned False"


class Product(mlirgym.Workload):
    name = "matmul_16_16_16"

    def payload_module(self):
        return mlirgym.generate_program(self.name).text

    def get_reference(self, a, b):
        return a @ b


@pytest.mark.parametrize(
    "later",
    [
        "for (int i = 0; i < 256; ++i) c[i] = kept[i] += c[i];",  # a sum that is never cleared
        "for (int i = 0; i < 256; ++i) c[i] = calls ? c[i] + 1 : c[i]; calls = 1;",
    ],
)
def test_a_benchmark_refuses_what_is_right_at_first_only(later, tmp_path, short):
    (tmp_path / "k.c").write_text(
        f"""static float kept[256]; static int calls;
        void {Product.name}_op0(const float *a, const float *b, float *c) {{
          for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 16; ++j) {{
              c[16 * i + j] = 0;
              for (int k = 0; k < 16; ++k) c[16 * i + j] += a[16 * i + k] * b[16 * k + j];
            }}
          {later}
        }}"""
    )
    subprocess.run(["cc", "-O1", "-fPIC", "-w", "-c", "k.c"], cwd=tmp_path, check=True)
    objects = {f"{Product.name}_op0": str(tmp_path / "k.o")}
    engine = mlirgym.Engine(
        Product(),
        mlirgym.Execution(**short, substitutions=mlirgym.Substitutions(objects=objects)),
    )
    assert engine.call().ok
    result = engine.benchmark()
    assert result.status == "wrong_result"
    assert "a later call computes something else than the first: argument 2" in result.message
    assert engine.measure().status == "wrong_result"
    assert engine.benchmark(check_correctness=False).ok


def test_a_benchmark_relates_to_the_measured_peak(execution):
    engine = mlirgym.Engine(Scale(), execution)
    result = engine.benchmark({"tile": 16, "end": "vectorize"})
    assert result.ok, result.message
    peak = mlirgym.machine_peak(execution)
    assert result.gflops == pytest.approx(48 / result.median_ns)
    assert result.gbytes_per_second == pytest.approx(2 * 48 * 4 / result.median_ns)
    assert result.percent_of_peak_flops == pytest.approx(100 * result.gflops / peak["gflops"])
    measured = execution.statistics["measured"]
    assert mlirgym.machine_peak(execution) == peak
    assert execution.statistics["measured"] == measured


def test_a_benchmark_returns_the_times_of_all_runs(execution, short):
    workload = Scale()
    workload.factor = 3.0
    engine = mlirgym.Engine(workload, execution)
    assert engine.benchmark(nruns=4).status == "wrong_result"
    result = engine.benchmark(check_correctness=False, nruns=4, nwarmup=5)
    assert result.ok and len(result.timings_ns) == 4 and result.number > 1
    assert min(result.timings_ns) <= result.median_ns
    assert result.counters is None or result.counters["cycles"] > 0
    counting = mlirgym.Execution(**short, counters=["page-faults", "task-clock"])
    counted = mlirgym.Engine(workload, counting).benchmark(check_correctness=False, nruns=4)
    assert list(counted.counters) == ["page-faults", "task-clock"]
    assert counted.counters["task-clock"] > 0
    names = ["context-switches", "task-clock"]
    counted = engine.benchmark(check_correctness=False, nruns=4, counters=names)
    assert list(counted.counters) == names
    assert counted.counters["task-clock"] > 0
    with pytest.raises(mlirgym.ExecutionError, match="joules"):
        engine.benchmark(counters=["joules"])
    with pytest.raises(TypeError, match="counters"):
        engine.benchmark(counters="task-clock")
    assert len(engine.benchmark(check_correctness=False).timings_ns) >= 5
    with pytest.raises(ValueError, match="nruns is 0"):
        engine.benchmark(nruns=0)
    with pytest.raises(TypeError, match="nwarmup"):
        engine.benchmark(nwarmup="many")
    with pytest.raises(TypeError, match="did you mean 'nruns'"):
        engine.benchmark(nrun=3)


@pytest.mark.parametrize("agent", mlirgym.searchers())
def test_every_searcher_tunes_parameters_of_a_workloads_own(agent, execution):
    engine = mlirgym.Engine(Scale(), execution)
    calls = []
    found = engine.tune(
        agent, budget=4, seed=1, progress=lambda *state: calls.append(state) or True
    )
    assert found.samples == len(found.curve) == len(calls) <= 4
    assert found.curve == sorted(found.curve)
    assert found.speedup == pytest.approx(found.baseline_ns / found.best_ns)
    if found.parameters:
        assert found.schedule == engine.workload.schedule_module(found.parameters)
        assert engine.measure(found.parameters).cache_hit
    again = engine.tune(agent, budget=4, seed=1)
    assert (again.parameters, again.curve) == (found.parameters, found.curve)


@pytest.mark.parametrize("agent", mlirgym.searchers())
def test_every_searcher_tunes_the_schedule_where_there_are_no_parameters(agent, execution):
    workload = Scale()
    workload.parameters = dict
    workload.schedule_module = lambda parameters: ""  # asked for knobs
    found = mlirgym.Engine(workload, execution).tune(agent, budget=3)
    assert found.parameters == {}
    assert found.speedup >= 1 or found.schedule


def test_a_workload_is_a_program_to_searchers_and_environments(execution):
    workload = Scale()
    best = mlirgym.optimize(workload, agent="random", budget=2, execution=execution)
    assert best.program is workload.program
    env = mlirgym.ScheduleEnv(programs=[workload, "relu_12_20"], execution=execution)
    assert [program.name for program in env.programs] == ["Scale", "relu_12_20"]


@pytest.mark.parametrize("agent", mlirgym.searchers())
def test_illegal_parameters_are_samples_that_fail_and_mistakes_are_raised(agent, execution):
    workload = Scale()
    workload.parameters = lambda: {"tile": [99, 98], "end": ["vectorize"]}
    found = mlirgym.Engine(workload, execution).tune(agent, budget=4)
    assert (found.parameters, found.schedule, found.speedup) == ({}, "", 1)
    assert found.samples == 2  # all combinations

    def fails(parameters):
        raise KeyError("colour")

    workload.schedule_module = fails
    with pytest.raises(KeyError, match="colour"):
        mlirgym.Engine(workload, execution).tune(agent, budget=4)
    workload.schedule_module = lambda parameters: "op0: tyle(4)"
    with pytest.raises(mlirgym.ScheduleError, match="tyle"):
        mlirgym.Engine(workload, execution).tune(agent, budget=4)
    workload.parameters = lambda: {"tile": []}
    with pytest.raises(mlirgym.ScheduleError, match="at least one value"):
        mlirgym.Engine(workload, execution).tune(agent, budget=4)


def test_progress_can_stop_a_tuning(execution):
    calls = []
    found = mlirgym.Engine(Scale(), execution).tune(
        "random", budget=5, progress=lambda *state: bool(calls.append(state))
    )
    assert len(calls) == 1
    assert found.samples == 5  # the batch under way ends
    with pytest.raises(ValueError, match="no searcher 'oracle'"):
        mlirgym.Engine(Scale(), execution).tune("oracle")


def test_lowering_stops_at_a_stage(execution):
    engine = mlirgym.Engine(Scale(), execution)
    assert "scf.for" in engine.lower({"tile": 8, "end": "done"}, "scheduled")
    assert "define void @_mlir_ciface" in engine.lower()
    with pytest.raises(ValueError, match="no lowering stage 'bitcode'"):
        engine.lower(stage="bitcode")
    with pytest.raises(mlirgym.ScheduleError, match="tile size 99"):
        engine.lower({"tile": 99, "end": "done"})


def processes_of_ours():
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name, in brackets, may hold blanks; state and parent follow it.
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it ended
        if parent == os.getpid():
            found.add(stat.parent.name)
    return found


def test_lowering_happens_elsewhere():
    engine = mlirgym.Engine(Scale(), mlirgym.Execution(threads=1))
    before = processes_of_ours()
    engine.lower()
    assert processes_of_ours() - before
    replay = mlirgym.Engine(Scale(), mlirgym.Execution(replay=True))
    with pytest.raises(mlirgym.ExecutionError, match="lowers nothing"):
        replay.lower()


@pytest.mark.parametrize(
    ("needs", "message"),
    [
        ({"threads": 64}, "Scale: needs 64 threads, the execution has 1; give it as many"),
        ({"vector_bits": 4096}, "needs vectors of 4096 bits"),
        ({"memory_bytes": 1e18}, "needs 1000000000000000000 bytes of memory"),
        ({"features": ["fma", "warp9"]}, "needs warp9, which this machine lacks"),
        ({"colour": "red"}, "unknown requirement 'colour'"),
    ],
)
def test_requirements_are_checked(needs, message, execution):
    workload = Scale()
    workload.needs = needs
    with pytest.raises(ValueError, match=message):
        mlirgym.Engine(workload, execution)


def test_inputs_of_another_shape_are_refused(execution):
    workload = Scale()
    workload.get_input_arrays = lambda: [np.zeros(47, np.float32)]
    with pytest.raises(ValueError, match=r"input 0 is float32\[47\]; give float32\[48\]"):
        mlirgym.Engine(workload, execution).call()
    workload = Scale()
    workload.get_input_arrays = list
    with pytest.raises(ValueError, match="0 input arrays for a program that reads 1"):
        mlirgym.Engine(workload, execution).call()


def test_an_illegal_schedule_and_an_abstract_workload_are_errors(execution):
    with pytest.raises(mlirgym.ScheduleError, match="tile size 99"):
        mlirgym.Engine(Scale(), execution).call({"tile": 99, "end": "done"})
    with pytest.raises(NotImplementedError, match="payload_module"):
        mlirgym.Engine(mlirgym.Workload(), execution)


def test_no_openmp_runtime_comes_into_the_callers_process():
    example = EXAMPLES[-1] + textwrap.dedent("""
        maps = open("/proc/self/maps").read()
        assert "_core" in maps
        assert "libomp" not in maps and "libgomp" not in maps, maps
    """)
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


SCRIPT = """
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %op = transform.structured.match ops{{["linalg.generic"]}} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [{}]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }}
}}
"""


def test_several_schedule_modules_are_applied_in_order(execution):
    workload = Scale()
    workload.schedule_module = lambda parameters: [SCRIPT.format(24), SCRIPT.format(8)]
    engine = mlirgym.Engine(workload, execution)
    scheduled = engine.lower({}, "scheduled")
    assert scheduled.count("scf.for") == 2
    assert engine.call({}).ok
    workload.schedule_module = lambda parameters: [SCRIPT.format(24), 8]
    with pytest.raises(TypeError, match="what it returned is 8; give a str"):
        engine.call({})


def test_allocate_may_be_a_context_manager_that_owns_inputs_and_outputs(execution):
    events = []

    class Owner(Scale):
        @contextlib.contextmanager
        def allocate(self):
            events.append("made")
            inputs, outputs = [np.full(48, 3, np.float32)], [np.zeros(48, np.float32)]
            try:
                yield inputs, outputs
            finally:
                outputs[0][:] = 0
                events.append("freed")

    workload = Owner()
    engine = mlirgym.Engine(workload, execution)
    run = engine.call({"tile": 8, "end": "done"})
    assert run.ok and (run.outputs[0] == 6).all()
    assert engine.benchmark().ok
    engine.tune("random", budget=2)
    assert events == ["made", "freed"] * 3
    assert not (workload.inputs[0] == 3).any(), "those of get_input_arrays"


def test_what_allocate_owns_is_freed_when_the_call_fails(execution):
    events = []

    class Owner(Scale):
        length = 48

        @contextlib.contextmanager
        def allocate(self):
            try:
                yield [np.zeros(self.length, np.float32)], [np.zeros(48, np.float32)]
            finally:
                events.append("freed")

        def get_reference(self, x):
            raise RuntimeError("no oracle")

    workload = Owner()
    with pytest.raises(RuntimeError, match="no oracle"):
        mlirgym.Engine(workload, execution).call()
    workload.length = 4
    with pytest.raises(ValueError, match=r"input 0 is float32\[4\]; give float32\[48\]"):
        mlirgym.Engine(workload, execution).call()
    assert events == ["freed", "freed"]
    workload.allocate = lambda: contextlib.nullcontext(([], []))
    with pytest.raises(TypeError, match=r"decorate it with contextlib\.contextmanager"):
        mlirgym.Engine(workload, execution).call()


def test_nothing_of_a_workload_without_identity_is_kept(tmp_path):
    class Anonymous(Scale):
        def cache_key(self):
            return None

    file = tmp_path / "timings.db"
    execution = mlirgym.Execution(file, cache_dir=tmp_path / "kernels", budget_ms=2)
    engine = mlirgym.Engine(Anonymous(), execution)
    for _ in range(2):
        assert not engine.measure({"tile": 8, "end": "done"}).cache_hit
    engine.tune("random", budget=2)
    assert execution.statistics["cache_hits"] == 0
    assert execution.statistics["kernel_cache_hits"] == 0
    assert mlirgym.KernelCache(tmp_path / "kernels").list() == []
    with contextlib.closing(sqlite3.connect(file)) as data:
        assert data.execute("SELECT count(*) FROM measurements").fetchone() == (0,)

    assert Scale().cache_key() == "Scale"
    kept = mlirgym.Execution(file, budget_ms=2)
    engine = mlirgym.Engine(Scale(), kept)
    assert [engine.measure().cache_hit for _ in range(2)] == [False, True]
    counted = [engine.measure(counters=["page-faults"]) for _ in range(2)]
    assert [each.cache_hit for each in counted] == [False, True]
    assert [list(each.counters) for each in counted] == [["page-faults"]] * 2
