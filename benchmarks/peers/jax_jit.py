"""JAX on XLA's CPU back end, each operator one jitted function."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
from contract import Call, Calls
from operators import Operator


class JaxJit:
    """One compiled function per operator; XLA uses one thread per allowed processor."""

    name = "jax"

    def __init__(self, threads: int) -> None:
        if threads == 1:
            flags = [os.environ.get("XLA_FLAGS", ""), "--xla_cpu_multi_thread_eigen=false"]
            os.environ["XLA_FLAGS"] = " ".join(flags).strip()
        os.environ["JAX_PLATFORMS"] = "cpu"
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax = jax
        self.version = jax.__version__

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        function = self._function(operator, operator.family)
        if function is None:
            return {}
        arrays = [self.jax.device_put(array) for array in _typed(operator, inputs)]
        calls = {"jit": self._compile(function, arrays)}
        calls["jit, in place"] = self._into_storage(function, arrays, operator)
        if (last := self._channels_last(operator)) is not None:
            calls["channels last inside"] = self._compile(
                lambda x, *weights: last(x.transpose(0, 2, 3, 1), *weights).transpose(0, 3, 1, 2),
                arrays,
            )
        return calls

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        function = self._function(operator, operator.family)
        if function is None or not (operator.weights or operator.has_channels):
            return {}
        inputs = _typed(operator, inputs)
        weights = [inputs[i] for i in operator.weights]
        x = self.jax.device_put(inputs[0])
        calls = {}
        if weights:
            calls["constants"] = self._compile(lambda x: function(x, *weights), [x])
        if (last := self._channels_last(operator)) is not None:
            image = self.jax.device_put(np.ascontiguousarray(inputs[0].transpose(0, 2, 3, 1)))
            run = self._compile(lambda x: last(x, *weights), [image]).run
            calls["channels last"] = Call(run, lambda result: result.transpose(0, 3, 1, 2))
        return calls

    def to_numpy(self, result: Any) -> np.ndarray:
        """See Peer.to_numpy."""
        return np.ascontiguousarray(np.asarray(result))

    def _compile(self, function: Callable[..., Any], arrays: list[Any]) -> Call:
        compiled = self.jax.jit(function)
        return Call(lambda: compiled(*arrays).block_until_ready())

    def _into_storage(
        self, function: Callable[..., Any], arrays: list[Any], operator: Operator
    ) -> Call:
        """Write every result over the one before."""
        compiled = self.jax.jit(
            lambda _, *inputs: function(*inputs), donate_argnums=0, keep_unused=True
        )
        storage = self.jax.device_put(np.zeros(operator.output_shape, operator.result))

        def call() -> Any:
            nonlocal storage
            storage = compiled(storage, *arrays)
            return storage.block_until_ready()

        return Call(call)

    def _channels_last(self, operator: Operator) -> Callable[..., Any] | None:
        """Return the function on images with channels last; None if the program has no others."""
        if not operator.has_channels or "nhwc" in operator.family:
            return None
        return self._function(operator, f"{operator.family}, channels last")

    def _function(self, operator: Operator, family: str) -> Callable[..., Any] | None:
        jnp, lax = self.jax.numpy, self.jax.lax
        relu = self.jax.nn.relu
        channels_last = ("NHWC", "HWIO", "NHWC")

        def convolution(x: Any, w: Any, **options: Any) -> Any:
            strides = (operator.stride,) * 2
            return lax.conv_general_dilated(
                x, w, strides, "VALID", preferred_element_type=operator.result, **options
            )

        match family:
            case "matmul" | "batch_matmul":
                return partial(jnp.matmul, preferred_element_type=operator.result)
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
            case "conv_2d_nchw_fchw, channels last":
                return partial(convolution, dimension_numbers=("NHWC", "OIHW", "NHWC"))
            case "conv_bias_relu_nchw, channels last":
                numbers = ("NHWC", "OIHW", "NHWC")
                return lambda x, w, bias: relu(convolution(x, w, dimension_numbers=numbers) + bias)
            case "conv_2d_nhwc_hwcf":
                return partial(convolution, dimension_numbers=channels_last)
            case "depthwise_conv_2d_nhwc_hwc":
                return lambda x, w: convolution(
                    x,
                    w[:, :, None],
                    dimension_numbers=channels_last,
                    feature_group_count=x.shape[3],
                )
            case "pooling_nchw_max, channels last":
                window = (1, operator.numbers[4], operator.numbers[4], 1)
                strides = (1, operator.stride, operator.stride, 1)
                return lambda x: lax.reduce_window(x, -np.inf, lax.max, window, strides, "VALID")
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


def _typed(operator: Operator, arrays: list[np.ndarray]) -> list[np.ndarray]:
    if operator.dtype != "bf16":
        return arrays
    return [array.view(ml_dtypes.bfloat16) for array in arrays]


PEER = JaxJit
