import copy
import pickle
import subprocess
import sys

import gymnasium as gym
import mlirgym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from mlirgym.data import ReplayVectorEnv


def random_legal(rng, mask):
    return int(rng.choice(np.flatnonzero(mask)))


def play(env, seed, steps=60):
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    trace = []
    for _ in range(steps):
        action = random_legal(rng, info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        trace.append((action, reward, terminated, observation.sum()))
        if terminated or truncated:
            _, info = env.reset()
    return trace


def test_environments_import_nothing_that_only_training_and_pictures_need():
    script = """if True:
        import sys
        unneeded = {"torch", "minari", "matplotlib", "PIL", "pandas", "tqdm", "mlirgym._ppo"}
        import gymnasium
        import mlirgym
        gymnasium.make("MlirGym/Replay-v0").reset(seed=0)
        print(sorted(unneeded & sys.modules.keys()))
    """
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_check_env_on_replay(replay_env):
    check_env(replay_env.unwrapped)


def test_check_env_on_a_live_environment(live_execution):
    env = gym.make("MlirGym/Tiny-v0", execution=live_execution)
    assert env.spec.nondeterministic
    check_env(env.unwrapped, skip_render_check=False)


def test_seeds_reproduce(replay_env):
    assert play(replay_env, 3) == play(gym.make("MlirGym/Replay-v0"), 3)


def test_every_legal_schedule_of_the_recorded_programs_is_cached(replay_env):
    env = replay_env.unwrapped
    rng = np.random.default_rng(0)
    ends = 0
    _, info = env.reset(seed=0)
    for _ in range(4000):
        *_, terminated, _, info = env.step(random_legal(rng, info["action_mask"]))
        if terminated:
            ends += 1
            assert mlirgym.statuses()[info["status"]] != "not_cached", env.schedule
            _, info = env.reset()
    assert ends > 100


def test_an_illegal_action_costs_and_changes_nothing(replay_env):
    env = replay_env.unwrapped
    observation, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, _, info = env.step(illegal)
    assert reward < 0
    assert not terminated
    assert info["illegal"]
    np.testing.assert_array_equal(observation, after)


def test_pickle_and_deepcopy_continue_identically(replay_env):
    env = replay_env.unwrapped
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(random_legal(rng, info["action_mask"]))
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        np.testing.assert_array_equal(twin.action_masks(), env.action_masks())
        assert twin.schedule == env.schedule


def arrays_of(observation, info):
    return [observation, *(value for value in info.values() if isinstance(value, np.ndarray))]


def test_what_a_caller_keeps_of_a_step_does_not_change(replay_env):
    rng, (observation, info) = np.random.default_rng(0), replay_env.reset(seed=0)
    kept, copies = [], []
    for _ in range(12):
        kept += arrays_of(observation, info)
        copies += [array.copy() for array in arrays_of(observation, info)]
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, _, terminated, _, info = replay_env.step(action)
        if terminated:
            observation, info = replay_env.reset()
    np.testing.assert_equal(kept, copies)
    assert len({array.ctypes.data for array in kept}) == len(kept)


def test_what_a_caller_does_to_arrays_of_a_step_is_not_seen_in_the_next(replay_env):
    def shapes(shown):
        return [(array.shape, array.dtype, array.flags.writeable) for array in arrays_of(*shown)]

    shown = replay_env.reset(seed=0)
    wanted, masks, done = shapes(shown), shown[1]["action_mask"].copy(), shown[1]["timed"].copy()
    for change in (
        lambda array: array.fill(1),
        lambda array: array.setflags(write=False),
        lambda array: setattr(array, "shape", (1, *array.shape)),
    ):
        for _ in range(3):
            for array in arrays_of(*shown):
                change(array)
            del array
            shown = replay_env.reset(options={"program": shown[1]["program"]})
            assert shapes(shown) == wanted
            np.testing.assert_equal((shown[1]["action_mask"], shown[1]["timed"]), (masks, done))


def test_ansi_render_shows_program_and_schedule():
    env = gym.make("MlirGym/Replay-v0", render_mode="ansi")
    env.reset(seed=0)
    assert env.unwrapped.programs[0].name.split("_")[0] in env.render() or "op0" in env.render()


@pytest.mark.parametrize(
    ("library", "of_vector", "of_mask"),
    [
        ("rllib", "observations", "action_mask"),
        ("tianshou", "obs", "mask"),
        ("torchrl", "observation", "action_mask"),
    ],
)
def test_dict_observation_has_the_vector_and_the_mask_as_a_library_names_them(
    library, of_vector, of_mask
):
    env = gym.make("MlirGym/Replay-v0", dict_observation=library)
    observation, info = env.reset(seed=0)
    assert set(observation) == {of_vector, of_mask} and observation[of_mask].dtype == bool
    np.testing.assert_array_equal(observation[of_mask], info["action_mask"])
    np.testing.assert_array_equal(
        observation[of_vector], gym.make("MlirGym/Replay-v0").reset(seed=0)[0]
    )
    assert env.observation_space.contains(observation)


@pytest.mark.parametrize("library", ["sb3", "", True])
def test_dict_observation_of_a_library_without_one_names_those_that_have(library):
    message = f"dict_observation is {library!r}; give None or one of 'rllib', 'tianshou', 'torchrl'"
    for make in (mlirgym.ScheduleEnv, mlirgym.ScheduleVectorEnv):
        with pytest.raises(ValueError, match=message):
            make(suite="tiny", dict_observation=library)


def test_no_programs_is_an_error():
    with pytest.raises(ValueError, match="exactly one of suite and programs"):
        mlirgym.ScheduleEnv()
    with pytest.raises(gym.error.ResetNeeded):
        mlirgym.ScheduleEnv(programs=["matmul_8_12_16"]).step(0)
    with pytest.raises(gym.error.ResetNeeded):
        _ = mlirgym.ScheduleEnv(programs=["matmul_8_12_16"]).schedule


def test_a_program_that_the_pool_has_not_is_an_index_error(replay_env):
    env = replay_env.unwrapped
    env.reset(seed=3)
    before = env.snapshot()
    for program in (-1, len(env.programs), 1 << 40):
        with pytest.raises(IndexError, match=f"program {program} of a pool of .*; name one"):
            env.reset(options={"program": program})
    assert env.snapshot() == before


def test_a_vector_of_none_is_a_value_error():
    for number in (0, -3, 1 << 40):
        with pytest.raises(ValueError, match=f"num_envs is {number}; give"):
            ReplayVectorEnv(number)
    envs = ReplayVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="mask of 1 for 2 environments"):
        envs.reset(options={"reset_mask": [True]})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"programs": []}, "no programs"),
        ({"tile_sizes": [4, 8]}, "put 0 first"),
        ({"tile_sizes": [0, 8, 4]}, "4 follows 8"),
        ({"max_loops": 0}, "number of loops is 0"),
    ],
)
def test_what_no_environment_can_be_made_of_is_a_value_error(options, message, live_execution):
    with pytest.raises(ValueError, match=message):
        mlirgym.ScheduleEnv(**{"programs": ["relu_12_20"], "execution": live_execution} | options)


def test_a_foreign_snapshot_is_refused_and_changes_nothing(replay_env):
    env = replay_env.unwrapped
    env.reset(seed=1)
    before = env.snapshot()
    other = mlirgym.ScheduleEnv(programs=["relu_12_20"], execution=env.execution)
    other.reset(seed=0)
    for foreign, message in (
        (b"not a snapshot", "not one that this version"),
        (other.snapshot(), "other tile sizes"),
    ):
        with pytest.raises(ValueError, match=message):
            env.restore(foreign)
    assert env.snapshot() == before


def test_a_missing_worker_is_an_error_and_the_environment_goes_on(tmp_path):
    worker = tmp_path / "worker"
    worker.write_text("#!/bin/sh\nexit 1\n")
    worker.chmod(0o755)
    execution = mlirgym.Execution(worker_path=str(worker))
    worker.unlink()
    env = mlirgym.ScheduleEnv(programs=["relu_12_20"], execution=execution)
    done = env.action_meanings().index("kind done")
    for seed in (0, 1):
        env.reset(seed=seed)
        with pytest.raises(mlirgym.ExecutionError, match=str(worker)):
            env.step(done)


def sample(env, info):
    dimensions = getattr(env.action_space, "nvec", None)
    mask = info["action_mask"]
    if dimensions is None:
        return env.action_space.sample(mask=mask)
    return env.action_space.sample(mask=mlirgym.split_mask(mask, dimensions))


ENCODINGS = [{"actions": "joint"}, {"preset": "mlir-rl"}]


@pytest.mark.parametrize("options", ENCODINGS)
def test_check_env_on_rows_of_choices(options, replay_env):
    execution = replay_env.unwrapped.execution
    programs = ["matmul_bias_relu_24_16_32", "relu_12_20"]
    env = mlirgym.ScheduleEnv(programs=programs, execution=execution, **options)
    assert isinstance(env.action_space, gym.spaces.MultiDiscrete)
    assert env.action_space.nvec.sum() == env.unwrapped.action_masks().size
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("options", ENCODINGS)
def test_rows_of_choices_end_pickle_and_vectorise(options, replay_env):
    execution = replay_env.unwrapped.execution
    shared = {"programs": ["matmul_24_16_32"], "execution": execution, **options}
    env = mlirgym.ScheduleEnv(**shared)
    envs = mlirgym.ScheduleVectorEnv(3, autoreset_mode=AutoresetMode.SAME_STEP, **shared)
    env.action_space.seed(0)
    _, info = env.reset(seed=0)
    envs.reset(seed=0)
    for _ in range(200):
        row = sample(env, info)
        twin = pickle.loads(pickle.dumps(env))
        np.testing.assert_array_equal(twin.action_masks(), env.action_masks())
        observation, reward, terminated, _, info = env.step(row)
        same, same_reward, *_ = twin.step(row)
        np.testing.assert_array_equal(same, observation)
        assert same_reward == reward
        batch = envs.step(np.tile(row, (3, 1)))
        assert batch[0].shape == (3, observation.size)
        if terminated:
            break
    assert terminated
    with pytest.raises(ValueError, match="actions have shape"):
        envs.step(row)


def test_the_preset_of_mlir_rl_has_its_sizes_and_rewards(replay_env):
    execution = replay_env.unwrapped.execution
    env = mlirgym.ScheduleEnv(
        programs=["matmul_256_256_128"], execution=execution, preset="mlir-rl"
    )
    assert env.action_space.nvec.tolist() == [6] + [8] * 36 + [12]
    observation, info = env.reset(seed=0)
    assert observation.shape == (6569,)
    np.testing.assert_array_equal(observation[-306:], info["action_mask"])
    assert np.flatnonzero(info["action_mask"][:6]).tolist() == [4]  # interchange first
    illegal = env.action_space.nvec - 1
    assert env.step(illegal)[1] == -5
    free = mlirgym.ScheduleEnv(
        programs=["matmul_256_256_128"], execution=execution, preset="mlir-rl", order=[]
    )
    free.reset(seed=0)
    assert free.action_masks()[:6].tolist() == [True, True, True, False, True, False]


def test_kinds_are_numbered_as_they_are_given(replay_env):
    def kinds(**options):
        execution = replay_env.unwrapped.execution
        env = mlirgym.ScheduleEnv(programs=["relu_12_20"], execution=execution, **options)
        assert env.action_space.n == len(env.action_meanings())
        return [text[5:] for text in env.action_meanings() if text.startswith("kind ")]

    assert kinds(kinds=["vectorize", "tile"]) == ["vectorize", "tile", "done"]
    of_processors = kinds()
    assert "winograd" in of_processors
    others = set(mlirgym.action_kinds()) - set(of_processors)
    assert others == {name for name in mlirgym.action_kinds() if name.startswith("gpu_")}
    with pytest.raises(ValueError, match=r"gpu_blocks is for GPUs, .*leave it out of kinds"):
        kinds(kinds=["gpu_blocks"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"preset": "mlir"}, "choose one of default, mlir-rl"),
        ({"actions": "both"}, "'flat', 'joint' or 'mlir-rl'"),
        (
            {"preset": "mlir-rl", "tile_sizes": [0, 3]},
            "the preset mlir-rl fixes tile_sizes and kinds",
        ),
        ({"order": [["I"]]}, "belong to MLIR-RL's encoding"),
        ({"preset": "mlir-rl", "order": [["J"]]}, "names 'J'"),
        ({"preset": "mlir-rl", "order": [["I"]]}, "an order of 1 entries for 5 actions"),
        ({"kinds": ["warp"]}, "unknown action kind 'warp'"),
    ],
)
def test_unknown_presets_and_actions_are_named(options, message, replay_env):
    execution = replay_env.unwrapped.execution
    with pytest.raises(ValueError, match=message):
        mlirgym.ScheduleEnv(programs=["relu_12_20"], execution=execution, **options)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_env_follows_the_autoreset_mode(mode):
    envs = gym.make_vec(
        "MlirGym/Replay-v0",
        num_envs=4,
        vectorization_mode="vector_entry_point",
        autoreset_mode=mode,
        details=True,
    )
    rng = np.random.default_rng(0)
    observations, infos = envs.reset(seed=7)
    programs = infos["program"].copy()
    assert observations.shape == (4, envs.single_observation_space.shape[0])
    ended_before = np.zeros(4, bool)
    seen = 0
    for _ in range(300):
        actions = np.array([random_legal(rng, m) if m.any() else 0 for m in infos["action_mask"]])
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        ended = terminated | truncated
        seen += ended.sum()
        if mode == AutoresetMode.NEXT_STEP:
            assert not (ended & ended_before).any()
            assert (rewards[ended_before] == 0).all()
        if mode == AutoresetMode.SAME_STEP and ended.any():
            first = np.flatnonzero(ended)[0]
            assert infos["final_obs"][first].shape == observations[0].shape
            final = infos["final_info"]
            assert final["program"][first] == programs[first]
            assert isinstance(final["schedule"][first], str) and final["speedup"][first] > 0
            assert not infos["timed"][first] and infos["speedup"][first] == 0
        elif ended.any():
            assert infos["speedup"][np.flatnonzero(ended)[0]] > 0
        programs = infos["program"].copy()
        if mode == AutoresetMode.DISABLED and ended.any():
            observations, infos = envs.reset(options={"reset_mask": ended})
        ended_before = ended
    assert seen > 10


def test_a_final_observation_is_of_the_space():
    envs = ReplayVectorEnv(2, dict_observation="torchrl", autoreset_mode=AutoresetMode.SAME_STEP)
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    while "final_obs" not in infos:
        actions = [random_legal(rng, mask) for mask in infos["action_mask"]]
        *_, infos = envs.step(actions)
    final = next(each for each in infos["final_obs"] if each is not None)
    assert envs.single_observation_space.contains(final)
    assert final["action_mask"].all(), "the episode is over: whatever is given is ignored"


def test_between_send_and_recv_nothing_is_read():
    envs = ReplayVectorEnv(2)
    _, infos = envs.reset(seed=0)
    envs.send([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]])
    with pytest.raises(gym.error.AlreadyPendingCallError, match="recv"):
        envs.action_masks()
    envs.recv()
    assert envs.action_masks().any()


def test_what_a_vector_env_cannot_do_is_refused():
    envs = ReplayVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="3 programs for 2 environments; give one each"):
        envs.reset(options={"program": [0, 1, 2]})
    with pytest.raises(ValueError, match="3 seeds for 2 environments; give one each"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(TypeError, match="reset_mask is of type int64; give bool"):
        envs.reset(options={"reset_mask": [1, 0]})
    with pytest.raises(ValueError, match="render_mode is 'video'; give None, 'human'"):
        mlirgym.ScheduleVectorEnv(2, programs=["relu_12_20"], render_mode="video")


def test_send_and_recv_equal_step():
    one = ReplayVectorEnv(3)
    two = ReplayVectorEnv(3)
    _, infos = one.reset(seed=5)
    two.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(30):
        # An environment that ended has no legal action: any is ignored.
        masks = infos["action_mask"]
        actions = [random_legal(rng, mask) if mask.any() else 0 for mask in masks]
        two.send(actions)
        observations, rewards, *_, infos = one.step(actions)
        observations2, rewards2, *_ = two.recv()
        np.testing.assert_array_equal(observations, observations2)
        np.testing.assert_array_equal(rewards, rewards2)
