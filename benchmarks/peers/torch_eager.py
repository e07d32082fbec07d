"""PyTorch, operator by operator; into preallocated outputs where it supports them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import buffers
import numpy as np
import torch
import torch.nn.functional as functional
from contract import Call, Calls
from operators import Operator


class TorchEager:
    """PyTorch without a compiler."""

    name = "torch eager"
    version = torch.__version__

    def __init__(self, threads: int) -> None:
        torch.set_num_threads(threads)
        torch.set_grad_enabled(False)

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        tensors = _tensors(operator, inputs)
        # Products of bf16 are rounded to bf16.
        kind = np.uint16 if operator.dtype == "bf16" else operator.result
        out = _tensor(operator, buffers.empty(operator.output_shape, kind))
        if operator.dtype == "i8":
            return _integer_products(operator, tensors, out)
        if operator.has_channels:
            return _windows(operator, tensors, out)
        runs = _products(operator, tensors, out)
        return {name: Call(run) for name, run in runs.items()}

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        tensors = _tensors(operator, inputs)
        if operator.dtype == "i8":
            return _integer_windows(operator, tensors) if operator.has_channels else {}
        if operator.has_channels:
            return _packed_windows(operator, tensors)
        if operator.dtype != "f64" and operator.weights:
            return _packed_layers(operator, tensors)
        return {}

    def to_numpy(self, result: torch.Tensor) -> np.ndarray:
        """See Peer.to_numpy."""
        if result.dtype == torch.bfloat16:
            result = result.float()
        return np.ascontiguousarray(result.numpy())


def _tensor(operator: Operator, array: np.ndarray) -> torch.Tensor:
    tensor = torch.from_numpy(array)
    return tensor.view(torch.bfloat16) if operator.dtype == "bf16" else tensor


def _tensors(operator: Operator, arrays: list[np.ndarray]) -> list[torch.Tensor]:
    return [_tensor(operator, array) for array in arrays]


Run = Callable[[], torch.Tensor]


def _products(operator: Operator, tensors: list[torch.Tensor], out: torch.Tensor) -> dict[str, Run]:
    match operator.family:
        case "matmul":
            a, b = tensors
            return {"mm": lambda: torch.mm(a, b, out=out)}
        case "batch_matmul":
            a, b = tensors
            return {"bmm": lambda: torch.bmm(a, b, out=out)}
        case "add":
            a, b = tensors
            return {"add": lambda: torch.add(a, b, out=out)}
        case "relu":
            return {"clamp_min": lambda: torch.clamp_min(tensors[0], 0, out=out)}
        case "softmax":
            return {"softmax": lambda: torch.softmax(tensors[0], -1, out=out)}
        case "matmul_bias_relu":
            a, b, bias = tensors
            return {"addmm": lambda: torch.addmm(bias, a, b, out=out).relu_()}
        case "contraction":
            return {"bmm": _contraction(tensors, out)}
        case "mlp":
            return {"addmm": _mlp(tensors, out)}
        case "attention":
            q, k, v = (tensor[None] for tensor in tensors)
            return {
                "sdpa": lambda: functional.scaled_dot_product_attention(q, k, v)[0],
                "bmm": _attention(tensors, out),
            }
    return {}


def _integer_products(operator: Operator, tensors: list[torch.Tensor], out: torch.Tensor) -> Calls:
    a, b = tensors[:2]
    match operator.family:
        case "matmul":
            return {"_int_mm": Call(lambda: torch._int_mm(a, b, out=out))}
        case "batch_matmul":
            triples = list(zip(a, b, out, strict=True))

            def each() -> torch.Tensor:
                for left, right, result in triples:
                    torch._int_mm(left, right, out=result)
                return out

            return {"_int_mm of each": Call(each)}
    return {}


def _contraction(tensors: list[torch.Tensor], out: torch.Tensor) -> Run:
    a, b = tensors
    batch, i, j, k = a.shape
    left, right = a.view(batch, i, j * k), b.view(batch, j * k, -1)
    result = out.view(batch, i, -1)

    def call() -> torch.Tensor:
        torch.bmm(left, right, out=result)
        return out

    return call


def _attention(tensors: list[torch.Tensor], out: torch.Tensor) -> Run:
    q, k, v = tensors
    keys = k.transpose(1, 2)
    scores = torch.empty(len(q), q.shape[1], k.shape[1], dtype=q.dtype)
    scale = 1 / math.sqrt(q.shape[2])

    def call() -> torch.Tensor:
        torch.baddbmm(scores, q, keys, beta=0, alpha=scale, out=scores)
        torch.softmax(scores, -1, out=scores)
        return torch.bmm(scores, v, out=out)

    return call


def _mlp(tensors: list[torch.Tensor], out: torch.Tensor) -> Run:
    first, *parameters = tensors
    layers = list(zip(parameters[::2], parameters[1::2], strict=True))
    hidden = [
        torch.empty(len(first), weight.shape[1], dtype=first.dtype) for weight, _ in layers[:-1]
    ]

    def call() -> torch.Tensor:
        value = first
        for (weight, bias), target in zip(layers[:-1], hidden, strict=True):
            value = torch.addmm(bias, value, weight, out=target).relu_()
        return torch.addmm(layers[-1][1], value, layers[-1][0], out=out)

    return call


def _packed_layers(operator: Operator, tensors: list[torch.Tensor]) -> Calls:
    """Linear layers with weights packed by oneDNN and by MKL, as PyTorch's compiler calls them."""
    first, *parameters = tensors
    weights = parameters[::2]
    biases: list[torch.Tensor | None] = [*parameters[1::2]] or [None]
    rows = len(first)
    transposed = [weight.t().contiguous() for weight in weights]
    relus = [True] * len(weights)
    if operator.family != "matmul_bias_relu":
        relus[-1] = False

    def by_mkldnn() -> Run:
        pack = torch.ops.mkldnn._reorder_linear_weight
        packed = [pack(weight, rows) for weight in transposed]
        linear = torch.ops.mkldnn._linear_pointwise

        def call() -> torch.Tensor:
            value = first
            for weight, bias, relu in zip(packed, biases, relus, strict=True):
                value = linear(value, weight, bias, "relu" if relu else "none", [], "")
            return value

        return call

    def by_mkl() -> Run:
        pack = torch.ops.mkl._mkl_reorder_linear_weight
        packed = [pack(weight, rows) for weight in transposed]
        linear = torch.ops.mkl._mkl_linear

        def call() -> torch.Tensor:
            value = first
            for weight, plain, bias, relu in zip(packed, transposed, biases, relus, strict=True):
                value = linear(value, weight, plain, bias, rows)
                if relu:
                    value.relu_()
            return value

        return call

    found = {}
    if torch.backends.mkldnn.is_available():
        found["packed by oneDNN"] = Call(by_mkldnn())
    if torch.backends.mkl.is_available() and operator.dtype == "f32":
        found["packed by MKL"] = Call(by_mkl())
    return found


class _Window:
    """A convolution or pooling in PyTorch's order: images, channels, rows, columns."""

    def __init__(self, operator: Operator, tensors: list[torch.Tensor]) -> None:
        self.operator, self.stride = operator, operator.stride
        self.is_last = "nhwc" in operator.family  # in the program: channels last
        x, *weights = tensors
        self.x = x.permute(0, 3, 1, 2) if self.is_last else x
        self.bias: torch.Tensor | None = weights[1] if len(weights) > 1 else None
        self.relu = "relu" in operator.family
        self.groups = 1
        match operator.family:
            case "conv_2d_nhwc_hwcf":
                self.weight = weights[0].permute(3, 2, 0, 1)
            case "depthwise_conv_2d_nhwc_hwc":
                self.weight = weights[0].permute(2, 0, 1)[:, None]
                self.groups = self.x.shape[1]
            case "pooling_nchw_max":
                self.weight = None
            case _:
                self.weight = weights[0]

    def apply(self, x: torch.Tensor, weight: Any) -> torch.Tensor:
        """Compute from images and weights of any layout in memory."""
        if weight is None:
            return functional.max_pool2d(x, self.operator.numbers[4], self.stride)
        result = functional.conv2d(x, weight, self.bias, self.stride, groups=self.groups)
        return result.relu_() if self.relu else result

    def finish(self, result: torch.Tensor) -> torch.Tensor:
        """Program's order of dimensions; a view."""
        return result.permute(0, 2, 3, 1) if self.is_last else result


def _windows(operator: Operator, tensors: list[torch.Tensor], out: torch.Tensor) -> Calls:
    window = _Window(operator, tensors)
    # PyTorch's names of the program's layout, and of the other one.
    given, other = torch.contiguous_format, torch.channels_last
    if window.is_last:
        given, other = other, given

    def converted() -> torch.Tensor:
        x = window.x.contiguous(memory_format=other)
        weight = window.weight
        if weight is not None:
            weight = weight.contiguous(memory_format=other)
        return window.apply(x, weight).contiguous(memory_format=given)

    calls = {
        "as given": Call(lambda: window.apply(window.x, window.weight), window.finish),
        "planes inside" if window.is_last else "channels last inside": Call(
            converted, window.finish
        ),
    }
    if window.weight is None:
        indices = torch.empty(out.shape, dtype=torch.int64)
        size = [operator.numbers[4]] * 2
        pool = torch.ops.aten.max_pool2d_with_indices.out
        strides = [window.stride] * 2
        calls["in place"] = Call(lambda: pool(window.x, size, strides, out=out, indices=indices)[0])
    return calls


def _integer_windows(operator: Operator, tensors: list[torch.Tensor]) -> Calls:
    """Quantised convolution by oneDNN: of images in u8 around 128, with results in f32."""
    window = _Window(operator, tensors)
    one = torch.ones(len(window.weight))
    zero = torch.zeros(len(window.weight), dtype=torch.int64)
    image = (window.x.int() + 128).to(torch.uint8)
    options = ([window.stride] * 2, [0, 0], [1, 1], 1)
    calls = {}
    formats = {"planes": torch.contiguous_format, "channels last": torch.channels_last}
    for name, layout in formats.items():
        x = image.contiguous(memory_format=layout)
        packed = torch.ops.onednn.qconv_prepack(
            window.weight.contiguous(), one, 1.0, 128, *options, list(x.shape)
        )
        calls[f"{name}, quantised"] = Call(
            lambda x=x, packed=packed: torch.ops.onednn.qconv2d_pointwise(
                *(x, 1.0, 128, packed, one, zero, None, *options, 1.0, 0),
                *(torch.float32, "none", [], ""),
            ),
            lambda result: window.finish(result).to(torch.int32),
        )
    return calls


def _packed_windows(operator: Operator, tensors: list[torch.Tensor]) -> Calls:
    window = _Window(operator, tensors)
    calls = {}
    formats = {"planes": torch.contiguous_format, "channels last": torch.channels_last}
    for name, layout in formats.items():
        x = window.x.contiguous(memory_format=layout)
        weight = window.weight
        if weight is not None:
            weight = weight.contiguous(memory_format=layout)
        calls[name] = Call(lambda x=x, weight=weight: window.apply(x, weight), window.finish)
        if weight is None or operator.dtype == "f64" or not torch.backends.mkldnn.is_available():
            continue
        options = ([0, 0], [window.stride] * 2, [1, 1], window.groups)
        packed = torch.ops.mkldnn._reorder_convolution_weight(weight, *options, list(x.shape))
        after = ("relu" if window.relu else "none", [], "")
        calls[f"{name}, packed by oneDNN"] = Call(
            lambda x=x, packed=packed, options=options, after=after: (
                torch.ops.mkldnn._convolution_pointwise(x, packed, window.bias, *options, *after)
            ),
            window.finish,
        )
    return calls


PEER = TorchEager
