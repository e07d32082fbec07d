"""The backend of ``torch.compile`` that is called ``mlirgym``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mlirgym import _core
from mlirgym.checks import unexpected
from mlirgym.compiled.compiling import compile

if TYPE_CHECKING:
    import torch

_OPTIONS = ("agent", "budget", "execution", "in_process", "progress", "threads")
#: Each shape of the inputs is a program of its own, with its own search.
_MOST_SHAPES = 8
#: Each set of parameters is, too.
_MOST_LAYERS = 64


@dataclass(frozen=True)
class Fallback:
    """A graph, or a shape of its inputs, that PyTorch runs eagerly.

    Attributes
    ----------
    reason : str
        What could not be compiled, with its operator and its line in the source.
    code : str
        The graph as Python code.
    """

    reason: str
    code: str = field(repr=False)


# PyTorch keeps the functions that a backend returns, and has no place for what it reports.
_fallbacks: list[Fallback] = []


def fallbacks() -> list[Fallback]:
    """Return the graphs of this process that ``torch.compile`` got, and PyTorch runs eagerly."""
    return list(_fallbacks)


def torch_backend(
    graph: torch.fx.GraphModule,
    example_inputs: Sequence[Any],
    *,
    options: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """Compile a graph of ``torch.compile(model, backend="mlirgym")``, for inference.

    Its first call for each shape of the inputs runs eagerly, compiles, and compares both. What
    cannot be compiled, changes its inputs, returns a view of them, or computes something else runs
    eagerly from then on, as do calls that need gradients: a warning names the operator, and
    `fallbacks` lists all. Parameters and buffers become constants of the code; a graph in which
    they have changed runs eagerly. A change behind PyTorch's back, through ``.data`` or
    ``.numpy()``, is not noticed.

    Parameters
    ----------
    graph : torch.fx.GraphModule
    example_inputs : sequence
        Not used: the shapes are those of the first call.
    options : mapping, optional
        ``torch.compile(model, backend="mlirgym", options={"budget": 50})``: arguments of `compile`.

    Raises
    ------
    TypeError
        For an unknown option.
    """
    import torch

    given = dict(options or {})
    for name in given:
        if name not in _OPTIONS:
            raise unexpected("torch_backend", name, _OPTIONS)
    disable: Callable[..., Callable[..., Any]] = torch._dynamo.disable
    return disable(_Graph(graph, given))


class _Graph:
    """A graph that is compiled for each set of parameters with which it is called.

    Equal layers of a network share one graph, and each has its own parameters.
    """

    def __init__(self, graph: torch.fx.GraphModule, options: Mapping[str, Any]) -> None:
        self._graph = graph
        self._options = options
        #: By the identity of parameters and buffers, which the layers hold.
        self._layers: dict[tuple[int, ...], _Layer] = {}
        self._told: set[str] = set()

    def __call__(self, *arguments: Any) -> Any:
        import torch

        if torch.is_grad_enabled() and any(
            isinstance(each, torch.Tensor) and each.requires_grad for each in arguments
        ):
            self.report("it may need gradients; call it under torch.no_grad()")
            return self._graph(*arguments)
        key = tuple(id(each) for each in arguments if _is_static(each))
        if key not in self._layers:
            if len(self._layers) == _MOST_LAYERS:
                self.report(f"it has more than {_MOST_LAYERS} sets of parameters")
                return self._graph(*arguments)
            frozen = {i: each for i, each in enumerate(arguments) if _is_static(each)}
            self._layers[key] = _Layer(self._graph, self._options, frozen, self.report)
        return self._layers[key](*arguments)

    def report(self, reason: str) -> None:
        """Warn of calls that run eagerly, once for each reason."""
        if reason in self._told:
            return
        self._told.add(reason)
        _fallbacks.append(Fallback(reason, self._graph.code))
        warnings.warn(f"torch.compile: a graph runs eagerly: {reason}", stacklevel=4)


class _Layer:
    """A graph whose parameters are constants, compiled for each shape of its other inputs."""

    def __init__(
        self,
        graph: torch.fx.GraphModule,
        options: Mapping[str, Any],
        frozen: Mapping[int, torch.Tensor],
        report: Callable[[str], None],
    ) -> None:
        self._graph = graph
        self._options = options
        self._frozen = frozen
        #: What they were when they became constants.
        self._states = [_state(each) for each in frozen.values()]
        self._report = report
        #: By the shapes of the inputs; None is eager.
        self._known: dict[tuple[Any, ...], Callable[..., Any] | None] = {}

    def __call__(self, *arguments: Any) -> Any:
        import torch

        if [_state(each) for each in self._frozen.values()] != self._states:
            self._report("a parameter has changed; call torch._dynamo.reset() to compile it again")
            return self._graph(*arguments)
        others = [each for i, each in enumerate(arguments) if i not in self._frozen]
        key = tuple(
            (each.shape, each.dtype) if isinstance(each, torch.Tensor) else each for each in others
        )
        if key in self._known:
            compiled = self._known[key]
            return self._graph(*arguments) if compiled is None else compiled(*others)
        if len(self._known) == _MOST_SHAPES:
            self._report(f"more than {_MOST_SHAPES} shapes of its inputs; the first are compiled")
            return self._graph(*arguments)
        self._known[key] = None  # for calls from other threads
        try:
            return self._first_call(key, arguments, others)
        except BaseException:  # such as KeyboardInterrupt: the next call is a first one
            del self._known[key]
            raise

    def _first_call(
        self, key: tuple[Any, ...], arguments: Sequence[Any], others: Sequence[Any]
    ) -> Any:
        import torch

        given = [each.clone() if isinstance(each, torch.Tensor) else each for each in arguments]
        outputs = self._graph(*given)
        try:
            if not _same(given, arguments):
                raise _core.ProgramError("it changes its inputs")
            if _share_memory(given, outputs):
                raise _core.ProgramError(
                    "a result is a view of an input or of another result; return a clone"
                )
            with torch.no_grad():
                module = _with_constants(self._graph, self._frozen)
                compiled = compile(module, example_inputs=tuple(others), **self._options)
                if not _close(compiled(*others), outputs):
                    raise _core.ProgramError("the compiled graph computes something else")
        except (_core.ExecutionError, RuntimeError, TypeError, ValueError) as error:
            self._report(str(error))
            return self._graph(*arguments)
        self._known[key] = compiled
        return outputs


def _is_static(value: Any) -> bool:
    """Whether Dynamo has made an argument of a parameter or buffer."""
    return getattr(value, "_dynamo_static_input_type", None) is not None


def _state(tensor: torch.Tensor) -> tuple[int, int]:
    """Return the changes that PyTorch counts, and the memory, which ``.data = ...`` replaces."""
    return 0 if tensor.is_inference() else tensor._version, tensor.data_ptr()


def _with_constants(
    graph: torch.fx.GraphModule, frozen: Mapping[int, torch.Tensor]
) -> torch.nn.Module:
    """Return the graph as a module of its other inputs."""
    import torch

    class Graph(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.graph = graph
            for i, tensor in frozen.items():
                self.register_buffer(f"constant{i}", tensor.detach())

        def forward(self, *others: Any) -> Any:
            given = iter(others)
            return self.graph(
                *(
                    getattr(self, f"constant{i}") if i in frozen else next(given)
                    for i in range(len(others) + len(frozen))
                )
            )

    return Graph()


def _pairs(first: Any, second: Any) -> list[tuple[Any, Any]]:
    from torch.utils import _pytree

    return list(zip(_pytree.tree_leaves(first), _pytree.tree_leaves(second), strict=True))


def _share_memory(inputs: Any, outputs: Any) -> bool:
    """Whether a change of an output would change an input or another output."""
    import torch
    from torch.utils import _pytree

    seen: set[int] = set()
    for each in _pytree.tree_leaves(inputs):
        if isinstance(each, torch.Tensor) and each.numel():
            seen.add(each.untyped_storage().data_ptr())
    for each in _pytree.tree_leaves(outputs):
        if isinstance(each, torch.Tensor) and each.numel():
            memory = each.untyped_storage().data_ptr()
            if memory in seen:
                return True
            seen.add(memory)
    return False


def _same(first: Any, second: Any) -> bool:
    import torch

    return all(
        torch.allclose(a, b, rtol=0, atol=0, equal_nan=True)
        for a, b in _pairs(first, second)
        if isinstance(a, torch.Tensor)
    )


def _close(first: Any, second: Any) -> bool:
    import torch

    def close(a: Any, b: Any) -> bool:
        if not isinstance(b, torch.Tensor):
            return bool(a == b)
        if not b.is_floating_point():
            return torch.equal(a, b)
        error = 1e-3 if b.element_size() >= 4 else 2e-2
        scale = float(b.abs().nan_to_num(0, 0, 0).max()) if b.numel() else 0.0
        return a.dtype == b.dtype and torch.allclose(
            a, b, rtol=error, atol=error * scale, equal_nan=True
        )

    return all(close(a, b) for a, b in _pairs(first, second))
