import copy
import pickle
import shutil

import mlirgym
import pytest
from recorded import EXEC_DATA, PROGRAMS

SCHEDULE = "op1: tile_fuse(8,16) vectorize; op0: tile(0,0,1) vectorize"
TIMING = ("median_ns", "min_ns", "spread", "repeats", "number", "uncertainty", "noisy")


def test_a_schedule_is_verified_and_timed_once(matmul_relu, live_execution):
    first = live_execution.measure(matmul_relu, SCHEDULE)
    assert first.status == "ok", first.message
    assert first.median_ns > 0
    again = live_execution.measure(matmul_relu, SCHEDULE)
    assert again.cache_hit
    assert again.median_ns == first.median_ns
    for measurement in (first, again):
        copied = pickle.loads(pickle.dumps(measurement))
        for name in (*TIMING, "status", "cache_hit", "message", "phases_ms"):
            assert getattr(copied, name) == getattr(measurement, name), name


ADD = """
func.func @add(%a: tensor<6x9xf32>, %b: tensor<6x9xf32>, %c: tensor<6x9xf32>) -> tensor<6x9xf32> {
  %0 = linalg.OP ins(%a, %b : tensor<6x9xf32>, tensor<6x9xf32>)
      outs(%c : tensor<6x9xf32>) -> tensor<6x9xf32>
  return %0 : tensor<6x9xf32>
}
"""
LOOPS = """
func.func @add(%a: memref<6x9xf32>, %b: memref<6x9xf32>, %c: memref<6x9xf32>) -> memref<6x9xf32> {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 9 {
      %x = affine.load %a[%i, %j] : memref<6x9xf32>
      %y = affine.load %b[%i, %j] : memref<6x9xf32>
      %s = arith.OPf %x, %y : f32
      affine.store %s, %c[%i, %j] : memref<6x9xf32>
    }
  }
  return %c : memref<6x9xf32>
}
"""


class Printed:
    """An object whose text is a module, like that of the upstream bindings."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


def test_ir_that_implements_a_program_is_verified_and_timed(live_execution, tmp_path):
    program = mlirgym.parse_program(ADD.replace("OP", "add"), "add")
    right = LOOPS.replace("OP", "add")
    (tmp_path / "right.mlir").write_text(right)
    first = live_execution.measure_module(program, right)
    assert first.ok, first.message
    for same in (Printed(right), right.encode(), tmp_path / "right.mlir"):
        again = live_execution.measure_module(program, same)
        assert again.cache_hit and again.median_ns == first.median_ns
    again = live_execution.measure_module(program, str(tmp_path / "right.mlir"))
    assert again.cache_hit
    # A pickled program has the signature of its normal form only.
    copied = pickle.loads(pickle.dumps(program))
    assert live_execution.measure_module(copied, copied.text).ok
    assert live_execution.measure_module(program, LOOPS.replace("OP", "sub")).status == (
        "wrong_result"
    )


def test_ir_that_cannot_implement_a_program_is_an_error(live_execution):
    program = mlirgym.parse_program(ADD.replace("OP", "add"), "add")
    with pytest.raises(mlirgym.ProgramError, match=r"mine\.mlir:1:"):
        live_execution.measure_module(program, "func.func @add(", origin="mine.mlir")
    with pytest.raises(mlirgym.ProgramError, match=r"@add\(\).* is @add\(6x9xf32, 6x9"):
        live_execution.measure_module(program, "func.func @add() { return }")


def test_replay_answers_from_exec_data_alone(matmul_relu, tmp_path):
    file = tmp_path / "exec.db"
    live = mlirgym.Execution(file)
    timing = live.measure(matmul_relu, SCHEDULE)
    replay = mlirgym.Execution(main_exec_data=file, replay=True, worker_path="/nonexistent")
    assert replay.measure(matmul_relu, SCHEDULE).median_ns == timing.median_ns
    assert replay.measure(matmul_relu, "").ok  # the baseline
    assert replay.measure(matmul_relu, "op1: tile(2,2)").status == "not_cached"


def test_a_folder_stands_for_its_files(tmp_path):
    shutil.copy(EXEC_DATA, tmp_path / "zen-0001.db")
    (tmp_path / "zen-0001.json").write_text("{}")
    options = {"replay": True, "any_machine": True, "worker_path": "/nonexistent"}
    replay = mlirgym.Execution(main_exec_data=tmp_path, **options)
    assert replay.measure(mlirgym.generate_program(PROGRAMS[0]), "").ok
    pandas = pytest.importorskip("pandas")
    assert isinstance(replay.to_frame(), pandas.DataFrame)
    (tmp_path / "none").mkdir()
    with pytest.raises(ValueError, match=r"main_exec_data: .*none has no exec-data files"):
        mlirgym.Execution(main_exec_data=[EXEC_DATA, tmp_path / "none"], **options)


def test_the_predecessors_names(tmp_path):
    execution = mlirgym.Execution(tmp_path / "exec.db")
    program = mlirgym.generate_program("matmul_8_12_16")
    seq = [["tile(4,8,0)", "vectorize"]]
    ns, ok, miss = execution.execute_code(program.text, "matmul_8_12_16", seq)
    assert ok and miss and ns > 0
    assert execution.execute_code(program.text, "matmul_8_12_16", seq) == (ns, True, False)
    assert execution.get_code_cache_key(seq) == "op0: tile(4,8,0) vectorize"
    execution.update_execution_cache({"relu_256_100": {"I(0,1)T(64,0)T(1,4)NT()": 15579}})
    with pytest.raises(ValueError, match="exec_data_file"):
        mlirgym.Execution().update_execution_cache({})


def test_an_execution_is_shared_by_deepcopy_and_rebuilt_by_pickle(tmp_path):
    execution = mlirgym.Execution(tmp_path / "exec.db")
    assert copy.deepcopy(execution) is execution
    assert pickle.loads(pickle.dumps(execution)).threads == 1


def test_a_foreign_file_is_refused_and_left_as_it_was(tmp_path):
    file = tmp_path / "exec.db"
    file.write_bytes(b"not a database, but long enough to look like one" * 100)
    with pytest.raises(mlirgym.ExecutionError, match=r"exec\.db"):
        mlirgym.Execution(file)
    assert file.read_bytes().startswith(b"not a database")


def test_an_interrupt_ends_a_search(matmul_relu, ctrl_c_after):
    with ctrl_c_after(0.5):
        mlirgym.optimize(
            matmul_relu, agent="evolutionary", budget=1_000_000, execution=mlirgym.Execution()
        )


def test_optimize_twice_measures_once(matmul_relu, tmp_path):
    execution = mlirgym.Execution(tmp_path / "exec.db")
    first = mlirgym.optimize(matmul_relu, agent="random", budget=12, execution=execution)
    second = mlirgym.optimize(matmul_relu, agent="random", budget=12, execution=execution)
    assert second.cache_hits == second.samples == first.samples
    assert (second.schedule, second.speedup) == (first.schedule, first.speedup)
    assert (second.paired_rounds, second.noisy) == (first.paired_rounds, first.noisy)
    assert "transform.named_sequence" in first.transform_script
    with pytest.raises(ValueError, match="evolutionary"):
        mlirgym.optimize(matmul_relu, agent="oracle", execution=execution)


def test_counters_are_in_the_order_of_the_request_and_none_if_unavailable(tmp_path):
    names = ["task-clock", "r7fff", "page-faults"]
    execution = mlirgym.Execution(tmp_path / "timings.db", counters=names)
    program = mlirgym.generate_program("matmul_16_24_32")
    counted = execution.measure(program, "op0: tile(4,8,1) vectorize").counters
    assert list(counted) == names
    assert counted["task-clock"] > 0
    assert counted["page-faults"] < 1
    stored = mlirgym.Execution(tmp_path / "timings.db", counters=["page-faults"])
    again = stored.measure(program, "op0: tile(4,8,1) vectorize")
    assert again.cache_hit
    assert again.counters == {"page-faults": counted["page-faults"]}
    with pytest.raises(mlirgym.ExecutionError, match="joules"):
        mlirgym.Execution(counters=["joules"])


def test_a_request_may_have_counters_of_its_own(tmp_path):
    execution = mlirgym.Execution(tmp_path / "timings.db", counters=["page-faults"])
    program = mlirgym.generate_program("matmul_16_24_32")
    schedule = "op0: tile(4,8,1) vectorize"
    assert list(execution.measure(program, schedule).counters) == ["page-faults"]
    names = ["task-clock", "r7fff"]
    counted = execution.measure(program, schedule, counters=names)
    assert not counted.cache_hit
    assert list(counted.counters) == names
    assert counted.counters["task-clock"] > 0
    assert execution.measure(program, schedule, counters=names).cache_hit
    text = mlirgym.generate_program("matmul_16_24_32").text
    moved = execution.measure_module(program, text, counters=["minor-faults"])
    assert list(moved.counters) == ["minor-faults"]
    with pytest.raises(mlirgym.ExecutionError, match="joules"):
        execution.measure(program, schedule, counters=["joules"])
    with pytest.raises(TypeError, match="counters"):
        execution.measure(program, schedule, counters="task-clock")
    replay = mlirgym.Execution(tmp_path / "timings.db", replay=True)
    missing = replay.measure(program, schedule, counters=["context-switches"])
    assert missing.status == "not_cached"
    assert "context-switches" in missing.message


def test_a_reward_may_be_a_counter():
    program = mlirgym.generate_program("matmul_16_24_32")
    execution = mlirgym.Execution(counters=["task-clock"])
    env = mlirgym.ScheduleEnv(programs=[program], execution=execution, reward_counter="task-clock")
    env.reset(seed=0)
    reward = 0.0
    for action in env.unwrapped.decisions("op0: tile(4,8,1) vectorize"):
        _, reward, terminated, _, _info = env.step(action)
    assert terminated
    assert reward > 0.1
    with pytest.raises(ValueError, match="does not count"):
        mlirgym.ScheduleEnv(programs=[program], reward_counter="task-clock")
