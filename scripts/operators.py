#!/usr/bin/env python3
"""Write data/operators: two hundred operators as PyTorch's users write them, and NPBench's kernels.

python -m pip install -r tests/frameworks/requirements.txt && python scripts/operators.py [NAME ...]

They are 120 single operators and 80 chains of 2 to 6, in sizes for one core, and the kernels of
scripts/npbench.py. Weights are arguments, so that the files are small. What cannot be imported has
no file.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import mlirgym
import npbench
import torch
import torch.nn.functional as F
from torch import Tensor

DATA = Path(__file__).resolve().parent.parent / "data"
FOLDER = DATA / "operators"

#: How values of an argument are drawn; a shape stands for normal numbers.
Values = Callable[[], Tensor]


def below(most: int, *shape: int) -> Values:
    """Integers from 0 on."""
    return lambda: torch.randint(most, shape)


def positive(*shape: int) -> Values:
    """Numbers of at least a half."""
    return lambda: torch.rand(shape) + 0.5


def unit(*shape: int) -> Values:
    """Numbers between 0 and 1, as probabilities are."""
    return lambda: torch.rand(shape) * 0.98 + 0.01


def truths(*shape: int) -> Values:
    """Both truth values, equally often."""
    return lambda: torch.rand(shape) < 0.5


def rms_norm(x: Tensor, scale: Tensor) -> Tensor:
    """Rows divided by their root mean square."""
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * scale


def rotary(x: Tensor, angle: Tensor) -> Tensor:
    """Pairs of the halves of each row, turned by an angle."""
    a, b = x.chunk(2, -1)
    cos, sin = angle.cos(), angle.sin()
    return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)


def lstm_cell(x: Tensor, h: Tensor, c: Tensor, w: Tensor, u: Tensor) -> tuple[Tensor, Tensor]:
    """One step of an LSTM."""
    i, f, g, o = (x @ w + h @ u).chunk(4, -1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def gru_cell(x: Tensor, h: Tensor, w: Tensor, u: Tensor) -> Tensor:
    """One step of a GRU."""
    (a, b, c), (d, e, f) = (x @ w).chunk(3, -1), (h @ u).chunk(3, -1)
    keep = (b + e).sigmoid()
    return keep * h + (1 - keep) * (c + (a + d).sigmoid() * f).tanh()


def channel_shuffle(x: Tensor, groups: int) -> Tensor:
    """Channels of several groups, interleaved."""
    n, c, h, w = x.shape
    return x.view(n, groups, c // groups, h, w).transpose(1, 2).reshape(n, c, h, w)


def heads(x: Tensor, count: int) -> Tensor:
    """[length, width] as [count, length, width / count]."""
    return x.view(x.shape[0], count, -1).transpose(0, 1)


def self_attention(x: Tensor, joint: Tensor, out: Tensor) -> Tensor:
    """Attention of a sequence to itself by four heads."""
    q, k, v = (heads(each, 4) for each in (x @ joint).chunk(3, -1))
    return F.scaled_dot_product_attention(q, k, v).transpose(0, 1).reshape(x.shape) @ out


def normed(x: Tensor, scale: Tensor, shift: Tensor, mean: Tensor, var: Tensor) -> Tensor:
    """Batch normalisation of known mean and variance."""
    return F.batch_norm(x, mean, var, scale, shift)


def batch_normed(x: Tensor, scale: Tensor, shift: Tensor) -> Tensor:
    """Batch normalisation by the mean and variance of this batch."""
    return F.batch_norm(x, None, None, scale, shift, training=True)


ROWS, IMAGE, VOLUME = (1024, 1024), (4, 16, 64, 64), (1, 16, 16, 32, 32)
QKV = [(4, 64, 32)] * 3

#: Name, function, its arguments.
SINGLE: dict[str, tuple] = {
    # products
    "matmul_square": (torch.matmul, (192, 192), (192, 192)),
    "matmul_tall": (torch.matmul, (2048, 64), (64, 48)),
    "matmul_wide": (torch.matmul, (16, 384), (384, 1024)),
    "matmul_deep": (torch.matmul, (48, 4096), (4096, 32)),
    "matmul_odd": (torch.matmul, (123, 217), (217, 95)),
    "matmul_left_transposed": (lambda a, b: a.T @ b, (224, 160), (224, 192)),
    "matmul_right_transposed": (lambda a, b: a @ b.T, (160, 224), (192, 224)),
    "matmul_both_transposed": (lambda a, b: a.T @ b.T, (224, 160), (192, 224)),
    "matmul_symmetric": (lambda a, b: (a + a.T) @ (b + b.T), (160, 160), (160, 160)),
    "matmul_upper": (lambda a, b: a.triu() @ b.triu(), (160, 160), (160, 160)),
    "matmul_lower": (lambda a, b: (a.tril() @ b.tril()).tril(), (160, 160), (160, 160)),
    "matmul_diagonal": (lambda a, b: torch.diag(a) @ b, (192,), (192, 160)),
    "matrix_vector": (torch.mv, (2048, 1024), (1024,)),
    "vector_matrix": (torch.matmul, (1024,), (1024, 2048)),
    "dot": (torch.dot, (1048576,), (1048576,)),
    "outer": (torch.outer, (1280,), (1024,)),
    "gram": (lambda a: a.T @ a, (320, 128)),
    "batch_matmul": (torch.bmm, (12, 64, 96), (12, 96, 80)),
    "batch_matmul_transposed": (lambda a, b: a @ b.mT, (12, 64, 96), (12, 80, 96)),
    "batch_matmul_shared": (torch.matmul, (8, 64, 128), (128, 96)),
    "batch_matmul_nested": (torch.matmul, (2, 6, 64, 48), (2, 6, 48, 64)),
    "addmm": (lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=2.0),
              (160, 192), (160, 128), (128, 192)),
    "baddbmm": (torch.baddbmm, (6, 80, 64), (6, 80, 96), (6, 96, 64)),
    "linear": (F.linear, (128, 256), (320, 256), (320,)),
    "bilinear": (F.bilinear, (24, 48), (24, 40), (32, 48, 40)),
    "kronecker": (torch.kron, (24, 32), (48, 32)),
    "tensor_product": (lambda a, b: torch.tensordot(a, b, ([1, 2], [0, 1])),
                       (96, 16, 24), (16, 24, 128)),
    "einsum_three": (lambda a, b, c: torch.einsum("bi,ij,bj->b", a, b, c),
                     (96, 192), (192, 160), (96, 160)),
    # convolutions
    "conv1d": (F.conv1d, (4, 32, 512), (48, 32, 5), (48,)),
    "conv1d_strided_dilated": (lambda x, w: F.conv1d(x, w, stride=2, dilation=3),
                               (4, 32, 768), (48, 32, 5)),
    "conv1d_depthwise": (lambda x, w: F.conv1d(x, w, padding=2, groups=128),
                         (4, 128, 512), (128, 1, 5)),
    "conv2d": (lambda x, w: F.conv2d(x, w, padding=1), (1, 32, 40, 40), (32, 32, 3, 3)),
    "conv2d_bias": (F.conv2d, (2, 24, 30, 30), (32, 24, 3, 3), (32,)),
    "conv2d_pointwise": (F.conv2d, (1, 96, 40, 40), (96, 96, 1, 1)),
    "conv2d_oblong": (lambda x, w: F.conv2d(x, w, padding=(1, 3)),
                      (1, 24, 28, 52), (24, 24, 3, 7)),
    "conv2d_strided": (lambda x, w: F.conv2d(x, w, stride=4, padding=2),
                       (1, 3, 128, 128), (64, 3, 11, 11)),
    "conv2d_dilated": (lambda x, w: F.conv2d(x, w, dilation=(2, 3)),
                       (1, 24, 40, 44), (32, 24, 3, 3)),
    "conv2d_grouped": (lambda x, w: F.conv2d(x, w, padding=1, groups=4),
                       (1, 64, 48, 48), (64, 16, 3, 3)),
    "conv2d_depthwise": (lambda x, w: F.conv2d(x, w, padding=2, groups=64),
                         (1, 64, 56, 56), (64, 1, 5, 5)),
    "conv2d_depthwise_twofold": (lambda x, w: F.conv2d(x, w, stride=2, groups=48),
                                 (1, 48, 65, 65), (96, 1, 3, 3)),
    "conv2d_same": (lambda x, w: F.conv2d(x, w, padding="same"), (1, 16, 36, 36), (24, 16, 5, 5)),
    "conv3d": (F.conv3d, (1, 8, 14, 20, 20), (12, 8, 3, 3, 3)),
    "conv3d_oblong": (lambda x, w: F.conv3d(x, w, stride=(1, 2, 2), padding=(0, 1, 2)),
                      (1, 8, 16, 24, 24), (16, 8, 1, 3, 5)),
    "conv3d_depthwise": (lambda x, w: F.conv3d(x, w, padding=1, groups=16),
                         (1, 16, 16, 32, 32), (16, 1, 3, 3, 3)),
    "transposed_conv1d": (F.conv_transpose1d, (4, 32, 256), (32, 40, 5)),
    "transposed_conv1d_dilated": (lambda x, w: F.conv_transpose1d(x, w, stride=2, dilation=3),
                                  (2, 32, 200), (32, 32, 4)),
    "transposed_conv2d": (F.conv_transpose2d, (1, 32, 28, 28), (32, 24, 3, 3), (24,)),
    "transposed_conv2d_strided": (
        lambda x, w: F.conv_transpose2d(x, w, stride=2, padding=1, output_padding=1),
        (1, 32, 24, 24), (32, 24, 3, 3)),
    "transposed_conv2d_oblong": (
        lambda x, w: F.conv_transpose2d(x, w, stride=(2, 3), padding=(1, 2), dilation=(2, 1)),
        (1, 24, 20, 16), (24, 24, 3, 5)),
    "transposed_conv2d_grouped": (lambda x, w: F.conv_transpose2d(x, w, stride=2, groups=4),
                                  (1, 64, 20, 20), (64, 12, 3, 3)),
    "transposed_conv2d_depthwise": (lambda x, w: F.conv_transpose2d(x, w, stride=2, groups=48),
                                    (1, 48, 32, 32), (48, 1, 4, 4)),
    "transposed_conv3d": (F.conv_transpose3d, (1, 12, 8, 14, 14), (12, 8, 3, 3, 3)),
    "transposed_conv3d_strided": (lambda x, w: F.conv_transpose3d(x, w, stride=2, padding=1),
                                  (1, 12, 8, 12, 12), (12, 8, 3, 3, 3)),
    "unfold": (lambda x: F.unfold(x, 3, padding=1), (1, 16, 40, 40)),
    "fold": (lambda x: F.fold(x, 32, 4, stride=4), (1, 64, 64)),
    # poolings
    "max_pool1d": (lambda x: F.max_pool1d(x, 4, 2, 1), (8, 64, 512)),
    "max_pool2d": (lambda x: F.max_pool2d(x, 3, 2, 1), IMAGE),
    "max_pool2d_dilated": (lambda x: F.max_pool2d(x, 2, 2, dilation=3), IMAGE),
    "max_pool3d": (lambda x: F.max_pool3d(x, 3, 2), VOLUME),
    "max_pool2d_where": (lambda x: F.max_pool2d(x, 2, return_indices=True), IMAGE),
    "avg_pool1d": (lambda x: F.avg_pool1d(x, 8, 4), (8, 64, 512)),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 11, 3), IMAGE),
    "avg_pool2d_within": (lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), IMAGE),
    "avg_pool3d": (lambda x: F.avg_pool3d(x, 3, 2, 1), VOLUME),
    "adaptive_avg_pool2d": (lambda x: F.adaptive_avg_pool2d(x, (7, 9)), IMAGE),
    "adaptive_max_pool2d": (lambda x: F.adaptive_max_pool2d(x, 8), IMAGE),
    "power_pool2d": (lambda x: F.lp_pool2d(x, 2.0, 4), IMAGE),
    # norms
    "batch_norm": (normed, (8, 32, 56, 56), (32,), (32,), (32,), positive(32)),
    "batch_norm_of_batch": (batch_normed, (4, 32, 48, 48), (32,), (32,)),
    "layer_norm": (lambda x, g, b: F.layer_norm(x, (768,), g, b), (256, 768), (768,), (768,)),
    "layer_norm_of_images": (lambda x: F.layer_norm(x, (16, 64, 64)), IMAGE),
    "group_norm": (lambda x, g, b: F.group_norm(x, 4, g, b), IMAGE, (16,), (16,)),
    "instance_norm": (F.instance_norm, IMAGE),
    "rms_norm": (lambda x, g: F.rms_norm(x, (1024,), g, 1e-5), ROWS, (1024,)),
    "l1_norm": (lambda x: x / x.abs().mean(1, keepdim=True), ROWS),
    "l2_norm": (lambda x: F.normalize(x, dim=1), ROWS),
    "frobenius_norm": (lambda x: x / torch.linalg.matrix_norm(x), ROWS),
    "response_norm": (lambda x: F.local_response_norm(x, 5), IMAGE),
    # one value after another
    "relu": (F.relu, ROWS),
    "leaky_relu": (lambda x: F.leaky_relu(x, 0.02), ROWS),
    "prelu": (F.prelu, IMAGE, (16,)),
    "elu": (F.elu, ROWS),
    "selu": (F.selu, ROWS),
    "gelu": (F.gelu, (256, 1024)),
    "gelu_tanh": (lambda x: F.gelu(x, approximate="tanh"), (256, 1024)),
    "silu": (F.silu, (256, 1024)),
    "mish": (F.mish, (256, 1024)),
    "softplus": (F.softplus, (256, 1024)),
    "sigmoid": (torch.sigmoid, (256, 1024)),
    "tanh": (torch.tanh, (256, 1024)),
    "log_of_roots": (lambda x: x.sqrt().log(), positive(256, 1024)),
    "power": (torch.pow, positive(256, 512), (256, 512)),
    # rows
    "softmax": (lambda x: x.softmax(-1), (384, 768)),
    "softmax_of_channels": (lambda x: x.softmax(1), IMAGE),
    "log_softmax": (lambda x: x.log_softmax(-1), (384, 768)),
    "sum_of_rows": (lambda x: x.sum(1), ROWS),
    "mean_of_columns": (lambda x: x.mean(0), ROWS),
    "max_of_middle": (lambda x: x.amax(1), (32, 128, 256)),
    "argmin": (lambda x: x.argmin(1), ROWS),
    "std": (lambda x: x.std(1), ROWS),
    "logsumexp": (lambda x: x.logsumexp(1), ROWS),
    "cumsum": (lambda x: x.cumsum(1), (256, 512)),
    "cumsum_reversed": (lambda x: x.flip(1).cumsum(1).flip(1), (256, 512)),
    "cumsum_masked": (lambda x, keep: (x * keep).cumsum(0), (256, 512), truths(256, 512)),
    "cumprod": (lambda x: x.cumprod(1), unit(1024, 256)),
    "cummax": (lambda x: x.cummax(1).values, (256, 512)),
    "sort": (lambda x: x.sort(-1).values, (64, 256)),
    "topk": (lambda x: x.topk(8).values, (64, 256)),
    # losses
    "cross_entropy": (F.cross_entropy, (512, 200), below(200, 512)),
    "mse_loss": (F.mse_loss, ROWS, ROWS),
    "huber_loss": (F.huber_loss, ROWS, ROWS),
    "kl_divergence": (lambda x, y: F.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"),
                      (256, 512), (256, 512)),
    "triplet_loss": (F.triplet_margin_loss, (256, 512), (256, 512), (256, 512)),
    "hinge_loss": (lambda x, sign: F.relu(1 - x * (2.0 * sign - 1)).mean(), ROWS, truths(*ROWS)),
    # attention, tables
    "attention": (F.scaled_dot_product_attention, *QKV),
    "attention_causal": (lambda *qkv: F.scaled_dot_product_attention(*qkv, is_causal=True), *QKV),
    "embedding": (F.embedding, below(1000, 16, 128), (1000, 256)),
    "distances": (torch.cdist, (128, 64), (96, 64)),
    "index_add": (lambda x, i, y: x.index_add(0, i, y), (64, 64), below(64, 48), (48, 64)),
    "scatter_add": (lambda x, i, y: x.scatter_add(1, i, y),
                    (64, 128), below(128, 64, 128), (64, 128)),
}  # fmt: skip

MAP, MIX = (1, 24, 32, 32), (32, 24, 3, 3)
X, W, B = (128, 256), (256, 192), (192,)
CHANNELS = (32, 1, 1)

CHAINS: dict[str, tuple] = {
    # products
    "matmul_bias_gelu": (lambda x, w, b: F.gelu(x @ w + b), X, W, B),
    "matmul_scale_tanh": (lambda x, w, s: torch.tanh(x @ w / 16 * s), X, W, B),
    "matmul_sum_gelu": (lambda x, w: F.gelu((x @ w).sum(1) / 16), X, W),
    "matmul_max_subtract": (lambda x, w: (y := x @ w) - y.amax(1, keepdim=True), X, W),
    "matmul_softmax": (lambda x, w, b: ((x @ w + b) / 16).softmax(1), X, W, B),
    "matmul_log_sum_of_exponentials": (lambda x, w: (x @ w / 16).logsumexp(1), X, W),
    "matmul_residual_layer_norm": (
        lambda x, w, r, g, b: F.layer_norm(x @ w + r, (192,), g, b), X, W, (128, 192), B, B),
    "matmul_group_norm_clamp": (lambda x, w, g, b: F.group_norm(x @ w, 8, g, b).clamp(-1, 1.5),
                                X, W, B, B),
    "matmul_batch_norm_sigmoid": (lambda x, w, g, b: batch_normed(x @ w, g, b).sigmoid(),
                                  X, W, B, B),
    "matmul_pool_add": (lambda x, w, b: F.avg_pool1d((x @ w)[:, None], 4)[:, 0] + b,
                        X, W, (48,)),
    "matmul_swish_scaled": (lambda x, w, b: 0.7 * F.silu(x @ w + b), X, W, B),
    "matmul_mish_twice": (lambda x, w, b: F.mish(F.mish((x @ w + b) / 16)), X, W, B),
    "matmul_gate": (lambda x, w, v: F.silu(x @ w / 16) * (x @ v), X, W, W),
    "matmul_halves_gated": (lambda x, w: F.glu(x @ w, 1), X, W),
    "matmul_matmul": (lambda x, w, v: x @ w @ v, X, W, (192, 128)),
    "matmul_relu_matmul": (lambda x, w, b, v: F.relu(x @ w + b) @ v, X, W, B, (192, 160)),
    "matmul_squared_relu": (lambda x, w: F.relu(x @ w / 16).square(), X, W),
    "matmul_distance": (lambda x, w, y: (x @ w / 16 - y).square().mean(1).sqrt(),
                        X, W, (128, 192)),
    "matmul_cross_entropy": (lambda x, w, i: F.cross_entropy(x @ w / 16, i),
                             X, W, below(192, 128)),
    "matmul_best_three": (lambda x, w: (x @ w).topk(3).indices, X, W),
    "matmul_clip_norm": (lambda x, w: (y := x @ w) * (9 / y.norm()).clamp(max=1.0), X, W),
    "matmul_low_rank": (lambda x, w, a, b: x @ w + 2 * (x @ a) @ b, X, W, (256, 8), (8, 192)),
    "matmul_by_norms": (lambda x, w: F.normalize(x, dim=1) @ F.normalize(w, dim=0), X, W),
    "gram_softmax": (lambda x: (x.T @ x / 512).softmax(-1), (512, 128)),
    "covariance": (lambda x: (y := x - x.mean(0)).T @ y / (x.shape[0] - 1), (512, 128)),
    "batch_matmul_scale_mask": (lambda a, b, keep: (a @ b / 8).masked_fill(~keep, -1e9).softmax(-1),
                                (6, 64, 64), (6, 64, 80), truths(64, 80)),
    "linear_dropout_softmax": (lambda x, w: F.dropout(F.linear(x, w), 0.3, False).softmax(1),
                               X, (192, 256)),
    "linear_hardtanh_mean": (lambda x, w, b: F.hardtanh(F.linear(x, w, b)).mean(1),
                             X, (192, 256), B),
    "vector_power_step": (lambda a, v: (w := a @ v) / w.norm(), (768, 768), (768,)),
    "normal_equations": (lambda a, y: (a.T @ a + 0.1 * torch.eye(96), a.T @ y),
                         (512, 96), (512, 16)),
    # convolutions
    "conv_relu": (lambda x, w: F.relu(F.conv2d(x, w)), MAP, MIX),
    "conv_bias_relu_scale": (lambda x, w, b: F.relu(F.conv2d(x, w, b)) * 0.5, MAP, MIX, (32,)),
    "conv_relu_bias": (lambda x, w, b: F.relu(F.conv2d(x, w)) + b, MAP, MIX, CHANNELS),
    "conv_norm_relu": (lambda x, w, *norm: F.relu(normed(F.conv2d(x, w, padding=1), *norm)),
                       MAP, MIX, (32,), (32,), (32,), positive(32)),
    "conv_norm_add_relu": (
        lambda x, w, s, b, r: F.relu(F.conv2d(x, w, padding=1) * s + b + r),
        MAP, MIX, CHANNELS, CHANNELS, (1, 32, 32, 32)),
    "conv_subtract_tanh_pool": (lambda x, w: F.avg_pool2d((F.conv2d(x, w) / 15 - 0.3).tanh(), 2),
                                MAP, MIX),
    "conv_min_tanh_twice": (lambda x, w: F.conv2d(x, w).amin(1, keepdim=True).tanh().tanh(),
                            MAP, MIX),
    "conv_softmax_channels": (lambda x, w: (F.conv2d(x, w) / 15).softmax(1), MAP, MIX),
    "conv_group_norm_gelu": (lambda x, w, g, b: F.gelu(F.group_norm(F.conv2d(x, w), 4, g, b)),
                             MAP, MIX, (32,), (32,)),
    "conv_instance_norm_divide": (lambda x, w: F.instance_norm(F.conv2d(x, w)) / 2.5, MAP, MIX),
    "conv_hardswish_max_pool": (lambda x, w: F.max_pool2d(F.hardswish(F.conv2d(x, w)), 2),
                                MAP, MIX),
    "conv_mish_global_mean": (lambda x, w: F.mish(F.conv2d(x, w) / 15).mean((2, 3)), MAP, MIX),
    "conv_pool_sigmoid_sum": (lambda x, w: F.avg_pool2d(F.conv2d(x, w), 4).sigmoid().sum((1, 2, 3)),
                              MAP, MIX),
    "conv_leaky_sum_clamp": (lambda x, w, a: (F.leaky_relu(F.conv2d(x, w)) + a).clamp(-9, 9),
                             MAP, MIX, (32, 30, 30)),
    "conv_log_sum_channels": (lambda x, w: F.conv2d(x, w).logsumexp(1, keepdim=True), MAP, MIX),
    "conv_shuffle": (lambda x, w: channel_shuffle(F.conv2d(x, w, groups=4), 4),
                     MAP, (32, 6, 3, 3)),
    "conv_pixels": (lambda x, w, b: F.pixel_shuffle(F.conv2d(x, w, b, padding=1), 2),
                    MAP, MIX, (32,)),
    "conv_upsample": (lambda x, w: F.conv2d(F.interpolate(x, scale_factor=2), w),
                      (1, 24, 16, 16), MIX),
    "conv_upsample_bilinear": (
        lambda x, w: F.interpolate(F.conv2d(x, w), size=(45, 60), mode="bilinear"), MAP, MIX),
    "conv_concatenate": (lambda x, w, y: torch.cat((F.relu(F.conv2d(x, w, padding=1)), y), 1),
                         MAP, MIX, (1, 8, 32, 32)),
    "conv_reflected": (lambda x, w: F.conv2d(F.pad(x, (1, 1, 1, 1), mode="reflect"), w), MAP, MIX),
    "conv_conv": (lambda x, w, v: F.conv2d(F.relu(F.conv2d(x, w)), v), MAP, MIX, (24, 32, 1, 1)),
    "conv_weights_normed": (
        lambda x, w: F.conv2d(x, (w - w.mean((1, 2, 3), True)) / w.std((1, 2, 3), keepdim=True)),
        MAP, MIX),
    "conv_gate": (lambda x, w: (a := F.conv2d(x, w).chunk(2, 1))[0] * a[1].sigmoid(), MAP, MIX),
    "depthwise_pointwise": (
        lambda x, w, v: F.conv2d(F.relu6(F.conv2d(x, w, padding=1, groups=24)), v),
        (1, 24, 56, 56), (24, 1, 3, 3), (48, 24, 1, 1)),
    "depthwise_norm_silu": (
        lambda x, w, s, b: F.silu(F.conv2d(x, w, padding=1, groups=32) * s + b),
        (1, 32, 56, 56), (32, 1, 3, 3), CHANNELS, CHANNELS),
    "squeeze_excite": (
        lambda x, w, v: x * (F.relu(x.mean((2, 3)) @ w) @ v).sigmoid()[:, :, None, None],
        IMAGE, (16, 4), (4, 16)),
    "mean_linear": (lambda x, w, b: F.linear(F.adaptive_avg_pool2d(x, 1).flatten(1), w, b),
                    (8, 64, 48, 48), (100, 64), (100,)),
    "conv1d_gelu_pool": (lambda x, w, b: F.max_pool1d(F.gelu(F.conv1d(x, w, b)), 3),
                         (2, 32, 512), (48, 32, 5), (48,)),
    "conv1d_causal_tanh_gate": (
        lambda x, w, v: F.conv1d(y := F.pad(x, (4, 0)), w).tanh() * F.conv1d(y, v).sigmoid(),
        (1, 32, 512), (32, 32, 5), (32, 32, 5)),
    "conv3d_scale_tanh_sigmoid": (
        lambda x, w, s, b: ((F.conv3d(x, w) * s).tanh() * b).sigmoid(),
        (1, 4, 12, 20, 20), (16, 4, 3, 3, 3), (16, 1, 1, 1), (16, 1, 1, 1)),
    "conv3d_softmax_pool_twice": (
        lambda x, w: F.max_pool3d(F.max_pool3d(F.conv3d(x, w).softmax(1), 2), 2),
        (1, 4, 14, 22, 22), (16, 4, 3, 3, 3)),
    "conv3d_min_softmax": (lambda x, w: F.conv3d(x, w).amin(2).softmax(1),
                           (1, 4, 12, 20, 20), (16, 4, 3, 3, 3)),
    "transposed_conv_bias_tanh": (
        lambda x, w, b: (F.conv_transpose2d(x, w, stride=2) / 15 - b).tanh(),
        (1, 32, 16, 16), (32, 24, 4, 4), (24, 1, 1)),
    "transposed_conv_mean_softmax": (
        lambda x, w: F.conv_transpose2d(x, w, padding=1).mean((2, 3)).softmax(1) * 2,
        (1, 32, 24, 24), (32, 24, 3, 3)),
    "transposed_conv_max_pool_hardtanh": (
        lambda x, w: F.hardtanh(F.max_pool2d(F.conv_transpose2d(x, w, stride=2), 2)),
        (1, 32, 16, 16), (32, 24, 3, 3)),
    "transposed_conv3d_norm_gelu": (
        lambda x, w: F.gelu(F.layer_norm(F.conv_transpose3d(x, w, stride=2), (25,))),
        (1, 12, 6, 12, 12), (12, 8, 3, 3, 3)),
    # rows, sequences
    "add_layer_norm": (lambda x, y, g, b: F.layer_norm(x + y, (512,), g, b),
                       (256, 512), (256, 512), (512,), (512,)),
    "rms_norm_matmul": (lambda x, g, w: rms_norm(x, g) @ w, X, (256,), W),
    "bias_gelu_dropout_add": (lambda x, b, y: F.dropout(F.gelu(x + b), 0.1, False) + y,
                              (256, 768), (768,), (256, 768)),
    "gated_gelu": (lambda x, b: F.gelu((y := (x + b).chunk(2, 1))[0]) * y[1], (256, 1024), (1024,)),
    "softmax_entropy": (lambda x: -(x.softmax(1) * x.log_softmax(1)).sum(1), (384, 512)),
    "standardise_clamp": (lambda x: ((x - x.mean(0)) / (x.std(0) + 1e-3)).clamp(-3, 3), (512, 512)),
    "embedding_sum_norm": (
        lambda i, words, places, g, b: F.layer_norm(words[i] + places, (256,), g, b),
        below(500, 4, 64), (500, 256), (64, 256), (256,), (256,)),
    "embedding_mean_linear": (lambda i, words, w: words[i].mean(1) @ w,
                              below(500, 64, 32), (500, 128), (128, 64)),
    "rotary_scores": (lambda q, k, turn: rotary(q, turn) @ rotary(k, turn).mT / 8,
                      (4, 96, 64), (4, 96, 64), (96, 32)),
    "self_attention": (self_attention, (96, 128), (128, 384), (128, 128)),
    "linear_attention": (lambda q, k, v: (F.elu(q) + 1) @ ((F.elu(k) + 1).mT @ v), *QKV),
    "lstm_step": (lstm_cell, (16, 128), (16, 128), (16, 128), (128, 512), (128, 512)),
    "gru_step": (gru_cell, (16, 128), (16, 128), (128, 384), (128, 384)),
}  # fmt: skip

#: By the name of the program.
PROGRAMS = {f"torch_{name}": each for name, each in (SINGLE | CHAINS).items()} | npbench.KERNELS

#: By the name of the suite: the beginning of the names of its programs, its summary, and programs
#: for tests; without any, their names decide.
SUITES = {
    "operators": (
        "torch_",
        "Single operators and short chains of at most 8 loops, as PyTorch's users write them, f32.",
        [],
    ),
    "npbench": (
        "npbench_",
        "Kernels of NPBench that are functions of tensors, f64, f32 and i64.",
        ["npbench_arc_distance", "npbench_covariance", "npbench_hdiff", "npbench_lenet"],
    ),
}


def arguments(program: str) -> list[Tensor]:
    """Values for the arguments of an operator, always the same."""
    torch.manual_seed(zlib.crc32(program.encode()))
    return [
        torch.randn(each) if isinstance(each, tuple) else each() for each in PROGRAMS[program][1:]
    ]


def imported(program: str) -> mlirgym.Model:
    """Import an operator."""
    return mlirgym.from_torch(PROGRAMS[program][0], arguments(program), name=program)


def is_deep(program: str) -> bool:
    """Whether an operation has more loops than the default encoding of schedules has places for."""
    operations = mlirgym.generate_program(program).operations
    return any(len(each["trip_counts"]) > 8 for each in operations)


def main() -> None:
    """Write the files, and the suites."""
    for program in sys.argv[1:] or PROGRAMS:
        file = FOLDER / f"{program}.mlir"
        try:
            file.write_text(f"// {program}\n{imported(program).payload_module().strip()}\n")
        except mlirgym.ProgramError as error:
            file.unlink(missing_ok=True)
            print(error, flush=True)
    for suite, (prefix, summary, test) in SUITES.items():
        names = sorted(file.stem for file in FOLDER.glob(f"{prefix}*") if not is_deep(file.stem))
        content = {"summary": summary, "programs": [each for each in names if each not in test]}
        if test:
            content["test"] = test
        (DATA / "suites" / f"{suite}.json").write_text(json.dumps(content, indent=2) + "\n")


if __name__ == "__main__":
    main()
