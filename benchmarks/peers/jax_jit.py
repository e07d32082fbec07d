"""JAX on XLA's CPU back end, each operator one jitted function."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from operators import Operator


class JaxJit:
    """One compiled function per operator; XLA uses one thread per allowed processor."""

    name = "jax"

    def __init__(self, threads: int) -> None:
        if threads == 1:
            os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
        os.environ["JAX_PLATFORMS"] = "cpu"
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax = jax
        self.version = jax.__version__

    def prepare(self, operator: Operator, inputs: list[np.ndarray]) -> Callable[[], Any] | None:
        """See Peer.prepare."""
        function = self._function(operator)
        if function is None:
            return None
        compiled = self.jax.jit(function)
        arrays = [self.jax.device_put(array) for array in inputs]
        return lambda: compiled(*arrays).block_until_ready()

    def to_numpy(self, result: Any) -> np.ndarray:
        """See Peer.to_numpy."""
        return np.ascontiguousarray(np.asarray(result))

    def _function(self, operator: Operator) -> Callable[..., Any] | None:
        jnp, lax = self.jax.numpy, self.jax.lax
        relu = self.jax.nn.relu
        channels_last = ("NHWC", "HWIO", "NHWC")

        def convolution(x: Any, w: Any, **options: Any) -> Any:
            strides = (operator.stride,) * 2
            return lax.conv_general_dilated(x, w, strides, "VALID", **options)

        match operator.family:
            case "matmul" | "batch_matmul":
                return jnp.matmul
            case "add":
                return jnp.add
            case "relu":
                return relu
            case "softmax":
                return partial(self.jax.nn.softmax, axis=-1)
            case "matmul_bias_relu":
                return lambda a, b, bias: relu(a @ b + bias)
            case "conv_2d_nchw_fchw":
                return convolution
            case "conv_bias_relu_nchw":
                return lambda x, w, bias: relu(convolution(x, w) + bias[:, None, None])
            case "conv_2d_nhwc_hwcf":
                return partial(convolution, dimension_numbers=channels_last)
            case "depthwise_conv_2d_nhwc_hwc":
                return lambda x, w: convolution(
                    x,
                    w[:, :, None],
                    dimension_numbers=channels_last,
                    feature_group_count=x.shape[3],
                )
            case "pooling_nchw_max":
                window = (1, 1, operator.numbers[4], operator.numbers[4])
                strides = (1, 1, operator.stride, operator.stride)
                return lambda x: lax.reduce_window(x, -np.inf, lax.max, window, strides, "VALID")
            case "contraction":
                return lambda a, b: jnp.einsum("bijk,bjkd->bid", a, b)
            case "mlp":
                return self._mlp
            case "attention":
                return self._attention
        return None

    def _mlp(self, value: Any, *parameters: Any) -> Any:
        layers = list(zip(parameters[::2], parameters[1::2], strict=True))
        for i, (weight, bias) in enumerate(layers):
            value = value @ weight + bias
            if i + 1 < len(layers):
                value = self.jax.nn.relu(value)
        return value

    def _attention(self, q: Any, k: Any, v: Any) -> Any:
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
        return self.jax.nn.softmax(scores, axis=-1) @ v


PEER = JaxJit
