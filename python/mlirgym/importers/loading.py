"""Models by the suffix of their file, and modules of MLIR's Python bindings."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from mlirgym._core import Program, ProgramError
from mlirgym.importers.imported import Imported, Shapes, load_text
from mlirgym.importers.jax import lower
from mlirgym.importers.mlir import places_in, text_of
from mlirgym.importers.onnx import import_onnx
from mlirgym.importers.pytorch import import_exported

#: Suffixes of the files that Python packages import.
MODELS = (".onnx", ".pt2")


def import_file(path: str, shapes: Shapes | None = None) -> Imported:
    """Import a model from a file with one of the suffixes `MODELS`, with inputs of these shapes."""
    name = Path(path).stem
    if path.endswith(".onnx"):
        return import_onnx(path, None, name, shapes)
    return import_exported(path, name, shapes)


def load_module(module: Any, name: str = "program") -> Program:
    """Load a program from a module of MLIR's bindings; StableHLO of JAX is lowered first.

    Raises
    ------
    ProgramError
        With the place from which the operation comes, if the module has it.
    """
    if type(module).__module__.startswith("jaxlib."):
        module = lower(name, module)
    return load_text(name, text_of(module), places_in(module))


def _parse_shape(text: str) -> tuple[str, list[int]]:
    name, _, extents = text.rpartition("=")
    try:
        return name, [int(each) for each in extents.split("x")]
    except ValueError:
        raise ProgramError(f"shape '{text}' is not one; write it as in arg0=4x128") from None


def main() -> int:
    """Write a model as MLIR: ``MODEL FILE NAME=4x128...``, as the command line calls it."""
    model, file, *shapes = sys.argv[1:]
    try:
        imported = import_file(model, dict(map(_parse_shape, shapes)))
        imported.load()  # for errors that name places in the source
    except (ProgramError, ImportError, OSError, ValueError) as error:
        print(f"mlirgym: error: {error}", file=sys.stderr)
        return 1
    Path(file).write_text(imported.text)
    return 0


def time_main() -> int:
    """Time a model by its framework, for the command line: ``MODEL FILE THREADS NAME=4x128...``.

    The file gets an object with the ``name`` of the framework and ``ns``, the median time of a
    call, or null if nothing is installed that people run.
    """
    model, file, threads, *shapes = sys.argv[1:]
    # Frameworks start as many threads as there are processors for this process.
    processors = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, processors[: int(threads)])
    try:
        timed = import_file(model, dict(map(_parse_shape, shapes))).time_source(seconds=1)
    except (ProgramError, ImportError, OSError, ValueError) as error:
        print(f"mlirgym: error: {error}", file=sys.stderr)
        return 1
    answer = None if timed is None else {"name": timed[0], "ns": timed[1]}
    Path(file).write_text(json.dumps(answer))
    return 0
