"""The command line: ``mlirgym``, or ``python -m mlirgym``, becomes the program of this name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mlirgym import _core
from mlirgym.agents.installed_torch import library_folder


def program() -> Path:
    """Path of the program, which is in the folder of the worker program.

    Raises
    ------
    ExecutionError
        If there is no worker program.
    FileNotFoundError
        If the program is missing there.
    """
    path = Path(_core.worker_path()).with_name("mlirgym")
    # In Python's folder `bin`, it may be the script that called this function.
    if path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
        return path
    raise FileNotFoundError(f"{path}: no such program; build the target mlirgym")


def main() -> int:
    """Continue as the program, with the arguments of this process."""
    try:
        path = program()
    except OSError as error:
        print(f"mlirgym: error: {error}", file=sys.stderr)
        return 1
    # The interpreter for `mlirgym workload` and `mlirgym demo`.
    os.environ.setdefault("MLIRGYM_PYTHON", sys.executable)
    try:
        paths = [str(library_folder()), os.environ.get("LD_LIBRARY_PATH", "")]
        os.environ["MLIRGYM_TORCH_LIBRARY_PATH"] = ":".join(path for path in paths if path)
    except ImportError as error:
        os.environ["MLIRGYM_NO_LIBTORCH"] = str(error)
    os.execv(path, ["mlirgym", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
