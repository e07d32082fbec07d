#!/usr/bin/env python3
"""Build the C project of each kernel with gcc, and run its check.

The kernels of each program of the suites are dumped as objects with their C project, and `make
check` is run in the folder. Kernels have the reference schedule, or no schedule if there is none.
Exit code 1 if a project does not build or a kernel is not correct.
Run it with the Python of .venv, in which the package is installed (scripts/setup.sh).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import mlirgym

ROOT = Path(__file__).resolve().parent.parent


def reference_schedules() -> dict[str, str]:
    """Schedule for one thread of each program that has a reference, of any class of machines."""
    schedules: dict[str, str] = {}
    for file in sorted((ROOT / "data" / "reference").glob("*/*.json")):
        for program, by_threads in json.loads(file.read_text())["schedules"].items():
            found = by_threads.get("1", "")
            schedules.setdefault(program, found[0] if isinstance(found, list) else found)
    return schedules


def check(program: str, schedule: str, compiler: str) -> str:
    """Return the problem of the project, "" if there is none."""
    with tempfile.TemporaryDirectory(prefix="mlirgym-c-project") as folder:
        dump = mlirgym.dump_kernels(program, schedule, binaries=folder)
        command = ["make", "-s", f"CC={compiler}", "CFLAGS=-O2 -Wall -Wextra -Werror", "check"]
        made = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if made.returncode != 0:
        return (made.stdout + made.stderr).strip()
    functions = len(dump.manifest["kernels"]) + 1
    if (correct := made.stdout.count(": correct")) != functions:
        return f"{correct} of {functions} functions are checked; {'; '.join(dump.notes)}"
    return ""


def main() -> int:
    """Check all programs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--suite",
        nargs="+",
        default=["single-ops", "peers"],
        help="suites (default: single-ops peers)",
    )
    parser.add_argument("--split", default="all", help="split of the suites (default: all)")
    parser.add_argument(
        "--ops", default="", metavar="REGEX", help="programs to check (default: all)"
    )
    parser.add_argument("--compiler", default="gcc", help="C compiler (default: gcc)")
    options = parser.parse_args()
    schedules = reference_schedules()
    programs = {
        program
        for suite in options.suite
        for program in mlirgym.suite_programs(suite, options.split)
        if re.search(options.ops, program)
    }
    failed = 0
    for program in sorted(programs):
        what = check(program, schedules.get(program, ""), options.compiler)
        failed += what != ""
        print(f"{program}: {what or 'correct'}", flush=True)
    print(f"{len(programs)} programs, {failed} with failures")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
