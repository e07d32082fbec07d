"""Programs of TOSA, written as text, and their meaning in NumPy."""

from collections.abc import Callable, Iterator

import mlirgym
import numpy as np

from frameworks.programs import Array, FrameworkProgram, floats, integers


def type_of(array: Array) -> str:
    """MLIR's type of an array."""
    element = {"float32": "f32", "int32": "i32", "int8": "i8", "bool": "i1"}[array.dtype.name]
    return "tensor<" + "".join(f"{extent}x" for extent in array.shape) + element + ">"


def conv(x: Array, w: Array, stride: int = 1) -> Array:
    """A convolution without padding, channels last, weights [out, height, width, in]."""
    windows = np.lib.stride_tricks.sliding_window_view(x, w.shape[1:3], axis=(1, 2))
    return np.einsum("nhwcij,oijc->nhwo", windows[:, ::stride, ::stride], w)


def pooled(x: Array, size: int, how: Callable[..., Array]) -> Array:
    """Windows of `size` side by side, channels last."""
    n, h, w, c = x.shape
    return how(x.reshape(n, h // size, size, w // size, size, c), axis=(2, 4))


def scattered(table: Array, indices: Array, updates: Array) -> Array:
    """Rows of a table replaced by others."""
    result = table.copy()
    result[0, indices[0]] = updates[0]
    return result


#: Zero points and bias of the operations below.
ZERO = '%z = "tosa.const"() <{{values = dense<0.0> : tensor<1xf32>}}> : () -> tensor<1xf32>\n'
ZERO_I8 = '%z = "tosa.const"() <{{values = dense<0> : tensor<1xi8>}}> : () -> tensor<1xi8>\n'


def bodies() -> Iterator[tuple[str, str, list[Array], Callable[..., Array]]]:
    """Name, body, inputs and meaning; `{0}` is the type of argument %0, `{r}` of the result."""
    x, y = floats(5, 12), floats(5, 12, seed=1)
    image = floats(1, 8, 8, 3)
    for name, function in {
        "tanh": np.tanh,
        "exp": np.exp,
        "sigmoid": lambda a: 1 / (1 + np.exp(-a)),
        "abs": np.abs,
        "floor": np.floor,
    }.items():
        yield name, f"%r = tosa.{name} %0 : ({{0}}) -> {{r}}", [x], function
    for name, function in {"add": np.add, "maximum": np.maximum, "sub": np.subtract}.items():
        yield name, f"%r = tosa.{name} %0, %1 : ({{0}}, {{1}}) -> {{r}}", [x, y], function
    for name, function in {"greater": np.greater, "equal": np.equal}.items():
        yield name, f"%r = tosa.{name} %0, %1 : ({{0}}, {{1}}) -> {{r}}", [x, y], function
    yield (
        "select",
        "%c = tosa.greater_equal %0, %1 : ({0}, {1}) -> tensor<5x12xi1>\n"
        "%r = tosa.select %c, %0, %1 : (tensor<5x12xi1>, {0}, {1}) -> {r}",
        [x, y],
        np.maximum,
    )
    yield (
        "clamp",
        "%r = tosa.clamp %0 {{min_val = -0.5 : f32, max_val = 0.5 : f32}} : ({0}) -> {r}",
        [x],
        lambda a: np.clip(a, -0.5, 0.5),
    )
    yield (
        "matmul",
        ZERO + "%r = tosa.matmul %0, %1, %z, %z : ({0}, {1}, tensor<1xf32>, tensor<1xf32>) -> {r}",
        [floats(2, 5, 6), floats(2, 6, 7)],
        np.matmul,
    )
    window = "acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: {0}>"
    yield (
        "conv2d",
        ZERO
        + "%r = tosa.conv2d %0, %1, %2, %z, %z {{"
        + window.format("2, 2")
        + ", dilation = array<i64: 1, 1>}} : ({0}, {1}, {2}, tensor<1xf32>, tensor<1xf32>) -> {r}",
        [floats(1, 9, 9, 3), floats(6, 3, 3, 3), floats(6)],
        lambda a, w, b: conv(a, w, 2) + b,
    )
    yield (
        "max_pool2d",
        "%r = tosa.max_pool2d %0 {{kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, "
        "pad = array<i64: 0, 0, 0, 0>}} : ({0}) -> {r}",
        [image],
        lambda a: pooled(a, 2, np.max),
    )
    yield (
        "avg_pool2d",
        ZERO
        + "%r = tosa.avg_pool2d %0, %z, %z {{kernel = array<i64: 2, 2>, "
        + window.format("2, 2")
        + "}} : ({0}, tensor<1xf32>, tensor<1xf32>) -> {r}",
        [image],
        lambda a: pooled(a, 2, np.mean),
    )
    for name, function in {"sum": np.sum, "max": np.max, "product": np.prod}.items():
        yield (
            f"reduce_{name}",
            f"%r = tosa.reduce_{name} %0 {{{{axis = 1 : i32}}}} : ({{0}}) -> {{r}}",
            [x],
            lambda a, function=function: function(a, axis=1, keepdims=True),
        )
    yield (
        "argmax",
        "%r = tosa.argmax %0 {{axis = 1 : i32}} : ({0}) -> {r}",
        [x],
        lambda a: np.argmax(a, axis=1).astype(np.int32),
    )
    yield (
        "transpose",
        "%r = tosa.transpose %0 {{perms = array<i32: 1, 0>}} : ({0}) -> {r}",
        [x],
        np.transpose,
    )
    yield "reverse", "%r = tosa.reverse %0 {{axis = 1 : i32}} : ({0}) -> {r}", [x], np.fliplr
    yield (
        "concat",
        "%r = tosa.concat %0, %1 {{axis = 0 : i32}} : ({0}, {1}) -> {r}",
        [x, y],
        lambda a, b: np.concatenate([a, b]),
    )
    yield (
        "pad",
        "%p = tosa.const_shape {{values = dense<[1, 2, 0, 3]> : tensor<4xindex>}} : () -> "
        "!tosa.shape<4>\n" + ZERO + "%r = tosa.pad %0, %p, %z : "
        "({0}, !tosa.shape<4>, tensor<1xf32>) -> {r}",
        [x],
        lambda a: np.pad(a, ((1, 2), (0, 3))),
    )
    yield (
        "slice",
        "%b = tosa.const_shape {{values = dense<[1, 2]> : tensor<2xindex>}} : () -> "
        "!tosa.shape<2>\n"
        "%s = tosa.const_shape {{values = dense<[3, 4]> : tensor<2xindex>}} : () -> "
        "!tosa.shape<2>\n"
        "%r = tosa.slice %0, %b, %s : ({0}, !tosa.shape<2>, !tosa.shape<2>) -> {r}",
        [x],
        lambda a: a[1:4, 2:6],
    )
    yield (
        "gather",
        "%r = tosa.gather %0, %1 : ({0}, {1}) -> {r}",
        [floats(2, 7, 3), integers(2, 4, below=7, dtype=np.int32)],
        lambda t, i: np.take_along_axis(t, i[..., None].astype(np.int64), axis=1),
    )
    yield (
        "scatter",
        "%r = tosa.scatter %0, %1, %2 : ({0}, {1}, {2}) -> {r}",
        [floats(1, 7, 3), np.array([[4, 1, 6]], np.int32), floats(1, 3, 3, seed=1)],
        scattered,
    )
    yield (
        "quantised_matmul",
        ZERO_I8 + "%r = tosa.matmul %0, %1, %z, %z : ({0}, {1}, tensor<1xi8>, tensor<1xi8>) -> {r}",
        [integers(1, 5, 6, below=100, dtype=np.int8), integers(1, 6, 7, below=100, dtype=np.int8)],
        lambda a, b: a.astype(np.int32) @ b.astype(np.int32),
    )
    yield (
        "cast_shift",
        "%c = tosa.cast %0 : ({0}) -> tensor<5x12xi32>\n"
        "%r = tosa.logical_left_shift %c, %1 : (tensor<5x12xi32>, {1}) -> {r}",
        [x * 9, integers(5, 12, below=4, dtype=np.int32)],
        lambda a, s: np.rint(a).astype(np.int32) << s,
    )


def text_of(body: str, inputs: list[Array], result: Array) -> str:
    """The module of one body."""
    types = [type_of(each) for each in inputs]
    arguments = ", ".join(f"%{i}: {each}" for i, each in enumerate(types))
    written = body.format(*types, r=type_of(result))
    return (
        f"func.func @main({arguments}) -> {type_of(result)} {{\n{written}\n"
        f"return %r : {type_of(result)}\n}}"
    )


def programs() -> Iterator[FrameworkProgram]:
    """All programs of TOSA."""
    for name, body, inputs, meaning in bodies():
        result = meaning(*inputs)
        text = text_of(body, inputs, result)
        yield FrameworkProgram(
            "tosa",
            name,
            lambda name=name, text=text, inputs=inputs: mlirgym.from_tosa(text, inputs, name=name),
            [result],
        )
