"""Random bodies of structured operations."""

from __future__ import annotations

import math
import random
from typing import Any

from model import FLOATS, Instr

FLOAT_COMBINERS = {
    "addf": 8,
    "mulf": 1,
    "maximumf": 2,
    "minimumf": 2,
    "maxnumf": 4,
    "minnumf": 3,
}
INTEGER_COMBINERS = {
    "addi": 6,
    "muli": 1,
    "maxsi": 2,
    "minsi": 2,
    "maxui": 1,
    "minui": 1,
    "andi": 1,
    "ori": 1,
    "xori": 1,
}
_FLOAT_BINARY = {
    "addf": 6,
    "subf": 4,
    "mulf": 5,
    "maximumf": 2,
    "minimumf": 2,
    "maxnumf": 2,
    "minnumf": 2,
    "divf": 1,
    "select": 2,
    "branch": 3,
    "copysign": 0.5,
    "powf": 0.3,
}
_INTEGER_BINARY = {
    "addi": 5,
    "subi": 3,
    "muli": 3,
    "maxsi": 2,
    "minsi": 2,
    "maxui": 1,
    "minui": 1,
    "andi": 1,
    "ori": 1,
    "xori": 1,
    "select": 2,
    "branch": 3,
}
_FLOAT_UNARY = {
    **dict.fromkeys(("negf", "absf", "exp", "tanh", "sqrt", "rsqrt", "sin", "cos", "erf"), 2.0),
    **dict.fromkeys(("log", "floor", "ceil"), 1.5),
    **dict.fromkeys(("exp2", "expm1", "log1p", "log2", "log10", "cbrt", "sinh", "asinh"), 0.6),
    **dict.fromkeys(("atan", "erfc", "round", "roundeven", "trunc"), 0.6),
}
_INTEGER_UNARY = {"absi": 1, "shli": 1, "shrsi": 1, "divsi": 1, "floordivsi": 0.5, "remsi": 1}
#: Least and greatest elements, with which reductions by extrema start.
LIMITS = {
    "i64": (-(2**63), 2**63 - 1),
    "i32": (-(2**31), 2**31 - 1),
    "i8": (-128, 127),
}


def pick(rng: random.Random, weights: dict[Any, float]) -> Any:
    """Return a key with a probability proportional to its weight."""
    return rng.choices(list(weights), list(weights.values()))[0]


def neutral(combiner: str, dtype: str) -> float | int:
    """Return a neutral element of a reduction."""
    if combiner in ("addf", "addi", "ori", "xori", "maxui"):
        return 0
    if combiner in ("mulf", "muli"):
        return 1
    if combiner in ("andi", "minui"):
        return -1
    low, high = LIMITS.get(dtype, (float("-inf"), float("inf")))
    return low if combiner.startswith("max") else high


class Body:
    """A list of instructions under construction."""

    def __init__(self, rng: random.Random, dtypes: list[str]) -> None:
        self.rng = rng
        self.instrs = [Instr("input", (), dtype, k) for k, dtype in enumerate(dtypes)]

    def add(self, op: str, args: tuple[int, ...], dtype: str, value: Any = None) -> int:
        """Append an instruction; return its position."""
        self.instrs.append(Instr(op, args, dtype, value))
        return len(self.instrs) - 1

    def constant(self, value: float | int, dtype: str) -> int:
        """Append a number; return its position."""
        return self.add("const", (), dtype, value)

    def convert(self, position: int, dtype: str) -> int:
        """Convert a number to another type; floats are limited to the range of the integers."""
        source = self.instrs[position].dtype
        if source == dtype:
            return position
        if source in FLOATS and {source, dtype} == {"f16", "bf16"}:
            position = self.add("cast", (position,), "f32")
        return self.add("cast", (position,), dtype)

    def any_constant(self, dtype: str) -> int:
        """Return a constant that every type can represent, or (f64, f32) a large one."""
        if dtype in FLOATS:
            choices = [0.5, 1.0, 2.0, -1.0, 3.0, 7.0, -0.25]
            if dtype == "f64":
                choices += [1e200, 1e-200]
            if dtype == "f32":
                choices += [2.0**100]
            return self.constant(self.rng.choice(choices), dtype)
        return self.constant(self.rng.choice([1, 2, 3, -1, 7, -5, 100]), dtype)

    def any_index(self, loops: int, dtype: str) -> int:
        """linalg.index of a random loop."""
        return self.add("index", (), dtype, self.rng.randrange(loops))

    def binary(self, a: int, b: int, dtype: str) -> int:
        """Combine two numbers by a random operation."""
        weights = _FLOAT_BINARY if dtype in FLOATS else _INTEGER_BINARY
        op = pick(self.rng, weights)
        if op == "select":
            predicates = ["ogt", "olt", "oge", "une"] if dtype in FLOATS else ["sgt", "sle", "ne"]
            if self.rng.random() < 0.5:
                a, b = b, a
            condition = self.add("cmp", (a, b), "i1", self.rng.choice(predicates))
            return self.add("select", (condition, a, b), dtype)
        if op == "branch":
            return self.add("select", (self.condition(a, dtype), b, a), dtype)
        if op == "divf":
            b = self.above_zero(b, dtype)
        if op == "powf":
            a = self.above_zero(a, dtype)
            b = self.constant(self.rng.choice([2.0, 0.5, -1.0, 1.5]), dtype)
        return self.add(op, (a, b), dtype)

    def condition(self, a: int, dtype: str) -> int:
        """Compare with a constant that random numbers rarely reach, or ask for NaN."""
        rng = self.rng
        if dtype not in FLOATS:
            limit = self.constant(rng.choice([0, 1, 100, -7, 120]), dtype)
            return self.add("cmp", (a, limit), "i1", rng.choice(["eq", "ne", "sgt", "slt"]))
        if rng.random() < 0.1:
            return self.add("cmp", (a, a), "i1", "uno")
        limit = self.constant(rng.choice([0.0, 1.0, 5.0, 100.0, 1000.0, -6.0]), dtype)
        return self.add("cmp", (a, limit), "i1", rng.choice(["oeq", "une", "ogt", "ole"]))

    def saturated(self, a: int, dtype: str) -> int:
        """Return a number that is the same for nearly every `a`."""
        rng = self.rng
        if dtype not in FLOATS:
            most = self.constant(LIMITS[dtype][1] - rng.choice([0, 1, 5]), dtype)
            return self.add("maxsi", (a, most), dtype)
        far = self.constant(rng.choice([40.0, 1000.0, 4000.0]), dtype)
        if rng.random() < 0.3:
            return self.add("tanh", (self.add("addf", (a, far), dtype),), dtype)
        below = self.add("subf", (a, far), dtype)
        return self.add("maximumf", (below, self.constant(0.0, dtype)), dtype)

    def above_zero(self, a: int, dtype: str) -> int:
        """Return |a| + 1."""
        size = self.add("absf", (a,), dtype)
        return self.add("addf", (size, self.constant(1.0, dtype)), dtype)

    def unary(self, a: int, dtype: str) -> int:
        """Apply a random unary operation."""
        if dtype not in FLOATS:
            op = pick(self.rng, _INTEGER_UNARY)
            if op == "absi":
                return self.add(op, (a,), dtype)
            by = self.rng.choice([1, 2, 3] if op in ("shli", "shrsi") else [2, 3, 7])
            return self.add(op, (a, self.constant(by, dtype)), dtype)
        op = pick(self.rng, _FLOAT_UNARY)
        wants_positive = op in ("log", "log2", "log10", "log1p", "sqrt", "rsqrt")
        if wants_positive and self.rng.random() < 0.9:
            a = self.above_zero(a, dtype)
        return self.add(op, (a,), dtype)

    def masked(self, a: int, loops: int, dtype: str) -> int:
        """Return the number where a comparison of the last two indices holds, else an infinity."""
        here, there = (self.add("index", (), "i32", loops - k) for k in (1, 2))
        counts = self.add("cmp", (here, there), "i1", self.rng.choice(["sle", "sge", "slt", "ne"]))
        large = -6e4 if dtype == "f16" else -(2.0**30)
        value = self.rng.choice([-math.inf, -math.inf, -math.inf, math.inf, large])
        mask = self.constant(value, dtype)
        if self.rng.random() < 0.5:
            return self.add("select", (counts, a, mask), dtype)
        mask = self.add("select", (counts, self.constant(0.0, dtype), mask), dtype)
        return self.add("addf", (a, mask), dtype)

    def of_masked(self, a: int, dtype: str) -> int:
        """Return a function of the number that is flat at one of the infinities, or at both."""
        op = self.rng.choice(["exp", "exp", "exp2", "tanh", "erf", "atan", "sigmoid", "reciprocal"])
        if op not in ("sigmoid", "reciprocal"):
            return self.add(op, (a,), dtype)
        one = self.constant(1.0, dtype)
        if op == "reciprocal":
            return self.add("divf", (one, self.above_zero(a, dtype)), dtype)
        power = self.add("exp", (self.add("negf", (a,), dtype),), dtype)
        return self.add("divf", (one, self.add("addf", (power, one), dtype)), dtype)

    def expression(self, inputs: list[int], dtype: str, loops: int) -> int:
        """Return a value that uses all inputs, or (rarely) none of them."""
        rng = self.rng
        pool = [self.convert(i, dtype) for i in inputs]
        if pool and rng.random() < 0.05:
            pool = []
        if rng.random() < 0.14 and loops:
            pool.append(self.any_index(loops, dtype))
        if not pool or rng.random() < 0.18:
            pool.append(self.any_constant(dtype))
        if rng.random() < 0.15:
            pool.append(rng.choice(pool))
        rng.shuffle(pool)
        while len(pool) > 1:
            a = pool.pop()
            b = pool.pop()
            if rng.random() < 0.2:
                a = self.unary(a, dtype)
            pool.insert(rng.randrange(len(pool) + 1), self.binary(a, b, dtype))
        made = pool[0]
        if rng.random() < 0.06:
            return self.saturated(made, dtype)
        return self.unary(made, dtype) if rng.random() < 0.3 else made


def combiner_for(rng: random.Random, dtype: str) -> str:
    """Return the operation by which a reduction combines values."""
    return str(pick(rng, FLOAT_COMBINERS if dtype in FLOATS else INTEGER_COMBINERS))
