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
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from operators import DTYPES, Operator


class Peer(Protocol):
    """The interface of a module's `PEER`."""

    #: Name in the table, and version.
    name: str
    version: str

    def __init__(self, threads: int) -> None: ...

    def prepare(self, operator: Operator, inputs: list[np.ndarray]) -> Callable[[], Any] | None:
        """Return a call that computes once more; None if the operator is not supported."""

    def to_numpy(self, result: Any) -> np.ndarray:
        """Return the result of a call as a contiguous array of the program's layout."""


class Server:
    """Holds one operator at a time."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.call: Callable[[], Any] | None = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """One reply; the reason if the request fails."""
        try:
            if "load" in request:
                return self.load(**request["load"])
            return self.time(**request["time"])
        except Exception as error:  # libraries may raise any exception
            return {"error": f"{type(error).__name__}: {error}"[:500]}

    def load(self, program: str, folder: str, **_: Any) -> dict[str, Any]:
        """Read the program and its inputs, compute once, write the output beside them."""
        self.call = None
        gc.collect()
        operator = Operator.parse(program, (Path(folder) / "program.mlir").read_text())
        dtype = DTYPES[operator.dtype]
        inputs = [
            np.fromfile(Path(folder) / f"input{i}.bin", dtype).reshape(shape)
            for i, shape in enumerate(operator.input_shapes)
        ]
        self.call = self.peer.prepare(operator, inputs)
        if self.call is None:
            return {"unsupported": True}
        self.call()
        output = self.peer.to_numpy(self.call())
        if output.shape != operator.output_shape or output.dtype != dtype:
            return {"error": f"a result {output.dtype}{output.shape}"}
        output.tofile(Path(folder) / f"{self.peer.name}.bin")
        return {}

    def time(self, batch_ms: float, repeats: int) -> dict[str, Any]:
        """Time batches of calls, each `batch_ms` long; one if it takes twice the whole time."""
        call = self.call
        assert call is not None, "load comes first"
        number, elapsed = 1, 0
        while True:  # find the number of calls that fill a batch, which also warms up
            elapsed = self.run(call, number)
            if elapsed >= batch_ms * 1e6 / 2:
                break
            number = max(2 * number, int(number * batch_ms * 1e6 / 2 / max(elapsed, 1)))
        if elapsed > 2 * repeats * batch_ms * 1e6:
            return {"times_ns": [elapsed / number]}
        number = max(1, round(number * batch_ms * 1e6 / elapsed))
        return {"times_ns": [self.run(call, number) / number for _ in range(repeats)]}

    @staticmethod
    def run(call: Callable[[], Any], number: int) -> int:
        """Nanoseconds for `number` calls."""
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
