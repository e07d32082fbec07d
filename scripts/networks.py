#!/usr/bin/env python3
"""Write data/networks/*.mlir: networks as PyTorch's users write them, and their tasks.

python -m pip install -r tests/frameworks/requirements.txt && python scripts/networks.py [NAME ...]

Weights are arguments, so that the files are small, and have the layout in which they are read:
those of a linear layer are transposed. A batch normalisation is a factor and a summand per channel.
A file holds the network, and then the parts into which `mlirgym tasks` divides it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import mlirgym
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.func import functional_call

FOLDER = Path(__file__).resolve().parent.parent / "data" / "networks"


class Dense(nn.Module):
    """A linear layer whose weights are [before, after]."""

    def __init__(self, before: int, after: int, bias: bool = True) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(before, after) / before**0.5)
        self.bias = nn.Parameter(torch.zeros(after)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        """Apply the layer to [..., before]."""
        y = x @ self.weight
        return y if self.bias is None else y + self.bias


class Scale(nn.Module):
    """A batch normalisation of known mean and variance."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.factor = nn.Parameter(torch.ones(channels, 1, 1))
        self.shift = nn.Parameter(torch.zeros(channels, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        """Apply it to images."""
        return x * self.factor + self.shift


def conv(
    before: int, after: int, size: int, stride: int = 1, padding: int = 0, groups: int = 1
) -> nn.Sequential:
    """Make a convolution and its normalisation."""
    kernel = nn.Conv2d(before, after, size, stride, padding, groups=groups, bias=False)
    return nn.Sequential(kernel, Scale(after))


class BasicBlock(nn.Module):
    """Two 3 x 3 convolutions beside a shortcut (He et al., CVPR 2016)."""

    def __init__(self, before: int, width: int, stride: int) -> None:
        super().__init__()
        self.first = conv(before, width, 3, stride, 1)
        self.second = conv(width, width, 3, 1, 1)
        same = stride == 1 and before == width
        self.short = nn.Identity() if same else conv(before, width, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block to images."""
        return F.relu(self.second(F.relu(self.first(x))) + self.short(x))


def resnet18() -> nn.Module:
    """ResNet-18 for images of 224 x 224."""
    layers: list[nn.Module] = [conv(3, 64, 7, 2, 3), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    before = 64
    for width, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
        layers += [BasicBlock(before, width, stride), BasicBlock(width, width, 1)]
        before = width
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), Dense(512, 1000)]
    return nn.Sequential(*layers)


class InvertedResidual(nn.Module):
    """Wide, depthwise, narrow (Sandler et al., CVPR 2018)."""

    def __init__(self, before: int, after: int, stride: int, factor: int) -> None:
        super().__init__()
        wide = before * factor
        steps: list[nn.Module] = []
        if factor != 1:
            steps += [conv(before, wide, 1), nn.ReLU6()]
        steps += [conv(wide, wide, 3, stride, 1, wide), nn.ReLU6()]
        self.steps = nn.Sequential(*steps, conv(wide, after, 1))
        self.has_shortcut = stride == 1 and before == after

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block to images."""
        return x + self.steps(x) if self.has_shortcut else self.steps(x)


def mobilenet_v2() -> nn.Module:
    """MobileNetV2 for images of 224 x 224."""
    layers: list[nn.Module] = [conv(3, 32, 3, 2, 1), nn.ReLU6()]
    before = 32
    for factor, after, count, stride in (
        (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
        (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1),
    ):  # fmt: skip
        for i in range(count):
            layers.append(InvertedResidual(before, after, stride if i == 0 else 1, factor))
            before = after
    layers += [conv(320, 1280, 1), nn.ReLU6(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers, Dense(1280, 1000))


def vgg16() -> nn.Module:
    """VGG-16 (Simonyan and Zisserman, ICLR 2015) for images of 224 x 224."""
    layers: list[nn.Module] = []
    before = 3
    for width, count in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
        for _ in range(count):
            layers += [conv(before, width, 3, 1, 1), nn.ReLU()]
            before = width
        layers.append(nn.MaxPool2d(2))
    layers += [nn.Flatten(), Dense(25088, 4096), nn.ReLU(), Dense(4096, 4096), nn.ReLU()]
    return nn.Sequential(*layers, Dense(4096, 1000))


def attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> Tensor:
    """Softmax(q k^T / sqrt(width) + mask) v of [heads, length, width]."""
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    return (scores if mask is None else scores + mask).softmax(-1) @ v


class TransformerBlock(nn.Module):
    """Attention and a feed-forward network, with the norm before each (ViT, GPT-2) or after."""

    def __init__(self, width: int, heads: int, norm_first: bool, is_causal: bool) -> None:
        super().__init__()
        self.heads, self.norm_first, self.is_causal = heads, norm_first, is_causal
        self.one, self.two = nn.LayerNorm(width), nn.LayerNorm(width)
        self.joint, self.out = Dense(width, 3 * width), Dense(width, width)
        self.wide, self.narrow = Dense(width, 4 * width), Dense(4 * width, width)

    def attend(self, x: Tensor) -> Tensor:
        """Attention of [length, width] to itself."""
        length, width = x.shape
        q, k, v = self.joint(x).view(length, 3, self.heads, -1).permute(1, 2, 0, 3).unbind(0)
        mask = torch.full((length, length), -1e9).triu(1) if self.is_causal else None
        return self.out(attention(q, k, v, mask).transpose(0, 1).reshape(length, width))

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block to [length, width]."""
        feed = lambda x: self.narrow(F.gelu(self.wide(x)))  # noqa: E731
        if self.norm_first:
            x = x + self.attend(self.one(x))
            return x + feed(self.two(x))
        x = self.one(x + self.attend(x))
        return self.two(x + feed(x))


def rms_norm(x: Tensor, scale: Tensor) -> Tensor:
    """Rows divided by their root mean square (Zhang and Sennrich, NeurIPS 2019)."""
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5) * scale


class DecoderLayer(nn.Module):
    """A layer of SmolLM: rotary positions, nine heads on three of keys and values, gated MLP."""

    def __init__(self, width: int = 576, heads: int = 9, groups: int = 3, wide: int = 1536) -> None:
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        kept = groups * self.size
        self.q, self.out = (Dense(width, width, bias=False) for _ in range(2))
        self.k, self.v = (Dense(width, kept, bias=False) for _ in range(2))
        self.gate, self.up = (Dense(width, wide, bias=False) for _ in range(2))
        self.down = Dense(wide, width, bias=False)
        self.one, self.two = (nn.Parameter(torch.ones(width)) for _ in range(2))

    def forward(
        self, x: Tensor, turn: tuple[Tensor, Tensor], mask: Tensor | None,
        before: tuple[Tensor, Tensor] | None,
    ) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
        """Apply the layer to [length, width]; also the keys and values of these tokens."""

        def heads(x: Tensor) -> Tensor:
            return x.view(x.shape[0], -1, self.size).transpose(0, 1)

        def rotate(x: Tensor) -> Tensor:
            a, b = x.chunk(2, -1)
            return x * turn[0] + torch.cat((-b, a), -1) * turn[1]

        y = rms_norm(x, self.one)
        q, k, v = rotate(heads(self.q(y))), rotate(heads(self.k(y))), heads(self.v(y))
        keys, values = k, v
        if before is not None:
            keys, values = torch.cat((before[0], k), 1), torch.cat((before[1], v), 1)
        shared = self.heads // self.groups
        mixed = attention(
            q.view(self.groups, shared, x.shape[0], -1), keys[:, None], values[:, None], mask
        )
        x = x + self.out(mixed.view(self.heads, x.shape[0], -1).transpose(0, 1).flatten(1))
        y = rms_norm(x, self.two)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), k, v


class Decoder(nn.Module):
    """Four decoder layers: `past` tokens have keys and values already."""

    def __init__(self, past: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(DecoderLayer() for _ in range(4))
        self.past = past

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, *before: Tensor) -> tuple[Tensor, ...]:
        """Tokens of [length, width]; then keys and values of each layer."""
        length = x.shape[0]
        mask = torch.full((length, length), -1e9).triu(1) if length > 1 else None
        kept: list[Tensor] = []
        for i, layer in enumerate(self.layers):
            known = (before[2 * i], before[2 * i + 1]) if before else None
            x, k, v = layer(x, (cos, sin), mask, known)
            kept += [k, v]
        return x, *kept


class Lstm(nn.Module):
    """An LSTM over a sequence, as a loop of cells."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.inner, self.outer = Dense(width, 4 * hidden), Dense(hidden, 4 * hidden, bias=False)

    def forward(self, xs: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
        """Return the state after [length, batch, width]."""
        for x in self.inner(xs).unbind(0):
            i, f, g, o = (x + self.outer(h)).chunk(4, -1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
        return h, c


class UnetBlock(nn.Module):
    """Down and up one level, with a skip connection (Ronneberger et al., MICCAI 2015)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.down = nn.Sequential(conv(width, width, 3, 1, 1), nn.ReLU())
        self.low = nn.Sequential(conv(width, 2 * width, 3, 1, 1), nn.ReLU())
        self.up = conv(2 * width, width, 1)
        self.join = nn.Sequential(conv(2 * width, width, 3, 1, 1), nn.ReLU())

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block to images."""
        high = self.down(x)
        low = self.up(self.low(F.max_pool2d(high, 2)))
        n, c, h, w = low.shape
        again = low[:, :, :, None, :, None].expand(n, c, h, 2, w, 2).reshape(n, c, 2 * h, 2 * w)
        return self.join(torch.cat((high, again), 1))


IMAGE = (1, 3, 224, 224)
TURN = ((64, 64), (64, 64))

#: Name, module, shapes of its inputs.
NETWORKS: dict[str, tuple[Callable[[], nn.Module], Sequence[Sequence[int]]]] = {
    "resnet18": (resnet18, [IMAGE]),
    "mobilenet_v2": (mobilenet_v2, [IMAGE]),
    "vgg16": (vgg16, [IMAGE]),
    "bert_layer": (lambda: TransformerBlock(768, 12, False, False), [(128, 768)]),
    "gpt2_block": (lambda: TransformerBlock(768, 12, True, True), [(64, 768)]),
    "vit_block": (lambda: TransformerBlock(768, 12, True, False), [(197, 768)]),
    "decoder_prefill": (lambda: Decoder(0), [(64, 576), (64, 64), (64, 64)]),
    "decoder_step": (lambda: Decoder(64), [(1, 576), (1, 64), (1, 64), *[(3, 64, 64)] * 8]),
    "lstm": (lambda: Lstm(256, 256), [(16, 8, 256), (8, 256), (8, 256)]),
    "unet_block": (lambda: UnetBlock(64), [(1, 64, 64, 64)]),
}


class WithWeights(nn.Module):
    """A module whose weights are its last arguments."""

    def __init__(self, module: nn.Module, inputs: int) -> None:
        super().__init__()
        self.names = [name for name, _ in module.named_parameters()]
        self.call = lambda *given: functional_call(
            module, dict(zip(self.names, given[inputs:], strict=True)), given[:inputs]
        )

    def forward(self, *given: Tensor) -> Tensor | tuple[Tensor, ...]:
        """Call the module."""
        return self.call(*given)


def module(name: str, seed: int = 0) -> tuple[nn.Module, list[Tensor]]:
    """Make a network and inputs for it."""
    torch.manual_seed(seed)
    make, shapes = NETWORKS[name]
    made = make().eval()
    return made, [torch.randn(*shape) for shape in shapes]


def arguments(name: str, seed: int = 0) -> tuple[nn.Module, list[Tensor]]:
    """Make a network as a function of its inputs and weights, and values of these."""
    made, inputs = module(name, seed)
    weights = [weight.detach() for weight in made.parameters()]
    return WithWeights(made, len(inputs)), inputs + weights


def text_of(name: str) -> str:
    """Make the file of a network."""
    from torch_mlir import fx

    made, values = arguments(name)
    whole = str(
        fx.export_and_import(made, *values, output_type="linalg-on-tensors", func_name=name)
    )
    sections = [f"// {name}\n{whole.strip()}\n"]
    for task in mlirgym.tasks(mlirgym.parse_program(whole, name)):
        tag = task.program.name.removeprefix(f"{name}_")
        sections.append(f"// {name}.{tag}\n{task.program.text.strip()}\n")
    return "// -----\n".join(sections)


def main() -> None:
    """Write the files."""
    names = sys.argv[1:] or list(NETWORKS)
    for name in names:
        text = text_of(name)
        (FOLDER / f"{name}.mlir").write_text(text)
        print(f"{name}: {text.count('// -----')} tasks, {len(text) // 1024} KiB", flush=True)


if __name__ == "__main__":
    main()
