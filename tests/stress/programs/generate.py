"""Random programs: structured operations of every family, alone and in chains."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import families
from bodies import Body, combiner_for, neutral, pick
from model import FLOATS, INTEGERS, Instr, Node, Program, Ref, Structured, Term, loop

DTYPES = {"f32": 9, "f64": 3, "f16": 2, "bf16": 2, "i32": 3, "i64": 1.5, "i8": 2}
#: Limit of the iterations of the largest operation.
MAX_POINTS = 20000


@dataclass
class Plan:
    """A structured operation before its extents and operands are chosen."""

    form: str
    loops: int
    kinds: list[str]
    maps: list[list[Term]]  # of inputs, then of results
    dtypes: list[str]  # of inputs, then of results
    body: list[Instr]
    yields: list[int]
    windows: set[int] = field(default_factory=set)  # loops with short extents
    shapes_only: set[int] = field(default_factory=set)  # inputs of which only the shape is used
    fixed: dict[int, int] = field(default_factory=dict)  # extents by loop
    at_most: dict[int, int] = field(default_factory=dict)  # extents by loop
    attrs: dict[str, Any] = field(default_factory=dict)
    combiner: str | None = None
    tables: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    limits: dict[int, int] = field(default_factory=dict)  # limits of inputs that are indices


def extent(rng: random.Random, loops: int) -> int:
    """Draw an extent: often odd or 1, and short if there are many loops."""
    draw = rng.random()
    if draw < 0.2:
        return 1
    if draw < 0.5 or loops > 5:
        return rng.randint(2, 6)
    if draw < 0.8 or loops > 4:
        return rng.randint(3, 13)
    return rng.choice([8, 11, 14, 15, 16, 17, 17, 19, 24, 31, 32, 33, 40])


class Generator:
    """Generates one random program after another, determined by the seed alone."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def program(self) -> Program:
        """Return a program of one to four operations."""
        while True:
            self.made = Program()
            self.values: list[Ref] = []
            self.dtype = str(pick(self.rng, DTYPES))
            steps = pick(self.rng, {1: 5, 2: 4, 3: 3, 4: 1})
            for _ in range(steps):
                self.step()
            program = self.finish()
            if program is not None and program.structured:
                return program

    def finish(self) -> Program | None:
        """Choose the last value and some others as outputs."""
        computed = [ref for ref in self.values if self.made.nodes[ref[0]].kind != "arg"]
        if not computed:
            return None
        outputs = [computed[-1]]
        used = {ref for node in self.made.nodes for ref in node.operands}
        for ref in computed[:-1]:
            if self.rng.random() < (0.4 if ref not in used else 0.12):
                outputs.append(ref)
        self.made.outputs = outputs
        program = self.made.pruned()
        accumulates = self.rng.random() < 0.12 and _read_first(program, self.rng)
        simple = {"arg", "empty", "fill", "scalar", "structured"}
        program.memrefs = (
            (accumulates or self.rng.random() < 0.1)
            and all(node.kind in simple for node in program.nodes)
            and all(
                node.op is None or len(node.operands) == len(node.op.maps) for node in program.nodes
            )
        )
        return program

    def step(self) -> None:
        """Append an operation of a random family."""
        families_ = {
            self.contraction: 3,
            self.convolution: 3,
            self.pooling: 2.5,
            self.elementwise: 5,
            self.reduction: 5,
            self.windowed: 2,
            self.lacking: 1.5,
            self.named_unary: 1,
            self.named_binary: 1.2,
            self.mapped: 0.8,
            self.reduced: 1,
            self.transposed: 0.7,
            self.broadcast: 0.7,
            self.softmax: 1,
            self.masked: 1.2,
            self.whole: 1.5,
            self.gather: 0.4,
            self.argmax: 0.4,
            self.centred: 0.4,
            self.reshaped: 1.0,
            self.padded: 0.5,
            self.sliced: 0.5,
        }
        for _ in range(20):
            if pick(self.rng, families_)():
                return

    # Operands.

    def _argument(self, shape: tuple[int, ...], dtype: str, limit: int | None = None) -> Ref:
        attrs = {} if limit is None else {"limit": limit}
        rng = self.rng
        size = 1
        for n in shape:
            size *= n
        if limit is None and size <= 64 and rng.random() < 0.05:
            values = [rng.randint(-4, 4) for _ in range(size)]
            form = "resource" if dtype == "f32" and rng.random() < 0.5 else "dense"
            attrs = {"values": values, "form": form}
            ref = self.made.add(Node("dense", [], [(shape, dtype)], attrs=attrs))
        else:
            ref = self.made.add(Node("arg", [], [(shape, dtype)], attrs=attrs))
            if limit is None:
                self.values.append(ref)
        return ref

    def _existing(self, rank: int, dtype: str) -> Ref | None:
        found = [
            ref
            for ref in self.values
            if len(self.made.type_of(ref)[0]) == rank and self.made.type_of(ref)[1] == dtype
        ]
        # Most often the last value, to form chains.
        if not found:
            return None
        return found[-1] if self.rng.random() < 0.6 else self.rng.choice(found)

    def build(self, plan: Plan) -> bool:
        """Choose operands and extents; False if they are inconsistent."""
        rng = self.rng
        inputs = len(plan.maps) - plan.attrs.pop("results", 1)
        extents: list[int | None] = [plan.fixed.get(i) for i in range(plan.loops)]
        chosen: dict[int, Ref] = {}
        order = list(range(inputs))
        rng.shuffle(order)
        for which in order:
            if which in plan.shapes_only or which in plan.limits or rng.random() < 0.2:
                continue
            ref = self._existing(len(plan.maps[which]), plan.dtypes[which])
            if ref is not None and self._unify(plan, which, ref, extents):
                chosen[which] = ref
        bound = {i for i, n in enumerate(extents) if n is not None}
        full = [n if n is not None else self._extent_of(plan, i) for i, n in enumerate(extents)]
        for which, ref in list(chosen.items()):
            if not self.shrink_to_fit(plan, which, ref, full, bound):
                del chosen[which]
        while _product(full) > MAX_POINTS:
            free = [i for i in range(plan.loops) if i not in bound and full[i] > 1]
            if not free:
                return False
            longest = max(free, key=lambda i: full[i])
            full[longest] = (full[longest] + 1) // 2
        maps = [[self.from_zero(term, full) for term in terms] for terms in plan.maps]
        operands = []
        for which in range(inputs):
            dtype = plan.dtypes[which]
            shape = tuple(self._room(term, full) for term in maps[which])
            if which in chosen and self._fits(chosen[which], maps[which], full):
                operands.append(chosen[which])
            elif plan.form == "generic" and not shape and self.rng.random() < 0.5:
                value = self.rng.choice([1, -2, 3])
                node = Node("scalar", [], [(shape, dtype)], attrs={"value": value})
                operands.append(self.made.add(node))
            elif which in plan.shapes_only:
                shape = tuple(term.bounds(full)[1] + 1 for term in maps[which])
                operands.append(self.made.add(Node("empty", [], [(shape, dtype)])))
            else:
                operands.append(self._argument(shape, dtype, plan.limits.get(which)))
        results = [
            (tuple(term.bounds(full)[1] + 1 for term in terms), dtype)
            for terms, dtype in zip(maps[inputs:], plan.dtypes[inputs:], strict=True)
        ]
        for position, (shape, dtype) in enumerate(results):
            operands.append(self._init(plan, inputs + position, shape, dtype, position))
        for shape, dtype in plan.tables:
            operands.append(self._argument(shape, dtype))
        op = Structured(
            plan.form, full, plan.kinds, maps, inputs, plan.body, plan.yields, plan.attrs
        )
        node, _ = self.made.add(Node("structured", operands, results, op))
        self.values += [(node, k) for k in range(len(results))]
        return True

    def _extent_of(self, plan: Plan, position: int) -> int:
        if position in plan.windows:
            return int(pick(self.rng, {1: 3, 2: 3, 3: 4, 5: 0.5}))
        made = extent(self.rng, plan.loops)
        return min(made, plan.at_most.get(position, made))

    def _unify(self, plan: Plan, which: int, ref: Ref, extents: list[int | None]) -> bool:
        trial = list(extents)
        for term, n in zip(plan.maps[which], self.made.type_of(ref)[0], strict=True):
            plain = term.plain
            if plain is None:
                continue
            if trial[plain] not in (None, n) or n > plan.at_most.get(plain, n):
                return False
            trial[plain] = n
        extents[:] = trial
        return True

    def shrink_to_fit(
        self, plan: Plan, which: int, ref: Ref, extents: list[int], bound: set[int]
    ) -> bool:
        """Shorten the loops of a sum until it fits into the dimension."""
        for term, n in zip(plan.maps[which], self.made.type_of(ref)[0], strict=True):
            if term.plain is not None:
                continue
            free = [i for i, _ in term.factors if i not in bound]
            while True:
                low, high = term.bounds(extents)
                if high - min(low, 0) < n:
                    break
                longer = [i for i in free if extents[i] > 1]
                if not longer:
                    return False
                extents[max(longer, key=lambda i: extents[i])] -= 1
            # The loop may already be fixed.
            bound |= set(free)
        return True

    def _fits(self, ref: Ref, terms: list[Term], extents: list[int]) -> bool:
        shape = self.made.type_of(ref)[0]
        for term, n in zip(terms, shape, strict=True):
            low, high = term.bounds(extents)
            if low < 0 or high >= n or (term.plain is not None and high + 1 != n):
                return False
        return True

    @staticmethod
    def from_zero(term: Term, extents: list[int]) -> Term:
        """Return the same index with a constant that preserves its lowest value, or 0."""
        low, _ = Term(term.factors, term.constant).bounds(extents)
        if low >= 0:
            return term
        return Term(term.factors, term.constant - low, term.divide, term.modulo)

    def _room(self, term: Term, extents: list[int]) -> int:
        slack = 0
        if term.plain is None and self.rng.random() < 0.35:
            slack = self.rng.choice([1, 1, 2, 3, 4, 7])
        return term.bounds(extents)[1] + 1 + slack

    def _init(
        self, plan: Plan, operand: int, shape: tuple[int, ...], dtype: str, result: int
    ) -> Ref:
        rng = self.rng
        block = operand
        is_read = any(i.op == "input" and i.value == block for i in _used(plan))
        is_read |= plan.form not in ("generic", "map") and plan.combiner is not None
        if plan.form == "softmax" or not is_read:
            return self.made.add(Node("empty", [], [(shape, dtype)]))
        same = [
            ref
            for ref in self.values
            if self.made.type_of(ref) == (shape, dtype) and rng.random() < 0.2
        ]
        if same:
            return same[-1]
        if rng.random() < 0.25:
            return self._argument(shape, dtype)
        value: float | int = 0
        if plan.combiner is not None and rng.random() < 0.9:
            value = neutral(plan.combiner, dtype)
        elif rng.random() < 0.5:
            value = rng.choice([1, 2, -3])
        return self.made.add(Node("fill", [], [(shape, dtype)], attrs={"value": value}))

    # Families.

    def other_dtype(self) -> str:
        """Return the program's type, or (rarely) another type, which needs conversions."""
        if self.rng.random() > 0.08:
            return self.dtype
        return self.rng.choice(FLOATS if self.dtype in FLOATS else INTEGERS)

    def narrow(self) -> str:
        """Return a type that can represent the program's numbers, mostly the program's type."""
        smaller = {"f64": "f32", "f32": "f16", "i64": "i32", "i32": "i8"}
        if self.rng.random() > 0.1:
            return self.dtype
        return smaller.get(self.dtype, self.dtype)

    def from_pattern(
        self, form: str, pattern: families.Pattern, combiner: str, multiply: bool
    ) -> Plan:
        """Plan of a named operation: inputs are converted, multiplied and combined."""
        rng = self.rng
        sums = [i for terms in pattern.maps for i in terms if len(i) > 1]
        windowed = bool(sums) and form not in families.PLAIN_WINDOWS
        strides = [rng.choice([1, 1, 1, 2, 2, 3]) if windowed else 1 for _ in sums]
        dilations = [rng.choice([1, 1, 1, 1, 2, 3]) if windowed else 1 for _ in sums]
        number = {name: i for i, name in enumerate(pattern.loops)}

        def term(index: list[str]) -> Term:
            if len(index) == 1:
                return loop(number[index[0]])
            which = sums.index(index)
            return Term(((number[index[0]], strides[which]), (number[index[1]], dilations[which])))

        inputs = len(pattern.maps) - 1
        kinds = ["reduction" if n in pattern.reductions else "parallel" for n in pattern.loops]
        narrow = self.narrow() if form != "softmax" else self.dtype
        dtypes = [narrow] * inputs + [self.dtype]
        body = Body(rng, dtypes)
        read = [body.convert(i, self.dtype) for i in range(inputs if multiply else 1)]
        product = read[0]
        if multiply:
            product = body.add("mulf" if self.dtype in FLOATS else "muli", tuple(read), self.dtype)
        made = body.add(combiner, (inputs, product), self.dtype)
        attrs = {"strides": strides, "dilations": dilations} if windowed else {}
        return Plan(
            form,
            len(pattern.loops),
            kinds,
            [[term(index) for index in terms] for terms in pattern.maps],
            dtypes,
            body.instrs,
            [made],
            windows={number[name] for name in pattern.windows},
            shapes_only=set() if multiply else set(range(1, inputs)),
            attrs=attrs,
            combiner=combiner,
        )

    def contraction(self) -> bool:
        """Matrix products of all kinds; some with transposed operands."""
        rng = self.rng
        form = rng.choice([*families.CONTRACTIONS, "matmul", "matmul", "batch_matmul"])
        texts = list(families.CONTRACTIONS[form])
        attrs = {}
        if form in ("matmul", "batch_matmul") and rng.random() < 0.35:
            turned = rng.randrange(2)
            parts = texts[turned].split()
            texts[turned] = " ".join([*parts[:-2], parts[-1], parts[-2]])
            attrs = {"maps": True}
        if rng.random() < 0.12:
            form, attrs = "contract", {"maps": True}
            for which, text in enumerate(texts):
                parts = text.split()
                rng.shuffle(parts)
                texts[which] = " ".join(parts)
        plan = self.from_pattern(
            form,
            families.parse((texts[0], texts[1], texts[2])),
            "addf" if self.dtype in FLOATS else "addi",
            multiply=True,
        )
        plan.attrs |= attrs
        return self.build(plan)

    def convolution(self) -> bool:
        """Convolutions, including depthwise ones."""
        rng = self.rng
        common = ("conv_2d_nhwc_hwcf", "conv_2d_nchw_fchw", "depthwise_conv_2d_nhwc_hwc")
        form = rng.choice([*families.CONVOLUTIONS, *common, *common])
        combiner = "addf" if self.dtype in FLOATS else "addi"
        pattern = families.parse(families.CONVOLUTIONS[form])
        return self.build(self.from_pattern(form, pattern, combiner, multiply=True))

    def pooling(self) -> bool:
        """Append sums and extrema of windows."""
        form = self.rng.choice([*families.POOLINGS, "pooling_nchw_max", "pooling_nhwc_max"])
        texts, kind = families.POOLINGS[form]
        combiner = families.POOL_COMBINERS[kind][0 if self.dtype in FLOATS else 1]
        if combiner is None:
            return False
        plan = self.from_pattern(form, families.parse(texts), combiner, multiply=False)
        plan.dtypes[0] = self.dtype  # types differ in the conversion of extrema
        body = Body(self.rng, plan.dtypes)
        plan.body, plan.yields = body.instrs, [body.add(combiner, (2, 0), self.dtype)]
        return self.build(plan)

    def access(self, loops: list[int], reductions: set[int]) -> list[Term]:
        """Map of an input of a generic operation: random loops in a random order."""
        rng = self.rng
        picked = [i for i in loops if i in reductions or rng.random() < 0.8]
        if rng.random() < 0.3:
            rng.shuffle(picked)
        terms = []
        for i in picked:
            draw = rng.random()
            if draw < 0.06:
                terms.append(Term(((i, -1),)))
            elif draw < 0.12:
                terms.append(Term(((i, rng.choice([2, 2, 3])),), rng.choice([0, 0, 1])))
            elif draw < 0.15:
                terms.append(Term(((i, 1),), rng.choice([1, 2])))
            elif draw < 0.165:
                terms.append(Term(((i, 1),), 0, divide=2))
            elif draw < 0.18:
                terms.append(Term(((i, 1),), 0, modulo=rng.choice([2, 3])))
            else:
                terms.append(loop(i))
        if rng.random() < 0.06:
            terms.insert(rng.randrange(len(terms) + 1), Term((), rng.choice([0, 0, 1, 2])))
        return terms

    def generic(
        self,
        loops: int,
        reductions: set[int],
        results: int = 1,
        first: Callable[[list[int]], list[Term]] | None = None,
    ) -> bool:
        """Append a generic operation with random maps and a random body."""
        rng = self.rng
        dtype = self.other_dtype()
        inputs = pick(rng, {0: 0.6, 1: 5, 2: 4, 3: 1})
        everything = list(range(loops))
        maps = [self.access(everything, reductions) for _ in range(inputs)]
        if first and maps:
            maps[0] = first(everything)
        written = [i for i in everything if i not in reductions]
        out = [loop(i) for i in written]
        for _ in range(results):
            order = list(out)
            if rng.random() < 0.15:
                rng.shuffle(order)
            if rng.random() < 0.05:
                order.insert(rng.randrange(len(order) + 1), Term((), 0))
            if order and rng.random() < 0.04:
                which = rng.randrange(len(order))
                order[which] = Term(tuple((i, -factor) for i, factor in order[which].factors))
            maps.append(order)
        plain = {term.plain for terms in maps for term in terms}
        lacking = [i for i in everything if i not in plain]
        dtypes = [self.other_dtype() for _ in range(inputs)]
        shapes_only = set()
        if lacking:
            # Some operand must determine each extent, as the shape tensor of a window does.
            maps.insert(inputs, [loop(i) for i in lacking])
            dtypes.append(self.dtype)
            shapes_only = {inputs} if rng.random() < 0.3 else set()
            inputs += 1
        dtypes += [dtype] * results
        body = Body(rng, dtypes)
        read = [i for i in range(inputs) if i not in shapes_only]
        combiner = combiner_for(rng, dtype) if reductions else None
        yields = []
        for which in range(results):
            term = body.expression(read, dtype, loops)
            block = inputs + which
            if combiner:
                args = (term, block) if rng.random() < 0.5 else (block, term)
                term = body.add(combiner, args, dtype)
            elif rng.random() < (0.15 if inputs else 0.7):
                term = body.binary(term, block, dtype)
            yields.append(term)
        kinds = ["reduction" if i in reductions else "parallel" for i in everything]
        return self.build(
            Plan(
                "generic",
                loops,
                kinds,
                maps,
                dtypes,
                body.instrs,
                yields,
                shapes_only=shapes_only,
                combiner=combiner,
                attrs={"results": results},
            )
        )

    def elementwise(self) -> bool:
        """All loops parallel."""
        results = 2 if self.rng.random() < 0.06 else 1
        return self.generic(pick(self.rng, {1: 1.5, 2: 4, 3: 2, 4: 0.7}), set(), results)

    def reduction(self) -> bool:
        """Append an operation with random reduction loops."""
        rng = self.rng
        loops = pick(rng, {1: 1, 2: 4, 3: 4, 4: 1})
        count = min(loops, pick(rng, {1: 5, 2: 3, 3: 0.5}))
        results = 2 if rng.random() < 0.05 else 1
        return self.generic(loops, set(rng.sample(range(loops), count)), results)

    def lacking(self) -> bool:
        """Append an operation that combines its result only with an index or a constant."""
        rng = self.rng
        dtype = self.dtype
        loops = rng.randint(1, 3)
        reductions = set(rng.sample(range(loops), rng.randint(0, loops)))
        maps = [[loop(i) for i in range(loops) if i not in reductions]]
        if reductions:
            maps.insert(0, [loop(i) for i in range(loops)])
        inputs = len(maps) - 1
        body = Body(rng, [dtype] * len(maps))
        term = body.expression([], dtype, loops)
        if rng.random() < 0.7:
            term = body.binary(term, body.any_index(loops, dtype), dtype)
        combiner = combiner_for(rng, dtype)
        made = body.add(combiner, (inputs, term), dtype)
        kinds = ["reduction" if i in reductions else "parallel" for i in range(loops)]
        plan = Plan("generic", loops, kinds, maps, [dtype] * len(maps), body.instrs, [made])
        plan.combiner = combiner if reductions else None
        return self.build(plan)

    def windowed(self) -> bool:
        """Append a generic operation indexed by sums of loops: an unnamed convolution."""
        rng = self.rng
        dims = rng.choice([1, 1, 2])
        others = rng.choice([0, 1, 1, 2])
        loops = 2 * dims + others
        windows = set(range(dims, 2 * dims))

        def first(everything: list[int]) -> list[Term]:
            terms = []
            for i in range(dims):
                sign = -1 if rng.random() < 0.1 else 1
                stride, dilation = rng.choice([1, 1, 2, 3]), rng.choice([1, 1, 1, 2])
                terms.append(Term(((i, stride), (dims + i, sign * dilation))))
            terms += [loop(i) for i in everything[2 * dims :]]
            if rng.random() < 0.4:
                rng.shuffle(terms)
            return terms

        return self.generic(loops, windows, 1, first)

    def named_unary(self) -> bool:
        """linalg.exp and similar operations."""
        if self.dtype not in FLOATS:
            return False
        rng = self.rng
        form = rng.choice(list(families.UNARY))
        rank = rng.randint(1, 3)
        body = Body(rng, [self.dtype] * 2)
        inner = families.UNARY[form]
        if inner == "square":
            made = body.add("mulf", (0, 0), self.dtype)
        elif inner == "reciprocal":
            made = body.add("divf", (body.constant(1.0, self.dtype), 0), self.dtype)
        else:
            made = body.add(inner, (0,), self.dtype)
        return self._same_loops(form, rank, body, made, 1)

    def _same_loops(self, form: str, rank: int, body: Body, made: int, inputs: int) -> bool:
        identity = [loop(i) for i in range(rank)]
        maps = [list(identity) for _ in range(inputs + 1)]
        attrs = {}
        if form in families.ELEMENTWISE and self.rng.random() < 0.25:
            form, attrs = "elementwise", {"kind": families.ELEMENTWISE[form]}
            self.rng.shuffle(maps[0])
            if inputs > 1 and self.rng.random() < 0.5:
                maps[0].pop()
        dtypes = [instr.dtype for instr in body.instrs[: inputs + 1]]
        kinds = ["parallel"] * rank
        return self.build(Plan(form, rank, kinds, maps, dtypes, body.instrs, [made], attrs=attrs))

    def named_binary(self) -> bool:
        """linalg.add and similar operations."""
        form = self.rng.choice(list(families.BINARY))
        inner = families.BINARY[form][0 if self.dtype in FLOATS else 1]
        if inner is None:
            return False
        body = Body(self.rng, [self.dtype] * 3)
        made = body.add(inner, (0, 1), self.dtype)
        return self._same_loops(form, self.rng.randint(1, 4), body, made, 2)

    def mapped(self) -> bool:
        """linalg.map with a single operation."""
        rng = self.rng
        inner = combiner_for(rng, self.dtype)
        body = Body(rng, [self.dtype] * 3)
        made = body.add(inner, (0, 1), self.dtype)
        return self._same_loops("map", rng.randint(1, 3), body, made, 2)

    def reduced(self) -> bool:
        """linalg.reduce with a single operation."""
        rng = self.rng
        rank = rng.randint(1, 4)
        dims = sorted(rng.sample(range(rank), rng.randint(1, rank)))
        combiner = combiner_for(rng, self.dtype)
        body = Body(rng, [self.dtype] * 2)
        made = body.add(combiner, (0, 1), self.dtype)
        kinds = ["reduction" if i in dims else "parallel" for i in range(rank)]
        out = [loop(i) for i in range(rank) if i not in dims]
        return self.build(
            Plan(
                "reduce",
                rank,
                kinds,
                [[loop(i) for i in range(rank)], out],
                [self.dtype] * 2,
                body.instrs,
                [made],
                attrs={"dimensions": dims},
                combiner=combiner,
            )
        )

    def _moved(self, form: str, read: list[Term], loops: int, attrs: dict[str, Any]) -> bool:
        body = Body(self.rng, [self.dtype] * 2)
        plan = Plan(
            form,
            loops,
            ["parallel"] * loops,
            [read, [loop(i) for i in range(loops)]],
            [self.dtype] * 2,
            body.instrs,
            [0],
            attrs=attrs,
        )
        return self.build(plan)

    def transposed(self) -> bool:
        """linalg.transpose: dimension i of the result is dimension p[i] of the input."""
        rank = self.rng.randint(2, 4)
        permutation = list(range(rank))
        self.rng.shuffle(permutation)
        inverse = [permutation.index(i) for i in range(rank)]
        read = [loop(i) for i in inverse]
        return self._moved("transpose", read, rank, {"permutation": permutation})

    def broadcast(self) -> bool:
        """linalg.broadcast along new dimensions."""
        rank = self.rng.randint(1, 4)
        dims = sorted(self.rng.sample(range(rank), self.rng.randint(1, min(2, rank))))
        read = [loop(i) for i in range(rank) if i not in dims]
        return self._moved("broadcast", read, rank, {"dimensions": dims})

    def softmax(self) -> bool:
        """linalg.softmax along any dimension."""
        if self.dtype not in FLOATS:
            return False
        rank = self.rng.randint(1, 3)
        identity = [loop(i) for i in range(rank)]
        return self._moved("softmax", identity, rank, {"dimension": self.rng.randrange(rank)})

    def masked(self) -> bool:
        """Append a mask of infinities or large numbers, mostly with a function of its values."""
        if self.dtype not in FLOATS:
            return False
        rng = self.rng
        rank = rng.choice([2, 2, 3])
        body = Body(rng, [self.dtype] * 2)
        made = body.masked(0, rank, self.dtype)
        follows = rng.choice(["function", "function", "softmax", "softmax", "nothing"])
        if follows == "function":
            made = body.of_masked(made, self.dtype)
        identity = [loop(i) for i in range(rank)]
        maps, dtypes = [identity, identity], [self.dtype] * 2
        kinds = ["parallel"] * rank
        if not self.build(Plan("generic", rank, kinds, maps, dtypes, body.instrs, [made])):
            return False
        if follows != "softmax":
            return True
        return self._moved("softmax", identity, rank, {"dimension": rank - 1})

    def whole(self) -> bool:
        """Arithmetic on whole tensors."""
        found = [ref for ref in self.values if self.made.type_of(ref)[1] == self.dtype]
        if not found:
            return False
        ref = self.rng.choice(found)
        type_ = self.made.type_of(ref)
        floats = ["addf", "subf", "mulf", "maximumf", "minnumf", "negf", "tanh", "exp", "absf"]
        op = self.rng.choice(floats if type_[1] in FLOATS else ["addi", "subi", "muli", "maxsi"])
        unary = op in ("negf", "tanh", "exp", "absf")
        others = [r for r in self.values if self.made.type_of(r) == type_]
        operands = [ref] if unary else [ref, self.rng.choice(others)]
        if not unary and operands[0] == operands[1]:
            operands[1] = self._argument(*type_)
        self.values.append(self.made.add(Node("whole", operands, [type_], attrs={"op": op})))
        self.made.nodes[-1].attrs["elementwise"] = True
        return True

    def gather(self) -> bool:
        """Elements of a table at indices computed from data."""
        rng = self.rng
        loops = rng.randint(1, 3)
        rows = rng.choice([1, 2, 5, 16, 17])
        masked = rng.random() < 0.4
        if masked:
            rows = rng.choice([1, 2, 8, 16])
        index_type = rng.choice(["i32", "i64"])
        dtypes = [index_type, self.dtype]
        body = Body(rng, dtypes)
        index = 0
        if masked:
            index = body.add("andi", (0, body.constant(rows - 1, index_type)), index_type)
        args, shape = [index], [rows]
        at_most = {}
        if rng.random() < 0.5 and loops > 1:
            args.append(body.any_index(1, index_type))
            body.instrs[-1] = Instr("index", (), index_type, loops - 1)
            shape.append(rng.randint(2, 17))
            at_most = {loops - 1: shape[1]}
        made = body.add("extract", tuple(args), self.dtype, 0)
        identity = [loop(i) for i in range(loops)]
        return self.build(
            Plan(
                "generic",
                loops,
                ["parallel"] * loops,
                [identity, identity],
                dtypes,
                body.instrs,
                [made],
                tables=[(tuple(shape), self.dtype)],
                limits={} if masked else {0: rows},
                at_most=at_most,
            )
        )

    def argmax(self) -> bool:
        """Append the maximum of each row and its position: two results, no single combiner."""
        rng = self.rng
        if self.dtype == "i8":
            return False
        body = Body(rng, [self.dtype, self.dtype, "i32"])
        here = body.add("index", (), "i32", 1)
        predicate = "ogt" if self.dtype in FLOATS else "sgt"
        larger = body.add("cmp", (0, 1), "i1", predicate)
        value = body.add("select", (larger, 0, 1), self.dtype)
        place = body.add("select", (larger, here, 2), "i32")
        rows = [loop(0)]
        plan = Plan(
            "generic",
            2,
            ["parallel", "reduction"],
            [[loop(0), loop(1)], rows, rows],
            [self.dtype, self.dtype, "i32"],
            body.instrs,
            [value, place],
            attrs={"results": 2},
        )
        return self.build(plan)

    def centred(self) -> bool:
        """Rows minus their mean, and the sums of these: cancellation."""
        if self.dtype not in FLOATS or self.dtype in ("f16", "bf16"):
            return False
        rng = self.rng
        dtype = self.dtype
        rows, columns = extent(rng, 2), rng.choice([5, 16, 33, 64])
        data = self._argument((rows, columns), dtype)

        def row_sums(source: Ref) -> Ref:
            init = self.made.add(Node("fill", [], [((rows,), dtype)], attrs={"value": 0}))
            body = Body(rng, [dtype] * 2)
            made = body.add("addf", (0, 1), dtype)
            op = Structured(
                "reduce",
                [rows, columns],
                ["parallel", "reduction"],
                [[loop(0), loop(1)], [loop(0)]],
                1,
                body.instrs,
                [made],
                {"dimensions": [1]},
            )
            return self.made.add(Node("structured", [source, init], [((rows,), dtype)], op))

        sums = row_sums(data)
        init = self.made.add(Node("empty", [], [((rows, columns), dtype)]))
        body = Body(rng, [dtype] * 3)
        mean = body.add("divf", (1, body.constant(float(columns), dtype)), dtype)
        made = body.add("subf", (0, mean), dtype)
        whole = [loop(0), loop(1)]
        op = Structured(
            "generic",
            [rows, columns],
            ["parallel"] * 2,
            [whole, [loop(0)], whole],
            2,
            body.instrs,
            [made],
        )
        result = ((rows, columns), dtype)
        centred = self.made.add(Node("structured", [data, sums, init], [result], op))
        self.values += [sums, centred]
        if rng.random() < 0.5:
            self.values.append(row_sums(centred))
        return True

    def reshaped(self) -> bool:
        """tensor.collapse_shape and tensor.expand_shape."""
        rng = self.rng
        found = [ref for ref in self.values if len(self.made.type_of(ref)[0]) >= 1]
        if not found:
            return False
        ref = rng.choice(found)
        shape, dtype = self.made.type_of(ref)
        at = rng.randrange(len(shape))
        if len(shape) > 1 and rng.random() < 0.5:
            at = min(at, len(shape) - 2)
            groups = [[i] for i in range(at)] + [[at, at + 1]]
            groups += [[i] for i in range(at + 2, len(shape))]
            merged = (*shape[:at], shape[at] * shape[at + 1], *shape[at + 2 :])
            node = Node("collapse", [ref], [(merged, dtype)], attrs={"groups": groups})
        else:
            divisors = [d for d in range(1, shape[at] + 1) if shape[at] % d == 0]
            d = rng.choice(divisors)
            split = (*shape[:at], d, shape[at] // d, *shape[at + 1 :])
            groups = [[i] for i in range(at)] + [[at, at + 1]]
            groups += [[i + 1] for i in range(at + 1, len(shape))]
            node = Node("expand", [ref], [(split, dtype)], attrs={"groups": groups})
        self.values.append(self.made.add(node))
        return True

    def picked_value(self) -> tuple[Ref, tuple[int, ...], str] | None:
        """A random value with its shape and type; None for a scalar, or if there are no values."""
        if not self.values:
            return None
        ref = self.rng.choice(self.values)
        shape, dtype = self.made.type_of(ref)
        return (ref, shape, dtype) if shape else None

    def padded(self) -> bool:
        """tensor.pad by a constant."""
        rng = self.rng
        if (picked := self.picked_value()) is None:
            return False
        ref, shape, dtype = picked
        low = [rng.choice([0, 0, 1, 2]) for _ in shape]
        high = [rng.choice([0, 0, 1, 3]) for _ in shape]
        if not any(low + high):
            high[0] = 1
        padded = tuple(n + a + b for n, a, b in zip(shape, low, high, strict=True))
        attrs = {"low": low, "high": high, "value": rng.choice([0, 0, 1])}
        self.values.append(self.made.add(Node("pad", [ref], [(padded, dtype)], attrs=attrs)))
        return True

    def sliced(self) -> bool:
        """tensor.extract_slice, with strides."""
        rng = self.rng
        if (picked := self.picked_value()) is None:
            return False
        ref, shape, dtype = picked
        offsets, sizes, strides = [], [], []
        for n in shape:
            stride = rng.choice([1, 1, 1, 2])
            offset = rng.randrange(min(n, 3))
            strides.append(stride)
            offsets.append(offset)
            sizes.append(rng.randint(1, (n - 1 - offset) // stride + 1))
        attrs = {"offsets": offsets, "strides": strides}
        node = Node("slice", [ref], [(tuple(sizes), dtype)], attrs=attrs)
        self.values.append(self.made.add(node))
        return True


def _read_first(program: Program, rng: random.Random) -> bool:
    """Let an output begin from an argument in place of a constant; False if none can.

    Values that the program uses later may become such an output, too.
    """
    uses = Counter(ref for node in program.nodes for ref in node.operands)
    found = []
    for position, node in enumerate(program.nodes):
        for which in range(node.op.inits if node.op else 0):
            init, _ = ref = node.operands[node.op.inputs + which]
            if program.nodes[init].kind == "fill" and uses[ref] == 1:
                found.append(((position, which), init))
    if not found:
        return False
    output, init = rng.choice(found)
    program.nodes[init] = Node("arg", [], program.nodes[init].results)
    if output not in program.outputs:
        program.outputs.append(output)
    return True


def _used(plan: Plan) -> list[Instr]:
    """Instructions that some result depends on."""
    needed = set(plan.yields)
    for position in range(len(plan.body) - 1, -1, -1):
        if position in needed:
            needed |= set(plan.body[position].args)
    return [plan.body[i] for i in sorted(needed)]


def _product(numbers: list[int]) -> int:
    product = 1
    for n in numbers:
        product *= n
    return product


def generate(seed: int, index: int) -> Program:
    """Program number `index` of a seed."""
    return Generator(f"{seed}/{index}").program()
