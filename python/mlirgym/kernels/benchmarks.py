"""Times of kernels and of functions in objects."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.checks import (
    FLAG,
    NUMBER,
    OPTIONAL_COUNT,
    OPTIONAL_TEXT,
    PATH,
    TEXT,
    optional,
    suggests_names,
)
from mlirgym.execution.execution import (
    SUBSTITUTIONS,
    Execution,
    as_execution,
    default_exec_data_file,
)
from mlirgym.kernels.dump import Substitutions
from mlirgym.programs.loading import ProgramLike, as_program

#: Types of bindings by the names of NumPy and ml_dtypes.
_TYPES = {
    "float64": "f64",
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "int64": "i64",
    "int32": "i32",
    "int8": "i8",
}
#: NumPy has no bf16: arrays hold its bits.
_ARRAYS = {name: dtype for dtype, name in _TYPES.items()} | {"bf16": "uint16"}

Binding = str | NDArray[Any]


@dataclass(frozen=True)
class KernelBenchmarks:
    """Times of the kernels of a program, as of ``mlirgym benchmark --json``.

    Attributes
    ----------
    status : str
        ``"ok"``, or the first failure of a kernel.
    program, schedule : str
        Name of the program, and text of the schedule.
    kernels : list of dict
        For each kernel its name, calls, flops, bytes, status and, if it was timed, times in
        nanoseconds, rates, share, and per cent of the measured peak.
    whole : dict or None
        The same for the whole program, which a filter leaves out.
    sum : dict or None
        Sum of the kernels' times, and its relative difference from the whole. None if a kernel
        has no time.
    peaks : dict
        Measured peak of the machine per element type.
    """

    status: str
    program: str
    schedule: str
    kernels: list[dict[str, Any]]
    whole: dict[str, Any] | None
    sum: dict[str, Any] | None
    peaks: dict[str, dict[str, float]]


@suggests_names
def benchmark_kernels(
    program: ProgramLike,
    schedule: str = "",
    *,
    filter: str | None = None,
    batch_size: int | None = None,
    repeats: int | None = None,
    cold_caches: bool = False,
    preprocess_with: str | None = None,
    substitutions: Substitutions | None = None,
    execution: Execution | None = None,
) -> KernelBenchmarks:
    """Time each kernel of a program alone, without and with a schedule in turn.

    Parameters
    ----------
    program : Program, Workload, path or name
        Also a folder that `dump_kernels` wrote with benchmarks, or one of its files
        ``NAME.benchmark.mlir``; these have their own schedules.
    schedule : str
        Schedule text; ``""`` is the untransformed program.
    filter : str, optional
        Regular expression: only kernels with a matching name are timed, without the whole program.
    batch_size, repeats : int, optional
        Calls per repeat and repeats per timing; by default those of the execution's protocol.
    cold_caches : bool
        Flush the arguments before each call.
    preprocess_with : str, optional
        Pass pipeline (``"builtin.module(...)"``), or command that reads a module from stdin and
        writes one to stdout, applied to each kernel before its schedule.
    substitutions : Substitutions, optional
        Files that replace kernels; they are timed instead of the scheduled kernels. Not for a
        folder, and not with `preprocess_with`.
    execution : Execution, optional
        Its options are used, and the machine's peak is stored in its exec data.

    Returns
    -------
    KernelBenchmarks
        A kernel that crashes, hangs or is wrong has a ``status`` and is not an error.

    Raises
    ------
    ScheduleError
        If the text is not a schedule, or an action is illegal.
    ProgramError
        If a file cannot replace a kernel.
    ExecutionError
        If the filter finds no kernel, a file is damaged, or no worker can be started.
    """
    where = "benchmark_kernels"
    text = TEXT(where, "schedule", schedule)
    options = {
        "filter": OPTIONAL_TEXT(where, "filter", filter) or "",
        "batch_size": OPTIONAL_COUNT(where, "batch_size", batch_size) or 0,
        "repeats": OPTIONAL_COUNT(where, "repeats", repeats) or 0,
        "cold_caches": FLAG(where, "cold_caches", cold_caches),
        "preprocess": OPTIONAL_TEXT(where, "preprocess_with", preprocess_with) or "",
    }
    given = SUBSTITUTIONS(where, "substitutions", substitutions)
    if given is not None and options["preprocess"]:
        raise ValueError(f"{where}: preprocess_with for kernels with substitutions; give one")
    runner = _execution(execution)
    path = os.fspath(program) if isinstance(program, (str, os.PathLike)) else None
    if path is not None and _core.is_benchmark_path(path):
        if text:
            raise ValueError(
                f"{where}: a schedule for kernels that have their own; edit their files "
                "NAME.benchmark.schedule, or give the program"
            )
        if given is not None:
            raise ValueError(
                f"{where}: substitutions for kernels that are files; edit these, or give the "
                "program"
            )
        report = _core.benchmark_files(runner, path, **options)
    else:
        report = _core.benchmark_program(
            runner, as_program(program), text, **options, substitutions=given
        )
    found = json.loads(report)
    return KernelBenchmarks(**{name: found[name] for name in KernelBenchmarks.__annotations__})


@dataclass(frozen=True)
class ObjectBenchmark:
    """The result of calling a function of an object.

    Attributes
    ----------
    measurement : Measurement
        Times per call in nanoseconds. ``compile_failed`` if the object cannot be loaded or has no
        such function.
    outputs : list of ndarray
        Arrays that the first call wrote, unless expected arrays were given. Elements of bf16 are
        bit patterns.
    """

    measurement: _core.Measurement
    outputs: list[NDArray[Any]]


@suggests_names
def benchmark_object(
    path: str | os.PathLike[str],
    entry: str,
    bindings: Sequence[Binding],
    *,
    expected: Sequence[Binding] = (),
    tolerance: float | None = None,
    batch_size: int | None = None,
    repeats: int | None = None,
    cold_caches: bool = False,
    execution: Execution | None = None,
) -> ObjectBenchmark:
    """Call and time a function of a shared or relocatable object in a sandboxed worker process.

    It is for objects of your own: code that deceives is not noticed, and its time is no reward.

    Parameters
    ----------
    path : path
        A ``.so`` or ``.o`` file.
    entry : str
        Function with the C calling convention that takes one pointer per binding.
    bindings : sequence of str or ndarray
        The arrays in order: an ndarray is read; a text is that of ``mlirgym benchmark-object``,
        such as ``"4xf32=1,2,3,4"`` (read), ``"4xf32"`` (written), or ``"inout:4xf32=0"`` (both).
    expected : sequence of str or ndarray
        The expected values of each array that is written; they are then compared.
    tolerance : float, optional
        Allowed difference, relative to the magnitude of the output.
    batch_size, repeats : int, optional
        Calls per repeat, and repeats.
    cold_caches : bool
        Flush the arrays before each call.
    execution : Execution, optional
        Its options are used; nothing is stored.

    Returns
    -------
    ObjectBenchmark
        A function that crashes, hangs or is wrong has a ``status`` and is not an error.

    Raises
    ------
    ExecutionError
        If a file cannot be read, or the bindings are invalid.
    """
    where = "benchmark_object"
    measurement, outputs = _core.benchmark_object(
        _execution(execution),
        PATH(where, "path", path),
        TEXT(where, "entry", entry),
        [_as_binding(where, "bindings", each) for each in bindings],
        [_as_binding(where, "expected", each) for each in expected],
        optional(NUMBER)(where, "tolerance", tolerance),
        OPTIONAL_COUNT(where, "batch_size", batch_size) or 0,
        OPTIONAL_COUNT(where, "repeats", repeats) or 0,
        FLAG(where, "cold_caches", cold_caches),
    )
    return ObjectBenchmark(
        measurement,
        [np.frombuffer(data, _ARRAYS[name]).reshape(shape) for shape, name, data in outputs],
    )


def _execution(execution: Execution | None) -> Execution:
    if execution is None:
        return Execution(default_exec_data_file())
    return as_execution(execution, 1)


def _as_binding(where: str, name: str, value: object) -> tuple[str, bytes | None]:
    """Text of a binding, or shape and bytes of an array."""
    if isinstance(value, str):
        return value, None
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{where}: {name} has {value!r}; give ndarrays or texts")
    if value.dtype.name not in _TYPES:
        raise TypeError(
            f"{where}: {name} has an array of {value.dtype}; give one of {', '.join(_TYPES)}"
        )
    shape = "".join(f"{extent}x" for extent in value.shape)
    return shape + _TYPES[value.dtype.name], np.ascontiguousarray(value).tobytes()
