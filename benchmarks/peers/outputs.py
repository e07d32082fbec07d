"""Whether the outputs of two participants are equal."""

from __future__ import annotations

import numpy as np
from operators import Operator

#: |a - b| <= tolerance (|b| + rms b), since another order of a sum rounds differently.
#: Some libraries round sums of bf16 to bf16, and have sums of i8 in f32.
TOLERANCE = {"f32": 2e-4, "f64": 1e-11, "bf16": 2**-8, "i8": 2**-23}


def difference(operator: Operator, expected: np.ndarray, found: np.ndarray) -> str | None:
    """Why the two are not equal, None if they are; both have the type of the result."""
    if found.shape != expected.shape or found.dtype != operator.result:
        return f"a result {found.dtype}{found.shape}"
    a, b = expected, found
    if operator.dtype == "i8":
        a, b = a.astype(np.float64), b.astype(np.float64)
    if not np.isfinite(a).all():
        return "mlirgym's result is not finite"
    magnitude = float(np.sqrt(np.mean(np.square(b, dtype=np.float64))))
    worst = float(np.max(np.abs(a - b) / (np.abs(b) + magnitude)))
    if worst <= TOLERANCE[operator.dtype]:
        return None
    return f"its result is off mlirgym's by {worst:.1e}"
