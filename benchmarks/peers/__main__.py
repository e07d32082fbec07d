"""Reference schedules against other libraries per operator, interleaved in one run.

Every participant has its own process, pinned to the same processors, and gets the same inputs;
outputs are compared. Prints a Markdown table and the geometric mean of time / best peer.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import geometric_mean

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from operators import DTYPES, Operator
from participant import Failure, Participant, processors, reference_schedule, start
from report import draw, table

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PEERS = (
    "torch_eager",
    "numpy_blas",
    "onnx_runtime",
    "open_vino",
    "jax_jit",
    "iree_cpu",
    "tvm_default",
)
QUICK = r"matmul_(256_256_128|127_251_509)|softmax_.*|batch_matmul.*|add_256_14.*"
#: |a - b| <= tolerance (|b| + rms b), since another order of a sum rounds differently.
TOLERANCE = {"f32": 2e-4, "f64": 1e-11}
#: A peer is timed only once if its call takes this many batches, and this many times the fastest.
HOPELESS = 10


@dataclass
class Row:
    """One operator with one number of threads.

    Times in nanoseconds: the minimum over the rounds of the medians within a round.
    """

    operator: str
    threads: int
    schedule: str
    ours: float | None = None
    peers: dict[str, float] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def best(self) -> str | None:
        """Label of the fastest peer."""
        return min(self.peers, key=self.peers.__getitem__) if self.peers else None

    @property
    def ratio(self) -> float | None:
        """Our time / the time of the best peer."""
        if self.ours is None or self.best is None:
            return None
        return self.ours / self.peers[self.best]


def start_peers(threads: int, cpus: str) -> list[Participant]:
    """Start the installed peers; print the names of the others."""
    found = []
    for module in PEERS:
        arguments = [sys.executable, str(HERE / "peer.py"), module]
        peer = start(arguments, module, threads, cpus)
        assert peer.process.stdout
        line = peer.process.stdout.readline()
        greeting = json.loads(line) if line else {"absent": "it does not start"}
        if "absent" in greeting:
            print(f"{module}: absent ({greeting['absent']})", file=sys.stderr)
            peer.end()
            continue
        peer.label, peer.version = greeting["name"], greeting["version"]
        found.append(peer)
    return found


def differ(folder: Path, one: str, other: str, dtype: str) -> str | None:
    """Reason why two outputs are not equal, None if they are."""
    kind = DTYPES[dtype]
    a = np.fromfile(folder / f"{one}.bin", kind)
    b = np.fromfile(folder / f"{other}.bin", kind)
    if a.shape != b.shape:
        return f"{one} has {a.size} elements, {other} {b.size}"
    if not np.isfinite(a).all():
        return f"{one} is not finite"
    a -= b
    np.abs(a, out=a)
    magnitude = float(np.sqrt(np.mean(np.square(b, dtype=np.float64))))
    np.abs(b, out=b)
    b += magnitude
    worst = float(np.max(a / b))
    if worst <= TOLERANCE[dtype]:
        return None
    return f"{one} is off {other} by {worst:.1e}"


class Runner:
    """All participants with a certain number of threads."""

    def __init__(self, options: argparse.Namespace, threads: int) -> None:
        cpus = processors(threads)
        self.options, self.threads = options, threads
        kernel = str(options.bin / "peer_kernel")
        self.ours = start([kernel], "mlirgym", threads, cpus)
        self.peers = start_peers(threads, cpus)

    def measure(self, name: str, schedule: str) -> Row:
        """Load the operator everywhere, compare outputs, then time alternately."""
        row = Row(name, self.threads, schedule)
        folder = Path(tempfile.mkdtemp(prefix="mlirgym-peers-"))
        try:
            racing = self.load(row, folder)
        finally:
            shutil.rmtree(folder)
        # Other processes use the machine too: any disturbance makes a round slower.
        best: dict[str, float] = {}
        for _ in range(self.options.rounds):
            for who in racing:
                shortest = max(self.options.batch_ms * 1e6, min(best.values(), default=0))
                if best.get(who.label, 0) > HOPELESS * shortest:
                    continue
                try:
                    found = who.time(self.options.batch_ms)
                    best[who.label] = min(found, best.get(who.label, math.inf))
                except Failure as failure:
                    row.problems.append(str(failure))
        row.ours = best.pop("mlirgym", None)
        row.peers = best
        return row

    def load(self, row: Row, folder: Path) -> list[Participant]:
        """Participants of this row."""
        request = {"program": row.operator, "folder": str(folder)}
        reply = self.ours.ask({"load": {**request, "schedule": row.schedule}})
        if "error" in reply:
            row.problems.append(f"mlirgym: {reply['error']}")
            # Without a schedule: the inputs are still needed.
            row.schedule = ""
            reply = self.ours.ask({"load": {**request, "schedule": ""}})
            if "error" in reply:
                return []
        racing = [self.ours]
        dtype = Operator.parse(row.operator).dtype
        for peer in self.peers:
            reply = peer.ask({"load": request})
            if "error" in reply:
                row.problems.append(f"{peer.label}: {reply['error']}")
            elif "unsupported" not in reply:
                racing.append(peer)
                problem = differ(folder, "mlirgym", peer.label, dtype)
                if problem:
                    row.problems.append(problem)
        return racing

    def end(self) -> None:
        """End every process."""
        for who in [self.ours, *self.peers]:
            who.end()


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench peers", description=__doc__.split("\n\n")[0]
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="few operators, short, under a minute")
    add("--json", action="store_true", help="print one JSON object")
    add("--ops", metavar="REGEX", help="only operators whose name matches")
    add("--dtype", choices=sorted(DTYPES), default="f32")
    add("--threads", type=int, nargs="+", help="numbers of threads [1 2]")
    add("--picture", type=Path, help="file of the picture [build/peers.png]")
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    options = parser.parse_args()
    if options.ops is None:
        options.ops = QUICK if options.quick else "."
    cores = len(os.sched_getaffinity(0))
    if options.threads is None:
        options.threads = [1] if options.quick or cores < 2 else [1, 2]
    if max(options.threads) > cores:
        parser.error(f"--threads: at most {cores} here")
    options.batch_ms = 5 if options.quick else 25
    options.rounds = 3 if options.quick else 5
    options.picture = options.picture or ROOT / "build/peers.png"
    return options


def as_json(rows: list[Row], versions: dict[str, str]) -> str:
    """One object with every row and the geometric means."""
    means = {
        str(threads): geometric_mean(ratios)
        for threads in sorted({row.threads for row in rows})
        if (ratios := [r.ratio for r in rows if r.threads == threads and r.ratio])
    }
    return json.dumps(
        {
            "benchmark": "peers",
            "versions": versions,
            "geometric_mean": means,
            "rows": [{**vars(row), "best": row.best, "ratio": row.ratio} for row in rows],
        },
        indent=2,
    )


def main() -> int:
    """Run; 1 if an output differs or something failed."""
    options = parse_options()
    data = Path(os.environ.get("MLIRGYM_DATA_DIR", ROOT / "data"))
    names = [
        name if options.dtype == "f32" else f"{name}_{options.dtype}"
        for name in json.loads((data / "suites/peers.json").read_text())["programs"]
        if re.search(options.ops, name)
    ]
    if not names:
        print(f"--ops {options.ops}: no operator matches", file=sys.stderr)
        return 2
    rows: list[Row] = []
    versions: dict[str, str] = {}
    for threads in options.threads:
        runner = Runner(options, threads)
        versions = {peer.label: peer.version for peer in runner.peers}
        for name in names:
            schedule = reference_schedule(data, name, threads)
            if schedule is None:
                print(f"{name}: no reference schedule; as it is", file=sys.stderr)
            row = runner.measure(name, schedule or "")
            rows.append(row)
            ratio = f"{row.ratio:.2f}" if row.ratio else "-"
            print(f"{name}, {threads} threads: {ratio}", file=sys.stderr)
        runner.end()
    print(as_json(rows, versions) if options.json else table(rows, versions))
    if draw(rows, options.picture):
        print(f"drew {options.picture}", file=sys.stderr)
    for row in rows:
        for problem in row.problems:
            print(f"{row.operator}, {row.threads} threads: {problem}", file=sys.stderr)
    return 1 if any(row.problems for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
