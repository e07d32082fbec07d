"""Inputs of many kinds: each reveals errors that others hide."""

from __future__ import annotations

import numpy as np
from bounded import LARGEST, NUMPY, PRECISION, Bounded, exact, quantize
from model import FLOATS, Program
from numpy.typing import NDArray

#: Sums of the first three are exact in every type, so that no error is tolerated. The first of a
#: pair is the kind of the integers.
DRAWS = (
    "sparse",  # zeros, a few ones
    "small",  # integers in [-3, 3]
    "signs",  # 1 and -1: products stay exact too
    "uniform",  # [-1, 1); integers from their whole range
    "positive",  # [0, 1): growing sums
    "wide",  # magnitudes over many powers of two
    "large",  # near the limits of the type
    "planted",  # an extremum at one place of each row
    "cancelling",  # each number beside its negation
    "special",  # some NaN and infinities
    "branches",  # some constants of the program, and numbers far beyond them
)


def _floats(
    draw: str, shape: tuple[int, ...], dtype: str, rng: np.random.Generator, wanted: list[float]
) -> NDArray:
    value = np.asarray(rng.uniform(-1, 1, shape))
    if draw == "sparse":
        return np.asarray(np.where(rng.random(shape) < 0.15, np.sign(value), 0.0))
    if draw in ("small", "planted"):
        value = np.asarray(rng.integers(-3, 4, shape)).astype(np.float64)
    if draw == "signs":
        return np.asarray(np.where(value < 0, -1.0, 1.0))
    if draw == "positive":
        return np.abs(value)
    if draw == "wide":
        reach = {"f64": 60, "f32": 20, "bf16": 20, "f16": 6}[dtype]
        return value * 2.0 ** rng.integers(-reach, reach, shape)
    if draw == "large":
        reach = {"f64": 2.0**500, "f32": 2.0 ** rng.integers(10, 60), "f16": 2.0**10}
        reach["bf16"] = 2.0 ** rng.integers(10, 60)
        return value * reach[dtype]
    if draw == "planted":
        return _plant(value, [2.0 ** (PRECISION[dtype] - 2), -(2.0 ** (PRECISION[dtype] - 2))], rng)
    if draw == "cancelling":
        flat = value.reshape(-1)
        half = len(flat) // 2
        flat[half : 2 * half] = -flat[:half]
        return flat.reshape(shape)
    if draw == "special":
        return _plant(value, [np.nan, np.inf, -np.inf], rng)
    if draw == "branches":
        chosen = rng.choice([x for x in wanted if abs(x) < LARGEST[dtype]], shape)
        return np.asarray(np.where(rng.random(shape) < 1 / 16, chosen, value))
    return value


def _plant(value: NDArray, numbers: list[float], rng: np.random.Generator) -> NDArray:
    """Put one of the numbers at a random place of each row."""
    if value.ndim == 0:
        return value
    rows = value.reshape(-1, value.shape[-1])
    for row in rows:
        if rng.random() < 0.7:
            row[rng.integers(len(row))] = rng.choice(numbers)
    return rows.reshape(value.shape)


def _integers(
    draw: str, shape: tuple[int, ...], dtype: str, rng: np.random.Generator, wanted: list[float]
) -> NDArray:
    info = np.iinfo(NUMPY[dtype])
    if draw == "sparse":
        picked = rng.integers(-1, 2, shape, NUMPY[dtype])
        return np.asarray(np.where(rng.random(shape) < 0.15, picked, 0)).astype(NUMPY[dtype])
    if draw == "signs":
        return np.asarray(rng.integers(0, 2, shape) * 2 - 1).astype(NUMPY[dtype])
    if draw in ("small", "cancelling"):
        return np.asarray(rng.integers(-3, 4, shape, NUMPY[dtype]))
    whole = np.asarray(rng.integers(info.min, info.max, shape, NUMPY[dtype], endpoint=True))
    if draw in ("planted", "special", "branches"):
        small = np.asarray(rng.integers(-3, 4, shape, NUMPY[dtype]))
        flat = small.reshape(-1)
        planted = [info.min, info.max]
        if draw == "branches":
            planted = [int(x) for x in wanted if info.min <= x <= info.max]
        places = rng.integers(len(flat), size=max(1, len(flat) // 16))
        flat[places] = rng.choice(planted, len(places) if draw == "branches" else None)
        return flat.reshape(shape)
    return whole


def _constants(program: Program) -> list[float]:
    """Numbers for which a branch of the program may be taken, and zero."""
    found = {0.0}
    for instr in (instr for op in program.structured for instr in op.body):
        if instr.op == "const" and np.isfinite(instr.value):
            found |= {float(instr.value), 16.0 * instr.value}
    return sorted(found)


def draw_inputs(program: Program, draw: str, seed: int) -> list[Bounded]:
    """Numbers for each argument, of the kind `draw`."""
    rng = np.random.default_rng(seed)
    wanted = _constants(program)
    made = []
    for position in program.arguments:
        node = program.nodes[position]
        shape, dtype = node.results[0]
        limit = node.attrs.get("limit")
        if limit is not None:
            made.append(exact(rng.integers(0, limit, shape), dtype))
        elif dtype in FLOATS:
            value = quantize(_floats(draw, shape, dtype, rng, wanted), dtype)
            assert not (np.abs(value[np.isfinite(value)]) > LARGEST[dtype]).any()
            made.append(exact(value, dtype))
        else:
            made.append(exact(_integers(draw, shape, dtype, rng, wanted), dtype))
    return made
