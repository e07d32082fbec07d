"""The meaning of generated programs' names, for calls of the same operators of other libraries."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod

import numpy as np

FAMILIES = (
    "batch_matmul",
    "conv_2d_nchw_fchw",
    "conv_2d_nhwc_hwcf",
    "depthwise_conv_2d_nhwc_hwc",
    "pooling_nchw_max",
    "conv_bias_relu_nchw",
    "matmul_bias_relu",
    "contraction",
    "attention",
    "softmax",
    "matmul",
    "relu",
    "add",
    "mlp",
)
#: Of inputs; bf16 as the bits, since NumPy has no such type.
DTYPES = {"f32": np.float32, "f64": np.float64, "bf16": np.uint16, "i8": np.int8}
#: Of results, and at the end of names.
RESULTS = {"f32": np.float32, "f64": np.float64, "bf16": np.float32, "i8": np.int32}
SUFFIXES = {"f32": "", "f64": "_f64", "bf16": "_bf16_f32", "i8": "_i8_i32"}


@dataclass(frozen=True)
class Operator:
    """A program described by its name: `numbers` in the order of the name; `text` is its MLIR."""

    name: str
    family: str
    numbers: tuple[int, ...]
    dtype: str
    text: str = field(default="", repr=False)

    @staticmethod
    def parse(name: str, text: str = "") -> Operator:
        """Parse a name such as `matmul_512_512_512_f64`. Raises ValueError for unknown names."""
        match = re.fullmatch(
            rf"({'|'.join(FAMILIES)})((?:_\d+)+)(?:_(?:(bf16)_f32|(i8)_i32|(f32|f64)))?", name
        )
        if match is None:
            raise ValueError(f"{name}: not a program that peers support")
        numbers = tuple(int(number) for number in match[2].strip("_").split("_"))
        return Operator(name, match[1], numbers, match[3] or match[4] or match[5] or "f32", text)

    @property
    def input_shapes(self) -> list[tuple[int, ...]]:
        """Shapes of the inputs, in the order of the program's arguments."""
        n = self.numbers
        match self.family:
            case "matmul":
                return [(n[0], n[1]), (n[1], n[2])]
            case "matmul_bias_relu":
                return [(n[0], n[1]), (n[1], n[2]), (n[2],)]
            case "batch_matmul":
                return [(n[0], n[1], n[2]), (n[0], n[2], n[3])]
            case "conv_2d_nchw_fchw":
                return [n[:4], (n[4], n[1], n[5], n[6])]
            case "conv_bias_relu_nchw":
                return [n[:4], (n[4], n[1], n[5], n[6]), (n[4],)]
            case "conv_2d_nhwc_hwcf":
                return [n[:4], (n[5], n[6], n[3], n[4])]
            case "depthwise_conv_2d_nhwc_hwc":
                return [n[:4], (n[4], n[5], n[3])]
            case "pooling_nchw_max":
                return [n[:4]]
            case "add":
                return [n, n]
            case "relu" | "softmax":
                return [n]
            case "contraction":
                batch, i, j, k, *rest = n
                return [(batch, i, j, k), (batch, j, k, *rest)]
            case "mlp":
                batch, *widths = n
                shapes: list[tuple[int, ...]] = [(batch, widths[0])]
                for before, after in pairwise(widths):
                    shapes += [(before, after), (after,)]
                return shapes
            case "attention":
                return [n, n, n]
        raise AssertionError(self.family)

    @property
    def output_shape(self) -> tuple[int, ...]:
        """Shape of the result."""
        n = self.numbers
        match self.family:
            case "matmul" | "matmul_bias_relu":
                return (n[0], n[2])
            case "batch_matmul":
                return (n[0], n[1], n[3])
            case "conv_2d_nchw_fchw" | "conv_bias_relu_nchw":
                return (n[0], n[4], n[7], n[8])
            case "conv_2d_nhwc_hwcf":
                return (n[0], n[7], n[8], n[4])
            case "depthwise_conv_2d_nhwc_hwc":
                return (n[0], n[6], n[7], n[3])
            case "pooling_nchw_max":
                return (n[0], n[1], n[5], n[6])
            case "contraction":
                return (n[0], n[1], *n[4:])
            case "mlp":
                return (n[0], n[-1])
        return n

    @property
    def weights(self) -> tuple[int, ...]:
        """Positions of the inputs that a network knows before it runs: its parameters."""
        match self.family:
            case "matmul" | "conv_2d_nchw_fchw" | "conv_2d_nhwc_hwcf":
                return (1,)
            case "depthwise_conv_2d_nhwc_hwc":
                return (1,)
            case "matmul_bias_relu" | "conv_bias_relu_nchw" | "mlp":
                return tuple(range(1, len(self.input_shapes)))
        return ()

    @property
    def has_channels(self) -> bool:
        """Whether libraries have a choice between channels last and contiguous planes."""
        return "conv" in self.family or self.family.startswith("pooling")

    @property
    def flops(self) -> float:
        """Multiplications and additions of its products; 0 if it has none."""
        n = self.numbers
        match self.family:
            case "matmul" | "matmul_bias_relu" | "batch_matmul" | "contraction":
                return 2.0 * prod(n)
            case "conv_2d_nchw_fchw" | "conv_bias_relu_nchw":
                return 2.0 * prod(self.output_shape) * n[1] * n[5] * n[6]
            case "conv_2d_nhwc_hwcf":
                return 2.0 * prod(self.output_shape) * n[3] * n[5] * n[6]
            case "depthwise_conv_2d_nhwc_hwc":
                return 2.0 * prod(self.output_shape) * n[4] * n[5]
            case "mlp":
                batch, *widths = n
                return sum(2.0 * batch * a * b for a, b in pairwise(widths))
            case "attention":
                heads, rows, width = n
                return 4.0 * heads * rows * rows * width
        return 0.0

    @property
    def read_bytes(self) -> int:
        """Bytes of the inputs."""
        return sum(map(prod, self.input_shapes)) * np.dtype(DTYPES[self.dtype]).itemsize

    @property
    def written_bytes(self) -> int:
        """Bytes of the output."""
        return prod(self.output_shape) * np.dtype(self.result).itemsize

    @property
    def result(self) -> type[np.generic]:
        """Type of the result: of bf16 and i8 that of their sums."""
        return RESULTS[self.dtype]

    @property
    def stride(self) -> int:
        """Stride of a window operation: the smallest one that gives its output."""
        n = self.numbers
        match self.family:
            case "conv_2d_nchw_fchw" | "conv_bias_relu_nchw":
                extent, window, out = n[2], n[5], n[7]
            case "conv_2d_nhwc_hwcf":
                extent, window, out = n[1], n[5], n[7]
            case "depthwise_conv_2d_nhwc_hwc":
                extent, window, out = n[1], n[4], n[6]
            case "pooling_nchw_max":
                extent, window, out = n[2], n[4], n[5]
            case _:
                raise ValueError(f"{self.family} has no stride")
        stride = 1
        while (extent - window) // stride + 1 != out:
            stride += 1
        return stride
