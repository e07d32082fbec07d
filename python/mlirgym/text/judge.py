"""Answers verified and timed, and the sentence that says how it went."""

from __future__ import annotations

import functools
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.execution.execution import Execution, machine_peak
from mlirgym.kernels.dump import Substitutions, dump_kernels
from mlirgym.text.answers import Answer
from mlirgym.text.legal import nearest_legal

#: A sentence repeats what a compiler says, but does not fill the screen.
_LONGEST = 300
_INCLUDE = re.compile(r"#\s*(\w+)[ \t]*(.*)")
_HEADER = re.compile(r"<[a-z0-9_]+\.h>\s*(//.*|/\*.*)?")
_HINTS = {
    "wrong_result": "compute what the program computes, for every element",
    "crashed": "stay inside the arguments",
    "timed_out": "make less code, or smaller tiles",
    "out_of_memory": "use smaller tiles or copies",
    "too_slow": "vectorize, and tile for the caches",
    "suspicious": "compute in each call, with the threads and the arguments of that call",
    "not_cached": "in a replay only recorded schedules have times",
    "transform_failed": "leave out the last action",
}


@dataclass(frozen=True)
class Verdict:
    """How an answer was judged.

    Attributes
    ----------
    answer : str
        Canonical schedule, or ``module`` or ``kernel NAME``.
    status : str
        One of `statuses`, or ``"illegal"``.
    sentence : str
        What happened and what to do about it, in one sentence.
    median : float
        Median of a call, in the execution's metric; 0 unless ok.
    speedup : float
        Of the verified answer over the untransformed program; 0 unless ok.
    noisy, cache_hit : bool
        As of a `Measurement`.
    message : str
        Everything that the library says about it.
    """

    answer: str
    status: str
    sentence: str
    median: float = 0.0
    speedup: float = 0.0
    noisy: bool = False
    cache_hit: bool = False
    message: str = ""

    @property
    def ok(self) -> bool:
        """True if the answer is right and was timed."""
        return self.status == "ok"


class Judge:
    """Judge answers to programs by an execution; any number of threads may share one.

    Parameters
    ----------
    execution : Execution
        Verifies and times schedules, one at a time.
    """

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self._peak = functools.cache(self._measured_peak)

    def peak(self, program: _core.Program) -> dict[str, float] | None:
        """Return the machine's measured peak for a program's element type; None if unknown.

        It takes some seconds once for each exec-data file.
        """
        types = {argument["dtype"] for argument in program.arguments}
        return self._peak("f64" if "f64" in types else "f32")

    def _measured_peak(self, dtype: str) -> dict[str, float] | None:
        try:
            return machine_peak(self.execution, dtype)
        except _core.ExecutionError:  # a replay, or a device that measures no time
            return None

    def judge(self, program: _core.Program, answer: Answer, schedule: str = "") -> Verdict:
        """Verify and time an answer.

        Parameters
        ----------
        program : Program
        answer : Answer
            A whole schedule, a module or a kernel.
        schedule : str
            Of the program in which a kernel replaces one.

        Raises
        ------
        ExecutionError
            For a problem that is not the answer's: a full disk, a missing worker program.
        """
        try:
            return self._judged(program, answer, schedule)
        except (_core.ScheduleError, _core.ProgramError) as error:
            return self._refused(program, answer, str(error))

    def _judged(self, program: _core.Program, answer: Answer, schedule: str) -> Verdict:
        if answer.kind == "schedule":
            text = _core.canonical_schedule(answer.text)
            return self._verdict(program, text, self.execution.measure(program, answer.text))
        if answer.kind == "module":
            measured = self.execution.measure_module(program, answer.text.encode())
            return self._verdict(program, "module", measured, as_foreign=True)
        return self._judged_kernel(program, answer, schedule)

    def _judged_kernel(self, program: _core.Program, answer: Answer, schedule: str) -> Verdict:
        name = f"kernel {answer.name or '?'}"
        known = [kernel["name"] for kernel in self.kernels(program, schedule)]
        if answer.name not in known:
            wanted = f"define one of {', '.join(known)}"
            return Verdict(name, "illegal", f"no kernel has that name; {wanted}")
        if answer.language == "c" and (problem := _problem_of(answer.text)):
            return Verdict(name, "illegal", problem)
        with tempfile.TemporaryDirectory(prefix="mlirgym-") as folder:
            file = Path(folder) / f"kernel.{answer.language}"
            file.write_text(answer.text)
            options: dict[str, Any] = {"sources": {answer.name: file}}
            if answer.language == "c":
                compiler = f"{_compiler()} -O3 -march=native -ffp-contract=fast"
                options = {
                    "objects": {answer.name: file},
                    "toolchains": {".c": f"{compiler} -c {{in}} -o {{out}}"},
                }
            given = {**self.execution._arguments, "substitutions": Substitutions(**options)}
            measured = Execution(**given).measure(program, schedule)
        return self._verdict(program, name, measured, as_foreign=True)

    def kernels(self, program: _core.Program, schedule: str = "") -> list[dict[str, Any]]:
        """Return the kernels of a scheduled program: ``name``, ``arguments``, ``operations``."""
        found: list[dict[str, Any]] = dump_kernels(program, schedule).manifest["kernels"]
        return found

    def _verdict(
        self,
        program: _core.Program,
        answer: str,
        measured: _core.Measurement,
        as_foreign: bool = False,
    ) -> Verdict:
        if not measured.ok:
            return self._failure(answer, measured)
        # Both are measured in the same way.
        baseline = self.execution.baseline(program, as_foreign=as_foreign)
        speedup = baseline.median / measured.median if baseline.ok else 0.0
        return Verdict(
            answer,
            "ok",
            measured.message,
            measured.median,
            speedup,
            measured.noisy,
            measured.cache_hit,
            measured.message,
        )

    def _failure(self, answer: str, measured: _core.Measurement) -> Verdict:
        what = _first_sentence(measured.message)
        hint = "" if ";" in what else _HINTS.get(measured.status, "")
        sentence = "; ".join(filter(None, [f"{measured.status}: {what}".rstrip(": "), hint]))
        return Verdict(answer, measured.status, sentence, message=measured.message)

    def _refused(self, program: _core.Program, answer: Answer, message: str) -> Verdict:
        sentence = _first_sentence(message)
        if answer.kind == "schedule" and (
            near := nearest_legal(program, answer.text, self.execution)
        ):
            sentence += f"; nearest legal: {near}"
        label = {"module": "module", "kernel": f"kernel {answer.name}"}.get(
            answer.kind, answer.text
        )
        return Verdict(label, "illegal", sentence, message=message)


def _first_sentence(message: str) -> str:
    line = " ".join(message.split())
    # The list of all actions is in each observation.
    line = re.sub(r"; the actions are .*", "", line)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 4]} ..."


def _compiler() -> str:
    for name in ("clang-22", "clang", "gcc", "cc"):
        if shutil.which(name):
            return name
    raise _core.ProgramError("no C compiler here; give the kernel as MLIR")


def _problem_of(code: str) -> str:
    """Return why C code is not compiled: it may read no files but the system's headers."""
    for line in code.replace("\\\n", "").splitlines():
        if "%:" in line or "incbin" in line:
            return "C code with %: or incbin is not compiled; write plain C"
        for directive, rest in _INCLUDE.findall(line):
            reads = directive.startswith(("include", "embed", "import"))
            if reads and not (directive == "include" and _HEADER.fullmatch(rest.strip())):
                return f"#{directive} {rest} is not compiled; include <...> headers only"
    return ""
