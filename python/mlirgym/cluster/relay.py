"""The process by which the command line reaches a cluster.

Both sides write lines of JSON to a socket. The command line begins with the address, the machine
(or null) and the options of an execution; the answer has the cluster's machine and target, or an
error. Then batches of samples come in and answers go out, each by the number of its batch and its
index, and after each batch the number of processes that measure. A program's text comes with the
first sample that needs it. The process ends when the command line closes its side.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from mlirgym import _core
from mlirgym.cluster import connection
from mlirgym.cluster.fleet import Fleet
from mlirgym.cluster.relayed import RelayedBatch, RelayedSample, Say


def relay(lines: Iterable[str], say: Say, connect: Callable[..., tuple[Fleet, Any]]) -> None:
    """Serve the other side until its lines end.

    Parameters
    ----------
    lines : iterable of str
    say : callable
        Writes an object; called by several threads.
    connect : callable
        As `mlirgym.cluster.connection.connect`.
    """
    lines = iter(lines)
    asked = json.loads(next(lines))
    try:
        fleet, cluster = connect(asked["address"], asked["machine"], asked["options"])
    except (ImportError, _core.ExecutionError) as error:
        say({"error": str(error)})
        return
    facts = fleet.connect()
    say({"machine": facts.machine, "target": facts.target})
    texts: dict[str, str] = {}
    for line in lines:
        given = json.loads(line)
        samples = []
        for sample in given["samples"]:
            text = texts.setdefault(sample["key"], sample.pop("text", ""))
            samples.append(RelayedSample(text=text, **sample))
        say({"processes": fleet.submit(RelayedBatch(given["batch"], samples, say))})
    del cluster  # ends the fleet


def main() -> int:
    """Run `relay` on the socket whose number is the first argument."""
    # Ctrl-C is for the command line, which then closes the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # stdout is the command line's
    lock = threading.Lock()
    with socket.socket(fileno=int(sys.argv[1])) as line, line.makefile("r") as lines:

        def say(answer: Mapping[str, Any]) -> None:
            with lock, suppress(OSError):  # the command line has ended
                line.sendall(json.dumps(answer).encode() + b"\n")

        relay(lines, say, connection.connect)
    return 0
