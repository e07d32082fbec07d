"""A program of a framework: its text, inputs, and what the framework computes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.generic]


@dataclass(frozen=True)
class FrameworkProgram:
    """One small program, lowered and run only when it is asked for.

    Attributes
    ----------
    framework : str
        "torch", "jax", "onnx" or "tosa".
    name : str
        What the program computes.
    inputs : sequence of numpy.ndarray
        Arguments of the program, in order.
    lower : callable
        Gives the program as text, linalg on tensors.
    run : callable
        Gives the outputs as the framework computes them, in order.
    """

    framework: str
    name: str
    inputs: Sequence[Array]
    lower: Callable[[], str]
    run: Callable[[], Sequence[Array]]

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
