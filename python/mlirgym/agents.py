"""Find the fastest schedule of a program; train a policy that does."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.execution import Execution, default_exec_data_file
from mlirgym.programs import ProgramLike, as_program, as_programs


@dataclass(frozen=True)
class Optimum:
    """The fastest schedule found.

    Attributes
    ----------
    program : Program
    schedule : str
        Canonical text; empty if nothing beat the baseline.
    speedup : float
        Baseline / best.
    baseline_ns, best_ns : float
        Median nanoseconds a call, measured in turn.
    speedup_uncertainty : float
        Half the range of the speedup over the rounds / its median.
    noisy : bool
        The machine was too restless for the speedup to be believed.
    paired_rounds : int
        Rounds in turn; 0 if the times are as the search met them (replay without such timings).
    samples, cache_hits : int
        Schedules asked for, and how many of them were answered from exec data.
    seconds : float
    curve : list of float
        Best speedup after each sample.
    """

    program: _core.Program
    schedule: str
    speedup: float
    baseline_ns: float
    best_ns: float
    samples: int
    cache_hits: int
    seconds: float
    curve: list[float]
    speedup_uncertainty: float = 0.0
    noisy: bool = False
    paired_rounds: int = 0

    @property
    def transform_script(self) -> str:
        """Transform-dialect module that stock mlir-opt applies to ``program.text``."""
        return _core.transform_script(self.program, self.schedule)


def optimize(
    program: ProgramLike,
    *,
    agent: str = "evolutionary",
    budget: int = 200,
    seed: int = 0,
    threads: int = 1,
    execution: Execution | None = None,
    progress: Callable[[int, int, float], bool] | None = None,
) -> Optimum:
    """Find the fastest schedule of one program within a budget of samples.

    Parameters
    ----------
    program : Program, path or name
        What to optimise.
    agent : str
        One of `searchers`.
    budget : int
        Schedules to try.
    execution : Execution, optional
        By default one over the user's exec-data file, so that nothing is measured twice.
    progress : callable, optional
        Called with (samples, budget, best speedup); return False to stop.

    Raises
    ------
    ValueError
        If the agent is unknown.
    """
    payload = as_program(program)
    if execution is None:
        execution = Execution(default_exec_data_file(), threads=threads)
    result = _core.search(payload, execution, agent, budget, seed, progress)
    return Optimum(
        program=payload,
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
    )


def train(
    suite: str | None = None,
    programs: Iterable[ProgramLike] | None = None,
    *,
    out: str | os.PathLike[str],
    split: str = "train",
    threads: int = 1,
    exec_data_file: str | os.PathLike[str] | None = None,
    replay: bool = False,
    any_machine: bool = False,
    tile_sizes: Sequence[int] | None = None,
    kinds: Sequence[str] | None = None,
    max_actions_per_op: int = 6,
    resume: bool = False,
    progress: Callable[[dict[str, Any]], bool] | None = None,
    **ppo: Any,
) -> list[dict[str, Any]]:
    """Train PPO in C++ (LibTorch); return the metrics of every iteration.

    Parameters
    ----------
    suite, programs, split
        What to train on, as for `ScheduleEnv`.
    out : path
        Folder for ``checkpoint.pt``, ``metrics.jsonl`` and ``config.json``.
    replay, any_machine
        Train on recorded timings alone, as for `Execution`.
    resume : bool
        Continue the training in `out` exactly where it stopped.
    progress : callable, optional
        Called with each iteration's metrics; return False to stop.
    **ppo
        ``iterations``, ``num_envs``, ``rollout_steps``, ``epochs``, ``minibatch``,
        ``learning_rate``, ``clip_range``, ``gamma``, ``gae_lambda``,
        ``entropy_coefficient``, ``value_coefficient``, ``max_grad_norm``, ``hidden``,
        ``seed``, ``save_every``, ``torch_threads``.

    Raises
    ------
    ImportError
        If mlirgym was built without LibTorch.
    """
    # LibTorch's libraries are found because torch has loaded them.
    import torch  # noqa: F401

    from mlirgym import _ppo

    chosen = as_programs(suite, programs, split)
    _ppo.train(
        programs=[(program.name, program.text) for program in chosen],
        ppo=ppo,
        threads=threads,
        exec_data_file=os.fspath(exec_data_file) if exec_data_file else "",
        replay=replay,
        any_machine=any_machine,
        tile_sizes=list(tile_sizes) if tile_sizes is not None else None,
        max_actions_per_op=max_actions_per_op,
        kinds=None if kinds is None else _core.kinds_mask(list(kinds)),
        out=os.fspath(out),
        resume=resume,
        progress=None if progress is None else lambda text: progress(json.loads(text)),
    )
    return read_metrics(out)


def read_metrics(out: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Metrics of a training folder, one dict an iteration."""
    lines = (Path(out) / "metrics.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines if line]
