"""Compiled kernels as functions of NumPy arrays and PyTorch tensors."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from mlirgym import _core
from mlirgym.checks import FLAG, NUMBER, PATH
from mlirgym.execution.arrays import DTYPES, Array, as_array, as_tensors, is_tensor


class Kernel:
    """A compiled program, callable like a function; `compile` and `Execution.compile` make it.

    The code runs in a worker process in a sandbox, which does not load MLIR: a crash of the code is
    an exception here. Or it is loaded into this process, which it then has the rights of, and which
    a crash ends. A call neither verifies nor times.

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
    in_process : bool
        Whether it is called in this process.
    """

    def __init__(self, compiled: _core.Kernel, *, in_process: bool = False) -> None:
        self._compiled = compiled
        self.hash: str = compiled.hash
        self.program: str = compiled.program
        self.schedule: str = compiled.schedule
        self.signature: list[dict[str, Any]] = compiled.signature
        self.threads: int = compiled.threads
        self.toolchain: str = compiled.toolchain
        self.cpu: str = compiled.cpu
        self.in_process = in_process and self._may_be_here()
        self._here = _core.LoadedKernel(compiled) if self.in_process else None
        self._results = [each["type"] for each in self.signature if each["writes"]]

    def _may_be_here(self) -> bool:
        if self.threads == 1:
            return True
        warnings.warn(
            f"{self.program}: a kernel of {self.threads} threads is called in a worker: it needs "
            "LLVM's OpenMP library, of which a process can have only one, and PyTorch has another; "
            "compile it with threads=1 to call it in this process",
            stacklevel=4,
        )
        return False

    def __repr__(self) -> str:
        return f"<mlirgym.Kernel {self.hash[:12]} {self.program}>"

    # Of a large model they take a second to copy.
    @property
    def script(self) -> str:
        """Transform script of the schedule."""
        return self._compiled.script

    @property
    def payload(self) -> str:
        """IR to which the script applies."""
        return self._compiled.payload

    @property
    def object(self) -> bytes:
        """Object code, ELF."""
        return self._compiled.object

    @property
    def worker_pid(self) -> int | None:
        """Worker process in which it runs; None before the first call, and without a worker."""
        pid: int = self._compiled.worker_pid
        return pid if pid > 0 else None

    def zeros(self) -> list[Array]:
        """Return an array of zeros for each argument that is read."""
        return [
            np.zeros(each["shape"], DTYPES[each["type"]])
            for each in self.signature
            if each["reads"]
        ]

    def __call__(self, *arrays: Any) -> Any:
        """Call it once.

        In this process nothing is copied, except arrays that do not begin at a multiple of 64
        bytes: NumPy's own do not, but outputs of kernels and PyTorch's tensors do.

        Parameters
        ----------
        *arrays : array_like or tensor
            One for each argument that the kernel reads, in order, with the type and shape in
            `signature`; in NumPy bfloat16 as bit patterns, ``uint16``. They are not changed.

        Returns
        -------
        array, or tuple of arrays
            New arrays, one for each argument that the kernel writes; tensors if one of the inputs
            is a tensor.

        Raises
        ------
        TypeError
            For a wrong number of arrays.
        ValueError
            For an array of a wrong type or shape.
        ExecutionError
            If the kernel crashes or takes too long, or was compiled for another processor.
        """
        outputs = self._call(self._inputs(arrays))
        if any(map(is_tensor, arrays)):
            return one_or_all(as_tensors(outputs, self._results))
        return one_or_all(outputs)

    def _call(self, inputs: list[Array], held: _core.HeldInputs | None = None) -> list[Array]:
        if self._here is not None:
            return list(self._here.call(inputs))
        return self._checked(*self._compiled.call(inputs, held))

    def with_inputs(self, *arrays: Any) -> Callable[[], Array | tuple[Array, ...]]:
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
        inputs = self._inputs(arrays)
        if self._here is not None:
            copies = [array.copy() for array in inputs]
            return lambda: one_or_all(self._call(copies))
        loaded = self._compiled.with_inputs(inputs)
        return lambda: one_or_all(self._checked(*loaded.call()))

    def export(self, folder: str | os.PathLike[str], *arrays: Any) -> list[str]:
        """Write a C project that needs neither mlirgym nor MLIR.

        It has the same machine code as a shared library with a header, a program that calls it on
        inputs and compares its outputs, and a Makefile. Constants, such as the weights of a model,
        are in the library. `load_compiled` calls it from Python.

        Parameters
        ----------
        folder : path
            Created if it is missing; files of the same names are replaced.
        *arrays : array_like or tensor
            Inputs of the check, as for a call. By default those of the model; or for a program
            random numbers, from [-1, 1) and, for integers, 0 or 1.

        Returns
        -------
        list of str
            Paths of the files. A warning says what was left out: the library, without a C compiler.

        Raises
        ------
        TypeError, ValueError
            As a call.
        ExecutionError
            If a file cannot be written, or the kernel fails.
        """
        where = PATH("export", "folder", folder)
        inputs = self._inputs(arrays or self._examples())
        made = _core.export_kernel(self._compiled, where, inputs, self._call(inputs))
        for note in made["notes"]:
            warnings.warn(f"export: {note}", stacklevel=2)
        files: list[str] = made["files"]
        return files

    def _examples(self) -> Sequence[Any]:
        """Return inputs for the check of an exported project."""
        random = np.random.default_rng(0)
        return [
            _random(random, each["type"], each["shape"]) for each in self.signature if each["reads"]
        ]

    def _inputs(self, arrays: Sequence[Any]) -> list[Array]:
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

    def _checked(self, measurement: _core.Measurement, outputs: list[Array]) -> list[Array]:
        if not measurement.ok:
            raise _core.ExecutionError(
                f"{self.program}: kernel {self.hash[:12]}: {measurement.status}: "
                f"{measurement.message}"
            )
        return outputs


def load_compiled(
    folder: str | os.PathLike[str], *, in_process: bool = False, timeout_ms: float = 20000
) -> Kernel:
    """Load a kernel from a folder that `Kernel.export` wrote.

    Nothing is compiled. The code is called in a worker process unless `in_process` is True: do that
    only with folders that you trust.

    Parameters
    ----------
    folder : path
    in_process : bool
        As for `compile`.
    timeout_ms : float
        Time limit of a call in a worker.

    Raises
    ------
    ExecutionError
        If a file is missing or damaged, or at a call on another processor.
    """
    where = "load_compiled"
    compiled = _core.import_kernel(
        PATH(where, "folder", folder), NUMBER(where, "timeout_ms", timeout_ms)
    )
    return Kernel(compiled, in_process=FLAG(where, "in_process", in_process))


def _random(random: np.random.Generator, type: str, shape: Sequence[int]) -> Array:
    dtype = DTYPES[type]
    if np.issubdtype(dtype, np.signedinteger):
        return random.integers(0, 2, shape, dtype)
    numbers = random.uniform(-1, 1, shape)
    if type == "bf16":
        return np.asarray(numbers.astype(np.float32).view(np.uint32) >> 16, np.uint16)
    return numbers.astype(dtype)


def one_or_all(outputs: Sequence[Any]) -> Any:
    """Return the only output, or a tuple of several."""
    return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _as_input(program: str, index: int, argument: Mapping[str, Any], given: Any) -> Array:
    array = as_array(given)
    dtype = np.dtype(DTYPES[argument["type"]])
    if array.dtype == np.bool_ and dtype == np.int8:
        array = array.view(np.int8)
    if array.dtype != dtype or array.shape != argument["shape"]:
        raise ValueError(
            f"{program}: argument {index} is {array.dtype} {array.shape}; give {dtype} "
            f"{argument['shape']}"
        )
    return np.ascontiguousarray(array).reshape(argument["shape"])
