"""Samples of another process, as `mlirgym.cluster.relay` gets them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from mlirgym import _core

Say = Callable[[Mapping[str, Any]], None]


class RelayedSample(NamedTuple):
    """A `_core.RemoteSample` of another process."""

    kind: str
    program: str
    key: str
    text: str
    codes: list[str]
    keep: bool
    counters: list[str]


class RelayedBatch:
    """A `_core.RemoteBatch` of another process, to which answers are written.

    Parameters
    ----------
    number : int
        Of the batch.
    samples : sequence of RelayedSample
    say : callable
        Writes an answer.
    """

    def __init__(self, number: int, samples: Sequence[RelayedSample], say: Say) -> None:
        self.samples = samples
        self._number = number
        self._say = say
        self._open = set(range(len(samples)))
        self._lock = threading.Lock()

    def awaits(self, index: int) -> bool:
        """Return whether there is no answer yet."""
        return index in self._open

    def answer(
        self,
        index: int,
        measurements: Sequence[_core.Measurement],
        pairs: Sequence[_core.PairedMeasurement],
        keep: bool,
        host: str,
    ) -> bool:
        """Answer a sample, if it is awaited."""
        states = [[each.__getstate__() for each in some] for some in (measurements, pairs)]
        return self._once(index, measurements=states[0], pairs=states[1], keep=keep, host=host)

    def fail(self, index: int, error: str) -> bool:
        """Answer a sample with an error."""
        return self._once(index, error=error)

    def give_up(self, index: int, status: str, message: str) -> bool:
        """Answer a sample with a failure that is not stored."""
        return self._once(index, status=status, message=message)

    def _once(self, index: int, **answer: Any) -> bool:
        with self._lock:
            if index not in self._open:
                return False
            self._open.discard(index)
        self._say({"batch": self._number, "index": index, **answer})
        return True
