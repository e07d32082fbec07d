"""Large weights of a model become arguments: the program stays small, whatever they take."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mlirgym.importers.imported import Array, Imported, plain

#: Weights that take more bytes together are arguments.
MOST_CONSTANT_BYTES = 64 << 20
#: Those of fewer bytes stay constants.
_LEAST_BYTES = 64 << 10

_CONSTANTS = ("arith.constant", "stablehlo.constant")
_RESOURCE = re.compile(r"dense_resource<([^>]+)>")


def take_weights(ir: Any, module: Any, known: Mapping[str, Callable[[], Array]]) -> list[Array]:
    """Make arguments of the large constants of a module, if they are too large together.

    Parameters
    ----------
    ir : module
        MLIR's bindings, of any package.
    module : ir.Module
        Changed in place.
    known : mapping
        The elements of resources, which the bindings do not read, by the names of the resources.

    Returns
    -------
    list of array
        The elements, one for each new argument; these follow the others.
    """
    function = _entry(module)
    block = function.regions[0].blocks[0]
    number = len(block.arguments)
    constants = [each for each in block.operations if _bytes(each) >= _LEAST_BYTES]
    if sum(map(_bytes, constants)) <= MOST_CONSTANT_BYTES:
        return []
    weights: list[Array] = []
    arguments: dict[str, Any] = {}
    for constant in constants:
        name = _resource_of(constant)
        key = name or f"constant {len(weights)}"
        if key not in arguments:
            values = _elements(constant) if name is None else known.get(key, lambda: None)()
            if values is None:
                continue
            weights.append(plain(values))
            arguments[key] = block.add_argument(constant.results[0].type, constant.location)
        constant.results[0].replace_all_uses_with(arguments[key])
        constant.operation.erase()
    _add_to_signature(ir, function, [each.type for each in list(block.arguments)[number:]])
    return weights


def with_weights(imported: Imported, weights: Sequence[Array]) -> Imported:
    """Give a model the values of its last arguments, which its source has itself."""
    if not weights:
        return imported
    inputs, run, flatten = imported.inputs or [], imported.run, imported.flatten
    own = len(inputs)
    return replace(
        imported,
        inputs=[*inputs, *weights],
        run=run and (lambda given: run(given[:own])),
        flatten=lambda *args, **kwargs: [*flatten(*args, **kwargs), *weights],
        weights=len(weights),
    )


def _entry(module: Any) -> Any:
    functions = [each for each in module.body.operations if each.operation.name == "func.func"]
    public = [each for each in functions if "sym_visibility" not in each.attributes or
              str(each.attributes["sym_visibility"]) != '"private"']  # fmt: skip
    return public[0]


def _bytes(op: Any) -> int:
    """Size of a constant tensor whose elements differ; 0 of any other operation."""
    if op.operation.name not in _CONSTANTS:
        return 0
    value = op.attributes["value"]
    match = re.fullmatch(r"tensor<((?:\d+x)*)(?:bf|f|i)(\d+)>", str(op.results[0].type))
    if match is None or getattr(value, "is_splat", False):
        return 0
    width = max(int(match[2]) // 8, 1)
    return width * math.prod(int(each) for each in match[1].split("x") if each)


def _resource_of(constant: Any) -> str | None:
    value = constant.attributes["value"]
    # Others print all elements.
    if hasattr(value, "is_splat"):
        return None
    match = _RESOURCE.match(str(value))
    return match and match[1]


def _elements(constant: Any) -> Array | None:
    """Elements of a dense constant, or None if the bindings do not read its type (bfloat16)."""
    try:
        return np.array(constant.attributes["value"])
    except TypeError:
        return None


def _add_to_signature(ir: Any, function: Any, types: Sequence[Any]) -> None:
    with function.context:
        before = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
        after = ir.FunctionType.get([*before.inputs, *types], before.results)
        function.attributes["function_type"] = ir.TypeAttr.get(after)
        if "arg_attrs" in function.attributes:
            given = [*function.attributes["arg_attrs"], *[ir.DictAttr.get({}) for _ in types]]
            function.attributes["arg_attrs"] = ir.ArrayAttr.get(given)
