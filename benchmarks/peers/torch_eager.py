"""PyTorch, operator by operator; into preallocated outputs where it supports them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as functional
from operators import Operator


class TorchEager:
    """PyTorch without a compiler."""

    name = "torch eager"
    version = torch.__version__

    def __init__(self, threads: int) -> None:
        torch.set_num_threads(threads)
        torch.set_grad_enabled(False)

    def prepare(
        self, operator: Operator, inputs: list[np.ndarray]
    ) -> Callable[[], torch.Tensor] | None:
        """See Peer.prepare."""
        tensors = [torch.from_numpy(array) for array in inputs]
        out = torch.empty(operator.output_shape, dtype=tensors[0].dtype)
        match operator.family:
            case "matmul":
                a, b = tensors
                return lambda: torch.mm(a, b, out=out)
            case "batch_matmul":
                a, b = tensors
                return lambda: torch.bmm(a, b, out=out)
            case "add":
                a, b = tensors
                return lambda: torch.add(a, b, out=out)
            case "relu":
                return lambda: torch.clamp_min(tensors[0], 0, out=out)
            case "softmax":
                return lambda: torch.softmax(tensors[0], -1, out=out)
            case "matmul_bias_relu":
                a, b, bias = tensors
                return lambda: torch.addmm(bias, a, b, out=out).relu_()
            case "contraction":
                return _contraction(tensors, out)
            case "mlp":
                return _mlp(tensors, out)
            case "attention":
                q, k, v = (tensor[None] for tensor in tensors)
                return lambda: functional.scaled_dot_product_attention(q, k, v)[0]
        return _windows(operator, tensors)

    def to_numpy(self, result: torch.Tensor) -> np.ndarray:
        """See Peer.to_numpy."""
        return np.ascontiguousarray(result.numpy())


def _contraction(tensors: list[torch.Tensor], out: torch.Tensor) -> Callable[[], torch.Tensor]:
    a, b = tensors
    batch, i, j, k = a.shape
    left, right = a.view(batch, i, j * k), b.view(batch, j * k, -1)
    result = out.view(batch, i, -1)

    def call() -> torch.Tensor:
        torch.bmm(left, right, out=result)
        return out

    return call


def _mlp(tensors: list[torch.Tensor], out: torch.Tensor) -> Callable[[], torch.Tensor]:
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


def _windows(operator: Operator, tensors: list[torch.Tensor]) -> Callable[[], torch.Tensor] | None:
    stride = operator.stride
    x = tensors[0]
    match operator.family:
        case "conv_2d_nchw_fchw":
            w = tensors[1]
            return lambda: functional.conv2d(x, w, stride=stride)
        case "conv_bias_relu_nchw":
            w, bias = tensors[1:]
            return lambda: functional.conv2d(x, w, bias, stride=stride).relu_()
        case "conv_2d_nhwc_hwcf":
            image, w = x.permute(0, 3, 1, 2), tensors[1].permute(3, 2, 0, 1)
            return lambda: functional.conv2d(image, w, stride=stride).permute(0, 2, 3, 1)
        case "depthwise_conv_2d_nhwc_hwc":
            image, w = x.permute(0, 3, 1, 2), tensors[1].permute(2, 0, 1)[:, None]
            channels = x.shape[3]
            return lambda: functional.conv2d(image, w, stride=stride, groups=channels).permute(
                0, 2, 3, 1
            )
        case "pooling_nchw_max":
            window = operator.numbers[4]
            return lambda: functional.max_pool2d(x, window, stride)
    return None


PEER = TorchEager
