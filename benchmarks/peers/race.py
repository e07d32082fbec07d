"""Time schedules of one program against each other: `race.py PROGRAM < schedules`.

One schedule per line on standard input. Each is compiled, run and timed once, then the fastest few
are timed alternately for some rounds. The reference schedules in data/ were chosen this way.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from participant import processors, start

ROOT = Path(__file__).resolve().parents[2]


class Kernels:
    """peer_kernel in its own process."""

    def __init__(self, program: str, threads: int, folder: Path) -> None:
        self.program = program
        binary = str(folder / "peer_kernel")
        self.process = start([binary], "mlirgym", threads, processors(threads))

    def time(self, schedule: str, batch_ms: float) -> tuple[float, float] | str:
        """Microseconds per call and milliseconds of compiling, or the reason for a failure."""
        loaded = self.process.ask({"load": {"program": self.program, "schedule": schedule}})
        if "error" in loaded:
            return str(loaded["error"])
        timed = self.process.ask({"time": {"batch_ms": batch_ms, "repeats": 5}})
        if "error" in timed:
            return str(timed["error"])
        return timed["times_ns"][0] / 1e3, loaded["compile_ms"]


def main() -> int:
    """Print the fastest schedules, those that won the last round first."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add = parser.add_argument
    add("program")
    add("--threads", type=int, default=1)
    add("--keep", type=int, default=8, help="candidates in the interleaved rounds")
    add("--rounds", type=int, default=3)
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    options = parser.parse_args()
    kernels = Kernels(options.program, options.threads, options.bin)
    times: dict[str, list[float]] = {}
    compile_ms: dict[str, float] = {}
    for line in sys.stdin:
        schedule = line.strip()
        if schedule.startswith("#") or schedule in times:
            continue
        found = kernels.time(schedule, batch_ms=5)
        if isinstance(found, str):
            print(f"refused: {schedule}: {found}", file=sys.stderr)
            continue
        times[schedule], compile_ms[schedule] = [found[0]], found[1]
    best = sorted(times, key=lambda schedule: times[schedule][0])[: options.keep]
    for _ in range(options.rounds):
        for schedule in best:
            found = kernels.time(schedule, batch_ms=15)
            if not isinstance(found, str):
                times[schedule].append(found[0])
    # Other processes use the machine too: any disturbance makes a run slower.
    for schedule in sorted(best, key=lambda schedule: min(times[schedule])):
        print(
            f"{min(times[schedule]):10.1f} µs  compiled in {compile_ms[schedule]:4.0f} ms"
            f"  {schedule or '(no schedule)'}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
