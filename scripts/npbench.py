"""Kernels of NPBench that are functions of tensors, for scripts/operators.py.

They are written anew, from their formulas. Of simulations a kernel is one step in time. Kernels of
complex numbers, and those whose loops carry a value from one element to the next, are left out; the
products of matrices among NPBench's kernels are those of the suite polybench. Sizes are NPBench's
smallest, or less where PyTorch would need more than some milliseconds.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor


def numbers(*shape: int):
    """Draw normal numbers of 64 bits."""
    return lambda: torch.randn(shape, dtype=torch.float64)


def positive(*shape: int):
    """Draw numbers of 64 bits between a half and 1.5."""
    return lambda: torch.rand(shape, dtype=torch.float64) + 0.5


def integers(*shape: int):
    """Draw integers of 64 bits from 0 to 999."""
    return lambda: torch.randint(1000, shape)


def arc_distance(theta1: Tensor, phi1: Tensor, theta2: Tensor, phi2: Tensor) -> Tensor:
    """Compute the angle between two points on a sphere."""
    haversine = ((theta2 - theta1) / 2).sin() ** 2 + theta1.cos() * theta2.cos() * (
        (phi2 - phi1) / 2
    ).sin() ** 2
    haversine = haversine.clamp(0, 1)
    return 2 * torch.atan2(haversine.sqrt(), (1 - haversine).sqrt())


def azimuthal_means(data: Tensor, radius: Tensor, edges: Tensor) -> Tensor:
    """Compute the mean of the data in each ring between two radii."""
    inner, outer = edges[:-1, None], edges[1:, None]
    inside = ((radius >= inner) & (radius < outer)).to(data.dtype)
    return (inside * data).sum(1) / (inside.sum(1) + 1e-9)


def convolution(image: Tensor, weights: Tensor) -> Tensor:
    """Of channels last: [n, h, w, c] and [kh, kw, c, f]."""
    filtered = F.conv2d(image.permute(0, 3, 1, 2), weights.permute(3, 2, 0, 1))
    return filtered.permute(0, 2, 3, 1)


def pooled(image: Tensor) -> Tensor:
    """Maxima of windows of 2 x 2, channels last."""
    return F.max_pool2d(image.permute(0, 3, 1, 2), 2).permute(0, 2, 3, 1)


def normed(image: Tensor) -> Tensor:
    """Batch normalisation over the images alone."""
    return (image - image.mean(0)) / (image.var(0, correction=0) + 1e-5).sqrt()


def correlation(data: Tensor) -> Tensor:
    """Of the columns; a deviation below 0.1 counts as 1."""
    deviation = data.std(0, correction=0)
    deviation = torch.where(deviation <= 0.1, 1.0, deviation)
    data = (data - data.mean(0)) / (data.shape[0] ** 0.5 * deviation)
    return data.T @ data


def covariance(data: Tensor) -> Tensor:
    """Of the columns."""
    data = data - data.mean(0)
    return data.T @ data / (data.shape[0] - 1)


def hdiff(field: Tensor, coefficient: Tensor) -> Tensor:
    """Horizontal diffusion with a flux limiter, of the COSMO model."""
    laplace = 4 * field[1:-1, 1:-1] - (
        field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2]
    )
    along = laplace[1:, 1:-1] - laplace[:-1, 1:-1]
    along = torch.where(along * (field[2:-1, 2:-2] - field[1:-2, 2:-2]) > 0, 0.0, along)
    across = laplace[1:-1, 1:] - laplace[1:-1, :-1]
    across = torch.where(across * (field[2:-2, 2:-1] - field[2:-2, 1:-2]) > 0, 0.0, across)
    flux = along[1:] - along[:-1] + across[:, 1:] - across[:, :-1]
    return field[2:-2, 2:-2] - coefficient * flux


def heat_3d(grid: Tensor) -> Tensor:
    """One step of the heat equation; the border keeps its values."""
    middle = grid[1:-1, 1:-1, 1:-1]
    change = 0.125 * (
        (grid[2:, 1:-1, 1:-1] - 2 * middle + grid[:-2, 1:-1, 1:-1])
        + (grid[1:-1, 2:, 1:-1] - 2 * middle + grid[1:-1, :-2, 1:-1])
        + (grid[1:-1, 1:-1, 2:] - 2 * middle + grid[1:-1, 1:-1, :-2])
    )
    return grid + F.pad(change, (1,) * 6)


def jacobi_1d(row: Tensor) -> Tensor:
    """One step of Jacobi's iteration; the ends keep their values."""
    mean = 0.33333 * (row[:-2] + row[1:-1] + row[2:])
    return torch.cat((row[:1], mean, row[-1:]))


def jacobi_2d(grid: Tensor) -> Tensor:
    """One step of Jacobi's iteration; the border keeps its values."""
    middle = grid[1:-1, 1:-1]
    mean = 0.2 * (middle + grid[1:-1, :-2] + grid[1:-1, 2:] + grid[2:, 1:-1] + grid[:-2, 1:-1])
    return grid + F.pad(mean - middle, (1,) * 4)


def fdtd_2d(ex: Tensor, ey: Tensor, hz: Tensor, source: Tensor) -> tuple[Tensor, ...]:
    """One step of an electromagnetic field in finite differences."""
    ey = torch.cat((source.expand(1, ey.shape[1]), ey[1:] - 0.5 * (hz[1:] - hz[:-1])))
    ex = torch.cat((ex[:, :1], ex[:, 1:] - 0.5 * (hz[:, 1:] - hz[:, :-1])), 1)
    curl = ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
    return ex, ey, hz - 0.7 * F.pad(curl, (0, 1, 0, 1))


def nbody(place: Tensor, velocity: Tensor, mass: Tensor) -> tuple[Tensor, Tensor]:
    """Half a kick by gravity and a drift; softening 0.1, time step 0.01."""
    apart = place[None] - place[:, None]
    weight = ((apart * apart).sum(2) + 0.01) ** -1.5 * mass
    velocity = velocity + (apart * weight[:, :, None]).sum(1) * 0.005
    return place + velocity * 0.01, velocity


def lenet(image: Tensor, *weights: Tensor) -> Tensor:
    """Two convolutions with maxima and three layers, with biases."""
    conv1, bias1, conv2, bias2, w1, b1, w2, b2, w3, b3 = weights
    image = pooled(F.relu(convolution(image, conv1) + bias1))
    image = pooled(F.relu(convolution(image, conv2) + bias2))
    rows = image.reshape(image.shape[0], -1)
    return F.relu(F.relu(rows @ w1 + b1) @ w2 + b2) @ w3 + b3


def mlp(rows: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, w3: Tensor, b3: Tensor):
    """Three layers and a softmax."""
    return (F.relu(F.relu(rows @ w1 + b1) @ w2 + b2) @ w3 + b3).softmax(1)


def resnet(image: Tensor, narrow: Tensor, middle: Tensor, wide: Tensor) -> Tensor:
    """Compute a bottleneck of three convolutions beside the identity."""
    padded = F.pad(F.relu(normed(convolution(image, narrow))), (0, 0, 1, 1, 1, 1))
    inner = F.relu(normed(convolution(padded, middle)))
    return F.relu(normed(convolution(inner, wide)) + image)


ANGLES = positive(100_000)

#: Name, function, its arguments; a shape stands for normal numbers of 32 bits.
KERNELS: dict[str, tuple] = {
    "npbench_arc_distance": (arc_distance, ANGLES, ANGLES, ANGLES, ANGLES),
    "npbench_azimint_naive": (
        azimuthal_means, numbers(20_000), positive(20_000),
        lambda: torch.linspace(0.5, 1.5, 101, dtype=torch.float64)),
    "npbench_compute": (lambda a, b: a.clamp(2, 10) * 4 + b * 3 + 9,
                        integers(1000, 1000), integers(1000, 1000)),
    "npbench_conv2d_bias": (lambda x, w, b: convolution(x, w) + b,
                            (8, 32, 32, 3), (2, 2, 3, 16), (16,)),
    "npbench_correlation": (correlation, numbers(600, 500)),
    "npbench_covariance": (covariance, numbers(600, 500)),
    "npbench_fdtd_2d": (fdtd_2d, *[numbers(200, 220)] * 3, numbers(1)),
    "npbench_go_fast": (lambda a: a + a.diagonal().tanh().sum(), numbers(2000, 2000)),
    "npbench_hdiff": (hdiff, numbers(68, 68, 60), numbers(64, 64, 60)),
    "npbench_heat_3d": (heat_3d, numbers(25, 25, 25)),
    "npbench_jacobi_1d": (jacobi_1d, numbers(3200)),
    "npbench_jacobi_2d": (jacobi_2d, numbers(150, 150)),
    "npbench_lenet": (lenet, (4, 28, 28, 1), (5, 5, 1, 6), (6,), (5, 5, 6, 16), (16,), (256, 120),
                      (120,), (120, 84), (84,), (84, 10), (10,)),
    "npbench_mlp": (mlp, (8, 3), (3, 3000), (3000,), (3000, 1000), (1000,), (1000, 1000), (1000,)),
    "npbench_nbody": (nbody, numbers(25, 3), numbers(25, 3), positive(25)),
    "npbench_resnet": (resnet, (8, 14, 14, 32), (1, 1, 32, 8), (3, 3, 8, 8), (1, 1, 8, 32)),
    "npbench_softmax": (lambda x: x.softmax(-1), (16, 16, 128, 128)),
}  # fmt: skip
