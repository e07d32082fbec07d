"""Networks: compiled by mlirgym, run eagerly by PyTorch, and by other runtimes.

For each network of `data/networks`: searches task by task, compiles the result for one thread, and
calls all participants alternately in this process, on the same tensors. Prints medians per call,
the ratio to PyTorch over the rounds, and the largest difference from its outputs relative to the
largest one. With --exec-data a later run goes on where this one ended.

--runtimes needs, in the environment of this Python, `benchmarks/peers/requirements.txt`,
`tests/frameworks/requirements.txt` and, to export to ONNX, onnxscript. Each runtime has the same
thread, keeps its memory between calls, and may use huge pages.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import mlirgym
import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
sys.path.append(str(Path(__file__).resolve().parents[1] / "peers"))
import networks
import participant
import runtimes

ROUNDS, CALLS = 7, 5


#: The memory that all participants of a race have, and one thread.
FAIR = {
    **participant.FAIR,
    "OMP_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
EAGER = "PyTorch eager"


@dataclass(frozen=True)
class Row:
    """A participant on a network."""

    network: str
    participant: str
    #: Median over the rounds, per call.
    milliseconds: float
    #: Quartiles over the rounds of its time / that of PyTorch.
    ratio: tuple[float, float, float]
    #: From PyTorch's outputs, relative to the largest one.
    difference: float
    #: Of the search or of the compiler.
    compile_seconds: float


def milliseconds(call: Callable[[], object]) -> float:
    """Time several calls, after one that is not timed."""
    call()
    begin = time.perf_counter()
    for _ in range(CALLS):
        call()
    return 1e3 * (time.perf_counter() - begin) / CALLS


def difference(ours: Sequence[Any], theirs: Sequence[torch.Tensor]) -> float:
    """Return the largest difference, relative to the largest output."""
    return max(
        float((torch.from_numpy(np.array(a)) - b).abs().max() / b.abs().max())
        for a, b in zip(ours, theirs, strict=True)
    )


def compiled_by_us(name: str, budget: int, execution: mlirgym.Execution) -> runtimes.Call:
    """Search, and compile for calls in this process."""
    _, values = networks.arguments(name)
    kernel = mlirgym.compile(name, budget=budget, in_process=True, execution=execution)

    def call() -> Sequence[Any]:
        outputs = kernel(*values)
        return [outputs] if isinstance(outputs, torch.Tensor) else list(outputs)

    return call


def measure(
    name: str, budget: int, execution: mlirgym.Execution, others: Sequence[str]
) -> list[Row]:
    """Compile a network by all participants, and call these in turn."""
    module, inputs = networks.module(name)

    def eager() -> Sequence[torch.Tensor]:
        with torch.no_grad():
            outputs = module(*inputs)
        return [outputs] if isinstance(outputs, torch.Tensor) else list(outputs)

    makers: dict[str, Callable[[], runtimes.Call]] = {
        EAGER: lambda: eager,
        "mlirgym": lambda: compiled_by_us(name, budget, execution),
    }
    for other in others:
        makers[other] = lambda make=runtimes.RUNTIMES[other]: make(name, module, inputs)
    calls, differences, seconds = {}, {}, {}
    for label, make in makers.items():
        begin = time.monotonic()
        try:
            call = make()
            differences[label] = difference([np.asarray(each) for each in call()], eager())
        except Exception as error:  # whatever a runtime raises
            print(f"{name}: {label}: {type(error).__name__}: {error}"[:400], file=sys.stderr)
            continue
        calls[label] = call
        seconds[label] = time.monotonic() - begin
    times: dict[str, list[float]] = {label: [] for label in calls}
    for _ in range(ROUNDS):
        for label, call in calls.items():
            times[label].append(milliseconds(call))
    rows = []
    for label, own in times.items():
        ratios = sorted(a / b for a, b in zip(own, times[EAGER], strict=True))
        quartiles = ratios[ROUNDS // 4], median(ratios), ratios[-1 - ROUNDS // 4]
        rows.append(Row(name, label, median(own), quartiles, differences[label], seconds[label]))
    return rows


def main() -> int:
    """Measure and print a row per network."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench networks", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("names", nargs="*", help="networks [default: all]")
    parser.add_argument("--budget", type=int, default=300, help="samples per network [300]")
    parser.add_argument("--exec-data", help="file of timings [default: a new one]")
    parser.add_argument(
        "--runtimes", help=f"also, separated by commas: {', '.join(runtimes.RUNTIMES)}"
    )
    parser.add_argument("--quick", action="store_true", help="only decoder_step, 20 samples")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    others = args.runtimes.split(",") if args.runtimes else []
    for other in others:
        if other not in runtimes.RUNTIMES:
            parser.error(f"--runtimes: {other}: give some of {', '.join(runtimes.RUNTIMES)}")
    if any(os.environ.get(key) != value for key, value in FAIR.items()):
        # Libraries read them when they are loaded.
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **FAIR})
    torch.set_num_threads(1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        execution = mlirgym.Execution(args.exec_data or Path(folder) / "timings.db", threads=1)
        for name in ["decoder_step"] if args.quick else args.names or list(networks.NETWORKS):
            measured = measure(name, 20 if args.quick else args.budget, execution, others)
            rows += measured
            for row in measured:
                low, middle, high = row.ratio
                print(
                    f"{name:16} {row.participant:14} {row.milliseconds:8.2f} ms  "
                    f"ratio {middle:.2f} ({low:.2f} to {high:.2f})  "
                    f"difference {row.difference:.0e}  made in {row.compile_seconds:.0f} s",
                    file=sys.stderr if args.json else sys.stdout,
                    flush=True,
                )
    if args.json:
        print(json.dumps({"networks": [asdict(row) for row in rows]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
