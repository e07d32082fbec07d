"""Kernels of scheduled programs, as files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlirgym import _core
from mlirgym.checks import FLAG, PATH, TEXT, optional, suggests_names
from mlirgym.execution.execution import SUBSTITUTIONS
from mlirgym.programs.loading import ProgramLike, as_program

_PLACE = optional(PATH)
KernelFiles = Mapping[str, str | os.PathLike[str]]


class Substitutions(_core.KernelSubstituter):
    """Files that replace kernels of scheduled programs.

    The files are read when this is created. Give it to `Execution` or `dump_kernels`.

    Parameters
    ----------
    sources, configurations, objects : mapping of str to path, optional
        Files by the name of the kernel that they replace: MLIR before scheduling, MLIR with a
        transform script that replaces the kernel's schedule, and code (``.o``, ``.a``, ``.so``,
        ``.ll``, ``.bc``, ``.s``, or a file with a toolchain).
    sources_from, configurations_from, objects_from : path, optional
        Folders with files named like kernels, as `dump_kernels` writes them.
    object_search_path : sequence of paths
        Further folders in which relative paths of objects are searched.
    toolchains : mapping of str to str, optional
        Commands by file extension: ``{".c": "clang -O3 -c {in} -o {out}"}``. Each runs in a
        sandbox.
    allow_missing : bool
        Continue without files that cannot replace a kernel.

    Raises
    ------
    ProgramError
        If a file or folder is missing, or a file has no toolchain.
    """

    @suggests_names
    def __init__(
        self,
        *,
        sources: KernelFiles | None = None,
        sources_from: str | os.PathLike[str] | None = None,
        configurations: KernelFiles | None = None,
        configurations_from: str | os.PathLike[str] | None = None,
        objects: KernelFiles | None = None,
        objects_from: str | os.PathLike[str] | None = None,
        object_search_path: Sequence[str | os.PathLike[str]] = (),
        toolchains: Mapping[str, str] | None = None,
        allow_missing: bool = False,
    ) -> None:
        where = "Substitutions"
        files = {"sources": sources, "configurations": configurations, "objects": objects}
        folders = {
            "sources_from": sources_from,
            "configurations_from": configurations_from,
            "objects_from": objects_from,
        }
        self._given = {
            **files,
            **folders,
            "object_search_path": object_search_path,
            "toolchains": toolchains,
            "allow_missing": allow_missing,
        }
        arguments: dict[str, Any] = {
            "object_search_path": [
                PATH(where, "object_search_path", path) for path in object_search_path
            ],
            "toolchains": [
                (TEXT(where, "toolchains", end), TEXT(where, "toolchains", command))
                for end, command in (toolchains or {}).items()
            ],
            "allow_missing": FLAG(where, "allow_missing", allow_missing),
        }
        for name, named in files.items():
            arguments[name] = [
                (TEXT(where, name, kernel), PATH(where, name, path))
                for kernel, path in (named or {}).items()
            ]
        for name, folder in folders.items():
            arguments[name] = _PLACE(where, name, folder) or ""
        super().__init__(**arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a new object over the same files, which are read again."""
        return _substitutions, (self._given,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Substitutions:
        """Share: it is thread safe and owns worker processes."""
        return self

    def check(self, program: ProgramLike, schedule: str = "") -> list[dict[str, Any]]:
        """Read the files for a scheduled program, and run their toolchains.

        Parameters
        ----------
        program : Program, Workload, path or name
        schedule : str
            Schedule text.

        Returns
        -------
        list of dict
            One per file: ``kernel``, ``stage``, ``file``, ``toolchain``, ``replaces`` (False for
            a file that a dump would write) and ``note``.

        Raises
        ------
        ProgramError
            If a file cannot replace its kernel; describes both.
        ScheduleError
            If an action is illegal.
        """
        return super().check(as_program(program), TEXT("check", "schedule", schedule))

    def for_agents(self, program: ProgramLike) -> _core.Program:
        """Return the program for agents, whose replaced kernels allow no action.

        Give it to agents and environments along with an execution that has these substitutions.
        Files that replace nothing are ignored from now on.

        Parameters
        ----------
        program : Program, Workload, path or name

        Raises
        ------
        ProgramError
            If a file cannot replace its kernel.
        """
        return super().for_agents(as_program(program))


def _substitutions(given: dict[str, Any]) -> Substitutions:
    return Substitutions(**given)


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
        Files that were left out, with the reason.
    substitutions : list of dict
        One per file that replaces a kernel: see `Substitutions.check`.
    """

    manifest: dict[str, Any] = field(repr=False)
    files: list[str]
    notes: list[str]
    substitutions: list[dict[str, Any]]


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
    substitutions: Substitutions | None = None,
) -> KernelDump:
    """Divide a scheduled program into kernels, and write their files.

    Parameters
    ----------
    program : Program, Workload, path or name
    schedule : str
        Schedule text; ``""`` is the untransformed program.
    sources : path, optional
        Folder for each kernel as a module before scheduling. Here and below a missing folder is
        created, and ``"-"`` prints the files that are text.
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
    substitutions : Substitutions, optional
        Files that replace kernels; each stage is dumped after its replacements.

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
        as_program(program),
        TEXT("dump_kernels", "schedule", schedule),
        **chosen,
        substitutions=SUBSTITUTIONS("dump_kernels", "substitutions", substitutions),
    )
    sys.stdout.write(answer["printed"])
    return KernelDump(
        json.loads(answer["manifest"]), answer["files"], answer["notes"], answer["substitutions"]
    )
