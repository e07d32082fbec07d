"""Train an algorithm without action masks on recorded timings: no compiler, any machine.

Stable-Baselines3's PPO, A2C and DQN, and RecurrentPPO of sb3-contrib, have no masks, so they have
to learn which actions are legal; maskable_ppo.py shows the algorithm that has them.

Run: python examples/python/sb3.py [--algorithm DQN] [--steps 20000]
"""

import argparse

import mlirgym  # noqa: F401  (registers the environments)
import torch
from sb3_contrib import RecurrentPPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

SMALL = {"lstm_hidden_size": 64}
ALGORITHMS = {
    "PPO": (PPO, "MlpPolicy", {"n_steps": 64, "learning_rate": 1e-3}),
    "A2C": (A2C, "MlpPolicy", {"n_steps": 16}),
    "DQN": (DQN, "MlpPolicy", {"learning_starts": 200, "exploration_fraction": 0.5}),
    "RecurrentPPO": (
        RecurrentPPO,
        "MlpLstmPolicy",
        {"n_steps": 64, "n_epochs": 4, "learning_rate": 1e-3, "policy_kwargs": SMALL},
    ),
}

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--algorithm", choices=ALGORITHMS, default="PPO", help="[default: PPO]")
parser.add_argument("--steps", type=int, default=20_000, help="[default: %(default)s]")
given = parser.parse_args()
torch.set_num_threads(1)  # a small network is faster on one

# Each illegal action costs 1; an episode that does nothing else ends after 40.
envs = make_vec_env("MlirGym/Replay-v0", n_envs=4, seed=0, env_kwargs={"max_decisions": 40})
algorithm, policy, options = ALGORITHMS[given.algorithm]
agent = algorithm(policy, envs, gamma=1.0, seed=0, **options)


def mean_return():
    """Return the mean of 20 episodes: log speedups, less the price of illegal actions."""
    return evaluate_policy(agent, envs, n_eval_episodes=20, deterministic=False)[0]


print(f"untrained: mean return {mean_return():.2f}")
agent.learn(given.steps)
print(f"after {given.steps} steps: mean return {mean_return():.2f}")
