"""A model as a framework's importer gives it, and the package that it needs."""

from __future__ import annotations

import importlib
import re
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlirgym import _core

Array = NDArray[Any]
#: Shapes of arguments by name or number.
Shapes = Mapping[str | int, Sequence[int]]


@dataclass(frozen=True)
class Imported:
    """A model as linalg on tensors, with values for its arguments.

    Attributes
    ----------
    name : str
        Name in messages and exec data.
    text : str
        MLIR with one function.
    inputs : list of array, or None
        One per argument of the function, in order; bfloat16 as its bits, ``uint16``. None: there
        are none to begin with.
    run : callable or None
        Results of the source for such inputs, one per result of the function; None if nothing
        is installed that can compute them.
    flatten : callable
        Arrays for the arguments, from the arguments of a call of the source.
    restore : callable
        What such a call returns, from one value per result.
    place_of : callable
        The source of a line of `text`: ``"model.py:12"``, or the name of a node; None if the
        line has none.
    runtime : str
        What `run` computes with, with its version and threads; empty if it is none that people run.
    weights : int
        How many of the arguments, the last ones, are weights that the source has itself.
    path : str
        A file of MLIR that is loaded in place of a text.
    """

    name: str
    text: str
    inputs: list[Array] | None
    run: Callable[[Sequence[Array]], list[Array]] | None
    flatten: Callable[..., list[Array]]
    restore: Callable[[Sequence[Any]], Any]
    place_of: Callable[[int], str | None]
    runtime: str = ""
    weights: int = 0
    path: str = ""

    def load(self) -> _core.Program:
        """Load the program, in a worker process.

        Raises
        ------
        ProgramError
            With the place in the source of what a program cannot have.
        """
        if self.path:
            return noted(_core.load_program(self.path))
        return load_text(self.name, self.text, self.place_of)

    def load_weights(self) -> list[Array]:
        """Load the elements of constants that became arguments when the program was loaded."""
        return _core.load_weights(self.path) if self.path else _core.parse_weights(self.text)

    def time_source(self, seconds: float) -> tuple[str, float] | None:
        """Time calls of the source: see `Model.time_source`."""
        if self.run is None or self.inputs is None or not self.runtime:
            return None
        for _ in range(2):
            self.run(self.inputs)
        times: list[int] = []
        while len(times) < 5 or sum(times) < seconds * 1e9:
            begin = time.perf_counter_ns()
            self.run(self.inputs)
            times.append(time.perf_counter_ns() - begin)
        return self.runtime, float(np.median(times))


def noted(program: _core.Program) -> _core.Program:
    """Warn if constants of a program have no data in its file, and return it."""
    if elided := len(program.source["elided"]):
        message = (
            "of the arguments are constants without data in the file, whose elements are drawn"
        )
        warnings.warn(f"{program.name}: {elided} {message}", stacklevel=3)
    return program


def load_text(name: str, text: str, place_of: Callable[[int], str | None]) -> _core.Program:
    """Load a program; errors name places of the source in place of lines of the text."""
    try:
        return noted(_core.parse_program(text, name))
    except _core.ProgramError as error:
        match = re.match(r"<text>:(\d+):\d+: (.*)", str(error), re.DOTALL)
        place = match and place_of(int(match[1]))
        if match is None or place is None:
            raise
        raise refused(name, place, match[2]) from None


def needed(module: str, package: str, extra: str) -> ModuleType:
    """Import a module of a package that mlirgym does not depend on.

    Raises
    ------
    ImportError
        If it is missing, with the command that installs it.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        root = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != root:
            raise
        raise ImportError(
            f"{package} is not installed, which imports such models: "
            f"python -m pip install 'mlirgym[{extra}]'",
            name=module,
        ) from None


def by_name(name: str, names: Sequence[str], shapes: Shapes) -> dict[str, Sequence[int]]:
    """Shapes of the inputs of a model by name; they may be given by number: 0, ``"arg0"``.

    Raises
    ------
    ProgramError
        If there is no such input.
    """
    found: dict[str, Sequence[int]] = {}
    for key, shape in shapes.items():
        number = re.fullmatch(r"(?:arg)?(\d+)", str(key))
        if key in names:
            found[str(key)] = shape
        elif number and int(number[1]) < len(names):
            found[names[int(number[1])]] = shape
        else:
            raise refused(name, None, f"no input {key}; the inputs are {', '.join(names)}")
    return found


def plain(array: Array) -> Array:
    """Return an array of bfloat16 as its bits, and any other one unchanged."""
    return array.view(np.uint16) if array.dtype.name == "bfloat16" else array


def refused(name: str, place: str | None, what: str) -> _core.ProgramError:
    """Error for a model of which a part cannot be imported, with the place of that part."""
    where = f"{name}: {place}" if place else name
    return _core.ProgramError(f"{where}: {what}")
