"""Models of ONNX, by the importer of torch-mlir's wheel."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from mlirgym.importers.imported import Array, Imported, Shapes, by_name, needed, plain, refused
from mlirgym.importers.mlir import places_in, run_passes, text_of
from mlirgym.importers.weights import take_weights, with_weights

PIPELINES = (
    "builtin.module(torch-onnx-to-torch-backend-pipeline{backend-legal-ops=})",
    "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline{allow-non-finites=true})",
)

Inputs = Mapping[str, Array] | Sequence[Array] | None


def import_onnx(
    source: Any, inputs: Inputs, name: str | None = None, shapes: Shapes | None = None
) -> Imported:
    """Import a model, for inputs of the shapes that it, `inputs` or `shapes` has.

    Parameters
    ----------
    source : path or onnx.ModelProto
    inputs : mapping, sequence or None
        Values of the inputs, by name or in order; None draws them.
    name : str, optional
        By default the stem of the file, or the name of the graph.
    shapes : mapping, optional
        Shapes of inputs that the model leaves open, by name or number.
    """
    onnx = needed("onnx", "onnx", "onnx")
    importer = needed("torch_mlir.extras.onnx_importer", "torch-mlir", "onnx")
    if isinstance(source, (str, os.PathLike)):
        try:
            model = onnx.load(os.fspath(source))
        except OSError:
            raise
        except Exception as error:  # of protobuf
            raise refused(os.fspath(source), None, f"not a model of ONNX: {error}") from None
        name = name or Path(source).stem
    else:
        model = onnx.ModelProto()
        model.CopyFrom(source)
        name = name or model.graph.name or "model"
    arguments = _arguments(model.graph)
    given = _by_name(name, arguments, inputs)
    fixed = by_name(name, [each.name for each in arguments], shapes or {})
    if given is not None:
        _check_types(arguments, given)
        fixed = {key: value.shape for key, value in given.items()}
    if fixed:
        _fix_shapes(model, fixed)
    model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    if given is None:
        given = _drawn(name, model)
    call = _Call(model.SerializeToString(), given)
    _name_nodes(model.graph)
    lowered = _lower(name, importer, model)
    ir = importlib.import_module("torch_mlir.ir")
    weights = take_weights(ir, lowered, _initializers(model.graph))
    imported = Imported(
        name,
        text_of(lowered),
        [plain(each) for each in given.values()],
        call.run,
        call.flatten,
        lambda outputs: outputs,
        places_in(lowered),
        call.runtime,
    )
    return with_weights(imported, weights)


def _initializers(graph: Any) -> dict[str, Callable[[], Array]]:
    """Return the values of weights, by the names that their resources have in MLIR."""
    to_array = importlib.import_module("onnx.numpy_helper").to_array
    known: dict[str, Callable[[], Array]] = {}
    for each in graph.initializer:
        name = each.name if each.name.isidentifier() else "_" + each.name
        name = re.sub(r"[^\w\.]", "_", name)
        if name in known:
            return {}  # MLIR has given one of them another name
        known[name] = functools.partial(to_array, each)
    return known


class _Call:
    """A model that is computed by onnxruntime, or by ONNX's own reference."""

    def __init__(self, model: bytes, given: Mapping[str, Array]) -> None:
        self.model = model
        self.types = {key: value.dtype for key, value in given.items()}

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """Compute the outputs."""
        feed = {
            key: array.view(dtype)
            for (key, dtype), array in zip(self.types.items(), arrays, strict=True)
        }
        return [plain(np.asarray(each)) for each in self._session.run(None, feed)]

    @property
    def runtime(self) -> str:
        """Name and version of onnxruntime, if it is installed."""
        if importlib.util.find_spec("onnxruntime") is None:
            return ""
        return f"onnxruntime {importlib.import_module('onnxruntime').__version__}"

    @cached_property
    def _session(self) -> Any:
        if self.runtime:
            runtime = importlib.import_module("onnxruntime")
            return runtime.InferenceSession(self.model, providers=["CPUExecutionProvider"])
        model = importlib.import_module("onnx").load_from_string(self.model)
        return importlib.import_module("onnx.reference").ReferenceEvaluator(model)

    def flatten(self, *args: Array, **kwargs: Array) -> list[Array]:
        """Arrays in the order of the inputs, by position and by name."""
        named = dict(zip(self.types, args, strict=False)) | kwargs
        if len(args) > len(self.types) or set(named) != set(self.types):
            raise TypeError(f"the inputs are {', '.join(self.types)}; give one array for each")
        return [plain(np.asarray(named[key])) for key in self.types]


def _by_name(name: str, arguments: list[Any], inputs: Inputs) -> dict[str, Array] | None:
    if inputs is None:
        return None
    names = [each.name for each in arguments]
    named = inputs if isinstance(inputs, Mapping) else dict(zip(names, inputs, strict=False))
    if set(named) != set(names) or len(inputs) != len(names):
        raise ValueError(
            f"{name}: the inputs are {', '.join(names)}; give an array for each, by name or in "
            "order"
        )
    return {each: np.ascontiguousarray(named[each]) for each in names}


def _arguments(graph: Any) -> list[Any]:
    """Return the inputs that have no value in the model."""
    weights = {each.name for each in graph.initializer}
    return [each for each in graph.input if each.name not in weights]


def _check_types(arguments: list[Any], given: Mapping[str, Array]) -> None:
    helper = importlib.import_module("onnx.helper")
    for each in arguments:
        dtype = given[each.name].dtype
        wanted = helper.tensor_dtype_to_np_dtype(each.type.tensor_type.elem_type)
        if wanted != dtype:
            raise ValueError(f"input {each.name} is {dtype}; give {wanted}")


def _fix_shapes(model: Any, shapes: Mapping[str, Sequence[int]]) -> None:
    """Give inputs these shapes, from which all other shapes are inferred."""
    helper = importlib.import_module("onnx.helper")
    for each in _arguments(model.graph):
        if each.name not in shapes:
            continue
        kind = each.type.tensor_type.elem_type
        each.CopyFrom(helper.make_tensor_value_info(each.name, kind, shapes[each.name]))
    del model.graph.value_info[:]
    for each in model.graph.output:
        each.type.tensor_type.ClearField("shape")


def _name_nodes(graph: Any) -> None:
    """Give each node a name that says what it is; MLIR keeps it as its location."""
    for node in graph.node:
        node.name = f"{node.op_type} '{node.name or node.output[0]}'"
        for attribute in node.attribute:
            _name_nodes(attribute.g)


def _lower(name: str, importer: Any, model: Any) -> Any:
    from torch_mlir import ir
    from torch_mlir.dialects import torch as torch_dialect
    from torch_mlir.passmanager import PassManager

    with ir.Context() as context:
        torch_dialect.register_dialect(context)
        info = importer.ModelInfo(model)
        module = info.create_module(context)
        try:
            importer.NodeImporter.define_function(info.main_graph, module.operation).import_all()
        except Exception as error:
            frames = [frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__)]
            nodes = [each["node"].name for each in frames if hasattr(each.get("node"), "op_type")]
            what = (str(error).splitlines() or [type(error).__name__])[0]
            raise refused(name, nodes[-1] if nodes else None, what) from error
    run_passes(name, module, PassManager, PIPELINES)
    return module


# Inputs that make sense.


#: Operators whose result has the elements of their inputs.
_MOVES = {"Cast", "Concat", "Expand", "Flatten", "Identity", "Reshape", "Slice", "Squeeze"} | {
    "Transpose",
    "Unsqueeze",
}
#: Operators with an operand that indexes, and the number of that operand.
_INDEXED = {"Gather": 1, "GatherElements": 1, "ScatterElements": 1, "GatherND": 1, "ScatterND": 1}
#: The operand of which a root, a logarithm or a variance is taken.
_POSITIVE = {"BatchNormalization": 4, "Log": 0, "Sqrt": 0}


def _drawn(name: str, model: Any) -> dict[str, Array]:
    """Seeded inputs: indices within what they index, other integers 1, variances positive."""
    helper = importlib.import_module("onnx.helper")
    uses = _Uses(model.graph)
    random = np.random.default_rng(0)
    drawn: dict[str, Array] = {}
    for each in _arguments(model.graph):
        shape = uses.shapes.get(each.name)
        if shape is None or not all(shape):
            raise refused(
                name,
                f"input {each.name}",
                f"its shape is not fixed; give it, as in --shape {each.name}=4x128 (in Python, "
                "shapes, or inputs, whose shapes fix it)",
            )
        dtype = helper.tensor_dtype_to_np_dtype(each.type.tensor_type.elem_type)
        if dtype == np.bool_:
            drawn[each.name] = random.random(shape) < 0.75
        elif dtype.kind in "iu":
            most = uses.extent(each.name)
            full = np.iinfo(dtype) if most is None and dtype.itemsize == 1 else None
            low, high = (full.min, full.max + 1) if full else (0, most) if most else (1, 2)
            drawn[each.name] = random.integers(low, high, shape).astype(dtype)
        else:
            values = random.standard_normal(shape)
            drawn[each.name] = (
                np.abs(values) + 0.1 if uses.is_positive(each.name) else values
            ).astype(dtype)
    return drawn


class _Uses:
    """What the nodes of a graph do with a value."""

    def __init__(self, graph: Any) -> None:
        self.nodes: dict[str, list[tuple[Any, int]]] = {}
        for node in graph.node:
            for index, each in enumerate(node.input):
                self.nodes.setdefault(each, []).append((node, index))
        self.shapes: dict[str, tuple[int, ...]] = {
            each.name: tuple(each.dims) for each in graph.initializer
        }
        for each in (*graph.input, *graph.value_info, *graph.output):
            if each.name not in self.shapes and each.type.tensor_type.HasField("shape"):
                dims = each.type.tensor_type.shape.dim
                self.shapes[each.name] = tuple(dim.dim_value for dim in dims)

    def is_positive(self, value: str) -> bool:
        """Return whether it must not be negative."""
        return any(_POSITIVE.get(node.op_type) == at for node, at in self.nodes.get(value, ()))

    def extent(self, value: str) -> int | None:
        """Return the smallest extent that it indexes; None if it indexes nothing."""
        extents = [self._extent(node, at) for node, at in self.nodes.get(value, ())]
        return min((each for each in extents if each), default=None)

    def _extent(self, node: Any, at: int) -> int | None:
        if node.op_type in _MOVES:
            return self.extent(node.output[0])
        shape: tuple[int, ...] = self.shapes.get(node.input[0], ())
        if _INDEXED.get(node.op_type) != at or not shape:
            return None
        if node.op_type.endswith("ND"):
            return min(shape)
        axes = [each.i for each in node.attribute if each.name == "axis"]
        return shape[axes[0] if axes else 0]
