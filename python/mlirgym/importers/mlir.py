"""Modules of MLIR's Python bindings, whichever package has them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from mlirgym.importers.imported import refused
from mlirgym.importers.places import place_of, places_of_lines

#: MLIR names an operation that it cannot convert so; torch-mlir has the true name in a property.
_OPERATION = re.compile(r"operation '([\w.]+)'")
_OPERATOR = re.compile(r'"torch\.operator".*?name = "(?:torch\.)?([^"]+)"', re.DOTALL)


def is_module(value: object) -> bool:
    """Return whether a value is an ``ir.Module`` of MLIR's bindings."""
    kind = type(value)
    return kind.__name__ == "Module" and kind.__module__.rpartition(".")[2] == "ir"


def text_of(module: Any) -> str:
    """Text of a module, without locations."""
    return str(module.operation.get_asm(enable_debug_info=False))


def places_in(module: Any) -> Callable[[int], str | None]:
    """Places of the lines of `text_of`."""
    return places_of_lines(lambda: module.operation.get_asm(enable_debug_info=True))


def run_passes(name: str, module: Any, manager: Any, pipelines: Sequence[str]) -> None:
    """Apply pipelines to a module, in its context.

    Parameters
    ----------
    name : str
        The model, for messages.
    module : ir.Module
    manager : type
        The bindings' ``PassManager``.
    pipelines : sequence of str

    Raises
    ------
    ProgramError
        With the operation that cannot be converted, and its place in the source.
    """
    complaints: list[tuple[str, str]] = []

    def keep(diagnostic: Any) -> bool:
        if str(diagnostic.severity).endswith("ERROR"):
            complaints.append((str(diagnostic.location), str(diagnostic.message)))
        return True

    with module.context as context:
        context.emit_error_diagnostics = True  # to the handler
        handler = context.attach_diagnostic_handler(keep)
        try:
            for pipeline in pipelines:
                manager.parse(pipeline).run(module.operation)
        except Exception as error:
            location, message = complaints[0] if complaints else ("", str(error))
            raise _refusal(name, module, location, message) from None
        finally:
            handler.detach()


def _refusal(name: str, module: Any, location: str, message: str) -> Exception:
    operator = _operator_of(message)
    if operator is None:
        # What remains where conversions failed is what none of them knows.
        for found, where in _remaining(module):
            if operator is None or where == location:
                operator, location = found, where
    if operator is None:
        return refused(name, place_of(location), message.splitlines()[0])
    return refused(name, place_of(location), f"'{operator}' cannot be imported")


def _operator_of(message: str) -> str | None:
    if match := _OPERATOR.search(message):
        return match[1]
    match = _OPERATION.search(message)
    if match is None or match[1].startswith(("torch.constant", "torch.prim", "torch_c.", "func.")):
        return None
    return match[1].removeprefix("torch.")


def _remaining(module: Any) -> list[tuple[str, str]]:
    """Operators of the source that are still in a module, and their locations."""
    found: list[tuple[str, str]] = []

    def visit(operation: Any) -> Any:
        operator = operation.name
        if operator == "torch.operator":
            operator = str(operation.attributes["name"]).strip('"')
        if operator.startswith(("torch.aten.", "torch.prims.", "torch.onnx.", "torch.torchvision")):
            found.append((operator.removeprefix("torch."), str(operation.location)))
        return walk_result.ADVANCE

    walk_result = _walk_result(module)
    module.operation.walk(visit)
    return found


def _walk_result(module: Any) -> Any:
    return importlib.import_module(type(module).__module__).WalkResult
