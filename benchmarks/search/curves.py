"""Share of the best known speed that a search has after some samples, and after some seconds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import geometric_mean


@dataclass
class Search:
    """The result of one search, as `mlirgym optimize --json` prints it."""

    #: "" if no schedule was faster than the untransformed program.
    schedule: str
    #: Best speedup after each sample, and the seconds until it was known.
    curve: list[float]
    curve_seconds: list[float]
    seconds: float

    def speedup_after(self, samples: int) -> float:
        """Speedup of the best schedule at that sample; after the end, the last one."""
        return self.curve[min(samples, len(self.curve)) - 1] if samples > 0 else 1.0

    def speedup_at(self, seconds: float) -> float:
        """Speedup of the best schedule at that time, at first of the untransformed program."""
        return self.speedup_after(bisect_right(self.curve_seconds, seconds))


@dataclass
class Row:
    """One program: the searches by agent, one per seed, and all schedules timed alternately."""

    program: str
    references: list[str]
    searches: dict[str, list[Search]]
    #: Nanoseconds per call by schedule.
    times: dict[str, float]

    @property
    def best_ns(self) -> float:
        """Least known time, including references."""
        return min(self.times.values())

    def reference_share(self) -> float | None:
        """Share of the fastest reference; None without any."""
        if not self.references:
            return None
        return self.best_ns / min(self.times[schedule] for schedule in self.references)

    def share(self, agent: str, speedup: Callable[[Search], float]) -> float:
        """Share of the best known speed, geometric mean over the seeds.

        The last share of a search comes from the time that was measured alternately with the
        others. Earlier shares have the same ratios to it as in the search itself. If no schedule
        was faster in that measurement, earlier schedules do not count either.
        """
        return geometric_mean(
            self.best_ns
            / self.times[search.schedule]
            * (speedup(search) / search.curve[-1] if search.schedule else 1)
            for search in self.searches[agent]
        )

    def after(self, agent: str, samples: int) -> float:
        """Return the share after so many samples."""
        return self.share(agent, lambda search: search.speedup_after(samples))

    def at(self, agent: str, seconds: float) -> float:
        """Return the share after so many seconds."""
        return self.share(agent, lambda search: search.speedup_at(seconds))


@dataclass
class Mean:
    """Over programs."""

    mean: float
    worst: float
    #: Program with the smallest share.
    program: str

    @staticmethod
    def of(shares: Iterable[tuple[str, float]]) -> Mean:
        """Geometric mean of the shares of programs, at least one."""
        shares = list(shares)
        worst, program = min((share, name) for name, share in shares)
        return Mean(geometric_mean(share for _, share in shares), worst, program)


def means_after(rows: list[Row], agent: str, samples: Iterable[int]) -> dict[int, Mean]:
    """Return the means after each number of samples."""
    return {n: Mean.of((row.program, row.after(agent, n)) for row in rows) for n in samples}


def means_at(rows: list[Row], agent: str, seconds: Iterable[float]) -> dict[float, Mean]:
    """Return the means after each number of seconds."""
    return {s: Mean.of((row.program, row.at(agent, s)) for row in rows) for s in seconds}


def reference_means(rows: list[Row]) -> Mean | None:
    """Return the means of the reference schedules; None if there are none."""
    shares = [(row.program, share) for row in rows if (share := row.reference_share())]
    return Mean.of(shares) if shares else None
