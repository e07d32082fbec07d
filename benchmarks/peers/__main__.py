"""Reference schedules against other libraries per operator, interleaved in one run.

Every participant has its own process, pinned to the same processors, with huge pages and memory
that is kept between calls, and gets the same inputs; code with another output than ours does not
take part. There are two tables: in one, weights are arguments; in the other, with everyone's best,
they are constants, which libraries may pack ahead and our kernels copy once. Both have our
schedules as shipped and as found on this machine.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from constants import with_constant_weights
from contract import CONTRACTS
from installation import install
from machine import Limits, facts
from older import OLDER, UNLIMITED, environment_of
from operators import DTYPES, SUFFIXES, Operator
from participant import (
    Failure,
    Participant,
    References,
    built,
    fastest_in_turn,
    processors,
    references,
    start,
    target,
)
from report import draw, report
from row import ORIGINS, Row, all_means, row_store
from store import Store

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
#: A peer is timed only once if its call takes this many batches, and this many times the fastest.
HOPELESS = 10


class Runner:
    """All participants with a certain number of threads."""

    def __init__(self, options: argparse.Namespace, threads: int) -> None:
        cpus = processors(threads)
        self.options, self.threads = options, threads
        kernel = [built(options.bin, "peer_kernel"), *target(options.features)]
        self.ours = {
            (contract, origin): start(kernel, origin, threads, cpus)
            for contract in CONTRACTS
            for origin in ORIGINS
        }
        self.peers: dict[str, Participant] = {}
        self.start_peers(PEERS)
        self.limits = Limits(options.bin, threads, options.batch_ms, options.rounds)
        self.versions = {peer.label: peer.version for peer in self.peers.values()}
        self.machine_class = ""

    def start_peers(self, modules: Iterable[str]) -> None:
        """Start the installed ones; print the names of the others.

        They do not use --features of the processor, as far as this is possible.
        """
        cpus, environment = processors(self.threads), environment_of(self.options.features)
        for module in modules:
            arguments = [str(self.options.python), str(HERE / "peer.py"), module]
            peer = start(arguments, module, self.threads, cpus, environment)
            assert peer.process.stdout
            line = peer.process.stdout.readline()
            greeting = json.loads(line) if line else {"absent": "it does not start"}
            if "absent" in greeting:
                print(f"{module}: absent ({greeting['absent']})", file=sys.stderr)
                peer.end()
                continue
            peer.label, peer.version = greeting["name"], greeting["version"]
            self.peers[module] = peer

    def start_ended_peers(self) -> None:
        """Let those take part again that had no memory for an operator."""
        self.start_peers([module for module, peer in self.peers.items() if peer.has_ended])

    def measure(self, name: str, store: Store) -> Row:
        """Row of an operator, from the store if it was measured before."""
        known = references(self.ours["arguments", "shipped"], name)
        self.machine_class = known.machine_class
        schedules = [*(text for _, text in known.shipped), known.found or ""]
        key = Store.key(name, self.threads, schedules, self.versions, self.options.features)
        if row := store.find(key):
            return row
        self.start_ended_peers()
        row = Row(name, self.threads)
        if known.found is None:
            print(f"{name}: no search on this machine yet; --tune 200 searches", file=sys.stderr)
        self.race(row, known)
        store.add(key, row)
        return row

    def fastest(
        self, kernel: Participant, program: dict[str, str], shipped: list[tuple[str, str]]
    ) -> str:
        """Race the schedules of the nearest class that has a legal one; "" without any.

        A schedule for f32 may keep too many vectors in f64.
        """
        for nearest in dict.fromkeys(where for where, _ in shipped):
            legal = []
            for schedule in dict.fromkeys(text for where, text in shipped if where == nearest):
                if "error" not in kernel.ask({"load": {**program, "schedule": schedule}}):
                    legal.append(schedule)
            if best := fastest_in_turn(kernel, legal):
                return best
        print(f"{program['program']}: no reference schedule; as it is", file=sys.stderr)
        return ""

    def race(self, row: Row, known: References) -> None:
        """Load the operator everywhere, compare outputs, then time alternately."""
        folder = Path(tempfile.mkdtemp(prefix="mlirgym-peers-"))
        try:
            racing = self.load(row, known, folder)
        finally:
            shutil.rmtree(folder)
        try:
            limit = self.limits.of(Operator.parse(row.operator))
            row.limit_ns, row.limit_reason = limit.ns, limit.reason
        except Failure as failure:
            row.problems.append(str(failure))
        # Other processes use the machine too: any disturbance makes a round slower.
        best: dict[tuple[str, str], float] = {}
        for _ in range(self.options.rounds):
            for who, contract in racing:
                shortest = max(self.options.batch_ms * 1e6, min(best.values(), default=0))
                key = (who.label, contract)
                if best.get(key, 0) > HOPELESS * shortest:
                    continue
                try:
                    more = {} if who.label in ORIGINS else {"contract": contract}
                    found = who.time(self.options.batch_ms, **more)
                except Failure as failure:
                    row.problems.append(str(failure))
                    continue
                best[key] = min(found, best.get(key, math.inf))
                row.faults[who.label] = max(who.faults, row.faults.get(who.label, 0.0))
        for (label, contract), time in best.items():
            times = row.ours if label in ORIGINS else row.peers
            times.setdefault(contract, {})[label] = time

    def load(self, row: Row, known: References, folder: Path) -> list[tuple[Participant, str]]:
        """Participants of this row, each with its contract."""
        request = {"program": row.operator, "folder": str(folder)}
        operator = Operator.parse(row.operator)
        racing = self.load_ours(row, known, "arguments", request)
        if not racing:  # there are no inputs
            return []
        if operator.weights:
            text = with_constant_weights(operator, folder)
            constant = {"program": f"constant {row.operator}", "text": text}
            racing += self.load_ours(row, known, "packed", constant)
        for peer in self.peers.values():
            reply = peer.ask({"load": request})
            if "error" in reply:
                row.problems.append(f"{peer.label}: {reply['error']}")
                continue
            row.problems += [f"{peer.label}: {problem}" for problem in reply["problems"]]
            for contract, variant in reply["variants"].items():
                racing.append((peer, contract))
                row.variants.setdefault(contract, {})[peer.label] = variant
        return racing

    def load_ours(
        self, row: Row, known: References, contract: str, program: dict[str, str]
    ) -> list[tuple[Participant, str]]:
        """Our participants under a contract, without those whose schedule fails."""
        shipped = self.fastest(self.ours[contract, "shipped"], program, known.shipped)
        schedules = row.schedules[contract] = {"shipped": shipped}
        if known.found not in (None, shipped):
            schedules["found"] = known.found
        racing = []
        for origin, schedule in schedules.items():
            who = self.ours[contract, origin]
            reply = who.ask({"load": {**program, "schedule": schedule}})
            if "error" in reply:
                row.problems.append(f"{origin}: {reply['error']}")
            else:
                racing.append((who, contract))
        return racing

    def end(self) -> None:
        """End every process."""
        self.limits.end()
        for who in [*self.ours.values(), *self.peers.values()]:
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
    add(
        "--dtype",
        choices=sorted(DTYPES),
        default="f32",
        help="type of the operators; of bf16 and i8 those of the suite peers-short [f32]",
    )
    add(
        "--features",
        choices=["", *OLDER],
        default="",
        metavar="LIST",
        help="features of this machine that all do without, as on an older one: "
        f"--features={', '.join(OLDER)}; {', '.join(UNLIMITED)} cannot",
    )
    add("--threads", type=int, nargs="+", help="numbers of threads [1 2]")
    add("--picture", type=Path, help="file of the picture [build/peers.png]")
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    add(
        "--store",
        type=Path,
        help="file of rows: those that it has are not measured again, so that an interrupted run "
        "continues",
    )
    add(
        "--tune",
        type=int,
        metavar="BUDGET",
        help="first search on this machine, BUDGET samples per program (mlirgym tune-references)",
    )
    add(
        "--peers-venv",
        type=Path,
        default=ROOT / "build/peers-venv",
        help="virtual environment of the peers, made if it is missing [build/peers-venv]",
    )
    options = parser.parse_args()
    if options.ops is None:
        options.ops = QUICK if options.quick else "."
    cores = len(os.sched_getaffinity(0))
    if options.threads is None:
        options.threads = [1] if options.quick or cores < 2 else [1, 2]
    if max(options.threads) > cores:
        parser.error(f"--threads: at most {cores} here")
    # A virtual machine may be slow for seconds at a time: one of many short rounds is not.
    options.batch_ms = 5 if options.quick else 10
    options.rounds = 3 if options.quick else 15
    options.picture = options.picture or ROOT / "build/peers.png"
    return options


def operators(data: Path, dtype: str) -> list[str]:
    """Names of the operators of a type; `data` is the folder of the suites."""
    suite = "peers" if dtype in ("f32", "f64") else "peers-short"
    names = json.loads((data / f"suites/{suite}.json").read_text())["programs"]
    if suite == "peers":
        return [name + SUFFIXES[dtype] for name in names]
    return [name for name in names if name.endswith(SUFFIXES[dtype])]


def tune(options: argparse.Namespace, names: list[str]) -> int:
    """Search on this machine; the exit code of the command."""
    command = [built(options.bin, "mlirgym"), "tune-references", *names]
    command += ["--budget", str(options.tune), *target(options.features)]
    for threads in options.threads:
        done = subprocess.run([*command, "--threads", str(threads)], stdout=sys.stderr)
        if done.returncode != 0:
            return done.returncode
    return 0


def as_json(rows: list[Row], versions: dict[str, str], found: dict[str, str]) -> str:
    """One object with every row and the geometric means."""
    entries = [
        {
            **asdict(row),
            "best": {contract: row.best(contract) for contract in CONTRACTS},
            "ratio": {
                contract: {origin: row.ratio(contract, origin) for origin in ORIGINS}
                for contract in CONTRACTS
            },
        }
        for row in rows
    ]
    return json.dumps(
        {
            "benchmark": "peers",
            "machine": found,
            "versions": versions,
            "means": all_means(rows),
            "rows": entries,
        },
        indent=2,
    )


def show(row: Row) -> None:
    """Print the ratios of a row: shipped and found, each under both contracts."""
    texts = []
    for origin in ORIGINS:
        ratios = [row.ratio(contract, origin) for contract in CONTRACTS]
        texts.append(f"{origin} " + " ".join(f"{ratio:.2f}" if ratio else "-" for ratio in ratios))
    print(f"{row.operator}, {row.threads} threads: {', '.join(texts)}", file=sys.stderr)


def main() -> int:
    """Run; 1 if an output differed or something failed, 130 if interrupted."""
    options = parse_options()
    data = Path(os.environ.get("MLIRGYM_DATA_DIR", ROOT / "data"))
    names = [name for name in operators(data, options.dtype) if re.search(options.ops, name)]
    if not names:
        print(f"--ops {options.ops}: no operator matches", file=sys.stderr)
        return 2
    if options.tune and (code := tune(options, names)):
        return code
    options.python = install(options.peers_venv)
    store = row_store(options.store)
    rows: list[Row] = []
    versions: dict[str, str] = {}
    found: dict[str, str] = {}
    interrupted = False
    try:
        for threads in options.threads:
            runner = Runner(options, threads)
            versions = runner.versions
            for name in names:
                rows.append(runner.measure(name, store))
                found = {"class": runner.machine_class, **facts(max(options.threads))}
                if options.features:
                    found["features"] = (
                        f"{options.features}; {', '.join(UNLIMITED)} and the limits use all"
                    )
                show(rows[-1])
            runner.end()
    except KeyboardInterrupt:
        interrupted = True
        print("interrupted; --store keeps what is finished", file=sys.stderr)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    if rows:
        print(as_json(rows, versions, found) if options.json else report(rows, versions, found))
        if draw(rows, options.picture):
            print(f"drew {options.picture}", file=sys.stderr)
    for row in rows:
        for problem in row.problems:
            print(f"{row.operator}, {row.threads} threads: {problem}", file=sys.stderr)
    if interrupted:
        return 130
    return 1 if any(row.problems for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
