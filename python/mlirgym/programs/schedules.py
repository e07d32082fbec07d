"""Schedules as text, and as transform scripts."""

from __future__ import annotations

from mlirgym import _core
from mlirgym.checks import TEXT
from mlirgym.programs.loading import ProgramLike, as_program


def canonical_schedule(schedule: str) -> str:
    """Canonical text of a schedule: the key of exec data.

    Parameters
    ----------
    schedule : str
        Schedule text, such as ``"op0: tile(8,16,0) vectorize"``.

    Raises
    ------
    ScheduleError
        If the text is not a schedule.
    """
    return _core.canonical_schedule(TEXT("canonical_schedule", "schedule", schedule))


def check_schedule(program: ProgramLike, schedule: str) -> None:
    """Raise an error unless a schedule is legal.

    Parameters
    ----------
    program : Program, Workload, path or name
    schedule : str
        Schedule text.

    Raises
    ------
    ScheduleError
        If the text is not a schedule, or an action is illegal; names the operation and the
        loop.
    """
    text = TEXT("check_schedule", "schedule", schedule)
    _core.check_schedule(as_program(program), text)


def transform_script(program: ProgramLike, schedule: str) -> str:
    """Stand-alone transform-dialect module that stock mlir-opt applies to ``program.text``.

    Parameters
    ----------
    program : Program, Workload, path or name
    schedule : str
        Schedule text.

    Raises
    ------
    ScheduleError
        If the text is not a schedule, or an action is illegal.
    """
    text = TEXT("transform_script", "schedule", schedule)
    return _core.transform_script(as_program(program), text)
