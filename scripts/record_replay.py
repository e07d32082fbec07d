#!/usr/bin/env python3
"""Record the exec data of MlirGym/Replay-v0: schedules of the suite that data/replay.json names.

Run it on a quiet machine. FILE is data/replay.db, or another path for a trial:

    .venv/bin/python scripts/record_replay.py --output FILE

A search and random draws give schedules of each program, until it has its number of samples or the
time is up. Beside FILE it writes a .json that describes it, with the features of this machine,
which environments observe.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import warnings
from pathlib import Path

import mlirgym
import numpy as np
from mlirgym import _core

DATA = Path(__file__).parents[1] / "data"
FEATURES = ("vector_bits", "l1_bytes", "l2_bytes", "l3_bytes")
#: Number of parts in which a program's samples are taken, so that every program has some when the
#: time is up.
PASSES = 4


class Drawer:
    """Random legal schedules of one program, each once."""

    def __init__(self, program: mlirgym.Program, seed: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the empty replay, in which nothing is cached
            self._env = mlirgym.ScheduleEnv(
                programs=[program], execution=mlirgym.Execution(replay=True)
            )
        self._rng = np.random.default_rng(seed)
        self._drawn: set[str] = set()

    def draw(self, count: int) -> list[str]:
        """Further schedules, fewer than `count` if drawing mostly repeats earlier ones."""
        found: list[str] = []
        for _ in range(4 * count):
            self._env.reset(seed=0)
            terminated = False
            while not terminated:
                legal = np.flatnonzero(self._env.action_masks())
                *_, terminated, _, _ = self._env.step(int(self._rng.choice(legal)))
            if self._env.schedule not in self._drawn:
                self._drawn.add(self._env.schedule)
                found.append(self._env.schedule)
            if len(found) == count:
                break
        return found


def main() -> int:
    """Record the timings, and write their description."""
    description = json.loads((DATA / "replay.json").read_text())
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.add_argument(
        "--minutes", type=float, default=5, help="begin nothing after this time [default: 5]"
    )
    parser.add_argument(
        "--share", type=float, default=1, help="share of the samples, for a trial [default: 1]"
    )
    arguments = parser.parse_args()
    begin = time.monotonic()
    searched, random = (
        max(1, round(arguments.share * description["samples"][kind]))
        for kind in ("searched", "random")
    )

    def time_is_up() -> bool:
        return time.monotonic() - begin > arguments.minutes * 60

    arguments.output.unlink(missing_ok=True)
    # Every schedule gets a time, even a slow one, since it is a reward.
    execution = mlirgym.Execution(
        arguments.output, too_slow_factor=0, budget_ms=30, cache_on_disk=False
    )
    names = mlirgym.suite_programs(description["suite"])
    programs = [mlirgym.generate_program(name) for name in names]
    drawers = [Drawer(program, seed) for seed, program in enumerate(programs)]
    for program in programs:
        execution.baseline(program)
    for number in range(1, PASSES + 1):
        for program, drawer in zip(programs, drawers, strict=True):
            if time_is_up():
                print(f"the time is up in pass {number} of {PASSES}", flush=True)
                break
            # With the same seed a search continues where it ended, since its first samples are
            # stored.
            _core.search(
                program,
                execution,
                "evolutionary",
                max(1, searched * number // PASSES),
                seed=0,
                measure_in_turn=False,
            )
            texts = drawer.draw(max(1, random // PASSES))
            execution.measure_batch([(program, text) for text in texts])
        else:
            print(f"{time.monotonic() - begin:.0f} s: {number} of {PASSES} passes", flush=True)
            continue
        break
    del execution
    compact(arguments.output)
    description |= {
        "exec_data": arguments.output.name,
        "machine": {each: mlirgym.machine()[each] for each in FEATURES},
    }
    arguments.output.with_suffix(".json").write_text(json.dumps(description, indent=2) + "\n")
    return 0


def compact(file: Path) -> None:
    """Make one file that can be read from read-only media."""
    command = [sys.executable, "-m", "mlirgym", "data", "compact", "--exec-data", str(file)]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
