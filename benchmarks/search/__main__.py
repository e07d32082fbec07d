"""The best schedule of a search, as a fraction of the reference schedule's speed.

For each program of the suite `peers` with one operator: the default search on one thread, then its
best schedule and the reference, timed alternately.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from participant import Failure, built, processors, shipped_schedule, start

ROOT = Path(__file__).resolve().parents[2]
#: The cheapest programs.
QUICK = r"matmul_256_256_128|depthwise.*|contraction.*"
#: The promised fraction of the reference's speed.
GOAL = 0.8


@dataclass
class Row:
    """Times in nanoseconds; `fraction` of the reference's speed, one value per round."""

    program: str
    seconds: float
    samples: int
    schedule: str
    best_ns: float
    reference_ns: float
    fraction: float
    lowest: float
    highest: float


def search(options: argparse.Namespace, program: str, data: Path) -> dict[str, Any]:
    """Run the command-line program; the JSON object that it prints."""
    command = [
        built(options.bin, "mlirgym"),
        *("optimize", program, "--agent", options.agent, "--json"),
        *("--threads", "1", "--budget", str(options.budget), "--seed", str(options.seed)),
        # A new file, since stored timings would affect the search.
        *("--exec-data", str(data)),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(done.stderr.strip()[-500:])
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def compare(options: argparse.Namespace, program: str, schedules: list[str]) -> list[list[float]]:
    """Nanoseconds per call of each schedule, in alternating rounds."""
    binary = built(options.bin, "peer_kernel")
    kernels = [start([binary], schedule, 1, processors(1)) for schedule in schedules]
    times: list[list[float]] = [[] for _ in kernels]
    try:
        for kernel in kernels:
            reply = kernel.ask({"load": {"program": program, "schedule": kernel.label}})
            if "error" in reply:
                raise Failure(f"{kernel.label}: {reply['error']}")
        for _ in range(options.rounds):
            for kernel, found in zip(kernels, times, strict=True):
                found.append(kernel.time(options.batch_ms))
    finally:
        for kernel in kernels:
            kernel.end()
    return times


def measure(options: argparse.Namespace, program: str, reference: str) -> Row:
    """Search, then compare."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mlirgym-search-") as folder:
        found = search(options, program, Path(folder) / "exec-data.db")
    seconds = time.monotonic() - began
    best, known = compare(options, program, [found["schedule"], reference])
    fractions = [b / a for a, b in zip(best, known, strict=True)]
    return Row(
        program,
        seconds,
        int(found["samples"]),
        found["schedule"],
        median(best),
        median(known),
        median(fractions),
        min(fractions),
        max(fractions),
    )


def has_one_operator(reference: str) -> bool:
    """Whether the schedule has one operation: it names each one that it changes."""
    return set(re.findall(r"op\d+", reference)) == {"op0"}


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench search", description=__doc__.split("\n\n")[0]
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="few operators, a small budget, under a minute")
    add("--json", action="store_true", help="print one JSON object")
    add("--ops", metavar="REGEX", help="only operators whose name matches")
    add("--agent", default="bayesian", help="what searches [bayesian]")
    add("--budget", type=int, help="samples per search [200; 40 if quick]")
    add("--seed", type=int, default=0)
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    options = parser.parse_args()
    options.ops = options.ops or (QUICK if options.quick else ".")
    options.budget = options.budget or (40 if options.quick else 200)
    options.rounds, options.batch_ms = (3, 5) if options.quick else (9, 20)
    return options


def main() -> int:
    """Run; 1 if something failed. Speed does not change the exit code."""
    options = parse_options()
    try:
        for program in ("mlirgym", "peer_kernel"):
            built(options.bin, program)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    data = Path(os.environ.get("MLIRGYM_DATA_DIR", ROOT / "data"))
    names = json.loads((data / "suites/peers.json").read_text())["programs"]
    rows: list[Row] = []
    failed = False
    for name in names:
        if not re.search(options.ops, name):
            continue
        reference = shipped_schedule(options.bin, name, 1)
        if not reference or not has_one_operator(reference):
            continue
        try:
            row = measure(options, name, reference)
        except Failure as failure:
            print(f"{name}: {failure}", file=sys.stderr)
            failed = True
            continue
        rows.append(row)
        # Printed one by one: a whole run takes most of an hour.
        print(
            f"{name:50} {row.fraction:5.2f} ({row.lowest:.2f} to {row.highest:.2f})"
            f"  (to reach: >= {GOAL})  {row.best_ns / 1e3:9.1f} us in {row.seconds:4.0f} s"
            f"  {row.schedule.strip()}",
            file=sys.stderr if options.json else sys.stdout,
            flush=True,
        )
    if not rows and not failed:
        print(f"--ops {options.ops}: no operator matches", file=sys.stderr)
        return 2
    if options.json:
        figures = {
            "benchmark": "search",
            "agent": options.agent,
            "budget": options.budget,
            "reached": sum(row.fraction >= GOAL for row in rows),
            "rows": [vars(row) for row in rows],
        }
        print(json.dumps(figures, indent=2))
    elif rows:
        reached = sum(row.fraction >= GOAL for row in rows)
        print(f"{reached} of {len(rows)} reach {GOAL:.0%} of the reference's speed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
