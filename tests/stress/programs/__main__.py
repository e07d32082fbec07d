"""Random programs under random legal schedules compute what NumPy computes.

Programs of structured operations of every family, alone and in chains, are evaluated by code that
implements the definitions of linalg independently of the lowering, on inputs of many kinds, and
compared with the results of the library's kernels. Also checked: actions that the masks allow are
legal and compile, schedules and programs do not change when written and read again, and the
library's own verification neither rejects correct results nor accepts plainly wrong ones. A case
that fails is reduced, and written to a folder with the command that repeats it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
QUICK_SECONDS = 40


def parse_options(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/stress programs",
        description="Random programs under random legal schedules, against NumPy; exit code 1 "
        "if one is wrong, crashes or does not compile.",
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="60 programs, under a minute")
    add("--full", action="store_true", help="10,000 programs, 50,000 schedules")
    add("--programs", type=int, help="number of programs [600; 60 if quick; 10000 if full]")
    add("--schedules", type=int, help="random schedules per program, besides none [5]")
    add("--draws", type=int, default=8, help="kinds of inputs per program, out of eleven [8]")
    add("--seed", type=int, default=1, help="seed of the programs [1]")
    add("--first", type=int, default=0, help="number of the first program [0]")
    add("--json", action="store_true", help="print one JSON object")
    add("--out", type=Path, default=ROOT / "build/stress-programs", help="folder for failures")
    add("--resume", action="store_true", help="continue the last run into that folder")
    add("--max-faults", type=int, default=20, help="stop after this many failures; 0: never [20]")
    add("--trials", type=int, default=150, help="attempts to reduce a failure [150]")
    add("--repeat", type=Path, metavar="FOLDER", help="repeat only this stored failure")
    add("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    for name in ("programs", "schedules", "draws", "max_faults", "trials", "first"):
        if (getattr(options, name) or 0) < 0:
            parser.error(f"--{name.replace('_', '-')}: give 0 or more")
    if options.programs is None:
        options.programs = 60 if options.quick else 10000 if options.full else 600
    if options.schedules is None:
        options.schedules = 5
    return options


class Progress:
    """The progress of a run; kept in a file, so that a run can be resumed."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.file = options.out / "progress.json"
        self.settings = {
            name: getattr(options, name) for name in ("seed", "schedules", "draws", "first")
        }
        self.next: int = options.first
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.known = [0.0, 0]
        self.seconds = 0.0
        if options.resume:
            self.load()

    def load(self) -> None:
        """Continue from the file. Ends the program if the file belongs to another run."""
        try:
            data = json.loads(self.file.read_text())
        except OSError as error:
            sys.exit(f"nothing to resume: {error}")
        if data["settings"] != self.settings:
            sys.exit(
                f"{self.file} is of a run with {data['settings']}; give the same options, or "
                "another --out"
            )
        self.next, self.faults, self.known = data["next"], data["faults"], data["known"]
        self.counts.update(data["counts"])
        self.seconds = data["seconds"]

    def save(self) -> None:
        """Replace the file atomically."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        data = {
            "settings": self.settings,
            "next": self.next,
            "counts": self.counts,
            "faults": self.faults,
            "known": self.known,
            "seconds": self.seconds,
        }
        draft = self.file.with_suffix(".new")
        draft.write_text(json.dumps(data, indent=1))
        draft.replace(self.file)


def child(options: argparse.Namespace) -> int:
    """Try programs, one event per line: the parent survives a crash of this process."""
    from campaign import run_range

    def tell(name: str, value: Any) -> None:
        print(json.dumps([name, asdict(value) if name == "fault" else value]), flush=True)

    end = options.first + options.programs
    run_range(iter(range(options.first, end)), options.seed, options.schedules, options.draws, tell)
    return 0


def start_child(options: argparse.Namespace, first: int, end: int) -> subprocess.Popen[str]:
    """Process that tries the programs from `first` to `end`."""
    command = [sys.executable, str(Path(__file__).parent), "--child"]
    command += ["--first", str(first), "--programs", str(end - first)]
    for name in ("seed", "schedules", "draws"):
        command += [f"--{name}", str(getattr(options, name))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


class Run:
    """Feeds programs to a child until all are tried."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.progress = Progress(options)
        self.began = time.monotonic() - self.progress.seconds
        self.told = time.monotonic()
        self.late = False

    def go(self) -> None:
        """Run until the last program, too many faults, or the time limit of --quick."""
        end = self.options.first + self.options.programs
        while self.progress.next < end and not self._ended():
            process = start_child(self.options, self.progress.next, end)
            try:
                self.follow(process)
            finally:
                process.kill()
                process.wait()
        self.progress.save()

    def _ended(self) -> bool:
        faults = len(self.progress.faults)
        return self.late or 0 < self.options.max_faults <= faults

    def follow(self, process: subprocess.Popen[str]) -> None:
        """Process events; the crash of a child during a program is a fault of the program."""
        assert process.stdout
        index: int | None = None
        for line in process.stdout:
            name, value = json.loads(line)
            if name == "begin":
                index = value
            elif name == "end":
                index = None
                self._finish(value)
                if self._ended():
                    return
            else:
                self._take(name, value, index)
        code = process.wait()
        if index is not None:
            self.died(index, code)
        elif code != 0:
            sys.exit(f"the process that tries programs ended with {code}")

    def _take(self, name: str, value: Any, index: int | None) -> None:
        counts = self.progress.counts
        if name in ("schedule", "verified", "sabotage"):
            counts[f"{name}_{value}"] += 1
        elif name == "known":
            self.progress.known = [self.progress.known[0] + value, self.progress.known[1] + 1]
        elif name == "fault":
            self.keep(value, index)
        else:
            counts[name] += 1

    def _finish(self, index: int) -> None:
        progress = self.progress
        progress.next = index + 1
        progress.counts["programs"] += 1
        progress.seconds = time.monotonic() - self.began
        self.late = self.options.quick and progress.seconds > QUICK_SECONDS
        if progress.counts["programs"] % 20 == 0:
            progress.save()
        if time.monotonic() - self.told > 15:
            self.told = time.monotonic()
            self.say(f"{self.summary()}, {progress.seconds:.0f} s")

    def summary(self) -> str:
        """Counts so far."""
        counts = self.progress.counts
        total = sum(n for name, n in counts.items() if name.startswith("schedule_"))
        return (
            f"{counts['programs']} programs, {total} schedules, {len(self.progress.faults)} faults"
        )

    def say(self, text: str) -> None:
        """Write a line to standard error."""
        print(text, file=sys.stderr, flush=True)

    def keep(self, data: dict[str, Any], index: int | None) -> None:
        """Write a case and its reduced form, in a separate process that may crash."""
        from campaign import Case

        case = Case(**data)
        number = len(self.progress.faults)
        folder = self.options.out / f"{case.fault}-{self.options.seed}-{index}-{number}"
        case.save(folder)
        self.progress.faults.append(str(folder))
        if self.options.trials:
            reduce_case(folder, self.options.trials)
        shown = (folder / "README").read_text().splitlines()[0]
        schedule = (folder / "schedule.txt").read_text().strip()
        self.say(
            f'program {index}: {shown}\n  under "{schedule}"\n'
            f"  scripts/stress programs --repeat {folder}"
        )

    def died(self, index: int, code: int) -> None:
        """Return whether the process that loaded a program has crashed."""
        from campaign import Case
        from generate import generate
        from model import to_json

        case = Case(
            to_json(generate(self.options.seed, index)),
            "",
            "caller_died",
            f"the calling process ended with {code}",
            ["small"],
            index,
            1,
        )
        folder = self.options.out / f"caller_died-{self.options.seed}-{index}"
        case.save(folder)
        self.progress.faults.append(str(folder))
        self.say(f"program {index}: {case.message}\n  {folder}/program.mlir")
        self._finish(index)


def reduce_case(folder: Path, trials: int) -> None:
    """Reduce a case in its folder, in another process."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; import campaign\n"
        "folder = Path(sys.argv[2]); case = campaign.load_case(folder)\n"
        "small = campaign.reduced(campaign.Workbench(), case, int(sys.argv[3]))\n"
        "small.save(folder, case)\n"
    )
    command = [sys.executable, "-c", code, str(Path(__file__).parent), str(folder), str(trials)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [str(done.returncode)]
        print(f"{folder}: not reduced: {last[0]}", file=sys.stderr)


def repeat(folder: Path) -> int:
    """Try one case again; 1 if it still fails."""
    from campaign import Workbench, examine, load_case

    case = load_case(folder)
    verify = case.fault == "verification" or case.fault.startswith("measured_")
    fault = examine(Workbench(), case, verify)
    print(f"{fault.kind}: {fault.message}" if fault else "ok: it does not fail any more")
    return 1 if fault else 0


def report(run: Run) -> None:
    """Print counts, as the other stress tests do."""
    progress = run.progress
    counts = progress.counts
    statuses = {n[9:]: k for n, k in sorted(counts.items()) if n.startswith("schedule_")}
    verified = {n[9:]: k for n, k in sorted(counts.items()) if n.startswith("verified_")}
    sabotage = {n[9:]: k for n, k in sorted(counts.items()) if n.startswith("sabotage_")}
    schedules = sum(statuses.values())
    known = progress.known[0] / max(progress.known[1], 1)
    figures = {
        "benchmark": "programs",
        "seed": run.options.seed,
        "programs": counts["programs"],
        "unfit": counts["unfit"],
        "schedules": schedules,
        "statuses": statuses,
        "verified": verified,
        "sabotage": sabotage,
        "elements_known": round(known, 4),
        "seconds": round(progress.seconds, 1),
        "schedules_per_second": round(schedules / max(progress.seconds, 1e-9), 1),
        "faults": progress.faults,
    }
    if run.options.json:
        print(json.dumps(figures, indent=2))
        return
    print("programs")
    for name, value in figures.items():
        if name not in ("benchmark", "faults"):
            print(f"  {name.replace('_', ' ')}: {value}")
    print(f"  faults: {len(progress.faults)}  (to reach: 0)")
    for folder in progress.faults:
        print(f"    {folder}")


def main(arguments: list[str]) -> int:
    """Run; 1 if there is a fault."""
    options = parse_options(arguments)
    if options.child:
        return child(options)
    if options.repeat:
        return repeat(options.repeat)
    run = Run(options)
    try:
        run.go()
    except KeyboardInterrupt:
        run.progress.save()
        run.say(f"interrupted after {run.summary()}; --resume goes on")
        return 130
    report(run)
    return 1 if run.progress.faults else 0


if __name__ == "__main__":
    # The exit code of a library must not be mistaken for ours.
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main(sys.argv[1:]))
