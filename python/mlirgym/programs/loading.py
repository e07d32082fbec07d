"""Programs from files, texts and names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any, Protocol

from mlirgym import _core
from mlirgym.checks import PATH, TEXT
from mlirgym.importers.imported import Shapes, noted
from mlirgym.importers.loading import MODELS, import_file, load_module
from mlirgym.importers.mlir import is_module

#: Paths of files that are read without a package of Python.
MLIR_FILE = re.compile(r"\.(mlir|mlirbc|tosa)(@[^/@]*)?$")


class HasProgram(Protocol):
    """A `Workload`, or another object with a program."""

    @property
    def program(self) -> _core.Program:
        """The program itself."""


class MlirModule(Protocol):
    """An ``ir.Module`` of MLIR's Python bindings, of any package that has them."""

    @property
    def operation(self) -> Any:
        """The module as an operation."""


ProgramLike = _core.Program | HasProgram | MlirModule | str | os.PathLike[str]


def as_program(program: ProgramLike) -> _core.Program:
    """Return a program unchanged, load a file, or generate a named program.

    Parameters
    ----------
    program : Program, Workload, ir.Module, str or path
        A `Program`; a `Workload`, for its payload; a module of MLIR's Python bindings, whichever
        package has them; a path that ends in ``.mlir``, ``.mlirbc`` or ``.tosa``, or ``FILE@NAME``
        for a function of that file; a model that ends in ``.onnx`` or ``.pt2``; else a name such
        as ``matmul_256_1536_1000``.

    Raises
    ------
    ProgramError
        If the file or the name cannot be used.
    ImportError
        If the package that imports a model is not installed.
    TypeError
        For any other value.
    """
    if isinstance(program, _core.Program):
        return program
    if is_module(program):
        return load_module(program)
    if not isinstance(program, (str, os.PathLike)):
        payload = getattr(program, "program", None)
        if not isinstance(payload, _core.Program):
            raise TypeError(
                f"{program!r} is not a program; give a Program, a Workload, a path or a name"
            )
        return payload
    text = PATH("as_program", "program", program)
    if text.endswith(MODELS):
        return import_file(text).load()
    if MLIR_FILE.search(text):
        return noted(_core.load_program(text))
    return _core.generate_program(text)


def as_programs(
    suite: str | None, programs: Iterable[ProgramLike] | None, split: str
) -> list[_core.Program]:
    """Programs of a suite's split, or the given ones.

    Raises
    ------
    ValueError
        If both or neither of `suite` and `programs` are given, or the split is empty.
    """
    if (suite is None) == (programs is None):
        raise ValueError("give exactly one of suite and programs")
    if programs is not None:
        if isinstance(programs, (_core.Program, str, os.PathLike)):
            raise TypeError(f"programs is one program, {programs!r}; give a list of programs")
        chosen = [as_program(program) for program in programs]
    else:
        assert suite is not None
        chosen = [_core.generate_program(name) for name in suite_programs(suite, split)]
    if not chosen:
        if suite is None:
            raise ValueError("no programs given; name at least one")
        raise ValueError(f"no programs in split '{split}' of suite '{suite}'; try split='all'")
    return chosen


def check_split(programs: Iterable[ProgramLike] | None, split: str) -> None:
    """Raise ValueError for a split of given programs, which would be all of them."""
    if programs is not None and split != "all":
        raise ValueError(
            f"split is {split!r}, but only suites have splits; leave it out, or give a suite in "
            "place of programs"
        )


def load_program(path: str | os.PathLike[str], shapes: Shapes | None = None) -> _core.Program:
    """Load, check and normalise a program or a model, in a worker process.

    Parameters
    ----------
    path : path
        A regular file: ``.mlir``, ``.mlirbc`` or ``.tosa``; or ``.onnx`` or ``.pt2``, which
        packages of Python import in this process.
    shapes : mapping, optional
        Shapes of arguments with dynamic dimensions, by name or by number, counted from 0:
        ``{"arg0": (4, 128)}``.

    Raises
    ------
    ProgramError
        With file, line, problem and how to fix it; also if MLIR's parser crashes on the file, or
        takes too long or too much memory.
    ExecutionError
        If no worker can be started.
    ImportError
        If the package that imports a model is not installed.
    """
    file = PATH("load_program", "path", path)
    if not os.path.lexists(file) and _is_generated(file):
        raise _core.ProgramError(
            f"{file}: there is no such file, but a program of that name can be generated; "
            f"call generate_program({file!r})"
        )
    if file.endswith(MODELS):
        return import_file(file, shapes).load()
    return noted(_core.load_program(file, _texts(shapes)))


def _texts(shapes: Shapes | None) -> list[str]:
    """Shapes as the command line takes them: ``arg0=4x128``."""
    return [f"{key}={'x'.join(map(str, shape))}" for key, shape in (shapes or {}).items()]


def _is_generated(name: str) -> bool:
    try:
        _core.generate_program(name)
    except _core.ProgramError:
        return False
    return True


def parse_program(text: str, name: str = "program", shapes: Shapes | None = None) -> _core.Program:
    """Load a payload from MLIR text, in a worker process.

    Parameters
    ----------
    text : str
        A module with one ``func.func`` on tensors or memrefs.
    name : str
        Name in messages and exec data; timings do not depend on it.
    shapes : mapping, optional
        As for `load_program`.

    Raises
    ------
    ProgramError, ExecutionError
        As `load_program`.
    """
    where = "parse_program"
    text, name = TEXT(where, "text", text), TEXT(where, "name", name)
    return noted(_core.parse_program(text, name, _texts(shapes)))


def generate_program(name: str) -> _core.Program:
    """Generate the program with a name such as ``matmul_256_1536_1000``.

    Parameters
    ----------
    name : str
        Family and sizes, f32 unless it ends in ``_f64`` or another element type;
        ``mlirgym suite families`` lists the families.

    Raises
    ------
    ProgramError
        If no family matches the name; lists the families.
    """
    return _core.generate_program(TEXT("generate_program", "name", name))


def suite_programs(suite: str, split: str = "all") -> list[str]:
    """Program names of a suite.

    Parameters
    ----------
    suite : str
        One of `suites`.
    split : {"train", "validation", "test", "all"}
        Part of the suite.

    Raises
    ------
    ValueError
        If there is no such suite or split.
    """
    where = "suite_programs"
    return _core.suite_programs(TEXT(where, "suite", suite), TEXT(where, "split", split))
