"""Time per step on one processor: in C++, and in Python beside CartPole and EnvPool.

First the core (core.cpp), with its parts. Then environments from Python, each in a process of its
own, which take turns for some rounds: `MlirGym/Replay-v0` as a vector and alone, with the choice of
legal actions from the masks; the same with all legal actions, of which few have stored timings; and
CartPole as Gymnasium's vector, as EnvPool's, and alone. All times are processor time with resets
included; medians over the rounds, and their spread.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from installation import install
from participant import Failure, built

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


@dataclass(frozen=True)
class Figure:
    """A line of the report."""

    subject: str
    what: str
    #: "1/s" for the steps per second of a vector, "us" for the time of a step.
    unit: str
    target: str = ""


FIGURES = (
    Figure("vector", "MlirGym/Replay-v0, 256 environments", "1/s", ">= 1000000"),
    Figure("vector_all_legal", "  all legal actions", "1/s"),
    Figure("cart_pole_vector", "CartPole-v1, make_vec, sync, 256 environments", "1/s"),
    Figure("envpool_vector", "CartPole-v1, EnvPool, 256 environments", "1/s"),
    Figure("single", "MlirGym/Replay-v0", "us", "<= 3"),
    Figure("single_unwrapped", "  without Gymnasium's wrappers", "us", "<= 3"),
    Figure("single_all_legal", "  all legal actions", "us"),
    Figure("cart_pole", "CartPole-v1", "us"),
)


@dataclass
class Subject:
    """A process that takes steps of one environment; see subject.py."""

    figure: Figure
    process: subprocess.Popen[str]
    version: str
    #: Steps that fill a turn.
    count: int = 1
    times_us: list[float] = field(default_factory=list)

    def run(self) -> float:
        """Microseconds of processor time per step; raises Failure."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{self.count}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Failure(f"{self.figure.subject}: the process ended")
        return float(line)

    def warm_up(self, turn_ms: float) -> None:
        """Find the number of steps that fill a turn."""
        envs = 256 if self.figure.unit == "1/s" else 1
        while (elapsed_us := self.run() * self.count * envs) < turn_ms * 1e3 / 2:
            self.count = max(2 * self.count, int(self.count * turn_ms * 500 / elapsed_us))

    @property
    def median_and_spread(self) -> tuple[float, float]:
        """In the unit of the figure, over the rounds; spread: interquartile range / median."""
        times = self.times_us
        values = times if self.figure.unit == "us" else [1e6 / time for time in times]
        low, middle, high = quantiles(values, n=4, method="inclusive")
        return middle, (high - low) / middle


def start(figure: Figure, python: Path | str, cpu: int) -> Subject | None:
    """Start a subject; None, and the reason on stderr, if it does not start."""
    process = subprocess.Popen(
        [str(python), str(HERE / "subject.py"), figure.subject, "--cpu", str(cpu)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stderr
    version = process.stdout.readline().strip()
    if not version:
        said = process.stderr.read().strip().splitlines()
        process.wait()
        print(f"{figure.what}: absent ({said[-1] if said else 'it ended'})", file=sys.stderr)
        return None
    return Subject(figure, process, version)


def measure(options: argparse.Namespace) -> list[Subject]:
    """Let all subjects take turns."""
    other = install(options.venv, HERE / "requirements.txt")
    cpu = max(os.sched_getaffinity(0))
    subjects = []
    try:
        for figure in FIGURES:
            python = other if figure.subject.startswith("envpool") else sys.executable
            if subject := start(figure, python, cpu):
                subjects.append(subject)
        for subject in subjects:
            subject.warm_up(options.turn_ms)
        for _ in range(options.rounds):
            for subject in subjects:
                subject.times_us.append(subject.run())
    finally:
        for subject in subjects:
            subject.process.communicate()
    return subjects


def core(options: argparse.Namespace) -> str:
    """Output of step_core."""
    arguments = [built(options.bin, "step_core"), *(["--quick"] if options.quick else [])]
    arguments += ["--json"] if options.json else []
    done = subprocess.run(arguments, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failure(f"step_core: ended with {done.returncode}")
    return done.stdout


def shown(subject: Subject, width: int) -> str:
    """Return the line of a subject."""
    middle, spread = subject.median_and_spread
    number = f"{middle:10.0f}" if middle >= 100 else f"{middle:10.2f}"
    target = f"  (to reach: {subject.figure.target})" if subject.figure.target else ""
    return (
        f"  {subject.figure.what:{width}} {number} {subject.figure.unit:4}"
        f" ±{spread * 50:3.0f} %{target}"
    )


def as_json(core_json: str, subjects: list[Subject]) -> dict[str, Any]:
    """One object: that of the core, and a figure and its spread for each subject."""
    spreads = {}
    figures = json.loads(core_json)
    for subject in subjects:
        key = f"{subject.figure.subject}_{'us' if subject.figure.unit == 'us' else 'steps_per_s'}"
        figures[f"python_{key}"], spreads[f"python_{key}"] = subject.median_and_spread
    return {**figures, "spread": spreads}


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench step", description=__doc__.split("\n\n")[0]
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="fewer and shorter rounds, under a minute")
    add("--json", action="store_true", help="print one JSON object")
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    add("--venv", type=Path, default=ROOT / "build/step-venv", help="where EnvPool is installed")
    options = parser.parse_args()
    options.rounds, options.turn_ms = (3, 100) if options.quick else (15, 300)
    return options


def main() -> int:
    """Run; 1 if something cannot be measured. Speed does not change the exit code."""
    options = parse_options()
    try:
        said = core(options)
        subjects = measure(options)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(as_json(said, subjects), indent=2))
        return 0
    print(said, end="")
    versions = {
        subject.figure.what.split(",")[0].strip(): subject.version
        for subject in subjects
        if not subject.figure.what.startswith(" ")
    }
    print(f"from Python, one processor ({', '.join(f'{k} {v}' for k, v in versions.items())})")
    width = max(len(subject.figure.what) for subject in subjects)
    for subject in subjects:
        print(shown(subject, width))
    return 0


if __name__ == "__main__":
    sys.exit(main())
