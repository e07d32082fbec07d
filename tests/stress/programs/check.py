"""Runs one program under one schedule and reports all errors."""

from __future__ import annotations

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import inputs
import mlirgym
import numpy as np
from bounded import STORED, Bounded, decode, encode, quantize
from evaluate import LAYOUTS, evaluate
from mlirgym import CallResult, Engine, Workload, _core
from model import FLOATS, Program
from numpy.typing import NDArray
from text import to_mlir

Array = NDArray[Any]


class Unfit(Exception):
    """A program that cannot be tried: there is no expected result."""


@dataclass
class Fault:
    """A failed check."""

    kind: str  # a status, or "refused", "mask", "key", "text", "verification"
    message: str
    draw: str = ""


@dataclass
class Trial:
    """Inputs of a draw, and the expected outputs."""

    draw: str
    arrays: list[Array]
    expected: list[Bounded]
    numbers: list[Bounded]  # of all arguments
    by_tiles: list[Bounded]  # `expected` with the bounds of Winograd's algorithm


class Given(Workload):
    """A loaded program, its executions and its inputs."""

    def __init__(self, program: _core.Program, code: str, arrays: list[Array]) -> None:
        self.program, self.code, self.inputs = program, code, arrays

    def schedule_module(self, parameters: Any) -> str:
        """Schedule text, or a transform-dialect module."""
        return self.code


def difference(stored: Array, expected: Bounded) -> str:
    """Return a description of the errors in an output; empty if there are none."""
    got = decode(stored, expected.dtype).reshape(expected.value.shape)
    with np.errstate(all="ignore"):
        if expected.dtype not in FLOATS:
            wrong = got != expected.value
            if expected.unsure is not None:
                wrong &= ~expected.unsure
            bound = np.zeros(wrong.shape)
        else:
            assert expected.error is not None
            bound = expected.error
            close = (np.abs(got - expected.value) <= bound) | (got == expected.value)
            close |= np.isnan(got) & np.isnan(expected.value)
            wrong = ~(close | np.isinf(bound))
    if not wrong.any():
        return ""
    where = np.argwhere(wrong)[0]
    at = tuple(int(i) for i in where)
    return (
        f"{int(wrong.sum())} of {wrong.size} elements: {list(at)} is {got[at]!r} instead of "
        f"{expected.value[at]!r}, at most {float(bound[at]):.3g} off"
    )


def known_part(expected: list[Bounded]) -> float:
    """Fraction of the elements that are checked at all."""
    asked = total = 0
    for output in expected:
        total += output.value.size
        if output.error is not None:
            asked += int(np.isfinite(output.error).sum())
        elif output.unsure is not None:
            asked += int((~output.unsure).sum())
        else:
            asked += output.value.size
    return asked / max(total, 1)


class Subject:
    """A loaded program with its trials."""

    def __init__(self, program: Program, draws: list[str], seed: int) -> None:
        self.program = program
        self.text = to_mlir(program)
        self.loaded = _core.parse_program(self.text, "f")
        self.read = self._arguments_read()
        self.trials: list[Trial] = []
        for position, draw in enumerate(draws):
            # Whatever the order of the draws, so that a fault is found again.
            own = 1000 * inputs.DRAWS.index(draw) + draws[:position].count(draw)
            numbers = inputs.draw_inputs(program, draw, seed + own)
            arrays = [encode(numbers[i].value, numbers[i].dtype) for i in self.read]
            outputs = evaluate(program, numbers)
            expected = by_tiles = [outputs[k] for k in program.output_order()]
            if any(node.op is not None and node.op.form in LAYOUTS for node in program.nodes):
                outputs = evaluate(program, numbers, by_tiles=True)
                by_tiles = [outputs[k] for k in program.output_order()]
            self.trials.append(Trial(draw, arrays, expected, numbers, by_tiles))

    def _arguments_read(self) -> list[int]:
        """Find which of our arguments are left: normalisation drops those that are not read."""
        ours = [self.program.nodes[i].results[0] for i in self.program.arguments]
        theirs = [(tuple(a["shape"]), a["dtype"]) for a in self.loaded.arguments if a["is_input"]]
        if len(ours) == len(theirs):
            return list(range(len(ours)))
        matches = _subsequences(theirs, ours)
        if len(matches) != 1:
            raise Unfit("some arguments are not read, and it is not known which")
        return matches[0]

    def run(self, execution: _core.Execution, schedule: str) -> Fault | None:
        """Call the kernel on each draw; return the first error."""
        for trial in self.trials:
            run = self._call(execution, schedule, trial)
            if not run.ok:
                return Fault(run.status, run.message, trial.draw)
            outputs = trial.by_tiles if "winograd" in schedule else trial.expected
            for which, (raw, expected) in enumerate(zip(run.outputs, outputs, strict=True)):
                stored = raw.ravel().view(STORED[expected.dtype])
                words = difference(stored, expected)
                if words:
                    return Fault("wrong_result", f"output {which}: {words}", trial.draw)
        return None

    def _call(self, execution: _core.Execution, code: str, trial: Trial) -> CallResult:
        engine = Engine(Given(self.loaded, code, trial.arrays), execution)
        return engine.call({}, check_correctness=False)

    def check_text(self, schedule: str) -> Fault | None:
        """Check that actions allowed by the mask are legal as text, and equal in canonical form."""
        try:
            _core.check_schedule(self.loaded, schedule)
        except _core.ScheduleError as error:
            return Fault("mask", f"the mask allows an action that is rejected: {error}")
        canonical = _core.canonical_schedule(schedule)
        if _core.canonical_schedule(canonical) != canonical:
            return Fault("text", f"the canonical form changes again: {canonical}")
        try:
            _core.check_schedule(self.loaded, canonical)
        except _core.ScheduleError as error:
            return Fault("text", f"the canonical form {canonical} is illegal: {error}")
        return None

    def check_key(self) -> Fault | None:
        """Check that the same program, or its normal form, has the same key when loaded again."""
        again = _core.parse_program(self.text, "again")
        if again.key != self.loaded.key:
            return Fault("key", "a different key when the same text is loaded a second time")
        back = _core.parse_program(self.loaded.text, "back")
        if back.key != self.loaded.key:
            return Fault("key", "a different key when the normal form is loaded")
        return None

    def check_verification(self, execution: _core.Execution, schedule: str) -> Fault | None:
        """Check that results that NumPy confirms pass the library's own check."""
        measurement = execution.measure(self.loaded, schedule)
        if measurement.ok or measurement.status == "too_slow":
            return None
        status, message = measurement.status, measurement.message
        is_mistaken = "the same for all inputs" not in message and self._has_numbers()
        if "nothing can be compared" in message and not is_mistaken:
            return None  # an output is NaN or out of range everywhere, for all inputs
        kind = "verification" if status == "wrong_result" else f"measured_{status}"
        return Fault(kind, f"{status}: {message}")

    def _has_numbers(self) -> bool:
        """Whether each output has known numbers, on inputs like those of the verification."""
        return all(
            output.error is None or (np.isfinite(output.value) & np.isfinite(output.error)).any()
            for trial in self.trials
            if trial.draw == "uniform"
            for output in trial.expected
        )

    def check_module(self, execution: _core.Execution, kernel: Program) -> Fault | None:
        """Check whether the library's verification accepts a wrong kernel without a word.

        Raises
        ------
        Unfit
            If NumPy sees no difference on any inputs.
        """
        if not any(self._differs(kernel, trial) for trial in self.trials):
            raise Unfit("right on all inputs")
        if not self._accepts(execution, to_mlir(kernel)):
            return None
        return Fault("accepted_module", "a kernel that is wrong on rare inputs is accepted")

    def _accepts(self, execution: _core.Execution, module: str) -> bool:
        measurement = execution.measure_module(self.loaded, module)
        return bool(measurement.ok and "not verified" not in measurement.message)

    def check_later_calls(self, execution: _core.Execution, module: str) -> Fault | None:
        """Check whether verification accepts a kernel that changes its argument only once.

        Raises
        ------
        Unfit
            If the program does not change the argument either.
        """
        (place,) = self.program.in_place().values()
        idle = Program(self.program.nodes, [(place, 0)], self.program.memrefs)
        if not all(self._differs(idle, trial) for trial in self.trials):
            raise Unfit("what is written is what was there")
        if not self._accepts(execution, module):
            return None
        return Fault("accepted_later", "a kernel that is right when called first is accepted")

    def check_benchmark(self, code: str) -> Fault | None:
        """Check whether Engine.benchmark() accepts C code that is right when called first."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "kernel.c").write_text(code)
            given = mlirgym.Substitutions(
                objects={"f_op0": f"{folder}/kernel.c"},
                toolchains={".c": "cc -O1 -fwrapv -fPIC -w -c {in} -o {out}"},
            )
            execution = mlirgym.Execution(budget_ms=1, too_slow_factor=0, substitutions=given)
            engine = Engine(Given(self.loaded, "", self.trials[0].arrays), execution)
            first, all_calls = engine.call({}), engine.benchmark({})
        if not first.ok:
            return Fault("accepted_benchmark", f"the first call is {first.status}, not ok")
        if not all_calls.ok:
            return None
        return Fault("accepted_benchmark", "a kernel that is right when called first is accepted")

    def _differs(self, kernel: Program, trial: Trial) -> bool:
        made = evaluate(kernel, trial.numbers)
        for k, expected in zip(kernel.output_order(), trial.expected, strict=True):
            value = made[k].value
            if expected.dtype in FLOATS:
                value = quantize(value, expected.dtype)
            if difference(encode(value, expected.dtype).ravel(), expected):
                return True
        return False

    def check_refusal(self, execution: _core.Execution, script: str) -> Fault | None:
        """Check whether the library's verification accepts plainly wrong results of a script.

        Raises
        ------
        Unfit
            If the results are correct, or the script does not run.
        """
        if not all(self._is_plainly_wrong(execution, script, trial) for trial in self.trials):
            raise Unfit("partly correct, or it does not run")
        measurement = Engine(Given(self.loaded, script, []), execution).measure({})
        if not measurement.ok:
            return None
        return Fault("accepted", "results that are plainly wrong are accepted")

    def _is_plainly_wrong(self, execution: _core.Execution, script: str, trial: Trial) -> bool:
        run = self._call(execution, script, trial)
        if not run.ok:
            return False
        for raw, expected in zip(run.outputs, trial.expected, strict=True):
            stored = raw.ravel().view(STORED[expected.dtype])
            if difference(stored, expected):
                return True
            if expected.dtype in FLOATS:
                # Outside the bound for all orders, and obviously wrong.
                wanted = expected.value.astype(np.float64)
                off = decode(stored, expected.dtype).astype(np.float64) - wanted.reshape(-1)
                if np.sqrt(np.mean(off**2)) > 0.4 * np.sqrt(np.mean(wanted**2)):
                    return True
        return False


def _subsequences(short: list[Any], long: list[Any], start: int = 0) -> list[list[int]]:
    """Up to two embeddings of `short` in `long`."""
    if not short:
        return [[]]
    found: list[list[int]] = []
    for i in range(start, len(long)):
        if long[i] == short[0]:
            found += [[i, *rest] for rest in _subsequences(short[1:], long, i + 1)]
            if len(found) > 1:
                return found[:2]
    return found


def choose_draws(rng: random.Random, count: int) -> list[str]:
    """Kinds of inputs, an exact one first."""
    exact_ones = list(inputs.DRAWS[:3])
    others = list(inputs.DRAWS[3:])
    rng.shuffle(exact_ones)
    rng.shuffle(others)
    return [exact_ones[0], "uniform", exact_ones[1], *others][:count]
