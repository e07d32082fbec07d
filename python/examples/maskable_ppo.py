"""Train sb3-contrib's MaskablePPO on recorded timings: no compiler, any machine.

Run: python python/examples/maskable_ppo.py [--steps 2000]
"""

from __future__ import annotations

import argparse

import gymnasium as gym
import mlirgym  # noqa: F401  (registers the environments)
import numpy as np
from sb3_contrib import MaskablePPO


def mean_return(policy: MaskablePPO, episodes: int, seed: int) -> float:
    """Mean return of `episodes` episodes with actions sampled from the policy."""
    env = gym.make("MlirGym/Replay-v0")
    policy.set_random_seed(seed)
    returns = []
    for episode in range(episodes):
        observation, _ = env.reset(seed=seed + episode)
        total, done = 0.0, False
        while not done:
            masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
            action, _ = policy.predict(observation, action_masks=masks)
            observation, reward, terminated, truncated, _ = env.step(action)
            total += float(reward)
            done = terminated or truncated
        returns.append(total)
    return float(np.mean(returns))


def run(steps: int, seed: int) -> tuple[float, float]:
    """Train and return the mean return (log speedup) before and after."""
    env = gym.make("MlirGym/Replay-v0")
    policy = MaskablePPO(
        "MlpPolicy", env, n_steps=250, batch_size=125, learning_rate=1e-3, gamma=1.0, seed=seed
    )
    before = mean_return(policy, 100, seed)
    policy.learn(steps)
    return before, mean_return(policy, 100, seed)


def main() -> None:
    """Train, and print the mean return before and after."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--steps", type=int, default=2000, help="environment steps")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    before, after = run(arguments.steps, arguments.seed)
    print(f"mean log speedup before {before:.3f}, after {arguments.steps} steps {after:.3f}")


if __name__ == "__main__":
    main()
