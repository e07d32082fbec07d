"""The result of one operator, and the file of such results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import geometric_mean

from contract import CONTRACTS
from store import Store

#: Our schedules: as shipped for the nearest class of machines, and as found on this one.
ORIGINS = ("shipped", "found")
TITLES = {
    "arguments": "same contract: weights are arguments",
    "packed": "everyone's best: weights are constants, packed ahead; images in any layout",
}


@dataclass
class Row:
    """One operator with one number of threads.

    Times in nanoseconds: the minimum over the rounds of the medians within a round.
    """

    operator: str
    threads: int
    #: By contract and origin; "found" is missing if no schedule was found, or if it is the shipped
    #: one, and "packed" if the operator has no weights.
    schedules: dict[str, dict[str, str]] = field(default_factory=dict)
    ours: dict[str, dict[str, float]] = field(default_factory=dict)
    #: By contract and label; variants that a library does not offer are missing.
    peers: dict[str, dict[str, float]] = field(default_factory=dict)
    variants: dict[str, dict[str, str]] = field(default_factory=dict)
    #: Page faults per call, by participant; the largest number of all contracts.
    faults: dict[str, float] = field(default_factory=dict)
    limit_ns: float | None = None
    limit_reason: str = ""
    problems: list[str] = field(default_factory=list)

    def times(self, contract: str) -> dict[str, float]:
        """Return the times of each peer."""
        return _at_best(self.peers, contract)

    def best(self, contract: str) -> str | None:
        """Label of the fastest peer."""
        times = self.times(contract)
        return min(times, key=times.__getitem__) if times else None

    def our_times(self, contract: str) -> dict[str, float]:
        """By origin: `found` is the faster of both, since a search keeps the faster schedule."""
        times = _at_best(self.ours, contract)
        return {**times, "found": min(times.values())} if times else {}

    def ratio(self, contract: str, origin: str, label: str | None = None) -> float | None:
        """Our time / the time of a peer, the best one if none is given."""
        ours, times = self.our_times(contract).get(origin), self.times(contract)
        other = label or self.best(contract)
        if ours is None or other not in times:
            return None
        return ours / times[other]


def _at_best(times: dict[str, dict[str, float]], contract: str) -> dict[str, float]:
    """Return the times under a contract: constant weights may also be passed as arguments."""
    found = dict(times.get("arguments", {}))
    if contract == "packed":
        for label, time in times.get("packed", {}).items():
            found[label] = min(time, found.get(label, time))
    return found


def means(rows: Iterable[Row], contract: str, origin: str) -> dict[str, float]:
    """Geometric mean and worst of the ratios to the best peer; empty without one."""
    ratios = [ratio for row in rows if (ratio := row.ratio(contract, origin))]
    if not ratios:
        return {}
    return {"mean": geometric_mean(ratios), "worst": max(ratios), "operators": len(ratios)}


def all_means(rows: list[Row]) -> dict[str, dict[str, dict[str, dict[str, float]]]]:
    """By number of threads, contract and origin."""
    return {
        str(threads): {
            contract: {
                origin: means([r for r in rows if r.threads == threads], contract, origin)
                for origin in ORIGINS
            }
            for contract in CONTRACTS
        }
        for threads in sorted({row.threads for row in rows})
    }


def row_store(path: Path | None) -> Store:
    """Rows in a file."""
    return Store(path, "row", read=lambda fields: Row(**fields), write=asdict)
