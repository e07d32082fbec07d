"""From what a caller names to programs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from mlirgym import _core


class HasProgram(Protocol):
    """A `Workload`, or whatever else knows its program."""

    @property
    def program(self) -> _core.Program:
        """The program itself."""


ProgramLike = _core.Program | HasProgram | str | os.PathLike[str]


def as_program(program: ProgramLike) -> _core.Program:
    """Return a program as it is, load a file, or generate a named one.

    Parameters
    ----------
    program : Program, Workload, str or path
        A `Program`; a `Workload`, for its payload; a path that ends in ``.mlir`` or
        ``.mlirbc``; else a name such as ``matmul_256_1536_1000``.

    Raises
    ------
    ProgramError
        If the file or the name cannot be used.
    """
    if isinstance(program, _core.Program):
        return program
    if not isinstance(program, (str, os.PathLike)):
        return program.program
    text = os.fspath(program)
    if Path(text).suffix in (".mlir", ".mlirbc"):
        return _core.load_program(text)
    return _core.generate_program(text)


def as_programs(
    suite: str | None, programs: Iterable[ProgramLike] | None, split: str
) -> list[_core.Program]:
    """Programs of a suite's split, or those given.

    Raises
    ------
    ValueError
        If both or neither of `suite` and `programs` are given, or the split is empty.
    """
    if (suite is None) == (programs is None):
        raise ValueError("give either suite or programs, not both and not neither")
    if programs is not None:
        chosen = [as_program(program) for program in programs]
    else:
        assert suite is not None
        chosen = [_core.generate_program(name) for name in _core.suite_programs(suite, split)]
    if not chosen:
        if suite is None:
            raise ValueError("no programs given; name at least one")
        raise ValueError(f"no programs in split '{split}' of suite '{suite}'; try split='all'")
    return chosen
