"""Replacement for MLIR-RL's execution module: only the import lines of a script change.

docs/python.md lists the differences: `Execution.execute_code` runs the module that it is given,
with the actions that were applied to it; kernels are verified and run in worker processes.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from mlirgym import _core
from mlirgym.execution.arrays import Array
from mlirgym.execution.execution import Execution as _Execution

Cache = dict[str, dict[str, int]]
_TAG = re.compile(r"tag\s*=\s*\"(operation_\d+)\"")


class Context:
    """Replaces MLIR's context; it needs no setup."""

    def __enter__(self) -> Context:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Do nothing."""


class Module:
    """MLIR text, and the actions that were applied to it.

    An action does not change the text: `Execution.execute_code` compiles the module with them.

    Attributes
    ----------
    text : str
        MLIR.
    applied : list of Action
        In order of their application.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.applied: list[Action] = []

    @staticmethod
    def parse(text: str, context: Context | None = None) -> Module:
        """Store a module's text; it is checked when it is executed.

        Parameters
        ----------
        text : str
            MLIR.
        context : Context, optional
            Not used.

        Returns
        -------
        Module
            The text; errors in it are raised by `Execution.execute_code`.
        """
        return Module(text)

    def __str__(self) -> str:
        return self.text


class Action:
    """An action as text, in the format of MLIR-RL's keys: ``T(64,0)``."""

    symbol = ""
    terminal = False
    ready = True

    def __init__(
        self, parameters: Sequence[int] | None = None, /, *, operation_tag: str, **extras: Any
    ) -> None:
        self.operation_tag = operation_tag
        self.parameters = list(parameters) if parameters is not None else None
        self.extras = {"operation_tag": operation_tag, **extras}
        self.sub_actions: list[Action] = []

    def __str__(self) -> str:
        return f"{self.symbol}({','.join(map(str, self.parameters or []))})"

    def apply(self, module: Module) -> None:
        """Apply the action to a module.

        Parameters
        ----------
        module : Module
            Records the action. A module of another class does not change:
            `Execution.execute_code` applies its own sequence to it.
        """
        if isinstance(module, Module):
            module.applied.append(self)


class NoTransformation(Action):
    """End the operation."""

    symbol = "NT"
    terminal = True


class Tiling(Action):
    """Tile with one size per loop; 0 leaves a loop untiled."""

    symbol = "T"


class TiledParallelization(Tiling):
    """Tile parallel loops for threads, and reduction loops inside."""

    symbol = "TP"


class TiledFusion(TiledParallelization):
    """Tile in parallel and compute the producer inside."""

    symbol = "TPF"

    def __init__(
        self,
        parameters: Sequence[int],
        /,
        *,
        producer_tag: str,
        producer_operand_idx: int = 0,
        operation_tag: str,
        **extras: Any,
    ) -> None:
        super().__init__(parameters, operation_tag=operation_tag, **extras)
        self.producer_tag = producer_tag
        self.producer_operand_idx = producer_operand_idx

    def __str__(self) -> str:
        return f"TPF({self.producer_tag};{','.join(map(str, self.parameters or []))})"


class Interchange(Action):
    """New loop i is old loop p[i]."""

    symbol = "I"


class Vectorization(Action):
    """Vectorise and end the operation."""

    symbol = "V"
    terminal = True

    def __str__(self) -> str:
        return "V(True)"


Sequences = str | Sequence[Sequence[object]]


def to_schedule(program: _core.Program, seq: Sequences) -> str:
    """Schedule text of a sequence of MLIR-RL's actions.

    TP is ``tile_parallel`` of the parallel loops, then ``tile`` of the reduction loops. TPF fuses
    all producers on which a tile depends; if that is illegal, it acts as TP. An illegal V is
    omitted, like a failed vectorisation in MLIR-RL, and so is an interchange of only some loops.

    Parameters
    ----------
    program : Program
        The untransformed program.
    seq : str or sequence of sequences
        A key, or a list of actions for each operation, in program order.

    Raises
    ------
    ScheduleError
        If there is not one list per operation, an action is not one of MLIR-RL's, or a tiling or
        interchange is illegal.
    """
    return _core.mlir_rl_schedule(program, "|".join(_texts(seq)))


def _applied_schedule(program: _core.Program, module: Module) -> str:
    """Schedule text of the actions that were applied to a module."""
    count = len(program.operations)
    tags = list(dict.fromkeys(_TAG.findall(module.text)))
    if len(tags) != count:
        tags = [f"operation_{index}" for index in range(count)]
    lists = [""] * count
    for action in module.applied:
        # The copy of a fused operation has its tag first: operation_0_operation_1.
        tag = "_".join(action.operation_tag.split("_")[:2])
        if tag not in tags:
            raise ValueError(
                f"{program.name}: no operation '{action.operation_tag}'; "
                f"choose one of {', '.join(tags)}"
            )
        lists[tags.index(tag)] += str(action)
    return _core.mlir_rl_schedule_of(program, lists)


class _Singleton(type):
    _instances: dict[type, Any] = {}

    def __call__(cls, *arguments: Any, **options: Any) -> Any:
        if cls not in _Singleton._instances:
            _Singleton._instances[cls] = super().__call__(*arguments, **options)
        return _Singleton._instances[cls]


class Outputs:
    """Outputs of a module, as MLIR-RL's structure of outputs.

    Attributes
    ----------
    delta : int
        Nanoseconds per call.
    """

    def __init__(self, delta: int, results: Sequence[Array]) -> None:
        self.delta = delta
        self._results: list[Array] | None = list(results)

    def get_results(self) -> list[Array]:
        """Return a copy of each output, in the order of the module's results.

        Raises
        ------
        RuntimeError
            After `free_outputs`.
        """
        if self._results is None:
            raise RuntimeError("the outputs were freed; call get_results before free_outputs")
        return [result.copy() for result in self._results]

    def free_outputs(self) -> None:
        """Release the outputs. May be called twice."""
        self._results = None


@dataclass(frozen=True)
class _Work:
    """A program with a schedule, or with IR that implements it."""

    program: _core.Program
    schedule: str = ""
    text: str | None = None


class Config(metaclass=_Singleton):
    """MLIR-RL's configuration, ``$CONFIG_FILE_PATH``: each key is an attribute.

    Raises
    ------
    RuntimeError
        If the variable is not set.
    ValueError
        If the file is not a JSON object.
    """

    def __init__(self) -> None:
        path = os.environ.get("CONFIG_FILE_PATH")
        if not path:
            raise RuntimeError("CONFIG_FILE_PATH is not set; set it to MLIR-RL's configuration")
        vars(self).update(_read_config(path))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the configuration has no key '{name}'")


class Execution(metaclass=_Singleton):
    """MLIR-RL's `Execution`: one per process; later calls return the first.

    Parameters
    ----------
    exec_data_file : path
        JSON file ``{bench: {key: ns}}``, read again for each look-up; created by the first update.
        ``""`` for no file.
    main_exec_data : dict or path, optional
        Further timings, looked up first: a dict of the same form, a JSON file, or an exec-data
        file of mlirgym, exported as by `export_mlir_rl`.
    benchmarks_folder_path : path, optional
        Folder of the untransformed programs, ``<bench_name>.mlir``, against which transformed
        modules are verified. By default that of MLIR-RL's configuration, ``$CONFIG_FILE_PATH``.
    **options
        As for `mlirgym.Execution`; ``threads`` is ``$OMP_NUM_THREADS``, else 1.
    """

    def __init__(
        self,
        exec_data_file: str | os.PathLike[str] | None = None,
        main_exec_data: Mapping[str, Mapping[str, int]] | str | os.PathLike[str] | None = None,
        benchmarks_folder_path: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        if exec_data_file is None:
            raise RuntimeError(
                "there is no Execution yet; make the first with Execution(exec_data_file)"
            )
        self.exec_data_file = os.fspath(exec_data_file)
        if isinstance(main_exec_data, (str, os.PathLike)):
            main_exec_data = _read_main(os.fspath(main_exec_data))
        self.main_exec_data = main_exec_data
        self._folder = _benchmarks_folder(benchmarks_folder_path)
        self._programs: dict[str, _core.Program] = {}
        options.setdefault("threads", _omp_threads())
        self._execution = _Execution(**options)

    def execute_code(
        self, module: object, bench_name: str, seq: Sequences
    ) -> tuple[int | None, bool, bool]:
        """Run a module and time it, or return its stored timing.

        A module that was transformed elsewhere is run unchanged, and verified against the
        untransformed program. An untransformed module is run with the actions that were applied to
        it or, if there are none, with those of the sequence.

        Parameters
        ----------
        module : Program or object whose str() is MLIR text
            A module with the program's signature. It counts as untransformed if it is the
            program of this name; without a folder of programs, if it can be loaded as a program.
        bench_name : str
            Name of the program in the file and in the folder of programs, or of a generated
            program.
        seq : str or sequence of sequences
            A key, or a list of actions for each operation, in program order; empty for none. The
            timing is looked up under it.

        Returns
        -------
        ns : int or None
            Median nanoseconds per call; None if it failed.
        ok : bool
            True if it ran and its result was correct.
        cache_miss : bool
            True if there was no stored timing.

        Raises
        ------
        ProgramError
            If the module is not MLIR, or its signature differs from its program's; if it is
            transformed and its program is not known.
        """
        for timings in (self.main_exec_data, _read(self.exec_data_file, missing_ok=True)):
            entries = (timings or {}).get(bench_name, {})
            for key in _spellings(self.get_code_cache_key(seq)):
                if key in entries:
                    return entries[key], True, False
        timing = self._time(self._work(module, bench_name, seq))
        return (round(timing.median_ns) if timing.ok else None), timing.ok, True

    def run_code(
        self,
        module: object,
        bench_name: str,
        seq: Sequences,
        inputs: Sequence[ArrayLike] | None = None,
    ) -> Outputs:
        """Run a module as `execute_code` does, and return its outputs.

        Parameters
        ----------
        module, bench_name, seq
            As for `execute_code`; no stored timing is used.
        inputs : sequence of array_like, optional
            One array for each argument that the program reads, in order; by default zeros, as in
            MLIR-RL.

        Raises
        ------
        ExecutionError
            If it does not run, or its result is wrong.
        """
        work = self._work(module, bench_name, seq)
        timing = self._time(work)
        if not timing.ok:
            raise _core.ExecutionError(f"{bench_name}: {timing.status}: {timing.message}")
        kernel = self._execution.compile(work.program, work.schedule, module=work.text)
        results = kernel(*(kernel.zeros() if inputs is None else inputs))
        listed = list(results) if isinstance(results, tuple) else [results]
        return Outputs(round(timing.median_ns), listed)

    def _time(self, work: _Work) -> _core.Measurement:
        if work.text is not None:
            return self._execution.measure_module(work.program, work.text)
        return self._execution.measure(work.program, work.schedule)

    def _work(self, module: object, bench_name: str, seq: Sequences) -> _Work:
        if isinstance(module, _core.Program):
            return _Work(module, to_schedule(module, seq))
        text = str(module)
        known = self._in_folder(bench_name)
        refused: _core.ProgramError | None = None
        try:
            given = _core.parse_program(text, bench_name)
        except _core.ProgramError as error:
            refused = error
        else:
            if known is None or given.key == known.key:
                self._programs[bench_name] = given
                if isinstance(module, Module) and module.applied:
                    return _Work(given, _applied_schedule(given, module))
                return _Work(given, to_schedule(given, seq))
        program = known or self._programs.get(bench_name) or _generated(bench_name, text)
        if program is None:
            assert refused is not None  # else `known` is the program
            raise refused
        return _Work(program, text=text)

    def _in_folder(self, bench_name: str) -> _core.Program | None:
        """Return the program of this name in the folder of programs; None without one."""
        if self._folder is None:
            return None
        path = os.path.join(self._folder, f"{bench_name}.mlir")
        if not os.path.isfile(path):
            return None
        if bench_name not in self._programs:
            self._programs[bench_name] = _core.load_program(path)
        return self._programs[bench_name]

    def update_execution_cache(self, new_data: Mapping[str, Mapping[str, int]]) -> None:
        """Add timings to the exec-data file; they replace those with equal keys.

        Several processes may update one file without losing updates.

        Parameters
        ----------
        new_data : mapping
            ``{bench: {key: ns}}``, nanoseconds per call.

        Raises
        ------
        OSError
            If the file cannot be written; it is then unchanged.
        ValueError
            If this execution has no file.
        """
        if not self.exec_data_file:
            raise ValueError("this Execution has no exec_data_file to update; give one")
        with _locked(self.exec_data_file):
            data = _read(self.exec_data_file, missing_ok=True)
            for bench_name, entries in new_data.items():
                data.setdefault(bench_name, {}).update(entries)
            target = os.path.realpath(self.exec_data_file)  # keeps a link
            temporary = target + ".tmp"
            try:
                with open(temporary, "w") as file:
                    json.dump(data, file, indent=4)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, target)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    os.remove(temporary)

    @staticmethod
    def free_pointer(ptr: ctypes.c_void_p) -> None:
        """Free memory that C's `malloc` returned, such as the outputs of code run elsewhere.

        Parameters
        ----------
        ptr : ctypes.c_void_p
            Null is allowed. Kernels of mlirgym run in worker processes: there is nothing to free
            after `execute_code`.
        """
        free = ctypes.CDLL(None).free
        free.argtypes = [ctypes.c_void_p]
        free.restype = None
        free(ptr)

    def get_code_cache_key(self, seq: Sequences) -> str:
        """Return MLIR-RL's key: the actions' texts, operations in program order.

        Parameters
        ----------
        seq : str or sequence of sequences
            As for `execute_code`.
        """
        return "|".join(_texts(seq))


def import_exec_data(
    exec_data_file: str | os.PathLike[str],
    timings: str | os.PathLike[str] | Mapping[str, Any],
    *,
    programs: str | os.PathLike[str] | Iterable[_core.Program] = (),
    threads: int = 1,
) -> dict[str, Any]:
    """Add MLIR-RL's timings to exec data of mlirgym.

    Each entry is stored under MLIR-RL's own key. If its program is known and its key denotes a
    schedule exactly, it is also stored under both of them, so that replays, environments and agents
    use it.

    Parameters
    ----------
    exec_data_file : path
        SQLite file; created if missing.
    timings : path or mapping
        JSON ``{bench: {key: ns}}``, or baselines ``{bench: ns}``.
    programs : path or iterable of Program
        A folder with ``<bench>.mlir`` files, ``"generated"`` for generated programs of type f64,
        or programs by their names. As in MLIR-RL, keys of convolutions (``conv_2d_...``) with two
        operations are those of their products.
    threads : int
        Number of threads with which the timings were taken.

    Returns
    -------
    dict
        Numbers of entries: ``imported``, ``resolved`` to program and schedule,
        ``without_program``, ``without_schedule`` (with ``first_reason``), and ``failed_baselines``.

    Raises
    ------
    ExecutionError
        If the timings are malformed; nothing is then stored.
    """
    if isinstance(timings, (str, os.PathLike)):
        with open(timings) as file:
            text = file.read()
    else:
        text = json.dumps(timings)
    try:
        names = list(json.loads(text))
    except (ValueError, TypeError):
        names = []  # refused below, with line and column
    chosen = _named_programs(programs, names)
    counts: dict[str, Any] = _core.import_mlir_rl(os.fspath(exec_data_file), text, chosen, threads)
    return counts


def export_exec_data(
    exec_data_file: str | os.PathLike[str],
    *,
    programs: str | os.PathLike[str] | Iterable[_core.Program] = (),
) -> Cache:
    """Return exec data of mlirgym in MLIR-RL's format, as far as its actions can express it.

    Parameters
    ----------
    exec_data_file : path
        SQLite file.
    programs : path or iterable of Program
        As for `import_exec_data`. Only a TPF needs its program; generated programs are known.

    Returns
    -------
    dict
        ``{bench: {key: ns}}``
    """
    if isinstance(programs, (str, os.PathLike)):
        names = [path.stem for path in sorted(Path(programs).glob("*.mlir"))]
        programs = _named_programs(programs, names).values()
    by_key = {program.key: program for program in programs}
    exported: Cache = json.loads(_core.export_mlir_rl(os.fspath(exec_data_file), by_key))
    return exported


def _named_programs(
    programs: str | os.PathLike[str] | Iterable[_core.Program], names: Iterable[str]
) -> dict[str, _core.Program]:
    if not isinstance(programs, (str, os.PathLike)):
        return {program.name: program for program in programs}
    found = {}
    for name in names:
        with contextlib.suppress(_core.ProgramError):
            if programs == "generated":
                found[name] = _core.generate_program(f"{name}_f64")
            elif "/" not in name and (Path(programs) / f"{name}.mlir").is_file():
                found[name] = _core.load_program(str(Path(programs) / f"{name}.mlir"))
    return found


def _texts(seq: Sequences) -> list[str]:
    if isinstance(seq, str):
        return seq.split("|")
    return ["".join(map(str, actions)) for actions in seq]


def _spellings(key: str) -> list[str]:
    """Return the key, and its variants in which all vectorisations succeed, or fail."""
    return [key, key.replace("V(False)", "V(True)"), key.replace("V(True)", "V(False)")]


def _generated(bench_name: str, text: str) -> _core.Program | None:
    """Return the program that a name of MLIR-RL's data set denotes, if it is one of a family."""
    # The data set names programs like our families, but its programs are f64.
    element = re.search(r"x(f64|f32|i64|i32)>", text)
    suffix = f"_{element[1]}" if element and element[1] != "f32" else ""
    try:
        return _core.generate_program(bench_name + suffix)
    except _core.ProgramError:
        return None


def _benchmarks_folder(given: str | os.PathLike[str] | None) -> str | None:
    if given is not None:
        return os.fspath(given)
    config = os.environ.get("CONFIG_FILE_PATH")
    if not config or not os.path.isfile(config):
        return None
    folder = _read_config(config).get("benchmarks_folder_path")
    return folder if isinstance(folder, str) and folder else None


def _read_config(path: str) -> dict[str, Any]:
    try:
        with open(path) as file:
            config = json.load(file)
    except ValueError as error:
        raise ValueError(f"{path}: not JSON: {error}; give MLIR-RL's configuration") from None
    if not isinstance(config, dict):
        raise ValueError(f"{path}: not a JSON object; give MLIR-RL's configuration")
    return config


def _read(path: str, missing_ok: bool = False) -> Cache:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # opening a FIFO would block
            raise OSError(f"{path}: not a regular file; give MLIR-RL's exec data")
        with open(path) as file:
            data = json.load(file)
    except FileNotFoundError:
        if missing_ok:
            return {}
        raise
    except ValueError as error:
        raise ValueError(f"{path}: not JSON: {error}; give MLIR-RL's exec data") from None
    if not isinstance(data, dict) or not all(isinstance(entry, dict) for entry in data.values()):
        raise ValueError(f"{path}: not of the form {{program: {{key: ns}}}}")
    return data


def _omp_threads() -> int:
    """Return the number of threads in ``$OMP_NUM_THREADS``, else 1; for a list, the outermost."""
    text = os.environ.get("OMP_NUM_THREADS", "").split(",")[0].strip() or "1"
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"OMP_NUM_THREADS={text}: not a number of threads; set one from 1 on")
    return int(text)


def _read_main(path: str) -> Cache:
    try:
        timings: Cache = json.loads(_core.export_mlir_rl(path))
    except _core.ExecutionError:
        # Not opened before: closing a file releases the locks that SQLite holds on it.
        return _read(path)
    return timings


@contextlib.contextmanager
def _locked(path: str) -> Iterator[None]:
    """Hold a lock on the file's folder, so that no lock file is left."""
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
