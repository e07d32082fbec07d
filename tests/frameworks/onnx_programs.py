"""Programs of ONNX, by `mlirgym.from_onnx`."""

from collections.abc import Iterator

import mlirgym
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from frameworks.programs import Array, FrameworkProgram, bools, floats, integers

Node = tuple[str, list[str], list[str], dict[str, object]]


def models() -> Iterator[tuple[str, list[Node], dict[str, Array], dict[str, Array]]]:
    """Name, nodes, inputs and weights of each model; the last node gives the outputs."""

    def node(kind: str, inputs: str, outputs: str = "out", **attributes: object) -> Node:
        return kind, inputs.split(), outputs.split(), attributes

    def one(kind: str, *inputs: Array, name: str = "", out: str = "out", **attributes: object):
        named = {f"x{i}": each for i, each in enumerate(inputs)}
        return name or kind.lower(), [node(kind, " ".join(named), out, **attributes)], named, {}

    x, y = floats(4, 12), floats(4, 12, seed=1)
    image, kernel = floats(1, 4, 12, 12), floats(6, 4, 3, 3)
    i64 = np.int64

    def with_weights(name: str, nodes: list[Node], weights: dict[str, Array], **inputs: Array):
        return name, nodes, inputs, weights

    for kind in ("Relu", "Sigmoid", "Tanh", "Erf", "HardSigmoid", "Softplus", "Elu", "Sign"):
        yield one(kind, x)
    yield one("Gelu", x, approximate="tanh")
    yield one("Softmax", x, axis=-1)
    yield one("LogSoftmax", x, axis=1)
    yield one("MatMul", floats(2, 4, 6), floats(2, 6, 5))
    yield with_weights(
        "gemm",
        [node("Gemm", "x w b", transB=1, alpha=0.5)],
        {"w": floats(7, 12), "b": floats(7)},
        x=x,
    )
    yield with_weights(
        "conv", [node("Conv", "x w", pads=[1, 1, 1, 1], strides=[2, 2])], {"w": kernel}, x=image
    )
    yield with_weights(
        "conv_group",
        [node("Conv", "x w", group=2, dilations=[2, 2])],
        {"w": floats(6, 2, 3, 3)},
        x=image,
    )
    yield with_weights(
        "conv_transpose",
        [node("ConvTranspose", "x w", strides=[2, 2])],
        {"w": floats(4, 3, 3, 3)},
        x=image,
    )
    yield one("MaxPool", image, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    yield one("AveragePool", image, kernel_shape=[2, 2], strides=[2, 2])
    yield one("GlobalAveragePool", image)
    yield with_weights(
        "batch_norm",
        [node("BatchNormalization", "x s b m v")],
        {"s": floats(4), "b": floats(4), "m": floats(4), "v": np.abs(floats(4)) + 1},
        x=image,
    )
    yield with_weights(
        "layer_norm",
        [node("LayerNormalization", "x s b", axis=-1)],
        {"s": floats(12), "b": floats(12)},
        x=x,
    )
    yield with_weights("gather", [node("Gather", "x i", axis=1)], {"i": integers(5, below=12)}, x=x)
    yield one("GatherElements", x, integers(4, 3, below=12), axis=1)
    yield one("ScatterElements", x, integers(4, 3, below=12), floats(4, 3), axis=1)
    yield one("Where", bools(4, 12), x, y)
    yield "compare", [
        node("Greater", "x y", "g"),
        node("Equal", "x y", "e"),
        node("Or", "g e", "o"),
        node("Not", "o", "n"),
        node("Cast", "n", to=TensorProto.FLOAT),
    ], {"x": x, "y": y}, {}  # fmt: skip
    yield one("ArgMax", x, axis=1, keepdims=0)
    yield with_weights("topk", [node("TopK", "x k", "v y")], {"k": np.array([3], i64)}, x=x)
    yield with_weights("cumsum", [node("CumSum", "x a")], {"a": np.array(1, i64)}, x=x)
    yield with_weights(
        "reduce_mean", [node("ReduceMean", "x a", keepdims=1)], {"a": np.array([1], i64)}, x=x
    )
    yield with_weights(
        "reduce_l2", [node("ReduceL2", "x a", keepdims=0)], {"a": np.array([0], i64)}, x=x
    )
    yield with_weights(
        "pad_reflect", [node("Pad", "x p", mode="reflect")], {"p": np.array([0, 2, 1, 0], i64)}, x=x
    )
    yield with_weights(
        "slice",
        [node("Slice", "x s e a t")],
        {n: np.array([v], i64) for n, v in {"s": 10, "e": 1, "a": 1, "t": -3}.items()},
        x=x,
    )
    yield with_weights(
        "resize_nearest",
        [node("Resize", "x _ r", mode="nearest", coordinate_transformation_mode="asymmetric",
              nearest_mode="floor")],
        {"r": np.array([1, 1, 2, 2], np.float32)},
        x=image,
    )  # fmt: skip
    yield (
        "concat_split",
        [
            node("Concat", "x y", "c", axis=1),
            node("Split", "c", "a b", axis=1, num_outputs=2),
            node("Sub", "b a"),
        ],
        {"x": x, "y": y},
        {},
    )
    yield (
        "transpose_reshape",
        [
            node("Transpose", "x", "t", perm=[1, 0]),
            node("Reshape", "t s"),
        ],
        {"x": x},
        {"s": np.array([6, -1], i64)},
    )
    yield with_weights(
        "one_hot",
        [node("OneHot", "x d v", axis=-1)],
        {"d": np.array(6, i64), "v": np.array([0, 1], np.float32)},
        x=integers(5, below=6),
    )
    yield one("Mod", integers(4, 5, below=99), integers(4, 5, below=9) + 1, name="mod")
    yield with_weights(
        "lstm",
        [node("LSTM", "x w r b", "y h c", hidden_size=5)],
        {"w": floats(1, 20, 6), "r": floats(1, 20, 5), "b": floats(1, 40)},
        x=floats(3, 2, 6),
    )
    yield with_weights(
        "clip",
        [node("Clip", "x l h")],
        {"l": np.array(-0.5, np.float32), "h": np.array(0.5, np.float32)},
        x=x,
    )


def model_of(
    name: str, nodes: list[Node], inputs: dict[str, Array], weights: dict[str, Array]
) -> onnx.ModelProto:
    """A model with the shapes of its outputs."""
    graph = helper.make_graph(
        [
            helper.make_node(kind, ["" if i == "_" else i for i in ins], outs, **attributes)
            for kind, ins, outs, attributes in nodes
        ],
        name,
        [
            helper.make_tensor_value_info(
                key, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape
            )
            for key, value in inputs.items()
        ],
        [helper.make_empty_tensor_value_info(key) for key in nodes[-1][2]],
        [numpy_helper.from_array(value, key) for key, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    return onnx.shape_inference.infer_shapes(model, data_prop=True)


def programs() -> Iterator[FrameworkProgram]:
    """All programs of ONNX."""
    for name, nodes, inputs, weights in models():
        model = model_of(name, nodes, inputs, weights)
        yield FrameworkProgram(
            "onnx",
            name,
            lambda name=name, model=model, inputs=inputs: mlirgym.from_onnx(
                model, inputs, name=name
            ),
        )
