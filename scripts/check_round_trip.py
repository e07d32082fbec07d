#!/usr/bin/env python3
"""Put the dumped kernels of every reference schedule back: nothing may change.

For each schedule of data/reference, dumps all kernels and substitutes the folder: no file may
replace a kernel. With --measure, the program is also measured without and with the folder: equal
object code is known by its hash, so that the second measurement is a cache hit. Takes up to a
minute per program, with --measure two. Exit code 1 if a program differs.
Run it with the Python of .venv, in which the package is installed (scripts/setup.sh).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import mlirgym

ROOT = Path(__file__).resolve().parent.parent


def references(threads: int, wanted: str) -> Iterator[tuple[str, str]]:
    """Program and schedule of each reference."""
    for file in sorted((ROOT / "data" / "reference").glob("*.json")):
        for program, schedules in json.loads(file.read_text())["schedules"].items():
            if str(threads) in schedules and re.search(wanted, program):
                yield program, schedules[str(threads)]


def difference(program: str, schedule: str, folder: Path) -> str:
    """Tell what is not the same, "" if nothing."""
    kernels = folder / "kernels"
    mlirgym.dump_kernels(program, schedule, files=kernels)
    substitutions = mlirgym.Substitutions(
        sources_from=kernels, configurations_from=kernels, objects_from=kernels
    )
    records = substitutions.check(program, schedule)
    if replaced := [record["file"] for record in records if record["replaces"]]:
        return f"replaced by {', '.join(replaced)}"
    return ""


def other_code(program: str, schedule: str, threads: int, folder: Path) -> str:
    """Measure without and with the folder; tell if the object code is another one."""
    options: dict[str, object] = {"threads": threads, "budget_ms": 1.0}
    timings, kernels = folder / "timings.db", folder / "kernels"
    before = mlirgym.Execution(timings, **options).execute(program, schedule)
    if not before.ok:
        return f"without substitutions: {before.status}: {before.message}"
    substitutions = mlirgym.Substitutions(sources_from=kernels)
    again = mlirgym.Execution(timings, **options, substitutions=substitutions)
    after = again.execute(program, schedule)
    if not after.cache_hit or again.statistics["measured"] != 0:
        return "other object code"
    return ""


def main() -> int:
    """Check all programs; the number of those that differ is the exit code's reason."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--ops", default="", metavar="REGEX", help="programs to check (default: all)"
    )
    parser.add_argument(
        "--threads", type=int, default=1, help="threads of the schedules (default: 1)"
    )
    parser.add_argument("--measure", action="store_true", help="compare object code, too")
    options = parser.parse_args()
    checked = failed = 0
    for program, schedule in references(options.threads, options.ops):
        with tempfile.TemporaryDirectory(prefix="mlirgym-round-trip") as folder:
            what = difference(program, schedule, Path(folder))
            if options.measure and not what:
                what = other_code(program, schedule, options.threads, Path(folder))
        checked += 1
        failed += what != ""
        print(f"{program}: {what or 'the same'}", flush=True)
    print(f"{checked} programs, {failed} differ")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
