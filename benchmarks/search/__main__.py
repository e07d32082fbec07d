"""Progress of searches: shares of the best known speed by samples and by seconds.

For each program of the suite `peers`: every agent searches on one thread, once per seed, without
the reference schedules of the program. Then all schedules that were the fastest of a search at some
sample are timed alternately with the reference schedules; the fastest is the best known one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from curves import Row
from figures import as_object, draw, report
from participant import Failure
from searching import Laboratory
from store import Store

ROOT = Path(__file__).resolve().parents[2]
#: The cheapest programs.
QUICK = r"matmul_256_256_128|depthwise.*|contraction.*"


def measure(laboratory: Laboratory, program: str, agents: list[str], seeds: int) -> Row:
    """Search with every agent and seed, then race. Raises Failure."""
    row = Row(program, laboratory.references(program), {agent: [] for agent in agents}, {})
    for seed in range(seeds):
        for agent in agents:
            row.searches[agent].append(laboratory.search(program, agent, seed))
            show(row, agent, seed)
    found = [
        schedule
        for each in row.searches.values()
        for search in each
        for schedule in search.schedules()
    ]
    row.times = laboratory.race(program, list(dict.fromkeys([*row.references, *found])))
    return row


def show(row: Row, agent: str, seed: int) -> None:
    """Print the results so far, since a whole run takes hours."""
    search = row.searches[agent][-1]
    print(
        f"{row.program}: {agent}, seed {seed}: {search.speedup:.2f} times the untransformed "
        f"program in {search.seconds:.0f} s  {search.schedule.strip()}",
        file=sys.stderr,
        flush=True,
    )


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench search", description=__doc__.split("\n\n")[0]
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="few operators, a small budget, under a minute")
    add("--json", action="store_true", help="print one JSON object")
    add("--ops", metavar="REGEX", help="only programs whose name matches")
    add(
        "--agents",
        default="bayesian,evolutionary",
        help="what searches, separated by commas [bayesian,evolutionary]",
    )
    add("--budget", type=int, help="samples per search [200; 25 if quick]")
    add("--seeds", type=int, help="searches per agent and program [3; 1 if quick]")
    add(
        "--features",
        default="",
        metavar="LIST",
        help="features of this machine that code does without, as on an older one: "
        "--features=-avx512f",
    )
    add("--picture", type=Path, help="file of the picture [build/search.svg]")
    add(
        "--store",
        type=Path,
        help="file of results: what it has is not measured again, so that an interrupted run "
        "continues; of another build nothing is used",
    )
    add("--bin", type=Path, default=ROOT / "build/release/bin", help="folder of mlirgym's programs")
    options = parser.parse_args()
    options.ops = options.ops or (QUICK if options.quick else ".")
    options.agents = list(dict.fromkeys(filter(None, options.agents.split(","))))
    options.budget = (25 if options.quick else 200) if options.budget is None else options.budget
    options.seeds = (1 if options.quick else 3) if options.seeds is None else options.seeds
    options.picture = options.picture or ROOT / "build/search.svg"
    if not options.agents or options.budget < 1 or options.seeds < 1:
        parser.error("give at least one agent, one sample and one seed")
    return options


def main() -> int:
    """Run; 1 if something failed, 130 if interrupted. Speed does not change the exit code."""
    options = parse_options()
    rounds, batch_ms = (3, 5) if options.quick else (5, 20)
    try:
        laboratory = Laboratory(
            options.bin, Store(options.store), options.budget, rounds, batch_ms, options.features
        )
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    data = Path(os.environ.get("MLIRGYM_DATA_DIR", ROOT / "data"))
    names = json.loads((data / "suites/peers.json").read_text())["programs"]
    names = [name for name in names if re.search(options.ops, name)]
    if not names:
        print(f"--ops {options.ops}: no program matches", file=sys.stderr)
        return 2
    rows: list[Row] = []
    code = 0
    try:
        for name in names:
            try:
                rows.append(measure(laboratory, name, options.agents, options.seeds))
            except Failure as failure:
                print(f"{name}: {failure}", file=sys.stderr)
                code = 1
    except KeyboardInterrupt:
        print("interrupted; --store keeps what is finished", file=sys.stderr)
        code = 130
    if not rows:
        return code
    if options.json:
        print(json.dumps(as_object(rows, options.agents, options.budget), indent=2))
    else:
        print(report(rows, options.agents, options.budget))
    if draw(rows, options.agents, options.budget, options.picture):
        print(f"wrote {options.picture}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
