"""Arrays for peers, on the same kind of memory as the arguments of our kernels.

Each array has its own mapping. Its end address modulo 256 MB depends only on the number of earlier
arrays (for the reason see execution/server/GuardedBuffer.h). Arrays of 32 KB and more are on huge
pages if the system grants them.
"""

from __future__ import annotations

import ctypes
import itertools
import mmap
import re
from pathlib import Path
from typing import Any

import numpy as np

HUGE_PAGE_BYTES = 2 << 20
SMALL_BYTES = 32 << 10
ALIGNMENT = 64
PERIOD_BYTES = 1 << 28

_numbers = itertools.count()


def _up(size: int, unit: int) -> int:
    return -(-size // unit) * unit


def empty(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Array of zeros; unlike NumPy's, its pages are there already."""
    kind = np.dtype(dtype)
    used = _up(max(1, int(np.prod(shape)) * kind.itemsize), ALIGNMENT)
    page = HUGE_PAGE_BYTES if used >= SMALL_BYTES else mmap.PAGESIZE
    number = next(_numbers)
    end = (number + 1) * HUGE_PAGE_BYTES
    if page < HUGE_PAGE_BYTES:
        end -= number % 8 * page
    size = _up(used, page)
    memory = mmap.mmap(-1, size + PERIOD_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if page == HUGE_PAGE_BYTES and hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    begin = (end - address - size) % PERIOD_BYTES + size - used
    array = np.frombuffer(memory, kind, count=int(np.prod(shape)), offset=begin).reshape(shape)
    array[...] = 0
    return array


def read(path: Path, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Array with the contents of a file."""
    array = empty(shape, dtype)
    with path.open("rb") as file:
        if file.readinto(memoryview(array).cast("B")) != array.nbytes:
            raise ValueError(f"{path}: not {array.nbytes} bytes")
    return array


def like(array: np.ndarray) -> np.ndarray:
    """Contiguous copy."""
    copy = empty(array.shape, array.dtype)
    np.copyto(copy, array)
    return copy


def huge_mb() -> float:
    """Megabytes of this process on huge pages; 0 if unknown."""
    try:
        text = Path("/proc/self/smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"AnonHugePages:\s*(\d+) kB", text)
    return int(found[1]) / 1024 if found else 0.0
