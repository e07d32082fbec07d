"""The extension module that trains, and before it LibTorch's libraries."""

from mlirgym.agents.installed_torch import library_folder

library_folder()  # or the missing part, and how to fix it

import torch  # noqa: E402  # loads the libraries

from mlirgym import _ppo  # noqa: E402

__all__ = ["_ppo", "torch"]
