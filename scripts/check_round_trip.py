#!/usr/bin/env python3
"""Put the dumped kernels of every reference schedule back, and check that nothing changes.

For each schedule of data/reference, all kernels are dumped and the folder is substituted. No file
may replace a kernel, and the program compiled without and with the folder must have the same object
code. Then the sources are put back with other bytes (a comment), so that each of them replaces its
kernel; the assembly of each kernel must be the same. With --measure, the program is also linked
from its kernels, verified and timed. Exit code 1 if a program differs.
Takes up to a minute per program and number of threads.
Run it with the Python of .venv, in which the package is installed (scripts/setup.sh).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import mlirgym

ROOT = Path(__file__).resolve().parent.parent


class DiffersError(Exception):
    """The text names the difference."""


def references(threads: int, wanted: str) -> Iterator[tuple[str, str]]:
    """Program and schedule of each reference, of all classes of machines."""
    for file in sorted((ROOT / "data" / "reference").glob("*/*.json")):
        for program, schedules in json.loads(file.read_text())["schedules"].items():
            found = schedules.get(str(threads), [])
            if re.search(wanted, program):
                for schedule in found if isinstance(found, list) else [found]:
                    yield program, schedule


class RoundTrip:
    """A scheduled program and a folder of its dumped kernels."""

    def __init__(self, program: str, schedule: str, threads: int, folder: Path) -> None:
        self.program, self.schedule, self.threads, self.folder = program, schedule, threads, folder
        self.kernels, self.rewritten = folder / "kernels", folder / "rewritten"
        self.dump = mlirgym.dump_kernels(program, schedule, files=self.kernels)
        self.names = [kernel["name"] for kernel in self.dump.manifest["kernels"]]
        self.names.append(self.dump.manifest["host"])

    def object_code(self, substitutions: mlirgym.Substitutions | None) -> str:
        """Compile the program anew; return the hash of its object code."""
        execution = mlirgym.Execution(threads=self.threads, substitutions=substitutions)
        kernel = execution.compile(self.program, self.schedule, keep=False)
        return hashlib.sha256(kernel.object).hexdigest()[:16]

    def put_back(self) -> str:
        """Substitute the folder as it was dumped; return the hash of the object code."""
        substitutions = mlirgym.Substitutions(
            sources_from=self.kernels, configurations_from=self.kernels, objects_from=self.kernels
        )
        records = substitutions.check(self.program, self.schedule)
        if replaced := [record["file"] for record in records if record["replaces"]]:
            raise DiffersError(f"replaced by {', '.join(replaced)}")
        if len(records) != 3 * len(self.names):
            raise DiffersError(f"{len(records)} files for {len(self.names)} functions")
        before, after = self.object_code(None), self.object_code(substitutions)
        if before != after:
            raise DiffersError(f"object code {after}, and {before} without the folder")
        return before

    def put_back_rewritten(self) -> mlirgym.Substitutions:
        """Substitute sources with other bytes and the same meaning."""
        self.rewritten.mkdir()
        for name in self.names:
            text = (self.kernels / f"{name}.mlir").read_text()
            (self.rewritten / f"{name}.mlir").write_text(f"// Rewritten.\n{text}")
        substitutions = mlirgym.Substitutions(sources_from=self.rewritten)
        again = mlirgym.dump_kernels(
            self.program,
            self.schedule,
            intermediates=self.folder / "again",
            substitutions=substitutions,
        )
        if kept := [record["file"] for record in again.substitutions if not record["replaces"]]:
            raise DiffersError(f"not replaced by {', '.join(kept)}")
        for name in self.names:
            file = f"{name}.s"
            if (self.folder / "again" / file).read_bytes() != (self.kernels / file).read_bytes():
                raise DiffersError(f"{file} of the rewritten source")
        return substitutions


def check(trip: RoundTrip, measures: bool) -> str:
    """Return a line about the equal parts; raises DiffersError."""
    line = f"object code {trip.put_back()}, {len(trip.names)} functions"
    substitutions = trip.put_back_rewritten()
    if not measures:
        return line
    execution = mlirgym.Execution(
        threads=trip.threads,
        substitutions=substitutions,
        budget_ms=20.0,
        too_slow_factor=0.0,
        cache_on_disk=False,
    )
    linked = execution.measure(trip.program, trip.schedule)
    if not linked.ok:
        raise DiffersError(f"linked from its kernels: {linked.status}: {linked.message}")
    return f"{line}, {linked.median_ns / 1e6:.3g} ms linked from its kernels"


def main() -> int:
    """Check all programs; exit code 1 if any of them differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--ops", default="", metavar="REGEX", help="programs to check (default: all)"
    )
    parser.add_argument(
        "--threads",
        type=int,
        nargs="+",
        default=[1, 2],
        help="numbers of threads of the schedules (default: 1 2)",
    )
    parser.add_argument(
        "--measure", action="store_true", help="link, verify and time the kernels, too"
    )
    options = parser.parse_args()
    checked = failed = 0
    for threads in options.threads:
        for program, schedule in references(threads, options.ops):
            with tempfile.TemporaryDirectory(prefix="mlirgym-round-trip") as folder:
                checked += 1
                try:
                    trip = RoundTrip(program, schedule, threads, Path(folder))
                    what = f"the same: {check(trip, options.measure)}"
                except DiffersError as difference:
                    failed += 1
                    what = f"differs: {difference}"
            print(f"{program}, threads {threads}: {what}", flush=True)
    print(f"{checked} programs under their schedules, {failed} differ")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
