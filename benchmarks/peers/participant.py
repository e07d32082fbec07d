"""Processes that answer requests, one line of JSON each: our programs and other libraries."""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any

#: Our workers do the same by themselves: memory is kept between calls and is on huge pages, so that
#: no call has page faults.
FAIR = {
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"
    ":glibc.malloc.mmap_threshold=8589934592"
    ":glibc.malloc.trim_threshold=68719476736",
    "THP_MEM_ALLOC_ENABLE": "1",  # PyTorch's own allocations
}
#: Rounds of fastest_in_turn(), and the milliseconds of a batch.
TRIALS, TRIAL_MS = 20, 5


class Failure(Exception):
    """The reason why something cannot be loaded, searched or timed."""


@dataclass
class Participant:
    """A process that answers requests in JSON; see peer.py."""

    label: str
    process: subprocess.Popen[str]
    threads: int
    version: str = ""
    #: Page faults per call of the latest time().
    faults: float = 0.0

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Reply to one request; an error reply if the process has ended."""
        try:
            assert self.process.stdin and self.process.stdout
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            line = ""
        if line:
            return json.loads(line)
        code = self.process.wait(timeout=60)
        if code == -signal.SIGKILL:
            return {"error": "the process was killed, as the system does if it lacks memory"}
        return {"error": f"the process ended with {code}"}

    @property
    def has_ended(self) -> bool:
        """True if there is no process to ask."""
        return self.process.poll() is not None

    def time(self, batch_ms: float, **more: Any) -> float:
        """Nanoseconds per call, the median of three batches; raises Failure.

        Returns after its threads have released the processors.
        """
        reply = self.ask({"time": {"batch_ms": batch_ms, "repeats": 3, **more}})
        # LLVM's OpenMP threads wait for more work for 200 ms by spinning.
        time.sleep(0.25 if self.threads > 1 else 0.02)
        if "error" in reply:
            raise Failure(f"{self.label}: {reply['error']}")
        self.faults = reply.get("faults", 0.0)
        return median(reply["times_ns"])

    def end(self) -> None:
        """Let it end, by closing its standard input."""
        assert self.process.stdin
        with contextlib.suppress(OSError):  # it has ended already
            self.process.stdin.close()
        self.process.wait(timeout=60)


def fastest_in_turn(kernel: Participant, schedules: list[str]) -> str | None:
    """Return the one of the loaded schedules with the shortest round; None if all fail.

    Each round times all of them, so that a slow moment of the machine affects all alike. Other
    processes only make a round slower, and some of many short rounds are undisturbed: medians of
    fewer, longer ones differ from run to run on a busy machine.
    """
    if len(schedules) == 1:
        return schedules[0]
    times: dict[str, float] = {}
    for _ in range(TRIALS):
        for schedule in schedules:
            with contextlib.suppress(Failure):
                found = kernel.time(TRIAL_MS, schedule=schedule)
                times[schedule] = min(found, times.get(schedule, math.inf))
    return min(times, key=times.__getitem__) if times else None


@dataclass
class References:
    """The schedules of a program that mlirgym knows, by class of machine."""

    #: Of this machine: bits and number of its vector registers.
    machine_class: str
    #: Shipped, the nearest class first; each with its class.
    shipped: list[tuple[str, str]]
    #: Found on this machine by `mlirgym tune-references`.
    found: str | None

    @property
    def best_known(self) -> str | None:
        """The schedule to use without a measurement; None if there is none."""
        if self.found is not None:
            return self.found
        return self.shipped[0][1] if self.shipped else None


def references(kernel: Participant, program: str) -> References:
    """Ask a process of kernel.cpp for the schedules of a program with its number of threads.

    Types without a schedule use that of f32. Raises Failure if a file of schedules is damaged.
    """
    reply = kernel.ask({"references": {"program": program}})
    if "error" in reply:
        raise Failure(f"{program}: {reply['error']}")
    shipped = [(entry["class"], entry["schedule"]) for entry in reply["shipped"]]
    return References(reply["class"], shipped, reply["found"])


def ask_references(folder: Path, program: str, threads: int, features: str = "") -> References:
    """Start a process and ask it; `folder` has mlirgym's programs. Raises Failure."""
    arguments = [built(folder, "peer_kernel"), *target(features)]
    kernel = start(arguments, "mlirgym", threads, processors(threads))
    try:
        return references(kernel, program)
    finally:
        kernel.end()


def reference_schedule(folder: Path, program: str, threads: int) -> str | None:
    """Return the best known schedule on this machine. Raises Failure."""
    return ask_references(folder, program, threads).best_known


def shipped_schedule(folder: Path, program: str, threads: int) -> str | None:
    """Return the schedule that is shipped for the nearest class of machines. Raises Failure."""
    known = ask_references(folder, program, threads)
    return known.shipped[0][1] if known.shipped else None


def target(features: str) -> list[str]:
    """Arguments with which our programs make code for this machine without features of it."""
    return [f"--features={features}"] if features else []


def processors(threads: int) -> str:
    """Choose the last processors, as the library does: system tasks prefer the first."""
    return ",".join(map(str, sorted(os.sched_getaffinity(0))[-threads:]))


def built(folder: Path, program: str) -> str:
    """Path of one of our programs; raises Failure if it is not built."""
    path = folder / program
    if not path.exists():
        raise Failure(f"{path}: not built; ninja -C {folder.parent} {program}")
    return str(path)


def start(
    arguments: list[str],
    label: str,
    threads: int,
    cpus: str,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Participant:
    """Start a process that answers, with further variables in its environment."""
    # Libraries read these variables when they are loaded, so they must be set before.
    counts = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    process = subprocess.Popen(
        [*arguments, "--threads", str(threads), "--cpus", cpus],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **FAIR, **dict.fromkeys(counts, str(threads)), **environment},
    )
    return Participant(label, process, threads)
