"""Models from PyTorch, ONNX, JAX and TOSA."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from mlirgym.checks import OPTIONAL_TEXT
from mlirgym.execution.kernel import one_or_all
from mlirgym.importers.imported import Array, Imported, Shapes, plain
from mlirgym.importers.jax import import_jax
from mlirgym.importers.loading import MODELS, import_file
from mlirgym.importers.onnx import Inputs, import_onnx
from mlirgym.importers.pytorch import import_torch
from mlirgym.models.model import Model
from mlirgym.programs.loading import MLIR_FILE


def from_torch(
    module: Any,
    example_inputs: Any = (),
    example_kwargs: Mapping[str, Any] | None = None,
    *,
    name: str | None = None,
) -> Model:
    """Import a PyTorch module for inference, with inputs of these shapes.

    Parameters
    ----------
    module : torch.nn.Module, torch.export.ExportedProgram or callable
        It is exported in the mode of `eval`, and left in the mode that it has. Parameters and
        buffers become constants.
    example_inputs : tensor, or tuple
        Arguments of a call. Tensors and arrays, also within lists and dicts, become inputs; other
        values become constants.
    example_kwargs : mapping, optional
        Keyword arguments of the call.
    name : str, optional
        Name in messages and exec data; by default that of the class or function.

    Raises
    ------
    ProgramError
        If a part cannot be imported, with its operator and its line in the source.
    ImportError
        If torch or torch-mlir is not installed.
    """
    args = example_inputs if isinstance(example_inputs, (tuple, list)) else (example_inputs,)
    title = OPTIONAL_TEXT("from_torch", "name", name)
    return Model(import_torch(module, args, example_kwargs or {}, title))


def from_onnx(
    source: Any,
    inputs: Inputs = None,
    *,
    name: str | None = None,
    shapes: Shapes | None = None,
) -> Model:
    """Import an ONNX model.

    Parameters
    ----------
    source : path or onnx.ModelProto
    inputs : mapping or sequence of array, optional
        Values of its inputs, by name or in order, which also fix shapes that the model leaves open.
        By default they are drawn: indices are within what they index, other integers are 1 (8-bit
        ones are any), and variances are positive.
    name : str, optional
        By default the stem of the file, or the name of the graph.
    shapes : mapping, optional
        Shapes that the model leaves open, by name or number of the input; values are drawn.

    Raises
    ------
    ProgramError
        If a part cannot be imported, with its node and the type of its operator.
    ImportError
        If onnx or torch-mlir is not installed.
    """
    return Model(import_onnx(source, inputs, OPTIONAL_TEXT("from_onnx", "name", name), shapes))


def from_jax(function: Callable[..., Any], *args: Any, name: str | None = None) -> Model:
    """Import a function of JAX.

    Parameters
    ----------
    function : callable
        As for ``jax.jit``, or what that returns.
    *args : array, or tree of arrays
        Arguments of a call.
    name : str, optional
        By default that of the function.

    Raises
    ------
    ProgramError
        If a part cannot be imported, with its operation and its line in the source.
    ImportError
        If jax is not installed.
    """
    return Model(import_jax(function, args, OPTIONAL_TEXT("from_jax", "name", name)))


def from_tosa(
    source: Any, inputs: Sequence[Array] | None = None, *, name: str | None = None
) -> Model:
    """Read a program of TOSA, for which no package is needed; it has no reference.

    Parameters
    ----------
    source : path or str
        A file, or its text: MLIR with one function.
    inputs : sequence of array, optional
        By default seeded random numbers; integers are 0 or 1.
    name : str, optional
        By default the stem of the file.

    Raises
    ------
    ProgramError
        With the line that cannot be read.
    """
    is_file = isinstance(source, os.PathLike) or "\n" not in source
    title = OPTIONAL_TEXT("from_tosa", "name", name) or (Path(source).stem if is_file else "tosa")
    given = None if inputs is None else [plain(np.asarray(each)) for each in inputs]
    if is_file:
        return Model(_mlir(title, given, path=os.fspath(source)))
    return Model(_mlir(title, given, text=source))


def program_or_model(program: Any) -> Any:
    """Return the model of a file whose weights are arguments of its program.

    Of another file, the program; any other value is returned unchanged.

    Raises
    ------
    ProgramError, ImportError
        As `as_program`.
    """
    if not isinstance(program, (str, os.PathLike)):
        return program
    path = os.fspath(program)
    if path.endswith(MODELS):
        imported = import_file(path)
    elif MLIR_FILE.search(path):
        imported = _mlir(Path(path).stem, None, path=path)
        imported = replace(imported, restore=one_or_all)
    else:
        return program
    model = Model(imported)
    return model if model.weights else model.program


def _mlir(name: str, inputs: list[Array] | None, *, text: str = "", path: str = "") -> Imported:
    return Imported(
        name,
        text,
        inputs,
        run=None,
        flatten=lambda *arrays: [plain(np.asarray(each)) for each in arrays],
        restore=lambda outputs: outputs,
        place_of=lambda line: f"<text>:{line}",
        path=path,
    )
