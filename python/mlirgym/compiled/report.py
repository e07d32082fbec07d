"""A page on the search of a program or a model."""

from __future__ import annotations

import os
from pathlib import Path

from mlirgym import _core
from mlirgym.agents.optimum import Optimum
from mlirgym.checks import suggests_names
from mlirgym.execution.execution import Execution, as_execution, default_exec_data_file
from mlirgym.models import Model


@suggests_names
def write_report(
    optimum: Optimum,
    path: str | os.PathLike[str],
    *,
    model: Model | None = None,
    threads: int = 1,
    execution: Execution | None = None,
) -> None:
    """Write an HTML page on what `optimize` found, without scripts or other files.

    It shows the times before and after, as bars of the tasks' shares, beside that of the model's
    framework; the schedule of each task and its distance from the roofline; and what is left as it
    is, with the reason.

    Parameters
    ----------
    optimum : Optimum
    path : path
        File to write.
    model : Model, optional
        Its framework is timed in this process, with as many threads as it has: call
        ``torch.set_num_threads(1)`` before `from_torch` to compare with a kernel of one thread.
    threads : int
        Threads of the kernel, if no execution is given.
    execution : Execution, optional
        That of the search. By default one with the user's exec-data file, which has the machine's
        peak once it was measured.

    Raises
    ------
    OSError
        If the file cannot be written.
    ValueError
        If the optimum is not what a search returned.
    """
    if optimum._result is None:
        raise ValueError("write_report: no search; give what optimize returns")
    if execution is None:
        execution = Execution(default_exec_data_file(), threads=threads)
    timed = model.time_source() if model is not None else None
    page = _core.task_report(
        optimum.program,
        optimum._result,
        optimum.tasks,
        as_execution(execution, threads),
        [timed] if timed is not None else [],
    )
    Path(path).write_text(page, encoding="utf-8")
