"""Arrays with bounds of their rounding errors, and the scalar operations on them.

A float array is stored in a wider type (`value`), with a bound on the error of any correct kernel
(`error`) and the magnitude of the terms that contribute to it (`magnitude`): the lowering may
reassociate sums, so a rounding error is relative to the terms, not to their sum. If all terms are
small integers, nothing is rounded in any order, and the bound is zero. Integers wrap around.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from model import FLOATS
from numpy.typing import NDArray

Array = NDArray[Any]
#: Bits of the significand, largest and smallest normal number.
PRECISION = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}
LARGEST = {"f64": 1.7976931348623157e308, "f32": 3.4028234663852886e38, "f16": 65504.0}
LARGEST["bf16"] = 3.3895313892515355e38
SMALLEST = {"f64": 2.0**-1022, "f32": 2.0**-126, "f16": 2.0**-14, "bf16": 2.0**-126}
NUMPY = {"i64": np.int64, "i32": np.int32, "i8": np.int8, "i1": np.bool_}
WIDE = {"f64": np.longdouble, "f32": np.float64, "f16": np.float64, "bf16": np.float64}
#: The type in which a kernel stores them; bfloat16 as bits.
STORED = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i8": np.int8,
}
#: Largest error, in units in the last place, of a function of libm or of its replacement.
FUNCTION_ULPS = 8.0


def bits_of(value: float, dtype: str) -> int:
    """Bit pattern of a number without a decimal form (infinite or NaN)."""
    if dtype == "bf16":
        return int(np.array(value, np.float32).view(np.uint32)) >> 16
    unsigned = {"f64": np.uint64, "f32": np.uint32, "f16": np.uint16}[dtype]
    return int(np.array(value, STORED[dtype]).view(unsigned))


def quantize(value: Array, dtype: str) -> Array:
    """Return the nearest numbers of the type."""
    _, exponent = np.frexp(value)
    _, least = np.frexp(SMALLEST[dtype])
    place = np.maximum(exponent, least) - PRECISION[dtype]
    return np.ldexp(np.rint(np.ldexp(value, -place)), place)


def encode(value: Array, dtype: str) -> Array:
    """The value that a kernel reads. Requires: quantized."""
    if dtype == "bf16":
        with np.errstate(all="ignore"):
            bits = np.asarray(value.astype(np.float32)).view(np.uint32) >> 16
            return np.asarray(bits).astype(np.uint16)
    return np.ascontiguousarray(value.astype(STORED[dtype])).reshape(value.shape)


def decode(stored: Array, dtype: str) -> Array:
    """Numbers written by a kernel, in the wide type."""
    if dtype == "bf16":
        stored = (stored.astype(np.uint32) << 16).view(np.float32)
    return stored.astype(WIDE[dtype]) if dtype in FLOATS else stored


@dataclass
class Bounded:
    """Numbers of one element type; `error` and `magnitude` are None for integers.

    With an infinite error, any value is accepted.
    """

    dtype: str
    value: Array
    error: Array | None = None
    magnitude: Array | None = None
    #: For i1: comparisons whose result rounding may change.
    unsure: Array | None = None

    def __post_init__(self) -> None:
        """NumPy turns arrays without dimensions into scalars."""
        self.value = np.asarray(self.value)
        if self.error is not None:
            self.error = np.asarray(self.error)
            self.magnitude = np.asarray(self.magnitude)
        if self.unsure is not None:
            self.unsure = np.asarray(self.unsure)

    def map(self, change: Callable[[Array], Array]) -> Bounded:
        """Apply an index or a reshape to all members."""
        parts = (self.value, self.error, self.magnitude, self.unsure)
        return Bounded(self.dtype, *(None if part is None else change(part) for part in parts))


def exact(value: Array, dtype: str) -> Bounded:
    """Exact numbers."""
    if dtype not in FLOATS:
        return Bounded(dtype, np.asarray(value, NUMPY[dtype]))
    wide = np.asarray(value, WIDE[dtype])
    # Infinities are exact: the initial value of a maximum has no magnitude.
    return Bounded(dtype, wide, np.zeros(wide.shape), np.where(_special(wide), 0, np.abs(wide)))


def settle(dtype: str, value: Array, error: Array, magnitude: Array, known: Array) -> Bounded:
    """Make meaningless bounds infinite: near overflow, and of unsure operands.

    `known`: all operands had a finite bound.
    """
    overflows = magnitude + np.where(np.isfinite(error), error, 0) >= LARGEST[dtype] / 4
    error = np.where(np.isnan(error) | (overflows & ~_special(value)), np.inf, error)
    # A NaN, or an infinite operand, is not an effect of rounding.
    error = np.where(_special(value) & known, 0.0, error)
    error = np.where(known, error, np.inf)
    magnitude = np.where(np.isnan(magnitude), np.inf, magnitude)
    return Bounded(dtype, value, np.asarray(error, np.float64), magnitude)


def _special(value: Array) -> Array:
    return ~np.isfinite(value)


def _known(*arguments: Bounded) -> Array:
    known = np.asarray(True)
    for argument in arguments:
        if argument.error is not None:
            known = known & np.isfinite(argument.error)
        if argument.unsure is not None:
            known = known & ~argument.unsure
    return known


def rounding(dtype: str, value: Array, error: Array, magnitude: Array, steps: Any = 1) -> Array:
    """Bound after `steps` roundings of sums of terms of that magnitude.

    The terms of a kernel are larger by up to `error`: floor may be 1 in place of 0.
    """
    whole = (error == 0) & (magnitude <= 2.0 ** PRECISION[dtype]) & (value == np.rint(value))
    epsilon = 2.0 ** (1 - PRECISION[dtype])
    rounded = epsilon * (magnitude + error) + SMALLEST[dtype]
    return np.where(whole, 0.0, error + steps * rounded)


def _sure_of_special(value: Array, a: Bounded, b: Bounded) -> Array:
    """Elements whose NaN or infinity does not change by rounding of an operand.

    Infinity times 1, where rounding may change 1 into 0, may be NaN.
    """
    sure = np.asarray(True)
    for operand in (a, b):
        sure = sure & ((np.abs(operand.value) > operand.error) | (operand.error == 0))
    return sure | ~_special(value) | np.isnan(a.value) | np.isnan(b.value)


def _arithmetic(op: str, a: Bounded, b: Bounded) -> Bounded:
    if op in ("addf", "subf"):
        value = a.value + b.value if op == "addf" else a.value - b.value
        error, magnitude = a.error + b.error, a.magnitude + b.magnitude
        # With reassociation (x - y) + y is x for every y: NaN may disappear, and an infinity that
        # no operand is.
        infinite = np.isinf(value) & (np.isinf(a.value) | np.isinf(b.value))
        known = _known(a, b) & (np.isfinite(value) | infinite)
        return settle(a.dtype, value, rounding(a.dtype, value, error, magnitude), magnitude, known)
    elif op == "mulf":
        value = a.value * b.value
        magnitude = a.magnitude * b.magnitude
        error = (np.abs(a.value) + a.error) * b.error + np.abs(b.value) * a.error
    else:
        value = a.value / b.value
        least = np.maximum(np.abs(b.value) - b.error, 0)
        error = (a.error + np.abs(value) * b.error) / least
        # The reciprocal may be computed first, and rounded.
        magnitude = 2 * a.magnitude / least
        error = np.where(a.magnitude + a.error == 0, 0, error) + 0 * value
        return settle(
            a.dtype,
            value,
            error + 2.0 ** (2 - PRECISION[a.dtype]) * magnitude + SMALLEST[a.dtype],
            magnitude,
            # The reciprocal of a smaller number is infinite, and the sign of a zero may be lost.
            _known(a, b)
            & _sure_of_special(value, a, b)
            & ((least >= 4 * SMALLEST[a.dtype]) | np.isnan(value)),
        )
    known = _known(a, b) & _sure_of_special(value, a, b)
    return settle(a.dtype, value, rounding(a.dtype, value, error, magnitude), magnitude, known)


def _extremum(op: str, a: Bounded, b: Bounded) -> Bounded:
    pick = {
        "maximumf": np.maximum,
        "minimumf": np.minimum,
        "maxnumf": np.fmax,
        "minnumf": np.fmin,
    }[op]
    error = np.maximum(a.error, b.error)
    # An operand that cannot be the result does not matter.
    apart = np.abs(a.value - b.value) > a.error + b.error
    value = pick(a.value, b.value)
    error = np.where(apart & (value == a.value), a.error, error)
    error = np.where(apart & (value == b.value), b.error, error)
    magnitude = np.fmax(a.magnitude, b.magnitude)
    return settle(a.dtype, value, error, magnitude, _known(a, b))


def _erf(value: Array) -> Array:
    return np.vectorize(math.erf, otypes=[np.float64])(value.astype(np.float64)).astype(value.dtype)


def _round_away(value: Array) -> Array:
    return np.copysign(np.floor(np.abs(value) + 0.5), value)


#: Functions that are not monotone have derivatives of at most one.
FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "cbrt": np.cbrt,
    "tanh": np.tanh,
    "sinh": np.sinh,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "erf": _erf,
    "erfc": lambda x: 1 - _erf(x),
}
WAVES: dict[str, Callable[[Array], Array]] = {"sin": np.sin, "cos": np.cos}
#: For small values, the error is relative to 1, not to the value.
AGAINST_ONE = {"erfc", "expm1", "log", "log2", "log10", "log1p"}
STEPS: dict[str, Callable[[Array], Array]] = {
    "floor": np.floor,
    "ceil": np.ceil,
    "round": _round_away,
    "roundeven": np.rint,
    "trunc": np.trunc,
}


def _same_special(value: Array, *others: Array) -> Array:
    """Elements in which `value` is finite, or all are the same NaN or infinity."""
    same = np.asarray(True)
    for other in others:
        same = same & ((other == value) | np.isnan(other) & np.isnan(value))
    return same | ~_special(value)


def _function(op: str, a: Bounded) -> Bounded:
    epsilon = 2.0 ** (1 - PRECISION[a.dtype])
    known = _known(a)
    if op in WAVES:
        value = WAVES[op](a.value)
        error = np.minimum(a.error, 2) + FUNCTION_ULPS * epsilon
    elif op in STEPS:
        value = STEPS[op](a.value)
        low, high = STEPS[op](a.value - a.error), STEPS[op](a.value + a.error)
        error = np.maximum(np.abs(high - value), np.abs(value - low))
        error = np.where(np.isfinite(a.value), error, 0)
    else:
        value = FUNCTIONS[op](a.value)
        low, high = FUNCTIONS[op](a.value - a.error), FUNCTIONS[op](a.value + a.error)
        moved = np.maximum(np.abs(high - value), np.abs(value - low))
        moved = np.where(a.error == 0, 0, moved)
        size = np.abs(value) + moved + (1 if op in AGAINST_ONE else 0)
        error = moved + FUNCTION_ULPS * epsilon * size + 4 * SMALLEST[a.dtype]
        # exp(x) overflows for x + error, and is 0 for x - error.
        known = known & (_special(a.value) | _same_special(value, low, high))
        # A kernel may flush operands to zero, or overflow slightly earlier.
        if op in ("exp", "exp2", "sinh"):
            error = np.where(np.abs(value) > LARGEST[a.dtype] / 4, np.inf, error)
    return settle(a.dtype, value, error, np.abs(value), known)


def _power(a: Bounded, b: Bounded) -> Bounded:
    value = a.value**b.value
    corners = [(a.value + i * a.error) ** (b.value + k * b.error) for i in (-1, 1) for k in (-1, 1)]
    epsilon = 2.0 ** (1 - PRECISION[a.dtype])
    # Usually computed as the exponential of a product with a logarithm.
    stretch = 1 + np.abs(b.value * np.log(np.abs(a.value)))
    moved = np.maximum.reduce([np.abs(corner - value) for corner in corners])
    error = moved + FUNCTION_ULPS * epsilon * np.abs(value) * stretch
    known = _known(a, b) & (_special(a.value) | _special(b.value) | _same_special(value, *corners))
    return settle(a.dtype, value, error + SMALLEST[a.dtype], np.abs(value), known)


COMPARE: dict[str, Callable[[Array, Array], Array]] = {
    "oeq": np.equal,
    "ogt": np.greater,
    "oge": np.greater_equal,
    "olt": np.less,
    "ole": np.less_equal,
    "une": np.not_equal,
    "uno": lambda a, b: np.isnan(a) | np.isnan(b),
    "eq": np.equal,
    "ne": np.not_equal,
    "sgt": np.greater,
    "sge": np.greater_equal,
    "slt": np.less,
    "sle": np.less_equal,
}


def compare(predicate: str, a: Bounded, b: Bounded) -> Bounded:
    """Comparison; unsure if rounding decides."""
    value = COMPARE[predicate](a.value, b.value)
    if a.error is None:
        return Bounded("i1", value, unsure=np.zeros(value.shape, np.bool_))
    error = a.error + b.error
    unsure = (error > 0) & ~(np.abs(a.value - b.value) > error)
    return Bounded("i1", value, unsure=unsure & ~np.isnan(a.value + b.value) | ~_known(a, b))


def select(condition: Bounded, a: Bounded, b: Bounded) -> Bounded:
    """Select by the condition; where it is unsure, the error covers both values."""
    value = np.where(condition.value, a.value, b.value)
    if a.error is None:
        return Bounded(a.dtype, value, unsure=_either(condition, a, b))
    error = np.where(condition.value, a.error, b.error)
    both = np.abs(a.value - b.value) + np.maximum(a.error, b.error)
    error = np.where(condition.unsure, both, error)
    magnitude = np.where(condition.value, a.magnitude, b.magnitude)
    magnitude = np.where(condition.unsure, np.maximum(a.magnitude, b.magnitude), magnitude)
    return settle(a.dtype, value, error, magnitude, np.isfinite(error))


def _either(condition: Bounded, a: Bounded, b: Bounded) -> Array | None:
    parts = [part for part in (a.unsure, b.unsure) if part is not None]
    if condition.unsure is not None:
        parts.append(condition.unsure & (a.value != b.value))
    if not parts:
        return None
    together = parts[0]
    for part in parts[1:]:
        together = together | part
    return np.broadcast_to(together, np.broadcast_shapes(together.shape, a.value.shape))


INTEGER: dict[str, Callable[[Array, Array], Array]] = {
    "addi": np.add,
    "subi": np.subtract,
    "muli": np.multiply,
    "maxsi": np.maximum,
    "minsi": np.minimum,
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "shli": np.left_shift,
    "shrsi": np.right_shift,
    # As in C, rounded towards zero.
    "divsi": lambda a, b: a // b + ((a % b != 0) & ((a < 0) != (b < 0))),
    "floordivsi": np.floor_divide,
    "remsi": np.fmod,
}


def _unsigned(a: Array) -> Array:
    return a.view({1: np.uint8, 4: np.uint32, 8: np.uint64}[a.dtype.itemsize])


def _integer(op: str, a: Bounded, b: Bounded) -> Bounded:
    if op in ("maxui", "minui"):
        first = _unsigned(a.value) > _unsigned(b.value)
        value = np.where(first == (op == "maxui"), a.value, b.value)
    else:
        value = INTEGER[op](a.value, b.value)
    parts = [part for part in (a.unsure, b.unsure) if part is not None]
    unsure = None
    if parts:
        unsure = np.broadcast_to(np.logical_or.reduce(np.broadcast_arrays(*parts)), value.shape)
    return Bounded(a.dtype, value.astype(NUMPY[a.dtype]), unsure=unsure)


def cast(a: Bounded, dtype: str) -> Bounded:
    """Conversion between types, by the definitions of arith."""
    if a.dtype in FLOATS and dtype in FLOATS:
        value = a.value.astype(WIDE[dtype])
        error = a.error
        if PRECISION[dtype] < PRECISION[a.dtype] or SMALLEST[dtype] > SMALLEST[a.dtype]:
            moved = rounding(dtype, value, error, a.magnitude)
            error = np.where((error == 0) & (quantize(value, dtype) == value), 0.0, moved)
        return settle(dtype, value, error, a.magnitude, _known(a))
    if dtype in FLOATS:
        value = a.value.astype(WIDE[dtype])
        made = exact(value, dtype)
        near = np.abs(value) * 2.0 ** (1 - PRECISION[dtype])
        error = np.where(quantize(value, dtype) == value, 0.0, near)
        known = np.asarray(True) if a.unsure is None else ~a.unsure
        return settle(dtype, made.value, error, made.magnitude, known)
    if a.dtype in FLOATS:
        whole = np.trunc(a.value)
        low, high = np.trunc(a.value - a.error), np.trunc(a.value + a.error)
        # Values out of range give poison.
        fits = np.abs(a.value) + a.error < np.iinfo(NUMPY[dtype]).max
        unsure = ~fits | (low != high) | ~_known(a)
        return Bounded(dtype, np.where(fits, whole, 0).astype(NUMPY[dtype]), unsure=unsure)
    return Bounded(dtype, a.value.astype(NUMPY[dtype]), unsure=a.unsure)


def scalar(op: str, arguments: list[Bounded]) -> Bounded:
    """Return the result of an operation of arith or math, element by element."""
    a = arguments[0]
    if op in ("addf", "subf", "mulf", "divf"):
        return _arithmetic(op, a, arguments[1])
    if op in ("maximumf", "minimumf", "maxnumf", "minnumf"):
        return _extremum(op, a, arguments[1])
    if op == "select":
        return select(a, arguments[1], arguments[2])
    if op == "negf":
        return Bounded(a.dtype, -a.value, a.error, a.magnitude)
    if op == "absf":
        return Bounded(a.dtype, np.abs(a.value), a.error, a.magnitude)
    if op == "absi":
        return Bounded(a.dtype, np.abs(a.value), unsure=a.unsure)
    if op == "copysign":
        value = np.copysign(a.value, arguments[1].value)
        turns = ~(np.abs(arguments[1].value) > arguments[1].error)
        return settle(a.dtype, value, a.error, a.magnitude, _known(*arguments) & ~turns)
    if op == "fma":
        return _arithmetic("addf", _arithmetic("mulf", a, arguments[1]), arguments[2])
    if op == "powf":
        return _power(a, arguments[1])
    if op in FUNCTIONS or op in WAVES or op in STEPS:
        return _function(op, a)
    return _integer(op, a, arguments[1])
