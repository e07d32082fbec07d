#!/usr/bin/env python3
"""Record the exec data of tests that description.json describes.

Walks the whole action space of its programs and times every schedule once.
Run: .venv/bin/python tests/recorded/record.py [--output FILE]
Then `mlirgym data compact --exec-data FILE`: it can be read from read-only media.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from pathlib import Path

import mlirgym
import numpy as np


def schedules(program: mlirgym.Program, description: dict) -> list[str]:
    """Canonical schedules of every episode over `program`, sorted."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the empty replay, in which episodes end at once
        env = mlirgym.ScheduleEnv(
            programs=[program],
            execution=mlirgym.Execution(replay=True),
            tile_sizes=description["tile_sizes"],
            kinds=description["kinds"],
            max_actions_per_op=description["max_actions_per_op"],
        )
    env.reset(seed=0)
    found = set()
    stack = [env.snapshot()]
    while stack:
        state = stack.pop()
        env.restore(state)
        for action in np.flatnonzero(env.action_masks()):
            env.restore(state)
            *_, terminated, _, _ = env.step(int(action))
            if terminated:
                found.add(env.schedule)
            else:
                stack.append(env.snapshot())
    return sorted(found)


def main() -> int:
    """Record the programs of the description."""
    data = Path(__file__).parent
    description = json.loads((data / "description.json").read_text())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=data / description["exec_data"])
    parser.add_argument("--batch", type=int, default=64, help="schedules asked together")
    arguments = parser.parse_args()
    arguments.output.unlink(missing_ok=True)
    execution = mlirgym.Execution(
        arguments.output, too_slow_factor=0, budget_ms=100, cache_on_disk=False
    )
    for name in description["programs"]:
        program = mlirgym.generate_program(name)
        texts = schedules(program, description)
        begin = time.monotonic()
        statuses: dict[str, int] = {}
        for start in range(0, len(texts), arguments.batch):
            batch = [(program, text) for text in texts[start : start + arguments.batch]]
            for measurement in execution.measure_batch(batch):
                statuses[measurement.status] = statuses.get(measurement.status, 0) + 1
            done = min(start + arguments.batch, len(texts))
            rate = done / (time.monotonic() - begin)
            print(f"{name}: {done}/{len(texts)}, {rate:.1f} a second, {statuses}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
