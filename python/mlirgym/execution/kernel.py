"""Compiled kernels as functions of NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlirgym import _core

Array = NDArray[Any]

# NumPy has no bfloat16: an array holds its bits.
_DTYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i8": np.int8,
}


class Kernel:
    """A compiled program, callable like a function; `Execution.compile` makes it.

    The code runs in a worker process in a sandbox, which does not load MLIR. A crash of the code is
    an exception here. Nothing is verified or timed.

    Attributes
    ----------
    hash : str
        64 hexadecimal digits: a hash of everything on which the object code depends.
    program, schedule, script : str
        Name of the program, its schedule, and the transform script of the schedule.
    payload : str
        The IR to which the script applies.
    signature : list of dict
        ``shape``, ``type``, ``reads`` and ``writes`` of each argument, in order.
    threads : int
        Threads with which it was compiled.
    toolchain, cpu : str
        Its compiler and processor.
    object : bytes
        Object code (ELF).
    """

    def __init__(self, compiled: _core.Kernel) -> None:
        self._compiled = compiled
        self.hash: str = compiled.hash
        self.program: str = compiled.program
        self.schedule: str = compiled.schedule
        self.script: str = compiled.script
        self.payload: str = compiled.payload
        self.signature: list[dict[str, Any]] = compiled.signature
        self.threads: int = compiled.threads
        self.toolchain: str = compiled.toolchain
        self.cpu: str = compiled.cpu

    def __repr__(self) -> str:
        return f"<mlirgym.Kernel {self.hash[:12]} {self.program}>"

    @property
    def object(self) -> bytes:
        """Object code, ELF."""
        return self._compiled.object

    @property
    def worker_pid(self) -> int | None:
        """Process in which it runs; None before the first call."""
        pid: int = self._compiled.worker_pid
        return pid if pid > 0 else None

    def zeros(self) -> list[Array]:
        """Return an array of zeros for each argument that is read."""
        return [
            np.zeros(each["shape"], _DTYPES[each["type"]])
            for each in self.signature
            if each["reads"]
        ]

    def __call__(self, *arrays: ArrayLike) -> Array | tuple[Array, ...]:
        """Call it once.

        Parameters
        ----------
        *arrays : array_like
            One for each argument that the kernel reads, in order, with the type and shape in
            `signature`; bfloat16 as bit patterns, ``uint16``. They are not changed.

        Returns
        -------
        array or tuple of arrays
            New arrays, one for each argument that the kernel writes.

        Raises
        ------
        TypeError
            For a wrong number of arrays.
        ValueError
            For an array of a wrong type or shape.
        ExecutionError
            If the kernel crashes or takes too long, or was compiled for another processor.
        """
        return self._outputs(*self._compiled.call(self._inputs(arrays)))

    def with_inputs(self, *arrays: ArrayLike) -> Callable[[], Array | tuple[Array, ...]]:
        """Return a function that calls the kernel on these inputs.

        They are copied now, passed to the worker by the first call, and stay there until this or
        another kernel is called on other inputs.

        Parameters
        ----------
        *arrays : array_like
            As for a call.

        Raises
        ------
        TypeError, ValueError
            As a call.
        """
        loaded = self._compiled.with_inputs(self._inputs(arrays))
        return lambda: self._outputs(*loaded.call())

    def _inputs(self, arrays: Sequence[ArrayLike]) -> list[Array]:
        read = [(i, each) for i, each in enumerate(self.signature) if each["reads"]]
        if len(arrays) != len(read):
            raise TypeError(
                f"{self.program}: {len(arrays)} arrays for {len(read)} arguments that are read; "
                "give one each"
            )
        return [
            _as_input(self.program, index, argument, array)
            for (index, argument), array in zip(read, arrays, strict=True)
        ]

    def _outputs(
        self, measurement: _core.Measurement, outputs: list[Array]
    ) -> Array | tuple[Array, ...]:
        if not measurement.ok:
            raise _core.ExecutionError(
                f"{self.program}: kernel {self.hash[:12]}: {measurement.status}: "
                f"{measurement.message}"
            )
        return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _as_input(program: str, index: int, argument: Mapping[str, Any], given: ArrayLike) -> Array:
    array = np.asarray(given)
    dtype = np.dtype(_DTYPES[argument["type"]])
    if array.dtype == np.bool_ and dtype == np.int8:
        array = array.view(np.int8)
    if array.dtype != dtype or array.shape != argument["shape"]:
        raise ValueError(
            f"{program}: argument {index} is {array.dtype} {array.shape}; give {dtype} "
            f"{argument['shape']}"
        )
    return np.ascontiguousarray(array).reshape(argument["shape"])
