"""Instructions of kernels that a search finds, and of kernels that were written by hand in C.

Both multiply two matrices on an emulator that counts: sdot.c with the intrinsics of NEON, rvv.c
with those of RISC-V's vectors, compiled by clang -O3. Of the ways to unroll a kernel the one with
the fewest instructions counts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
#: Calls that are counted: those of a run minus those of a run without them.
CALLS = 4
UNROLLINGS = (2, 4, 8, 16)
SIZES = (64, 128)


@dataclass(frozen=True)
class Case:
    """A kernel by hand, and how the same program is searched."""

    label: str
    source: str
    defines: tuple[str, ...]
    #: Of clang, and the names of the emulator and of the program that links.
    target: tuple[str, ...]
    emulator: tuple[str, ...]
    linker: str
    device: tuple[str, ...]
    types: str = ""

    def program(self, size: int) -> str:
        """Name the product of two square matrices."""
        return f"matmul_{size}_{size}_{size}{self.types}"


ARM = {
    "source": "sdot.c",
    "target": ("--target=aarch64-linux-gnu", "-march=armv8.2-a+dotprod"),
    "emulator": ("qemu-aarch64",),
    "linker": "aarch64-linux-gnu-gcc",
    "device": ("--device", "qemu:aarch64", "--features", "+dotprod"),
}
RISCV = {
    "source": "rvv.c",
    "target": ("--target=riscv64-linux-gnu", "-march=rv64gcv"),
    "emulator": ("qemu-riscv64", "-cpu", "rv64,v=true,vext_spec=v1.0,vlen=128"),
    "linker": "riscv64-linux-gnu-gcc",
    "device": ("--device", "qemu:riscv64"),
}
CASES = (
    Case("NEON with sdot, i8", defines=(), types="_i8_i32", **ARM),
    Case("RVV, i8, groups of 4", defines=("-DGROUP=4",), types="_i8_i32", **RISCV),
    Case("RVV, i8, groups of 8", defines=("-DGROUP=8",), types="_i8_i32", **RISCV),
    Case("RVV, f32, groups of 4", defines=("-DGROUP=4", "-DFLOATS"), **RISCV),
    Case("RVV, f32, groups of 8", defines=("-DGROUP=8", "-DFLOATS"), **RISCV),
)


def by_hand(case: Case, size: int, bin_folder: Path) -> tuple[int, int]:
    """Count the instructions of a call; return them and the unrolling that has the fewest."""

    def counts() -> Iterator[tuple[int, int]]:
        for unrolling in UNROLLINGS:
            flags = (*case.target, "-O3", f"-DSIZE={size}", f"-DUNROLL={unrolling}", *case.defines)
            objects = []
            for source in ("main.c", case.source):
                objects.append(str(folder / f"{source}.o"))
                command = ("clang-22", *flags, "-c", str(HERE / source), "-o", objects[-1])
                subprocess.run(command, check=True)
            image = str(folder / "image")
            subprocess.run((case.linker, "-static", *objects, "-o", image), check=True)
            executed = []
            for calls in (0, CALLS):
                plugin = f"{bin_folder}/mlirgym-count-instructions.so,out={folder}/count"
                command = (*case.emulator, "-plugin", plugin, image, str(calls))
                subprocess.run(command, check=True)  # 1 if the product is wrong
                executed.append(int((folder / "count").read_text()))
            yield (executed[1] - executed[0]) // CALLS, unrolling

    with tempfile.TemporaryDirectory(prefix="mlirgym-handwritten-") as path:
        folder = Path(path)
        return min(counts())


def searched(case: Case, size: int, options: argparse.Namespace) -> dict[str, Any]:
    """Search for a schedule of the same program."""
    with tempfile.TemporaryDirectory(prefix="mlirgym-handwritten-") as folder:
        command = [
            str(options.bin / "mlirgym"),
            *("optimize", case.program(size), "--json", "--agent", options.agent),
            *("--budget", str(options.budget), "--seed", str(options.seed), *case.device),
            *("--exec-data", f"{folder}/exec-data.db", "--cache-dir", f"{folder}/kernels"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{case.program(size)}: {done.stderr.strip()[-500:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    """Print a table, or JSON; 1 if something cannot be measured."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench handwritten", description=__doc__.split("\n\n")[0]
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="four samples of each search, 64 x 64 x 64 only")
    add("--json", action="store_true", help="print one JSON object")
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    add("--budget", type=int, default=200, help="samples of each search [default: 200]")
    add("--agent", default="bayesian", help="agent of the searches [default: bayesian]")
    add("--seed", type=int, default=0, help="seed of the searches [default: 0]")
    options = parser.parse_args()
    if options.quick:
        options.budget = 4
    ours: dict[tuple[str, ...], dict[str, Any]] = {}  # one search for kernels of one program
    rows = []
    for size in SIZES[:1] if options.quick else SIZES:
        for case in CASES:
            key = (case.program(size), *case.device)
            try:
                count, unrolling = by_hand(case, size, options.bin)
                ours[key] = ours.get(key) or searched(case, size, options)
            except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
                print(f"{case.label}, {size}: {error}", file=sys.stderr)
                return 1
            best = ours[key]["best"]
            rows.append(
                {
                    "kernel": case.label,
                    "program": case.program(size),
                    "by_hand": count,
                    "unrolling": unrolling,
                    "found": best,
                    "ratio": best / count,
                    "schedule": ours[key]["schedule"],
                }
            )
    if options.json:
        print(json.dumps({"benchmark": "handwritten", "kernels": rows}))
        return 0
    print("| kernel | program | by hand | found | ratio | schedule |\n|---|---|--:|--:|--:|---|")
    for row in rows:
        print(
            f"| {row['kernel']} | {row['program']} | {row['by_hand']:,} | {row['found']:,} "
            f"| {row['ratio']:.2f} | `{row['schedule']}` |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
