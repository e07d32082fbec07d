"""Environments over closed spaces, of which every schedule has a timing, and scores on them."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.checks import PATH
from mlirgym.envs.env import ScheduleEnv
from mlirgym.envs.vector_env import ScheduleVectorEnv
from mlirgym.execution.execution import Execution


def _folder_of(folder: str | os.PathLike[str] | None) -> str:
    if folder is None:
        return str(Path(_core.data_directory()) / "tabular")
    return str(PATH("tabular", "folder", folder))


def tabular_tasks(folder: str | os.PathLike[str] | None = None) -> list[str]:
    """Names of the tasks whose tables are installed.

    Parameters
    ----------
    folder : path, optional
        Folder with ``tasks.json`` and tables; by default those that come with mlirgym.
    """
    return _core.tabular_tasks(_folder_of(folder))


def tabular_table(task: str, folder: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """Describe the table of a task.

    Returns
    -------
    dict
        ``program``; ``exec_data``, the path of exec data with the outcome of each schedule, for
        an `Execution` with ``replay=True``; ``machine``, the features of the machine that was
        measured; ``schedules``, their number; ``baseline_ns``, ``best_ns`` and ``roofline_ns``
        (0 if unknown), in nanoseconds; ``best_schedule``; ``hash`` of all contents.

    Raises
    ------
    RuntimeError
        If there is no such task, or no table of it.
    """
    return _core.tabular_table(_folder_of(folder), task)


class TabularEnv(ScheduleEnv):
    """`ScheduleEnv` over closed spaces: no compiler, and every legal schedule has a timing.

    ``gymnasium.make("MlirGym/Tabular-v0")`` has all tasks, ``"MlirGym/Tabular-Matmul-v0"`` one.
    Actions and observations are those of every other environment with default options; only
    decisions that lead to a schedule of the space are legal. Rewards are the same on every machine.

    Parameters
    ----------
    tasks : iterable of str, optional
        Names of tasks, of one machine; by default all of `tabular_tasks`.
    folder : path, optional
        As for `tabular_tasks`.
    **options
        As for `ScheduleEnv`, without programs, execution and machine.

    Raises
    ------
    ValueError
        If there is no table, or if the tables are of different machines.
    """

    def __init__(
        self,
        tasks: Iterable[str] | None = None,
        *,
        folder: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**_environment(tasks, folder, options))


class TabularVectorEnv(ScheduleVectorEnv):
    """Vector form of `TabularEnv`, as ``gymnasium.make_vec`` makes it.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    tasks, folder
        As for `TabularEnv`.
    **options
        As for `ScheduleVectorEnv`, without programs, execution and machine.
    """

    def __init__(
        self,
        num_envs: int = 8,
        tasks: Iterable[str] | None = None,
        *,
        folder: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(num_envs, **_environment(tasks, folder, options))


def _environment(
    tasks: Iterable[str] | None,
    folder: str | os.PathLike[str] | None,
    options: dict[str, Any],
) -> dict[str, Any]:
    names = tabular_tasks(folder) if tasks is None else list(tasks)
    if not names:
        raise ValueError(
            f"{_folder_of(folder)}: no table of timings; pip install 'mlirgym[data]', or make "
            "tables with `mlirgym tabular make --dir DIR`"
        )
    tables = [tabular_table(name, folder) for name in names]
    machine = tables[0]["machine"]
    for name, table in zip(names, tables, strict=True):
        if table["machine"] != machine:
            raise ValueError(
                f"the tables of {names[0]} and {name} are of different machines; make an "
                "environment for each machine"
            )
    return {
        "programs": [table["program"] for table in tables],
        "execution": Execution(
            main_exec_data=[table["exec_data"] for table in tables], replay=True, any_machine=True
        ),
        "machine": machine,
        "recorded": True,
    } | options


#: A policy: from an observation and the mask of legal actions to an action.
Policy = Callable[[Any, NDArray[Any]], int]


def tabular_score(
    make_policy: Callable[[int], Policy],
    *,
    tasks: Iterable[str] | None = None,
    budgets: Sequence[int] = (1, 4, 20, 200),
    seeds: int = 3,
    folder: str | os.PathLike[str] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Score a policy as ``mlirgym score`` scores agents.

    Each episode is a sample. After each number of samples in `budgets` the policy has the best time
    of the table divided by the best time that it found; the result of a task is the geometric mean
    over seeds, that of a budget the geometric mean over tasks, and the score the mean over budgets.

    Parameters
    ----------
    make_policy : callable
        Called with a seed (an int from 0 on) before the first episode of each task; returns
        a function from an observation and the mask of legal actions (int8, shape (actions,)) to
        an action.
    tasks, folder
        As for `TabularEnv`.
    budgets : sequence of int
        Numbers of episodes, ascending.
    seeds : int
        Runs of each task.
    **options
        As for `TabularEnv`.

    Returns
    -------
    dict
        ``score``; ``shares`` by budget; ``tasks``: the shares of each task by budget.
    """
    if not budgets or list(budgets) != sorted(budgets) or budgets[0] < 1 or seeds < 1:
        raise ValueError(
            f"budgets are {list(budgets)!r} and seeds {seeds!r}; give ascending positive numbers"
        )
    names = tabular_tasks(folder) if tasks is None else list(tasks)
    if not names:
        raise ValueError("tabular_score: no task has a table; give tasks of `tabular_tasks`")
    by_task: dict[str, dict[int, float]] = {}
    for name in names:
        table = tabular_table(name, folder)
        best = table["baseline_ns"] / table["best_ns"]
        logs = {budget: 0.0 for budget in budgets}
        env = TabularEnv([name], folder=folder, **options)
        for seed in range(seeds):
            speedups = _speedups(env, make_policy(seed), seed, budgets[-1])
            for budget in budgets:
                logs[budget] += math.log(max([1.0, *speedups[:budget]]) / best)
        by_task[name] = {budget: math.exp(total / seeds) for budget, total in logs.items()}
    shares = {
        budget: math.exp(sum(math.log(task[budget]) for task in by_task.values()) / len(by_task))
        for budget in budgets
    }
    return {"score": sum(shares.values()) / len(shares), "shares": shares, "tasks": by_task}


def _speedups(env: ScheduleEnv, policy: Policy, seed: int, episodes: int) -> list[float]:
    """Play episodes; return the speedup of each, 0 for a failure."""
    speedups = []
    observation, info = env.reset(seed=seed)
    for _ in range(episodes):
        ended = False
        while not ended:
            action = policy(observation, info["action_mask"])
            observation, _reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        speedups.append(float(info["speedup"]))
        observation, info = env.reset()
    return speedups
