"""Execution of schedules, also under the method names of MLIR-RL."""

from __future__ import annotations

import functools
import json
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mlirgym import _core
from mlirgym.checks import (
    COUNT,
    FLAG,
    NAMES,
    NUMBER,
    OPTIONAL_NAMES,
    OPTIONAL_TEXT,
    PATH,
    TEXT,
    Kind,
    checked,
    optional,
    printable,
)
from mlirgym.cluster import connect
from mlirgym.execution.frame import timings
from mlirgym.execution.kernel import Kernel
from mlirgym.programs.loading import ProgramLike, as_program

if TYPE_CHECKING:
    from pandas import DataFrame

Schedule = str | Sequence[str] | Sequence[Sequence[str]]


def _substituter(value: object) -> _core.KernelSubstituter:
    if isinstance(value, _core.KernelSubstituter):
        return value
    raise TypeError


SUBSTITUTIONS = optional(Kind("an mlirgym.Substitutions", _substituter))

_OPTIONS: dict[str, Kind] = {
    "device": TEXT,
    "device_features": TEXT,
    "threads": COUNT,
    "replay": FLAG,
    "remeasure": FLAG,
    "any_machine": FLAG,
    "compile_workers": COUNT,
    "cache_dir": PATH,
    "cache_on_disk": FLAG,
    "compile_timeout_ms": NUMBER,
    "run_timeout_ms": NUMBER,
    "budget_ms": NUMBER,
    "too_slow_factor": NUMBER,
    "cold_caches": FLAG,
    "worker_path": PATH,
    "substitutions": SUBSTITUTIONS,
    "counters": NAMES,
    "resident": NAMES,
    "quiet_baseline_seconds": NUMBER,
    "cluster": OPTIONAL_TEXT,
    "cluster_machine": OPTIONAL_TEXT,
}


def default_exec_data_file() -> str:
    """Exec-data file used by default, as on the command line.

    ``$MLIRGYM_EXEC_DATA``, else ``$XDG_CACHE_HOME/mlirgym/exec-data.db``.
    """
    if named := os.environ.get("MLIRGYM_EXEC_DATA"):
        file = Path(named)
    else:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        file = cache / "mlirgym" / "exec-data.db"
    file.parent.mkdir(parents=True, exist_ok=True)
    return str(file)


class Execution(_core.Execution):
    """Compile, verify and time schedules in worker processes; store each timing.

    Parameters
    ----------
    exec_data_file : path, optional
        SQLite file, read and written. None keeps timings in memory.
    main_exec_data : path or sequence of paths, optional
        Further files, read-only, looked up first; a folder stands for its files ``*.db``.
    device : str
        Id of the device that runs the kernels, one of `devices`. Emulators count instructions,
        models of processors estimate cycles, and neither measures time: see `Measurement.metric`.
    threads : int
        Threads of the kernel.
    replay : bool
        Use stored timings only; a missing one is ``not_cached``.
    any_machine : bool
        With `replay`: accept timings of any machine and toolchain.
    cluster : str, optional
        Address of a Ray cluster (``"auto"``, ``"ray://HOST:10001"``) whose nodes measure; this
        process stores. Kernels are then neither compiled nor called here.
    cluster_machine : str, optional
        With `cluster`: use only nodes with this `machine`; by default that of most nodes.
    **options
        ``device_features`` (in addition to those of the device: ``+zvl256b``; or, for this machine,
        features that code must not use: ``-avx512f``), ``compile_workers``, ``cache_dir`` (folder
        of compiled kernels, by default ``$MLIRGYM_CACHE_DIR``, else
        ``$XDG_CACHE_HOME/mlirgym/kernels``), ``cache_on_disk`` (False: they stay in memory),
        ``compile_timeout_ms``, ``run_timeout_ms``, ``budget_ms`` (time limit of a measurement),
        ``too_slow_factor``, ``cold_caches`` (flush the arguments before each call), ``remeasure``
        (measure stored timings again, once, and replace them; `main_exec_data` is not used),
        ``worker_path``, ``substitutions`` (a `Substitutions`: files that replace kernels, except in
        baselines), ``counters`` (names of events that are counted while kernels are timed:
        `Measurement.counters`), ``resident`` (arguments that stay in the memory of the device:
        ``arg0``, ... of the normal form, ``out0``, ... of the written ones, or ``all``; only on
        devices with memory of their own), ``quiet_baseline_seconds`` (a noisy baseline is measured
        again until it is no longer noisy, for at most this many seconds, and replaced; by default
        0, never).

    Raises
    ------
    ExecutionError
        If a file cannot be used, the worker program is missing, the device is absent, or no node
        of the cluster can be used.
    ImportError
        If Ray is not installed, with a cluster.
    TypeError
        For an unknown option; the message names the most similar one.
    """

    def __init__(
        self,
        exec_data_file: str | os.PathLike[str] | None = None,
        main_exec_data: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
        *,
        device: str = "host",
        threads: int = 1,
        replay: bool = False,
        any_machine: bool = False,
        cluster: str | None = None,
        cluster_machine: str | None = None,
        **options: Any,
    ) -> None:
        where = "Execution.__init__"
        files = {
            "exec_data_file": PATH(where, "exec_data_file", exec_data_file or ""),
            "main_exec_data": exec_data_files(where, "main_exec_data", main_exec_data or []),
        }
        given = {
            "device": device,
            "threads": threads,
            "replay": replay,
            "any_machine": any_machine,
            "cluster": cluster,
            "cluster_machine": cluster_machine,
            **options,
        }
        self._arguments: dict[str, Any] = files | checked(where, given, _OPTIONS, list(files))
        passed = dict(self._arguments)
        machine = passed.pop("cluster_machine")
        self._fleet = None
        if passed["cluster"] is not None:
            self._fleet, passed["cluster"] = connect(passed["cluster"], machine, passed)
        super().__init__(**passed)

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """What measures on a cluster; empty without one.

        Returns
        -------
        list of dict
            Per node ``node`` (host and id), ``machine``, ``state`` (``starting``, ``measuring`` or
            ``aside``), ``reason`` (why it is aside), ``answered`` (samples), and ``noisy``, the
            share of noisy ones among its last timings.
        """
        return self._fleet.nodes() if self._fleet else []

    def __repr__(self) -> str:
        given = self._arguments
        named = [*given["main_exec_data"], given["exec_data_file"]]
        files = ", ".join(filter(None, named)) or "memory"
        replay = "replay of " if given["replay"] else ""
        return f"<mlirgym.Execution {given['device']}, threads={given['threads']}, {replay}{files}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a new execution over the same files."""
        return _rebuild, (self._arguments,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Execution:
        """Share: an execution is thread safe and owns worker processes."""
        return self

    def measure(
        self,
        program: ProgramLike,
        schedule: str,
        *,
        keep: bool = True,
        counters: Sequence[str] | None = None,
        as_foreign: bool = False,
    ) -> _core.Measurement:
        """Time a schedule, or return its stored timing.

        Parameters
        ----------
        program : Program, Workload, path or name
        schedule : str
            Schedule text, or a transform script; empty for the untransformed program.
        keep : bool
            False: neither the timing nor the object code is looked up or stored.
        counters : list of str, optional
            Names of events to count, instead of those of the execution. A stored timing without
            these counters is measured again.
        as_foreign : bool
            True: it is measured as a module or kernel of the caller is, so that their times can be
            compared; such timings are stored separately.

        Returns
        -------
        Measurement
            ``median_ns`` and ``min_ns`` in nanoseconds per call, ``median`` in ``metric``,
            ``spread`` without unit. A kernel that crashes, hangs or is wrong is a ``status``,
            not an error.

        Raises
        ------
        ScheduleError
            If an action is illegal; names the operation and the loop.
        ProgramError
            If a file of the substitutions cannot replace its kernel.
        ExecutionError
            If an event is unknown.
        """
        text = TEXT("measure", "schedule", schedule)
        payload = as_program(program)
        measurement = super().measure(
            payload,
            text,
            keep=FLAG("measure", "keep", keep),
            counters=OPTIONAL_NAMES("measure", "counters", counters),
            as_foreign=FLAG("measure", "as_foreign", as_foreign),
        )
        substitutions = self._arguments.get("substitutions")
        if substitutions is not None and measurement.status == "transform_failed":
            # A file that does not fit is a status in a search, but an error here.
            substitutions.check(payload, text)
        return measurement

    def measure_module(
        self,
        program: ProgramLike,
        module: object,
        origin: str = "<module>",
        *,
        keep: bool = True,
        counters: Sequence[str] | None = None,
    ) -> _core.Measurement:
        """Time IR that implements a program, whichever tool transformed it.

        The module is lowered from its level of abstraction, verified against the program like any
        schedule, and stored under the hash of its IR.

        Parameters
        ----------
        program : Program, Workload, path or name
            The program that the module claims to compute.
        module : str, bytes, path or object whose str() is MLIR text
            A path that ends in ``.mlir`` or ``.mlirbc``, or MLIR as text or bytecode. Its entry
            function has the signature of the program.
        origin : str
            File name in messages about a text.
        keep : bool
            As for `measure`.
        counters : list of str, optional
            As for `measure`.

        Returns
        -------
        Measurement
            As of `measure`; ``wrong_result`` if it computes something else.

        Raises
        ------
        ProgramError
            If it is not MLIR of upstream dialects, or its signature differs from the program's.
        """
        payload = as_program(program)
        keep = FLAG("measure_module", "keep", keep)
        counters = OPTIONAL_NAMES("measure_module", "counters", counters)
        if isinstance(module, os.PathLike) or _is_path(module):
            return super().measure_module_file(
                payload,
                PATH("measure_module", "module", cast("str", module)),
                keep=keep,
                counters=counters,
            )
        # The binding would treat bytes as text.
        text = module if isinstance(module, (str, bytes)) else str(module)
        origin = TEXT("measure_module", "origin", origin)
        return super().measure_module(
            payload, cast("str", text), origin, keep=keep, counters=counters
        )

    def compile(
        self,
        program: ProgramLike,
        schedule: str = "",
        *,
        module: object = None,
        keep: bool = True,
        in_process: bool = False,
    ) -> Kernel:
        """Compile a program under a schedule to a function of arrays.

        Parameters
        ----------
        program : Program, Workload, path or name
        schedule : str
            Schedule text or a transform script; ``""`` is the untransformed program.
        module : str, bytes or object whose str() is MLIR text, optional
            IR that implements the program, instead of a schedule.
        keep : bool
            False: the kernel is neither looked up nor stored.
        in_process : bool
            True: it is called in this process instead of a worker process, if it has one thread.

        Returns
        -------
        Kernel
            From the folder of kernels (`Execution`'s ``cache_dir``), or compiled and stored there.

        Raises
        ------
        ScheduleError
            If an action is illegal.
        ProgramError
            If the module is not MLIR of upstream dialects, or has another signature.
        ExecutionError
            If it cannot be compiled.
        """
        payload = as_program(program)
        keep = FLAG("compile", "keep", keep)
        in_process = FLAG("compile", "in_process", in_process)
        if module is None:
            code = TEXT("compile", "schedule", schedule)
            return Kernel(_core.compile_kernel(self, payload, code, keep), in_process=in_process)
        if schedule:
            raise ValueError("compile: a schedule and a module are given; give one of them")
        # The binding would treat bytes as text.
        text = module if isinstance(module, (str, bytes)) else str(module)
        return Kernel(
            _core.compile_module(self, payload, cast("str", text), "<module>", keep),
            in_process=in_process,
        )

    def forget(self, program: ProgramLike) -> None:
        """From now on, look up and store nothing of a program: as ``keep=False`` in each call.

        This also holds for searches and environments with this execution.

        Parameters
        ----------
        program : Program, Workload, path or name
            A program that depends on something that its key does not cover.
        """
        super().forget(as_program(program))

    def baseline(self, program: ProgramLike, *, as_foreign: bool = False) -> _core.Measurement:
        """Time the untransformed program: same lowering, machine and threads.

        Parameters
        ----------
        program : Program, Workload, path or name
        as_foreign : bool
            As for `measure`: the baseline of a script, a pass pipeline or a module. With
            substitutions it is always measured so.

        Returns
        -------
        Measurement
            As of `measure` with an empty schedule.
        """
        return super().baseline(
            as_program(program), as_foreign=FLAG("baseline", "as_foreign", as_foreign)
        )

    def measure_paired(
        self, program: ProgramLike, schedule: str, *, keep: bool = True
    ) -> _core.PairedMeasurement:
        """Measure a schedule and the untransformed program in five interleaved rounds.

        Use this for speedups to report: the timings of `measure` are taken at different times,
        between which the speed of the machine may change.

        Parameters
        ----------
        program : Program, Workload, path or name
        schedule : str
            Schedule text.
        keep : bool
            As for `measure`.

        Returns
        -------
        PairedMeasurement
            Both numbers per call, their ratio and its uncertainty.

        Raises
        ------
        ScheduleError
            If an action is illegal.
        """
        text = TEXT("measure_paired", "schedule", schedule)
        keep = FLAG("measure_paired", "keep", keep)
        return super().measure_paired(as_program(program), text, keep=keep)

    def measure_batch(self, requests: Iterable[tuple[ProgramLike, str]]) -> list[_core.Measurement]:
        """Time many schedules at once: compiling overlaps measuring.

        Parameters
        ----------
        requests : iterable of (program, schedule)
            As for `measure`.

        Returns
        -------
        list of Measurement, shape (number of requests,)
            In request order.

        Raises
        ------
        TypeError
            If a request is not a pair.
        ScheduleError
            If an action is illegal; nothing is returned then.
        """
        pairs = []
        for index, request in enumerate(requests):
            if not isinstance(request, (tuple, list)) or len(request) != 2:
                raise TypeError(
                    f"measure_batch: request {index} is {request!r}; give pairs (program, schedule)"
                )
            program, schedule = request
            pairs.append((as_program(program), TEXT("measure_batch", "schedule", schedule)))
        return super().measure_batch(pairs)

    def execute_code(
        self, module: ProgramLike | object, bench_name: str, seq: Schedule
    ) -> tuple[int | None, bool, bool]:
        """Time `seq` on `module`, like the method of this name in MLIR-RL.

        Parameters
        ----------
        module : Program, MLIR text or object whose str() is MLIR text
            The untransformed payload.
        bench_name : str
            Name of the program.
        seq : str, or sequence of str
            Schedule text, or one list of actions per operation, first operation first.

        Returns
        -------
        ns : int or None
            Median nanoseconds per call; None if the schedule failed.
        ok : bool
            True if it ran and its result was correct.
        cache_miss : bool
            True if it was measured by this call.

        Raises
        ------
        ValueError
            If the device of this execution does not measure time.
        """
        if self.metric != "nanoseconds":
            raise ValueError(
                f"execute_code: {self.device} counts {self.metric}, and MLIR-RL knows times; use "
                "Execution.measure"
            )
        program = module if isinstance(module, _core.Program) else _parse(str(module), bench_name)
        measurement = self.measure(program, _schedule_text(seq))
        ns = round(measurement.median_ns) if measurement.ok else None
        return ns, measurement.ok, not measurement.cache_hit

    def update_execution_cache(self, new_data: Mapping[str, Mapping[str, int]]) -> None:
        """Add timings in MLIR-RL's format to the exec-data file.

        Parameters
        ----------
        new_data : mapping
            ``{bench: {key: ns}}``, nanoseconds per call.

        Raises
        ------
        ValueError
            If this execution has no exec-data file.
        """
        if not self._arguments["exec_data_file"]:
            raise ValueError("this execution has no exec_data_file to update; give one")
        _core.import_mlir_rl(self._arguments["exec_data_file"], json.dumps(new_data))

    def to_frame(self) -> DataFrame:
        """Return the timings in the exec-data files of this execution, of all machines.

        Returns
        -------
        pandas.DataFrame
            One row per timing, with the columns of the view ``timings`` (`docs/exec-data.md`):
            ``program``, ``schedule``, ``status``, ``median_ns``, ``min_ns``, ``baseline_ns``,
            ``speedup``, ``spread``, ``uncertainty``, ``noisy``, ``machine``, ``threads``, ... Of
            equal keys the row is that of the file which is looked up first. What is unknown, as
            the speedup of a failure, is NaN or None; ``created_at`` is a time with zone.

        Raises
        ------
        ValueError
            If it keeps its timings in memory.
        ImportError
            If pandas is not installed.
        """
        named = [*self._arguments["main_exec_data"], self._arguments["exec_data_file"]]
        files = [file for file in named if file]
        if not files:
            raise ValueError(
                "to_frame: this execution keeps its timings in memory; give it an exec_data_file"
            )
        return timings(files)

    def get_code_cache_key(self, seq: Schedule) -> str:
        """Canonical text of a schedule; equal keys mean equal code.

        Parameters
        ----------
        seq : str, or sequence of str
            As for `execute_code`.

        Raises
        ------
        ScheduleError
            If the text is not a schedule.
        """
        return _core.canonical_schedule(_schedule_text(seq))


def exec_data_files(
    where: str, name: str, given: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
) -> list[str]:
    """Paths of exec-data files as text.

    Parameters
    ----------
    where, name : str
        The call and its argument, for errors.
    given : path or iterable of paths
        Files, and folders, which stand for their files ``*.db``.

    Raises
    ------
    ValueError
        If a folder has no such file.
    """
    files = []
    for each in [given] if isinstance(given, (str, bytes, os.PathLike)) else given:
        path = PATH(where, name, each)
        found = sorted(map(str, Path(path).glob("*.db"))) if os.path.isdir(path) else [path]
        if not found:
            raise ValueError(f"{where}: {name}: {path} has no exec-data files (*.db)")
        files += found
    return files


def _rebuild(arguments: dict[str, Any]) -> Execution:
    return Execution(**arguments)


def _is_path(text: object) -> bool:
    return isinstance(text, str) and text.endswith((".mlir", ".mlirbc")) and "\n" not in text


def _parse(text: str, name: str) -> _core.Program:
    if _is_path(text):
        return as_program(text)
    return _core.parse_program(text, name)


def _schedule_text(seq: Schedule) -> str:
    if isinstance(seq, str):
        return seq
    lines = []
    for op, actions in enumerate(seq):
        text = actions if isinstance(actions, str) else " ".join(actions)
        if text:
            lines.append(f"op{op}: {text}")
    return "; ".join(reversed(lines))


def as_execution(execution: Execution | None, threads: int) -> Execution:
    """Return the given execution, or a new one that keeps its timings in memory.

    Raises
    ------
    TypeError
        If it is not an Execution.
    """
    if execution is None:
        return Execution(threads=threads)
    _insist(execution)
    return execution


def stored_schedules(
    execution: Execution, programs: Iterable[_core.Program]
) -> dict[str, list[str]]:
    """Schedules in the exec-data files of an execution, for the programs that have any.

    Returns
    -------
    dict
        Schedules by `Program.key`, in the order of the files.
    """
    found: dict[str, list[str]] = {}
    for file in [*execution._arguments["main_exec_data"], execution._arguments["exec_data_file"]]:
        if file and os.path.exists(file):
            stored = _schedules_of(file, os.stat(file).st_mtime_ns, execution.threads)
            for key in {program.key for program in programs} & stored.keys():
                found.setdefault(key, []).extend(stored[key])
    return found


@functools.lru_cache(maxsize=4)
def _schedules_of(file: str, _changed: int, threads: int) -> dict[str, list[str]]:
    return _core.stored_schedules(file, threads)


def _insist(execution: object) -> None:
    if not isinstance(execution, _core.Execution):
        raise TypeError(
            f"execution is {execution!r}; give an mlirgym.Execution, such as "
            "mlirgym.Execution('timings.db')"
        )


def machine_peak(execution: Execution, dtype: str = "f32") -> dict[str, float]:
    """Measure the highest rates of simple kernels with an execution's threads.

    Measured once in a worker process and stored in the exec data.

    Parameters
    ----------
    execution : Execution
        Its threads, worker processes and exec data are used.
    dtype : {"f32", "f64"}
        Element type of the multiply-adds.

    Returns
    -------
    dict
        ``gflops``: 10^9 operations per second of multiply-adds in registers, or of a small
        matmul. ``gbytes_per_second``: 10^9 bytes per second of a sum of arrays larger than the
        caches, as in STREAM.

    Raises
    ------
    TypeError
        If it is not an Execution.
    """
    _insist(execution)
    return _core.machine_peak(execution, TEXT("machine_peak", "dtype", dtype))


def warn_of_gaps(execution: Execution, programs: Sequence[_core.Program]) -> None:
    """Warn if a replay lacks the baseline of some programs: their schedules have no reward."""
    if not execution.replay:
        return
    unknown = [
        printable(program.name)
        for program in programs
        if _core.Execution.baseline(execution, program).status == "not_cached"
    ]
    if not unknown:
        return
    names = ", ".join(unknown[:3]) + (", ..." if len(unknown) > 3 else "")
    warnings.warn(
        f"replay: the exec data holds no timing of {len(unknown)} of {len(programs)} programs "
        f"({names}): all their schedules are 'not_cached'; name exec data that was recorded "
        "for them with main_exec_data, and give any_machine=True if on another machine",
        UserWarning,
        stacklevel=3,
    )
