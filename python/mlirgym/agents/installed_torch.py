"""Folder of the installed torch, whose libraries `_ppo` and `mlirgym-torch` link."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
from pathlib import Path

from mlirgym import _core


def library_folder() -> Path:
    """Folder of LibTorch's libraries, found without importing torch.

    Raises
    ------
    ImportError
        If mlirgym was built without LibTorch, or the torch of the version of its build is missing.
    """
    needed = _core.libtorch_version
    if needed == "none":
        raise ImportError("mlirgym was built without LibTorch; build with -DMLIRGYM_TORCH=ON")
    found = importlib.util.find_spec("torch")
    if found is None or found.origin is None:
        raise ImportError(
            f"{sys.executable} has no torch, which trained agents and training need; "
            "pip install 'mlirgym[train]'"
        )
    # Without the suffix of a build, such as 2.13.0+cpu.
    version = importlib.metadata.version("torch").partition("+")[0]
    if version != needed:
        raise ImportError(
            f"{Path(found.origin).parent} is torch {version}, and mlirgym was built with {needed}; "
            "pip install 'mlirgym[train]'"
        )
    return Path(found.origin).parent / "lib"
