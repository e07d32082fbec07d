"""Functions of JAX, by StableHLO and its conversion to linalg in jaxlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlirgym.importers.hlo import lower_rest
from mlirgym.importers.imported import Array, Imported, needed, plain
from mlirgym.importers.mlir import places_in, run_passes, text_of
from mlirgym.importers.weights import take_weights, with_weights

PIPELINE = (
    "builtin.module(inline,symbol-dce,func.func(chlo-legalize-to-stablehlo,canonicalize,"
    "stablehlo-legalize-to-linalg),canonicalize,cse)"
)


def import_jax(function: Callable[..., Any], args: Sequence[Any], name: str | None) -> Imported:
    """Import a function for arguments of these shapes.

    Parameters
    ----------
    function : callable
        As for `jax.jit`, or what that returns.
    args : sequence
        Arrays, or trees of arrays.
    name : str or None
        By default that of the function.
    """
    jax = needed("jax", "jax", "jax")
    title = name or str(getattr(function, "__name__", type(function).__name__))
    compiled = jax.jit(function, keep_unused=True)
    lowered = compiled.lower(*args)
    leaves, form = jax.tree.flatten(args)
    # As JAX takes them: without jax_enable_x64, float64 becomes float32.
    arrays = [np.asarray(jax.numpy.asarray(each)) for each in leaves]

    def run(given: Sequence[Array]) -> list[Array]:
        values = [each.view(array.dtype) for each, array in zip(given, arrays, strict=True)]
        outputs = compiled(*jax.tree.unflatten(form, values))
        return [plain(np.asarray(each)) for each in jax.tree.leaves(outputs)]

    def flatten(*arguments: Any) -> list[Array]:
        given, shape = jax.tree.flatten(arguments)
        if shape != form:
            raise TypeError(f"the arguments are {shape}; give {form}, as in the example")
        return [plain(np.asarray(jax.numpy.asarray(each))) for each in given]

    from jaxlib.mlir import ir

    # JAX compiles what it has given.
    stablehlo = lowered.compiler_ir("stablehlo").operation.clone()
    weights = take_weights(ir, stablehlo, {})
    module = lower(title, stablehlo)
    imported = Imported(
        title,
        text_of(module),
        [plain(each) for each in arrays],
        run,
        flatten,
        lambda outputs: jax.tree.unflatten(lowered.out_tree, outputs),
        places_in(module),
        f"JAX {jax.__version__}",
    )
    return with_weights(imported, weights)


def lower(name: str, module: Any) -> Any:
    """Return a module of jaxlib's bindings as linalg on tensors; the given one stays as it is."""
    from jaxlib.mlir import ir, passmanager
    from jaxlib.mlir.dialects import stablehlo

    with module.context:
        copy = ir.Module.parse(module.operation.get_asm(enable_debug_info=True))
        stablehlo.register_stablehlo_passes()
    run_passes(name, copy, passmanager.PassManager, [PIPELINE])
    lower_rest(copy)
    return copy
