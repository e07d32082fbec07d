"""Imitate the best of many random episodes on recorded timings: no compiler, any machine.

Run: python examples/python/imitation.py [--episodes 4000]
"""

import argparse
from collections import defaultdict

import gymnasium as gym
import mlirgym  # noqa: F401  (registers the environments)
import numpy as np
import torch
from torch import nn


def play(env, choose, program=None):
    """Play an episode; return its steps (observation, mask, action) and its last info."""
    observation, info = env.reset(options=program)
    steps, done = [], False
    while not done:
        mask = info["action_mask"].astype(bool)
        action = choose(observation, mask)
        steps.append((observation.copy(), mask, action))
        observation, _, terminated, truncated, info = env.step(action)
        done = terminated or truncated
    return steps, info


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--episodes", type=int, default=4000, help="[default: %(default)s]")
given = parser.parse_args()
torch.manual_seed(0)
torch.set_num_threads(1)
rng = np.random.default_rng(0)

# Random episodes. With `split="train"` they contain no program on which the policy is evaluated
# below.
env = gym.make("MlirGym/Replay-v0", split="train")
env.reset(seed=0)
best = defaultdict(list)
for _ in range(given.episodes):
    steps, info = play(env, lambda _, mask: rng.choice(np.flatnonzero(mask)))
    best[int(info["program"])].append((float(info["speedup"]), steps))
chosen = [
    step
    for episodes in best.values()
    for _, steps in sorted(episodes, key=lambda each: -each[0])[:3]
    for step in steps
]
print(f"{given.episodes} random episodes; to imitate: {len(chosen)} steps of the best")

# The policy: logits of all actions, with illegal actions masked.
columns = zip(*chosen, strict=True)
observations, masks, actions = (torch.as_tensor(np.array(column)) for column in columns)
policy = nn.Sequential(
    nn.Linear(observations.shape[1], 128), nn.GELU(), nn.Linear(128, masks.shape[1])
)
optimizer = torch.optim.AdamW(policy.parameters(), 1e-3)
for _ in range(200):
    logits = policy(observations).masked_fill(~masks, -torch.inf)
    loss = nn.functional.cross_entropy(logits, actions)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"imitated with a loss of {loss.item():.2f} nats per decision")


@torch.inference_mode()
def greedy(observation, mask):
    """Choose the likeliest action."""
    logits = policy(torch.from_numpy(observation))
    return int(logits.masked_fill(~torch.from_numpy(mask), -torch.inf).argmax())


held_out = gym.make("MlirGym/Replay-v0", split="test")
for name, choose in {
    "random": lambda _, mask: rng.choice(np.flatnonzero(mask)),
    "imitation": greedy,
}.items():
    speedups = []
    for program in range(len(held_out.unwrapped.programs)):
        _, info = play(held_out, choose, {"program": program})
        speedups.append(max(float(info["speedup"]), 1e-2))  # 0 if the schedule failed
    mean = np.exp(np.mean(np.log(speedups)))
    print(f"{name:9} on {len(speedups)} held-out programs: geometric mean speedup {mean:.2f}x")
