"""The folder of compiled kernels."""

from __future__ import annotations

import builtins
import functools
import os
from typing import Any

from mlirgym import _core
from mlirgym.checks import COUNT, PATH, TEXT, optional
from mlirgym.execution.kernel import Kernel


class KernelCache:
    """A folder of compiled kernels, each with everything that a call needs.

    Many processes may use one folder. A kernel is stored completely or not at all, with a checksum;
    above the limits ``$MLIRGYM_CACHE_LIMIT`` (bytes) and ``$MLIRGYM_CACHE_COUNT``, the least
    recently used ones are deleted.

    Parameters
    ----------
    folder : path, optional
        By default ``$MLIRGYM_CACHE_DIR``, else ``$XDG_CACHE_HOME/mlirgym/kernels``, as for
        `Execution.compile`. Created if missing.
    threads : int, optional
        Threads of the kernels; by default those with which each was compiled.
    timeout_ms : float
        Time limit of a call.

    Raises
    ------
    ExecutionError
        If the folder cannot be created.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int | None = None,
        timeout_ms: float = 20000,
    ) -> None:
        where = "KernelCache"
        self._folder = _core.KernelCache(optional(PATH)(where, "folder", folder) or "")
        self._threads = optional(COUNT)(where, "threads", threads)
        self._timeout_ms = float(timeout_ms)
        # A worker process for each number of threads.
        self._runners: dict[int, _core.KernelRunner] = {}

    @property
    def folder(self) -> str:
        """Path of the folder."""
        return self._folder.folder

    def find(self, hash: str) -> Kernel:
        """Load a kernel, without MLIR.

        Parameters
        ----------
        hash : str
            Its hash, or enough first digits to identify one kernel.

        Raises
        ------
        ExecutionError
            If no kernel or several kernels match.
        """
        text = TEXT("find", "hash", hash)
        found = Kernel(self._folder.find(text, self._runner(self._threads or 1)))
        if self._threads is None and found.threads != 1:
            found = Kernel(self._folder.find(text, self._runner(found.threads)))
        return found

    def call(self, hash: str, *arrays: Any) -> Any:
        """Call a kernel: ``find(hash)(*arrays)``.

        Parameters
        ----------
        hash : str
            As for `find`.
        *arrays : array_like or tensor
            As for a `Kernel`.

        Raises
        ------
        ExecutionError, TypeError, ValueError
            As `find` and a call of `Kernel`.
        """
        return self.find(hash)(*arrays)

    def store(self, kernel: Kernel) -> str:
        """Store a kernel, for example from another folder, and return its hash.

        Parameters
        ----------
        kernel : Kernel
        """
        if not isinstance(kernel, Kernel):
            raise TypeError(f"{kernel!r} is not a Kernel; give one of Execution.compile")
        self._folder.store(kernel._compiled)
        return kernel.hash

    def list(self) -> builtins.list[dict[str, Any]]:
        """Return all kernels, the most recently used first.

        Returns
        -------
        list of dict
            ``hash``, ``program``, ``schedule``, ``bytes`` (of the file), ``used_at`` (seconds
            since 1970), and ``callable``: False for code that was stored without its signature.
        """
        return self._folder.list()

    def stats(self) -> dict[str, Any]:
        """Return numbers of kernels, bytes and look-ups.

        Returns
        -------
        dict
            ``folder``, ``kernels``, ``bytes``, ``limit_bytes``, ``limit_kernels``; of all
            processes that used the folder and ended: ``disk_hits``, ``memory_hits``, ``misses``,
            ``stores``, and ``rejected``, the number of damaged files.
        """
        return self._folder.stats()

    def clear(self) -> int:
        """Delete all kernels, and return their number. Other files in the folder remain."""
        return self._folder.clear()

    def reset(self) -> None:
        """End this object's worker processes and drop its kernels in memory."""
        self._runners.clear()
        self._folder.reset()

    def _runner(self, threads: int) -> _core.KernelRunner:
        if threads not in self._runners:
            self._runners[threads] = _core.KernelRunner(threads, self._timeout_ms)
        return self._runners[threads]


@functools.cache
def _cache_of(folder: str) -> KernelCache:
    return KernelCache(folder or None)


def call(hash: str, *arrays: Any, folder: str | os.PathLike[str] | None = None) -> Any:
    """Call a kernel that was compiled before, in this or another process.

    The worker process that runs it is kept for further calls and does not load MLIR.

    Parameters
    ----------
    hash : str
        `Kernel.hash`, or its first digits.
    *arrays : array_like or tensor
        As for a `Kernel`.
    folder : path, optional
        As for `KernelCache`.

    Raises
    ------
    ExecutionError, TypeError, ValueError
        As `KernelCache.call`.
    """
    chosen = os.fspath(folder) if folder is not None else ""
    return _cache_of(chosen or _core.KernelCache("").folder).call(hash, *arrays)
