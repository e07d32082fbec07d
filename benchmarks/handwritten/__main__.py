"""Instructions of kernels that a search finds, and of kernels that were written by hand in C.

Both multiply two matrices on an emulator that counts: sdot.c with the intrinsics of NEON, rvv.c
with those of RISC-V's vectors, compiled by clang -O3. Of the ways to unroll a kernel the one with
the fewest instructions counts. main.c compares and counts the kernels of both.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
#: Calls that are counted: those of a run minus those of a run without them.
CALLS = 4
PLUGIN = "mlirgym-count-instructions.so"
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
    #: Of `mlirgym optimize`, and of `mlirgym dump`.
    device: tuple[str, ...]
    code: tuple[str, ...]
    types: str = ""

    def program(self, size: int) -> str:
        """Name the product of two square matrices."""
        return f"matmul_{size}_{size}_{size}{self.types}"


ARM = partial(
    Case,
    source="sdot.c",
    target=("--target=aarch64-linux-gnu", "-march=armv8.2-a+dotprod"),
    emulator=("qemu-aarch64",),
    linker="aarch64-linux-gnu-gcc",
    device=("--device", "qemu:aarch64", "--features", "+dotprod"),
    code=("--target", "aarch64", "--features", "+dotprod"),
)
RISCV = partial(
    Case,
    source="rvv.c",
    target=("--target=riscv64-linux-gnu", "-march=rv64gcv"),
    emulator=("qemu-riscv64", "-cpu", "rv64,v=true,vext_spec=v1.0,vlen=128"),
    linker="riscv64-linux-gnu-gcc",
    device=("--device", "qemu:riscv64"),
    code=("--target", "riscv64", "--features", "+v"),
)
CASES = (
    ARM("NEON with sdot, i8", defines=(), types="_i8_i32"),
    RISCV("RVV, i8, groups of 4", defines=("-DGROUP=4",), types="_i8_i32"),
    RISCV("RVV, i8, groups of 8", defines=("-DGROUP=8",), types="_i8_i32"),
    RISCV("RVV, f32, groups of 4", defines=("-DGROUP=4", "-DFLOATS")),
    RISCV("RVV, f32, groups of 8", defines=("-DGROUP=8", "-DFLOATS")),
)


def count(case: Case, size: int, sources: list[Path], unrolling: int, plugin: Path) -> int:
    """Count the instructions of a call of the kernel in `sources`."""
    flags = (*case.target, "-O3", f"-DSIZE={size}", f"-DUNROLL={unrolling}", *case.defines)
    with tempfile.TemporaryDirectory(prefix="mlirgym-handwritten-") as folder:
        objects = []
        for source in (HERE / "main.c", *sources):
            objects.append(f"{folder}/{source.name}.o")
            subprocess.run(
                (
                    "clang-22",
                    *flags,
                    "-Wno-unused-command-line-argument",
                    "-c",
                    str(source),
                    "-o",
                    objects[-1],
                ),
                check=True,
            )
        image = f"{folder}/image"
        subprocess.run((case.linker, "-static", *objects, "-o", image), check=True)
        executed = []
        for calls in (0, CALLS):
            counting = f"{plugin},out={folder}/count"
            # 1 if the product is wrong.
            subprocess.run((*case.emulator, "-plugin", counting, image, str(calls)), check=True)
            executed.append(int(Path(folder, "count").read_text()))
    return (executed[1] - executed[0]) // CALLS


def searched(case: Case, size: int, options: argparse.Namespace) -> tuple[str, int]:
    """Search for a schedule of the same program; return it and the instructions of a call."""
    name = case.program(size)
    with tempfile.TemporaryDirectory(prefix="mlirgym-handwritten-") as folder:
        found = run(
            *(str(options.bin / "mlirgym"), "optimize", name, "--json", "--agent", options.agent),
            *("--budget", str(options.budget), "--seed", str(options.seed), *case.device),
            *("--exec-data", f"{folder}/exec-data.db", "--cache-dir", f"{folder}/kernels"),
        )
        schedule: str = json.loads(found)["schedule"]
        code = Path(folder, "kernel.s")
        code.write_text(
            run(
                *(str(options.bin / "mlirgym"), "dump", name, "--schedule", schedule),
                *("--stage", "asm", *case.code),
            )
        )
        sources = [HERE / "found.c", code]
        return schedule, count(case, size, sources, 1, options.bin / PLUGIN)


def run(*command: str) -> str:
    """Return what a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-500:])
    return done.stdout


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
    rows = []
    for size in SIZES[:1] if options.quick else SIZES:
        ours: dict[str, tuple[str, int]] = {}  # one search for kernels of one program
        for case in CASES:
            key = case.program(size) + case.linker
            try:
                by_hand, unrolling = min(
                    (count(case, size, [HERE / case.source], each, options.bin / PLUGIN), each)
                    for each in UNROLLINGS
                )
                ours[key] = ours.get(key) or searched(case, size, options)
            except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
                print(f"{case.label}, {size}: {error}", file=sys.stderr)
                return 1
            schedule, found = ours[key]
            rows.append(
                {
                    "kernel": case.label,
                    "program": case.program(size),
                    "by_hand": by_hand,
                    "unrolling": unrolling,
                    "found": found,
                    "ratio": found / by_hand,
                    "schedule": schedule,
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
