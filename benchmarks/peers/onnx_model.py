"""An operator as an ONNX model; weights are inputs, so nothing is packed ahead."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from operators import Operator

TYPES = {"f32": TensorProto.FLOAT, "f64": TensorProto.DOUBLE}


class _Graph:
    """Nodes of a model, with one result each."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        result = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [result], **attributes))
        return result

    def constant(self, values: Any, dtype: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(values, dtype), name))
        return name

    def model(self, result: str) -> bytes:
        self.nodes[-1].output[0] = "out"
        assert result == f"t{len(self.nodes) - 1}"
        kind = TYPES[self.operator.dtype]
        graph = helper.make_graph(
            self.nodes,
            "operator",
            [
                helper.make_tensor_value_info(f"in{i}", kind, shape)
                for i, shape in enumerate(self.operator.input_shapes)
            ],
            [helper.make_tensor_value_info("out", kind, self.operator.output_shape)],
            self.constants,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        model.ir_version = 9
        return model.SerializeToString()


def _build(graph: _Graph, inputs: list[np.ndarray]) -> str | None:
    operator = graph.operator
    match operator.family:
        case "matmul" | "batch_matmul":
            return graph.add("MatMul", "in0", "in1")
        case "add":
            return graph.add("Add", "in0", "in1")
        case "relu":
            return graph.add("Relu", "in0")
        case "softmax":
            return graph.add("Softmax", "in0", axis=-1)
        case "matmul_bias_relu":
            return graph.add("Relu", graph.add("Gemm", "in0", "in1", "in2"))
        case "conv_2d_nchw_fchw":
            return graph.add("Conv", "in0", "in1", strides=[operator.stride] * 2)
        case "conv_bias_relu_nchw":
            strides = [operator.stride] * 2
            return graph.add("Relu", graph.add("Conv", "in0", "in1", "in2", strides=strides))
        case "pooling_nchw_max":
            window = [operator.numbers[4]] * 2
            strides = [operator.stride] * 2
            return graph.add("MaxPool", "in0", kernel_shape=window, strides=strides)
        case "contraction":
            batch, i, j, k = operator.numbers[:4]
            left = graph.constant([batch, i, j * k], np.int64)
            right = graph.constant([batch, j * k, -1], np.int64)
            product = graph.add(
                "MatMul",
                graph.add("Reshape", "in0", left),
                graph.add("Reshape", "in1", right),
            )
            shape = graph.constant(operator.output_shape, np.int64)
            return graph.add("Reshape", product, shape)
        case "mlp":
            value = "in0"
            for i in range(1, len(inputs), 2):
                value = graph.add("Gemm", value, f"in{i}", f"in{i + 1}")
                if i + 2 < len(inputs):
                    value = graph.add("Relu", value)
            return value
        case "attention":
            transposed = graph.add("Transpose", "in1", perm=[0, 2, 1])
            scores = graph.add("MatMul", "in0", transposed)
            scale = graph.constant(1 / math.sqrt(operator.numbers[2]), inputs[0].dtype)
            weights = graph.add("Softmax", graph.add("Mul", scores, scale), axis=-1)
            return graph.add("MatMul", weights, "in2")
    return None  # channels last would need transposes around it


def model_of(operator: Operator, inputs: list[np.ndarray]) -> bytes | None:
    """Return the model of inputs `in0`, ... and result `out`; None if ONNX has no such operator."""
    graph = _Graph(operator)
    result = _build(graph, inputs)
    return None if result is None else graph.model(result)
