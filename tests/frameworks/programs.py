"""A program of a framework, imported by mlirgym's front end for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import mlirgym
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.generic]


@dataclass(frozen=True)
class FrameworkProgram:
    """One small program, imported only when it is asked for.

    Attributes
    ----------
    framework : str
        "torch", "jax", "onnx" or "tosa".
    name : str
        What the program computes.
    make : callable
        Imports it with its inputs.
    outputs : sequence of numpy.ndarray, optional
        What it has to compute, where no package does.
    """

    framework: str
    name: str
    make: Callable[[], mlirgym.Model]
    outputs: Sequence[Array] | None = None

    def __str__(self) -> str:
        return f"{self.framework}_{self.name}"


def floats(*shape: int, seed: int = 0, dtype: type = np.float32) -> Array:
    """Normal numbers."""
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def integers(*shape: int, below: int = 10, seed: int = 0, dtype: type = np.int64) -> Array:
    """Integers from 0 on."""
    return np.random.default_rng(seed).integers(0, below, shape).astype(dtype)


def bools(*shape: int, seed: int = 0) -> Array:
    """Both values, equally often."""
    return np.random.default_rng(seed).integers(0, 2, shape).astype(bool)
