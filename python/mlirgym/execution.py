"""The execution façade, with the names of its predecessor."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.programs import ProgramLike, as_program

Schedule = str | Sequence[str] | Sequence[Sequence[str]]


def default_exec_data_file() -> str:
    """Exec-data file used when none is named, as on the command line.

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
    """Compile, check and time schedules in worker processes; remember each timing.

    Parameters
    ----------
    exec_data_file : path, optional
        SQLite file, read and written. None keeps timings in memory.
    main_exec_data : path or sequence of paths, optional
        Further files, read only, looked up first.
    threads : int
        Threads of the kernel.
    replay : bool
        Answer from exec data alone; a missing key is ``not_cached``.
    any_machine : bool
        With `replay`: take timings of any machine and toolchain.
    **options
        ``compile_workers``, ``cache_dir``, ``compile_timeout_ms``, ``run_timeout_ms``,
        ``budget_ms`` (time a measurement may take), ``too_slow_factor``, ``cold_caches``
        (flush the arguments before each call), ``worker_path``.

    Raises
    ------
    ExecutionError
        If a file cannot be used or the worker program is missing.
    """

    def __init__(
        self,
        exec_data_file: str | os.PathLike[str] | None = None,
        main_exec_data: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
        *,
        threads: int = 1,
        replay: bool = False,
        any_machine: bool = False,
        **options: Any,
    ) -> None:
        if main_exec_data is None:
            mains = []
        elif isinstance(main_exec_data, (str, os.PathLike)):
            mains = [os.fspath(main_exec_data)]
        else:
            mains = [os.fspath(path) for path in main_exec_data]
        self._arguments: dict[str, Any] = {
            "exec_data_file": os.fspath(exec_data_file) if exec_data_file else "",
            "main_exec_data": mains,
            "threads": threads,
            "replay": replay,
            "any_machine": any_machine,
            **options,
        }
        super().__init__(**self._arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a new execution over the same files."""
        return _rebuild, (self._arguments,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Execution:
        """Share: an execution is thread safe and owns worker processes."""
        return self

    def execute_code(
        self, module: ProgramLike | object, bench_name: str, seq: Schedule
    ) -> tuple[int | None, bool, bool]:
        """Time `seq` on `module`, as the predecessor's method of this name.

        Parameters
        ----------
        module : Program, MLIR text or object whose str() is MLIR text
            The untransformed payload.
        bench_name : str
            Name of the program.
        seq : str, or sequence of str
            Schedule text, or one list of actions an operation, first operation first.

        Returns
        -------
        ns : int or None
            Median nanoseconds a call; None if the schedule failed.
        ok : bool
            True if it ran and was right.
        cache_miss : bool
            True if it was measured now.
        """
        program = module if isinstance(module, _core.Program) else _parse(str(module), bench_name)
        measurement = self.execute(program, _schedule_text(seq))
        ns = round(measurement.median_ns) if measurement.ok else None
        return ns, measurement.ok, not measurement.cache_hit

    def update_execution_cache(self, new_data: Mapping[str, Mapping[str, int]]) -> None:
        """Add ``{bench: {key: ns}}`` in the predecessor's format to the exec-data file.

        Raises
        ------
        ValueError
            If this execution has no exec-data file.
        """
        if not self._arguments["exec_data_file"]:
            raise ValueError("this execution has no exec_data_file to update; give one")
        _core.import_mlir_rl(self._arguments["exec_data_file"], json.dumps(new_data))

    def get_code_cache_key(self, seq: Schedule) -> str:
        """Canonical text of a schedule: equal keys, equal code."""
        return _core.canonical_schedule(_schedule_text(seq))


def _rebuild(arguments: dict[str, Any]) -> Execution:
    return Execution(**arguments)


def _parse(text: str, name: str) -> _core.Program:
    if text.endswith((".mlir", ".mlirbc")) and "\n" not in text:
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
