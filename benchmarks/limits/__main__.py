"""Kernels relative to the limits of the machine: odd sizes, rows, bandwidth, threads, regions.

Each figure is a ratio of two things that are timed alternately, round by round, under the reference
schedules: an odd size and its even neighbour, streamed rows that end inside a cache line and rows
of whole lines, a kernel and a bare loop that moves as many bytes in
the same mix of reads and writes, two threads and one. Prints medians over the rounds, and their
spread.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from operators import Operator
from participant import Failure, Participant, built, processors, reference_schedule, start

ROOT = Path(__file__).resolve().parents[2]
ODD = (
    ("matmul_127_251_509", "matmul_128_256_512"),
    (
        "conv_2d_nchw_fchw_1_61_57_57_67_3_3_55_55",
        "conv_2d_nchw_fchw_1_64_58_58_64_3_3_56_56",
    ),
    ("add_127_251", "add_128_256"),
)
#: The loops of machine.cpp that move as many bytes in the same mix, and the number of reads per
#: write. Hardware prefetchers follow the one array of a pooling less well than four arrays.
MEMORY = (
    ("add_256_42_42_168", ("streams",), 2),
    ("relu_256_56_56_64", ("streams",), 1),
    ("pooling_nchw_max_16_64_114_114_3_56_56", ("in order", "streams"), 4),
)
COMPUTE = (
    "matmul_1024_1024_1024",
    "conv_2d_nchw_fchw_8_64_58_58_64_3_3_56_56",
)
#: Numbers of f32 in streamed rows, and in rows that consist of whole cache lines.
ROWS = ((57, 64), (88, 96), (100, 128))
ROWS_BYTES = 1 << 25
#: A bias for each column: such rows cannot be flattened.
BIAS = """
func.func @bias(%a: tensor<{rows}x{columns}xf32>, %b: tensor<{columns}xf32>,
    %c: tensor<{rows}x{columns}xf32>) -> tensor<{rows}x{columns}xf32> {{
  %0 = linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%a, %b : tensor<{rows}x{columns}xf32>, tensor<{columns}xf32>)
      outs(%c : tensor<{rows}x{columns}xf32>) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    %sum = arith.addf %x, %y : f32
    linalg.yield %sum : f32
  }} -> tensor<{rows}x{columns}xf32>
  return %0 : tensor<{rows}x{columns}xf32>
}}
"""
#: The smallest work that two threads can share.
REGION = "relu_2_64"


@dataclass
class Figure:
    """A line of the report; `spread` is the interquartile range over the median."""

    key: str
    what: str
    unit: str
    value: float
    spread: float
    target: str = ""


@dataclass
class Subject:
    """A program or loop that is timed; `work` in operations or bytes per call."""

    label: str
    process: Participant
    work: float
    times_ns: list[float] = field(default_factory=list)

    @property
    def rates(self) -> list[float]:
        """GFLOP/s or GB/s, one value per round."""
        return [self.work / time_ns for time_ns in self.times_ns]


def work_of(name: str) -> float:
    """Operations of a contraction; for other families bytes, inputs and output once each."""
    operator = Operator.parse(name)
    n = operator.numbers
    match operator.family:
        case "matmul":
            return 2.0 * prod(n)
        case "conv_2d_nchw_fchw":
            return 2.0 * prod(operator.output_shape) * n[1] * n[5] * n[6]
        case "add" | "relu" | "pooling_nchw_max":
            return 4.0 * sum(map(prod, [*operator.input_shapes, operator.output_shape]))
    raise ValueError(f"{name}: no rate is known for its family")


class Bench:
    """Starts subjects, times them alternately, ends them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.figures: list[Figure] = []

    def kernel(self, name: str, threads: int, schedule: str | None = None) -> Subject:
        """Load a program under `schedule`, or its reference schedule."""
        schedule = schedule or reference_schedule(self.options.bin, name, threads)
        if schedule is None:
            raise Failure(f"{name}: no reference schedule; add one to data/reference")
        load = {"program": name, "schedule": schedule}
        return self._start("peer_kernel", name, threads, load, work_of(name))

    def streamed_rows(self, columns: int, threads: int) -> tuple[Subject, Subject]:
        """Load a ReLU of rows of `columns` f32, which are flattened, and a bias for each column."""
        rows = ROWS_BYTES // (4 * columns) // (64 * threads) * (64 * threads)
        share = rows // threads
        split = f"tile_parallel({share},0) " if threads > 1 else ""
        bias = {
            "program": f"bias_{rows}_{columns}",
            "text": BIAS.format(rows=rows, columns=columns),
            "schedule": f"op0: {split}tile(1,0) stream vectorize",
        }
        split = f"tile_parallel({share * columns}) " if threads > 1 else ""
        return (
            self.kernel(
                f"relu_{rows}_{columns}", threads, f"op0: flatten {split}tile(64) stream vectorize"
            ),
            self._start("peer_kernel", "bias", threads, bias, 8.0 * rows * columns),
        )

    def loop(self, threads: int, **load: Any) -> Subject:
        """Load a bare loop of machine.cpp."""
        return self._start("machine_limits", load["loop"], threads, load, None)

    def _start(
        self, program: str, label: str, threads: int, load: dict[str, Any], work: float | None
    ) -> Subject:
        binary = built(self.options.bin, program)
        process = start([binary], label, threads, processors(threads))
        reply = process.ask({"load": load})
        if "error" in reply:
            process.end()
            raise Failure(f"{label}, {threads} threads: {reply['error']}")
        return Subject(label, process, reply["work"] if work is None else work)

    def time(self, *subjects: Subject) -> None:
        """Time all subjects alternately, then end them."""
        try:
            for _ in range(self.options.rounds):
                for subject in subjects:
                    subject.times_ns.append(subject.process.time(self.options.batch_ms))
        finally:
            for subject in subjects:
                subject.process.end()

    def add(self, key: str, what: str, unit: str, values: list[float], target: str = "") -> None:
        """Add the median of `values`, one per round."""
        low, middle, high = quantiles(values, n=4, method="inclusive")
        spread = (high - low) / middle if middle else 0.0
        self.figures.append(Figure(key, what, unit, middle, spread, target))

    def odd_sizes(self, threads: int) -> None:
        """Compare odd sizes with their even neighbours: operations, or bytes, per second."""
        for odd_name, even_name in ODD:
            odd, even = self.kernel(odd_name, threads), self.kernel(even_name, threads)
            self.time(odd, even)
            unit = "GB/s" if odd_name.startswith("add") else "GFLOP/s"
            self.add(f"{even_name}_{threads}", even_name, unit, even.rates)
            self.add(f"{odd_name}_{threads}", odd_name, unit, odd.rates)
            ratios = [a / b for a, b in zip(odd.rates, even.rates, strict=True)]
            self.add(
                f"{odd_name}_over_even_{threads}",
                "  relative to its neighbour",
                "",
                ratios,
                ">= 0.9",
            )

    def rows(self, threads: int) -> None:
        """Compare rows that end inside a cache line with rows of whole lines: bytes per second."""
        for part, whole in ROWS:
            parts, wholes = self.streamed_rows(part, threads), self.streamed_rows(whole, threads)
            self.time(*parts, *wholes)
            for kind, odd, even in zip(("flattened", "bias"), parts, wholes, strict=True):
                ratios = [a / b for a, b in zip(odd.rates, even.rates, strict=True)]
                label = f"rows of {part} f32, {kind}"
                key = f"rows_{part}_{kind}_{threads}"
                whole_label = f"rows of {whole} f32, {kind}"
                self.add(f"rows_{whole}_{kind}_{threads}", whole_label, "GB/s", even.rates)
                self.add(key, label, "GB/s", odd.rates)
                self.add(f"{key}_over_whole", "  relative to whole lines", "", ratios, ">= 0.9")

    def bandwidth(self, threads: int) -> None:
        """Compare memory-bound kernels with a bare loop of the same mix."""
        for name, kinds, reads in MEMORY:
            kernel = self.kernel(name, threads)
            moved = int(kernel.work)
            loops = [self.loop(threads, loop=kind, reads=reads, bytes=moved) for kind in kinds]
            self.time(kernel, *loops)
            self.add(f"{name}_{threads}", name, "GB/s", kernel.rates)
            for kind, loop in zip(kinds, loops, strict=True):
                label = f"  loop, {reads} read{'s' if reads > 1 else ''}, 1 streaming write"
                label += ", one array in order" if kind == "in order" else ""
                key = f"{name}_{kind.replace(' ', '_')}"
                self.add(f"{key}_{threads}", label, "GB/s", loop.rates)
                ratios = [a / b for a, b in zip(kernel.rates, loop.rates, strict=True)]
                self.add(f"{key}_share_{threads}", "  relative to the loop", "", ratios, ">= 0.9")

    def scaling(self) -> None:
        """Compare two threads with one, relative to the speedup of two processors on registers."""
        for name in COMPUTE:
            kernels = self.kernel(name, 1), self.kernel(name, 2)
            loops = self.loop(1, loop="fma"), self.loop(2, loop="fma")
            self.time(*kernels, *loops)
            gains, possible = (
                [b / a for a, b in zip(one.rates, two.rates, strict=True)]
                for one, two in (kernels, loops)
            )
            self.add(f"{name}_scaling", name, "x", gains, ">= 1.9")
            self.add(f"{name}_machine_scaling", "  multiply-adds in registers", "x", possible)
            shares = [a / b for a, b in zip(gains, possible, strict=True)]
            self.add(
                f"{name}_scaling_over_machine", "  relative to that speedup", "", shares, ">= 0.95"
            )

    def region(self) -> None:
        """Time the overhead of two threads on almost no work."""
        one = self.kernel(REGION, 1, "op0: tile(1,0) vectorize")
        two = self.kernel(REGION, 2, "op0: tile_parallel(1,0) vectorize")
        self.time(one, two)
        costs = [(b - a) / 1e3 for a, b in zip(one.times_ns, two.times_ns, strict=True)]
        self.add("region_us", "parallel region of two threads", "us", costs, "<= 2")


def show(title: str, figures: list[Figure]) -> None:
    """Print one part of the report."""
    print(title)
    width = max(len(figure.what) for figure in figures)
    for figure in figures:
        target = f"  (to reach: {figure.target})" if figure.target else ""
        print(
            f"  {figure.what:{width}} {figure.value:8.2f} {figure.unit:7}"
            f" ±{figure.spread * 50:3.0f} %{target}"
        )


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench limits", description=__doc__.split("\n\n")[0]
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="fewer and shorter rounds, under a minute")
    add("--json", action="store_true", help="print one JSON object")
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    options = parser.parse_args()
    options.rounds, options.batch_ms = (3, 5) if options.quick else (9, 20)
    return options


def main() -> int:
    """Run; 1 if something cannot be measured. Speed does not change the exit code."""
    options = parse_options()
    bench = Bench(options)
    threads = [1, 2] if len(os.sched_getaffinity(0)) >= 2 else [1]
    parts: list[tuple[str, Any]] = []
    for count in threads:
        label = f"{count} thread{'s' if count > 1 else ''}"
        parts.append((f"odd sizes, {label}", lambda count=count: bench.odd_sizes(count)))
        parts.append((f"rows past the caches, {label}", lambda count=count: bench.rows(count)))
        parts.append((f"memory-bound, {label}", lambda count=count: bench.bandwidth(count)))
    if len(threads) > 1:
        parts.append(("from one thread to two", bench.scaling))
        parts.append(("overhead", bench.region))
    else:
        print("one processor: scaling is left out", file=sys.stderr)
    for title, run in parts:
        before = len(bench.figures)
        try:
            run()
        except Failure as failure:
            print(failure, file=sys.stderr)
            return 1
        if not options.json:
            show(title, bench.figures[before:])
    if options.json:
        figures = {figure.key: figure.value for figure in bench.figures}
        spreads = {figure.key: figure.spread for figure in bench.figures}
        print(json.dumps({"benchmark": "limits", **figures, "spread": spreads}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
