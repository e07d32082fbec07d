"""Behaviour cloning on an offline data set: imitate the best schedules of each program.

It learns from the timings included in mlirgym. Then it measures one greedy rollout for each
held-out program of the suite on this machine, which needs the worker program.

Run: python examples/python/offline_bc.py [--suite single-ops] [--epochs 40] [--out DIR]
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium as gym
import mlirgym
import numpy as np
import torch
from torch import nn


def best_episodes(dataset: Any, most: int, factor: float = 1.2) -> list[int]:
    """At most `most` of the fastest episodes of each program, within a factor of the fastest."""
    by_program: dict[str, list[tuple[float, int]]] = {}
    for facts in dataset.storage.get_episode_metadata(dataset.episode_indices):
        episodes = by_program.setdefault(facts["options"]["program"], [])
        episodes.append((-facts["speedup"], int(facts["id"])))
    chosen = []
    for episodes in by_program.values():
        fastest = sorted(episodes)[:most]
        chosen += [index for slowness, index in fastest if -slowness >= -fastest[0][0] / factor]
    return sorted(chosen)


def decisions(dataset: Any, episodes: list[int]) -> tuple[torch.Tensor, ...]:
    """Observations, action masks and actions of all steps of some episodes."""
    observations, masks, actions = [], [], []
    for episode in dataset.iterate_episodes(episodes):
        observations.append(episode.observations[:-1])  # the last one belongs to the end
        masks.append(episode.infos["action_mask"][:-1])
        actions.append(episode.actions)
    return (
        torch.from_numpy(np.concatenate(observations)),
        torch.from_numpy(np.concatenate(masks)).bool(),
        torch.from_numpy(np.concatenate(actions)),
    )


def network(inputs: int, outputs: int, hidden: int = 256) -> nn.Module:
    """Logits of all actions."""
    return nn.Sequential(
        *(nn.Linear(inputs, hidden), nn.LayerNorm(hidden), nn.GELU()),
        *(nn.Linear(hidden, hidden), nn.LayerNorm(hidden), nn.GELU()),
        nn.Linear(hidden, outputs),
    )


def imitate(dataset: Any, most: int, epochs: int, seed: int, minibatch: int = 512) -> nn.Module:
    """Minimise the cross entropy of the best schedules' decisions over the legal ones."""
    torch.manual_seed(seed)
    observations, masks, actions = decisions(dataset, best_episodes(dataset, most))
    policy = network(observations.shape[1], masks.shape[1])
    optimizer = torch.optim.AdamW(policy.parameters(), 1e-3)
    steps = epochs * -(-len(actions) // minibatch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-3, total_steps=steps)
    for epoch in range(epochs):
        total = 0.0
        for rows in torch.randperm(len(actions)).split(minibatch):
            logits = policy(observations[rows]).masked_fill(~masks[rows], -torch.inf)
            loss = nn.functional.cross_entropy(logits, actions[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(rows)
        if epoch % 10 == 9 or epoch == epochs - 1:
            print(f"epoch {epoch + 1}: {total / len(actions):.3f} nats per decision", flush=True)
    return policy


@torch.inference_mode()
def greedy_speedup(policy: nn.Module, env: gym.Env, program: int) -> float:
    """Speedup of the likeliest schedule of a program.

    It is 1 if the schedule fails, has no timing or is slower, since the program is then left
    unchanged. A live measurement is repeated in rounds interleaved with the untransformed program.
    """
    observation, info = env.reset(options={"program": program})
    done = False
    while not done:
        logits = policy(torch.from_numpy(observation))
        logits[torch.from_numpy(info["action_mask"]) == 0] = -torch.inf
        observation, _, terminated, truncated, info = env.step(int(logits.argmax()))
        done = terminated or truncated
    inner: Any = env.unwrapped
    if info["speedup"] and not inner.execution.replay:
        paired = inner.execution.measure_paired(inner.programs[program], inner.schedule)
        return max(1.0, float(paired.speedup))
    return max(1.0, float(info["speedup"]))


def run(dataset: Any, env: gym.Env, most: int, epochs: int, seed: int) -> float:
    """Imitate, and return the geometric mean of the speedups of one rollout per program."""
    torch.set_num_threads(1)
    policy = imitate(dataset, most, epochs, seed)
    programs = range(len(env.unwrapped.programs))  # type: ignore[attr-defined]
    speedups = [greedy_speedup(policy, env, program) for program in programs]
    return float(np.exp(np.mean(np.log(speedups))))


def main() -> None:
    """Imitate the offline data of a suite, and measure the held-out programs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--suite", default="single-ops", help="[default: single-ops]")
    parser.add_argument("--best", type=int, default=12, help="episodes per program [default: 12]")
    parser.add_argument("--epochs", type=int, default=40, help="passes [default: 40]")
    parser.add_argument("--seed", type=int, default=0, help="[default: 0]")
    parser.add_argument("--out", help="folder of data sets [default: Minari's]")
    arguments = parser.parse_args()
    dataset = mlirgym.data.load_dataset(arguments.suite, out=arguments.out)
    env = dataset.recover_environment(eval_env=True)
    speedup = run(dataset, env, arguments.best, arguments.epochs, arguments.seed)
    number = len(env.unwrapped.programs)
    print(f"geometric mean over {number} held-out programs, one rollout each: {speedup:.2f}x")


if __name__ == "__main__":
    main()
