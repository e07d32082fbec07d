"""Kernels of scheduled programs, as files."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import Any

from mlirgym import _core
from mlirgym.checks import PATH, TEXT, optional, suggests_names
from mlirgym.programs import ProgramLike, as_program

_PLACE = optional(PATH)


@dataclass(frozen=True)
class KernelDump:
    """The kernels of a scheduled program.

    Attributes
    ----------
    manifest : dict
        Contents of ``manifest.json``: program, schedule and, in ``"kernels"``, each kernel with
        its name, arguments, key, flops, bytes and number of occurrences.
    files : list of str
        Paths of the files written.
    notes : list of str
        What was left out, and why.
    """

    manifest: dict[str, Any]
    files: list[str]
    notes: list[str]


@suggests_names
def dump_kernels(
    program: ProgramLike,
    schedule: str = "",
    *,
    sources: str | os.PathLike[str] | None = None,
    configurations: str | os.PathLike[str] | None = None,
    intermediates: str | os.PathLike[str] | None = None,
    binaries: str | os.PathLike[str] | None = None,
    benchmarks: str | os.PathLike[str] | None = None,
    files: str | os.PathLike[str] | None = None,
) -> KernelDump:
    """Divide a scheduled program into kernels, and write files of them.

    Parameters
    ----------
    program : Program, Workload, path or name
    schedule : str
        Schedule text; ``""`` is the untransformed program.
    sources : path, optional
        Folder for each kernel as a module before scheduling. Here and below a missing folder is
        made, and ``"-"`` prints the files that are text.
    configurations : path, optional
        Folder for each kernel as a module with its transform script.
    intermediates : path, optional
        Folder for LLVM IR, bitcode and assembly.
    binaries : path, optional
        Folder for objects, shared objects and a C project that checks them; not ``"-"``.
    benchmarks : path, optional
        Folder for each kernel as a program, with inputs and schedule.
    files : path, optional
        Folder for all files that have no folder of their own.

    Returns
    -------
    KernelDump
        The manifest, also if nothing is written.

    Raises
    ------
    ScheduleError
        If the text is not a schedule, or an action is illegal.
    ExecutionError
        If a kernel cannot be compiled, a file cannot be written, or no worker can be started.
    """
    places = {
        "sources": sources,
        "configurations": configurations,
        "intermediates": intermediates,
        "binaries": binaries,
        "benchmarks": benchmarks,
        "files": files,
    }
    chosen = {name: _PLACE("dump_kernels", name, place) or "" for name, place in places.items()}
    answer = _core.dump_kernels(
        as_program(program), TEXT("dump_kernels", "schedule", schedule), **chosen
    )
    sys.stdout.write(answer["printed"])
    return KernelDump(json.loads(answer["manifest"]), answer["files"], answer["notes"])
