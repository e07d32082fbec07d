"""Networks: compiled by mlirgym, and run eagerly by PyTorch.

For each network of `data/networks`: searches task by task, compiles the result for one thread, and
calls both alternately in this process, on the same tensors. Prints medians per call, their ratio
over the rounds, and the largest difference relative to the largest output. With --exec-data a later
run goes on where this one ended.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import mlirgym
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import networks

ROUNDS, CALLS = 7, 5


@dataclass(frozen=True)
class Row:
    """A network: milliseconds per call, medians over the rounds."""

    network: str
    eager_ms: float
    compiled_ms: float
    #: Quartiles over the rounds of compiled / eager.
    ratio: tuple[float, float, float]
    difference: float
    search_seconds: float


def milliseconds(call: Callable[[], object]) -> float:
    """Time several calls, after one that is not timed."""
    call()
    begin = time.perf_counter()
    for _ in range(CALLS):
        call()
    return 1e3 * (time.perf_counter() - begin) / CALLS


def as_list(outputs: Any) -> list[torch.Tensor]:
    """List the outputs of a module or of a kernel."""
    return [outputs] if isinstance(outputs, torch.Tensor) else list(outputs)


def measure(name: str, budget: int, execution: mlirgym.Execution) -> Row:
    """Search, compile and compare one network."""
    module, values = networks.arguments(name)
    begin = time.monotonic()
    kernel = mlirgym.compile(name, budget=budget, in_process=True, execution=execution)
    seconds = time.monotonic() - begin
    with torch.no_grad():
        difference = max(
            float((ours - theirs).abs().max() / theirs.abs().max())
            for ours, theirs in zip(as_list(kernel(*values)), as_list(module(*values)), strict=True)
        )
        eager, compiled = [], []
        for _ in range(ROUNDS):
            eager.append(milliseconds(lambda: module(*values)))
            compiled.append(milliseconds(lambda: kernel(*values)))
    ratios = sorted(ours / theirs for ours, theirs in zip(compiled, eager, strict=True))
    quartiles = ratios[ROUNDS // 4], median(ratios), ratios[-1 - ROUNDS // 4]
    return Row(name, median(eager), median(compiled), quartiles, difference, seconds)


def main() -> int:
    """Measure and print a row per network."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench networks", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("names", nargs="*", help="networks [default: all]")
    parser.add_argument("--budget", type=int, default=300, help="samples per network [300]")
    parser.add_argument("--exec-data", help="file of timings [default: a new one]")
    parser.add_argument("--quick", action="store_true", help="only decoder_step, 20 samples")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    torch.set_num_threads(1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        execution = mlirgym.Execution(args.exec_data or Path(folder) / "timings.db", threads=1)
        for name in ["decoder_step"] if args.quick else args.names or list(networks.NETWORKS):
            row = measure(name, 20 if args.quick else args.budget, execution)
            rows.append(row)
            low, middle, high = row.ratio
            print(
                f"{name:16} eager {row.eager_ms:8.2f} ms  compiled {row.compiled_ms:8.2f} ms  "
                f"ratio {middle:.2f} ({low:.2f} to {high:.2f})  difference {row.difference:.0e}  "
                f"searched {row.search_seconds:.0f} s",
                file=sys.stderr if args.json else sys.stdout,
                flush=True,
            )
    if args.json:
        print(json.dumps({"networks": [asdict(row) for row in rows]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
