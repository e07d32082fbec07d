"""Workloads: a payload with its own schedules, inputs and check; and `Engine`, which runs them."""

from __future__ import annotations

import abc
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.checks import (
    CALLBACK,
    COUNT,
    OPTIONAL_COUNT,
    OPTIONAL_NAMES,
    SEED,
    TEXT,
    suggests_names,
)
from mlirgym.execution.arrays import DTYPES
from mlirgym.execution.execution import Execution, as_execution, default_exec_data_file
from mlirgym.progress import reported_search

Parameters = Mapping[str, Any]
Array = NDArray[Any]
Argument = Mapping[str, Any]


class _WorkloadType(type(_core.Workload), abc.ABCMeta):  # type: ignore[misc]
    """Allows a subclass to be an abstract class as well."""


class Workload(_core.Workload, metaclass=_WorkloadType):
    """A computation to run and to tune. Only `payload_module` must be defined by a subclass.

    The defaults are those of C++ (``workloads/Workload.h``): a subclass may be used wherever C++
    expects a workload. Inputs and reference are computed once and kept with the workload.
    """

    def __new__(cls, *arguments: Any, **options: Any) -> Workload:
        """Create the C++ object here, so that a subclass need not call ``super().__init__()``."""
        if inspect.isabstract(cls):
            missing = ", ".join(sorted(cls.__abstractmethods__))
            raise TypeError(f"{cls.__name__} is abstract; a subclass has to have {missing}")
        self: Workload = super().__new__(cls)
        _core.Workload.__init__(self)
        return self

    def __init__(self, *arguments: Any, **options: Any) -> None:
        # __new__ has initialised the C++ classes: continue with further bases of a subclass.
        past = _core.Workload.__mro__[1]
        super(past, self).__init__(*arguments, **options)  # type: ignore[arg-type]

    def __getnewargs__(self) -> tuple[()]:
        """Make copies and pickles from the attributes alone."""
        return ()

    @property
    def name(self) -> str:
        """Name of the program in messages and exec data."""
        return type(self).__name__

    def payload_module(self) -> str:
        """MLIR text of the untransformed payload: one ``func.func`` on tensors."""
        raise NotImplementedError(f"{type(self).__name__}.payload_module")

    def parameters(self) -> Mapping[str, Sequence[Any]]:
        """Choices of each parameter of the schedule, by name; none by default.

        Without any, the parameters are the ``transform.tune.knob`` operations of
        ``schedule_module({})``: see `Engine.parameters`.
        """
        return {}

    def schedule_module(self, parameters: Parameters) -> str | Sequence[str]:
        """Schedule for parameters: schedule text, or transform-dialect modules.

        The modules of a list are applied in order. By default the empty schedule, for no
        parameters. For a workload with `stages` of its own, the method is also called with the
        keyword argument ``stop_at_stage``, the name of a stage, and returns the schedule up to the
        end of that stage.

        Parameters
        ----------
        parameters : mapping
            A value for each name of `parameters`.
        """
        return self._default_schedule(dict(parameters))

    def stages(self) -> Sequence[str]:
        """Names of stages of the schedule, in order, at which a run can stop; none by default."""
        return []

    def lowering(self) -> str:
        """Return ``"mlirgym"``, or a pass pipeline ``"builtin.module(...)"``.

        The pipeline is applied to the scheduled IR, and the result is lowered from its level of
        abstraction. It must keep a function that implements the payload, on tensors, memrefs or as
        ``llvm.func``.
        """
        return "mlirgym"

    def get_input_arrays(self) -> Sequence[Array]:
        """Array for each argument that the program reads, in order; called once.

        By default seeded random numbers: floating-point ones in [-1, 1), integers in [-8, 8). The
        seed depends on the program, so that they are the same in C++ and on every machine.
        """
        return self._random_inputs()

    def get_reference(self, *inputs: Array) -> Array | Sequence[Array] | None:
        """Correct outputs for the inputs, computed once; None: no reference.

        Parameters
        ----------
        *inputs : array
            `inputs`, one per argument that the program reads.

        Returns
        -------
        array, sequence of array, or None
            One per argument that the program writes, of its shape, in order.
        """
        return None

    def allocate(
        self,
    ) -> Sequence[Array] | AbstractContextManager[tuple[Sequence[Array], Sequence[Array]]]:
        """Array for each argument that the program writes, in order.

        C-contiguous and writable; by default new ones, aligned to 64 bytes.

        If decorated with ``contextlib.contextmanager``, it owns inputs and outputs: at the
        beginning of each call of the engine it yields both, the inputs replacing
        `get_input_arrays`, and it exits at the end of the call. The outputs in `CallResult` are
        then copies.
        """
        outputs: list[Array] = self._new_outputs()
        return outputs

    def verify(self, outputs: Sequence[Array]) -> bool | None:
        """Check outputs: return False or raise AssertionError if they are wrong.

        By default they are compared with the reference, if there is one: an element may differ from
        the reference a by T (abs(a) + rms(a)), and by a quarter of that on average. T is the sum of
        16 + 2 sqrt(K) rounding errors per operation along the longest path through the program,
        where K is the length of the operation's reduction. Integers have to be equal.

        Parameters
        ----------
        outputs : sequence of array
            One per argument that the program writes, as returned by `allocate`.

        Returns
        -------
        bool or None
            False rejects the outputs; True and None accept them.

        Raises
        ------
        AssertionError
            With the first element that is wrong.
        """
        written = self._arguments("is_output")
        given = [
            _typed(output, argument, f"{self.name}: output {index}")
            for index, (output, argument) in enumerate(zip(outputs, written, strict=True))
        ]
        wrong = self._compare(given)
        if wrong is not None:
            raise AssertionError(wrong)
        return True

    def requirements(self) -> Mapping[str, Any]:
        """Return ``threads``, ``vector_bits``, ``memory_bytes``, ``features``, ``libraries``.

        ``libraries`` are paths of shared libraries whose functions the code calls after `lowering`.
        They are loaded in worker processes only.
        """
        return {}

    def get_complexity(self) -> Mapping[str, float]:
        """Work of one call: ``flops``, ``bytes_read``, ``bytes_written``."""
        return self.program.complexity

    def cache_key(self) -> str | None:
        """Return the identity of the workload; None if its results may not be stored.

        Timings and object code are stored under hashes of IR, schedule and toolchain. A workload
        that depends on anything else returns None: an `Engine` then looks up and stores neither its
        timings nor its code (`Execution.forget`). The text itself is not part of any key.
        """
        return self.name

    @cached_property
    def program(self) -> _core.Program:
        """The payload, loaded once."""
        where = type(self).__name__
        text = TEXT(f"{where}.payload_module", "what it returned", self.payload_module())
        return _core.parse_program(text, TEXT(where, "name", self.name))

    @cached_property
    def inputs(self) -> list[Array]:
        """Result of `get_input_arrays`, checked against the program and stored.

        Raises
        ------
        ValueError
            If an array's shape or type differs from its argument's.
        """
        return self._checked_inputs(self.get_input_arrays())

    def _checked_inputs(self, given: Sequence[Array]) -> list[Array]:
        arguments = self._arguments("is_input")
        arrays = [np.ascontiguousarray(array) for array in given]
        if len(arrays) != len(arguments):
            raise ValueError(
                f"{self.name}: {len(arrays)} input arrays for a program that reads "
                f"{len(arguments)}; give one each"
            )
        for index, (array, argument) in enumerate(zip(arrays, arguments, strict=True)):
            wanted = (tuple(argument["shape"]), np.dtype(DTYPES[argument["dtype"]]))
            if (array.shape, array.dtype) != wanted:
                raise ValueError(
                    f"{self.name}: input {index} is {array.dtype}{list(array.shape)}; "
                    f"give {wanted[1]}{list(wanted[0])}"
                )
        return arrays

    @cached_property
    def reference(self) -> list[Array] | None:
        """Result of `get_reference` for `inputs`, stored."""
        reference = self.get_reference(*self.inputs)
        if reference is None:
            return None
        return [reference] if isinstance(reference, np.ndarray) else list(reference)

    def _arguments(self, role: str) -> list[dict[str, Any]]:
        return [argument for argument in self.program.arguments if argument[role]]

    def _typed_reference(self) -> list[Array] | None:
        """Return `reference` in the types of the outputs, for the comparison in C++."""
        if self.reference is None:
            return None
        written = self._arguments("is_output")
        if len(self.reference) != len(written):
            raise ValueError(
                f"{self.name}: {len(self.reference)} reference arrays for a program that writes "
                f"{len(written)}; give one each"
            )
        return [
            _typed(array, argument, f"{self.name}: reference {index}")
            for index, (array, argument) in enumerate(zip(self.reference, written, strict=True))
        ]

    #: Arrays of the context manager `allocate`, during a call of the engine.
    _given_outputs: Sequence[Array] | None = None

    @contextmanager
    def _memory(self) -> Iterator[bool]:
        """Enter `allocate` if it is a context manager; yields True in that case."""
        # `contextlib.contextmanager` wraps a generator.
        if not inspect.isgeneratorfunction(inspect.unwrap(self.allocate)):
            yield False
            return
        kept = self.__dict__.pop("inputs", None)
        owner = self.allocate()
        assert isinstance(owner, AbstractContextManager)
        with owner as (inputs, outputs):
            self.__dict__["inputs"] = self._checked_inputs(inputs)
            self._given_outputs = outputs
            try:
                yield True
            finally:
                self._given_outputs = None
                del self.__dict__["inputs"]
                if kept is not None:
                    self.__dict__["inputs"] = kept

    def _checked_outputs(self) -> list[Array]:
        """Return arrays of `allocate`, to which C++ writes."""
        given = self.allocate() if self._given_outputs is None else self._given_outputs
        if isinstance(given, AbstractContextManager):
            raise TypeError(
                f"{self.name}: allocate gave a context manager; decorate it with "
                "contextlib.contextmanager"
            )
        outputs, written = list(given), self._arguments("is_output")
        if len(outputs) != len(written):
            raise ValueError(
                f"{self.name}: allocate gave {len(outputs)} arrays for a program that writes "
                f"{len(written)}; give one each"
            )
        for index, (output, argument) in enumerate(zip(outputs, written, strict=True)):
            wanted = np.dtype(DTYPES[argument["dtype"]])
            size = wanted.itemsize * int(np.prod(argument["shape"]))
            flags = output.flags
            if output.nbytes != size or not (flags.c_contiguous and flags.writeable):
                raise ValueError(
                    f"{self.name}: output {index} of allocate is {output.dtype}"
                    f"{list(output.shape)}; give {wanted}{argument['shape']}, C-contiguous "
                    "and writable"
                )
        return outputs


def _typed(given: Any, argument: Argument, where: str) -> Array:
    """Return values as an array of the argument's type; values of wider types are rounded."""
    array, dtype = np.asarray(given), DTYPES[argument["dtype"]]
    if list(array.shape) != argument["shape"]:
        raise ValueError(
            f"{where} is {array.dtype}{list(array.shape)}; give the shape {argument['shape']}"
        )
    if array.dtype == dtype:
        return np.ascontiguousarray(array)
    with np.errstate(over="ignore"):  # to infinity, as in the kernel
        if argument["dtype"] == "bf16":
            return _bfloat16_bits(array.astype(np.float32))
        typed = array.astype(dtype)
    if argument["dtype"].startswith("i") and not np.array_equal(typed, array):
        raise ValueError(f"{where} holds values that {argument['dtype']} has not; give its own")
    return np.ascontiguousarray(typed)


def _bfloat16_bits(values: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Upper halves of floats, rounded to nearest, ties to even."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    rounded = bits + np.uint32(0x7FFF) + ((bits >> 16) & np.uint32(1))
    # Rounding must not turn a NaN into infinity, or overflow.
    return (np.where(np.isnan(values), bits | np.uint32(1 << 22), rounded) >> 16).astype(np.uint16)


@dataclass(frozen=True)
class CallResult:
    """The result of one call.

    Attributes
    ----------
    status : str
        ``"ok"``, ``"wrong_result"`` with the text of the check in `message`, or another failure.
    outputs : list of array
        From `Workload.allocate`; empty unless the kernel ran.
    """

    status: str
    message: str
    outputs: list[Array]

    @property
    def ok(self) -> bool:
        """True if it ran and its outputs, if they were checked, are correct."""
        return self.status == "ok"


@dataclass(frozen=True)
class Benchmark:
    """Time of a workload, also relative to the machine's measured peak.

    Attributes
    ----------
    median_ns, min_ns, spread : float
        Nanoseconds per call, NaN for another `metric`; interquartile range / median.
    gflops, gbytes_per_second : float
        Rates of the work of `Workload.get_complexity`.
    percent_of_peak_flops, percent_of_peak_bandwidth : float
        Relative to `machine_peak`. Data in a cache may exceed the bandwidth of memory.
    number : int
        Calls per run.
    timings_ns : list of float
        Nanoseconds per call of each run, in order. Runs that another process disturbed are included
        here, but not in the median.
    counters : dict or None
        Counts per call by name, for the counters of the request or of the execution; by default
        those of the processor. None if the machine has no counters.
    metric, median : str, float
        Metric of the device, and its median per call; rates are 0 for a metric other than time.
    """

    status: str
    message: str
    median_ns: float = 0.0
    min_ns: float = 0.0
    spread: float = 0.0
    gflops: float = 0.0
    gbytes_per_second: float = 0.0
    percent_of_peak_flops: float = 0.0
    percent_of_peak_bandwidth: float = 0.0
    number: int = 0
    timings_ns: list[float] = field(default_factory=list, repr=False)
    counters: dict[str, float] | None = None
    metric: str = "nanoseconds"
    median: float = 0.0

    @property
    def ok(self) -> bool:
        """True if it ran, was correct and was timed."""
        return self.status == "ok"


@dataclass(frozen=True)
class Tuning:
    """The best parameters found.

    Attributes
    ----------
    parameters : dict
        Empty if no sample was faster than the untransformed payload, and for a workload without
        parameters.
    schedule : str
        The result of `Workload.schedule_module` for them, or the schedule found.
    speedup, baseline_ns, best_ns : float
        Measured in interleaved rounds if possible (not in a replay); the times are NaN on a device
        with another metric.
    samples : int
    curve : list of float
        Best speedup after each sample of the search.
    speedup_uncertainty : float
        Half the range of the speedup over the rounds / its median.
    noisy : bool
        The machine was too noisy for a reliable speedup.
    """

    parameters: dict[str, Any]
    schedule: str
    speedup: float
    baseline_ns: float
    best_ns: float
    samples: int
    curve: list[float] = field(repr=False)
    speedup_uncertainty: float = 0.0
    noisy: bool = False


class Engine:
    """Lowers, calls, checks and times a workload. Kernels run in workers, never here.

    Methods that take schedule parameters take None for the untransformed payload.

    Parameters
    ----------
    workload : Workload
    execution : Execution, optional
        By default an execution over the user's exec-data file.
    threads : int
        Threads of the kernel, if no execution is given.

    Raises
    ------
    ValueError
        If execution or machine does not meet `Workload.requirements`.
    ProgramError
        If the payload cannot be used.
    """

    @suggests_names
    def __init__(
        self, workload: Workload, execution: Execution | None = None, *, threads: int = 1
    ) -> None:
        if not isinstance(workload, Workload):
            raise TypeError(f"Engine: {workload!r} is no workload; give a subclass of Workload")
        if execution is None:
            execution = Execution(default_exec_data_file(), threads=threads)
        self.workload = workload
        self.execution = as_execution(execution, threads)
        self._engine = _core.Engine(workload, execution)
        self.program = workload.program

    def __getstate__(self) -> dict[str, Any]:
        """Omit members that are created again after copying and unpickling."""
        return {name: value for name, value in vars(self).items() if name != "_engine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore members, and create the omitted ones again."""
        vars(self).update(state)
        self._engine = _core.Engine(self.workload, self.execution)

    def parameters(self) -> dict[str, list[Any]]:
        """Choices of `Workload.parameters` or, if there are none, the knobs of the schedule.

        Each ``transform.tune.knob<"name"> options = [...]`` of the modules that
        ``schedule_module({})`` returns is a parameter; a worker process reads them. Options are
        integers, floats, bools or texts; arrays are tuples.

        Raises
        ------
        ScheduleError
            If the options of a knob are not a list.
        ExecutionError
            If the modules cannot be read.
        """
        choices: dict[str, list[Any]] = self._engine.parameters()
        return choices

    def lower(self, parameters: Parameters | None = None, stage: str = "llvm") -> str:
        """IR after a stage, or the assembly.

        Runs in a worker process: a schedule that crashes MLIR does not affect this process.

        Parameters
        ----------
        parameters : mapping, optional
            A value for each name of `parameters`.
        stage : str
            The last stage to run: ``"payload"``, one of `Workload.stages`, ``"scheduled"``,
            ``"passes"`` (a pipeline of `Workload.lowering`), ``"vectorized"``, ``"bufferized"``,
            ``"llvm"`` or ``"lowered"``, ``"assembly"``.

        Raises
        ------
        ExecutionError
            If lowering fails, with MLIR's message, or exceeds the compile timeout.
        ScheduleError
            If the schedule of these parameters is illegal.
        ValueError
            If there is no such stage.
        """
        where = TEXT("lower", "stage", stage)
        return self._engine.lower(self._given(parameters), where)

    def call(
        self, parameters: Parameters | None = None, *, check_correctness: bool = True
    ) -> CallResult:
        """Call the kernel once on the workload's inputs, in a worker.

        Parameters
        ----------
        parameters : mapping, optional
            A value for each name of `Workload.parameters`.
        check_correctness : bool
            Pass the outputs to `Workload.verify`.

        Returns
        -------
        CallResult
            Status and outputs. A kernel that crashes or is wrong is a status, not an error.

        Raises
        ------
        ScheduleError
            If the schedule of these parameters is illegal.
        ExecutionError
            If no worker can be started, and in replay.
        """
        given, check = self._given(parameters), bool(check_correctness)
        with self.workload._memory() as is_temporary:
            measurement, outputs = self._engine.call(given, check)
            if is_temporary:
                outputs = [output.copy() for output in outputs]
        return CallResult(measurement.status, measurement.message, outputs)

    @suggests_names
    def benchmark(
        self,
        parameters: Parameters | None = None,
        *,
        check_correctness: bool = True,
        nruns: int | None = None,
        nwarmup: int | None = None,
        counters: Sequence[str] | None = None,
    ) -> Benchmark:
        """Time the kernel on the workload's inputs, after its outputs were checked.

        Parameters
        ----------
        parameters : mapping, optional
            A value for each name of `Workload.parameters`.
        check_correctness : bool
            Pass the outputs of the first call to `Workload.verify`, and compare those of timed
            calls with them.
        nruns : int, optional
            Number of timed runs, each with as many calls as fill 0.2 ms; by default until the
            median is accurate enough.
        nwarmup : int, optional
            Number of untimed calls before the first run, in addition to the checked one; by default
            0.
        counters : list of str, optional
            Names of events to count, instead of those of the execution.

        Returns
        -------
        Benchmark
            Nanoseconds per call, also relative to the machine's peak. Only the peak is stored.

        Raises
        ------
        ScheduleError, ExecutionError
            As `call`.
        """
        given, check = self._given(parameters), bool(check_correctness)
        runs = OPTIONAL_COUNT("benchmark", "nruns", nruns)
        if runs == 0:
            raise ValueError("benchmark: nruns is 0; give at least 1, or None")
        warm_up = OPTIONAL_COUNT("benchmark", "nwarmup", nwarmup)
        names = OPTIONAL_NAMES("benchmark", "counters", counters)
        with self.workload._memory():
            measurement, rates, times = self._engine.benchmark(
                given, check, runs or 0, warm_up or 0, names
            )
        return Benchmark(
            measurement.status,
            measurement.message,
            median_ns=measurement.median_ns,
            min_ns=measurement.min_ns,
            spread=measurement.spread,
            **rates,
            number=measurement.number,
            timings_ns=times,
            counters=dict(measurement.counters) if measurement.counters else None,
            metric=measurement.metric,
            median=measurement.median,
        )

    def measure(
        self, parameters: Parameters | None = None, *, counters: Sequence[str] | None = None
    ) -> _core.Measurement:
        """Time it as environments and searchers do: checked against the payload and stored.

        It runs on random inputs of the execution; in a replay it reads exec data only.

        Parameters
        ----------
        parameters : mapping, optional
            A value for each name of `Workload.parameters`.
        counters : list of str, optional
            As for `Execution.measure`.

        Returns
        -------
        Measurement
            Nanoseconds per call, or the status of the failure.

        Raises
        ------
        ScheduleError
            If the schedule of these parameters is illegal.
        """
        names = OPTIONAL_NAMES("measure", "counters", counters)
        return self._engine.measure(self._given(parameters), names)

    @suggests_names
    def tune(
        self,
        agent: str = "bayesian",
        *,
        budget: int = 50,
        seed: int = 0,
        progress: Callable[[int, int, float], object] | bool | None = None,
    ) -> Tuning:
        """Find the fastest parameters, or the fastest schedule if there are no parameters.

        Each sample is checked against the untransformed payload; the payload and the winner are
        also checked by the workload. Parameters with an illegal schedule are failed samples.

        Parameters
        ----------
        agent : str
            One of `searchers`.
        budget : int
            Number of samples.
        seed : int
            Seed of all random numbers.
        progress : callable or bool, optional
            As for `mlirgym.optimize`: called with (samples, budget, best speedup), or True.

        Returns
        -------
        Tuning
            The best parameters, or the best schedule, and their speedup.

        Raises
        ------
        ValueError
            If the agent is unknown.
        RuntimeError
            If the workload rejects the payload, or the outputs of the winner.
        """
        budget, seed = COUNT("tune", "budget", budget), SEED("tune", "seed", seed)
        progress = CALLBACK("tune", "progress", progress)
        if agent not in _core.searchers():
            raise ValueError(f"no searcher '{agent}'; choose one of {_core.searchers()}")
        with self.workload._memory(), reported_search("tune", progress) as report:
            parameters, code, found = self._engine.tune(agent, budget, seed, report)
        return Tuning(
            parameters,
            code,
            found.speedup,
            found.baseline.median_ns,
            found.best.median_ns,
            found.samples,
            found.curve,
            found.speedup_uncertainty,
            found.noisy,
        )

    def _given(self, parameters: Parameters | None) -> dict[str, Any] | None:
        if parameters is None:
            return None
        if not isinstance(parameters, Mapping):
            raise TypeError(
                f"{self.workload.name}: parameters are {parameters!r}; give a dict, or None"
            )
        return dict(parameters)
