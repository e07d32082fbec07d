"""The extension module that trains, and before it LibTorch's libraries."""

import torch  # noqa: F401  # loads the libraries

from mlirgym import _ppo

__all__ = ["_ppo"]
