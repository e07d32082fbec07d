"""What measures on a node: one process with an execution of its own."""

from __future__ import annotations

import os
import stat
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any, NamedTuple

from mlirgym import _core

#: Timings by which a node is judged before it is trusted; each takes tens of milliseconds.
PROBES = 8
#: Programs that a node keeps parsed.
_PROGRAMS = 64


class Question(NamedTuple):
    """A sample without its program's text."""

    program: str
    key: str
    kind: str
    codes: list[str]
    keep: bool
    counters: list[str]


class Answer(NamedTuple):
    """The answer to a question: see `_core.RemoteBatch.answer`."""

    measurements: list[_core.Measurement]
    pairs: list[_core.PairedMeasurement]
    keep: bool
    error: str = ""


class Facts(NamedTuple):
    """What a node says of itself when it is probed."""

    version: str
    toolchain: str
    machine: str
    host: str
    target: dict[str, Any]
    noisy: list[bool]


class Measurer:
    """Measures samples one after the other, and compiles others meanwhile.

    Parameters
    ----------
    options : dict
        Those of an `Execution`, without files.

    Raises
    ------
    ExecutionError
        Without a worker program, or if the node's disk is full.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        folder = node_folder()
        self._execution = _core.Execution(
            exec_data_file=str(folder / "exec-data.db"),
            cache_dir=str(folder / "kernels"),
            **options,
        )
        self._programs: OrderedDict[str, _core.Program] = OrderedDict()
        self._lock = threading.Lock()

    def probe(self) -> Facts:
        """Compile, verify and time a small program, and tell what this node is.

        Raises
        ------
        ExecutionError
            If that is not possible.
        """
        program = _core.generate_program("matmul_64_64_64")
        timings = []
        for _ in range(PROBES):
            timing = self._execution.measure(program, "op0: tile(4,16,1) vectorize", keep=False)
            if not timing.ok:
                raise _core.ExecutionError(
                    f"{program.name} cannot be measured: {timing.status}: {timing.message}"
                )
            timings.append(timing)
        return Facts(
            version=_core.__version__,
            toolchain=_core.machine()["toolchain"],
            machine=self._execution.machine,
            host=os.uname().nodename,
            target=self._execution.target,
            noisy=[timing.noisy for timing in timings],
        )

    def measure(self, text: str, question: Question) -> Answer:
        """Answer a question about the program with this text.

        An exception is the node's fault; a mistake in the question is an answer with an error.
        """
        question = Question(*question)
        try:
            program = self._parsed(question, text)
            if question.kind == "in_turn":
                return self._in_turn(program, question)
            return self._once(program, question)
        except ValueError as error:
            return Answer([], [], False, str(error))

    def _parsed(self, question: Question, text: str) -> _core.Program:
        with self._lock:
            program = self._programs.get(question.key)
            if program is None:
                program = _core.parse_program(text, question.program)
                if program.key != question.key:
                    raise _core.ExecutionError(f"{program.name} is another program here")
                self._programs[question.key] = program
                while len(self._programs) > _PROGRAMS:
                    self._programs.popitem(last=False)
            self._programs.move_to_end(question.key)
            return program

    def _once(self, program: _core.Program, question: Question) -> Answer:
        first = self._time(program, question)
        if first.ok or first.cache_hit or not question.keep:
            return Answer([first], [], True)
        # A failure that the kernel may not have caused is not stored, and measured again.
        again = self._time(program, question)
        if again.cache_hit and not again.ok:
            return Answer([first], [], True)
        return Answer([again], [], again.ok)

    def _time(self, program: _core.Program, question: Question) -> _core.Measurement:
        options: dict[str, Any] = {"keep": question.keep, "counters": list(question.counters)}
        if question.kind == "module":
            return self._execution.measure_module(program, question.codes[0], **options)
        if question.kind == "foreign":
            options["as_foreign"] = True
        return self._execution.measure(program, question.codes[0], **options)

    def _in_turn(self, program: _core.Program, question: Question) -> Answer:
        codes = list(question.codes)
        pairs = self._execution.measure_in_turn(program, codes, keep=question.keep)
        stored = []
        if question.keep and not all(pair.ok for pair in pairs):
            stored = [self._execution.measure(program, code) for code in codes]
        return Answer(stored, pairs, True)


def node_folder() -> Path:
    """Folder of a node's cache: on its own disk, since SQLite needs that, and of this user alone.

    Raises
    ------
    ExecutionError
        If the name is taken by another user.
    """
    folder = Path(tempfile.gettempdir()) / f"mlirgym-node-{os.geteuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    facts = folder.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.geteuid() or facts.st_mode & 0o077:
        raise _core.ExecutionError(
            f"{folder}: is not a folder of this user alone; remove it, or set TMPDIR on the node"
        )
    return folder
