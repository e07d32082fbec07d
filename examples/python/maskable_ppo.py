"""Train MaskablePPO of sb3-contrib on recorded timings: no compiler, any machine.

Run: python examples/python/maskable_ppo.py [--steps 2000]
"""

import argparse

import gymnasium as gym
import mlirgym  # noqa: F401  (registers the environments)
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor


def run(steps: int, seed: int) -> tuple[float, float]:
    """Train; return the mean return of 100 episodes, which is a log speedup, before and after."""
    torch.set_num_threads(1)  # a small network is faster on one
    policy = MaskablePPO(
        "MlpPolicy",
        gym.make("MlirGym/Replay-v0", split="train"),
        n_steps=250,
        batch_size=125,
        learning_rate=1e-3,
        gamma=1.0,
        seed=seed,
    )

    def mean_return() -> float:
        held_out = Monitor(gym.make("MlirGym/Replay-v0", split="test"))
        mean, _ = evaluate_policy(policy, held_out, n_eval_episodes=100, deterministic=False)
        return float(mean)

    before = mean_return()
    policy.learn(steps)
    return before, mean_return()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=2000, help="[default: %(default)s]")
    parser.add_argument("--seed", type=int, default=0, help="[default: %(default)s]")
    given = parser.parse_args()
    before, after = np.exp(run(given.steps, given.seed))
    print("geometric mean of the speedups of programs that were held out:")
    print(f"  untrained: {before:.2f}x\n  after {given.steps} steps: {after:.2f}x")
