"""The fastest schedule that a search found."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field

from mlirgym import _core
from mlirgym.checks import printable


@dataclass(frozen=True)
class Optimum:
    """The fastest schedule found.

    Attributes
    ----------
    program : Program
        The program that was optimised.
    schedule : str
        Canonical text; empty if no schedule was faster than the baseline.
    speedup : float
        Baseline / best.
    baseline_ns, best_ns : float
        Median nanoseconds per call, from interleaved rounds; NaN for another `metric`.
    speedup_uncertainty : float
        Half the range of the speedup over the rounds / its median.
    noisy : bool
        The machine was too disturbed for a reliable speedup.
    paired_rounds : int
        Interleaved rounds; 0 if the times are those of the search (replay without such timings).
    samples, cache_hits : int
        Number of schedules requested, and of those with a stored timing.
    seconds : float
        Wall time of the search.
    curve : list of float, shape (samples,)
        Best speedup after each sample.
    agent : str
        The agent that was used.
    fallback : str
        Reason why that is not the requested trained agent; empty if it is.
    metric : str
        Metric of the device: ``nanoseconds``, ``instructions``, ``cycles`` or ``estimated_cycles``.
    baseline, best : float
        Medians per call in this metric.
    curve_seconds : list of float, shape (samples,)
        Seconds from the start of the search to each sample of the curve.
    script : str
        Of a search by tasks: the transform script that `Execution.measure` and `Execution.compile`
        take in place of a schedule; empty if nothing was faster than the baseline.
    tasks : list of TaskResult
        Of a search by tasks: its tasks, else empty.
    """

    program: _core.Program
    schedule: str
    speedup: float
    baseline_ns: float
    best_ns: float
    samples: int
    cache_hits: int
    seconds: float
    curve: list[float] = field(repr=False)
    speedup_uncertainty: float = 0.0
    noisy: bool = False
    paired_rounds: int = 0
    agent: str = ""
    fallback: str = ""
    metric: str = "nanoseconds"
    baseline: float = 0.0
    best: float = 0.0
    curve_seconds: list[float] = field(default_factory=list, repr=False)
    script: str = field(default="", repr=False)
    tasks: list[_core.TaskResult] = field(default_factory=list, repr=False)
    _result: _core.SearchResult | None = field(default=None, repr=False)

    @property
    def transform_script(self) -> str:
        """Transform-dialect module that stock mlir-opt applies to ``program.text``.

        Of a search by tasks `script`, which contains passes of mlirgym.
        """
        return self.script or _core.transform_script(self.program, self.schedule)


def optimum_of(
    program: _core.Program,
    result: _core.SearchResult,
    *,
    agent: str,
    fallback: str = "",
    tasks: Sequence[_core.TaskResult] = (),
) -> Optimum:
    """Join the result of a search with its program; warns if nothing could be searched."""
    if result.samples == 0 and result.baseline.status == "ok":
        warnings.warn(
            f"no schedule was tried: no allowed action is legal in {printable(program.name)}",
            stacklevel=3,
        )
    return Optimum(
        program=program,
        schedule=result.schedule,
        speedup=result.speedup,
        baseline_ns=result.baseline.median_ns,
        best_ns=result.best.median_ns,
        samples=result.samples,
        cache_hits=result.cache_hits,
        seconds=result.seconds,
        curve=result.curve,
        speedup_uncertainty=result.speedup_uncertainty,
        noisy=result.noisy,
        paired_rounds=result.paired_rounds,
        agent=agent,
        fallback=fallback,
        metric=result.baseline.metric,
        baseline=result.baseline.median,
        best=result.best.median,
        curve_seconds=result.curve_seconds,
        script=result.script,
        tasks=list(tasks),
        _result=result,
    )
