"""The sum of the kernels' times against the whole program, and the cost of substitution.

Each kernel of each program of a suite is timed alone, in turn with the whole program, without a
schedule. Then requests are timed alternately with and without files that replace kernels of another
program; nothing is substituted in the timed program.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import mlirgym
from mlirgym.execution.execution import default_exec_data_file

#: A program of each family.
QUICK = r"^(matmul_bias_relu|mlp|softmax)_"
LIMIT = 5.0


def sums(programs: list[str], threads: int) -> list[dict[str, Any]]:
    """Time the kernels of each program and the whole."""
    # Benchmarks store nothing but the machine's peak.
    execution = mlirgym.Execution(default_exec_data_file(), threads=threads)
    rows = []
    for program in programs:
        times = mlirgym.benchmark_kernels(program, execution=execution)
        row: dict[str, Any] = {"program": program, "status": times.status}
        if times.sum is not None and times.whole is not None:
            row["kernels"] = len(times.kernels)
            row["whole_ns"] = times.whole["before_ns"]
            row["sum_ns"] = times.sum["before_ns"]
            row["difference_percent"] = 100 * times.sum["before_gap"]
            row["noisy"] = any(each["noisy"] for each in [times.whole, *times.kernels])
            print(
                f"{program}: {row['kernels']} kernels, whole {row['whole_ns'] / 1e3:.4g} us, "
                f"difference {row['difference_percent']:+.1f} %{'; noisy' * row['noisy']}",
                file=sys.stderr,
                flush=True,
            )
        rows.append(row)
    return rows


def milliseconds(work: Callable[[], object]) -> float:
    """Time one call."""
    begin = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - begin)


def substitution(rounds: int) -> dict[str, dict[str, float]]:
    """Time requests of two executions in turn; one has files for another program."""
    program, other = mlirgym.generate_program("matmul_64_48_32"), "relu_8_12"
    with tempfile.TemporaryDirectory(prefix="mlirgym-substitution") as folder:
        mlirgym.dump_kernels(other, sources=folder)
        kernel = Path(folder) / f"{other}_op0.mlir"
        kernel.write_text("// Not as it was dumped.\n" + kernel.read_text())
        substitutions = mlirgym.Substitutions(sources_from=folder)
        options = {"budget_ms": 5.0, "too_slow_factor": 0.0}
        pair = [
            mlirgym.Execution(**options),
            mlirgym.Execution(**options, substitutions=substitutions),
        ]
        stored = "op0: tile(4,16,1) vectorize"
        for execution in pair:  # starts the workers, and computes the reference
            execution.measure(program, stored)
            execution.measure(program, stored, keep=False)
        requests = {
            "stored": lambda execution, index: execution.measure(program, stored),
            "compiled": lambda execution, index: execution.compile(
                program, f"op0: tile({index % 8 + 1},16,1) vectorize", keep=False
            ),
            "measured": lambda execution, index: execution.measure(
                program, f"op0: tile({index % 8 + 1},16,1) vectorize", keep=False
            ),
        }
        costs = {}
        for name, request in requests.items():
            taken: list[list[float]] = [[], []]
            for index in range(rounds):
                for which in (0, 1) if index % 2 else (1, 0):
                    taken[which].append(milliseconds(partial(request, pair[which], index)))
            differences = [late - early for early, late in zip(*taken, strict=True)]
            costs[name] = {
                "without_ms": statistics.median(taken[0]),
                "with_ms": statistics.median(taken[1]),
                "difference_ms": statistics.median(differences),
            }
    return costs


def main() -> int:
    """Print both tables, or one JSON object."""
    parser = argparse.ArgumentParser(prog="scripts/bench kernels", description=__doc__)
    parser.add_argument("--suite", default="chains", help="suite of programs (default: chains)")
    parser.add_argument("--split", default="all", help="split of the suite (default: all)")
    parser.add_argument("--ops", default="", metavar="REGEX", help="programs to time")
    parser.add_argument("--threads", type=int, default=1, help="threads (default: 1)")
    parser.add_argument("--rounds", type=int, default=200, help="requests of each kind")
    parser.add_argument("--quick", action="store_true", help="three programs and ten rounds")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    programs = [
        program
        for program in mlirgym.suite_programs(options.suite, options.split)
        if re.search(options.ops, program)
    ]
    if options.quick:
        families = [re.match(QUICK, program) for program in programs]
        programs = list({each[1]: each.string for each in families if each}.values())
    rows = sums(programs, options.threads)
    costs = substitution(10 if options.quick else options.rounds)
    if options.json:
        print(json.dumps({"sums": rows, "substitution": costs}, indent=2))
        return 0
    gaps = sorted(row["difference_percent"] for row in rows if "difference_percent" in row)
    if gaps:
        near = sum(abs(gap) <= LIMIT for gap in gaps)
        print(
            f"sum of the kernels - whole: median {statistics.median(gaps):+.1f} %, from "
            f"{gaps[0]:+.1f} to {gaps[-1]:+.1f} %; {near} of {len(rows)} programs within "
            f"{LIMIT:g} %"
        )
    for name, cost in costs.items():
        print(
            f"{name} request: {cost['without_ms']:.3f} ms, with files for another program "
            f"{cost['with_ms']:.3f} ms, difference {cost['difference_ms']:+.3f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
