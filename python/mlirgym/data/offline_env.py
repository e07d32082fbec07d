"""Environments over the offline data in the data folder, or over other exec data."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.envs.env import ScheduleEnv
from mlirgym.envs.vector_env import ScheduleVectorEnv
from mlirgym.execution.execution import Execution, exec_data_files
from mlirgym.programs.loading import ProgramLike, as_programs, suite_programs

ExecDataFiles = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def description_file() -> Path:
    """Path of the description of the offline data shipped with mlirgym."""
    return Path(_core.data_directory()) / "offline" / "searched.json"


def described_exec_data() -> str:
    """Path of the exec data that `offline_description()` describes.

    Raises
    ------
    FileNotFoundError
        If they are not installed: for a wheel they are a separate package.
    """
    path = description_file().parent / offline_description()["exec_data"]
    if not path.is_file():
        raise FileNotFoundError(
            f"{path}: the offline data are not installed; pip install 'mlirgym[data]', or name "
            "exec data of your own with exec_data"
        )
    return str(path)


def offline_description() -> dict[str, Any]:
    """Describe the offline data shipped with mlirgym: ``offline/searched.json``.

    Returns
    -------
    dict
        ``exec_data`` (file name), ``suites`` and ``split`` of its programs, ``threads``, and
        ``environment``: options that fix the action space and the observed machine.
    """
    return json.loads(description_file().read_text())  # type: ignore[no-any-return]


class OfflineEnv(ScheduleEnv):
    """`ScheduleEnv` over stored timings: no compiler, the same on every machine.

    ``gymnasium.make("MlirGym/Offline-SingleOps-v0")`` makes an environment over the shipped offline
    data, ``gymnasium.make("MlirGym/Offline-v0", suite=..., exec_data=[...])`` one over other exec
    data. Its programs are those with a timing of the untransformed program. A schedule without a
    timing has the status ``not_cached``.

    Parameters
    ----------
    suite : str, optional
        Suite of the programs. Give this or `programs`; without either, all suites of
        `offline_description`.
    programs : iterable, optional
        Programs, ``.mlir`` paths or names.
    exec_data : path or list of paths, optional
        Exec-data files, or folders of such files (``*.db``), only read. By default those of
        `offline_description`, with its options.
    split : {"train", "validation", "test", "all"}
        Part of the suite.
    threads : int
        Threads with which the kernels were timed.
    **options
        As for `ScheduleEnv`.

    Raises
    ------
    ValueError
        If none of the programs has a timing.
    ExecutionError
        If an exec-data file cannot be read.
    """

    def __init__(
        self,
        suite: str | None = None,
        programs: Iterable[ProgramLike] | None = None,
        *,
        exec_data: ExecDataFiles | None = None,
        split: str = "train",
        threads: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(
            **_environment("OfflineEnv", suite, programs, exec_data, split, threads, options)
        )


class OfflineVectorEnv(ScheduleVectorEnv):
    """Vector form of `OfflineEnv`, as ``gymnasium.make_vec`` makes it.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    suite, programs, exec_data, split, threads
        As for `OfflineEnv`.
    **options
        As for `ScheduleVectorEnv`.
    """

    def __init__(
        self,
        num_envs: int = 8,
        suite: str | None = None,
        programs: Iterable[ProgramLike] | None = None,
        *,
        exec_data: ExecDataFiles | None = None,
        split: str = "train",
        threads: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(
            num_envs,
            **_environment("OfflineVectorEnv", suite, programs, exec_data, split, threads, options),
        )


def _environment(
    where: str,
    suite: str | None,
    programs: Iterable[ProgramLike] | None,
    exec_data: ExecDataFiles | None,
    split: str,
    threads: int,
    options: dict[str, Any],
) -> dict[str, Any]:
    """Arguments of `ScheduleEnv`."""
    if exec_data is None:
        description = offline_description()
        if suite is None and programs is None:
            programs = [
                name for each in description["suites"] for name in suite_programs(each, split)
            ]
        elif programs is None and suite not in description["suites"]:
            raise ValueError(
                f"{where}: no offline data of suite {suite!r} come with mlirgym; choose one of "
                f"{', '.join(description['suites'])}, or name exec data of your own with exec_data"
            )
        files = [described_exec_data()]
        options = {**description["environment"], **options}
    else:
        files = exec_data_files(where, "exec_data", exec_data)
    execution = Execution(main_exec_data=files, threads=threads, replay=True, any_machine=True)
    pool = as_programs(suite, programs, split)
    timed = [program for program in pool if execution.baseline(program).ok]
    if not timed:
        of = f"the split '{split}' of suite '{suite}'" if suite else "those given"
        raise ValueError(
            f"{where}: {', '.join(files)}: no timing of the untransformed program for any of "
            f"{len(pool)} programs of {of} with threads={threads}; choose the programs that "
            "were measured (`mlirgym data stats --exec-data FILE`)"
        )
    return {"programs": timed, "execution": execution, **options}
