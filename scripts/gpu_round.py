#!/usr/bin/env python3
"""Prepare, run and store a round of timings on a GPU that is at hand for minutes only.

    scripts/gpu_round prepare DIR          here: bundles of the schedules of data/gpu/round.json
    DIR/run.sh                             on the GPU: DIR/results.json, in at most five minutes
    scripts/gpu_round import DIR/results.json    here: exec data of that GPU, and a table

`prepare` takes the schedules that are written in the round's file, and those that `mlirgym propose`
finds by estimates; those that do not compile are noted as refused. DIR needs Python, NumPy and
NVIDIA's driver on the machine with the GPU, and compares with PyTorch if it is there.
`scripts/gpu_round run DIR` is DIR/run.sh.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUND = ROOT / "data/gpu/round.json"
MLIRGYM = ROOT / "build/release/bin/mlirgym"
#: Most bytes that are carried to the GPU.
MOST_BYTES = 40 << 20
#: Seconds of run.sh, and milliseconds that each schedule is timed.
MOST_SECONDS, BUDGET_MS = 290, 50

#: Peaks from NVIDIA's data sheets: TFLOP/s of f32, TFLOP/s of dense f16 and bf16 on tensor cores,
#: TB/s. The first name that is a part of the GPU's name counts.
PEAKS = {
    "H200": (67.0, 989.0, 4.8),
    "H100 PCIe": (51.0, 756.0, 2.0),
    "H100": (67.0, 989.0, 3.35),
    "A100": (19.5, 312.0, 2.04),
}

RUN = """\
#!/bin/sh
# Runs, verifies and times the schedules of all bundles on a GPU, in at most {seconds} s, beside
# PyTorch if it is there. Needs Python 3.9, NumPy and NVIDIA's driver. Results: results.json.
cd "$(dirname "$0")" || exit 1
exec python3 bundles/{first}/run.py --torch --max-seconds {seconds} --budget-ms {budget} \\
  --json results.json "$@" {bundles}
"""


def run_mlirgym(*words: str) -> dict:
    """Return what a command prints with --json. Ends the script if the command fails."""
    command = [str(MLIRGYM), *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


@dataclass
class Item:
    """A program of a round."""

    program: str
    count: int
    schedules: list[str]
    #: Of a small program: further schedules, and whether speedups are relative to no schedule.
    shared: list[str] = field(default_factory=list)
    is_small: bool = False

    @property
    def name(self) -> str:
        """Name of its bundle."""
        return Path(self.program).stem if self.program.endswith(".mlir") else self.program

    @property
    def source(self) -> str:
        """Name or file for mlirgym."""
        return str(ROUND.parent / self.program) if self.program.endswith(".mlir") else self.program


def items_of(description: dict, options: argparse.Namespace) -> list[Item]:
    """Return the programs of a round, in the order in which they run."""
    small = description["small"]
    items = [Item(p["program"], p["count"], p["schedules"]) for p in description["programs"]]
    names = [
        program["name"]
        for program in run_mlirgym("suite", "show", small["suite"], "--split", "all")["programs"]
    ]
    items += [Item(name, small["count"], []) for name in names]
    items = [item for item in items if re.search(options.only, item.name)]
    shared: list[str] = []
    if any(item.name in names for item in items):
        count = math.ceil(options.scale * small["shared"] / len(small["shared_by"]))
        for name in small["shared_by"]:
            shared += propose(Item(name, 0, []), count, description["processor"], options)
    for item in items:
        item.is_small = item.name in names
        item.shared = shared if item.is_small else []
    return items


def propose(item: Item, count: int, processor: str, options: argparse.Namespace) -> list[str]:
    """Return schedules that are fast by estimates, and some others."""
    if count == 0:
        return []
    proposed = run_mlirgym(
        "propose", item.source, "--target", "nvptx64", "--cpu", processor,
        "--count", str(count), "--draws", str(options.draws), "--seed", str(options.seed),
    )  # fmt: skip
    return [each["schedule"] for each in proposed["schedules"]]


def schedules_of(item: Item, processor: str, options: argparse.Namespace) -> list[str]:
    """Return the written, proposed and shared schedules of a program, each once."""
    count = math.ceil(options.scale * item.count)
    own = propose(item, count, processor, options)
    none = [""] if item.is_small else []
    return list(dict.fromkeys(none + item.schedules + own + item.shared))


def write_bundle(item: Item, schedules: list[str], bundle: Path, processor: str) -> int:
    """Write the bundle of a program, and return how many schedules have code.

    Schedules of the round's file that have none are named with the reason.
    """
    words = ["dump", item.source, "--device", "cuda:" + processor, "--dump-files-to", str(bundle)]
    if "" in schedules:
        run_mlirgym(*words)
    listed = bundle / "schedules.txt"
    listed.write_text("".join(schedule + "\n" for schedule in schedules if schedule))
    if listed.stat().st_size > 0:
        run_mlirgym(*words, "--schedule-list", str(listed))
    listed.unlink()
    entries = json.loads((bundle / "bundle.json").read_text())["schedules"]
    refused = [entry for entry in entries if entry["status"] == "refused"]
    for entry in refused:
        if entry["schedule"] in item.schedules:
            print(f"{item.name}: {entry['schedule']}: {entry['message']}", flush=True)
    return len(entries) - len(refused)


def compress(bundle: Path) -> None:
    """Compress the code of a bundle, which run.py reads in either form."""
    for path in bundle.glob("*.ptx"):
        packed = gzip.compress(path.read_bytes(), mtime=0)
        path.with_name(path.name + ".gz").write_bytes(packed)
        path.unlink()


def size_of(folder: Path) -> int:
    """Return the bytes of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def prepare(options: argparse.Namespace) -> None:
    """Write the bundles and run.sh."""
    description = json.loads(ROUND.read_text())
    folder: Path = options.folder
    if (folder / "bundles").exists():
        sys.exit(f"{folder}: has bundles already; give another folder, or remove this one")
    items = items_of(description, options)
    if not items:
        sys.exit(f"no program of {ROUND} has a name with '{options.only}'")
    begun = time.monotonic()
    written: list[str] = []
    number = 0
    for item in items:
        bundle = folder / "bundles" / item.name
        bundle.mkdir(parents=True)
        schedules = schedules_of(item, description["processor"], options)
        with_code = write_bundle(item, schedules, bundle, description["processor"])
        written.append(item.name)
        compress(bundle)
        number += with_code
        print(
            f"{item.name}: {with_code} of {len(schedules)} schedules compile, "
            f"{size_of(bundle) / 1024:.0f} KiB, {time.monotonic() - begun:.0f} s",
            flush=True,
        )
    script = folder / "run.sh"
    script.write_text(
        RUN.format(
            seconds=MOST_SECONDS,
            budget=BUDGET_MS,
            first=written[0],
            bundles=" ".join("bundles/" + name for name in written),
        )
    )
    script.chmod(0o755)
    size = size_of(folder)
    print(f"{folder}: {number} schedules, {size / 2**20:.1f} MiB; run {script} on the GPU")
    if size > MOST_BYTES:
        sys.exit(f"more than {MOST_BYTES >> 20} MiB; lower the counts in {ROUND}, or --scale")


def run(options: argparse.Namespace) -> None:
    """Run the bundles on a GPU of this machine."""
    os.execv("/bin/sh", ["sh", str(options.folder / "run.sh"), *options.words])


def peaks_of(gpu: dict) -> tuple[float, float, float]:
    """Return FLOP/ns of f32 and of tensor cores, and bytes/ns."""
    for name, (f32, tensor, memory) in PEAKS.items():
        if all(word in gpu.get("name", "") for word in name.split()):
            return f32 * 1e3, tensor * 1e3, memory * 1e3
    f32 = 2 * 128 * gpu.get("multiprocessors", 0) * gpu.get("clock_khz", 0) / 1e6
    memory = gpu.get("memory_gb_per_s", 0)
    return f32 or math.nan, math.nan, memory or math.nan


def rows_of(results: dict) -> list[list[str]]:
    """Return a row for each program."""
    f32, tensor, memory = peaks_of(results["gpu"])
    rows = []
    for program in results["programs"]:
        right = [s for s in program["schedules"] if s["status"] == "ok"]
        with_code = [s for s in program["schedules"] if s["status"] != "refused"]
        counts = f"{len(right)}/{len(with_code)}"
        torch = program.get("torch", {}).get("median_ns")
        if not right:
            rows.append([program["program"], counts, "", "", "", "", "", ""])
            continue
        best = min(right, key=lambda each: each["median_ns"])
        ns = best["median_ns"]
        is_narrow = re.search(r"_b?f16$", program["program"]) is not None
        peak = tensor if is_narrow else f32
        by_flops, by_bytes = program["flops"] / peak, program["bytes"] / memory
        kind = ("tensor" if is_narrow else "FMA") if by_flops > by_bytes else "memory"
        share = 100 * max(by_flops, by_bytes) / ns  # NaN if a peak is not known
        known = math.isfinite(by_flops + by_bytes)
        rows.append([
            program["program"], counts, f"{ns / 1e3:.1f}",
            f"{share:.1f} %" if known else "", kind if known else "",
            f"{torch / 1e3:.1f}" if torch else "", f"{ns / torch:.2f}" if torch else "",
            f"`{best['schedule']}`",
        ])  # fmt: skip
    return rows


def print_table(results: dict) -> None:
    """Print the best schedules as a Markdown table."""
    print(f"{results['gpu']['name']}, protocol {results['protocol']}\n")
    print("| program | right | µs | of peak | peak | torch µs | time / torch | best schedule |")
    print("|---|--:|--:|--:|---|--:|--:|---|")
    for row in rows_of(results):
        print("| " + " | ".join(row) + " |")
    wrong = [
        (program["program"], each)
        for program in results["programs"]
        for each in program["schedules"]
        if each["status"] not in {"ok", "refused", "not_run"}
    ]
    for name, each in wrong:
        message = each.get("message", "").splitlines()[:1]
        print(f"\n{name}: {each['schedule']}: {each['status']}: {' '.join(message)}")


def import_results(options: argparse.Namespace) -> None:
    """Put results into exec data, and print a table."""
    try:
        results = json.loads(options.results.read_text())
        gpu = results["gpu"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{options.results}: {error}; give the file that run.sh has written")
    if not gpu:
        sys.exit(f"{options.results}: of no GPU; run it where one is")
    name = re.sub(r"[^a-z0-9]+", "-", gpu["name"].lower()).strip("-")
    exec_data = options.exec_data or ROUND.parent / f"{name}.db"
    imported = run_mlirgym("data", "import", str(options.results), "--exec-data", str(exec_data))
    print_table(results)
    print(f"\n{exec_data}: {json.dumps(imported)}")


def pattern(text: str) -> str:
    """Return a regular expression; an option's type."""
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}") from error
    return text


def scale(text: str) -> float:
    """Return a factor; an option's type."""
    value = float(text)
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no factor; give a number of 0 or more")
    return value


def main() -> None:
    """Run the command."""
    assert __doc__
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("prepare", help="write bundles and run.sh")
    make.add_argument("folder", type=Path, metavar="DIR")
    make.add_argument("--only", type=pattern, default="", metavar="PATTERN",
                      help="only these programs")  # fmt: skip
    make.add_argument("--scale", type=scale, default=1, help="times the counts of schedules")
    make.add_argument("--draws", type=int, default=2000, help="schedules to estimate per program")
    make.add_argument("--seed", type=int, default=0)
    make.set_defaults(run=prepare)
    start = commands.add_parser("run", help="run the bundles on a GPU of this machine")
    start.add_argument("folder", type=Path, metavar="DIR")
    start.add_argument("words", nargs=argparse.REMAINDER, help="options of run.py")
    start.set_defaults(run=run)
    store = commands.add_parser("import", help="put results into exec data, and print a table")
    store.add_argument("results", type=Path, metavar="results.json")
    store.add_argument("--exec-data", type=Path, help="default: data/gpu/GPU.db")
    store.set_defaults(run=import_results)
    options = parser.parse_args()
    if not MLIRGYM.exists() or not shutil.which(str(MLIRGYM)):
        sys.exit(f"{MLIRGYM} is absent; build it with scripts/test or ninja -C build/release")
    options.run(options)


if __name__ == "__main__":
    main()
