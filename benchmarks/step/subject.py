"""A process that takes steps of one environment, as many as each line of its input says.

For each line it prints the microseconds of processor time per step. All subjects choose random
actions alike: legal ones from the masks where there are masks.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

#: Of the vectors.
NUM_ENVS = 256

Run = Callable[[int], None]


def _replay(vector: bool, wrapped: bool = True, **options: Any) -> Run:
    import gymnasium as gym
    import mlirgym
    import numpy as np

    random.seed(0)
    if vector:
        envs = gym.make_vec("mlirgym:MlirGym/Replay-v0", num_envs=NUM_ENVS, **options)
        rng = np.random.default_rng(0)
        infos = envs.reset(seed=0)[1]

        def steps(count: int) -> None:
            nonlocal infos
            for _ in range(count):
                actions = mlirgym.sample_legal(infos["action_mask"], rng)
                *_, infos = envs.step(actions)

        return steps

    env = gym.make("mlirgym:MlirGym/Replay-v0", **options)
    if not wrapped:
        env = env.unwrapped
    info = env.reset(seed=0)[1]

    def step(count: int) -> None:
        nonlocal info
        for _ in range(count):
            legal = info["action_mask"].nonzero()[0]
            action = legal[int(random.random() * len(legal))]
            *_, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                info = env.reset()[1]

    return step


def _cart_pole_vector(make: Callable[[], Any]) -> Run:
    import numpy as np

    envs = make()
    rng = np.random.default_rng(0)
    envs.reset()

    def steps(count: int) -> None:
        for _ in range(count):
            envs.step(rng.integers(2, size=NUM_ENVS))

    return steps


def _cart_pole_sync() -> Run:
    import gymnasium as gym

    return _cart_pole_vector(
        lambda: gym.make_vec("CartPole-v1", num_envs=NUM_ENVS, vectorization_mode="sync")
    )


def _envpool() -> Run:
    import envpool

    return _cart_pole_vector(
        lambda: envpool.make_gymnasium("CartPole-v1", num_envs=NUM_ENVS, num_threads=1)
    )


def _cart_pole() -> Run:
    import gymnasium as gym

    env = gym.make("CartPole-v1")
    env.reset(seed=0)

    def step(count: int) -> None:
        for _ in range(count):
            *_, terminated, truncated, _ = env.step(int(random.random() * 2))
            if terminated or truncated:
                env.reset()

    return step


SUBJECTS: dict[str, Callable[[], Run]] = {
    "vector": lambda: _replay(vector=True),
    "vector_all_legal": lambda: _replay(vector=True, recorded=False),
    "single": lambda: _replay(vector=False),
    "single_unwrapped": lambda: _replay(vector=False, wrapped=False),
    "single_all_legal": lambda: _replay(vector=False, recorded=False),
    "cart_pole_vector": _cart_pole_sync,
    "cart_pole": _cart_pole,
    "envpool_vector": _envpool,
}
PACKAGE = {"cart_pole_vector": "gymnasium", "cart_pole": "gymnasium", "envpool_vector": "envpool"}


def main() -> None:
    """Answer until the end of the input."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("--cpu", type=int, required=True)
    arguments = parser.parse_args()
    # Before libraries count the processors for their threads.
    os.sched_setaffinity(0, {arguments.cpu})
    run = SUBJECTS[arguments.subject]()
    print(version(PACKAGE.get(arguments.subject, "mlirgym")), flush=True)
    envs = NUM_ENVS if arguments.subject.endswith(("vector", "vector_all_legal")) else 1
    while True:
        try:
            count = int(input())
        except EOFError:
            return
        begin = time.process_time_ns()
        run(count)
        spent = time.process_time_ns() - begin
        print(spent / (count * envs) / 1e3, flush=True)


if __name__ == "__main__":
    main()
