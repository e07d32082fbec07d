"""An agent that is trained on timings of a GPU, and shapes that it has not seen."""

import contextlib
import sqlite3

import gymnasium as gym
import mlirgym
import numpy as np
import pytest
from mlirgym.data import ReplayEnv, replay_description

pytest.importorskip("torch")

DESCRIPTION = replay_description("gpu")
TRAIN, TEST = (mlirgym.suite_programs(DESCRIPTION["suite"], split) for split in ("train", "test"))


def has_baselines():
    """Tell whether the program without a schedule was timed, to which speedups refer."""
    with contextlib.closing(sqlite3.connect(DESCRIPTION["exec_data"])) as data:
        query = "SELECT count(*) FROM measurements WHERE schedule = ''"
        return data.execute(query).fetchone()[0] >= len(TRAIN) + len(TEST)


pytestmark = pytest.mark.skipif(not has_baselines(), reason="the round had no baselines")


def play(env, choose):
    """Play one episode; return the log speedup."""
    observation, _ = env.reset()
    terminated = truncated = False
    reward = 0.0
    while not (terminated or truncated):
        mask = env.action_masks()
        observation, reward, terminated, truncated, _ = env.step(choose(observation, mask))
    return reward


def best_of_random(name, episodes, rng):
    """The best of some random episodes, on average over many searches."""
    env = ReplayEnv(recording="gpu", programs=[name])
    rewards = [play(env, lambda _, mask: int(rng.choice(np.flatnonzero(mask)))) for _ in range(60)]
    return float(np.mean([max(rng.choice(rewards, episodes)) for _ in range(400)]))


@pytest.fixture(scope="module")
def agent(tmp_path_factory):
    out = tmp_path_factory.mktemp("learned")
    mlirgym.learn(
        DESCRIPTION["exec_data"],
        programs=TRAIN,
        out=out,
        device=DESCRIPTION["device"],
        any_machine=True,
        epochs=40,
        hidden=[64],
        learning_rate=5e-3,
        best_per_program=3,
        **DESCRIPTION["options"],
    )
    return mlirgym.load_agent(out / "agent.pt")


def test_it_has_the_actions_of_a_gpu():
    env = gym.make("MlirGym/Replay-Gpu-v0", split="train").unwrapped
    assert "kind gpu_warps" in env.action_meanings()
    assert "kind tile_parallel" not in env.action_meanings()
    rng = np.random.default_rng(0)
    for _ in range(20):
        reward = play(env, lambda _, mask: int(rng.choice(np.flatnonzero(mask))))
        assert np.isfinite(reward)
        assert reward > -5  # each legal episode ends in a recorded timing


def test_a_trained_agent_beats_random_search_on_shapes_that_are_held_out(agent):
    assert not set(TRAIN) & set(TEST)
    rng = np.random.default_rng(1)
    of_agent, of_random = [], []
    for name in TEST:
        env = ReplayEnv(recording="gpu", programs=[name])
        of_agent.append(
            play(env, lambda x, mask: int(np.argmax(agent.logits(x[None], mask[None])[0])))
        )
        of_random.append(best_of_random(name, 3, rng))
    # One sample of the agent, and three of random search.
    assert np.mean(of_agent) > np.mean(of_random) + 0.02, (of_agent, of_random)
