"""First steps of the author of a trainer, only through Gymnasium."""

import json
import pickle
import subprocess
import sys

import gymnasium as gym
import mlirgym  # registers the environments
import numpy as np
import pytest

from strangers.commandline import own_environment

REPLAY = "MlirGym/Replay-v0"
#: Without the one whose actions and observations are text.
IDS = sorted({name for name in gym.registry if name.startswith("MlirGym/")} - {"MlirGym/Text-v0"})
#: The programs of eight episodes; the first reset has the seed given, if any.
DRAW = """
import json, sys, gymnasium as gym, mlirgym
env = gym.make("MlirGym/Quick-v0")
if len(sys.argv) > 1:
    env.reset(seed=int(sys.argv[1]))
programs = []
for _ in range(8):
    programs.append(str(env.reset()[1]["program"]))
print(json.dumps([programs, env.unwrapped.np_random_seed]))
"""


def in_a_process(cache, *arguments):
    process = subprocess.run(
        [sys.executable, "-c", DRAW, *map(str, arguments)],
        env=own_environment(cache),
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    return json.loads(process.stdout)


def test_unseeded_trainings_differ_from_process_to_process(cache):
    (one, seed), (two, other) = in_a_process(cache), in_a_process(cache)
    assert one != two and seed != other
    assert in_a_process(cache, 5)[0] == in_a_process(cache, 5)[0]


@pytest.mark.parametrize("name", IDS)
def test_an_unknown_keyword_is_a_type_error_with_its_name(name):
    with pytest.raises(
        TypeError, match=r"unexpected keyword argument 'max_decision'.*max_decisions"
    ):
        gym.make(name, max_decision=3)


def test_frames_are_drawn_for_those_who_ask():
    env = gym.make(REPLAY, render_mode="rgb_array")
    env.reset(seed=0)
    frame = env.render()
    assert frame.dtype == np.uint8 and frame.ndim == 3 and frame.shape[2] == 3
    assert len(np.unique(frame)) > 1, "a picture of nothing"


@pytest.mark.parametrize("name", IDS)
def test_an_agent_that_never_learns_the_rules_comes_to_an_end(name, cache, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    env = gym.make(name)
    _, info = env.reset(seed=1)
    for _ in range(100_000):
        mask = np.asarray(info["action_mask"], bool)
        action = int(np.flatnonzero(~mask)[0]) if not mask.all() else 0
        if isinstance(env.action_space, gym.spaces.MultiDiscrete):
            action = env.action_space.nvec - 1  # vectorize, too early
        *_, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return
    raise AssertionError("100,000 illegal actions, and the episode goes on")


@pytest.mark.parametrize("action", [99_999, -1, 0.7, "vectorize", None, [0, 1, 2], np.nan])
def test_what_is_no_action_is_an_error(action):
    env = gym.make(REPLAY)
    env.reset(seed=0)
    with pytest.raises((ValueError, TypeError, AssertionError, IndexError)):
        env.unwrapped.step(action)
    assert env.unwrapped.action_masks().any(), "and the episode goes on"


def test_infos_have_the_same_keys_in_resets_and_steps():
    env = gym.make(REPLAY)
    env.action_space.seed(0)
    _, info = env.reset(seed=0)
    keys = set(info)
    for _ in range(100):
        legal = np.flatnonzero(info["action_mask"])
        *_, terminated, truncated, info = env.step(int(legal[len(legal) // 2]))
        assert set(info) == keys
        if terminated or truncated:
            _, info = env.reset()
            assert set(info) == keys


def test_environments_and_vectors_survive_pickling():
    env = gym.make(REPLAY).unwrapped
    _, info = env.reset(seed=3)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    copy = pickle.loads(pickle.dumps(env))
    np.testing.assert_array_equal(copy.action_masks(), env.action_masks())
    legal = int(np.flatnonzero(env.action_masks())[-1])
    for first, second in zip(env.step(legal)[:4], copy.step(legal)[:4], strict=True):
        np.testing.assert_array_equal(first, second)

    envs = gym.make_vec(REPLAY, num_envs=3, vectorization_mode="vector_entry_point")
    envs.reset(seed=3)
    again = pickle.loads(pickle.dumps(envs.unwrapped))
    assert again.num_envs == 3


def test_vectors_of_gymnasium_and_our_own_give_masks_with_a_legal_action():
    for mode in ("sync", "vector_entry_point"):
        envs = gym.make_vec(REPLAY, num_envs=2, vectorization_mode=mode)
        _, infos = envs.reset(seed=0)
        for _ in range(60):
            masks = np.asarray(infos["action_mask"])
            assert masks.dtype != object and masks.any(axis=1).all()
            assert "_action_mask" in infos
            *_, infos = envs.step(np.array([int(np.flatnonzero(mask)[0]) for mask in masks]))


def test_a_callback_that_returns_nothing_stops_nothing(cache, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    calls = []
    found = mlirgym.optimize(
        "relu_4_8",
        agent="random",
        budget=4,
        execution=mlirgym.Execution(budget_ms=2),
        progress=lambda *state: calls.append(state),
    )
    assert found.samples == 4, found
