"""What the conversion of jaxlib leaves of StableHLO: loops, branches, sorts and scatters.

Their regions are converted already, to linalg on tensors without dimensions. Loops and branches
become those of scf; the operators of sorts and scatters are computed on numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

_DIALECT = "stablehlo."


class _UnknownForm(Exception):
    """An operation, or a part of one, that stays as it is: loading it names it."""


def lower_rest(module: Any) -> None:
    """Replace operations of a module of jaxlib's bindings, in place, innermost first."""
    with module.context as context, module.operation.location:
        context.allow_unregistered_dialects = True  # for tm_tensor, which mlirgym reads
        left = [op for op in _operations(module.operation) if op.name in _RULES]
        for op in left:
            try:
                with op.location:
                    _RULES[op.name](op)
            except _UnknownForm:
                continue


def _operations(op: Any) -> list[Any]:
    inner = [each for region in op.regions for block in region for each in block.operations]
    return [each for one in inner for each in (*_operations(one.operation), one.operation)]


class _Builder:
    """Creates operations at a place; those of dialects for which jaxlib has no classes, too."""

    def __init__(self, place: Any) -> None:
        from jaxlib.mlir import ir

        self.ir, self.place = ir, place

    @classmethod
    def before(cls, op: Any) -> _Builder:
        from jaxlib.mlir import ir

        return cls(ir.InsertionPoint(op))

    @classmethod
    def at_end(cls, block: Any) -> _Builder:
        from jaxlib.mlir import ir

        return cls(ir.InsertionPoint(block))

    def make(
        self,
        name: str,
        operands: Sequence[Any] = (),
        results: Sequence[Any] = (),
        regions: int = 0,
        **attributes: Any,
    ) -> Any:
        """Create an operation; attributes are given as text."""
        parsed = {key: self.ir.Attribute.parse(value) for key, value in attributes.items()}
        return self.ir.Operation.create(
            name,
            results=list(results),
            operands=list(operands),
            attributes=parsed,
            regions=regions,
            ip=self.place,
        )

    def value(self, name: str, operands: Sequence[Any], result: Any, **attributes: Any) -> Any:
        """Return the result of a new operation that has one."""
        return self.make(name, operands, [result], **attributes).result

    def index(self, number: int) -> Any:
        """Return a constant of type index."""
        kind = self.ir.IndexType.get()
        return self.value("arith.constant", (), kind, value=f"{number} : index")

    def element(self, tensor: Any, *indices: Any) -> Any:
        """Return an element of a tensor."""
        kind = self.ir.RankedTensorType(tensor.type).element_type
        return self.value("tensor.extract", (tensor, *indices), kind)

    def element_as_index(self, tensor: Any, *indices: Any) -> Any:
        """Return an element of a tensor of integers."""
        return self.value(
            "arith.index_cast", (self.element(tensor, *indices),), self.ir.IndexType.get()
        )

    def compare(self, predicate: int, left: Any, right: Any) -> Any:
        """Compare integers; `predicate` is that of arith.cmpi."""
        kind = self.ir.IntegerType.get_signless(1)
        return self.value("arith.cmpi", (left, right), kind, predicate=f"{predicate} : i64")

    def slice_of(self, tensor: Any, cut: _Cut) -> Any:
        """Return a slice, without the dimensions of 1 that the cut drops."""
        kind = self.ir.RankedTensorType(tensor.type).element_type
        result = self.ir.RankedTensorType.get(cut.kept, kind)
        return self.value(
            "tensor.extract_slice",
            (tensor, *cut.operands),
            result,
            operandSegmentSizes=f"array<i32: 1, {len(cut.operands)}, 0, 0>",
            **cut.attributes,
        )

    def put(self, part: Any, tensor: Any, cut: _Cut) -> Any:
        """Return the tensor with another slice."""
        return self.value(
            "tensor.insert_slice",
            (part, tensor, *cut.operands),
            tensor.type,
            operandSegmentSizes=f"array<i32: 1, 1, {len(cut.operands)}, 0, 0>",
            **cut.attributes,
        )


class _Cut:
    """Where a slice begins, and its sizes; `dropped` are dimensions of 1."""

    def __init__(self, offsets: Sequence[Any], sizes: Sequence[int], dropped: Sequence[int]):
        self.operands = list(offsets)
        self.kept = [size for dim, size in enumerate(sizes) if dim not in dropped]
        self.attributes = {
            "static_offsets": _array([-(2**63)] * len(sizes)),
            "static_sizes": _array(sizes),
            "static_strides": _array([1] * len(sizes)),
        }


def _array(numbers: Sequence[int]) -> str:
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def _replace(op: Any, values: Sequence[Any]) -> None:
    for old, new in zip(op.results, values, strict=True):
        old.replace_all_uses_with(new)
    op.erase()


def _take_block(region: Any, source: Any) -> tuple[Any, list[Any]]:
    """Move the only block of a region to another one; return it, and what its end returns."""
    block = source.blocks[0]
    block.append_to(region)
    end = block.operations[len(block.operations) - 1]
    values = list(end.operands)
    end.operation.erase()
    return block, values


def _lower_while(op: Any) -> None:
    types = [each.type for each in op.results]
    loop = _Builder.before(op).make("scf.while", op.operands, types, regions=2)
    block, (goes_on,) = _take_block(loop.regions[0], op.regions[0])
    build = _Builder.at_end(block)
    build.make("scf.condition", (build.element(goes_on), *block.arguments))
    block, values = _take_block(loop.regions[1], op.regions[1])
    _Builder.at_end(block).make("scf.yield", values)
    _replace(op, loop.results)


def _lower_case(op: Any) -> None:
    """Each branch but the last is taken for its number, the last one for all others."""
    types = [each.type for each in op.results]
    build = _Builder.before(op)
    number = build.element_as_index(op.operands[0])
    first = None
    for branch in range(len(op.regions) - 1):
        chosen = build.compare(0, number, build.index(branch))
        choice = build.make("scf.if", (chosen,), types, regions=2)
        block, values = _take_block(choice.regions[0], op.regions[branch])
        _Builder.at_end(block).make("scf.yield", values)
        if first is None:
            first = choice
        else:
            build.make("scf.yield", choice.results)
        last = choice
        if branch + 2 < len(op.regions):
            build = _Builder.at_end(choice.regions[1].blocks.append())
    if first is None:
        raise _UnknownForm
    block, values = _take_block(last.regions[1], op.regions[-1])
    _Builder.at_end(block).make("scf.yield", values)
    _replace(op, first.results)


def _compute(op: Any, build: _Builder, arguments: Sequence[Any]) -> Any:
    """Compute the operator of a sort or scatter on numbers."""
    block = op.regions[0].blocks[0]
    known = dict(zip(map(hash, block.arguments), arguments, strict=True))

    def number(tensor: Any) -> Any:
        if hash(tensor) in known:
            return known[hash(tensor)]
        return build.element(tensor)  # of a constant outside

    *body, end = block.operations
    for each in body:
        if each.operation.name == "tensor.empty":
            continue
        if each.operation.name != "linalg.generic" or len(each.regions[0].blocks) != 1:
            raise _UnknownForm
        inner = each.regions[0].blocks[0]
        inputs = inner.arguments
        numbers = {
            hash(name): number(value)
            for name, value in zip(inputs, each.operands, strict=True)
            if any(True for _ in name.uses)
        }
        *scalars, result = inner.operations
        for scalar in scalars:
            copy = scalar.operation.clone(ip=build.place)
            for i, operand in enumerate(scalar.operands):
                copy.operands[i] = numbers.get(hash(operand), operand)
            numbers |= zip(map(hash, scalar.results), copy.results, strict=True)
        for value, given in zip(each.results, result.operands, strict=True):
            known[hash(value)] = numbers.get(hash(given), given)
    (value,) = end.operands
    return number(value)


def _lower_sort(op: Any) -> None:
    types = [each.type for each in op.results]
    build = _Builder.before(op)
    dimension = int(op.attributes["dimension"])
    sort = build.make(
        "tm_tensor.sort", op.operands, types, regions=1, dimension=f"{dimension} : i64"
    )
    kinds = [build.ir.RankedTensorType(each).element_type for each in types for _ in range(2)]
    block = sort.regions[0].blocks.append(*kinds, arg_locs=[op.location] * len(kinds))
    inside = _Builder.at_end(block)
    # In order unless the second comes first: equal elements stay as they are.
    swapped = [block.arguments[i ^ 1] for i in range(len(kinds))]
    try:
        comes_first = _compute(op, inside, swapped)
    except _UnknownForm:
        sort.erase()
        raise
    yes = inside.value("arith.constant", (), comes_first.type, value="true")
    in_order = inside.value("arith.xori", (comes_first, yes), yes.type)
    inside.make("tm_tensor.yield", (in_order,))
    _replace(op, sort.results)


def _numbers(text: str, name: str) -> list[int]:
    found = re.search(rf"{name} = \[([\d, ]*)\]", text)
    return [int(each) for each in found[1].split(",")] if found and found[1].strip() else []


class _Places:
    """The dimension numbers of a scatter."""

    def __init__(self, attribute: Any) -> None:
        text = str(attribute)
        self.windows = _numbers(text, "update_window_dims")
        self.inserted = _numbers(text, "inserted_window_dims")
        self.batches = _numbers(text, "input_batching_dims")
        self.index_batches = _numbers(text, "scatter_indices_batching_dims")
        self.scattered = _numbers(text, "scatter_dims_to_operand_dims")
        found = re.search(r"index_vector_dim = (\d+)", text)
        self.vector = int(found[1]) if found else 0

    def indices(self, build: _Builder, indices: Any, at: list[Any], rank: int) -> list[Any]:
        """Return the index in each dimension of the target, for a place in the indices."""
        shape = list(indices.type.shape)
        found = [build.index(0)] * rank
        for column, dim in enumerate(self.scattered):
            place = list(at)
            if self.vector < len(shape):
                place.insert(self.vector, build.index(column))
            found[dim] = build.element_as_index(indices, *place)
        for dim, batch in zip(self.batches, self.index_batches, strict=True):
            found[dim] = at[batch - (batch > self.vector)]
        return found


def _lower_scatter(op: Any) -> None:
    """One loop per dimension of the indices; a window that does not fit is left out."""
    if len(op.results) != 1:
        raise _UnknownForm
    target, indices, updates = op.operands
    places = _Places(op.attributes["scatter_dimension_numbers"])
    sizes = list(updates.type.shape)
    dropped = places.inserted + places.batches
    window = iter(sizes[dim] for dim in places.windows)
    extents = [1 if dim in dropped else next(window) for dim in range(len(target.type.shape))]
    outer = [dim for dim in range(len(sizes)) if dim not in places.windows]
    part_sizes = [1 if dim in outer else size for dim, size in enumerate(sizes)]

    def step(build: _Builder, at: list[Any], before: Any) -> Any:
        begins = places.indices(build, indices, at, len(extents))
        offsets = [at[outer.index(dim)] if dim in outer else build.index(0) for dim in
                   range(len(sizes))]  # fmt: skip
        fits = None
        for begin, extent, whole in zip(begins, extents, target.type.shape, strict=True):
            # Unsigned: a negative index is a large one.
            inside = build.compare(7, begin, build.index(whole - extent))
            kind = inside.type
            fits = inside if fits is None else build.value("arith.andi", (fits, inside), kind)
        if fits is None:
            raise _UnknownForm
        choice = build.make("scf.if", (fits,), [target.type], regions=2)
        then = _Builder.at_end(choice.regions[0].blocks.append())
        there = _Cut(begins, extents, dropped)
        old = then.slice_of(before, there)
        new = then.slice_of(updates, _Cut(offsets, part_sizes, outer))
        then.make("scf.yield", (then.put(_combined(op, then, old, new), before, there),))
        _Builder.at_end(choice.regions[1].blocks.append()).make("scf.yield", (before,))
        return choice.result

    loops = [sizes[dim] for dim in outer]
    build = _Builder.before(op)
    first: list[Any] = []
    try:
        result = _loop(build, loops, [], target, step, first)
    except _UnknownForm:
        for made in first:
            made.erase()
        raise
    _replace(op, [result])


def _loop(
    build: _Builder,
    loops: list[int],
    at: list[Any],
    before: Any,
    step: Callable[[_Builder, list[Any], Any], Any],
    made: list[Any],
) -> Any:
    """Loops around a step, which carry a tensor."""
    if not loops:
        return step(build, at, before)
    bounds = (build.index(0), build.index(loops[0]), build.index(1))
    loop = build.make("scf.for", (*bounds, before), [before.type], regions=1)
    made.append(loop)
    kinds = (build.ir.IndexType.get(), before.type)
    block = loop.regions[0].blocks.append(*kinds, arg_locs=[loop.location] * 2)
    inside = _Builder.at_end(block)
    number, carried = block.arguments
    after = _loop(inside, loops[1:], [*at, number], carried, step, [])
    inside.make("scf.yield", (after,))
    return loop.result


def _combined(op: Any, build: _Builder, old: Any, new: Any) -> Any:
    """Apply the operator of a scatter element by element."""
    ir = build.ir
    rank = len(old.type.shape)
    same = ir.AffineMapAttr.get(ir.AffineMap.get_identity(rank))
    generic = ir.Operation.create(
        "linalg.generic",
        results=[old.type],
        operands=[old, new, build.value("tensor.empty", (), old.type)],
        attributes={
            "indexing_maps": ir.ArrayAttr.get([same] * 3),
            "iterator_types": ir.Attribute.parse(
                f"[{', '.join(['#linalg.iterator_type<parallel>'] * rank)}]"
            ),
            "operandSegmentSizes": ir.Attribute.parse("array<i32: 2, 1>"),
        },
        regions=1,
        ip=build.place,
    )
    kinds = [ir.RankedTensorType(old.type).element_type] * 3
    block = generic.regions[0].blocks.append(*kinds, arg_locs=[op.location] * 3)
    inside = _Builder.at_end(block)
    value = _compute(op, inside, block.arguments[:2])
    inside.make("linalg.yield", (value,))
    return generic.result


_RULES: dict[str, Callable[[Any], None]] = {
    f"{_DIALECT}while": _lower_while,
    f"{_DIALECT}case": _lower_case,
    f"{_DIALECT}sort": _lower_sort,
    f"{_DIALECT}scatter": _lower_scatter,
}
