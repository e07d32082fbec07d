"""NumPy arrays and PyTorch tensors as arguments and results of kernels."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

Array = NDArray[Any]

#: NumPy has no bfloat16: an array holds its bits.
DTYPES: dict[str, type[np.generic]] = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i8": np.int8,
}


def is_tensor(value: object) -> bool:
    """Whether it is a tensor of PyTorch, which is not imported for the answer."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_module(value: object) -> bool:
    """Whether it is a module of PyTorch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.nn.Module)


def as_array(value: Any) -> Array:
    """Return an array over the memory of a tensor on the CPU, or anything else as an array.

    Raises
    ------
    ValueError
        For a tensor on another device.
    """
    if not is_tensor(value):
        return np.asarray(value)
    if value.device.type != "cpu":
        raise ValueError(f"a tensor is on {value.device}; kernels take tensors on the CPU")
    tensor: torch.Tensor = value.detach().contiguous()
    array: Array = _with_bits(tensor).numpy()
    return array


def _with_bits(tensor: torch.Tensor) -> torch.Tensor:
    """Return a bfloat16 tensor as its bits, and others unchanged."""
    import torch

    return tensor.view(torch.uint16) if tensor.dtype == torch.bfloat16 else tensor


def as_tensors(arrays: Iterable[Array], types: Iterable[str]) -> list[torch.Tensor]:
    """Return tensors over the memory of arrays with elements of these types."""
    import torch

    tensors = [torch.from_numpy(array) for array in arrays]
    return [
        tensor.view(torch.bfloat16) if type == "bf16" else tensor
        for tensor, type in zip(tensors, types, strict=True)
    ]


def has_tensor(value: object) -> bool:
    """Whether a tensor of PyTorch is in it, also within sequences and mappings."""
    if isinstance(value, (tuple, list)):
        return any(map(has_tensor, value))
    if isinstance(value, dict):
        return any(map(has_tensor, value.values()))
    return is_tensor(value)
