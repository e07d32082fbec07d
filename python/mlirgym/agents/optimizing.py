"""Find the fastest schedule of a program."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from mlirgym import _core
from mlirgym.agents.optimum import Optimum, optimum_of
from mlirgym.agents.trained import TrainedAgent
from mlirgym.checks import CALLBACK, COUNT, FLAG, OPTIONAL_TEXT, SEED, suggests_names
from mlirgym.execution.execution import Execution, as_execution, default_exec_data_file
from mlirgym.programs.loading import ProgramLike, as_program
from mlirgym.progress import reported_search


@suggests_names
def optimize(
    program: ProgramLike,
    *,
    agent: str | None = None,
    budget: int = 200,
    seed: int = 0,
    threads: int = 1,
    execution: Execution | None = None,
    by_task: bool | None = None,
    progress: Callable[[int, int, float], object] | bool | None = None,
) -> Optimum:
    """Find the fastest schedule of one program within a budget of samples.

    Parameters
    ----------
    program : Program, path or name
        The program to optimise.
    agent : str, optional
        One of `searchers`, or the trained agent included in mlirgym: ``learned``, or ``guided``, a
        search that also learns from its measurements. The default is ``learned``, in a replay
        ``evolutionary``. If the trained agent cannot be used (no LibTorch, a number of threads
        without an agent, too many loops, a missing file), ``bayesian`` is used, with a warning.
    budget : int
        Number of schedules to try, including those with a stored timing. At most half of them, and
        the first, are the reference schedules of a program of this name, except in a replay.
    seed : int
        Seed of all random numbers.
    threads : int
        Threads of the kernel, if no execution is given.
    execution : Execution, optional
        By default one that uses the user's exec-data file, so that nothing is measured twice.
    by_task : bool, optional
        Search the program task by task (see `tasks`). The default is to do so for more than 32
        operations, but not in a replay.
    progress : callable or bool, optional
        Called with (samples, budget, best speedup). Only False stops the search: a callback
        may return None, as ``print`` does. True shows a bar, on stderr or in the notebook.

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
        # The exec data of a replay rarely contain the schedules that a policy or a model proposes.
        name = "evolutionary" if execution.replay else "learned"
    if by_task is None:
        by_task = len(payload.operations) > _core.MOST_OPERATIONS_AT_ONCE and not execution.replay
    by_task = FLAG(where, "by_task", by_task)
    reason, trained = "", None
    if name in _core.policy_agents():
        # For each task it is checked whether the agent fits.
        trained, reason = shipped_agent(name, None if by_task else payload, execution)
    if reason:
        name = "bayesian"
        warnings.warn(f"searching with {name}: {reason}", stacklevel=3)
    if by_task:
        with reported_search(where, progress) as report:
            result, tasks = _core.search_by_task(
                payload, execution, name, trained._policy if trained else None, budget, seed, report
            )
        return optimum_of(payload, result, agent=name, fallback=reason, tasks=tasks)
    with reported_search(where, progress) as report:
        if trained is not None:
            policy = trained._policy
            result = _core.search_with_policy(
                payload, execution, policy, name, budget, seed, report, from_known=True
            )
        else:
            result = _core.search(payload, execution, name, budget, seed, report, from_known=True)
    return optimum_of(payload, result, agent=name, fallback=reason)


def shipped_agent(
    name: str, program: _core.Program | None, execution: _core.Execution
) -> tuple[TrainedAgent | None, str]:
    """Load the trained agent included in mlirgym, or return the reason why it cannot be used.

    Whether it fits a program is checked if there is one.
    """
    try:
        from mlirgym.agents.libtorch import torch

        # A policy uses one thread; the process may use LibTorch with more.
        torch_threads = torch.get_num_threads()
        try:
            agent = TrainedAgent(_core.shipped_checkpoint(), name)
        finally:
            torch.set_num_threads(torch_threads)
    except (ImportError, RuntimeError) as error:
        return None, str(error)
    reason = agent.why_unfit(program, threads=execution.threads) if program else ""
    return (None, reason) if reason else (agent, "")


@suggests_names
def tasks(program: ProgramLike) -> list[_core.Task]:
    """Divide a program into the parts that `optimize` searches one by one.

    Parameters
    ----------
    program : Program, path or name
        The program to divide.

    Returns
    -------
    list of Task
        In order of their first part; equal parts are one task. ``[task.program for task in
        tasks(network)]`` is a pool of programs for an environment.

    Raises
    ------
    ProgramError
        If the program cannot be loaded.
    """
    return _core.tasks(as_program(program))
