"""The interface of a peer: its calls under each contract.

Under the contract `arguments`, a call gets the same as our kernels: every input is an argument, in
the program's layout. Under `packed`, weights are constants, so that a library may rearrange them
ahead, and images may have the layout that it prefers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from operators import Operator

CONTRACTS = ("arguments", "packed")


def as_it_is(result: Any) -> Any:
    """Return the result of a call that has the program's layout."""
    return result


@dataclass(frozen=True)
class Call:
    """One way to compute an operator."""

    run: Callable[[], Any]
    #: Turns a result into the program's layout; not timed.
    finish: Callable[[Any], Any] = as_it_is


#: By a name for the output of the benchmark; the fastest one counts.
Calls = dict[str, Call]


class Peer(Protocol):
    """The interface of a module's `PEER`."""

    #: Name in the table, and version.
    name: str
    version: str

    def __init__(self, threads: int) -> None: ...

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """Return calls under the contract `arguments`; none if it has no such operator."""

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """Return calls under the contract `packed` that `arguments` does not have."""

    def to_numpy(self, result: Any) -> np.ndarray:
        """Return the result of Call.finish() as a contiguous array."""
