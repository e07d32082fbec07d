"""Programs, legal actions and verdicts as text."""

import gymnasium as gym
import mlirgym
import pytest
from gymnasium.utils.env_checker import check_env
from mlirgym import _core
from mlirgym.text import Answer, Judge, Session, TextEnv, count_tokens, nearest_legal, read_answer
from mlirgym.text.legal import after, extended

FAST = "op0: tile(4,0,1) vectorize"
KERNEL = """```c
void matmul_8_12_16_op0(const float *a, const float *b, float *c) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 16; j++) {
      float sum = 0;
      for (int k = 0; k < %d; k++) sum += a[i * 12 + k] * b[k * 16 + j];
      c[i * 16 + j] = sum;
    }
}
```"""


@pytest.fixture
def env(short):
    return TextEnv(programs=["matmul_8_12_16"], execution=mlirgym.Execution(**short), budget=5)


def test_a_candidate_is_found_in_a_reply():
    reply = "Tiles first.\n```\nop0: tile(8,16,0)\n```\nBetter:\n```schedule\nop0: vectorize\n```\n"
    assert read_answer(reply) == Answer("schedule", "op0: vectorize")
    assert read_answer("I try\nop1: vectorize; op0: done\nsince it is small").text == (
        "op1: vectorize; op0: done"
    )
    assert read_answer("`tile(8,16,0)`") == Answer("action", "tile(8,16,0)")
    assert read_answer("```mlir\nfunc.func @f() { return }\n```").kind == "module"
    found = read_answer("```mlir\nfunc.func @p_op2() { return }\n```")
    assert (found.kind, found.language, found.name) == ("kernel", "mlir", "p_op2")
    found = read_answer(KERNEL % 12)
    assert (found.kind, found.language, found.name) == ("kernel", "c", "matmul_8_12_16_op0")


def test_the_state_after_a_schedule_has_loops_and_legal_parameters():
    program = mlirgym.generate_program("matmul_64_128_256")
    state = _core.after_schedule(program, "op0: tile(8,32,0)")
    assert state["operation"] == "op0"
    assert state["around"] == [(False, 64, 8, 0), (False, 256, 32, 1)]
    assert state["loops"] == [(False, 8, True, 0), (False, 32, True, 1), (True, 128, True, 2)]
    actions = {action["name"]: action for action in state["actions"]}
    assert actions["promote"]["inputs"] == [0, 1]
    assert actions["tile_reduction"]["loops"] == [2]
    assert "vectorize" not in actions and "gpu_blocks" not in actions
    whole = _core.after_schedule(program, "op0: tile(8,32,1) vectorize")
    assert whole["operation"] == "" and whole["actions"] == []
    with pytest.raises(mlirgym.ScheduleError, match="2 tile sizes for 3 loops"):
        _core.after_schedule(program, "op0: tile(8,32)")


def test_each_listed_action_is_legal(live_execution):
    for name in ("matmul_24_20_32", "softmax_64_128", "conv_2d_nchw_fchw_1_3_16_16_16_3_3_14_14"):
        program = mlirgym.generate_program(name)
        state = after(program, "", live_execution)
        for action in state["actions"]:
            sizes = [2 if i in action.get("loops", []) else 0 for i in range(len(state["loops"]))]
            text = {
                "none": "",
                "sizes": f"({','.join(map(str, sizes))})",
                "input": f"({action.get('inputs', [0])[0]})",
                "permutation": f"({','.join(map(str, range(len(sizes))))})",
            }[action["parameters"]]
            if action["name"] != "tile_reduction":  # 2 must divide each loop
                mlirgym.check_schedule(program, extended(state, action["name"] + text))


def test_estimates_rank_schedules_and_reject_illegal_ones():
    program = mlirgym.generate_program("matmul_256_256_256")
    slow, fast = _core.estimated_speedups(program, ["", "op0: tile(8,32,1) vectorize"])
    assert slow == 1 and fast > 2
    with pytest.raises(mlirgym.ScheduleError):
        _core.estimated_speedups(program, ["op0: tile(1)"])


@pytest.mark.parametrize(
    ("schedule", "near"),
    [
        ("op0: vectorise", "tile"),
        ("op0: tile(8,999,0)", "tile(8,0,0)"),
        ("op0: tile(8,32,0) promote(7)", "promote(1)"),
        ("op0: interchange(1,1,0)", "interchange(1,0,2)"),
        ("op0: tile(4,16,1) vectorize", ""),
    ],
)
def test_the_nearest_legal_action_is_legal(schedule, near, live_execution):
    program = mlirgym.generate_program("matmul_64_128_256")
    found = nearest_legal(program, schedule, live_execution)
    assert found.startswith(near) if near else found == ""


def test_what_is_too_large_to_vectorize_is_tiled_as_the_message_says(live_execution):
    program = mlirgym.generate_program("matmul_64_128_256")
    found = nearest_legal(program, "op0: vectorize", live_execution)
    assert found.endswith(" vectorize")
    mlirgym.check_schedule(program, f"op0: {found}")


def test_an_operation_that_is_passed_over_ends(matmul_relu, live_execution):
    assert nearest_legal(matmul_relu, "op0: tile(99,0,0)", live_execution).startswith("tile(")


def test_an_episode_answers_each_kind_of_reply(env):
    observation, info = env.reset(seed=1)
    assert "op0 matmul d0=8 d1=16 d2=12+: in0 f32[d0,d2]; in1 f32[d2,d1]" in observation
    assert "tile(3 sizes): tile loops" in observation and "peak" in observation
    assert info["status"] == "" and info["program"] == "matmul_8_12_16"

    observation, reward, _, _, info = env.step(FAST)
    assert info["status"] == "ok" and reward == info["speedup"] == info["best_speedup"] > 0
    assert info["schedule"] == FAST and f"1. {reward:.3g}x" in observation

    _, reward, _, _, info = env.step("tile(4,0,0)")
    assert reward == 0 and info["status"] == "" and env.session.schedule == "op0: tile(4,0,0)"
    observation, reward, _, _, info = env.step("tile(9,0,0)")
    assert info["status"] == "illegal" and reward == 0
    assert "tile size 9 is not below the trip count 4 of loop 0" in observation.splitlines()[0]
    assert "nearest legal: tile(" in observation.splitlines()[0]
    _, reward, _, truncated, info = env.step("tile(0,0,1) vectorize")
    assert info["schedule"] == "op0: tile(4,0,0) tile(0,0,1) vectorize" and reward > 0
    assert not truncated and env.session.schedule == ""
    _, reward, terminated, truncated, _ = env.step("op0: vectorize the rest")
    assert (reward, terminated, truncated) == (0, False, True)
    with pytest.raises(gym.error.ResetNeeded, match="budget of 5 answers"):
        env.step(FAST)


def test_an_empty_reply_ends_the_episode(env):
    env.reset()
    assert env.step(" ")[2]


def test_a_kernel_in_c_is_verified(env):
    env.reset()
    observation = env.step("kernels")[0]
    assert "void matmul_8_12_16_op0(const float *arg0/*8x12*/" in observation
    _, reward, _, _, info = env.step(KERNEL % 12)
    assert info["status"] == "ok" and reward > 0 and info["schedule"].startswith("kernel ")
    observation, reward, _, _, info = env.step(KERNEL % 11)
    assert info["status"] == "wrong_result" and reward == 0
    assert "[0, 0] is " in observation.splitlines()[0]
    observation = env.step('```c\n#include "/etc/passwd"\nvoid matmul_8_12_16_op0(void) {}\n```')[0]
    assert observation.startswith('#include "/etc/passwd" is not compiled; include <...>')
    observation = env.step("```c\nvoid other(void) {}\n```")[0]
    assert observation.startswith("no kernel has that name; define one of matmul_8_12_16_op0")


def test_a_module_is_verified(env):
    env.reset()
    module = """```mlir
func.func @product(%a: tensor<8x12xf32>, %b: tensor<12x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x16xf32>)
      outs(%init : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %c : tensor<8x16xf32>
}
```"""
    _, reward, _, _, info = env.step(module)
    assert info["status"] == "ok" and reward > 0 and info["schedule"] == "module"
    # Its baseline is measured as it is.
    execution, program = env.execution, env.session.program
    same = execution.baseline(program, as_foreign=True)
    measured = execution.measure_module(program, read_answer(module).text.encode())
    assert same.cache_hit and measured.cache_hit
    assert reward == pytest.approx(same.median / measured.median)
    observation, reward, _, _, info = env.step(module.replace("linalg.matmul", "linalg.mat"))
    assert info["status"] == "illegal" and reward == 0
    assert observation.startswith("<module>:5:") and ";" in observation.splitlines()[0]


def test_the_same_seed_draws_the_same_programs(live_execution):
    def names(seed):
        env = TextEnv("quick", split="train", execution=replay)
        first = env.reset(seed=seed)[1]["program"]
        return [first] + [env.reset()[1]["program"] for _ in range(len(env.programs) - 1)]

    replay = mlirgym.Execution(replay=True)
    assert names(1) == names(1) != names(2)
    assert len(set(names(3))) == len(names(3))


def test_an_episode_is_replayed_from_its_exec_data(short, tmp_path):
    def episode(execution):
        env = TextEnv(programs=["matmul_8_12_16"], execution=execution)
        env.reset(seed=0)
        return [env.step(answer)[1:2] for answer in (FAST, "op0: tile(", "op0: vectorize")]

    file = tmp_path / "timings.db"
    measured = episode(mlirgym.Execution(file, **short))
    assert measured[0][0] > 0
    stored = {**short, "main_exec_data": [file, short["main_exec_data"]]}
    replayed = mlirgym.Execution(replay=True, any_machine=True, **stored)
    assert episode(replayed) == measured
    env = TextEnv(programs=["matmul_8_12_16"], execution=replayed)
    env.reset()
    observation = env.step("op0: tile(2,0,1) vectorize")[0]
    assert observation.startswith("not_cached")


def test_observations_of_single_operators_have_at_most_600_tokens(short):
    execution = mlirgym.Execution(**short)
    names = mlirgym.suite_programs("single-ops")
    judge = Judge(execution)
    assert len(names) == 240
    for name in names:
        session = Session(judge, mlirgym.generate_program(name))
        assert count_tokens(session.beginning()) <= 600, name
        loops = len(session.program.operations[-1]["trip_counts"])
        last = f"op{len(session.program.operations) - 1}"
        for size in range(6):
            assert not session.answer(f"{last}: tile({','.join([str(size)] * loops)}) vectorise").ok
        assert count_tokens(session.observation()) <= 600, name


def test_a_count_of_tokens_takes_each_digit_and_sign():
    assert count_tokens("tile(8,16) vectorize\n") == 1 + 6 + 3 + 1


def test_a_session_ends_with_its_time(live_execution):
    session = Session(Judge(live_execution), mlirgym.generate_program("add_8_8"), seconds=-1)
    with pytest.raises(ValueError, match="time of this session is over"):
        session.answer("op0: vectorize")


def test_gymnasium_accepts_the_environment(short):
    env = gym.make(
        "MlirGym/Text-v0",
        suite=None,
        programs=["add_8_8"],
        split="all",
        execution=mlirgym.Execution(**short),
    )
    check_env(env.unwrapped, skip_render_check=True)
