"""Workloads: a payload with schedules, inputs and a check of its own; and what runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.agents import optimize
from mlirgym.checks import CALLBACK, COUNT, SEED, TEXT, suggests_names
from mlirgym.execution import Execution, as_execution, default_exec_data_file

Parameters = Mapping[str, Any]
Array = NDArray[Any]

#: NumPy has no bfloat16: its bits, as integers.
_DTYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i8": np.int8,
}


class Workload:
    """Something to run and to tune. Subclass it; only `payload_module` has no default.

    Inputs and reference are computed once and kept with the workload.
    """

    @property
    def name(self) -> str:
        """Name of the program in messages and exec data."""
        return type(self).__name__

    def payload_module(self) -> str:
        """MLIR text of the untransformed payload: one ``func.func`` on tensors."""
        raise NotImplementedError(f"{type(self).__name__}.payload_module")

    def parameters(self) -> Mapping[str, Sequence[Any]]:
        """Choices of each parameter of the schedule, by name; none by default."""
        return {}

    def schedule_module(self, parameters: Parameters) -> str:
        """Schedule for parameters: schedule text, or a transform-dialect module.

        Parameters
        ----------
        parameters : mapping
            A value for each name of `parameters`.
        """
        if parameters:
            raise ValueError(f"{self.name} has no schedule parameters; give none")
        return ""

    def get_input_arrays(self) -> Sequence[Array]:
        """Array for each argument that the program reads, in order; asked for once.

        By default seeded random numbers: floating-point ones in [-1, 1), integers in [-8, 8).
        """
        rng = np.random.default_rng(int(self.program.key[:16], 16))
        arrays: list[Array] = []
        for argument in self._arguments("is_input"):
            shape, dtype = argument["shape"], argument["dtype"]
            if dtype.startswith("i"):
                arrays.append(rng.integers(-8, 8, shape).astype(_DTYPES[dtype]))
            elif dtype == "bf16":
                bits = rng.uniform(-1, 1, shape).astype(np.float32).view(np.uint32)
                arrays.append((bits >> 16).astype(np.uint16))
            else:
                arrays.append(rng.uniform(-1, 1, shape).astype(_DTYPES[dtype]))
        return arrays

    def get_reference(self, *inputs: Array) -> Array | Sequence[Array] | None:
        """Right outputs for the inputs, computed once; None: no reference of its own."""
        return None

    def allocate(self) -> list[Array]:
        """Array for each argument that the program writes, in order."""
        return [
            np.empty(argument["shape"], _DTYPES[argument["dtype"]])
            for argument in self._arguments("is_output")
        ]

    def verify(self, outputs: Sequence[Array]) -> bool | None:
        """Whether outputs are right: return False or raise AssertionError if not.

        By default they are compared with the reference, if there is one: relative to its
        magnitude, 16 + 2 sqrt(largest reduction) roundings of the type.
        """
        if self.reference is None:
            return True
        reduction = max((_reduction(op) for op in self.program.operations), default=1)
        written = self._arguments("is_output")
        for output, expected, argument in zip(outputs, self.reference, written, strict=True):
            dtype = argument["dtype"]
            if dtype.startswith("i"):
                np.testing.assert_array_equal(output, expected)
                continue
            wide = _widen(np.asarray(expected), dtype)
            epsilon = 2.0**-7 if dtype == "bf16" else float(np.finfo(output.dtype).eps)
            tolerance = epsilon * (16 + 2 * np.sqrt(reduction))
            scale = float(np.sqrt(np.mean(wide**2)))
            np.testing.assert_allclose(
                _widen(output, dtype), wide, rtol=tolerance, atol=tolerance * scale
            )
        return True

    def requirements(self) -> Mapping[str, Any]:
        """Say what it needs: ``threads``, ``vector_bits``, ``memory_bytes``, ``features``."""
        return {}

    def get_complexity(self) -> Mapping[str, float]:
        """Work of one call: ``flops``, ``bytes_read``, ``bytes_written``."""
        return self.program.complexity

    @cached_property
    def program(self) -> _core.Program:
        """The payload, loaded once."""
        where = type(self).__name__
        text = TEXT(f"{where}.payload_module", "what it returned", self.payload_module())
        return _core.parse_program(text, TEXT(where, "name", self.name))

    @cached_property
    def inputs(self) -> list[Array]:
        """`get_input_arrays`, checked against the program and kept.

        Raises
        ------
        ValueError
            If an array has another shape or type than its argument.
        """
        arguments = self._arguments("is_input")
        arrays = [np.ascontiguousarray(array) for array in self.get_input_arrays()]
        if len(arrays) != len(arguments):
            raise ValueError(
                f"{self.name}: {len(arrays)} input arrays for a program that reads "
                f"{len(arguments)}; give one each"
            )
        for index, (array, argument) in enumerate(zip(arrays, arguments, strict=True)):
            wanted = (tuple(argument["shape"]), np.dtype(_DTYPES[argument["dtype"]]))
            if (array.shape, array.dtype) != wanted:
                raise ValueError(
                    f"{self.name}: input {index} is {array.dtype}{list(array.shape)}; "
                    f"give {wanted[1]}{list(wanted[0])}"
                )
        return arrays

    @cached_property
    def reference(self) -> list[Array] | None:
        """`get_reference` of `inputs`, kept."""
        reference = self.get_reference(*self.inputs)
        if reference is None:
            return None
        return [reference] if isinstance(reference, np.ndarray) else list(reference)

    def _arguments(self, role: str) -> list[dict[str, Any]]:
        return [argument for argument in self.program.arguments if argument[role]]


def _widen(array: Array, dtype: str) -> NDArray[np.float64]:
    """Return floating-point values; bfloat16 comes as bits, unless it is floats already."""
    if dtype == "bf16" and array.dtype == np.uint16:
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return array.astype(np.float64)


def _reduction(operation: Mapping[str, Any]) -> int:
    trips = zip(operation["trip_counts"], operation["iterator_types"], strict=True)
    return int(np.prod([trip for trip, kind in trips if kind == "reduction"] or [1]))


@dataclass(frozen=True)
class Run:
    """What one call made.

    Attributes
    ----------
    status : str
        ``"ok"``, ``"wrong_result"`` with the check's words in `message`, or how it failed.
    outputs : list of array
        From `Workload.allocate`; empty unless the kernel ran.
    """

    status: str
    message: str
    outputs: list[Array]

    @property
    def ok(self) -> bool:
        """True if it ran and was right, as far as that was checked."""
        return self.status == "ok"


@dataclass(frozen=True)
class Benchmark:
    """Time of a workload, and what that is of the machine's measured peak.

    Attributes
    ----------
    median_ns, min_ns, spread : float
        Nanoseconds a call; interquartile range / median.
    gflops, gbytes_per_second : float
        Of `Workload.get_complexity`.
    percent_of_peak_flops, percent_of_peak_bandwidth : float
        Of `machine_peak`. What fits in a cache may exceed the bandwidth of memory.
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

    @property
    def ok(self) -> bool:
        """True if it ran, was right and was timed."""
        return self.status == "ok"


@dataclass(frozen=True)
class Tuning:
    """The best parameters found.

    Attributes
    ----------
    parameters : dict
        Empty if nothing beat the untransformed payload, and for a workload without parameters.
    schedule : str
        What `Workload.schedule_module` makes of them, or the schedule that was found.
    speedup, baseline_ns, best_ns : float
        Measured in turn, where the machine was there to do so (not in replay).
    samples : int
    curve : list of float
        Best speedup after each sample, as the search met it.
    speedup_uncertainty : float
        Half the range of the speedup over the rounds / its median.
    noisy : bool
        The machine was too restless for the speedup to be believed.
    """

    parameters: dict[str, Any]
    schedule: str
    speedup: float
    baseline_ns: float
    best_ns: float
    samples: int
    curve: list[float]
    speedup_uncertainty: float = 0.0
    noisy: bool = False


class Engine:
    """Lowers, runs, checks and times a workload. Kernels run in workers, never here.

    Methods that take schedule parameters take None for the untransformed payload.

    Parameters
    ----------
    workload : Workload
    execution : Execution, optional
        By default one over the user's exec-data file.
    threads : int
        Threads of the kernel, if no execution is given.

    Raises
    ------
    ValueError
        If execution or machine do not meet `Workload.requirements`.
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
        self.program = workload.program
        _check_requirements(workload, execution.threads)

    def lower_payload(self, parameters: Parameters | None = None, stage: str = "llvm") -> str:
        """IR after a stage: scheduled, vectorized, bufferized, llvm or assembly.

        In a worker of the execution: a schedule that brings MLIR down leaves this process alone.

        Raises
        ------
        ExecutionError
            If lowering fails, with MLIR's words, or takes longer than compiling may.
        ScheduleError
            If the schedule of these parameters is illegal.
        ValueError
            If there is no such stage.
        """
        where = TEXT("lower_payload", "stage", stage)
        return _core.lower(self.execution, self.program, self._code(parameters), where)

    def execute(
        self, parameters: Parameters | None = None, *, check_correctness: bool = True
    ) -> Run:
        """Call the kernel once on the workload's inputs, in a worker."""
        return self._execute(self._code(parameters), check_correctness)

    def benchmark(self, parameters: Parameters | None = None) -> Benchmark:
        """Time the kernel on the workload's inputs, after its outputs were checked."""
        measurement, outputs = self._run(self._code(parameters), timed=True)
        status, message = measurement.status, measurement.message
        if measurement.ok:
            status, message = self._judge(outputs)
        if status != "ok":
            return Benchmark(status, message)
        work = self.workload.get_complexity()
        ns = measurement.median_ns
        gflops = work["flops"] / ns
        gbytes = (work["bytes_read"] + work["bytes_written"]) / ns
        dtype = self.program.arguments[0]["dtype"]
        peak = _core.machine_peak(self.execution, dtype)
        return Benchmark(
            status,
            message,
            median_ns=ns,
            min_ns=measurement.min_ns,
            spread=measurement.spread,
            gflops=gflops,
            gbytes_per_second=gbytes,
            percent_of_peak_flops=100 * gflops / peak["gflops"],
            percent_of_peak_bandwidth=100 * gbytes / peak["gbytes_per_second"],
        )

    def measure(self, parameters: Parameters | None = None) -> _core.Measurement:
        """Time it as environments and searchers do: checked against the payload, and kept.

        On random inputs of the execution's own; in replay from exec data alone.
        """
        return _core.measure_code(self.execution, self.program, self._code(parameters))

    @suggests_names
    def tune(
        self,
        agent: str = "evolutionary",
        *,
        budget: int = 50,
        seed: int = 0,
        progress: Callable[[int, int, float], object] | None = None,
    ) -> Tuning:
        """Find the fastest parameters, or the fastest schedule if there are no parameters.

        Each sample is checked against the untransformed payload; the payload and the
        winner are checked by the workload too. Parameters whose schedule is not legal
        are samples that fail.

        Parameters
        ----------
        agent : str
            One of `searchers`.
        budget : int
            Samples to take.
        progress : callable, optional
            Called with (samples, budget, best speedup); False stops, and nothing
            else does: a callback may return None, as ``print`` does.

        Raises
        ------
        ValueError
            If the agent is unknown.
        RuntimeError
            If the payload, or the winner, is not what the workload wants.
        """
        budget, seed = COUNT("tune", "budget", budget), SEED("tune", "seed", seed)
        progress = CALLBACK("tune", "progress", progress)
        if agent not in _core.searchers():
            raise ValueError(f"no searcher '{agent}'; choose one of {_core.searchers()}")
        self._insist("", "the untransformed payload")
        choices = self.workload.parameters()
        if not choices:
            found = optimize(
                self.program,
                agent=agent,
                budget=budget,
                seed=seed,
                execution=self.execution,
                progress=progress,
            )
            if found.schedule:
                self._insist(found.schedule, f"the winner {found.schedule}")
            return Tuning(
                {},
                found.schedule,
                found.speedup,
                found.baseline_ns,
                found.best_ns,
                found.samples,
                found.curve,
                found.speedup_uncertainty,
                found.noisy,
            )
        names = list(choices)
        values = [list(choices[name]) for name in names]

        def parameters_of(point: Sequence[int]) -> dict[str, Any]:
            picked = zip(names, values, point, strict=True)
            return {name: options[index] for name, options, index in picked}

        result = _core.tune(
            self.program,
            self.execution,
            agent,
            [len(options) for options in values],
            lambda point: self._code(parameters_of(point)),
            budget,
            seed,
            progress,
        )
        best = parameters_of(result.choices) if result.choices else {}
        code = ""
        if best:
            code = self._code(best)
            self._insist(code, f"the winner {best}")
        return Tuning(
            best,
            code,
            result.speedup,
            result.baseline.median_ns,
            result.best.median_ns,
            result.samples,
            result.curve,
            result.speedup_uncertainty,
            result.noisy,
        )

    def _code(self, parameters: Parameters | None) -> str:
        """Schedule text or transform-dialect module."""
        if parameters is None:
            return ""
        if not isinstance(parameters, Mapping):
            raise TypeError(
                f"{self.workload.name}: parameters are {parameters!r}; give a dict, or None"
            )
        code = self.workload.schedule_module(dict(parameters))
        TEXT(f"{self.workload.name}.schedule_module", "what it returned", code)
        return code

    def _execute(self, code: str, check_correctness: bool) -> Run:
        measurement, outputs = self._run(code, timed=False)
        status, message = measurement.status, measurement.message
        if measurement.ok and check_correctness:
            status, message = self._judge(outputs)
        return Run(status, message, outputs)

    def _run(self, code: str, timed: bool) -> tuple[_core.Measurement, list[Array]]:
        measurement, raw = _core.run_kernel(
            self.execution, self.program, code, self.workload.inputs, timed
        )
        if not measurement.ok:
            return measurement, []
        outputs = self.workload.allocate()
        for output, made in zip(outputs, raw, strict=True):
            output[...] = made.view(output.dtype).reshape(output.shape)
        return measurement, outputs

    def _judge(self, outputs: list[Array]) -> tuple[str, str]:
        try:
            right = self.workload.verify(outputs)
        except AssertionError as error:
            return "wrong_result", str(error).strip()
        if right is False:
            return "wrong_result", f"{self.workload.name}: verify() says no"
        return "ok", ""

    def _insist(self, code: str, what: str) -> None:
        if self.execution.replay:  # runs nothing: what is on file was checked when measured
            return
        run = self._execute(code, check_correctness=True)
        if not run.ok:
            raise RuntimeError(f"{self.workload.name}: {what}: {run.status}: {run.message}")


def _check_requirements(workload: Workload, threads: int) -> None:
    host = _core.machine()
    has = {**host, "threads": threads}
    for key, needed in workload.requirements().items():
        if key == "features":
            lacking = [name for name in needed if f"+{name}" not in host["features"].split(",")]
            if lacking:
                raise ValueError(f"{workload.name} needs {lacking}, which this machine lacks")
        elif key not in ("threads", "vector_bits", "memory_bytes"):
            raise ValueError(
                f"{workload.name}: unknown requirement '{key}'; give threads, vector_bits, "
                "memory_bytes or features"
            )
        elif needed > has[key]:
            raise ValueError(f"{workload.name} needs {key} {needed}, there are {has[key]}")
