"""TVM's default for CPUs: Relax, legalised and fused by its default pipeline, without a search."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import tvm
from contract import Call, Calls
from older import compile_for
from operators import DTYPES, Operator
from tvm import relax
from tvm.relax import op


class Tvm:
    """One virtual machine per operator. Loops without a schedule run on one thread."""

    name = "tvm"
    version = tvm.__version__

    def __init__(self, threads: int) -> None:
        del threads
        older = compile_for()
        self.target = (
            tvm.target.Target({"kind": "llvm", "mcpu": older})
            if older
            else tvm.target.Target.from_device(tvm.cpu())
        )

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        short = {"bf16": "bfloat16"}
        dtype = short.get(operator.dtype, np.dtype(DTYPES[operator.dtype]).name)
        arguments = [
            relax.Var(f"in{i}", relax.TensorType(shape, dtype))
            for i, shape in enumerate(operator.input_shapes)
        ]
        value = _build(operator, arguments, dtype)
        if value is None:
            return {}
        builder = relax.BlockBuilder()
        with builder.function("main", arguments):
            with builder.dataflow():
                result = builder.emit_output(builder.normalize(value))
            builder.emit_func_output(result)
        compiled = tvm.compile(builder.get(), self.target)
        main = relax.VirtualMachine(compiled, tvm.cpu())["main"]
        if operator.dtype == "bf16":
            inputs = [array.view(ml_dtypes.bfloat16) for array in inputs]
        tensors = [tvm.runtime.tensor(array) for array in inputs]
        return {"default": Call(lambda: main(*tensors))}

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        del operator, inputs  # the default pipeline packs nothing
        return {}

    def to_numpy(self, result: Any) -> np.ndarray:
        """See Peer.to_numpy."""
        return result.numpy()


def _build(operator: Operator, inputs: list[Any], dtype: str) -> Any:
    """Expression of the result; None if Relax does not support the operator."""
    x, *others = inputs
    sums = np.dtype(operator.result).name
    match operator.family:
        case "matmul" | "batch_matmul":
            return op.matmul(x, *others, out_dtype=sums)
        case "add":
            return op.add(x, *others)
        case "relu":
            return op.nn.relu(x)
        case "softmax":
            return op.nn.softmax(x, axis=-1)
        case "matmul_bias_relu":
            weight, bias = others
            return op.nn.relu(op.add(op.matmul(x, weight), bias))
        case "conv_2d_nchw_fchw":
            return op.nn.conv2d(x, *others, strides=operator.stride, out_dtype=sums)
        case "conv_bias_relu_nchw":
            weight, bias = others
            channels = op.reshape(bias, (1, -1, 1, 1))
            return op.nn.relu(op.add(op.nn.conv2d(x, weight, strides=operator.stride), channels))
        case "conv_2d_nhwc_hwcf":
            return _channels_last(operator, x, others[0], groups=1)
        case "depthwise_conv_2d_nhwc_hwc":
            weight = op.expand_dims(others[0], 2)
            return _channels_last(operator, x, weight, groups=operator.numbers[3])
        case "pooling_nchw_max":
            return op.nn.max_pool2d(x, (operator.numbers[4],) * 2, operator.stride)
        case "contraction":
            return op.einsum(relax.Tuple(inputs), "bijk,bjkd->bid")
        case "mlp":
            return _mlp(x, others)
        case "attention":
            key, value = others
            scores = op.matmul(x, op.permute_dims(key, (0, 2, 1)))
            scale = relax.const(1 / math.sqrt(operator.numbers[2]), dtype)
            return op.matmul(op.nn.softmax(op.multiply(scores, scale), axis=-1), value)
    return None


def _channels_last(operator: Operator, x: Any, weight: Any, groups: int) -> Any:
    return op.nn.conv2d(
        x,
        weight,
        strides=operator.stride,
        groups=groups,
        data_layout="NHWC",
        kernel_layout="HWIO",
        out_dtype=np.dtype(operator.result).name,
    )


def _mlp(value: Any, parameters: list[Any]) -> Any:
    for i in range(0, len(parameters), 2):
        value = op.add(op.matmul(value, parameters[i]), parameters[i + 1])
        if i + 2 < len(parameters):
            value = op.nn.relu(value)
    return value


PEER = Tvm
