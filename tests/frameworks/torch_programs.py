"""Programs of PyTorch, by `mlirgym.from_torch`."""

from collections.abc import Callable, Iterator

import mlirgym
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from frameworks.programs import Array, FrameworkProgram, bools, floats, integers


class Function(nn.Module):
    """A module without weights."""

    def __init__(self, function: Callable[..., Tensor | tuple[Tensor, ...]]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *arguments: Tensor) -> Tensor | tuple[Tensor, ...]:
        """Call the function."""
        return self.function(*arguments)


class TransformerLayer(nn.Module):
    """Attention and a feed-forward network, each after a layer norm and beside a shortcut."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.joint = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the layer to a batch of sequences."""
        batch, length, width = x.shape
        split = (batch, length, self.heads, width // self.heads)
        q, k, v = (
            each.reshape(split).transpose(1, 2)
            for each in self.joint(self.before(x)).chunk(3, dim=-1)
        )
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.narrow(F.gelu(self.wide(self.between(x))))


class LstmCell(nn.LSTMCell):
    """An LSTM cell whose state is two arguments."""

    def forward(self, x: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
        """One step."""
        return super().forward(x, (h, c))


class RmsNorm(nn.Module):
    """Rows divided by their root mean square."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise the last dimension."""
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


def rotary(x: Tensor) -> Tensor:
    """Rotary position embedding of [batch, length, width]."""
    half = x.shape[-1] // 2
    rate = 1.0 / (10000 ** (torch.arange(half, dtype=torch.float32) / half))
    angle = torch.arange(x.shape[1], dtype=torch.float32)[:, None] * rate
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()], dim=-1)


def masked_attention(q: Tensor, k: Tensor, v: Tensor, keep: Tensor) -> Tensor:
    """Attention over the keys that `keep` selects."""
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    return torch.softmax(scores.masked_fill(~keep, float("-inf")), dim=-1) @ v


def modules() -> Iterator[tuple[str, nn.Module, list[Array]]]:
    """Name, module and inputs of each program."""

    def function(name: str, body: Callable[..., object], *inputs: Array):
        return name, Function(body), list(inputs)

    x, y = floats(8, 16), floats(8, 16, seed=1)
    image = floats(1, 8, 14, 14)
    yield "mlp", nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4)), [x]
    yield function("gelu_tanh", lambda a: F.gelu(a, approximate="tanh"), x)
    yield function("activations", lambda a: F.silu(a) + F.hardswish(a) + F.elu(a), x)
    yield function("leaky_relu", lambda a: F.leaky_relu(a, 0.1), x)
    yield "layer_norm", nn.LayerNorm(16), [x]
    yield "group_norm", nn.GroupNorm(4, 8), [image]
    yield "rms_norm", RmsNorm(16), [x]
    yield (
        "conv_bn_relu",
        nn.Sequential(nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU()),
        [image],
    )
    yield "conv_strided_dilated", nn.Conv2d(8, 6, 3, stride=2, dilation=2), [image]
    yield "conv_grouped", nn.Conv2d(8, 12, 3, groups=4), [image]
    yield "conv_depthwise", nn.Conv2d(8, 8, 5, padding=2, groups=8), [image]
    yield "conv_1d", nn.Conv1d(8, 6, 5, padding=2), [floats(2, 8, 20)]
    yield "conv_transposed", nn.ConvTranspose2d(8, 4, 3, stride=2, padding=1), [image]
    yield "max_pool", nn.MaxPool2d(3, stride=2, padding=1), [image]
    yield "avg_pool", nn.AvgPool2d(3, stride=2, padding=1), [image]
    yield "global_pool", nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()), [image]
    q, k, v = (floats(2, 4, 10, 8, seed=i) for i in range(3))
    yield function("attention", F.scaled_dot_product_attention, q, k, v)
    yield function(
        "attention_causal", lambda *a: F.scaled_dot_product_attention(*a, is_causal=True), q, k, v
    )
    keep = bools(2, 1, 10, 10)
    keep[..., 0] = True
    yield function("attention_masked", masked_attention, q, k, v, keep)
    yield "transformer_layer", TransformerLayer(16, 4), [floats(2, 6, 16)]
    yield function("rotary", rotary, floats(2, 6, 16))
    yield "embedding", nn.Embedding(20, 12), [integers(3, 7, below=20)]
    yield function("cumsum", lambda a: torch.cumsum(a, dim=1), x)
    yield function("where_clamp", lambda a, b: torch.where(a > b, a, b.clamp(-1, 1)), x, y)
    yield function("logical", lambda a, b: ((a > 0) & (b < 1)) | (a == b), x, y)
    yield function("argmax_max", lambda a: (a.argmax(-1), a.amax(-1), a.amin(0)), x)
    yield function("reductions", lambda a: (a.mean(1), a.var(1), a.prod(0), (a > 0).any(1)), x)
    yield function("pad_reflect", lambda a: F.pad(a, (2, 1, 1, 2), mode="reflect"), image)
    yield function("pad_replicate", lambda a: F.pad(a, (2, 1, 1, 2), mode="replicate"), image)
    yield function("upsample_nearest", lambda a: F.interpolate(a, scale_factor=2), image)
    yield function(
        "upsample_bilinear",
        lambda a: F.interpolate(a, scale_factor=2, mode="bilinear", align_corners=False),
        image,
    )
    yield "lstm_cell", LstmCell(16, 12), [x, floats(8, 12), floats(8, 12, seed=1)]
    yield "gru_cell", nn.GRUCell(16, 12), [x, floats(8, 12)]
    yield function(
        "gather_index_select",
        lambda a, i: (torch.gather(a, 1, i), a[:, [3, 1, 5]]),
        x,
        integers(8, 5, below=16),
    )
    yield function(
        "scatter_add",
        lambda a, i, b: a.scatter_add(1, i, b),
        x,
        integers(8, 16, below=16),
        y,
    )
    yield function("topk", lambda a: torch.topk(a, 4, dim=-1), x)
    yield function("sort", lambda a: torch.sort(a, dim=-1), x)
    yield function(
        "cat_split", lambda a, b: torch.cat(torch.cat([a, b], 1).split(8, 1)[::-1]), x, y
    )
    yield function("integers", lambda a, b: (a // b + a % b, a * b - a, (a << 2) ^ b),
                   integers(6, 9, below=90), integers(6, 9, below=9, seed=1) + 1)  # fmt: skip
    yield function("one_hot_loss", lambda a, i: F.cross_entropy(a, i), x, integers(8, below=16))
    yield function("tril_roll", lambda a: torch.tril(a) + torch.roll(a, 3, 1).flip(0), x)
    yield function("einsum", lambda a, b: torch.einsum("bij,bjk->bik", a, b),
                   floats(3, 5, 7), floats(3, 7, 4))  # fmt: skip


def programs() -> Iterator[FrameworkProgram]:
    """All programs of PyTorch."""
    torch.manual_seed(0)
    for name, module, inputs in modules():
        yield FrameworkProgram(
            "torch",
            name,
            lambda name=name, module=module, inputs=inputs: mlirgym.from_torch(
                module, inputs, name=name
            ),
        )
