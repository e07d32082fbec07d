"""Models of PyTorch, by the FX importer of torch-mlir."""

from __future__ import annotations

import math
import re
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from mlirgym._core import ProgramError
from mlirgym.importers.imported import Array, Imported, Shapes, by_name, needed, refused
from mlirgym.importers.mlir import places_in, run_passes, text_of
from mlirgym.importers.places import place_of
from mlirgym.importers.weights import take_weights, with_weights

if TYPE_CHECKING:
    import torch

PIPELINES = (
    "builtin.module(func.func(torch-match-quantized-custom-ops),"
    "torchdynamo-export-to-torch-backend-pipeline{extra-library=})",
    "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline{allow-non-finites=true})",
)

_NOT_OF_BYTES = ("aten.mm", "aten.bmm", "aten.max", "aten.min")
_NOT_OF_BYTES_AND_NUMBERS = (
    "aten.mul",
    "aten.sub",
    "aten.div",
    "aten.floor_divide",
    "aten.remainder",
)


def import_torch(
    module: Any, args: Sequence[Any], kwargs: Mapping[str, Any], name: str | None = None
) -> Imported:
    """Import a module or function for inputs of these shapes.

    Parameters
    ----------
    module : torch.nn.Module, torch.export.ExportedProgram or callable
    args, kwargs : sequence and mapping
        Arguments of a call; tensors in them, also within lists and dicts, become arguments of the
        program, and all other values constants.
    name : str, optional
        By default the name of the class or function.
    """
    torch = needed("torch", "torch", "torch")
    needed("torch_mlir.ir", "torch-mlir", "torch")
    if name is None:
        name = getattr(module, "__name__", type(module).__name__)
    source = module.module() if isinstance(module, torch.export.ExportedProgram) else module
    call = _Call(source, args, kwargs)
    with _inference(source), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lowered, known = _lower(name, call)
    from torch_mlir import ir

    weights = take_weights(ir, lowered, known)
    imported = Imported(
        name,
        text_of(lowered),
        [array_of(each) for each in call.tensors],
        call.run,
        call.flatten,
        call.restore,
        places_in(lowered),
        f"PyTorch {torch.__version__}, eager, {torch.get_num_threads()} threads",
    )
    return with_weights(imported, weights)


def import_exported(path: str, name: str, shapes: Shapes | None = None) -> Imported:
    """Import a file that ``torch.export.save`` wrote, with the inputs that it holds.

    Inputs of other `shapes` repeat the elements of these.
    """
    torch = needed("torch", "torch", "torch")
    try:
        exported = torch.export.load(path)
    except OSError:
        raise
    except Exception as error:  # of what it reads the file with
        raise refused(path, None, f"not a program of torch.export: {error}") from None
    if exported.example_inputs is None:
        raise refused(path, None, "no example inputs; pass the loaded program to from_torch, "
                                  "together with inputs")  # fmt: skip
    args, kwargs = _of_shapes(name, exported.example_inputs, shapes or {})
    return import_torch(exported, args, kwargs, name)


def _of_shapes(name: str, example: Any, shapes: Shapes) -> Any:
    import torch
    from torch.utils import _pytree

    leaves, form = _pytree.tree_flatten(example)
    tensors = {f"arg{n}": i for n, i in enumerate(i for i, x in enumerate(leaves) if _is_tensor(x))}
    for key, shape in by_name(name, list(tensors), shapes).items():
        elements = leaves[tensors[key]].flatten()
        repeated = torch.arange(int(np.prod(shape))) % len(elements)
        leaves[tensors[key]] = elements[repeated].reshape(tuple(shape))
    return _pytree.tree_unflatten(leaves, form)


class _Call:
    """A module that is called with tensors only, and returns tensors only."""

    def __init__(self, source: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        from torch.utils import _pytree

        self.source = source
        self.tree = _pytree
        leaves, self.form = _pytree.tree_flatten((tuple(args), _sorted(kwargs)))
        self.leaves = [_as_tensor(each) for each in leaves]
        self.result: tuple[list[Any], Any] = ([], None)

    @property
    def tensors(self) -> list[torch.Tensor]:
        """The leaves that are arguments of the program."""
        return [each for each in self.leaves if _is_tensor(each)]

    def __call__(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Call the source and flatten what it returns."""
        given = iter(tensors)
        leaves = [next(given) if _is_tensor(each) else each for each in self.leaves]
        args, kwargs = self.tree.tree_unflatten(leaves, self.form)
        outputs, form = self.tree.tree_flatten(self.source(*args, **kwargs))
        # Tensors have no place in it: some are those of a trace.
        self.result = ([None if _is_tensor(each) else (each,) for each in outputs], form)
        return tuple(each for each in outputs if _is_tensor(each))

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """Compute the results with PyTorch."""
        import torch

        tensors = [tensor_of(array, like) for array, like in zip(arrays, self.tensors, strict=True)]
        with torch.no_grad(), _inference(self.source):
            return [array_of(each) for each in self(*tensors)]

    def flatten(self, *args: Any, **kwargs: Any) -> list[Array]:
        """Arrays of the tensors in the arguments of a call."""
        leaves, form = self.tree.tree_flatten((args, _sorted(kwargs)))
        if form != self.form:
            raise TypeError(
                f"the arguments are {self._shown(leaves, form)}; "
                f"give {self._shown(self.leaves, self.form)}, as in the example"
            )
        pairs = zip(leaves, self.leaves, strict=True)
        arrays = [_given(each, known) for each, known in pairs]
        return [each for each in arrays if each is not None]

    def _shown(self, leaves: Sequence[Any], form: Any) -> str:
        """Arguments of a call, in short."""
        kinds = [_Kind(type(each).__name__) for each in leaves]
        args, kwargs = self.tree.tree_unflatten(kinds, form)
        named = [f"{name}={value!r}" for name, value in kwargs.items()]
        text = f"({', '.join([*map(repr, args), *named])})"
        return text if len(text) < 200 else f"{text[:200]}..."

    def restore(self, outputs: Sequence[Any]) -> Any:
        """Return outputs in the structure that the source returns."""
        given = iter(outputs)
        constants, form = self.result
        leaves = [next(given) if each is None else each[0] for each in constants]
        return self.tree.tree_unflatten(leaves, form)


class _Kind(str):
    """The name of a type, which is printed without quotes."""

    __repr__ = str.__str__


def _sorted(kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments by name in one order, whichever a call gives them in."""
    return dict(sorted(kwargs.items()))


def _given(value: Any, known: Any) -> Array | None:
    """Array for what a call gives in place of a value of the example; None for a constant."""
    if not _is_tensor(known):
        if value is known or (type(value) is type(known) and value == known):
            return None
        shown = f"a {type(value).__name__}" if _is_tensor(value) else repr(value)
        raise ValueError(
            f"an argument is {shown}, and was {known!r} in the example, where what is not a tensor "
            "becomes a constant; import the model again, or give a tensor in the example"
        )
    if _is_tensor(value):
        return array_of(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    raise TypeError(f"an argument is {value!r}; give a tensor or an array, as in the example")


def _as_module(call: _Call) -> torch.nn.Module:
    """Return a module that `torch.export` takes, with the parameters of the source."""
    import torch

    class Flat(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            if isinstance(call.source, torch.nn.Module):
                self.source = call.source

        def forward(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
            return call(*tensors)

    return Flat()


@contextmanager
def _inference(source: Any) -> Iterator[None]:
    """Put a module into its mode for inference, and back."""
    import torch

    modules = list(source.modules()) if isinstance(source, torch.nn.Module) else []
    modes = [(each, each.training) for each in modules]
    try:
        with suppress(NotImplementedError):  # of an exported program, which has no modes
            if modules:
                source.eval()
        yield
    finally:
        for each, training in modes:
            each.training = training


def _lower(name: str, call: _Call) -> tuple[Any, dict[str, Callable[[], Array]]]:
    """Return a call as linalg on tensors, and its weights by the names of their resources."""
    import torch
    from torch._dynamo.convert_frame import compile_lock
    from torch.fx.proxy import _register_stack_trace_anchor
    from torch_mlir import fx
    from torch_mlir.passmanager import PassManager

    _register_stack_trace_anchor(call.source)  # else only lines of `forward` are recorded
    try:
        # Dynamo in another thread would see what an export replaces.
        with compile_lock, torch.no_grad():
            exported = torch.export.export(_as_module(call), tuple(call.tensors), strict=False)
            exported = exported.run_decompositions(_decompositions())
            _check_changes_nothing(name, exported.graph_signature)
            _check_nothing_is_drawn(name, exported.graph)
            _check_bytes(name, exported.graph)
            known: dict[str, Callable[[], Array]] = {}
            lowered = fx.export_and_import(exported, decomposition_table={}, hooks=_weights(known))
    except ProgramError:
        raise
    except Exception as error:
        raise refused(name, _place_in(error), _complaint(error)) from error
    try:
        run_passes(name, lowered, PassManager, PIPELINES)
    except ProgramError as error:
        raise ProgramError(f"{error}{_share_of_time(call, str(error))}") from None
    return lowered, known


def _share_of_time(call: _Call, complaint: str) -> str:
    """Tell which part of a call the operator takes that cannot be imported; "" if unknown."""
    import torch

    operator = re.search(r"'aten\.(\w+)(\.\w+)?' cannot", complaint)
    if operator is None:
        return ""
    arrays = [array_of(each) for each in call.tensors]
    call.run(arrays)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        call.run(arrays)
    events = profile.key_averages()
    own = sum(each.cpu_time_total for each in events if each.key == f"aten::{operator[1]}")
    whole = sum(each.self_cpu_time_total for each in events)
    return f"; it takes {own / whole:.0%} of a call's time in PyTorch" if own and whole else ""


def _decompositions() -> dict[Any, Any]:
    """Return those of torch-mlir, which would gather by a table of indices for each view."""
    import torch
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table

    def as_strided(x: torch.Tensor, size: Any, stride: Any, offset: int | None = None) -> Any:
        if offset or not x.is_contiguous() or math.prod(size) != x.numel():
            return NotImplemented
        view = x.view(size)
        return view if view.stride() == tuple(stride) else NotImplemented

    return {**get_decomposition_table(), torch.ops.aten.as_strided.default: as_strided}


def _weights(arrays: dict[str, Callable[[], Array]]) -> Any:
    """Return hooks that pass weights as buffers; torch-mlir makes lists of numbers of them.

    Their elements are added to `arrays`, by name.
    """
    import torch
    from torch_mlir import ir
    from torch_mlir.extras import fx_importer

    known: dict[torch.Tensor, Any] = {}  # by identity: modules may share weights

    def attribute(weight: torch.Tensor) -> Any:
        element = fx_importer.TORCH_DTYPE_TO_MLIR_TYPE[weight.dtype]()
        kind = ir.RankedTensorType.get(weight.shape, element)
        name = f"weight_{len(known)}"
        arrays[name] = lambda: array_of(weight)
        return ir.DenseResourceElementsAttr.get_from_buffer(array_of(weight), name, kind)

    class Weights(fx_importer.FxImporterHooks):  # type: ignore[misc]
        def resolve_literal(self, importer: Any, literal: Any, info: Any) -> Any:
            # Small ones, and masks, are as fast without it.
            if not _is_tensor(literal) or literal.numel() < 64 or literal.dtype == torch.uint8:
                return None
            if literal not in known:
                known[literal] = attribute(literal)
            return ir.Operation.create(
                "torch.vtensor.literal",
                results=[importer._cc.tensor_to_vtensor_type(literal)],
                attributes={"value": known[literal]},
            ).result

    return Weights()


def _check_changes_nothing(name: str, signature: Any) -> None:
    changed = [*signature.buffers_to_mutate.values(), *signature.user_inputs_to_mutate.values()]
    if changed:
        raise refused(
            name,
            None,
            f"a call changes '{changed[0].removeprefix('source.')}'; make it an argument that "
            "stays as it is, and return the new value",
        )


def _check_nothing_is_drawn(name: str, graph: torch.fx.Graph) -> None:
    import torch

    for node in graph.nodes:
        if torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ()):
            raise refused(
                name,
                _place_of_node(node),
                f"'{node.target}' draws random numbers; make them an argument",
            )


def _check_bytes(name: str, graph: torch.fx.Graph) -> None:
    """Refuse what ends the process in torch-mlir 20261001."""
    import torch

    for node in graph.nodes:
        value = node.meta.get("val")
        if not _is_tensor(value) or value.dtype not in (torch.int8, torch.uint8):
            continue
        kind = str(getattr(node.target, "overloadpacket", ""))
        by_number = len(node.args) > 1 and isinstance(node.args[1], (int, float))
        if kind in _NOT_OF_BYTES or (by_number and kind in _NOT_OF_BYTES_AND_NUMBERS):
            raise refused(
                name,
                _place_of_node(node),
                f"'{node.target}' of {value.dtype} cannot be imported; convert its inputs, as in "
                "x.to(torch.int32)",
            )


def _place_of_node(node: torch.fx.Node) -> str | None:
    """Line of the user's code that an operator comes from."""
    found = re.findall(r'File "([^"]+)", line (\d+)', node.meta.get("stack_trace") or "")
    return place_of(" ".join(f'"{file}":{line}:0' for file, line in reversed(found)))


def _complaint(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return f"PyTorch cannot export it: {lines[0].strip() if lines else type(error).__name__}"


def _place_in(error: Exception) -> str | None:
    """Line of the user's code that an exception comes from."""
    frames = [
        f'"{frame.filename}":{frame.lineno}:0'
        for frame in reversed(traceback.extract_tb(error.__traceback__))
        if not frame.filename.startswith("<")
    ]
    return place_of(" ".join(frames))


def _is_tensor(value: object) -> bool:
    import torch

    return isinstance(value, torch.Tensor)


def _as_tensor(value: Any) -> Any:
    import torch

    if isinstance(value, np.ndarray):
        return torch.from_numpy(value)
    return value.detach() if isinstance(value, torch.Tensor) else value


def array_of(tensor: torch.Tensor) -> Array:
    """Return a tensor as an array, which shares its memory where it can."""
    import torch

    tensor = tensor.detach().cpu().contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(np.uint16)
    return tensor.numpy()


def tensor_of(array: Array, like: torch.Tensor) -> torch.Tensor:
    """Return an array as a tensor of the type of another one."""
    import torch

    if like.dtype == torch.bfloat16:
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array).to(like.device)
