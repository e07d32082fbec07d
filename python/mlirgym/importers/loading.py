"""Models by the suffix of their file, and modules of MLIR's Python bindings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mlirgym._core import Program, ProgramError
from mlirgym.importers.imported import Imported, load_text
from mlirgym.importers.jax import lower
from mlirgym.importers.mlir import places_in, text_of
from mlirgym.importers.onnx import import_onnx
from mlirgym.importers.pytorch import import_exported

#: Suffixes of the files that Python packages import.
MODELS = (".onnx", ".pt2")


def import_file(path: str) -> Imported:
    """Import a model from a file with one of the suffixes `MODELS`."""
    name = Path(path).stem
    if path.endswith(".onnx"):
        return import_onnx(path, None, name)
    return import_exported(path, name)


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


def main() -> int:
    """Write a model as MLIR: ``MODEL FILE``, as the command line calls it."""
    model, file = sys.argv[1:]
    try:
        imported = import_file(model)
        imported.load()  # for errors that name places in the source
    except (ProgramError, ImportError, OSError) as error:
        print(f"mlirgym: error: {error}", file=sys.stderr)
        return 1
    Path(file).write_text(imported.text)
    return 0
