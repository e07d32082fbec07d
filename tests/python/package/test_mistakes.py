"""Messages about a caller's mistake: the wrong value, its argument and a fix, in Python terms."""

import functools
import warnings
from pathlib import Path

import gymnasium as gym
import mlirgym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from mlirgym.data import ReplayEnv, ReplayVectorEnv

TINY = "relu_12_20"


class Payload(mlirgym.Workload):
    def payload_module(self):
        return mlirgym.generate_program(TINY).text


class NoText(mlirgym.Workload):
    def payload_module(self):
        return 7


class NoCode(Payload):
    def parameters(self):
        return {"size": [1, 2]}

    def schedule_module(self, parameters):
        return None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gym.make("MlirGym/Tiny-v0", unknown=1), "tile_sizes"),
        (lambda: gym.make("MlirGym/Replay-v0", unknown=1), "tile_sizes"),
        (lambda: gym.make_vec("MlirGym/Tiny-v0", unknown=1), "tile_sizes"),
        (lambda: gym.make("MlirGym/Tiny-v0", tile_size=[0, 4]), "did you mean 'tile_sizes'"),
        (lambda: gym.make_vec("MlirGym/Tiny-v0", dict_observations=1), "'dict_observation'"),
        (lambda: mlirgym.Execution(thread=2), "did you mean 'threads'"),
        (lambda: mlirgym.Execution(exec_data_fil="x"), "did you mean 'exec_data_file'"),
        (lambda: mlirgym.optimize(TINY, buget=3), "did you mean 'budget'"),
        (lambda: mlirgym.train("tiny", out="x", learning_rat=1), "did you mean 'learning_rate'"),
        (lambda: mlirgym.train("tiny", out="x", thread=1), "did you mean 'threads'"),
        (lambda: mlirgym.Engine(Payload(), thread=1), "did you mean 'threads'"),
        (lambda: mlirgym.Engine(Payload()).tune(seeds=1), "did you mean 'seed'"),
    ],
)
def test_an_unknown_name_is_a_type_error_with_the_nearest(call, message):
    pytest.importorskip("torch")
    with pytest.raises(TypeError, match="got an unexpected keyword argument") as caught:
        call()
    assert message in str(caught.value)


def engine():
    return mlirgym.Engine(Payload(), mlirgym.Execution())


def replay():
    env = ReplayEnv()
    env.reset(seed=0)
    return env


def vector():
    envs = ReplayVectorEnv(2)
    envs.reset(seed=0)
    return envs


@pytest.mark.parametrize(
    "call",
    [
        lambda: mlirgym.ScheduleEnv(programs=TINY),
        lambda: mlirgym.ScheduleEnv(programs=[7]),
        lambda: mlirgym.ScheduleEnv(programs=7),
        lambda: mlirgym.ScheduleEnv(suite=7),
        lambda: mlirgym.ScheduleEnv("tiny", split=7),
        lambda: mlirgym.ScheduleEnv("tiny", execution="timings.db"),
        lambda: mlirgym.ScheduleEnv("tiny", threads="two"),
        lambda: mlirgym.ScheduleEnv("tiny", preset=None),
        lambda: mlirgym.ScheduleEnv("tiny", actions=3),
        lambda: mlirgym.ScheduleEnv("tiny", tile_sizes=4),
        lambda: mlirgym.ScheduleEnv("tiny", tile_sizes=[0, 4.5]),
        lambda: mlirgym.ScheduleEnv("tiny", tile_sizes=[0, 2**70]),
        lambda: mlirgym.ScheduleEnv("tiny", kinds="tile"),
        lambda: mlirgym.ScheduleEnv("tiny", max_loops=-1),
        lambda: mlirgym.ScheduleEnv("tiny", max_actions_per_op=2.5),
        lambda: mlirgym.ScheduleEnv("tiny", order="I"),
        lambda: mlirgym.ScheduleEnv("tiny", reward=0),
        lambda: mlirgym.ScheduleEnv("tiny", failure="bad"),
        lambda: mlirgym.ScheduleEnv("tiny", max_decisions=-3),
        lambda: mlirgym.ScheduleVectorEnv("four", "tiny"),
        lambda: mlirgym.ScheduleVectorEnv(2**80, "tiny"),
        lambda: mlirgym.ScheduleVectorEnv(2, "tiny", autoreset_mode="never"),
        lambda: mlirgym.ScheduleVectorEnv(2, "tiny", max_episode_steps=-7),
        lambda: replay().reset(options={"program": "matmul"}),
        lambda: replay().reset(options={"program": 1.5}),
        lambda: replay().reset(options={"progam": 1}),
        lambda: replay().reset(options=5),
        lambda: replay().reset(options=[]),
        lambda: vector().reset(options="program"),
        lambda: replay().restore("text"),
        lambda: vector().reset(options={"program": ["matmul", 0]}),
        lambda: vector().reset(options={"programs": 1}),
        lambda: vector().reset(seed=[1.5, 2]),
        lambda: vector().reset(seed=[-1, 2]),
        lambda: vector().restore(b"text"),
        lambda: vector().restore(["a", "b"]),
        lambda: mlirgym.Execution(7),
        lambda: mlirgym.Execution(main_exec_data=[7]),
        lambda: mlirgym.Execution(threads=-1),
        lambda: mlirgym.Execution(threads=2**40),
        lambda: mlirgym.Execution(threads="two"),
        lambda: mlirgym.Execution(replay="yes"),
        lambda: mlirgym.Execution(compile_timeout_ms="long"),
        lambda: mlirgym.Execution(worker_path=7),
        lambda: mlirgym.Execution().measure(7, ""),
        lambda: mlirgym.Execution().measure(TINY, None),
        lambda: mlirgym.Execution().baseline(None),
        lambda: mlirgym.Execution().measure_paired(TINY, 7),
        lambda: mlirgym.Execution().measure_batch([TINY]),
        lambda: mlirgym.Execution().measure_batch([(TINY, 7)]),
        lambda: mlirgym.load_program(7),
        lambda: mlirgym.parse_program(None),
        lambda: mlirgym.parse_program("module {}", 7),
        lambda: mlirgym.generate_program(7),
        lambda: mlirgym.suites("tiny"),
        lambda: mlirgym.presets(name="mlir-rl"),
        lambda: mlirgym.machine(0),
        lambda: mlirgym.suite_programs(7),
        lambda: mlirgym.suite_programs("tiny", "tests"),
        lambda: mlirgym.suite_programs("tiniest"),
        lambda: mlirgym.canonical_schedule(7),
        lambda: mlirgym.check_schedule(7, ""),
        lambda: mlirgym.check_schedule(TINY, 7),
        lambda: mlirgym.transform_script(TINY, None),
        lambda: mlirgym.machine_peak("f32"),
        lambda: mlirgym.Program("matmul.mlir"),
        lambda: mlirgym.Measurement(),
        lambda: mlirgym.Measurement("ok", 5),
        lambda: mlirgym.SearchResult(program=TINY),
        lambda: mlirgym.optimize(7),
        lambda: mlirgym.optimize(TINY, agent=7),
        lambda: mlirgym.optimize(TINY, budget="all"),
        lambda: mlirgym.optimize(TINY, budget=-1),
        lambda: mlirgym.optimize(TINY, seed=-1),
        lambda: mlirgym.optimize(TINY, progress=7),
        lambda: mlirgym.optimize(TINY, execution=7),
        lambda: mlirgym.train("tiny", out=7),
        lambda: mlirgym.train("tiny", out="x", iterations="many"),
        lambda: mlirgym.train("tiny", out="x", iterations=-1),
        lambda: mlirgym.train("tiny", out="x", learning_rate="fast"),
        lambda: mlirgym.train("tiny", out="x", hidden=64),
        lambda: mlirgym.train("tiny", out="x", hidden=["wide"]),
        lambda: mlirgym.train("tiny", out="x", seed=-1),
        lambda: mlirgym.train("tiny", out="x", tile_sizes=4),
        lambda: mlirgym.train("tiny", out="x", threads="two"),
        lambda: mlirgym.train("tiny", out="x", max_actions_per_op=-1),
        lambda: mlirgym.train("tiny", out="x", progress=7),
        lambda: mlirgym.Engine(TINY),
        lambda: mlirgym.Engine(NoText()),
        lambda: mlirgym.Engine(Payload(), "timings.db"),
        lambda: engine().call(7),
        lambda: engine().lower(stage=7),
        lambda: engine().tune(agent=7),
        lambda: engine().tune(budget="all"),
        lambda: mlirgym.Engine(NoCode(), mlirgym.Execution()).call({"size": 1}),
    ],
)
def test_no_mistake_shows_what_is_behind_the_binding(call, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    with pytest.raises((TypeError, ValueError, gym.error.Error)) as caught:
        call()
    message = str(caught.value)
    for inside in (
        "incompatible",
        "arg0",
        "Unable to cast",
        "SupportsInt",
        "Invoked with",
        "No constructor",
    ):
        assert inside not in message
    assert len(message) > 20, "says what, and how to mend it"
    assert not list(tmp_path.iterdir()), "nothing was begun"


def test_paths_names_and_numpy_integers_serve(tmp_path):
    file = tmp_path / "tiny.mlir"
    file.write_text(mlirgym.generate_program(TINY).text)
    assert mlirgym.load_program(file).operations
    assert "transform.named_sequence" in mlirgym.transform_script(TINY, "op0: vectorize")
    mlirgym.check_schedule(Path(file), "op0: vectorize")
    env = ReplayEnv(max_actions_per_op=np.int64(2), tile_sizes=np.array([0, 4, 8]))
    name = env.programs[1].name
    for program in (1, np.int64(1), np.array(1), name):
        assert env.reset(options={"program": program})[1]["program"] == 1
    envs = ReplayVectorEnv(np.int64(2))
    assert envs.reset(options={"program": [0, name]})[1]["program"].tolist() == [0, 1]
    assert envs.reset(options={"program": name})[1]["program"].tolist() == [1, 1]


def test_a_program_name_is_mended_with_the_nearest():
    env = ReplayEnv()
    name = env.programs[0].name
    with pytest.raises(TypeError, match=f"did you mean '{name}'"):
        env.reset(options={"program": name[:-1]})
    with pytest.raises(TypeError, match="unknown option 'progam'; did you mean 'program'"):
        env.reset(options={"progam": 0})
    with pytest.raises(TypeError, match="did you mean 'reset_mask'"):
        ReplayVectorEnv(2).reset(options={"resetmask": [True, False]})


def test_reset_says_that_options_are_a_dict():
    for env in (ReplayEnv(), ReplayVectorEnv(2)):
        with pytest.raises(
            TypeError, match=r"reset: options is 5; give a dict, such as \{'program'"
        ):
            env.reset(options=5)


def test_a_replay_speaks_of_what_was_given():
    for option in ({"preset": "mlir-rl"}, {"actions": "mlir-rl"}):
        (name,) = option
        for make in (ReplayEnv, ReplayVectorEnv):
            with pytest.raises(
                ValueError, match=f"^{name} is 'mlir-rl', .*; leave it out"
            ) as caught:
                make(**option)
            assert "tile_sizes" not in str(caught.value)


NINE_LOOPS = """
func.func @f(%x: tensor<1x6x8x8x4xf32>, %w: tensor<3x3x3x4x8xf32>, %c: tensor<1x4x6x6x8xf32>)
    -> tensor<1x4x6x6x8xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf
      {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>}
      ins(%x, %w : tensor<1x6x8x8x4xf32>, tensor<3x3x3x4x8xf32>)
      outs(%c : tensor<1x4x6x6x8xf32>) -> tensor<1x4x6x6x8xf32>
  return %0 : tensor<1x4x6x6x8xf32>
}"""


@pytest.mark.parametrize("actions", ["flat", "joint"])
def test_an_environment_with_nothing_to_choose_says_why(actions):
    program = mlirgym.parse_program(NINE_LOOPS, "conv")
    for make in (mlirgym.ScheduleEnv, functools.partial(mlirgym.ScheduleVectorEnv, 2)):
        with pytest.raises(ValueError, match=r"conv: op0 has 9 loops, .* for 8, .*max_loops"):
            make(programs=[program], actions=actions)
    env = mlirgym.ScheduleEnv(programs=[program], actions=actions, max_loops=9)
    assert env.reset(seed=0)[1]["action_mask"].sum() > 1


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (99, "action 99 is not a choice; give an integer from 0 to "),
        (-1, "action -1 is not a choice"),
        (0.7, "of type float64"),
        (np.float32(3), "of type float32"),
        (True, "of type bool"),
        ("tile", "give integers"),
        (None, "give integers"),
        ([1, 2], "shape"),
    ],
)
def test_what_is_no_action_is_a_value_error(action, message):
    env = ReplayEnv()
    env.reset(seed=0)
    before = env.snapshot()
    with pytest.raises(ValueError, match=message):
        env.step(action)
    count = env.action_space.n
    with pytest.raises(ValueError, match=f"action {count} is not .* from 0 to {count - 1}"):
        env.step(count)
    assert env.snapshot() == before
    for good in (0, np.int64(0), np.array(0), np.array([0]), np.uint8(0)):
        env.step(good)


def test_what_is_no_action_of_many_names_the_environment_and_the_entry():
    envs = ReplayVectorEnv(3)
    envs.reset(seed=0)
    before = envs.snapshot()
    for call in (envs.step, envs.send):
        with pytest.raises(ValueError, match="action 99 of environment 2 is not a choice; give"):
            call([0, 0, 99])
        with pytest.raises(ValueError, match="action -1 of environment 0"):
            call([-1, 0, 0])
        with pytest.raises(ValueError, match="of type float64"):
            call([0, 0.7, 0])
    assert envs.snapshot() == before
    env = ReplayEnv(actions="joint")
    env.reset(seed=0)
    row = np.zeros(env.action_space.shape, int)
    row[3] = 50
    with pytest.raises(ValueError, match="entry 3, 50, is not a choice"):
        env.step(row)
    envs = ReplayVectorEnv(2, actions="joint")
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="entry 3, 50, of environment 1 is not a choice"):
        envs.step(np.stack([np.zeros_like(row), row]))


def test_a_replay_without_data_says_so():
    for make in (mlirgym.ScheduleEnv, lambda **options: mlirgym.ScheduleVectorEnv(2, **options)):
        with pytest.warns(
            UserWarning, match=f"no timing of 1 of 1 programs .{TINY}.: .*any_mach"
        ) as told:
            make(programs=[TINY], execution=mlirgym.Execution(replay=True))
        assert told[0].filename == __file__, "it names the caller's line"
    with pytest.warns(UserWarning, match="no timing of 3 of 3 programs"):
        gym.make("MlirGym/Tiny-v0", execution=mlirgym.Execution(replay=True))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ReplayEnv()
        ReplayVectorEnv(2)


def test_a_training_on_a_replay_without_data_says_so(tmp_path):
    pytest.importorskip("torch")
    with pytest.warns(UserWarning, match="no timing of 1 of 1 programs"):
        mlirgym.train(
            programs=[TINY], out=tmp_path, replay=True, iterations=1, num_envs=2, rollout_steps=8
        )


def test_a_vector_that_was_never_reset_says_so():
    envs = ReplayVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)
    for call in (
        lambda: envs.step([0, 0]),
        lambda: envs.send([0, 0]),
        lambda: envs.reset(options={"reset_mask": [True, False]}),
    ):
        with pytest.raises(gym.error.ResetNeeded, match="call reset"):
            call()
