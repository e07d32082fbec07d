"""Computes a program by the definitions of linalg, tensor, arith and math, in NumPy.

This code is independent of the library's lowering and verification: each structured operation is
evaluated over its whole iteration domain at once.
"""

from __future__ import annotations

import itertools
from typing import Any

import bounded
import numpy as np
from bounded import Bounded, exact, rounding, scalar, settle
from model import FLOATS, Instr, Node, Program, Ref, Structured, Term, Type
from numpy.typing import NDArray

Array = NDArray[Any]


def _grid(axis: int, extent: int, loops: int) -> Array:
    shape = [1] * loops
    shape[axis] = extent
    return np.arange(extent, dtype=np.int64).reshape(shape)


def _index(term: Term, grids: list[Array]) -> Array:
    total = np.full([1] * len(grids), term.constant, np.int64)
    for loop, factor in term.factors:
        total = total + factor * grids[loop]
    if term.divide:
        return total // term.divide
    return total % term.modulo if term.modulo else total


def _read(source: Bounded, terms: list[Term], grids: list[Array]) -> Bounded:
    """Elements at the indices of a map; axes are loops, of extent 1 if the index is constant."""
    if not terms:
        return source.map(lambda part: part.reshape([1] * len(grids)))
    indices = tuple(_index(term, grids) for term in terms)
    return source.map(lambda part: part[indices])


class _Body:
    """Values of a body, computed on demand and cached."""

    def __init__(self, op: Structured, blocks: list[Bounded], tables: list[Bounded]) -> None:
        self.op, self.blocks, self.tables = op, blocks, tables
        self.grids = [_grid(i, n, len(op.extents)) for i, n in enumerate(op.extents)]
        self.made: dict[int, Bounded] = {}

    def value(self, position: int) -> Bounded:
        if position not in self.made:
            self.made[position] = self.compute(self.op.body[position])
        return self.made[position]

    def compute(self, instr: Instr) -> Bounded:
        if instr.op == "input":
            return self.blocks[instr.value]
        ones = [1] * len(self.op.extents)
        if instr.op == "const":
            return exact(np.full(ones, instr.value), instr.dtype)
        if instr.op == "index":
            return exact(self.grids[instr.value], instr.dtype)
        arguments = [self.value(i) for i in instr.args]
        if instr.op == "extract":
            indices = tuple(argument.value.astype(np.int64) for argument in arguments)
            return self.tables[instr.value].map(lambda part: part[indices])
        if instr.op == "cast":
            return bounded.cast(arguments[0], instr.dtype)
        if instr.op == "cmp":
            return bounded.compare(instr.value, arguments[0], arguments[1])
        return scalar(instr.op, arguments)


def _depends(op: Structured, position: int, block: int) -> bool:
    """Whether an instruction uses a block argument."""
    instr = op.body[position]
    if instr.op == "input":
        return bool(instr.value == block)
    return any(_depends(op, i, block) for i in instr.args)


SUMS = {"addf", "addi"}
COMBINERS = {
    *SUMS,
    *("mulf", "muli", "maximumf", "minimumf", "maxnumf", "minnumf"),
    *("maxsi", "minsi", "maxui", "minui", "andi", "ori", "xori"),
}


def _term_of(op: Structured, which: int) -> int | None:
    """Return the one instruction that is combined with accumulator `which`, or None."""
    root = op.body[op.yields[which]]
    block = op.inputs + which
    if root.op not in COMBINERS:
        return None
    sides = [op.body[i].op == "input" and op.body[i].value == block for i in root.args]
    if sum(sides) != 1:
        return None
    other = root.args[1 if sides[0] else 0]
    accumulators = range(op.inputs, len(op.maps))
    if any(_depends(op, other, accumulator) for accumulator in accumulators):
        return None
    return other


def combine(name: str, start: Bounded, terms: Bounded, axes: tuple[int, ...]) -> Bounded:
    """Reduce along axes, which remain with extent 1. Every order is allowed."""
    dtype = terms.dtype
    if dtype not in FLOATS:
        return _combine_integers(name, start, terms, axes)
    keep = {"axis": axes, "keepdims": True}
    count = int(np.prod([terms.value.shape[axis] for axis in axes]))
    known = np.isfinite(terms.error).all(**keep) & np.isfinite(start.error)
    if name == "addf":
        value = start.value + terms.value.sum(**keep)
        magnitude = start.magnitude + terms.magnitude.sum(**keep)
        error = start.error + terms.error.sum(**keep)
        whole = (terms.value == np.rint(terms.value)).all(**keep)
        whole &= start.value == np.rint(start.value)
        bound = rounding(dtype, value, error, magnitude, count + 1)
        # A sum of halves may be an integer although its parts are not.
        rough = error + (count + 1) * 2.0 ** (1 - bounded.PRECISION[dtype]) * magnitude
        error = np.where(whole, bound, rough + bounded.SMALLEST[dtype])
        return settle(dtype, value, error, magnitude, known)
    if name == "mulf":
        value = start.value * terms.value.prod(**keep)
        magnitude = start.magnitude * terms.magnitude.prod(**keep)
        least = np.abs(start.value) * np.abs(terms.value).prod(**keep)
        most = (start.magnitude + start.error) * (terms.magnitude + terms.error).prod(**keep)
        whole = (terms.value == np.rint(terms.value)).all(**keep)
        whole &= start.value == np.rint(start.value)
        # The largest possible intermediate result, for any order.
        peak = np.fmax(start.magnitude, 1) * np.fmax(terms.magnitude, 1).prod(**keep)
        epsilon = 2.0 ** (1 - bounded.PRECISION[dtype])
        grown = (most - least) + (count + 1) * epsilon * most + bounded.SMALLEST[dtype] * peak
        error = np.where(whole & (most == least) & (peak <= 1 / epsilon), 0.0, grown)
        known = known & (peak < bounded.LARGEST[dtype] / 4)
        # An infinity times what another order has rounded to 0 is NaN.
        small = np.fmin(np.abs(start.value), 1) * np.fmin(np.abs(terms.value), 1).prod(**keep)
        known = known & (np.isfinite(value) | (small > 4 * bounded.SMALLEST[dtype]))
        return settle(dtype, value, error, magnitude, known)
    pick = {
        "maximumf": np.maximum,
        "minimumf": np.minimum,
        "maxnumf": np.fmax,
        "minnumf": np.fmin,
    }[name]
    value = pick(start.value, pick.reduce(terms.value, **keep))
    error = np.maximum(start.error, terms.error.max(**keep))
    magnitude = np.fmax(start.magnitude, np.fmax.reduce(terms.magnitude, **keep))
    return settle(dtype, value, error, magnitude, known)


def _combine_integers(name: str, start: Bounded, terms: Bounded, axes: tuple[int, ...]) -> Bounded:
    unsure = None
    if terms.unsure is not None:
        unsure = terms.unsure.any(axis=axes, keepdims=True)
    if start.unsure is not None:
        unsure = start.unsure if unsure is None else unsure | start.unsure
    value = terms.value
    for axis in axes:
        parts = [value.take([k], axis=axis) for k in range(value.shape[axis])]
        total = Bounded(terms.dtype, parts[0])
        for part in parts[1:]:
            total = scalar(name, [total, Bounded(terms.dtype, part)])
        value = total.value
    made = scalar(name, [Bounded(start.dtype, start.value), Bounded(terms.dtype, value)])
    return Bounded(made.dtype, made.value, unsure=unsure)


def _spread(part: Bounded, shape: list[int]) -> Bounded:
    return part.map(lambda array: np.broadcast_to(array, shape))


def _in_order(op: Structured, blocks: list[Bounded], tables: list[Bounded]) -> list[Bounded]:
    """Run reduction loops iteration by iteration, for bodies without a single combiner."""
    axes = [i for i, kind in enumerate(op.kinds) if kind == "reduction"]
    held = [
        _spread(block, [1 if i in axes else n for i, n in enumerate(op.extents)])
        for block in blocks[op.inputs :]
    ]
    whole = _Body(op, blocks, tables)
    for point in itertools.product(*(range(op.extents[axis]) for axis in axes)):
        here = dict(zip(axes, point, strict=True))

        def at(array: Array, here: dict[int, int] = here) -> Array:
            picks = [
                slice(here[i], here[i] + 1) if i in here and array.shape[i] > 1 else slice(None)
                for i in range(array.ndim)
            ]
            return array[tuple(picks)]

        inputs = [block.map(at) for block in blocks[: op.inputs]]
        body = _Body(op, inputs + held, tables)
        body.grids = [at(grid) for grid in whole.grids]
        held = [body.value(position) for position in op.yields]
    return held


def _evaluate_structured(op: Structured, operands: list[Bounded]) -> list[Bounded]:
    grids = [_grid(i, n, len(op.extents)) for i, n in enumerate(op.extents)]
    blocks = [
        _read(source, terms, grids)
        for source, terms in zip(operands[: len(op.maps)], op.maps, strict=True)
    ]
    tables = operands[len(op.maps) :]
    if op.form == "softmax":
        made = [_softmax(_spread(blocks[0], op.extents), op.attrs["dimension"])]
    else:
        made = _combined(op, blocks, tables)
    axes = [i for i, kind in enumerate(op.kinds) if kind == "reduction" and op.form != "softmax"]
    results = []
    for which, value in enumerate(made):
        terms = op.maps[op.inputs + which]
        shape = [1 if i in axes else n for i, n in enumerate(op.extents)]
        spread = _spread(value, shape)
        target = operands[op.inputs + which]
        zeros = [grid[:1] if i in axes else grid for i, grid in enumerate(grids)]
        zeros = [_grid(i, shape[i], len(shape)) for i in range(len(zeros))]
        indices = tuple(
            np.broadcast_to(index, shape) for index in (_index(term, zeros) for term in terms)
        )
        results.append(_written(target, spread, indices))
    return results


def _combined(op: Structured, blocks: list[Bounded], tables: list[Bounded]) -> list[Bounded]:
    axes = tuple(i for i, kind in enumerate(op.kinds) if kind == "reduction")
    body = _Body(op, blocks, tables)
    if not axes:
        return [body.value(position) for position in op.yields]
    terms = [_term_of(op, which) for which in range(op.inits)]
    if any(term is None for term in terms):
        return _in_order(op, blocks, tables)
    return [
        combine(
            op.body[op.yields[which]].op,
            blocks[op.inputs + which],
            _spread(body.value(term), op.extents),
            axes,
        )
        for which, term in enumerate(terms)
        if term is not None
    ]


def _written(target: Bounded, source: Bounded, indices: tuple[Array, ...]) -> Bounded:
    def put(into: Array | None, part: Array | None, empty: Any) -> Array | None:
        if into is None and part is None:
            return None
        made = np.full(target.value.shape, empty) if into is None else into.copy()
        made[indices or ...] = empty if part is None else (part if indices else part.reshape(()))
        return made

    value = put(target.value, source.value, 0)
    assert value is not None
    return Bounded(
        target.dtype,
        value,
        put(target.error, source.error, 0.0),
        put(target.magnitude, source.magnitude, 0.0),
        put(target.unsure, source.unsure, False),
    )


def _softmax(source: Bounded, axis: int) -> Bounded:
    low = exact(np.full([1] * source.value.ndim, -np.inf), source.dtype)
    most = combine("maximumf", low, source, (axis,))
    powers = scalar("exp", [scalar("subf", [source, most])])
    zero = exact(np.zeros([1] * source.value.ndim), source.dtype)
    return scalar("divf", [powers, combine("addf", zero, powers, (axis,))])


def _pad(node: Node, source: Bounded) -> Bounded:
    shape, dtype = node.results[0]
    filled = _spread(exact(np.asarray(node.attrs["value"]), dtype), list(shape))
    low = node.attrs["low"]
    inner = zip(low, source.value.shape, strict=True)
    indices = np.ix_(*(np.arange(first, first + n) for first, n in inner))
    return _written(filled, source, indices)


def _slice(node: Node, source: Bounded) -> Bounded:
    parts = zip(node.attrs["offsets"], node.results[0][0], node.attrs["strides"], strict=True)
    picks = np.ix_(*(offset + stride * np.arange(size) for offset, size, stride in parts))
    return source.map(lambda part: part[picks])


def _fixed(node: Node) -> Bounded:
    shape, dtype = node.results[0]
    if node.kind == "empty":
        # No result may depend on it: any value computed from it is unsure.
        if dtype in FLOATS:
            ones = np.ones(shape)
            return Bounded(dtype, ones.astype(bounded.WIDE[dtype]), ones * np.inf, ones)
        ones = np.ones(shape, np.bool_)
        return Bounded(dtype, np.zeros(shape, bounded.NUMPY[dtype]), unsure=ones)
    if node.kind in ("fill", "scalar"):
        return exact(np.full(shape, node.attrs["value"]), dtype)
    return exact(np.asarray(node.attrs["values"]).reshape(shape), dtype)


#: Of a convolution: the rows and columns of its image, those of its filters, and the sum over
#: channels, without the windows.
LAYOUTS = {
    "conv_2d_nhwc_hwcf": ((1, 2), (0, 1), "nhwc,cf->nhwf"),
    "conv_2d_nhwc_fhwc": ((1, 2), (1, 2), "nhwc,fc->nhwf"),
    "conv_2d_nchw_fchw": ((2, 3), (2, 3), "nchw,fc->nfhw"),
}


def spread_over_tiles(op: Structured, operands: list[Bounded], result: Bounded) -> Bounded:
    """Widen the bound of a convolution of 3 x 3 to that of Winograd's algorithm.

    It computes 2 x 2 results from 4 x 4 places of the image, so that the rounding errors of all of
    these places reach each result, however small the places of its own window are.
    """
    if op.form not in LAYOUTS or result.dtype not in FLOATS:
        return result
    rows, taps, channels = LAYOUTS[op.form]
    steps = {*op.attrs["strides"], *op.attrs["dilations"]}
    image, filters = (np.broadcast_to(each.magnitude, each.value.shape) for each in operands[:2])
    if [filters.shape[axis] for axis in taps] != [3, 3] or steps != {1}:
        return result
    for axis in rows:
        # The tile of a result begins at most one place before its window, and ends one behind.
        count = image.shape[axis] - 2
        padded = np.pad(image, [(int(i == axis),) * 2 for i in range(image.ndim)])
        image = np.maximum.reduce([padded.take(range(k, k + count), axis) for k in range(5)])
    reach = np.einsum(channels, image, filters.max(axis=taps))
    # A transformed place is at most 4 times the largest of its tile, a filter 9/4 times its
    # largest, and a result adds 9 of their products, each a sum over the channels.
    (summed,) = {1, 2, 3} - set(rows)
    roundings = image.shape[summed] + 12
    error = result.error + 81 * roundings * 2.0 ** (1 - bounded.PRECISION[result.dtype]) * reach
    error = np.where(np.isfinite(error), error, np.inf)
    return Bounded(result.dtype, result.value, error, result.magnitude)


def evaluate(
    program: Program, arguments: list[Bounded], *, by_tiles: bool = False
) -> list[Bounded]:
    """Return the outputs, with bounds of their rounding errors.

    Parameters
    ----------
    program : Program
    arguments : list of Bounded
        For each node ``arg``, in order.
    by_tiles : bool
        Bounds that hold for Winograd's algorithm, too.
    """
    given = iter(arguments)
    made: dict[Ref, Bounded] = {}
    with np.errstate(all="ignore"):
        for position, node in enumerate(program.nodes):
            operands = [made[ref] for ref in node.operands]
            results = _results(node, operands, given)
            if by_tiles and node.op is not None:
                results = [spread_over_tiles(node.op, operands, each) for each in results]
            for which, value in enumerate(results):
                made[position, which] = value
    return [made[ref] for ref in program.outputs]


def _results(node: Node, operands: list[Bounded], given: Any) -> list[Bounded]:
    shape = node.results[0][0]
    if node.kind == "arg":
        return [next(given)]
    if node.kind == "structured":
        assert node.op is not None
        return _evaluate_structured(node.op, operands)
    if node.kind == "pad":
        return [_pad(node, operands[0])]
    if node.kind == "slice":
        return [_slice(node, operands[0])]
    if node.kind in ("collapse", "expand"):
        return [operands[0].map(lambda part: part.reshape(shape))]
    if node.kind == "whole":
        return [scalar(node.attrs["op"], operands)]
    return [_fixed(node)]


def arguments_of(program: Program) -> list[Type]:
    """Types of the arguments."""
    return [program.nodes[i].results[0] for i in program.arguments]
