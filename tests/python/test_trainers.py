"""Trainers of other projects accept the environments unchanged."""

import gymnasium as gym
import mlirgym  # noqa: F401 (registers the environments)
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy as evaluate_masked
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

REPLAY = "MlirGym/Replay-v0"


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [REPLAY, "MlirGym/Tiny-v0"])
@pytest.mark.parametrize("options", [{}, {"actions": "joint"}, {"dict_observation": True}])
def test_check_env_of_stable_baselines3(name, options):
    check_env(gym.make(name, **options))


def test_ppo_learns_is_evaluated_and_seen():
    envs = make_vec_env(REPLAY, n_envs=2, seed=0)
    policy = PPO("MlpPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, seed=0)
    policy.learn(64)
    # Without masks it takes illegal actions for ever; the limit of decisions ends the episode.
    mean, _ = evaluate_policy(policy, envs, n_eval_episodes=2)
    assert np.isfinite(mean)
    assert envs.render().dtype == np.uint8


@pytest.mark.parametrize(
    ("policy", "options"),
    [
        ("MlpPolicy", {}),
        ("MlpPolicy", {"actions": "joint"}),
        ("MlpPolicy", {"preset": "mlir-rl"}),
        ("MultiInputPolicy", {"dict_observation": True}),
    ],
)
def test_maskable_ppo_learns(policy, options, live_execution):
    name, more = REPLAY, options
    if "preset" in options:
        name, more = "MlirGym/Tiny-v0", {**options, "execution": live_execution}
    envs = make_vec_env(name, n_envs=2, seed=0, env_kwargs=more)
    agent = MaskablePPO(policy, envs, n_steps=16, batch_size=16, n_epochs=1, seed=0)
    agent.learn(64)
    mean, _ = evaluate_masked(agent, envs, n_eval_episodes=2)
    assert np.isfinite(mean)


def test_torchrl_steps_and_masks():
    import torchrl.envs as envs
    from torchrl.envs.utils import check_env_specs

    env = envs.GymEnv(REPLAY, dict_observation=True, categorical_action_encoding=True)
    check_env_specs(env)
    masked = envs.TransformedEnv(env, envs.ActionMask())
    rollout = masked.rollout(30, break_when_any_done=False)
    assert not (rollout["next", "reward"] == -1).any(), "nothing illegal was drawn"
    check_env_specs(envs.GymEnv(REPLAY))
    informed = envs.GymEnv(REPLAY, categorical_action_encoding=True).auto_register_info_dict()
    assert informed.reset()["program"].dtype == torch.int64
