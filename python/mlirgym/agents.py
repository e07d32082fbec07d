"""Find the fastest schedule of a program; train a policy that does."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlirgym import _core
from mlirgym.checks import (
    CALLBACK,
    COUNT,
    COUNTS,
    FLAG,
    NUMBER,
    OPTIONAL_INTEGERS,
    OPTIONAL_NAMES,
    OPTIONAL_TEXT,
    PATH,
    SEED,
    TEXT,
    Kind,
    checked,
    parameters_of,
    printable,
    suggests_names,
)
from mlirgym.execution import Execution, as_execution, default_exec_data_file, warn_of_gaps
from mlirgym.programs import ProgramLike, as_program, as_programs, suite_programs

if TYPE_CHECKING:
    from mlirgym.learning import TrainedAgent

_PPO_OPTIONS: dict[str, Kind] = {
    "iterations": COUNT,
    "num_envs": COUNT,
    "rollout_steps": COUNT,
    "epochs": COUNT,
    "minibatch": COUNT,
    "learning_rate": NUMBER,
    "clip_range": NUMBER,
    "gamma": NUMBER,
    "gae_lambda": NUMBER,
    "entropy_coefficient": NUMBER,
    "target_entropy": NUMBER,
    "target_kl": NUMBER,
    "value_epochs": COUNT,
    "epsilon": NUMBER,
    "returns_per_program": FLAG,
    "full_epochs_share": NUMBER,
    "reuse_experience": COUNT,
    "imitation_coefficient": NUMBER,
    "evaluate_every": COUNT,
    "value_coefficient": NUMBER,
    "max_grad_norm": NUMBER,
    "hidden": COUNTS,
    "seed": SEED,
    "save_every": COUNT,
    "torch_threads": COUNT,
}


@dataclass(frozen=True)
class Optimum:
    """The fastest schedule found.

    Attributes
    ----------
    program : Program
        The program that was optimised.
    schedule : str
        Canonical text; empty if none was faster than the baseline.
    speedup : float
        Baseline / best.
    baseline_ns, best_ns : float
        Median nanoseconds per call, from interleaved rounds; NaN if `metric` is another one.
    speedup_uncertainty : float
        Half the range of the speedup over the rounds / its median.
    noisy : bool
        The machine was too disturbed for a reliable speedup.
    paired_rounds : int
        Interleaved rounds; 0 if the times are those of the search (replay without such timings).
    samples, cache_hits : int
        Number of schedules requested, and of those whose timing was stored already.
    seconds : float
        Wall time of the search.
    curve : list of float, shape (samples,)
        Best speedup after each sample.
    agent : str
        The agent that was used.
    fallback : str
        Why that is not the trained agent that was asked for; empty if it is.
    metric : str
        What the device counts: ``nanoseconds`` or ``instructions``.
    baseline, best : float
        Medians per call in this metric.
    curve_seconds : list of float, shape (samples,)
        Seconds from the start of the search to each sample of the curve.
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
    agent: str = ""
    fallback: str = ""
    metric: str = "nanoseconds"
    baseline: float = 0.0
    best: float = 0.0
    curve_seconds: list[float] = field(default_factory=list)

    @property
    def transform_script(self) -> str:
        """Transform-dialect module that stock mlir-opt applies to ``program.text``."""
        return _core.transform_script(self.program, self.schedule)


@suggests_names
def optimize(
    program: ProgramLike,
    *,
    agent: str | None = None,
    budget: int = 200,
    seed: int = 0,
    threads: int = 1,
    execution: Execution | None = None,
    progress: Callable[[int, int, float], object] | None = None,
) -> Optimum:
    """Find the fastest schedule of one program within a budget of samples.

    Parameters
    ----------
    program : Program, path or name
        The program to optimise.
    agent : str, optional
        One of `searchers`, or the trained agent included in mlirgym: ``learned``, or ``guided``, a
        search that also learns from its measurements. The default is ``learned``, in a replay
        ``evolutionary``. If the trained agent cannot be used (no LibTorch, kernels of several
        threads, too many loops, no such file), the search is ``bayesian`` and a warning says
        so.
    budget : int
        Schedules to try, including those whose timing is stored already.
    seed : int
        Seed of all random numbers.
    threads : int
        Threads of the kernel, if no execution is given.
    execution : Execution, optional
        By default one that uses the user's exec-data file, so that nothing is measured twice.
    progress : callable, optional
        Called with (samples, budget, best speedup). Only False stops the search: a callback
        may return None, as ``print`` does.

    Returns
    -------
    Optimum
        The fastest schedule found, timed again in rounds interleaved with the baseline.

    Raises
    ------
    ValueError
        If the agent is unknown.
    TypeError
        For an argument of the wrong type, or an unknown name.
    ProgramError
        If the program cannot be loaded.
    RuntimeError
        If the untransformed program cannot be timed.
    KeyboardInterrupt
        On Ctrl-C; timings taken by then are stored.
    """
    where = "optimize"
    payload = as_program(program)
    name = OPTIONAL_TEXT(where, "agent", agent)
    budget, seed = COUNT(where, "budget", budget), SEED(where, "seed", seed)
    progress = CALLBACK(where, "progress", progress)
    if execution is None:
        execution = Execution(default_exec_data_file(), threads=threads)
    execution = as_execution(execution, threads)
    if name is None:
        # The exec data of a replay rarely contain what a policy or a model proposes.
        name = "evolutionary" if execution.replay else "learned"
    reason = ""
    if name in _core.policy_agents():
        trained, reason = _shipped_agent(name, payload, execution)
        if trained is not None:
            return trained.optimize(payload, execution, budget=budget, seed=seed, progress=progress)
        name = "bayesian"
        warnings.warn(f"searching with {name}: {reason}", stacklevel=3)
    result = _core.search(payload, execution, name, budget, seed, progress)
    return optimum_of(payload, result, agent=name, fallback=reason)


def _shipped_agent(
    name: str, program: _core.Program, execution: _core.Execution
) -> tuple[TrainedAgent | None, str]:
    """Load the trained agent included in mlirgym, or return the reason why it cannot be used."""
    try:
        import torch

        from mlirgym.learning import TrainedAgent

        # A policy uses one thread; the process may use LibTorch with more.
        torch_threads = torch.get_num_threads()
        try:
            checkpoint = _core.shipped_checkpoint(
                execution.threads, execution.device, execution.device_features
            )
            agent = TrainedAgent(checkpoint, name)
        finally:
            torch.set_num_threads(torch_threads)
    except (ImportError, RuntimeError) as error:
        return None, str(error)
    reason = agent.why_unfit(program, threads=execution.threads)
    return (None, reason) if reason else (agent, "")


def optimum_of(
    program: _core.Program, result: _core.SearchResult, *, agent: str, fallback: str = ""
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
    actions: str = "flat",
    tile_sizes: Sequence[int] | None = None,
    kinds: Sequence[str] | None = None,
    max_actions_per_op: int = 6,
    resume: bool = False,
    from_checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
    **ppo: Any,
) -> list[dict[str, Any]]:
    """Train PPO in C++ (LibTorch); return the metrics of every iteration.

    Parameters
    ----------
    suite, programs, split
        The programs to train on, as for `ScheduleEnv`. Evaluations use the validation split of
        `suite`, or the programs to train on if there is none.
    out : path
        Folder for ``checkpoint.pt``, ``best.pt``, ``metrics.jsonl`` and ``config.json``.
    threads : int
        Threads of the kernel.
    exec_data_file : path, optional
        Timings, read and written, as for `Execution`; None keeps them in memory.
    replay, any_machine
        Train on stored timings only, as for `Execution`.
    actions : {"flat", "joint"}
        The encoding in which the policy chooses: one decision at a time, or an action with all its
        parameters at once.
    tile_sizes, kinds, max_actions_per_op
        The action space, as for `ScheduleEnv`.
    resume : bool
        Continue the training run in `out` exactly where it stopped.
    from_checkpoint : path, optional
        Start from the policy in this checkpoint, which has the same encoding.
    progress : callable, optional
        Called with each iteration's metrics. Only False stops the training: a callback may
        return None, as ``print`` does.
    **ppo
        ``iterations``, ``num_envs``, ``rollout_steps``, ``epochs``, ``minibatch``,
        ``learning_rate``, ``clip_range``, ``gamma``, ``gae_lambda``,
        ``entropy_coefficient``, ``target_entropy``, ``target_kl``, ``epsilon``,
        ``returns_per_program``, ``full_epochs_share``, ``reuse_experience``,
        ``imitation_coefficient``, ``value_epochs``, ``value_coefficient``, ``max_grad_norm``,
        ``hidden``, ``evaluate_every``, ``seed``, ``save_every``, ``torch_threads``.

    Returns
    -------
    list of dict
        One per iteration, as `read_metrics` gives them.

    Raises
    ------
    ImportError
        If mlirgym was built without LibTorch.
    TypeError
        For an unknown option; the message names the most similar one.
    ValueError
        For an option out of range, or an unknown encoding.
    RuntimeError
        If the training cannot continue, for example after gradients that are not finite; the
        last checkpoint remains.
    KeyboardInterrupt
        On Ctrl-C, with a checkpoint.
    """
    where = "train"
    options = checked(where, ppo, _PPO_OPTIONS, parameters_of(train))
    threads = COUNT(where, "threads", threads)
    file = PATH(where, "exec_data_file", exec_data_file or "")
    replay, any_machine = FLAG(where, "replay", replay), FLAG(where, "any_machine", any_machine)
    sizes = OPTIONAL_INTEGERS(where, "tile_sizes", tile_sizes)
    names = OPTIONAL_NAMES(where, "kinds", kinds)
    CALLBACK(where, "progress", progress)
    from mlirgym.libtorch import _ppo

    chosen = as_programs(suite, programs, split)
    if replay:
        execution = Execution(file, replay=True, any_machine=any_machine, threads=threads)
        warn_of_gaps(execution, chosen)
        del execution
    others = suite is not None and suite_programs(suite, "validation")
    validation = as_programs(suite, None, "validation") if others else chosen
    _ppo.train(
        programs=[(program.name, program.text) for program in chosen],
        validation=[(program.name, program.text) for program in validation],
        ppo=options,
        threads=threads,
        exec_data_file=file,
        replay=replay,
        any_machine=any_machine,
        actions=TEXT(where, "actions", actions),
        tile_sizes=sizes,
        max_actions_per_op=COUNT(where, "max_actions_per_op", max_actions_per_op),
        kinds=None if names is None else _core.kinds_mask(names),
        out=PATH(where, "out", out),
        resume=FLAG(where, "resume", resume),
        from_checkpoint=PATH(where, "from_checkpoint", from_checkpoint or ""),
        progress=metrics_callback(progress),
    )
    return read_metrics(out)


def metrics_callback(
    progress: Callable[[dict[str, Any]], object] | None,
) -> Callable[[str], object] | None:
    """Wrap a callback that takes metrics into one that takes them as JSON, as C++ passes them."""
    return None if progress is None else lambda text: progress(json.loads(text))


def read_metrics(out: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Metrics of a training folder, oldest first.

    Parameters
    ----------
    out : path
        Folder that `train` or ``mlirgym train`` wrote.

    Returns
    -------
    list of dict
        One per iteration: ``iteration``, ``steps`` and ``episodes`` (since training began),
        ``mean_return`` (log speedup per episode), ``mean_speedup`` (geometric),
        ``best_speedup``, ``mean_best_speedup`` (geometric, over programs),
        ``new_measurements``, ``measured``, ``distinct_schedules`` (per hundred episodes),
        ``entropy`` (nats per decision), ``entropy_coefficient``, ``policy_loss``,
        ``value_loss``, ``imitation_loss``, ``approx_kl``, ``clip_fraction``,
        ``explained_variance``, ``epochs``, ``rollout_seconds``, ``update_seconds``; after an
        evaluation also ``validation_speedup`` and ``evaluation_seconds``.

    Raises
    ------
    FileNotFoundError
        If nothing was trained in that folder.
    """
    lines = (Path(out) / "metrics.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines if line]
