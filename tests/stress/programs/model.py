"""Programs of structured operations as plain data, the input of printing and evaluation.

A structured operation, named or generic, is represented by its definition in linalg: loops with
extents, a map from loops to the indices of each operand, and a body of scalar operations. Its name
matters only for the text.
"""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

FLOATS = ("f64", "f32", "f16", "bf16")
INTEGERS = ("i64", "i32", "i8")
#: A value: the index of its node, and the number of the result.
Ref = tuple[int, int]
#: Shape and element type.
Type = tuple[tuple[int, ...], str]


@dataclass(frozen=True)
class Term:
    """An index: a sum of factor * loop and a constant, then divided or taken modulo."""

    factors: tuple[tuple[int, int], ...] = ()  # (loop, factor)
    constant: int = 0
    divide: int = 0
    modulo: int = 0

    @property
    def plain(self) -> int | None:
        """The loop, if the index is a single loop."""
        if self.constant or self.divide or self.modulo or len(self.factors) != 1:
            return None
        loop, factor = self.factors[0]
        return loop if factor == 1 else None

    def bounds(self, extents: list[int]) -> tuple[int, int]:
        """Return the lowest and the highest index over all iterations."""
        low = high = self.constant
        for loop, factor in self.factors:
            reach = factor * (extents[loop] - 1)
            low, high = low + min(0, reach), high + max(0, reach)
        if self.divide:
            low, high = low // self.divide, high // self.divide
        if self.modulo:
            low, high = 0, min(high, self.modulo - 1)
        return low, high


def loop(position: int) -> Term:
    """Index that is a loop."""
    return Term(((position, 1),))


@dataclass(frozen=True)
class Instr:
    """A scalar operation of a body; its arguments are positions of earlier ones.

    ``input``: block argument `value`, inputs before accumulators. ``const``: the number `value`.
    ``index``: the loop `value`, converted to `dtype`. ``cast``: to `dtype`. ``cmp``: predicate
    `value`. ``extract``: the element of table `value` at the arguments. Others are named as
    in the dialects arith and math, without a type.
    """

    op: str
    args: tuple[int, ...]
    dtype: str
    value: Any = None


@dataclass
class Structured:
    """Loops, maps and body. Operands of its node: inputs, then inits, then tables."""

    form: str  # "generic", or the printed name
    extents: list[int]
    kinds: list[str]  # "parallel" or "reduction", one per loop
    maps: list[list[Term]]  # of inputs, then of inits
    inputs: int
    body: list[Instr]
    yields: list[int]
    attrs: dict[str, Any] = field(default_factory=dict)

    @property
    def inits(self) -> int:
        """Number of results."""
        return len(self.maps) - self.inputs

    @property
    def points(self) -> int:
        """Number of iterations."""
        product = 1
        for extent in self.extents:
            product *= extent
        return product


@dataclass
class Node:
    """A node that creates values.

    ``arg``, ``empty``, ``fill`` and ``scalar`` (attrs: value), ``dense`` (attrs: values, form),
    ``structured``, ``pad`` (low, high, value), ``slice`` (offsets, strides),
    ``collapse`` and ``expand`` (groups), ``whole`` (op: arithmetic on whole tensors).
    """

    kind: str
    operands: list[Ref]
    results: list[Type]
    op: Structured | None = None
    attrs: dict[str, Any] = field(default_factory=dict)


@dataclass
class Program:
    """Nodes in order, and the returned results; printed on tensors or on memrefs."""

    nodes: list[Node] = field(default_factory=list)
    outputs: list[Ref] = field(default_factory=list)
    memrefs: bool = False

    def add(self, node: Node) -> Ref:
        """Append a node; return its first result."""
        self.nodes.append(node)
        return (len(self.nodes) - 1, 0)

    def type_of(self, ref: Ref) -> Type:
        """Shape and element type of a value."""
        return self.nodes[ref[0]].results[ref[1]]

    def in_place(self) -> dict[Ref, int]:
        """Outputs on memrefs that are computed in an argument, which is read and written."""
        if not self.memrefs:
            return {}
        uses = Counter(ref for node in self.nodes for ref in node.operands)
        found = {}
        for position, which in self.outputs:
            node = self.nodes[position]
            if node.op is None:
                continue
            init = node.operands[node.op.inputs + which]
            if self.nodes[init[0]].kind == "arg" and uses[init] == 1:
                found[position, which] = init[0]
        return found

    def output_order(self) -> list[int]:
        """Outputs in the order of the arguments that hold them."""
        places = self.in_place()
        last = len(self.nodes)
        order = range(len(self.outputs))
        return sorted(order, key=lambda k: places.get(self.outputs[k], last))

    @property
    def arguments(self) -> list[int]:
        """Positions of the nodes that are arguments."""
        return [i for i, node in enumerate(self.nodes) if node.kind == "arg"]

    @property
    def structured(self) -> list[Structured]:
        """Structured operations."""
        return [node.op for node in self.nodes if node.op is not None]

    def pruned(self) -> Program:
        """Copy without nodes that no output depends on."""
        needed = {ref[0] for ref in self.outputs}
        for position in range(len(self.nodes) - 1, -1, -1):
            if position in needed:
                needed |= {ref[0] for ref in self.nodes[position].operands}
        order = sorted(needed)
        place = {old: new for new, old in enumerate(order)}
        nodes = []
        for old in order:
            node = self.nodes[old]
            operands = [(place[i], k) for i, k in node.operands]
            nodes.append(dataclasses.replace(node, operands=operands))
        return Program(nodes, [(place[i], k) for i, k in self.outputs], self.memrefs)

    def copy(self) -> Program:
        """Deep copy."""
        return from_json(to_json(self))


def to_json(program: Program) -> str:
    """Program as JSON text, to be read by `from_json`."""
    return json.dumps(dataclasses.asdict(program))


def _term(data: dict[str, Any]) -> Term:
    return Term(
        tuple((loop, factor) for loop, factor in data["factors"]),
        data["constant"],
        data["divide"],
        data["modulo"],
    )


def _structured(data: dict[str, Any]) -> Structured:
    return Structured(
        data["form"],
        data["extents"],
        data["kinds"],
        [[_term(term) for term in terms] for terms in data["maps"]],
        data["inputs"],
        [Instr(i["op"], tuple(i["args"]), i["dtype"], i["value"]) for i in data["body"]],
        data["yields"],
        data["attrs"],
    )


def from_json(text: str) -> Program:
    """Program from the JSON text of `to_json`."""
    data = json.loads(text)
    nodes = [
        Node(
            node["kind"],
            [(i, k) for i, k in node["operands"]],
            [(tuple(shape), dtype) for shape, dtype in node["results"]],
            _structured(node["op"]) if node["op"] else None,
            node["attrs"],
        )
        for node in data["nodes"]
    ]
    return Program(nodes, [(i, k) for i, k in data["outputs"]], data["memrefs"])
