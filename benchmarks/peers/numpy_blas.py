"""NumPy with the BLAS of its wheel (OpenBLAS), into preallocated outputs."""

from __future__ import annotations

from collections.abc import Callable

import buffers
import numpy as np
from contract import Call, Calls
from operators import Operator


class NumPy:
    """Supports the operators that NumPy has: products and pointwise operations."""

    name = "numpy"
    version = np.__version__

    def __init__(self, threads: int) -> None:
        del threads  # from the environment

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        run = self._run(operator, inputs)
        return {"numpy": Call(run)} if run else {}

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        del operator, inputs  # NumPy has no packed weights
        return {}

    def _run(self, operator: Operator, inputs: list[np.ndarray]) -> Callable[[], np.ndarray] | None:
        out = buffers.empty(operator.output_shape, operator.result)
        if operator.dtype == "bf16":
            return None
        match operator.family:
            case "matmul" | "batch_matmul" if operator.dtype == "i8":
                return lambda: np.matmul(*inputs, out=out, dtype=np.int32)
            case "matmul" | "batch_matmul":
                return lambda: np.matmul(*inputs, out=out)
            case "add":
                return lambda: np.add(*inputs, out=out)
            case "relu":
                return lambda: np.maximum(inputs[0], 0, out=out)
            case "matmul_bias_relu":
                return lambda: _layer(*inputs, out, is_last=False)
            case "contraction":
                a, b = inputs
                left = a.reshape(*a.shape[:2], -1)
                right = b.reshape(len(b), left.shape[2], -1)
                flat = out.reshape(len(a), a.shape[1], -1)

                def contract() -> np.ndarray:
                    np.matmul(left, right, out=flat)
                    return out

                return contract
            case "mlp":
                return _mlp(inputs, out)
        return None

    def to_numpy(self, result: np.ndarray) -> np.ndarray:
        """See Peer.to_numpy."""
        return result


def _layer(
    value: np.ndarray,
    weight: np.ndarray,
    bias: np.ndarray,
    out: np.ndarray,
    *,
    is_last: bool,
) -> np.ndarray:
    np.matmul(value, weight, out=out)
    np.add(out, bias, out=out)
    return out if is_last else np.maximum(out, 0, out=out)


def _mlp(inputs: list[np.ndarray], out: np.ndarray) -> Callable[[], np.ndarray]:
    first, *parameters = inputs
    layers = list(zip(parameters[::2], parameters[1::2], strict=True))
    targets = [buffers.empty((len(first), weight.shape[1]), first.dtype) for weight, _ in layers]
    targets[-1] = out

    def call() -> np.ndarray:
        value = first
        for (weight, bias), target in zip(layers, targets, strict=True):
            value = _layer(value, weight, bias, target, is_last=target is out)
        return value

    return call


PEER = NumPy
