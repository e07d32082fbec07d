"""An operator as an ONNX model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import buffers
import numpy as np
from onnx import TensorProto, helper, numpy_helper
from operators import Operator

TO_PLANES, FROM_PLANES = (0, 3, 1, 2), (0, 2, 3, 1)
TYPES = {
    "f32": TensorProto.FLOAT,
    "f64": TensorProto.DOUBLE,
    "bf16": TensorProto.BFLOAT16,
    "i8": TensorProto.INT8,
}
SHIFT = 128  # of i8 as u8


@dataclass(frozen=True)
class Form:
    """Choices of a model that depend on the library that runs it."""

    #: Weights are constants, not inputs.
    has_constants: bool = False
    #: Images are planes (channels first, as in ONNX) even if the program's are not;
    #: otherwise the model transposes them.
    has_planes: bool = False
    #: i8 is multiplied as f32 by f32, which a library may fuse; otherwise by ONNX's operators of
    #: integers.
    in_floats: bool = False
    #: The first input is u8 around SHIFT in place of i8.
    is_shifted: bool = False

    def result(self, operator: Operator) -> type[np.generic]:
        """Type of the model's result."""
        return np.float32 if self.in_floats else operator.result

    def inputs(self, operator: Operator, arrays: list[np.ndarray]) -> dict[str, np.ndarray]:
        """Return the model's inputs by name."""
        constant = operator.weights if self.has_constants else ()
        found = {f"in{i}": array for i, array in enumerate(arrays) if i not in constant}
        if self.has_planes and _is_last(operator):
            found["in0"] = buffers.like(arrays[0].transpose(TO_PLANES))
        if self.is_shifted:
            found["in0"] = buffers.like((found["in0"] ^ np.int8(-SHIFT)).view(np.uint8))
        return found

    def output_shape(self, operator: Operator) -> tuple[int, ...]:
        """Shape of the model's result."""
        shape = operator.output_shape
        if self.has_planes and _is_last(operator):
            return tuple(shape[i] for i in TO_PLANES)
        return shape

    def finish(self, operator: Operator, result: np.ndarray) -> np.ndarray:
        """Return the result in the program's layout."""
        if self.has_planes and _is_last(operator):
            result = np.ascontiguousarray(result.transpose(FROM_PLANES))
        return result.astype(operator.result, copy=False)


def packed_forms(operator: Operator) -> dict[str, Form]:
    """Forms under the contract `packed` beyond that of `arguments`, by name."""
    if not operator.weights:
        return {}
    forms = {"constants": Form(has_constants=True)}
    if _is_last(operator):
        forms["constants, planes"] = Form(has_constants=True, has_planes=True)
    return forms


def _is_last(operator: Operator) -> bool:
    return "nhwc" in operator.family


class _Graph:
    """Nodes of a model, with one result each."""

    def __init__(self, operator: Operator, form: Form, inputs: list[np.ndarray]) -> None:
        self.operator, self.form, self.inputs = operator, form, inputs
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def multiply(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a product, "MatMul" or "Conv", with sums in the type of the result."""
        match self.operator.dtype:
            case "bf16":
                product = self.add(kind, *inputs, **attributes)
                return self.add("Cast", product, to=TensorProto.FLOAT)
            case "i8" if self.form.in_floats:
                one = self.constant(1, np.float32)
                floats = [self.add("DequantizeLinear", value, one) for value in inputs]
                return self.add(kind, *floats, **attributes)
            case "i8":
                shift = [self.constant(SHIFT, np.uint8)] if self.form.is_shifted else []
                return self.add(f"{kind}Integer", *inputs, *shift, **attributes)
        return self.add(kind, *inputs, **attributes)

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
        given = self.form.inputs(self.operator, self.inputs)
        for i, array in enumerate(self.inputs):
            if f"in{i}" not in given:
                self.constants.append(
                    helper.make_tensor(f"in{i}", kind, array.shape, array.tobytes(), raw=True)
                )
        output = self.form.output_shape(self.operator)
        result_type = self.form.result(self.operator)
        graph = helper.make_graph(
            self.nodes,
            "operator",
            [
                helper.make_tensor_value_info(
                    name, TensorProto.UINT8 if array.dtype == np.uint8 else kind, array.shape
                )
                for name, array in given.items()
            ],
            [
                helper.make_tensor_value_info(
                    "out", helper.np_dtype_to_tensor_dtype(np.dtype(result_type)), output
                )
            ],
            self.constants,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        model.ir_version = 9
        return model.SerializeToString()


def _build(graph: _Graph, inputs: list[np.ndarray]) -> str | None:
    operator = graph.operator
    match operator.family:
        case "matmul" | "batch_matmul":
            return graph.multiply("MatMul", "in0", "in1")
        case "add":
            return graph.add("Add", "in0", "in1")
        case "relu":
            return graph.add("Relu", "in0")
        case "softmax":
            return graph.add("Softmax", "in0", axis=-1)
        case "matmul_bias_relu":
            return graph.add("Relu", graph.add("Gemm", "in0", "in1", "in2"))
        case "conv_2d_nchw_fchw":
            return graph.multiply("Conv", "in0", "in1", strides=[operator.stride] * 2)
        case "conv_bias_relu_nchw":
            strides = [operator.stride] * 2
            return graph.add("Relu", graph.add("Conv", "in0", "in1", "in2", strides=strides))
        case "conv_2d_nhwc_hwcf":
            weight = graph.add("Transpose", "in1", perm=[3, 2, 0, 1])
            return _between_transposes(graph, weight, group=1)
        case "depthwise_conv_2d_nhwc_hwc":
            axis = graph.constant([1], np.int64)
            planes = graph.add("Transpose", "in1", perm=[2, 0, 1])
            weight = graph.add("Unsqueeze", planes, axis)
            return _between_transposes(graph, weight, group=operator.numbers[3])
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
    return None


def _between_transposes(graph: _Graph, weight: str, group: int) -> str:
    """Add a convolution of images with channels last: ONNX has only planes."""
    strides = [graph.operator.stride] * 2
    if graph.form.has_planes:
        return graph.multiply("Conv", "in0", weight, strides=strides, group=group)
    planes = graph.add("Transpose", "in0", perm=TO_PLANES)
    result = graph.multiply("Conv", planes, weight, strides=strides, group=group)
    return graph.add("Transpose", result, perm=FROM_PLANES)


def model_of(operator: Operator, inputs: list[np.ndarray], form: Form) -> bytes | None:
    """Return the model with the inputs that `form` has, and the result `out`.

    None if ONNX has no such operator.
    """
    graph = _Graph(operator, form, inputs)
    result = _build(graph, inputs)
    return None if result is None else graph.model(result)
