"""Smaller cases that still fail: fewer operations, shorter loops, fewer actions."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator

from model import Instr, Node, Program, Structured, Term

#: Whether a program fails under a schedule in the same way as the first one.
Fails = Callable[[Program, str], bool]


class Shrinker:
    """Greedy search: continues from any smaller case that still fails."""

    def __init__(self, fails: Fails, trials: int = 250) -> None:
        self.fails, self.left = fails, trials

    def shrink(self, program: Program, schedule: str) -> tuple[Program, str]:
        """Return the smallest case found."""
        while True:
            before = (size_of(program), len(schedule))
            schedule = self._shrink_schedule(program, schedule)
            program, schedule = self._shrink_program(program, schedule)
            if (size_of(program), len(schedule)) >= before or self.left <= 0:
                return program, schedule

    def _holds(self, program: Program, schedule: str) -> bool:
        if self.left <= 0:
            return False
        self.left -= 1
        return self.fails(program, schedule)

    def _shrink_schedule(self, program: Program, schedule: str) -> str:
        changed = True
        while changed:
            changed = False
            for candidate in simpler_schedules(schedule):
                if self._holds(program, candidate):
                    schedule, changed = candidate, True
                    break
        return schedule

    def _shrink_program(self, program: Program, schedule: str) -> tuple[Program, str]:
        changed = True
        while changed:
            changed = False
            for candidate in simpler_programs(program):
                for text in renumbered(schedule, candidate, program):
                    if self._holds(candidate, text):
                        program, schedule, changed = candidate, text, True
                        break
                if changed:
                    break
        return program, schedule


def size_of(program: Program) -> int:
    """Return all ways to make a case smaller."""
    size = program.memrefs + len(program.nodes) * 1000 + len(program.outputs) * 100
    for node in program.nodes:
        for shape, _ in node.results:
            size += sum(shape)
        if node.op is not None:
            size += 50 * len(node.op.body) + sum(node.op.extents)
            for term in (term for terms in node.op.maps for term in terms):
                size += 0 if term.plain is not None else 5 + abs(term.constant)
                size += sum(abs(factor) for _, factor in term.factors)
    return size


def split_schedule(schedule: str) -> list[tuple[str, list[str]]]:
    """Operations with their actions, as text."""
    parts = []
    for line in re.split(r"[;\n]", schedule):
        if ":" in line:
            tag, actions = line.split(":", 1)
            parts.append((tag.strip(), re.findall(r"\w+(?:\([^)]*\))?", actions)))
    return parts


def join_schedule(parts: list[tuple[str, list[str]]]) -> str:
    """Schedule text."""
    return "; ".join(f"{tag}: {' '.join(actions)}" for tag, actions in parts if actions)


def simpler_schedules(schedule: str) -> Iterator[str]:
    """Remove an operation, remove an action, or leave a loop untiled."""
    parts = split_schedule(schedule)
    for i in range(len(parts)):
        yield join_schedule(parts[:i] + parts[i + 1 :])
    for i, (tag, actions) in enumerate(parts):
        for k in range(len(actions)):
            kept = actions[:k] + actions[k + 1 :]
            yield join_schedule([*parts[:i], (tag, kept), *parts[i + 1 :]])
    for i, (tag, actions) in enumerate(parts):
        for k, action in enumerate(actions):
            if not action.startswith("tile"):
                continue
            name, sizes = action[:-1].split("(")
            numbers = sizes.split(",")
            for d, number in enumerate(numbers):
                if number == "0":
                    continue
                less = [*numbers[:d], "0", *numbers[d + 1 :]]
                new = [*actions[:k], f"{name}({','.join(less)})", *actions[k + 1 :]]
                yield join_schedule([*parts[:i], (tag, new), *parts[i + 1 :]])


def renumbered(schedule: str, candidate: Program, program: Program) -> Iterator[str]:
    """Return the schedule as it is, and without one of the operations that no longer exist."""
    yield schedule
    gone = _operations(program) - _operations(candidate)
    if gone <= 0:
        return
    parts = split_schedule(schedule)
    for first in range(_operations(program)):
        kept = []
        for tag, actions in parts:
            number = int(tag[2:])
            if first <= number < first + gone:
                continue
            kept.append((f"op{number - gone if number >= first else number}", actions))
        text = join_schedule(kept)
        if text != schedule:
            yield text


def _operations(program: Program) -> int:
    count = 0
    for node in program.nodes:
        if node.kind == "whole":
            count += 1
        elif node.op is not None:
            count += 4 if node.op.form == "softmax" else 1
    return count


def simpler_programs(program: Program) -> Iterator[Program]:
    """Slightly smaller programs."""
    if program.memrefs:
        yield dataclasses.replace(program, memrefs=False)
    yield from _fewer_outputs(program)
    yield from _cut(program)
    for made in _shorter(program):
        if made is not None:
            yield made
    yield from _simpler_operations(program)


def _fewer_outputs(program: Program) -> Iterator[Program]:
    if len(program.outputs) > 1:
        for ref in program.outputs:
            yield Program(program.nodes, [ref], program.memrefs).pruned()
    for ref in program.outputs:
        for source in program.nodes[ref[0]].operands:
            if program.nodes[source[0]].kind not in ("arg", "empty", "fill", "dense", "scalar"):
                yield Program(program.nodes, [source], program.memrefs).pruned()


def _cut(program: Program) -> Iterator[Program]:
    """Replace a computed value by an argument, or an argument by a constant."""
    inits = {
        ref[0]
        for node in program.nodes
        if node.op is not None
        for ref in node.operands[node.op.inputs : len(node.op.maps)]
    }
    used = {ref for node in program.nodes for ref in node.operands}
    for position, node in enumerate(program.nodes):
        if node.kind in ("arg", "empty", "fill", "scalar") or any(
            (position, k) in program.outputs or (position, k) not in used
            for k in range(len(node.results))
        ):
            if node.kind == "arg" and position in inits and "limit" not in node.attrs:
                fill = Node("fill", [], node.results, attrs={"value": 0})
                yield _with(program, position, fill)
            continue
        if len(node.results) == 1:
            yield _with(program, position, Node("arg", [], node.results))


def _with(program: Program, position: int, node: Node) -> Program:
    nodes = [*program.nodes[:position], node, *program.nodes[position + 1 :]]
    return Program(nodes, program.outputs, program.memrefs).pruned()


class _Extents:
    """Sets of equal extents: of loops, and of dimensions of values."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.parent: dict[tuple, tuple] = {}
        self.frozen: set[tuple] = set()
        for position, node in enumerate(program.nodes):
            for k, (shape, _) in enumerate(node.results):
                for d in range(len(shape)):
                    self.find((position, k, d))
            self.visit(position, node)

    def find(self, item: tuple) -> tuple:
        self.parent.setdefault(item, item)
        while self.parent[item] != item:
            item = self.parent[item]
        return item

    def join(self, a: tuple, b: tuple) -> None:
        self.parent[self.find(a)] = self.find(b)

    def visit(self, position: int, node: Node) -> None:
        if node.kind == "whole":
            for d in range(len(node.results[0][0])):
                for i, k in node.operands:
                    self.join((i, k, d), (position, 0, d))
        elif node.op is not None:
            for (i, k), terms in zip(node.operands, node.op.maps, strict=False):
                for d, term in enumerate(terms):
                    if term.plain is not None:
                        self.join((i, k, d), (position, "loop", term.plain))
            for which in range(node.op.inits):
                i, k = node.operands[node.op.inputs + which]
                for d in range(len(node.results[which][0])):
                    self.join((i, k, d), (position, which, d))
            for i, k in node.operands[len(node.op.maps) :]:
                self.frozen |= {(i, k, d) for d in range(len(self.program.type_of((i, k))[0]))}
        elif node.kind not in ("arg", "empty", "fill", "scalar"):
            for ref in [*node.operands, (position, 0)]:
                shape = self.program.type_of(ref)[0]
                self.frozen |= {(*ref, d) for d in range(len(shape))}

    def classes(self) -> list[list[tuple]]:
        """Extents that must change together."""
        groups: dict[tuple, list[tuple]] = {}
        for item in list(self.parent):
            groups.setdefault(self.find(item), []).append(item)
        frozen = {self.find(item) for item in self.frozen}
        return [items for root, items in groups.items() if root not in frozen]


def _shorter(program: Program) -> Iterator[Program | None]:
    """Shorten each extent as far as possible, wherever it occurs."""
    for items in _Extents(program).classes():
        now = _extent(program, items[0])
        for n in sorted({1, 2, 3, now // 2, now - 1}):
            if 0 < n < now:
                yield _resized(program, items, n)


def _extent(program: Program, item: tuple) -> int:
    position, k, d = item
    node = program.nodes[position]
    if k == "loop":
        assert node.op is not None
        return node.op.extents[d]
    return node.results[k][0][d]


def _resized(program: Program, items: list[tuple], n: int) -> Program | None:
    made = program.copy()
    for position, k, d in items:
        node = made.nodes[position]
        if k == "loop":
            assert node.op is not None
            node.op.extents[d] = n
        else:
            shape, dtype = node.results[k]
            node.results[k] = ((*shape[:d], n, *shape[d + 1 :]), dtype)
    for node, old in zip(made.nodes, program.nodes, strict=True):
        if node.op is not None and old.op is not None and not _settled(made, node, old.op):
            return None
    return made


def _settled(program: Program, node: Node, old: Structured) -> bool:
    """Move reversed indices back to 0; False if an index leaves its operand."""
    op = node.op
    assert op is not None
    for which, terms in enumerate(op.maps):
        shape = program.type_of(node.operands[which])[0]
        for d, term in enumerate(terms):
            low, _ = term.bounds(op.extents)
            if old.maps[which][d].bounds(old.extents)[0] == 0 and low != 0 and not term.divide:
                terms[d] = term = dataclasses.replace(term, constant=term.constant - low)
            low, high = term.bounds(op.extents)
            if low < 0 or high >= shape[d]:
                return False
    return True


def _simpler_operations(program: Program) -> Iterator[Program]:
    for position, node in enumerate(program.nodes):
        if node.op is None:
            continue
        if node.op.form == "generic":
            for body, yields in _simpler_bodies(node.op):
                op = dataclasses.replace(node.op, body=body, yields=yields)
                yield _with(program, position, dataclasses.replace(node, op=op))
            dropped = _without_input(node)
            for new in dropped:
                yield _with(program, position, new)
        yield from _simpler_maps(program, position, node)


def _simpler_bodies(op: Structured) -> Iterator[tuple[list[Instr], list[int]]]:
    """Replace an instruction by one of its arguments."""
    for position, instr in enumerate(op.body):
        for arg in instr.args:
            if op.body[arg].dtype != instr.dtype:
                continue

            def moved(i: int, position: int = position, arg: int = arg) -> int:
                return arg if i == position else i

            body = [
                dataclasses.replace(other, args=tuple(moved(i) for i in other.args))
                for other in op.body
            ]
            yield _swept(body, [moved(i) for i in op.yields])


def _swept(body: list[Instr], yields: list[int]) -> tuple[list[Instr], list[int]]:
    needed = set(yields)
    for position in range(len(body) - 1, -1, -1):
        if position in needed or body[position].op == "input":
            needed |= {position, *body[position].args}
    order = sorted(needed)
    place = {old: new for new, old in enumerate(order)}
    kept = [
        dataclasses.replace(body[old], args=tuple(place[i] for i in body[old].args))
        for old in order
    ]
    return kept, [place[i] for i in yields]


def _without_input(node: Node) -> Iterator[Node]:
    """Drop an input that the body does not use, if its loops occur elsewhere too."""
    op = node.op
    assert op is not None
    used = {i for instr in op.body for i in instr.args} | set(op.yields)
    for which in range(op.inputs):
        if which in used:
            continue
        maps = op.maps[:which] + op.maps[which + 1 :]
        plain = {term.plain for terms in maps for term in terms}
        if not set(range(len(op.extents))) <= plain:
            continue
        body = []
        for position, instr in enumerate(op.body):
            if position == which:
                continue
            value = instr.value
            if instr.op == "input" and value > which:
                value -= 1
            args = tuple(i - (i > which) for i in instr.args)
            body.append(dataclasses.replace(instr, args=args, value=value))
        new = dataclasses.replace(
            op,
            maps=maps,
            inputs=op.inputs - 1,
            body=body,
            yields=[i - (i > which) for i in op.yields],
        )
        operands = node.operands[:which] + node.operands[which + 1 :]
        yield dataclasses.replace(node, op=new, operands=operands)


def _simpler_maps(program: Program, position: int, node: Node) -> Iterator[Program]:
    """Set factors to one and constants to zero, only where the operand is large enough."""
    op = node.op
    assert op is not None
    for which, terms in enumerate(op.maps[: op.inputs]):
        for d, term in enumerate(terms):
            for simpler in _simpler_terms(term):
                if op.form != "generic" and not op.attrs.get("strides"):
                    continue
                made = program.copy()
                new = made.nodes[position].op
                assert new is not None
                new.maps[which][d] = simpler
                if op.form != "generic":
                    sums = [t for t in new.maps[0] if len(t.factors) > 1]
                    new.attrs["strides"] = [t.factors[0][1] for t in sums]
                    new.attrs["dilations"] = [t.factors[1][1] for t in sums]
                shape = made.type_of(node.operands[which])[0]
                low, high = simpler.bounds(op.extents)
                if simpler.plain is not None and high + 1 != shape[d]:
                    continue
                if low >= 0 and high < shape[d]:
                    yield made


def _simpler_terms(term: Term) -> Iterator[Term]:
    if term.divide or term.modulo:
        yield dataclasses.replace(term, divide=0, modulo=0)
    for k, (i, factor) in enumerate(term.factors):
        if factor > 1:
            factors = (*term.factors[:k], (i, 1), *term.factors[k + 1 :])
            yield dataclasses.replace(term, factors=factors)
    if term.constant > 0 and all(factor > 0 for _, factor in term.factors):
        yield dataclasses.replace(term, constant=0)
