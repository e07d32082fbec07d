"""Binding module of mlirgym; import mlirgym instead."""

from __future__ import annotations
import collections.abc
import numpy
import numpy.typing
import typing

__all__: list[str] = [
    "Cluster",
    "Engine",
    "Env",
    "EnvOptions",
    "Execution",
    "ExecutionError",
    "HeldInputs",
    "Kernel",
    "KernelCache",
    "KernelCall",
    "KernelRunner",
    "KernelSubstituter",
    "LoadedKernel",
    "MOST_OPERATIONS_AT_ONCE",
    "Measurement",
    "PairedMeasurement",
    "Policy",
    "Program",
    "ProgramError",
    "RemoteBatch",
    "RemoteSample",
    "ScheduleError",
    "SearchResult",
    "Shown",
    "Task",
    "TaskResult",
    "VectorEnv",
    "VectorStep",
    "Workload",
    "action_kinds",
    "after_schedule",
    "benchmark_files",
    "benchmark_object",
    "benchmark_program",
    "canonical_schedule",
    "check_schedule",
    "chosen_from",
    "compile_kernel",
    "compile_module",
    "data_directory",
    "devices",
    "dump_kernels",
    "estimated_speedups",
    "export_kernel",
    "export_mlir_rl",
    "first_no_choice",
    "format_ns",
    "generate_program",
    "hardware_counters",
    "idle_info",
    "import_kernel",
    "import_mlir_rl",
    "is_benchmark_path",
    "libtorch_version",
    "load_program",
    "load_weights",
    "machine",
    "machine_peak",
    "mlir_rl_program",
    "mlir_rl_schedule",
    "mlir_rl_schedule_of",
    "mlir_rl_takes_columns",
    "parse_program",
    "parse_weights",
    "policy_agents",
    "presets",
    "recipes",
    "search",
    "search_by_task",
    "search_with_policy",
    "searchers",
    "shipped_checkpoint",
    "statuses",
    "stored_schedules",
    "suite_programs",
    "suites",
    "tabular_table",
    "tabular_tasks",
    "task_report",
    "tasks",
    "transform_script",
    "why_unfit",
    "worker_path",
]

class ProgramError(ValueError):
    """A payload that cannot be used: where, what and how to fix it."""

class ScheduleError(ValueError):
    """An action that is illegal at its place in a schedule."""

class ExecutionError(OSError):
    """An execution that cannot continue: worker process, exec data or disk."""

class Program:
    """
    A payload in normal form. Immutable; created by `load_program`, `parse_program`
    or `generate_program`.
    """
    def __copy__(self) -> Program: ...
    def __deepcopy__(self, arg0: dict[str, typing.Any]) -> Program: ...
    def __getstate__(self) -> tuple[str, str]: ...
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, arg0: tuple[typing.Any, ...]) -> None: ...
    def _repr_html_(self) -> str: ...
    @property
    def arguments(self) -> list[dict[str, typing.Any]]:
        """One dict per argument, in order: shape, dtype, is_input, is_output."""
    @property
    def complexity(self) -> dict[str, typing.Any]:
        """Work of one call: flops, bytes_read, bytes_written."""
    @property
    def key(self) -> str:
        """32 hexadecimal digits; equal programs have equal keys, whatever their names."""
    @property
    def name(self) -> str:
        """Name in messages and exec data."""
    @property
    def operations(self) -> list[dict[str, typing.Any]]:
        """
        One dict per operation, in program order: tag (its name in schedules), kind, trip_counts and iterator_types (outermost loop first), consumers (indices of operations), inputs and inits (one dict per operand: shape, dtype, indices as sums of the loops d0, d1, ..., source, producer), arithmetic (operations per iteration).
        """
    @property
    def source(self) -> dict[str, typing.Any]:
        """
        The function as it was written: for each of its parameters and results the index in `arguments`, -1 for a parameter on which no result depends. The last parameters may be constants of the file: weights and elided are their positions, the latter of those whose elements the file lacks.
        """
    @property
    def text(self) -> str:
        """Normalised module; stock mlir-opt reads it."""

class KernelSubstituter:
    """Files in place of kernels: see `mlirgym.Substitutions`."""
    def __init__(
        self,
        *,
        sources: collections.abc.Sequence[tuple[str, str]],
        sources_from: str,
        configurations: collections.abc.Sequence[tuple[str, str]],
        configurations_from: str,
        objects: collections.abc.Sequence[tuple[str, str]],
        objects_from: str,
        object_search_path: collections.abc.Sequence[str],
        toolchains: collections.abc.Sequence[tuple[str, str]],
        allow_missing: bool,
    ) -> None: ...
    def check(self, program: Program, schedule: str) -> list[dict[str, typing.Any]]:
        """Read the files for a scheduled program; one record per file."""
    def for_agents(self, program: Program) -> Program:
        """The program whose replaced kernels allow no action."""

class Measurement:
    """The measurement of one schedule."""
    def __copy__(self) -> Measurement: ...
    def __deepcopy__(self, arg0: dict[str, typing.Any]) -> Measurement: ...
    def __getstate__(self) -> tuple[typing.Any, ...]: ...
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, arg0: tuple[typing.Any, ...]) -> None: ...
    def _repr_html_(self) -> str: ...
    @property
    def cache_hit(self) -> bool:
        """True if it was stored already and nothing was measured."""
    @property
    def counters(self) -> typing.Any:
        """
        Counts per call by name, in the order of ``Execution(counters=)``; None for what cannot be counted here. Without that option: cycles, instructions, cache-misses and branch-misses of the processor, or None on a cache hit and where it shows none.
        """
    @property
    def median(self) -> float:
        """Median per call, in `metric`; 0 unless ok."""
    @property
    def median_ns(self) -> float:
        """Median nanoseconds per call; 0 unless ok, NaN if `metric` is another one."""
    @property
    def message(self) -> str:
        """The reason if it is not ok; if it is, what verification could not check, or ""."""
    @property
    def metric(self) -> str:
        """What `median` counts: ``nanoseconds``, ``instructions`` or ``cycles``."""
    @property
    def min_ns(self) -> float:
        """
        Nanoseconds per call of the fastest repeat; 0 unless ok, NaN if `metric` is another one.
        """
    @property
    def noisy(self) -> bool:
        """True if the uncertainty is above 5 %."""
    @property
    def number(self) -> int:
        """Calls per repeat."""
    @property
    def ok(self) -> bool:
        """True if the kernel ran, was correct and was timed."""
    @property
    def phases_ms(self) -> dict[str, typing.Any]:
        """Milliseconds of transform, lower, compile, verify and measure; 0 on a cache hit."""
    @property
    def repeats(self) -> int:
        """Number of repeats that counted."""
    @property
    def spread(self) -> float:
        """Interquartile range / median."""
    @property
    def status(self) -> str:
        """One of `statuses`."""
    @property
    def transfer_ns(self) -> float:
        """
        Nanoseconds of copying the arguments of a call that are not resident to the device and back, which is no part of `median_ns`; 0 on a device without memory of its own.
        """
    @property
    def uncertainty(self) -> float:
        """
        Half the median's 95 % confidence interval / median, and by how much the machine was slower than usual where it was never quiet; 0 if unknown.
        """

class PairedMeasurement:
    """A schedule and its baseline, measured in interleaved rounds."""
    def __getstate__(self) -> tuple[typing.Any, ...]: ...
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, arg0: tuple[typing.Any, ...]) -> None: ...
    def _repr_html_(self) -> str: ...
    @property
    def baseline(self) -> float:
        """Median per call of the untransformed program, in `metric`."""
    @property
    def baseline_ns(self) -> float:
        """
        Median nanoseconds per call of the untransformed program; NaN if `metric` is another one.
        """
    @property
    def cache_hit(self) -> bool:
        """True if it was stored already and nothing was measured."""
    @property
    def message(self) -> str:
        """The reason if it is not ok."""
    @property
    def metric(self) -> str:
        """As of a Measurement."""
    @property
    def noisy(self) -> bool:
        """True if the uncertainty is above 3 %."""
    @property
    def ok(self) -> bool:
        """True if both ran, were correct and were timed."""
    @property
    def rounds(self) -> int:
        """Number of rounds; 0 unless ok."""
    @property
    def schedule(self) -> float:
        """Median per call under the schedule, in `metric`."""
    @property
    def schedule_ns(self) -> float:
        """Median nanoseconds per call under the schedule; NaN if `metric` is another one."""
    @property
    def speedup(self) -> float:
        """baseline / schedule; 0 unless ok."""
    @property
    def status(self) -> str:
        """One of `statuses`, of the baseline if that failed."""
    @property
    def uncertainty(self) -> float:
        """Half the range of the rounds' speedups / their median."""

class Execution:
    def __init__(self, **kwargs: typing.Any) -> None: ...
    def baseline(self, program: Program, *, as_foreign: bool = False) -> Measurement: ...
    def forget(self, program: Program) -> None: ...
    def measure(
        self,
        program: Program,
        schedule: str,
        *,
        keep: bool = True,
        counters: collections.abc.Sequence[str] | None = None,
        as_foreign: bool = False,
    ) -> Measurement: ...
    def measure_batch(
        self, requests: collections.abc.Sequence[tuple[Program, str]]
    ) -> list[Measurement]: ...
    def measure_in_turn(
        self, program: Program, schedules: collections.abc.Sequence[str], *, keep: bool = True
    ) -> list[PairedMeasurement]:
        """Several schedules in the same rounds: as measure_paired."""
    def measure_module(
        self,
        program: Program,
        module: str,
        origin: str = "<module>",
        *,
        keep: bool = True,
        counters: collections.abc.Sequence[str] | None = None,
    ) -> Measurement: ...
    def measure_module_file(
        self,
        program: Program,
        path: str,
        *,
        keep: bool = True,
        counters: collections.abc.Sequence[str] | None = None,
    ) -> Measurement: ...
    def measure_paired(
        self, program: Program, schedule: str, *, keep: bool = True
    ) -> PairedMeasurement: ...
    @property
    def device(self) -> str:
        """What runs the kernels: the id of one of `mlirgym.devices()`."""
    @property
    def device_features(self) -> str:
        """Features of the code beside those of the device, or less than those: ``-avx512f``."""
    @property
    def kernel_folder(self) -> str:
        """Folder in which kernels are looked up and stored; "": none."""
    @property
    def machine(self) -> str:
        """
        What its timings are stored under: processor, features and, unless it is the host, device.
        """
    @property
    def metric(self) -> str:
        """What its measurements count: ``nanoseconds``, ``instructions`` or ``cycles``."""
    @property
    def replay(self) -> bool:
        """True if it uses stored timings only."""
    @property
    def statistics(self) -> dict[str, typing.Any]:
        """
        Counts since its creation: requests, cache_hits, compiled, measured, kernel_cache_hits, worker_restarts, timed (answers with a time, stored ones included) and noisy (of these).
        """
    @property
    def target(self) -> dict[str, typing.Any]:
        """The target of its code, for a `Cluster`."""
    @property
    def threads(self) -> int:
        """Threads of the kernel."""

class RemoteSample:
    """What a machine of a cluster measures."""
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    @property
    def codes(self) -> list[str]:
        """Texts of schedules, scripts, or of a module."""
    @property
    def counters(self) -> list[str]:
        """Names of events."""
    @property
    def keep(self) -> bool:
        """False: nothing is looked up or stored."""
    @property
    def key(self) -> str:
        """Key of the program."""
    @property
    def kind(self) -> str:
        """
        ``code``: one schedule or script; ``foreign``: one, measured as foreign code; ``module``: one module; ``in_turn``: several codes in the same rounds.
        """
    @property
    def program(self) -> str:
        """Name of the program."""
    @property
    def text(self) -> str:
        """Text of the program."""

class RemoteBatch:
    """Samples that a cluster measures, in any order."""
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    def answer(
        self,
        index: typing.SupportsInt | typing.SupportsIndex,
        measurements: collections.abc.Sequence[Measurement],
        pairs: collections.abc.Sequence[PairedMeasurement],
        keep: bool,
        host: str,
    ) -> bool:
        """Answers a sample. False, and without effect, unless it is awaited."""
    def awaits(self, index: typing.SupportsInt | typing.SupportsIndex) -> bool:
        """False once the sample is answered or nobody waits for it."""
    def fail(self, index: typing.SupportsInt | typing.SupportsIndex, error: str) -> bool:
        """Answers a sample with an ExecutionError."""
    def give_up(
        self, index: typing.SupportsInt | typing.SupportsIndex, status: str, message: str
    ) -> bool:
        """Answers a sample with a failure that is not stored."""
    @property
    def samples(self) -> list[RemoteSample]:
        """The samples, `RemoteSample`s."""

class Cluster:
    """Machines that measure for an `Execution`."""
    def __init__(self, machine: str, target: dict[str, typing.Any], submit: typing.Any) -> None:
        """
        `submit` is called with each RemoteBatch, does not wait, and returns the number of processes that measure.
        """

class EnvOptions:
    """Options of an environment: those of the preset, except the given ones."""
    def __init__(self, **kwargs: typing.Any) -> None: ...

class Shown:
    """Makes copies of an observation, and of infos with the arrays in them."""
    def __init__(
        self, observation: numpy.typing.NDArray[typing.Any], infos: dict[str, typing.Any]
    ) -> None: ...
    def copies(self) -> tuple[numpy.typing.NDArray[numpy.float32], dict[str, typing.Any]]: ...

class Env:
    def __init__(
        self,
        programs: collections.abc.Sequence[Program],
        execution: Execution,
        options: EnvOptions,
        baselines: collections.abc.Sequence[
            tuple[typing.SupportsFloat | typing.SupportsIndex, Program | None]
        ] = [],
    ) -> None: ...
    def action_mask(self) -> numpy.typing.NDArray[numpy.int8]: ...
    def action_meanings(self) -> list[list[str]]:
        """
        What each choice means, one list per entry of an action; none for the ranks of permutations.
        """
    def decisions(self, schedule: str) -> list[int]:
        """
        Actions that lead to a schedule from the beginning of an episode of the current program. Raises ScheduleError if the action space has none.
        """
    def render(self) -> str: ...
    def reset(
        self,
        seed: typing.SupportsInt | typing.SupportsIndex | None = None,
        program: typing.SupportsInt | typing.SupportsIndex | None = None,
    ) -> None: ...
    def restore(self, snapshot: bytes) -> None: ...
    def scene(self) -> dict[str, typing.Any]: ...
    def snapshot(self) -> bytes: ...
    @typing.overload
    def step(
        self, action: typing.SupportsInt | typing.SupportsIndex, shown: Shown
    ) -> tuple[
        numpy.typing.NDArray[numpy.float32],
        dict[str, typing.Any],
        tuple[float, bool, bool, dict[str, typing.Any], Measurement | None] | None,
    ]: ...
    @typing.overload
    def step(
        self,
        action: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
        shown: Shown,
    ) -> tuple[
        numpy.typing.NDArray[numpy.float32],
        dict[str, typing.Any],
        tuple[float, bool, bool, dict[str, typing.Any], Measurement | None] | None,
    ]: ...
    @property
    def action_dimensions(self) -> list[int]: ...
    @property
    def mask_view(self) -> numpy.typing.NDArray[numpy.int8]: ...
    @property
    def num_actions(self) -> int:
        """Size of the mask."""
    @property
    def observation_spec(self) -> list[dict[str, typing.Any]]: ...
    @property
    def observation_view(self) -> numpy.typing.NDArray[numpy.float32]: ...
    @property
    def program_index(self) -> int: ...
    @property
    def schedule(self) -> str: ...

class VectorStep:
    """Outcome of a step of every environment."""
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    @property
    def ended_programs(self) -> numpy.typing.NDArray[numpy.int64]:
        """Index of the program of each episode that ended, 0 elsewhere."""
    @property
    def ended_schedules(self) -> list[str]:
        """Schedule of each episode that ended, empty elsewhere."""
    @property
    def final_masks(self) -> numpy.typing.NDArray[numpy.int8] | None: ...
    @property
    def final_observations(self) -> typing.Any:
        """Mode same_step: of the episodes that ended; None if none did."""
    @property
    def infos(self) -> dict[str, typing.Any]:
        """One array for each key of the infos of a single step."""
    @property
    def measurements(self) -> list[Measurement | None]: ...
    @property
    def rewards(self) -> numpy.typing.NDArray[numpy.float64]: ...
    @property
    def terminated(self) -> numpy.typing.NDArray[numpy.bool_]: ...
    @property
    def truncated(self) -> numpy.typing.NDArray[numpy.bool_]: ...

class VectorEnv:
    def __init__(
        self,
        programs: collections.abc.Sequence[Program],
        execution: Execution,
        options: EnvOptions,
        num_envs: typing.SupportsInt | typing.SupportsIndex,
        autoreset: str,
        baselines: collections.abc.Sequence[
            tuple[typing.SupportsFloat | typing.SupportsIndex, Program | None]
        ] = [],
    ) -> None: ...
    def action_masks(self) -> numpy.typing.NDArray[numpy.int8]: ...
    def observations(self) -> numpy.typing.NDArray[numpy.float32]: ...
    def program_indices(self) -> numpy.typing.NDArray[numpy.int64]: ...
    def recv(self) -> VectorStep: ...
    def reset_each(
        self,
        begins: collections.abc.Sequence[bool],
        seeds: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex | None],
        programs: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex | None],
    ) -> None: ...
    def send(self, actions: typing.Annotated[numpy.typing.ArrayLike, numpy.int64]) -> None: ...
    def step(
        self, actions: typing.Annotated[numpy.typing.ArrayLike, numpy.int64]
    ) -> VectorStep: ...
    def under_way(self) -> list[bool]:
        """False for each episode that is over."""
    @property
    def action_dimensions(self) -> list[int]: ...
    @property
    def envs(self) -> list[Env]:
        """The environments, to look at, or to restore."""
    @property
    def num_actions(self) -> int: ...
    @property
    def observation_spec(self) -> list[dict[str, typing.Any]]: ...
    @property
    def size(self) -> int: ...

class SearchResult:
    """The result of a search."""
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    def _repr_html_(self) -> str: ...
    @property
    def baseline(self) -> Measurement:
        """Measurement of the untransformed program."""
    @property
    def best(self) -> Measurement:
        """Measurement of the schedule found."""
    @property
    def cache_hits(self) -> int:
        """Number of samples with a stored timing."""
    @property
    def choices(self) -> list[int]:
        """After `tune`: one per parameter; empty if nothing was better."""
    @property
    def curve(self) -> list[float]:
        """Best speedup after each sample."""
    @property
    def curve_seconds(self) -> list[float]:
        """Seconds from the start of the search to each sample."""
    @property
    def noisy(self) -> bool:
        """The machine was too noisy for a reliable speedup."""
    @property
    def paired_rounds(self) -> int:
        """Interleaved rounds of baseline and best; 0 if there were none."""
    @property
    def program(self) -> str:
        """Name of the program."""
    @property
    def samples(self) -> int:
        """Number of schedules requested."""
    @property
    def schedule(self) -> str:
        """Canonical text; empty if nothing was faster than the baseline."""
    @property
    def script(self) -> str:
        """Transform script of a search by tasks, else empty."""
    @property
    def seconds(self) -> float:
        """Wall time of the search."""
    @property
    def speedup(self) -> float:
        """Baseline / best."""
    @property
    def speedup_uncertainty(self) -> float:
        """Half the range of the rounds' speedups / their median."""

class Policy:
    """A trained network for ``search_with_policy``."""
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...

class Task:
    """A part of a program that is optimised alone; equal parts are one task."""
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    @property
    def parts(self) -> list[list[int]]:
        """The operations of each equal part of the whole program."""
    @property
    def program(self) -> Program:
        """The part as a program."""

class TaskResult:
    """The result of the search of one task."""
    def __init__(self, *args: typing.Any, **kwargs: typing.Any) -> None: ...
    @property
    def baseline_ns(self) -> float:
        """Nanoseconds per call, untransformed; 0 if unknown."""
    @property
    def best_ns(self) -> float:
        """Nanoseconds per call with the schedule; 0 if unknown."""
    @property
    def cache_hits(self) -> int:
        """Number of samples with a stored timing."""
    @property
    def problem(self) -> str:
        """The reason why it was not searched; empty if it was."""
    @property
    def samples(self) -> int:
        """Number of schedules requested."""
    @property
    def schedule(self) -> str:
        """Canonical text of the task alone; empty if nothing was faster."""
    @property
    def task(self) -> Task: ...

class Workload:
    """The interface of workloads in C++, with its defaults. Use `mlirgym.Workload`."""
    def __init__(self) -> None: ...
    def _compare(self, outputs: list[numpy.typing.NDArray[typing.Any]]) -> str | None:
        """Differences between outputs and reference; None if there are none."""
    def _default_schedule(self, parameters: dict[str, typing.Any]) -> str:
        """The empty schedule, for no parameters."""
    def _new_outputs(self) -> list[numpy.typing.NDArray[typing.Any]]:
        """Array for each argument that is written, aligned to 64 bytes."""
    def _random_inputs(self) -> list[numpy.typing.NDArray[typing.Any]]:
        """Seeded random array for each argument that is read."""

class Engine:
    """C++'s engine. Use `mlirgym.Engine`."""
    def __init__(self, workload: typing.Any, execution: Execution) -> None: ...
    def benchmark(
        self,
        parameters: dict[str, typing.Any] | None,
        check_correctness: bool,
        nruns: typing.SupportsInt | typing.SupportsIndex,
        nwarmup: typing.SupportsInt | typing.SupportsIndex,
        counters: collections.abc.Sequence[str] | None = None,
    ) -> tuple[typing.Any, ...]:
        """Measurement on the workload's inputs, its rates, and all times."""
    def call(
        self, parameters: dict[str, typing.Any] | None, check_correctness: bool
    ) -> tuple[typing.Any, ...]:
        """Measurement and outputs of one call."""
    def lower(self, parameters: dict[str, typing.Any] | None, stage: str) -> str:
        """IR after a stage, produced in a worker process."""
    def measure(
        self,
        parameters: dict[str, typing.Any] | None,
        counters: collections.abc.Sequence[str] | None = None,
    ) -> Measurement:
        """Timing that searchers use."""
    def parameters(self) -> dict[str, typing.Any]:
        """Choices of the workload's parameters, or of its knobs."""
    def tune(
        self,
        agent: str,
        budget: typing.SupportsInt | typing.SupportsIndex,
        seed: typing.SupportsInt | typing.SupportsIndex,
        progress: collections.abc.Callable[[int, int, float], typing.Any] | None = None,
    ) -> tuple[typing.Any, ...]:
        """Best parameters, their schedule, and the search."""

class KernelRunner:
    """A worker process that calls kernels."""
    def __init__(
        self,
        threads: typing.SupportsInt | typing.SupportsIndex,
        timeout_ms: typing.SupportsFloat | typing.SupportsIndex,
    ) -> None: ...

class HeldInputs:
    """Inputs that are the same in several calls, by their positions."""
    def __init__(
        self, positions: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]
    ) -> None: ...

class KernelCall:
    """A kernel with inputs; use `mlirgym.Kernel`."""
    def call(self) -> tuple[typing.Any, ...]:
        """As `Kernel.call`."""

class Kernel:
    """Use `mlirgym.Kernel`."""
    def call(self, arrays: typing.Any, held: HeldInputs | None = None) -> tuple[typing.Any, ...]:
        """`Measurement` with the status, and the outputs."""
    def with_inputs(self, arrays: typing.Any) -> KernelCall: ...
    @property
    def cpu(self) -> str: ...
    @property
    def entry(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def object(self) -> bytes: ...
    @property
    def payload(self) -> str: ...
    @property
    def program(self) -> str: ...
    @property
    def schedule(self) -> str: ...
    @property
    def script(self) -> str: ...
    @property
    def signature(self) -> list[dict[str, typing.Any]]: ...
    @property
    def threads(self) -> int: ...
    @property
    def toolchain(self) -> str: ...
    @property
    def worker_pid(self) -> int: ...

class LoadedKernel:
    """A kernel in this process; use `mlirgym.Kernel`."""
    def __init__(self, kernel: Kernel) -> None: ...
    def call(self, arrays: typing.Any) -> tuple[typing.Any, ...]:
        """The outputs."""

class KernelCache:
    """Use `mlirgym.KernelCache`."""
    def __init__(self, folder: str) -> None: ...
    def clear(self) -> int: ...
    def find(self, hash: str, runner: KernelRunner) -> Kernel: ...
    def list(self) -> list[dict[str, typing.Any]]: ...
    def reset(self) -> None: ...
    def stats(self) -> dict[str, typing.Any]: ...
    def store(self, kernel: Kernel) -> None: ...
    @property
    def folder(self) -> str: ...

def action_kinds() -> list[str]:
    """
    Names of all kinds of actions. Environments have those for their device by default, or those of their option ``kinds``; `action_meanings` of an environment lists them by index.
    """

def after_schedule(
    program: Program, schedule: str, device: str = "host", device_features: str = ""
) -> dict[str, typing.Any]:
    """
    The state after the actions of a schedule, and what may follow.

    Returns
    -------
    dict
        ``schedule``: text so far. ``operation``: tag of the operation to act on; "" if
        all have ended. ``around``: its tile loops, (forall, extent, step, source).
        ``loops``: its own, (reduction, trip count, static, source), where source is
        the loop of the program. ``actions``: those that are legal; name, summary,
        parameters ("none", "permutation", "sizes" or "input"), and loops (that may
        have a size), useful (one of them must) or inputs.

    Raises ScheduleError as `check_schedule`, for the limits of the device.
    """

def benchmark_files(
    execution: Execution,
    path: str,
    filter: str,
    batch_size: typing.SupportsInt | typing.SupportsIndex,
    repeats: typing.SupportsInt | typing.SupportsIndex,
    cold_caches: bool,
    preprocess: str,
) -> str:
    """The same for files of a dump."""

def benchmark_object(
    execution: Execution,
    path: str,
    entry: str,
    bindings: collections.abc.Sequence[tuple[str, bytes | None]],
    expected: collections.abc.Sequence[tuple[str, bytes | None]],
    tolerance: typing.SupportsFloat | typing.SupportsIndex | None,
    batch_size: typing.SupportsInt | typing.SupportsIndex,
    repeats: typing.SupportsInt | typing.SupportsIndex,
    cold_caches: bool,
) -> tuple[Measurement, list[tuple[list[int], str, bytes]]]:
    """Measurement, and shape, type and bytes of each output: see `mlirgym.benchmark_object`."""

def benchmark_program(
    execution: Execution,
    program: Program,
    schedule: str,
    filter: str,
    batch_size: typing.SupportsInt | typing.SupportsIndex,
    repeats: typing.SupportsInt | typing.SupportsIndex,
    cold_caches: bool,
    preprocess: str,
    substitutions: KernelSubstituter | None,
) -> str:
    """The object of `mlirgym benchmark --json`: see `mlirgym.benchmark_kernels`."""

def canonical_schedule(schedule: str) -> str:
    """Canonical text of a schedule: the key of exec data. Raises ScheduleError."""

def check_schedule(program: Program, schedule: str) -> None:
    """Raise ScheduleError if an action is illegal at its place in the schedule."""

def chosen_from(
    masks: typing.Annotated[numpy.typing.ArrayLike, numpy.int8],
    where: typing.Annotated[numpy.typing.ArrayLike, numpy.float64],
) -> numpy.typing.NDArray[numpy.int64]:
    """
    Place of a nonzero element of each mask, at a share of them in [0, 1); -1 if there is none.
    """

def compile_kernel(execution: Execution, program: Program, code: str, keep: bool = True) -> Kernel:
    """The kernel of a schedule or a transform script."""

def compile_module(
    execution: Execution, program: Program, module: str, origin: str, keep: bool = True
) -> Kernel:
    """The kernel of IR that implements a program."""

def data_directory() -> str:
    """Folder with suites, programs and recorded exec data."""

def devices() -> list[dict[str, typing.Any]]:
    """
    What can run kernels, one dict per device: id, triple, cpu, features and vector_bits of its target, metric, has_memory (False if it takes whole programs alone), available, and the reason if it is not.
    """

def dump_kernels(
    program: Program,
    schedule: str,
    sources: str,
    configurations: str,
    intermediates: str,
    binaries: str,
    benchmarks: str,
    files: str,
    substitutions: KernelSubstituter | None = None,
) -> dict[str, typing.Any]:
    """
    Files of the kernels of a scheduled program: see `mlirgym.dump_kernels`. Text for "-" is in ``printed``.
    """

def estimated_speedups(
    program: Program,
    schedules: collections.abc.Sequence[str],
    threads: typing.SupportsInt | typing.SupportsIndex = 1,
    device: str = "host",
    device_features: str = "",
) -> list[float]:
    """
    Speedups of schedules as estimated from their loops, without compiling: they rank schedules of one program. Raises ScheduleError.
    """

def export_kernel(
    kernel: Kernel, folder: str, inputs: typing.Any, outputs: typing.Any
) -> dict[str, typing.Any]:
    """Write a C project; ``name``, ``files``, ``notes``."""

def export_mlir_rl(
    exec_data_file: str, programs: collections.abc.Mapping[str, Program] = {}
) -> str:
    """Exec data as MLIR-RL's JSON; ``programs`` by key."""

def first_no_choice(
    actions: typing.Annotated[numpy.typing.ArrayLike, numpy.int64],
    dimensions: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
) -> int | None:
    """Place of the first number that is not below its dimension."""

def format_ns(nanoseconds: typing.SupportsFloat | typing.SupportsIndex) -> str:
    """A time with its unit, three digits: ``45.1 us``; ``-`` if it is unknown."""

def generate_program(name: str) -> Program:
    """
    Generate a program by its name, such as ``matmul_256_1536_1000``. Raises ProgramError, which lists the families.
    """

def hardware_counters() -> str:
    """``hardware``, or ``none (why)``."""

def idle_info() -> dict[str, typing.Any]:
    """Infos before any step."""

def import_kernel(folder: str, timeout_ms: typing.SupportsFloat | typing.SupportsIndex) -> Kernel:
    """The kernel of a folder of `export_kernel`."""

def import_mlir_rl(
    exec_data_file: str,
    json_text: str,
    programs: collections.abc.Mapping[str, Program] = {},
    threads: typing.SupportsInt | typing.SupportsIndex = 1,
) -> dict[str, typing.Any]:
    """Add ``{bench: {key: ns}}`` to an exec-data file; ``programs`` by name. Returns counts."""

def is_benchmark_path(path: str) -> bool:
    """Whether `benchmark_files` reads it."""

def load_program(path: str, shapes: collections.abc.Sequence[str] = []) -> Program:
    """
    Load, check and normalise an ``.mlir`` or ``.mlirbc`` file, in a worker process.

    `shapes` fixes dynamic dimensions of arguments: ``"arg0=4x128"``.

    Raises
    ------
    ProgramError
        With file, line, what is wrong and how to fix it; also if MLIR's parser
        crashes on the file, or takes too long or too much memory.
    ExecutionError
        If no worker can be started.
    """

def load_weights(
    path: str, shapes: collections.abc.Sequence[str] = []
) -> list[numpy.typing.NDArray[typing.Any]]:
    """
    The elements of the constants of a file that are arguments of its program, in the order of `Program.source`. Raises as `load_program`.
    """

def machine() -> dict[str, typing.Any]:
    """
    This machine: id (part of the key of a timing), cpu, model, cores, vector_bits, l1_bytes, l2_bytes, l3_bytes, memory_bytes, features, toolchain.
    """

def machine_peak(execution: Execution, dtype: str = "f32") -> dict[str, typing.Any]:
    """
    The highest rates of simple kernels with an execution's threads.

    Measured once in a worker and kept in the exec data.

    Returns
    -------
    dict
        ``gflops``: multiply-adds in registers, or a small matmul, of ``"f64"`` or else ``"f32"``.
        ``gbytes_per_second``: a sum of arrays larger than the caches, as in STREAM.
    """

def mlir_rl_program(program: Program, img2col: bool, fills_apart: bool) -> Program:
    """The program in MLIR-RL's form, under the same name."""

def mlir_rl_schedule(program: Program, key: str) -> str:
    """Schedule text of a key of MLIR-RL."""

def mlir_rl_schedule_of(program: Program, lists: collections.abc.Sequence[str]) -> str:
    """Schedule text of one list of MLIR-RL's actions per operation."""

def mlir_rl_takes_columns(program_name: str) -> bool:
    """Whether MLIR-RL turns the convolutions of that program into products."""

def parse_program(
    text: str, name: str = "program", shapes: collections.abc.Sequence[str] = []
) -> Program:
    """Load a payload from MLIR text, in a worker process. Raises as `load_program`."""

def parse_weights(text: str) -> list[numpy.typing.NDArray[typing.Any]]:
    """The same for MLIR text. Raises as `load_program`."""

def policy_agents() -> list[str]:
    """Names for ``load_agent(agent=...)``."""

def presets() -> list[str]:
    """Names for ``ScheduleEnv(preset=...)``."""

def recipes() -> list[str]:
    """Names for `train_recipe`."""

def search(
    program: Program,
    execution: Execution,
    agent: str,
    budget: typing.SupportsInt | typing.SupportsIndex,
    seed: typing.SupportsInt | typing.SupportsIndex,
    progress: collections.abc.Callable[[int, int, float], typing.Any] | None = None,
    measure_in_turn: bool = True,
    from_known: bool = False,
) -> SearchResult:
    """
    ``from_known``: begin with the reference schedules of the program, or else of programs alike.
    """

def search_by_task(
    program: Program,
    execution: Execution,
    agent: str,
    policy: Policy | None,
    budget: typing.SupportsInt | typing.SupportsIndex,
    seed: typing.SupportsInt | typing.SupportsIndex,
    progress: collections.abc.Callable[[int, int, float], typing.Any] | None = None,
) -> tuple[SearchResult, list[TaskResult]]: ...
def search_with_policy(
    program: Program,
    execution: Execution,
    policy: Policy,
    agent: str | None,
    budget: typing.SupportsInt | typing.SupportsIndex,
    seed: typing.SupportsInt | typing.SupportsIndex,
    progress: collections.abc.Callable[[int, int, float], typing.Any] | None = None,
    from_known: bool = False,
) -> SearchResult: ...
def searchers() -> list[str]:
    """Names for ``optimize(agent=...)``."""

def shipped_checkpoint() -> str:
    """File of the trained agent included in mlirgym."""

def statuses() -> list[str]:
    """
    Names of the statuses of a `Measurement`; ``info["status"]`` of an environment is an index into them.
    """

def stored_schedules(
    exec_data_file: str, threads: typing.SupportsInt | typing.SupportsIndex
) -> dict[str, list[str]]:
    """
    Schedules of an exec-data file that were timed with a number of threads, one list per `Program.key`.
    """

def suite_programs(suite: str, split: str = "all") -> list[str]:
    """Program names of a suite; split is train, validation, test or all."""

def suites() -> list[str]:
    """Names of the installed suites."""

def tabular_table(folder: str, name: str) -> dict[str, typing.Any]:
    """
    The table of a task: its `program`, and `exec_data` with the outcome of each schedule, made at the first call. Raises RuntimeError for a file that is missing or wrong.
    """

def tabular_tasks(folder: str) -> list[str]:
    """Names of the tasks of a folder that have a table."""

def task_report(
    program: Program,
    result: SearchResult,
    tasks: collections.abc.Sequence[TaskResult],
    execution: Execution,
    runtimes: collections.abc.Sequence[tuple[str, typing.SupportsFloat | typing.SupportsIndex]],
) -> str: ...
def tasks(program: Program) -> list[Task]: ...
def transform_script(program: Program, schedule: str) -> str:
    """
    Stand-alone transform-dialect module that stock mlir-opt applies to ``program.text``. Raises ScheduleError.
    """

def why_unfit(
    policy: Policy, program: Program, threads: typing.SupportsInt | typing.SupportsIndex
) -> str: ...
def worker_path() -> str:
    """Path of the worker program. Raises ExecutionError if there is none."""

MOST_OPERATIONS_AT_ONCE: int = 32
__version__: str
libtorch_version: str
