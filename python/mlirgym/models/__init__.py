"""Models of other frameworks: workloads with real inputs and a reference."""

from mlirgym.models.fronts import from_jax, from_onnx, from_torch, from_tosa
from mlirgym.models.model import Model

__all__ = ["Model", "from_jax", "from_onnx", "from_torch", "from_tosa"]
