"""Runs searches, and times the schedules that they found beside the reference schedules."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from curves import Search
from participant import Failure, Participant, ask_references, built, processors, start, target
from store import Store

ROOT = Path(__file__).resolve().parents[2]

#: Ends of the names of programs in other types than f32.
TYPES = "(_(bf16|f16|f32|f64|i8|i32))+"


def without_references_of(program: str, folder: Path) -> Path:
    """Make a folder of the shipped data that lacks the program's reference schedules.

    Those of other element types are left out, too.
    """
    own = re.compile(re.escape(re.sub(TYPES + "$", "", program)) + f"({TYPES})?")
    shipped = Path(os.environ.get("MLIRGYM_DATA_DIR", ROOT / "data")).resolve()
    data = folder / "data"
    data.mkdir()
    for each in shipped.iterdir():
        if each.name != "reference":
            (data / each.name).symlink_to(each)
    for file in (shipped / "reference").glob("**/*.json"):
        content = json.loads(file.read_text())
        if "schedules" in content:
            content["schedules"] = {
                name: texts
                for name, texts in content["schedules"].items()
                if not own.fullmatch(name)
            }
        copy = data / file.relative_to(shipped)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(json.dumps(content))
    return data


@dataclass
class Laboratory:
    """Measures results that the store does not have, on one thread."""

    bin: Path
    store: Store
    budget: int
    rounds: int
    batch_ms: float
    #: Features of this machine that code does without, as on an older one; "": none.
    features: str = ""

    def __post_init__(self) -> None:
        """Separate the results of different builds."""
        with Path(built(self.bin, "mlirgym")).open("rb") as program:
            self.build = hashlib.file_digest(program, "sha256").hexdigest()[:16]

    def references(self, program: str) -> list[str]:
        """Schedules that are known for the nearest class of machines. Raises Failure."""
        known = ask_references(self.bin, program, 1, self.features)
        schedules = [schedule for _, schedule in known.shipped]
        return list(dict.fromkeys([*schedules, *([known.found] if known.found else [])]))

    def search(self, program: str, agent: str, seed: int) -> Search:
        """Search without a stored timing or a reference schedule of the program.

        Raises Failure.
        """
        key = Store.key("search", self.build, program, agent, seed, self.budget, self.features)
        found = self.store.find(key)
        if found is None:
            found = self._search(program, agent, seed)
            self.store.add(key, found)
        return Search(**found)

    def race(self, program: str, schedules: list[str]) -> dict[str, float]:
        """Nanoseconds per call of each schedule: the least over alternating rounds.

        Raises Failure.
        """
        key = Store.key("race", self.build, program, sorted(schedules), self.features)
        times: dict[str, float] | None = self.store.find(key)
        if times is None:
            times = self._race(program, schedules)
            self.store.add(key, times)
        return times

    def _search(self, program: str, agent: str, seed: int) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="mlirgym-search-") as folder:
            command = [
                built(self.bin, "mlirgym"),
                *("optimize", program, "--agent", agent, "--json"),
                *("--threads", "1", "--budget", str(self.budget), "--seed", str(seed)),
                *("--exec-data", str(Path(folder) / "exec-data.db")),
                *("--cache-dir", str(Path(folder) / "kernels")),
                *target(self.features),
            ]
            environment = {
                **os.environ,
                "MLIRGYM_DATA_DIR": str(without_references_of(program, Path(folder))),
                "XDG_DATA_HOME": folder,
            }
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False
            )
        if done.returncode != 0:
            raise Failure(f"{agent}, seed {seed}: {done.stderr.strip()[-500:]}")
        found = json.loads(done.stdout)
        if not found["curve_seconds"]:
            raise Failure(f"{agent}, seed {seed}: no schedule to try")
        return {field.name: found[field.name] for field in fields(Search)}

    def _race(self, program: str, schedules: list[str]) -> dict[str, float]:
        # One process, so that the arguments are in memory once.
        arguments = [built(self.bin, "peer_kernel"), *target(self.features)]
        kernel = start(arguments, "mlirgym", 1, processors(1))
        times: dict[str, float] = {}
        try:
            for _ in range(self.rounds):
                for schedule in schedules:
                    time = self._time(kernel, program, schedule)
                    times[schedule] = min(time, times.get(schedule, time))
        finally:
            kernel.end()
        return times

    def _time(self, kernel: Participant, program: str, schedule: str) -> float:
        reply = kernel.ask({"load": {"program": program, "schedule": schedule}})
        if "error" in reply:
            raise Failure(f"{schedule}: {reply['error']}")
        return kernel.time(self.batch_ms)
