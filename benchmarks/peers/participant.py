"""Processes that answer requests, one line of JSON each: ours, and those of other libraries."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any


class Failure(Exception):
    """The reason why something cannot be loaded, searched or timed."""


@dataclass
class Participant:
    """A process that answers requests in JSON; see peer.py."""

    label: str
    process: subprocess.Popen[str]
    threads: int
    version: str = ""

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Reply to one request; an error reply if the process has ended."""
        try:
            assert self.process.stdin and self.process.stdout
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            line = ""
        return json.loads(line) if line else {"error": "the process ended"}

    def time(self, batch_ms: float) -> float:
        """Nanoseconds per call, the median of three batches; raises Failure.

        Returns after its threads have released the processors.
        """
        reply = self.ask({"time": {"batch_ms": batch_ms, "repeats": 3}})
        # LLVM's OpenMP threads wait for more work for 200 ms by spinning.
        time.sleep(0.25 if self.threads > 1 else 0.02)
        if "error" in reply:
            raise Failure(f"{self.label}: {reply['error']}")
        return median(reply["times_ns"])

    def end(self) -> None:
        """Let it end, by closing its standard input."""
        assert self.process.stdin
        with contextlib.suppress(OSError):  # it has ended already
            self.process.stdin.close()
        self.process.wait(timeout=60)


def reference_schedule(data: Path, name: str, threads: int) -> str | None:
    """Text from data/reference; types without a schedule use that of f32."""
    for file in sorted((data / "reference").glob("*.json")):
        schedules = json.loads(file.read_text())["schedules"]
        for known in (name, re.sub(r"_f(32|64)$", "", name)):
            if known in schedules:
                text: str = schedules[known][str(threads)]
                return text
    return None


def processors(threads: int) -> str:
    """Choose the last processors, as the library does: system tasks prefer the first."""
    return ",".join(map(str, sorted(os.sched_getaffinity(0))[-threads:]))


def built(folder: Path, program: str) -> str:
    """Path of one of our programs; raises Failure if it is not built."""
    path = folder / program
    if not path.exists():
        raise Failure(f"{path}: not built; ninja -C {folder.parent} {program}")
    return str(path)


def start(arguments: list[str], label: str, threads: int, cpus: str) -> Participant:
    """Start a process that answers."""
    # Libraries read these variables when they are loaded, so they must be set before.
    variables = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    process = subprocess.Popen(
        [*arguments, "--threads", str(threads), "--cpus", cpus],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **dict.fromkeys(variables, str(threads))},
    )
    return Participant(label, process, threads)
