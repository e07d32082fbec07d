import ctypes
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys

import mlirgym
import numpy as np
import pytest
from mlirgym.mlirrl import execution as mlir_rl

# A file of MLIR-RL's data set: it times itself.
CODE = """
module {
  func.func private @nanoTime() -> i64 attributes {llvm.emit_c_interface}
  func.func @main(%a: tensor<64x16xf64>, %b: tensor<16x32xf64>, %c: tensor<64x32xf64>)
      -> (tensor<64x32xf64>, i64) attributes {llvm.emit_c_interface} {
    %t0 = func.call @nanoTime() : () -> i64
    %r = linalg.matmul {tag = "operation_0"} ins(%a, %b : tensor<64x16xf64>, tensor<16x32xf64>)
        outs(%c : tensor<64x32xf64>) -> tensor<64x32xf64>
    %t1 = func.call @nanoTime() : () -> i64
    %d = arith.subi %t1, %t0 : i64
    return %r, %d : tensor<64x32xf64>, i64
  }
}
"""

# As it was written for MLIR-RL.
SCRIPT = """
import json
import sys
from mlir.ir import Context, Module
from mlir_rl_artifact.execution import Execution
from mlir_rl_artifact.actions import Interchange, TiledParallelization, Tiling, Vectorization

exec_data_file, main_exec_data_file, code_file, bench_name = sys.argv[1:]
with open(exec_data_file, "w") as f:
    json.dump({}, f)
with open(main_exec_data_file) as f:
    main_exec_data = json.load(f)
Execution(exec_data_file, main_exec_data)

with open(code_file) as f:
    code = f.read()
tag = "operation_0"
seq = [[
    Interchange([1, 0, 2], operation_tag=tag),
    TiledParallelization(
        [8, 16, 4], operation_tag=tag, iterators=["parallel", "parallel", "reduction"]
    ),
    Tiling([4, 4, 1], operation_tag=tag),
    Vectorization(
        operation_tag=tag,
        requires_transpose=False,
        requires_decompose=False,
        decompose_tile_sizes=[],
    ),
]]
with Context():
    module = Module.parse(code)
    for op_seq in reversed(seq):
        for action in op_seq:
            action.apply(module)

key = Execution().get_code_cache_key(seq)
first = Execution().execute_code(module, bench_name, seq)
ns, succeeded, cache_miss = first
if not succeeded:
    raise Exception("Incorrect results")
if cache_miss:
    Execution().update_execution_cache({bench_name: {key: ns}})
second = Execution().execute_code(module, bench_name, seq)
known = Execution().execute_code(module, "relu_256_100", [["I(1,0)TP(1,4)", "V(False)"]])
print(json.dumps({"key": key, "first": first, "second": second, "known": known}))
"""

IMPORTS = re.compile(r"^from (?:mlir\.ir|mlir_rl_artifact\.[\w.]+) import", re.MULTILINE)


def test_a_script_for_mlir_rl_needs_only_its_imports_changed(tmp_path):
    changed = IMPORTS.sub("from mlirgym.mlirrl import", SCRIPT)
    kept = zip(SCRIPT.splitlines(), changed.splitlines(), strict=True)
    assert all(old == new or "import" in old for old, new in kept)
    main = {"relu_256_100": {"I(1,0)TP(1,4)V(True)": 95988}}
    (tmp_path / "main.json").write_text(json.dumps(main))
    (tmp_path / "code.mlir").write_text(CODE)
    files = [str(tmp_path / name) for name in ("exec.json", "main.json", "code.mlir")]
    done = subprocess.run(
        [sys.executable, "-c", changed, *files, "matmul_64_16_32"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["key"] == "I(1,0,2)TP(8,16,4)T(4,4,1)V(True)"
    ns = said["first"][0]
    assert ns > 0
    assert said["first"] == [ns, True, True]
    assert said["second"] == [ns, True, False]
    assert said["known"] == [95988, True, False]
    # The file is as MLIR-RL writes it.
    written = {"matmul_64_16_32": {said["key"]: ns}}
    assert (tmp_path / "exec.json").read_text() == json.dumps(written, indent=4)


# As it was written for MLIR-RL: times every program of a folder, as MLIR-RL's entry point for
# baselines does; one program is transformed by stock tools first.
BASELINES = """
import json
import os
import subprocess
import sys
from mlir.ir import Context, Module
from mlir_rl_artifact.execution import Execution
from mlir_rl_artifact.utils.config import Config

cfg = Config()
execution = Execution("")
results = {}
for bench in json.load(open(cfg.json_file)):
    with open(os.path.join(cfg.benchmarks_folder_path, bench + ".mlir")) as f:
        code = f.read()
    with Context():
        module = Module.parse(code)
    results[bench] = execution.execute_code(module, bench, [])
    library = f"--transform-preload-library=transform-library-paths={sys.argv[1]}"
    transformed = subprocess.run(
        ["mlir-opt-22", library, "--transform-interpreter"],
        input=code, capture_output=True, text=True, check=True,
    ).stdout
    with Context():
        module = Module.parse(transformed)
    results["transformed"] = execution.execute_code(module, bench, [["T(8,4,2)", "NT()"]])
    with Context():
        module = Module.parse(transformed.replace("linalg.matmul", "linalg.matmul_of_nothing"))
    try:
        results["broken"] = execution.execute_code(module, bench, [["T(8,4,2)", "NT()"]])
    except Exception as error:
        results["broken"] = str(error)
    wrong = transformed.replace("step %c8 ", "step %c16 ").replace("step %c4 ", "step %c8 ")
    with Context():
        module = Module.parse(wrong)
    results["wrong"] = execution.execute_code(module, bench, [["T(8,4,2)", "NT()"]])
print(json.dumps(results))
"""

TILING = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %1, %2:3 = transform.structured.tile_using_for %0 tile_sizes [8, 4, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op,
                                  !transform.any_op)
    transform.yield
  }
}
"""


@pytest.mark.skipif(shutil.which("mlir-opt-22") is None, reason="mlir-opt-22 is not installed")
def test_a_script_that_transforms_modules_gets_the_time_of_its_modules(tmp_path):
    changed = IMPORTS.sub("from mlirgym.mlirrl import", BASELINES)
    assert "artifact" not in changed and "mlir.ir" not in changed
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "bench.mlir").write_text(CODE)
    (tmp_path / "baselines.json").write_text('{"bench": 0}')
    (tmp_path / "tiling.mlir").write_text(TILING)
    config = {
        "benchmarks_folder_path": str(tmp_path / "code"),
        "json_file": str(tmp_path / "baselines.json"),
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    done = subprocess.run(
        [sys.executable, "-c", changed, str(tmp_path / "tiling.mlir")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CONFIG_FILE_PATH": str(tmp_path / "config.json")},
    )
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    for name in ("bench", "transformed"):
        ns, ok, miss = results[name]
        assert ok and miss and ns > 0, name
    assert "matmul_of_nothing" in results["broken"]
    # Half of its tiles are missing: this module runs, and the sequence is only its key.
    assert results["wrong"] == [None, False, True]


def test_the_configuration_is_mlir_rls_file(tmp_path, monkeypatch):
    monkeypatch.setattr(mlir_rl._Singleton, "_instances", {})
    monkeypatch.delenv("CONFIG_FILE_PATH", raising=False)
    with pytest.raises(RuntimeError, match="CONFIG_FILE_PATH is not set"):
        mlir_rl.Config()
    (tmp_path / "config.json").write_text('{"truncate": 5}')
    monkeypatch.setenv("CONFIG_FILE_PATH", str(tmp_path / "config.json"))
    assert mlir_rl.Config().truncate == 5
    with pytest.raises(AttributeError, match="no key 'order'"):
        _ = mlir_rl.Config().order


def test_actions_that_were_applied_are_run_whatever_the_sequence_says(execution, monkeypatch):
    ran = []
    measure = type(execution._execution).measure

    def noted(self, program, schedule):
        ran.append(schedule)
        return measure(self, program, schedule)

    monkeypatch.setattr(type(execution._execution), "measure", noted)
    module = mlir_rl.Module.parse(CODE.replace("operation_0", "operation_7"))
    tag = {"operation_tag": "operation_7"}
    mlir_rl.Tiling([8, 4, 2], **tag).apply(module)
    mlir_rl.Vectorization(**tag).apply(module)
    assert execution.execute_code(module, "bench", [])[1]
    assert ran == ["op0: tile(8,4,2) vectorize"]
    # Without applied actions the sequence is.
    assert execution.execute_code(mlir_rl.Module.parse(CODE), "bench", "T(4,4,1)NT()")[1]
    assert ran[1:] == ["op0: tile(4,4,1)"]
    assert execution.execute_code(mlir_rl.Module.parse(CODE), "bench", [])[1]
    assert ran[2:] == [""]
    mlir_rl.Tiling([8, 4, 2], operation_tag="operation_1").apply(module)
    with pytest.raises(ValueError, match="no operation 'operation_1'; choose one of operation_7"):
        execution.execute_code(module, "bench", [])


def test_free_pointer_frees_what_c_allocated():
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    pointer = ctypes.c_void_p(libc.malloc(64))
    mlir_rl.Execution.free_pointer(pointer)
    mlir_rl.Execution.free_pointer(ctypes.c_void_p())


def test_outputs_of_a_module(with_folder, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    module = mlir_rl.Module.parse(TRANSFORMED.format(shift="0.0"))
    key = [["TP(32,0,0)", "NT()"]]
    outputs = with_folder.run_code(module, "bench", key)
    assert outputs.delta > 0
    (zeros,) = outputs.get_results()
    assert zeros.shape == (64, 32) and zeros.dtype == np.float64 and not zeros.any()
    random = np.random.default_rng(3)
    a, b, c = (random.uniform(size=shape) for shape in ((64, 16), (16, 32), (64, 32)))
    outputs = with_folder.run_code(module, "bench", key, [a, b, c])
    first, second = outputs.get_results()[0], outputs.get_results()[0]
    np.testing.assert_allclose(first, a @ b + c)
    assert first is not second
    outputs.free_outputs()
    outputs.free_outputs()
    with pytest.raises(RuntimeError, match="before free_outputs"):
        outputs.get_results()
    plain = with_folder.run_code(mlir_rl.Module.parse(CODE), "bench", "T(4,4,1)V(True)", [a, b, c])
    np.testing.assert_allclose(plain.get_results()[0], a @ b + c)
    with pytest.raises(mlirgym.ExecutionError, match="bench: wrong_result"):
        with_folder.run_code(TRANSFORMED.format(shift="1.0"), "bench", key)


TIMINGS = {
    "relu_256_100": {
        "I(0,1)T(64,0)T(1,4)NT()": 15579,
        "I(1,0)TP(1,4)V(True)": 95988,
        "I(0,1)T(64,0)V(True)": 1,  # 6400 iterations at once are not legal
    },
    "no_such_program_9": {"NT()": 4},
}


def test_imported_timings_are_replayed_by_the_preset(tmp_path):
    file = tmp_path / "imported.db"
    counts = mlir_rl.import_exec_data(file, TIMINGS, programs="generated")
    assert counts.pop("first_reason").startswith("relu_256_100: I(0,1)T(64,0)V(True): V(True): op0")
    assert counts == {
        "imported": 4,
        "resolved": 2,
        "without_program": 1,
        "without_schedule": 1,
        "failed_baselines": 0,
    }
    (tmp_path / "baselines.json").write_text('{"relu_256_100": 31158, "add_3_4": -1}')
    counts = mlir_rl.import_exec_data(file, tmp_path / "baselines.json", programs="generated")
    assert (counts["imported"], counts["resolved"], counts["failed_baselines"]) == (1, 1, 1)

    replay = mlirgym.Execution(file, replay=True, any_machine=True)
    relu = mlirgym.generate_program("relu_256_100_f64")
    assert replay.baseline(relu).median_ns == 31158
    assert replay.measure(relu, "op0: tile(64,0) tile(1,4)").median_ns == 15579
    # The environment takes the actions of the first key: its reward is log10 of the speedup.
    env = mlirgym.ScheduleEnv(programs=[relu], preset="mlir-rl", execution=replay)
    env.reset(seed=0)
    for action in ([4, *[0] * 37], [4, *[0] * 36, 1], _tiles(7, 0), _tiles(1, 3)):
        assert env.step(np.array(action))[1] == 0
    _, reward, ended, _, _ = env.step(np.array([0] * 38))
    assert ended
    assert env.schedule == "op0: tile(64,0) tile(1,4)"
    assert reward == pytest.approx(np.log10(31158 / 15579))

    # Everything is exported unchanged.
    exported = mlir_rl.export_exec_data(file)
    assert exported == {**TIMINGS, "relu_256_100": {**TIMINGS["relu_256_100"], "": 31158}}


def _tiles(*indices):
    """The action T of the preset with these tile indices."""
    return [1, *indices, *[0] * (12 - len(indices)), *[0] * 25]


def test_programs_of_imported_timings_come_from_a_folder(tmp_path, matmul_relu):
    (tmp_path / "bench.mlir").write_text(CODE)
    counts = mlir_rl.import_exec_data(
        tmp_path / "a.db", {"bench": {"TP(8,4,0)NT()": 9}, "../x": {"": 1}}, programs=tmp_path
    )
    assert (counts["resolved"], counts["without_program"]) == (1, 1)
    program = mlirgym.load_program(tmp_path / "bench.mlir")
    replay = mlirgym.Execution(tmp_path / "a.db", replay=True, any_machine=True)
    assert replay.measure(program, "op0: tile_parallel(8,4,0)").median_ns == 9


#: Every action of MLIR-RL, with the keys that it writes for matmul_relu.
ROUND_TRIP = {
    "": "NT()|NT()",
    "op0: tile(4,8,2)": "T(4,8,2)NT()|NT()",
    "op0: interchange(1,0,2) tile(8,4,1) vectorize": "I(1,0,2)T(8,4,1)V(True)|NT()",
    "op1: interchange(1,0) tile_parallel(8,4) vectorize": "NT()|I(1,0)TP(8,4)V(True)",
    "op1: tile_parallel_fuse(8,16) tile(4,0)": "NT()|TPF(operation_0;8,16)T(4,0)NT()",
    "op1: tile_parallel_fuse(8,16) vectorize; op0: tile(4,4,1) vectorize": (
        "T(4,4,1)V(True)|TPF(operation_0;8,16)V(True)"
    ),
}


def test_what_is_exported_is_imported_and_replayed(tmp_path, matmul_relu):
    ours = mlirgym.Execution(tmp_path / "ours.db", budget_ms=5.0)
    measured = {}
    for schedule, key in ROUND_TRIP.items():
        measurement = ours.measure(matmul_relu, schedule)
        assert measurement.ok, measurement.message
        measured[key] = measurement.median_ns
    exported = mlir_rl.export_exec_data(tmp_path / "ours.db", programs=[matmul_relu])
    entries = exported[matmul_relu.name]
    assert entries == pytest.approx(measured, abs=0.5)  # whole nanoseconds
    assert all(isinstance(ns, int) for ns in entries.values())
    # As the other party would: through a file.
    (tmp_path / "exec_data.json").write_text(json.dumps(exported, indent=4))
    counts = mlir_rl.import_exec_data(
        tmp_path / "theirs.db", tmp_path / "exec_data.json", programs=[matmul_relu]
    )
    assert (counts["imported"], counts["resolved"]) == (len(ROUND_TRIP), len(ROUND_TRIP))
    replay = mlirgym.Execution(tmp_path / "theirs.db", replay=True, any_machine=True)
    for schedule, key in ROUND_TRIP.items():
        assert replay.measure(matmul_relu, schedule).median_ns == entries[key]
    again = mlir_rl.export_exec_data(tmp_path / "theirs.db", programs=[matmul_relu])
    assert again == exported
    # A replay of an agent finds them.
    found = mlirgym.optimize(matmul_relu, agent="random", budget=4, execution=replay)
    assert found.baseline_ns == entries["NT()|NT()"]


def test_sequences_become_schedules(matmul_relu):
    matmul = mlirgym.generate_program("matmul_64_32_16_f64")  # loops 64, 16, 32
    cases = {
        "NT()": "",
        "T(0,0,0)NT()": "",
        "I(1,2,0)T(8,4,2)NT()": "op0: interchange(1,2,0) tile(8,4,2)",
        "TP(8,4,2)NT()": "op0: tile_parallel(8,4,0) tile(0,0,2)",
        "TP(0,0,2)NT()": "op0: tile(0,0,2)",
        # After the interchange the reduction comes first.
        "I(2,0,1)TP(2,8,4)NT()": "op0: interchange(2,0,1) tile_parallel(0,8,4) tile(2,0,0)",
        "I(0,2)": "",  # half an interchange
        "T(4,8,1)V(True)": "op0: tile(4,8,1) vectorize",
        "V(False)": "",  # 32,768 iterations at once are not legal
    }
    for key, schedule in cases.items():
        assert mlir_rl.to_schedule(matmul, key) == schedule, key
    fused = mlir_rl.to_schedule(matmul_relu, [["NT()"], ["TPF(operation_0;8,16)", "NT()"]])
    assert fused == "op1: tile_parallel_fuse(8,16)"
    assert mlir_rl.to_schedule(matmul_relu, "|TPF(operation_0;0,0)") == ""


@pytest.mark.parametrize(
    ("seq", "message"),
    [
        ("NT()", "1 lists of actions for 2 operations"),
        ("X(1)|NT()", "holds more than"),
        ("T(a,b,c)|NT()", "not a number"),
        ("T(64,0,0)|NT()", "tile size 64"),
        ("I(0,0,1)|NT()", "not a permutation"),
        ("I(0,5,1)|NT()", "not a permutation"),
    ],
)
def test_sequences_that_are_none_are_refused(seq, message, matmul_relu):
    with pytest.raises(ValueError, match=message):
        mlir_rl.to_schedule(matmul_relu, seq)


def test_actions_have_mlir_rls_texts():
    tag = {"operation_tag": "operation_1"}
    actions = [
        mlir_rl.Interchange([1, 0], **tag),
        mlir_rl.TiledFusion([8, 0], producer_tag="operation_0", producer_operand_idx=0, **tag),
        mlir_rl.Tiling([4, 2], **tag),
        mlir_rl.NoTransformation(**tag),
    ]
    assert "".join(map(str, actions)) == "I(1,0)TPF(operation_0;8,0)T(4,2)NT()"


@pytest.fixture
def execution(tmp_path):
    """A new instance, although a process has only one."""
    mlir_rl._Singleton._instances.clear()
    yield mlir_rl.Execution(tmp_path / "exec.json")
    mlir_rl._Singleton._instances.clear()


def test_there_is_one_a_process(execution):
    assert mlir_rl.Execution() is execution
    assert mlir_rl.Execution("elsewhere.json") is execution
    mlir_rl._Singleton._instances.clear()
    with pytest.raises(RuntimeError, match="make the first with"):
        mlir_rl.Execution()


def test_a_failure_is_not_ok(execution, monkeypatch):
    # A lowering that takes too long is a status; the caller goes on.
    mlir_rl._Singleton._instances.clear()
    hasty = mlir_rl.Execution(execution.exec_data_file, compile_timeout_ms=0.001)
    assert hasty.execute_code(CODE, "matmul_64_16_32", "T(4,4,1)V(True)") == (None, False, True)


# CODE with its rows in two halves, and `shift` added to each element.
TRANSFORMED = """
module {{
  func.func private @nanoTime() -> i64 attributes {{llvm.emit_c_interface}}
  func.func @main(%a: tensor<64x16xf64>, %b: tensor<16x32xf64>, %c: tensor<64x32xf64>)
      -> (tensor<64x32xf64>, i64) attributes {{llvm.emit_c_interface}} {{
    %t0 = func.call @nanoTime() : () -> i64
    %r = scf.forall (%i) = (0) to (64) step (32) shared_outs(%o = %c) -> (tensor<64x32xf64>) {{
      %x = tensor.extract_slice %a[%i, 0] [32, 16] [1, 1] : tensor<64x16xf64> to tensor<32x16xf64>
      %y = tensor.extract_slice %o[%i, 0] [32, 32] [1, 1] : tensor<64x32xf64> to tensor<32x32xf64>
      %z = linalg.matmul ins(%x, %b : tensor<32x16xf64>, tensor<16x32xf64>)
          outs(%y : tensor<32x32xf64>) -> tensor<32x32xf64>
      %s = arith.constant dense<{shift}> : tensor<32x32xf64>
      %w = linalg.add ins(%z, %s : tensor<32x32xf64>, tensor<32x32xf64>)
          outs(%y : tensor<32x32xf64>) -> tensor<32x32xf64>
      scf.forall.in_parallel {{
        tensor.parallel_insert_slice %w into %o[%i, 0] [32, 32] [1, 1]
            : tensor<32x32xf64> into tensor<64x32xf64>
      }}
    }}
    %t1 = func.call @nanoTime() : () -> i64
    %d = arith.subi %t1, %t0 : i64
    return %r, %d : tensor<64x32xf64>, i64
  }}
}}
"""


@pytest.fixture
def with_folder(tmp_path, monkeypatch):
    """MLIR-RL's configuration names the folder of programs."""
    monkeypatch.setattr(mlir_rl._Singleton, "_instances", {})
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "bench.mlir").write_text(CODE)
    config = {"benchmarks_folder_path": str(tmp_path / "code"), "truncate": 5}
    (tmp_path / "config.json").write_text(json.dumps(config))
    monkeypatch.setenv("CONFIG_FILE_PATH", str(tmp_path / "config.json"))
    return mlir_rl.Execution(tmp_path / "exec.json")


def test_a_module_that_was_transformed_elsewhere_is_run_as_it_is(with_folder):
    ns, ok, miss = with_folder.execute_code(
        TRANSFORMED.format(shift="0.0"), "bench", "TP(32,0,0)V(False)"
    )
    assert ok and miss and ns > 0
    # This module is run, and the sequence is only its key.
    wrong = TRANSFORMED.format(shift="1.0")
    assert with_folder.execute_code(wrong, "bench", "NT()") == (None, False, True)
    # A sequence is applied to the program itself, also if its operations have other tags.
    renamed = CODE.replace("operation_0", "operation_7")
    assert with_folder.execute_code(renamed, "bench", "T(4,4,1)V(True)")[1]


def test_without_a_folder_the_program_is_the_untransformed_module(execution):
    with pytest.raises(mlirgym.ProgramError, match="scf"):
        execution.execute_code(TRANSFORMED.format(shift="0.0"), "bench", "TP(32,0,0)NT()")
    assert execution.execute_code(CODE, "bench", "NT()")[1]
    assert execution.execute_code(TRANSFORMED.format(shift="0.0"), "bench", "TP(32,0,0)NT()")[1]
    # The family of this name overwrites its output, so it is not the same program.
    with pytest.raises(mlirgym.ProgramError, match="cannot implement program"):
        execution.execute_code("func.func @f() { return }", "matmul_64_16_32", "NT()")


@pytest.mark.skipif(shutil.which("mlir-opt-22") is None, reason="mlir-opt-22 is not installed")
def test_what_mlir_opt_transforms_is_timed(with_folder, tmp_path):
    (tmp_path / "script.mlir").write_text(TILING)
    library = f"--transform-preload-library=transform-library-paths={tmp_path}/script.mlir"
    done = subprocess.run(
        ["mlir-opt-22", library, "--transform-interpreter"],
        input=CODE,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "scf.for" in done.stdout
    ns, ok, miss = with_folder.execute_code(done.stdout, "bench", [["T(8,4,2)", "NT()"]])
    assert ok and miss and ns > 0


def test_main_exec_data_may_be_ours(tmp_path):
    ours = mlirgym.Execution(tmp_path / "ours.db")
    ours.update_execution_cache({"relu_7_9": {"I(0,1)NT()": 15579}})
    program = mlirgym.generate_program("relu_12_20")
    ns = round(ours.measure(program, "op0: tile(4,4) vectorize").median_ns)
    mlir_rl._Singleton._instances.clear()
    execution = mlir_rl.Execution(tmp_path / "none.json", tmp_path / "ours.db")
    assert execution.execute_code("", "relu_7_9", [["I(0,1)", "NT()"]]) == (15579, True, False)
    assert execution.execute_code("", "relu_12_20", "T(4,4)V(True)") == (ns, True, False)
    mlir_rl._Singleton._instances.clear()


def test_exec_data_that_is_none_is_refused_and_left_as_it_was(execution, tmp_path):
    for text in ("SQLite format 3", "[1]", '{"a": 3}'):
        (tmp_path / "exec.json").write_text(text)
        with pytest.raises(ValueError, match=r"exec\.json"):
            execution.update_execution_cache({"a": {"NT()": 1}})
        assert (tmp_path / "exec.json").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["exec.json"]


def _write(file, writer):
    execution = mlir_rl.Execution.__new__(mlir_rl.Execution)
    execution.exec_data_file = file
    for update in range(50):
        execution.update_execution_cache(
            {f"bench_{writer % 2}": {f"{writer}:{update}": update + 1}}
        )


def test_writers_at_once_lose_nothing(tmp_path):
    file = str(tmp_path / "exec.json")
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(file, writer)) for writer in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    entries = json.loads((tmp_path / "exec.json").read_text())
    assert sum(map(len, entries.values())) == 200


@pytest.mark.parametrize("threads", ["many", "0", "-1", "1.5"])
def test_a_number_of_threads_that_is_none_is_named(monkeypatch, threads):
    monkeypatch.setenv("OMP_NUM_THREADS", threads)
    with pytest.raises(ValueError, match=f"OMP_NUM_THREADS={threads}: not a number of threads"):
        mlir_rl._omp_threads()  # a process has one Execution, which may exist already
    monkeypatch.setenv("OMP_NUM_THREADS", "4,2")
    assert mlir_rl._omp_threads() == 4


def test_a_fifo_is_no_exec_data_and_a_link_stays_one(tmp_path, monkeypatch):
    monkeypatch.setattr(mlir_rl._Singleton, "_instances", {})
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "data.json")
    execution = mlir_rl.Execution(tmp_path / "link")
    execution.update_execution_cache({"relu_8_12": {"NT()": 5}})
    assert (tmp_path / "link").is_symlink()
    assert json.loads((tmp_path / "data.json").read_text()) == {"relu_8_12": {"NT()": 5}}
    execution.exec_data_file = str(tmp_path / "fifo")
    with pytest.raises(OSError, match="not a regular file"):
        execution.update_execution_cache({"relu_8_12": {"NT()": 6}})
    with pytest.raises(OSError, match="not a regular file"):
        execution.execute_code(mlirgym.generate_program("relu_8_12"), "relu_8_12", [["NT()"]])
    monkeypatch.setattr(mlir_rl._Singleton, "_instances", {})
    with pytest.raises(OSError, match="not a regular file"):
        mlir_rl.Execution(tmp_path / "a.json", tmp_path / "fifo")
