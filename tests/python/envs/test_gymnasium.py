"""Properties of an environment that Gymnasium, its wrappers and its vectors expect."""

import copy
import itertools
import pickle
import subprocess
import sys

import gymnasium as gym
import mlirgym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from mlirgym.data import ReplayEnv, ReplayVectorEnv
from mlirgym.data.offline_env import offline_description
from mlirgym.envs.picture import HEIGHT, WIDTH
from recorded import PROGRAMS, SPACE, replay

TEXT = "MlirGym/Text-v0"  # its actions and observations are text
IDS = sorted(name for name in gym.registry if name.startswith("MlirGym/") and name != TEXT)
REPLAY = "MlirGym/Replay-v0"


def legal(mask):
    return int(np.flatnonzero(mask)[-1])


def first_legal(mask):
    return int(np.flatnonzero(mask)[0])


def illegal(env):
    return int(np.flatnonzero(~env.action_masks())[0])


def programs_of(env, episodes=12, **first):
    drawn = [env.reset(**first)[1]["program"]]
    drawn += [env.reset()[1]["program"] for _ in range(episodes - 1)]
    return [value.tolist() if isinstance(value, np.ndarray) else value for value in drawn]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [*IDS, TEXT])
def test_check_env_has_nothing_to_say(name):
    check_env(gym.make(name).unwrapped)


# --- seeds


def test_without_a_seed_no_two_environments_play_the_same():
    one, two = gym.make("MlirGym/Relu-v0"), gym.make("MlirGym/Relu-v0")
    assert programs_of(one) != programs_of(two)
    assert one.unwrapped.np_random_seed != two.unwrapped.np_random_seed


def test_the_seed_that_was_drawn_reproduces():
    one, two = gym.make("MlirGym/Relu-v0"), gym.make("MlirGym/Relu-v0")
    assert programs_of(two, seed=None) != (drawn := programs_of(one))
    assert programs_of(two, seed=one.unwrapped.np_random_seed) == drawn


def test_copies_go_on_in_the_same_order():
    env = gym.make("MlirGym/Relu-v0").unwrapped
    env.reset()
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    other = gym.make("MlirGym/Relu-v0").unwrapped
    other.restore(env.snapshot())
    assert len({tuple(programs_of(each)) for each in (env, other, *twins)}) == 1


def test_a_generator_that_is_assigned_orders_the_programs():
    one, two = gym.make("MlirGym/Relu-v0").unwrapped, gym.make("MlirGym/Relu-v0").unwrapped
    one.reset(seed=0)
    for env in (one, two):
        env.np_random = np.random.default_rng(7)
    assert programs_of(one) == programs_of(two)


def test_vectors_without_a_seed_differ_and_the_drawn_seed_reproduces():
    one, two = (gym.make_vec("MlirGym/Relu-v0", num_envs=3) for _ in range(2))
    drawn = programs_of(one)
    assert len({tuple(column) for column in zip(*drawn, strict=True)}) == 3
    assert programs_of(two) != drawn
    assert programs_of(two, seed=one.np_random_seed) == drawn
    for envs in (one, two):
        envs.np_random = np.random.default_rng(7)
    assert programs_of(one) == programs_of(two)


@pytest.mark.parametrize("seed", [5, [9, 2, 4], (8, 8, 8)])
def test_a_vector_plays_what_single_environments_with_its_seeds_play(seed):
    envs = gym.make_vec("MlirGym/Relu-v0", num_envs=3)
    drawn = programs_of(envs, seed=seed)
    for i in range(3):
        own = seed + i if isinstance(seed, int) else seed[i]
        single = programs_of(gym.make("MlirGym/Relu-v0"), seed=own)
        assert [row[i] for row in drawn] == single


def test_a_list_of_seeds_leaves_alone_what_it_does_not_name():
    one, two = (gym.make_vec("MlirGym/Relu-v0", num_envs=2) for _ in range(2))
    for envs in (one, two):
        envs.reset(seed=3)
    assert programs_of(one, seed=[None, 11])[1:] != programs_of(two)[1:]
    one.reset(seed=3)
    goes_on = programs_of(one)
    one.reset(seed=3)
    assert [row[0] for row in programs_of(one, seed=[None, 11])] == [row[0] for row in goes_on]


# --- programs and spaces


def names_of(env):
    return [program.name for program in env.unwrapped.programs]


def test_the_recorded_programs_have_splits():
    parts = [names_of(gym.make(REPLAY, split=split)) for split in ("train", "validation", "test")]
    assert [len(part) > 2 for part in parts] == [True] * 3
    everything = names_of(gym.make(REPLAY))
    assert sorted(itertools.chain(*parts)) == sorted(everything) and len(everything) >= 30
    assert parts[2] == mlirgym.suite_programs("small", "test")
    vector = gym.make_vec(REPLAY, num_envs=2, split="test")
    assert [program.name for program in vector.unwrapped.programs] == parts[2]
    with pytest.raises(ValueError, match="split 'tset' is unknown"):
        gym.make(REPLAY, split="tset")


@pytest.mark.parametrize("maker", [mlirgym.ScheduleEnv, ReplayEnv])
def test_programs_that_are_given_have_no_split(maker):
    with pytest.raises(ValueError, match="split is 'test', but only suites have splits"):
        maker(programs=["relu_12_20"], split="test")


# Those of MLIR-RL and of a GPU have actions of their own.
OTHERS = {"MlirGym/MlirRl-v0", "MlirGym/Replay-Gpu-v0"}


@pytest.mark.parametrize("name", sorted(set(IDS) - OTHERS))
def test_what_is_trained_on_the_recorded_programs_runs_everywhere(name):
    # The data sets have the kinds of actions that were there when they were taken.
    own = offline_description()["environment"]["kinds"]
    options = {"kinds": own} if name.startswith("MlirGym/Offline") else {}
    recorded, other = gym.make(REPLAY, **options), gym.make(name)
    assert other.action_space == recorded.action_space
    assert other.observation_space == recorded.observation_space


def test_the_environment_of_mlir_rl_has_its_actions():
    env = gym.make("MlirGym/MlirRl-v0")
    assert env.action_space.nvec.tolist() == [6] + [8] * 36 + [12]
    assert env.observation_space.shape == (6569,)
    default = gym.make("MlirGym/MlirRl-v0", preset="default")
    assert default.action_space == gym.make("MlirGym/Quick-v0").action_space


def test_actions_have_meanings():
    env = gym.make(REPLAY).unwrapped
    meanings = env.action_meanings()
    assert len(meanings) == len(set(meanings)) == env.action_space.n
    assert meanings[:2] == ["kind tile", "kind tile_parallel"]
    kinds, sizes = meanings.index("size 0"), meanings.index("loop 0")
    assert all(text.startswith("kind ") for text in meanings[:kinds])
    assert meanings[-1] == "loop 7"
    _, info = env.reset(seed=0)
    env.step(meanings.index("kind done"))
    assert info["action_mask"][meanings.index("kind done")]
    joint = gym.make(REPLAY, actions="joint").unwrapped
    rows = joint.action_meanings()
    assert [len(texts) for texts in rows] == joint.action_space.nvec.tolist()
    assert (rows[0], rows[1], rows[-1]) == (
        meanings[:kinds],
        meanings[kinds:sizes],
        meanings[sizes:],
    )
    mlir_rl = gym.make("MlirGym/MlirRl-v0").unwrapped.action_meanings()
    assert mlir_rl[0] == ["NT", "T", "TP", "TPF", "I", "V"]
    assert (mlir_rl[12][-1], mlir_rl[13][1], mlir_rl[36][0]) == (
        "T size 64",
        "TP size 1",
        "TPF size 0",
    )
    assert mlir_rl[37][3] == "loop 3"


def test_only_what_is_recorded_is_legal_where_that_is_asked_for():
    recorded = mlirgym.ScheduleEnv(
        programs=PROGRAMS[:1], execution=replay(), recorded=True, **SPACE
    )
    free = mlirgym.ScheduleEnv(programs=PROGRAMS[:1], execution=replay(), **SPACE)
    everything = mlirgym.ScheduleEnv(programs=PROGRAMS[:1], execution=replay())
    # Every schedule of the small space is recorded. The masks leave out detours alone, such as an
    # interchange that changes nothing.
    for env in (recorded, free, everything):
        env.reset(seed=0)
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(300):
        legal_here = recorded.action_masks()
        assert legal_here.sum() >= 0.5 * (legal_here | free.action_masks()).sum()
        assert not (legal_here & ~free.action_masks()).any()
        action = int(rng.choice(np.flatnonzero(legal_here)))
        one, two = recorded.step(action), free.step(action)
        assert [*one[1:4]] == [*two[1:4]]
        np.testing.assert_array_equal(one[0], two[0])
        if one[2]:
            ends += 1
            assert mlirgym.statuses()[one[-1]["status"]] != "not_cached"
            recorded.reset()
            free.reset()
    assert ends > 20
    # And in the whole space they are fewer.
    narrow = mlirgym.ScheduleEnv(programs=PROGRAMS[:1], execution=replay(), recorded=True)
    narrow.reset(seed=0)
    legal, all_legal = narrow.action_masks(), everything.action_masks()
    assert (legal & ~all_legal).sum() == 0 and 0 < legal.sum() < all_legal.sum()
    forbidden = int(np.flatnonzero(all_legal & ~legal)[0])
    before = narrow.snapshot()
    _, reward, *_, info = narrow.step(forbidden)
    assert info["illegal"] and reward == -1
    other = pickle.loads(pickle.dumps(narrow))
    np.testing.assert_array_equal(other.action_masks(), legal)
    narrow.step(legal.argmax())
    narrow.restore(before)
    np.testing.assert_array_equal(narrow.action_masks(), legal)
    with pytest.raises(ValueError, match="no schedule of program relu_12_20 is recorded"):
        mlirgym.ScheduleEnv(programs=["relu_12_20"], execution=replay(), recorded=True)
    with pytest.raises(ValueError, match="not of 'joint'; leave out recorded"):
        mlirgym.ScheduleEnv(programs=PROGRAMS, execution=replay(), recorded=True, actions="joint")


# --- infos


def test_infos_have_a_dtype_for_each_key():
    env = gym.make(REPLAY).unwrapped
    _, info = env.reset(seed=0)
    while True:
        assert {name: value.dtype.kind for name, value in info.items()} == {
            "action_mask": "i",
            "program": "i",
            "illegal": "b",
            "timed": "b",
            "status": "i",
            "median_ns": "f",
            "speedup": "f",
            "uncertainty": "f",
            "noisy": "b",
            "cache_hit": "b",
        }
        if info["timed"]:
            break
        *_, info = env.step(legal(info["action_mask"]))
    assert f"{info['speedup']:.2f} {info['status']:d}" and env.programs[info["program"]]


@pytest.mark.parametrize("options", [{}, {"details": True}, {"actions": "joint"}])
def test_infos_have_the_same_keys_and_types_always(options):
    env = gym.make(REPLAY, **options).unwrapped
    env.action_space.seed(0)
    _, info = env.reset(seed=0)
    nullable = {"measurement"}
    kinds = {key: type(value) for key, value in info.items() if key not in nullable}
    ends = 0
    for _ in range(1000):
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
        assert {k: type(v) for k, v in info.items() if k not in nullable} == kinds
        assert info["timed"] == (info["status"] >= 0) == terminated
        assert info["action_mask"].any()
        if terminated or truncated:
            ends += 1
            _, info = env.reset()
            assert {k: type(v) for k, v in info.items() if k not in nullable} == kinds
    assert ends > 5
    assert (set(kinds) >= {"schedule", "program_name"}) == ("details" in options)


def test_infos_of_an_end_say_what_was_measured():
    env = gym.make(REPLAY, details=True).unwrapped
    _, info = env.reset(seed=0)
    terminated = False
    while not terminated:
        *_, terminated, _, info = env.step(legal(info["action_mask"]))
    measurement = info["measurement"]
    assert mlirgym.statuses()[info["status"]] == measurement.status == "ok"
    assert info["median_ns"] == measurement.median_ns > 0
    assert info["speedup"] > 0
    assert measurement.uncertainty < info["uncertainty"]  # with that of the baseline
    assert info["noisy"] == (info["uncertainty"] > 0.05)
    assert info["schedule"] == env.schedule
    assert info["program_name"] == env.programs[info["program"]].name


def assert_same(one, two, where=""):
    assert type(one) is type(two), where
    if isinstance(one, dict):
        assert one.keys() == two.keys(), where
        for key in one:
            assert_same(one[key], two[key], f"{where}.{key}")
    elif isinstance(one, (tuple, list)) or (isinstance(one, np.ndarray) and one.dtype.hasobject):
        for left, right in zip(one, two, strict=True):
            assert_same(left, right, where)
    elif isinstance(one, np.ndarray):
        assert one.dtype == two.dtype, where
        np.testing.assert_array_equal(one, two, err_msg=where)
    elif isinstance(one, mlirgym.Measurement):
        assert one.median_ns == two.median_ns
    else:
        assert one == two, where


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"details": True},
        {"dict_observation": "tianshou"},
        {"actions": "joint", "max_decisions": 3},
        {"dict_observation": "tianshou", "max_decisions": 3},
    ],
)
def test_a_native_vector_is_gymnasiums_own(mode, options):
    native = gym.make_vec(REPLAY, num_envs=3, autoreset_mode=mode, **options)
    own = gym.make_vec(
        REPLAY,
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **options,
    )
    assert native.observation_space == own.observation_space
    assert native.action_space == own.action_space
    native.action_space.seed(0)
    one, two = native.reset(seed=4), own.reset(seed=4)
    assert_same(one, two)
    ends = 0
    for step in range(150):
        actions = native.action_space.sample()
        if "actions" not in options and step % 3:
            actions = np.array([legal(mask) for mask in one[-1]["action_mask"]])
        one, two = native.step(actions), own.step(actions)
        ends += int((one[2] | one[3]).sum())
        assert_same(one, two, f"step {step}")
    assert ends > 5


def test_no_objects_and_no_empty_masks_reach_a_trainer():
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED):
        envs = gym.make_vec(REPLAY, num_envs=4, autoreset_mode=mode, dict_observation="torchrl")
        observations, infos = envs.reset(seed=0)
        for _ in range(60):
            for key, column in infos.items():
                assert column.dtype.kind in "biuf", key
            assert infos["action_mask"].any(axis=1).all()
            assert observations["action_mask"].any(axis=1).all()
            assert envs.action_masks().any(axis=1).all()
            actions = [legal(mask) for mask in infos["action_mask"]]
            observations, _, terminated, truncated, infos = envs.step(actions)
            ended = terminated | truncated
            if mode == AutoresetMode.DISABLED and ended.any():
                observations, infos = envs.reset(options={"reset_mask": ended})
                np.testing.assert_array_equal(infos["_program"], ended)


def test_what_a_step_returned_is_the_callers():
    # Trainers keep observations, and write to them.
    for env, choose in (
        (gym.make(REPLAY), legal),
        (gym.make_vec(REPLAY, num_envs=3), lambda masks: [legal(mask) for mask in masks]),
    ):
        observation, info = env.reset(seed=0)
        kept = []
        for _ in range(40):
            action = choose(info["action_mask"])
            for array in (observation, *info.values()):
                if isinstance(array, np.ndarray):
                    assert array.flags.writeable
            kept.append((copy.deepcopy((observation, info)), (observation, info)))
            observation, _, terminated, _, info = env.step(action)
            if terminated is True:
                observation, info = env.reset()
        for before, now in kept:
            assert_same(before, now)
        # Nothing that is written to them reaches the environment.
        twin = copy.deepcopy(env)
        action = choose(info["action_mask"])
        for array in (observation, *info.values()):
            if isinstance(array, np.ndarray):
                array[...] = 1
        assert_same(env.step(action), twin.step(action))


@pytest.mark.parametrize("integer", [int, np.int64, np.int32, lambda one: np.array([one])])
def test_any_integer_is_an_action(integer):
    env, other = gym.make(REPLAY).unwrapped, gym.make(REPLAY).unwrapped
    _, info = env.reset(seed=0)
    other.reset(seed=0)
    action = legal(info["action_mask"])
    assert_same(env.step(integer(action)), other.step(action))
    for wrong in (-1, 10**6):
        with pytest.raises(ValueError, match=f"action {wrong} is not a choice"):
            env.step(integer(wrong))
    with pytest.raises(ValueError, match="give integers"):
        env.step(True)


# --- drawing of actions


def test_legal_actions_are_drawn_alike():
    masks = np.zeros((6000, 7), np.int8)
    masks[:, [1, 4, 6]] = 1
    masks[0] = np.arange(7) == 5
    drawn = mlirgym.sample_legal(masks, np.random.default_rng(0))
    assert drawn.shape == (6000,) and drawn.dtype == np.int64
    assert drawn[0] == 5
    counts = np.bincount(drawn[1:], minlength=7)
    assert counts[[0, 2, 3, 5]].sum() == 0
    assert counts[[1, 4, 6]].min() > 1800
    again = mlirgym.sample_legal(masks.astype(bool), np.random.default_rng(0))
    np.testing.assert_array_equal(drawn, again)


@pytest.mark.parametrize("actions", ["flat", "joint"])
def test_what_is_drawn_is_legal(actions):
    options = {"actions": actions, "execution": replay(), **SPACE}
    envs = mlirgym.ScheduleVectorEnv(5, programs=PROGRAMS, **options)
    dimensions = None if actions == "flat" else envs.single_action_space.nvec
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    for _ in range(50):
        masks = infos["action_mask"]
        drawn = mlirgym.sample_legal(masks, rng, dimensions)
        assert envs.action_space.contains(drawn)
        for mask, row in zip(masks, drawn, strict=True):
            parts = [mask] if dimensions is None else mlirgym.split_mask(mask, dimensions)
            assert all(part[choice] for part, choice in zip(parts, np.atleast_1d(row), strict=True))
        *_, infos = envs.step(drawn)
        if actions == "flat":
            assert not infos["illegal"].any()


def test_a_mask_without_a_choice_is_refused():
    with pytest.raises(ValueError, match="mask 1 has no legal choice"):
        mlirgym.sample_legal(np.array([[1, 0], [0, 0]], np.int8), np.random.default_rng(0))


# --- vectors and copies


def test_gymnasium_without_modes_of_autoreset_is_enough():
    # As 1.0 is, which others pin.
    script = """if True:
        import gymnasium.vector
        del gymnasium.vector.AutoresetMode
        import mlirgym
        for mode in ("NextStep", "SameStep"):
            envs = mlirgym.ScheduleVectorEnv(2, "tiny", autoreset_mode=mode)
            _, infos = envs.reset(seed=0)
            envs.step([mask.argmax() for mask in infos["action_mask"]])
            print(envs.metadata["autoreset_mode"].value)
    """
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["NextStep", "SameStep"]


def test_who_does_not_reset_learns_how_to():
    envs = gym.make_vec(REPLAY, num_envs=2, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = envs.reset(seed=0)
    ended = np.zeros(2, bool)
    while not ended.any():
        actions = [legal(mask) for mask in infos["action_mask"]]
        _, _, terminated, truncated, infos = envs.step(actions)
        ended = terminated | truncated
    before = envs.snapshot()
    for step in (envs.step, envs.send):
        with pytest.raises(gym.error.ResetNeeded) as raised:
            step([0, 0])
        assert "AutoresetMode.DISABLED" in str(raised.value)
        assert "call reset(options={'reset_mask': terminated | truncated})" in str(raised.value)
    assert envs.snapshot() == before
    envs.reset(options={"reset_mask": ended})
    envs.step([legal(mask) for mask in envs.action_masks()])


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("started", [False, True])
def test_vectors_are_pickled_and_copied_and_continue_identically(mode, started):
    envs = gym.make_vec(REPLAY, num_envs=3, autoreset_mode=mode)
    if started:
        _, infos = envs.reset(seed=3)
        *_, infos = envs.step([first_legal(mask) for mask in infos["action_mask"]])
    twins = [pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs)]
    everyone = [envs, *twins]
    if not started:
        for each in everyone:
            with pytest.raises(gym.error.ResetNeeded):
                each.step([0, 0, 0])
        seeds = [each.reset()[1]["program"].tolist() for each in everyone]
        assert len(seeds) == 3
        return
    for _ in range(40):
        actions = [first_legal(mask) for mask in envs.action_masks()]
        steps = [each.step(actions) for each in everyone]
        for step in steps[1:]:
            assert_same(step, steps[0])
        ended = steps[0][2] | steps[0][3]
        if mode == AutoresetMode.DISABLED and ended.any():
            resets = [each.reset(options={"reset_mask": ended})[0] for each in everyone]
            np.testing.assert_array_equal(resets[0], resets[1])
            np.testing.assert_array_equal(resets[0], resets[2])


def test_a_vector_goes_back_to_a_snapshot_or_stays_as_it_is():
    envs = ReplayVectorEnv(2)
    with pytest.raises(gym.error.ResetNeeded):
        envs.snapshot()
    envs.reset(seed=0)
    before = envs.snapshot()
    envs.step([legal(mask) for mask in envs.action_masks()])
    after = envs.snapshot()
    with pytest.raises(ValueError, match="not one that this version"):
        envs.restore([before[0], b"damaged"])
    with pytest.raises(ValueError, match="2 environments"):
        envs.restore(before[:1])
    assert envs.snapshot() == after != before
    envs.restore(before)
    assert envs.snapshot() == before
    envs.send([legal(mask) for mask in envs.action_masks()])
    with pytest.raises(gym.error.AlreadyPendingCallError, match="recv"):
        pickle.dumps(envs)
    envs.recv()


@pytest.mark.parametrize("mode", ["vector_entry_point", "sync", "async"])
def test_make_vec_in_every_mode_with_wrappers(mode):
    wrappers = gym.wrappers.vector
    envs = gym.make_vec(REPLAY, num_envs=2, vectorization_mode=mode)
    envs = wrappers.RecordEpisodeStatistics(envs)
    envs = wrappers.NormalizeReward(wrappers.NormalizeObservation(envs))
    envs = wrappers.DictInfoToList(envs)
    _, infos = envs.reset(seed=0)
    episodes = 0
    for _ in range(40):
        actions = [legal(info["action_mask"]) for info in infos]
        _, rewards, *_, infos = envs.step(np.array(actions))
        assert np.isfinite(rewards).all()
        episodes += sum("episode" in info for info in infos)
        assert all({"action_mask", "program", "speedup"} <= info.keys() for info in infos)
    assert episodes > 3
    envs.close()


def test_processes_measure_for_themselves():
    envs = gym.make_vec("MlirGym/Tiny-v0", num_envs=2)  # threads, before there is a fork
    envs.reset(seed=0)
    envs.step(envs.action_space.sample())
    done = gym.make("MlirGym/Tiny-v0").unwrapped.action_meanings().index("kind done")
    envs = gym.make_vec("MlirGym/Tiny-v0", num_envs=2, vectorization_mode="async")
    _, infos = envs.reset(seed=[0, 1])
    timed = np.zeros(2, bool)
    for _ in range(8):
        *_, infos = envs.step(np.array([done, done]))
        timed |= infos["timed"] & (infos["median_ns"] > 0)
    assert timed.all()
    envs.close()


@pytest.mark.parametrize("options", [{}, {"actions": "joint"}, {"dict_observation": "tianshou"}])
def test_numpy_to_torch(options):
    torch = pytest.importorskip("torch")
    env = gym.wrappers.NumpyToTorch(gym.make(REPLAY, **options))
    _, info = env.reset(seed=0, options={"program": 1})
    assert int(info["program"]) == 1
    for _ in range(30):
        action = torch.tensor(env.action_space.sample())
        *_, terminated, truncated, info = env.step(action)
        assert all(isinstance(value, torch.Tensor) for value in info.values())
        if terminated or truncated:
            env.reset()
    for mode in ("vector_entry_point", "sync"):
        envs = gym.wrappers.vector.NumpyToTorch(
            gym.make_vec(REPLAY, num_envs=2, vectorization_mode=mode, **options)
        )
        envs.reset(seed=0)
        for _ in range(30):
            _, rewards, *_, infos = envs.step(torch.tensor(envs.action_space.sample()))
            assert isinstance(rewards, torch.Tensor)
            assert all(isinstance(value, torch.Tensor) for value in infos.values())


# --- the end of an episode


@pytest.mark.parametrize("name", IDS)
def test_an_episode_of_illegal_actions_ends(name):
    env = gym.make(name).unwrapped
    env.reset(seed=0)
    space = env.action_space
    action = space.nvec - 1 if isinstance(space, gym.spaces.MultiDiscrete) else illegal(env)
    steps, truncated = 0, False
    while not truncated:
        *_, terminated, truncated, info = env.step(action)
        assert info["illegal"] and not terminated
        steps += 1
        assert steps < 100_000
    operations = len(env.programs[info["program"]].operations)
    assert steps % operations == 0 and 10 <= steps // operations <= 200


@pytest.mark.parametrize("options", [{}, {"actions": "joint"}, {"preset": "mlir-rl"}])
def test_the_limit_grows_with_the_operations_and_can_be_chosen(options, live_execution):
    def length(name, **more):
        env = mlirgym.ScheduleEnv(programs=[name], execution=live_execution, **options, **more)
        env.reset(seed=0)
        action = env.action_space.nvec - 1 if options else illegal(env)
        for step in range(1, 2000):
            if env.step(action)[3]:
                return step
        return None

    one, four = length("relu_12_20"), length("softmax_12_20")
    assert four == 4 * one
    assert length("relu_12_20", max_decisions=7) == 7
    assert length("relu_12_20", max_decisions=0) is None


def test_make_vec_limits_episodes_by_gymnasiums_name():
    envs = gym.make_vec(REPLAY, num_envs=2, max_episode_steps=3)
    envs.reset(seed=0)
    bad = [illegal(ReplayEnvAt(envs, i)) for i in range(2)]
    for step in range(3):
        *_, truncated, _ = envs.step(bad)
        assert truncated.all() == (step == 2)


class ReplayEnvAt:
    """One environment of a vector, as far as `illegal` looks."""

    def __init__(self, envs, index):
        self.envs, self.index = envs, index

    def action_masks(self):
        return self.envs.action_masks()[self.index]


# --- rendering


def test_the_render_modes_are_declared_for_environments_and_vectors():
    for maker in (ReplayEnv, ReplayVectorEnv, mlirgym.ScheduleEnv, mlirgym.ScheduleVectorEnv):
        assert set(maker.metadata["render_modes"]) == {"human", "ansi", "rgb_array"}


def test_a_picture_shows_what_has_changed():
    pytest.importorskip("PIL")
    env = gym.make(REPLAY, render_mode="rgb_array")
    _, info = env.reset(seed=0)
    frames = [env.render()]
    over = False
    while not over:
        *_, terminated, truncated, info = env.step(legal(info["action_mask"]))
        over = terminated or truncated
    frames.append(env.render())
    for frame in frames:
        assert frame.shape == (HEIGHT, WIDTH, 3) and frame.dtype == np.uint8
        assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 10, "not a blank page"
    assert (frames[0] != frames[1]).any()


def test_pictures_of_long_programs_and_of_failures(live_execution):
    pytest.importorskip("PIL")
    from mlirgym.envs.picture import draw

    def operation(index):
        return {
            "tag": f"op{index}",
            "kind": "linalg.generic" * 9,
            "around": [(True, 2**40, 2**20)] * 12,
            "loops": [(False, 2**40, True), (True, 1, False)],
            "fused_into": index - 1,
            "vectorized": True,
            "current": index == 120,
        }

    nothing = {"status": "", "median": 0.0, "amount": "-"}
    scene = {
        "program": "p" * 300,
        "schedule": "op0: vectorize " * 50,
        "operations": [operation(index) for index in range(200)],
        "baseline": nothing,
        "timing": {"status": "crashed", "median": 0.0, "amount": "-"},
        "over": False,
    }
    assert draw(scene).shape == (HEIGHT, WIDTH, 3)
    current = np.array([255, 243, 196])
    assert (draw(scene) == current).all(axis=-1).any(), "the operation to act on is in sight"


def test_rendering_as_text_to_the_screen_and_of_vectors(capsys):
    pytest.importorskip("PIL")
    env = gym.make(REPLAY, render_mode="human")
    env.reset(seed=0)
    assert "op0" in capsys.readouterr().out
    env.step(legal(env.unwrapped.action_masks()))
    assert "op0" in capsys.readouterr().out
    assert env.render() is None
    envs = gym.make_vec(REPLAY, num_envs=2, render_mode="rgb_array")
    envs.reset(seed=0)
    assert [frame.shape for frame in envs.render()] == [(HEIGHT, WIDTH, 3)] * 2
    capsys.readouterr()
    envs = gym.make_vec(REPLAY, num_envs=2, render_mode="human")
    envs.reset(seed=0)
    assert capsys.readouterr().out.count("program:") == 2
    frames = gym.make(REPLAY, render_mode="rgb_array_list")
    frames.reset(seed=0)
    assert len(frames.render()) == 1


def test_without_pillow_only_pictures_are_lost(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    env = ReplayEnv(render_mode="rgb_array")
    env.reset(seed=0)
    with pytest.raises(gym.error.DependencyNotInstalled, match="pip install pillow"):
        env.render()
