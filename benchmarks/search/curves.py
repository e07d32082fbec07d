"""Share of the best known speed that a search has after some samples, and after some seconds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import geometric_mean
from typing import Any


@dataclass
class Search:
    """The result of one search, as `mlirgym optimize --json` prints it."""

    #: "" if no schedule was faster than the untransformed program.
    schedule: str
    speedup: float
    #: Nanoseconds per call of the untransformed program.
    baseline_ns: float
    #: Schedules that were the fastest so far, each with its sample, from 1.
    improvements: list[dict[str, Any]]
    #: Seconds until the result of each sample.
    curve_seconds: list[float]
    seconds: float

    def best_after(self, samples: int) -> str | None:
        """Return the fastest schedule at that sample by the timings of the search.

        After the end it is the result. None: the untransformed program.
        """
        if samples >= len(self.curve_seconds):
            return self.schedule
        best = [each["schedule"] for each in self.improvements if each["sample"] <= samples]
        return best[-1] if best else None

    def best_at(self, seconds: float) -> str | None:
        """Return the fastest schedule at that time; None: the untransformed program."""
        return self.best_after(bisect_right(self.curve_seconds, seconds))

    def schedules(self) -> list[str]:
        """Return all of best_after()."""
        return [self.schedule, *(each["schedule"] for each in self.improvements)]


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

    def share(self, agent: str, best: Callable[[Search], str | None]) -> float:
        """Share of the best known speed, geometric mean over the seeds.

        The times of all schedules were measured alternately: the timings of a search alone favour
        the luckiest, and the more so the more there are. Only the untransformed program has its
        time of the search.
        """
        return geometric_mean(
            self.best_ns / (search.baseline_ns if schedule is None else self.times[schedule])
            for search in self.searches[agent]
            for schedule in [best(search)]
        )

    def after(self, agent: str, samples: int) -> float:
        """Return the share after so many samples."""
        return self.share(agent, lambda search: search.best_after(samples))

    def at(self, agent: str, seconds: float) -> float:
        """Return the share after so many seconds."""
        return self.share(agent, lambda search: search.best_at(seconds))


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
