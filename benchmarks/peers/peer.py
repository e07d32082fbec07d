"""A peer in its own process: `peer.py MODULE --threads N --cpus 0,1`.

Answers the same requests as kernel.cpp, one line of JSON each. The numbers of threads of OpenMP and
BLAS are in the environment: libraries read them when they are loaded.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import buffers
import numpy as np
from contract import CONTRACTS, Call, Calls, Peer
from operators import DTYPES, Operator
from outputs import difference

#: Time for which the variants of a call are timed, three times, before the fastest one is chosen.
TRIAL_MS = 5


class Server:
    """Holds one operator at a time."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        #: The fastest call of each contract, and its name.
        self.calls: dict[str, tuple[str, Call]] = {}
        #: Calls since the last request for times.
        self.count = 0

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """One reply; the reason if the request fails."""
        try:
            if "load" in request:
                return self.load(**request["load"])
            return self.time(**request["time"])
        except Exception as error:  # libraries may raise any exception
            return {"error": f"{type(error).__name__}: {error}"[:500]}

    def load(self, program: str, folder: str, **_: Any) -> dict[str, Any]:
        """Read the program, its inputs and mlirgym's output, and choose the calls.

        Replies with the variant of each contract, and the megabytes on huge pages.
        """
        self.calls = {}
        gc.collect()
        operator = Operator.parse(program, (Path(folder) / "program.mlir").read_text())
        dtype = DTYPES[operator.dtype]
        inputs = [
            buffers.read(Path(folder) / f"input{i}.bin", shape, dtype)
            for i, shape in enumerate(operator.input_shapes)
        ]
        expected = np.fromfile(Path(folder) / "mlirgym.bin", operator.result)
        expected = expected.reshape(operator.output_shape)
        problems: list[str] = []
        for contract in CONTRACTS:
            calls = getattr(self.peer, contract)(operator, inputs)
            found = self._fastest(calls, operator, expected, problems)
            if found is not None:
                self.calls[contract] = found
        variants = {contract: name for contract, (name, _) in self.calls.items()}
        return {"variants": variants, "huge_mb": buffers.huge_mb(), "problems": problems}

    def _fastest(
        self, calls: Calls, operator: Operator, expected: np.ndarray, problems: list[str]
    ) -> tuple[str, Call] | None:
        """Drop calls that fail or compute something else; the reasons are added to `problems`."""
        times = {}
        for name, call in calls.items():
            try:
                found = self.peer.to_numpy(call.finish(call.run()))
                if (problem := difference(operator, expected, found)) is not None:
                    problems.append(f"{name}: {problem}")
                    continue
                times[name] = min(self._times(call, TRIAL_MS, 3))
            except Exception as error:  # libraries may raise any exception
                problems.append(f"{name}: {type(error).__name__}: {error}"[:300])
        if not times:
            return None
        best = min(times, key=times.__getitem__)
        return best, calls[best]

    def time(self, batch_ms: float, repeats: int, contract: str = CONTRACTS[0]) -> dict[str, Any]:
        """Time batches of calls, each `batch_ms` long; one if it takes twice the whole time.

        Replies with the page faults per call, too.
        """
        if contract not in self.calls:
            return {"error": f"no call of the contract {contract}; load an operator first"}
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        self.count = 0
        times = self._times(self.calls[contract][1], batch_ms, repeats)
        faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
        return {"times_ns": times, "faults": faults / self.count}

    def _times(self, call: Call, batch_ms: float, repeats: int) -> list[float]:
        number, elapsed = 1, 0
        while True:  # find the number of calls that fill a batch, which also warms up
            elapsed = self.run(call.run, number)
            if elapsed >= batch_ms * 1e6 / 2:
                break
            number = max(2 * number, int(number * batch_ms * 1e6 / 2 / max(elapsed, 1)))
        if elapsed > 2 * repeats * batch_ms * 1e6:
            return [elapsed / number]
        number = max(1, round(number * batch_ms * 1e6 / elapsed))
        return [self.run(call.run, number) / number for _ in range(repeats)]

    def run(self, call: Callable[[], Any], number: int) -> int:
        """Nanoseconds for `number` calls."""
        self.count += number
        begin = time.perf_counter_ns()
        for _ in range(number):
            call()
        return time.perf_counter_ns() - begin


def main() -> None:
    """Answer requests until the end of the input."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--cpus", required=True)
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {int(cpu) for cpu in arguments.cpus.split(",")})

    # Libraries print to standard output, so replies use a separate descriptor.
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    try:
        peer = importlib.import_module(arguments.module).PEER(arguments.threads)
    except ImportError as error:
        print(json.dumps({"absent": str(error)}), file=replies)
        return
    print(json.dumps({"name": peer.name, "version": peer.version}), file=replies)
    gc.disable()  # not during a measurement
    server = Server(peer)
    for line in sys.stdin:
        print(json.dumps(server.answer(json.loads(line))), file=replies)


if __name__ == "__main__":
    main()
