"""Offline data: environments over them, and the data sets of Minari that are made of them."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import mlirgym
import mlirgym.data
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from mlirgym import _core
from mlirgym.data.offline_env import (
    OfflineEnv,
    OfflineVectorEnv,
    description_file,
    offline_description,
)
from recorded import EXEC_DATA, PROGRAMS

SUITES = offline_description()["suites"]
SEARCHED = description_file().parent / offline_description()["exec_data"]


@pytest.fixture
def own(tmp_path):
    """Exec data with a few schedules of two programs."""
    file = tmp_path / "own.db"
    shutil.copy(EXEC_DATA, file)
    with sqlite3.connect(file) as data:
        data.execute("DELETE FROM measurements WHERE schedule != '' AND id % 30 != 0")
    return {"exec_data": file, "programs": PROGRAMS}


def play(env, program, decisions):
    observation, info = env.reset(options={"program": program})
    observations, masks, rewards, terminated = [observation], [info["action_mask"]], [], False
    for decision in decisions:
        assert not terminated
        assert info["action_mask"][decision] == 1
        observation, reward, terminated, truncated, info = env.step(decision)
        assert not truncated
        observations.append(observation)
        masks.append(info["action_mask"])
        rewards.append(reward)
    assert terminated
    return np.stack(observations), np.stack(masks), np.array(rewards), info


# The data that come with mlirgym.


def test_the_offline_data_are_small_and_of_no_test_programs():
    assert sum(file.stat().st_size for file in SEARCHED.parent.iterdir()) <= 45e6
    with sqlite3.connect(f"file:{SEARCHED}?mode=ro", uri=True) as data:
        names = {name for (name,) in data.execute("SELECT name FROM programs")}
        assert data.execute("PRAGMA journal_mode").fetchone() == ("delete",), "compact it"
    known, test = (
        {name for suite in SUITES for name in mlirgym.suite_programs(suite, split)}
        for split in ("all", "test")
    )
    assert names <= known - test


@pytest.mark.parametrize("suite", SUITES)
def test_offline_environments_reward_what_was_measured(suite):
    env = gym.make(mlirgym.data.offline_id(suite))
    inner = env.unwrapped
    assert {program.name for program in inner.programs} <= set(
        mlirgym.suite_programs(suite, "train")
    )
    texts = _core.stored_schedules(str(SEARCHED), 1)
    gains = []
    for index, program in list(enumerate(inner.programs))[::20]:
        env.reset(options={"program": index})
        for text in sorted(texts[program.key])[::25]:
            *_, rewards, info = play(env, index, inner.decisions(text))
            assert inner.schedule == text
            status = mlirgym.statuses()[info["status"]]
            assert status in ("ok", "too_slow", "crashed")
            assert info["cache_hit"]
            expected = np.log(info["speedup"]) if status == "ok" else -5
            assert rewards.sum() == pytest.approx(expected)
            gains.append(rewards.sum())
    assert max(gains) > 1


def test_offline_environments_are_gymnasiums():
    check_env(gym.make("MlirGym/Offline-Chains-v0").unwrapped)
    envs = gym.make_vec("MlirGym/Offline-Chains-v0", num_envs=3)
    assert isinstance(envs.unwrapped, OfflineVectorEnv)
    assert len(envs.unwrapped.programs) == 88
    assert len(gym.make("MlirGym/Offline-v0").unwrapped.programs) == 350


def test_the_machine_that_was_measured_is_observed(own):
    machine = offline_description()["environment"]["machine"]
    other = {"l2_bytes": 2 * machine["l2_bytes"], "vector_bits": 128}
    one = OfflineEnv(**own, machine=machine)
    two = OfflineEnv(**own, machine={**machine, **other})
    differ = np.flatnonzero(
        one.reset(options={"program": 0})[0] != two.reset(options={"program": 0})[0]
    )
    spec = {entry["name"]: entry["offset"] for entry in one.observation_spec}
    # The fit of tiles in a cache is another feature.
    footprint = range(spec["loops.footprint"], spec["loops.lane_loop"])
    assert [index for index in differ.tolist() if index not in footprint] == [
        spec["machine.vector_bits"],
        spec["machine.caches"] + 1,
    ]
    chains = OfflineEnv("chains")
    offline = {entry["name"]: entry["offset"] for entry in chains.observation_spec}
    l1 = chains.reset(seed=0)[0][offline["machine.caches"]]
    assert l1 == pytest.approx(np.log2(machine["l1_bytes"]) / 32)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"suite": "mlp"}, ValueError, "choose one of single-ops, chains, odd"),
        ({"exec_data": SEARCHED}, ValueError, "exactly one of suite and programs"),
        ({"suite": "chains", "split": "test"}, ValueError, "no timing .* of 16 programs"),
        ({"suite": "chains", "threads": 2}, ValueError, "with threads=2"),
        ({"suite": "chains", "exec_data": "/nowhere.db"}, mlirgym.ExecutionError, "/nowhere.db"),
        ({"suite": "chains", "machine": {"l9_bytes": 1}}, ValueError, "unknown feature 'l9_bytes'"),
        ({"suite": "chains", "machine": {"l2_bytes": 0}}, ValueError, "l2_bytes is 0"),
        ({"suite": "chains", "machine": 3}, TypeError, "a dict of integers"),
    ],
)
def test_what_offline_environments_refuse(arguments, error, message):
    with pytest.raises(error, match=message):
        OfflineEnv(**arguments)


# Decisions of a schedule.


@pytest.mark.filterwarnings("ignore:replay")
def test_decisions_lead_to_a_schedule(matmul_relu):
    env = mlirgym.ScheduleEnv(programs=[matmul_relu], execution=mlirgym.Execution(replay=True))
    with pytest.raises(gym.error.ResetNeeded):
        env.decisions("")
    _, info = env.reset(seed=0)
    text = "op1: tile_fuse(8,16) vectorize; op0: tile(0,0,4) vectorize"
    decisions = env.decisions(text)
    assert env.schedule == ""
    *_, info = play(env, 0, decisions)
    assert env.schedule == text
    assert mlirgym.statuses()[info["status"]] == "not_cached"
    with pytest.raises(mlirgym.ScheduleError, match="5"):
        env.decisions("op1: tile(5,0)")  # no size of the action space
    with pytest.raises(mlirgym.ScheduleError):
        env.decisions("op7: vectorize")
    with pytest.raises(TypeError):
        env.decisions(3)


@pytest.mark.filterwarnings("ignore:replay")
def test_decisions_are_those_of_flat_actions(matmul_relu):
    replay = mlirgym.Execution(replay=True)
    env = mlirgym.ScheduleEnv(programs=[matmul_relu], execution=replay, actions="joint")
    env.reset(seed=0)
    with pytest.raises(ValueError, match="actions='flat'"):
        env.decisions("")


# Data sets of Minari.


@pytest.fixture
def minari(tmp_path, monkeypatch):
    pytest.importorskip("h5py", reason="the extra 'offline' is not installed")
    pytest.importorskip("PIL", reason="the extra 'offline' is not installed")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))
    return pytest.importorskip("minari", reason="the extra 'offline' is not installed")


def episodes_of(dataset):
    facts = dataset.storage.get_episode_metadata(dataset.episode_indices)
    return list(zip(dataset.iterate_episodes(), facts, strict=True))


def test_a_data_set_has_an_episode_for_each_timing(minari, own):
    seen = []
    made = mlirgym.data.make_dataset(**own, progress=seen.append)
    assert [each["programs"] for each in seen] == [1, 2]
    dataset = minari.load_dataset("mlirgym/programs/own-v0")
    texts = _core.stored_schedules(str(own["exec_data"]), 1)
    assert len(dataset) == len(made) == seen[-1]["episodes"] == sum(map(len, texts.values())) > 50
    assert dataset.storage.metadata["episodes_left_out"] == 0

    env = dataset.recover_environment().unwrapped
    assert isinstance(env, OfflineEnv)
    assert [program.name for program in env.programs] == own["programs"]
    assert dataset.observation_space == env.observation_space
    assert dataset.action_space == env.action_space
    best = {}
    for episode, facts in episodes_of(dataset):
        program = facts["options"]["program"]
        observations, masks, rewards, info = play(env, program, episode.actions)
        assert env.schedule == facts["schedule"]
        np.testing.assert_array_equal(episode.observations, observations)
        np.testing.assert_array_equal(episode.infos["action_mask"], masks)
        np.testing.assert_array_equal(episode.rewards, rewards)
        assert episode.terminations.tolist() == [False] * (len(rewards) - 1) + [True]
        assert not episode.truncations.any()
        assert facts["status"] == mlirgym.statuses()[info["status"]]
        assert (facts["speedup"], facts["median_ns"]) == (info["speedup"], info["median_ns"])
        best[program] = max(best.get(program, 0), rewards.sum())
    scores = minari.get_normalized_score(dataset, np.array([0, np.mean(list(best.values()))]))
    assert scores.tolist() == pytest.approx([0, 1])


def test_the_same_timings_give_the_same_data_set(minari, own, tmp_path):
    first = mlirgym.data.make_dataset(**own).storage.metadata
    # The same timings in two files, with some in both, and in another order.
    parts = [tmp_path / "b.db", tmp_path / "a.db"]
    for part, remainder in zip(parts, (0, 1), strict=True):
        shutil.copy(own["exec_data"], part)
        with sqlite3.connect(part) as data:
            data.execute(
                "DELETE FROM measurements WHERE schedule != '' AND id / 30 % 3 = ?", [remainder]
            )
    again = mlirgym.data.make_dataset(
        programs=own["programs"], exec_data=parts, name="mine/again-v0"
    )
    assert again.storage.metadata["digest"] == first["digest"]
    assert list(minari.list_local_datasets()) == ["mine/again-v0", "mlirgym/programs/own-v0"]
    other = mlirgym.data.make_dataset(**own, out=tmp_path / "other", reward="immediate")
    assert other.storage.metadata["digest"] != first["digest"]
    assert other.recover_environment().spec.kwargs["reward"] == "immediate"


def test_schedules_that_do_not_fit_are_counted(minari, own):
    dataset = mlirgym.data.make_dataset(**own, tile_sizes=[0, 8])
    facts = dataset.storage.metadata
    stored = sum(map(len, _core.stored_schedules(str(own["exec_data"]), 1).values()))
    assert 0 < len(dataset) < stored
    assert facts["episodes_left_out"] == stored - len(dataset)
    assert "matmul_32_48_64: " in facts["first_left_out"]


def test_a_data_set_is_replaced_only_on_request_and_made_whole(minari, own, tmp_path):
    folder = tmp_path / "datasets"
    with pytest.raises(KeyboardInterrupt):
        mlirgym.data.make_dataset(**own, progress=lambda done: False)
    assert list(folder.iterdir()) == []
    mlirgym.data.make_dataset(**own)
    with pytest.raises(FileExistsError, match="replace=True"):
        mlirgym.data.make_dataset(**own)
    mlirgym.data.make_dataset(**{**own, "programs": own["programs"][:1]}, replace=True)
    facts = minari.load_dataset("mlirgym/programs/own-v0").storage.metadata
    assert facts["num_episodes_average_score"] == 1
    assert os.environ["MINARI_DATASETS_PATH"] == str(folder)


def test_a_suite_is_evaluated_live_on_its_test_programs(minari, tmp_path):
    # A copy with few timings replaces the included data.
    few = tmp_path / "few.db"
    shutil.copy(SEARCHED, few)
    with sqlite3.connect(few) as data:
        data.execute("DELETE FROM measurements WHERE schedule != ''")
    dataset = mlirgym.data.make_dataset("chains", exec_data=few)
    assert dataset.id == "mlirgym/chains/own-v0"
    assert len(dataset) == 88
    live = dataset.recover_environment(eval_env=True).unwrapped
    assert not live.execution.replay
    assert [program.name for program in live.programs] == mlirgym.suite_programs("chains", "test")
    assert live.action_space == dataset.action_space
    assert live.observation_space == dataset.observation_space


def command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "mlirgym.data", *map(str, arguments)],
        capture_output=True,
        text=True,
    )


def test_one_command_makes_a_data_set(minari, own, tmp_path):
    arguments = ["--exec-data", own["exec_data"], "--program", *own["programs"]]
    arguments += ["--out", tmp_path / "out", "--name", "mine/few-v1"]
    made = command(*arguments)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("mine/few-v1: ")
    assert re.search(r"make_dataset: 100%.* 2/2 .*episodes=\d", made.stderr)
    again = command(*arguments)
    assert again.returncode == 1
    assert "--replace" in again.stderr
    assert command(*arguments, "--replace").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--exec-data", "/nowhere.db"], "/nowhere.db"),
        (["--suite", "nothing"], "no offline data of suite 'nothing'"),
        (["--split", "test"], "no timing of the untransformed program"),
        (["--threads", "2"], "with threads=2"),
        (["--name", "../escape-v0"], "'../escape-v0' is no name of a data set"),
        (["--name", "versionless"], "write namespace/name-v0"),
    ],
)
def test_the_command_says_what_is_wrong(minari, arguments, message):
    result = command(*arguments)
    assert result.returncode == 1
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_help_states_the_default_of_every_option():
    from mlirgym.data.offline import _parser

    for option in _parser()._actions:
        if option.dest != "help":
            assert "[default: " in option.help, option.dest


def test_without_minari_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(ImportError, match=r"pip install 'minari\[hdf5\]' pillow"):
        mlirgym.data.make_dataset("chains")
    with pytest.raises(ImportError, match=r"minari\[hdf5\]"):
        mlirgym.data.load_dataset("chains")


def test_behaviour_cloning_imitates_the_best_schedules(minari, own, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(Path(__file__).parents[3] / "examples" / "python")
    import offline_bc

    dataset = mlirgym.data.make_dataset(**own)
    chosen = offline_bc.best_episodes(dataset, most=3)
    facts = list(dataset.storage.get_episode_metadata(dataset.episode_indices))
    by_program = {}
    for each in facts:
        name = each["options"]["program"]
        by_program[name] = max(by_program.get(name, 0), each["speedup"])
    assert {facts[index]["options"]["program"] for index in chosen} == set(by_program)
    for index in chosen:
        assert facts[index]["speedup"] >= by_program[facts[index]["options"]["program"]] / 1.2
    # With one schedule to imitate for each program there is nothing to confuse.
    env = dataset.recover_environment()
    speedup = offline_bc.run(dataset, env, most=1, epochs=60, seed=0)
    assert speedup == pytest.approx(np.exp(np.mean(np.log(list(by_program.values())))))
