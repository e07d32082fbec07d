"""The tools of an agent: programs, legal actions, verdicts and code, as text."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from mlirgym import _core
from mlirgym.checks import nearest
from mlirgym.execution.execution import Execution
from mlirgym.programs.loading import as_program
from mlirgym.text.answers import Answer, read_answer
from mlirgym.text.description import short
from mlirgym.text.judge import Judge, Verdict
from mlirgym.text.legal import nearest_legal
from mlirgym.text.session import Session
from mlirgym.workloads.workload import Engine, Workload

#: Lines of code that one answer shows, schedules that one call tries, and sessions that are kept.
_LINES, _TRIED, _KEPT = 120, 1024, 1024


class ToolError(ValueError):
    """A call that has no answer: an unknown program, a session that is over."""


class _Client:
    """What one agent has done: a session for each program, within one budget."""

    def __init__(self, budget: int, seconds: float) -> None:
        self.lock = threading.Lock()
        self.left = budget
        self.ends_at = time.monotonic() + seconds
        self.sessions: dict[str, Session] = {}


class Tools:
    """Ten tools for agents that see only text; any number of threads may share them.

    Each takes the name of the agent's session first. A session begins with its first call, and ends
    with its budget of timed answers or its time.

    Parameters
    ----------
    execution : Execution
        Verifies and times, one kernel at a time, however many sessions there are.
    programs : iterable of str
        Names or paths of the programs that are listed. Agents may name other generated programs.
    budget : int
        Timed answers of a session.
    seconds : float
        Wall time of a session.
    """

    def __init__(
        self,
        execution: Execution,
        programs: Iterable[str] = (),
        *,
        budget: int = 200,
        seconds: float = 3600,
    ) -> None:
        self._judge = Judge(execution)
        self._programs = {program.name: program for program in map(as_program, programs)}
        self._budget, self._seconds = budget, seconds
        self._lock = threading.Lock()
        self._clients: OrderedDict[str, _Client] = OrderedDict()

    def list_programs(self, session: str, containing: str = "") -> str:
        """List the programs to make faster, or those whose name contains a text."""
        self._client(session)
        return "\n".join(name for name in self._programs if containing in name) or (
            "no program has such a name; generated ones, such as matmul_64_128_256, need no list"
        )

    def describe(self, session: str, program: str) -> str:
        """Describe a program, the machine, and the legal actions with their meanings."""
        return self._session(session, program).beginning()

    def legal_actions(self, session: str, program: str, schedule: str = "") -> str:
        """List the actions that may follow a schedule, with their meanings."""
        return self._session(session, program).legal_actions(schedule, meanings=True)

    def try_schedule(self, session: str, program: str, schedules: Sequence[str]) -> str:
        """Check schedules and estimate their speedups, in a line each, without timing them."""
        chosen = self._session(session, program).program
        if len(schedules) > _TRIED:
            raise ToolError(f"{len(schedules)} schedules; give at most {_TRIED} in a call")
        return "\n".join(self._tried(chosen, list(schedules)))

    def _tried(self, program: _core.Program, schedules: list[str]) -> list[str]:
        where = self._judge.execution
        try:
            speedups = _core.estimated_speedups(
                program, schedules, where.threads, where.device, where.device_features
            )
        except _core.ScheduleError as error:
            if (half := len(schedules) // 2) > 0:
                return [
                    *self._tried(program, schedules[:half]),
                    *self._tried(program, schedules[half:]),
                ]
            near = nearest_legal(program, schedules[0], where)
            return [f"illegal: {error}" + (f"; nearest legal: {near}" if near else "")]
        return [
            f"legal, estimated {speedup:.3g}x: {_core.canonical_schedule(text)}"
            for text, speedup in zip(schedules, speedups, strict=True)
        ]

    def measure(self, session: str, program: str, schedule: str) -> str:
        """Verify and time a schedule: the speedup, the time, the share of the machine's peak."""
        return self._judged(session, program, Answer("schedule", schedule))

    def submit_kernel(
        self, session: str, program: str, code: str, language: str = "c", schedule: str = ""
    ) -> str:
        """Verify and time code in place of a kernel of a scheduled program, or of all of it.

        C, or MLIR whose function has the name of a kernel, replaces this kernel; other MLIR is the
        whole program. Without code: the signatures of the kernels.
        """
        if language not in ("c", "mlir"):
            raise ToolError(f"language is '{language}'; give c or mlir")
        if not code.strip():
            return self._session(session, program).signatures(schedule)
        answer = read_answer(f"```{language}\n{code}\n```")
        return self._judged(session, program, answer, schedule)

    def best_so_far(self, session: str, program: str) -> str:
        """Tell the fastest verified answer of this session, and how many are left."""
        chosen = self._session(session, program)
        left = f"{self._client(session).left} timed answers left"
        if chosen.best is None:
            return f"nothing was verified yet; {left}"
        return f"{chosen.report(chosen.best)}: {chosen.best.answer}; {left}"

    def explain_failure(self, session: str, program: str) -> str:
        """Tell everything that is known about the last answer that failed."""
        failed = [each for each in self._session(session, program).history if not each.ok]
        if not failed:
            return "nothing has failed"
        last = failed[-1]
        return "\n".join(
            [f"{last.status}: {last.answer}", last.message or last.sentence, last.sentence]
        )

    def show_ir(
        self,
        session: str,
        program: str,
        schedule: str = "",
        stage: str = "scheduled",
        first_line: int = 1,
    ) -> str:
        """Show the code after a stage: payload, scheduled, vectorized, bufferized or llvm."""
        chosen = self._session(session, program).program
        return _part(_Scheduled(chosen, schedule).lowered(self._judge.execution, stage), first_line)

    def show_asm(self, session: str, program: str, schedule: str = "", first_line: int = 1) -> str:
        """Show the assembly of a scheduled program."""
        return self.show_ir(session, program, schedule, "assembly", first_line)

    def end(self, session: str) -> None:
        """Forget a session."""
        with self._lock:
            self._clients.pop(session, None)

    def _client(self, session: str) -> _Client:
        with self._lock:
            client = self._clients.get(session)
            if client is None:
                client = self._clients[session] = _Client(self._budget, self._seconds)
            self._clients.move_to_end(session)
            while len(self._clients) > _KEPT:
                self._clients.popitem(last=False)
        if time.monotonic() > client.ends_at:
            raise ToolError("the time of this session is over; begin another one")
        return client

    def _session(self, session: str, program: str) -> Session:
        client = self._client(session)
        with client.lock:
            if program not in client.sessions:
                chosen = self._program(program)
                client.sessions[program] = Session(self._judge, chosen, self._budget)
            return client.sessions[program]

    def _program(self, name: str) -> _core.Program:
        if name in self._programs:
            return self._programs[name]
        try:  # a file would be one of the server
            return _core.generate_program(name)
        except _core.ProgramError as error:
            if self._programs:
                raise ToolError(f"no program '{name}'; {nearest(name, self._programs)}") from None
            raise ToolError(str(error)) from None

    def _judged(self, session: str, program: str, answer: Answer, schedule: str = "") -> str:
        client, chosen = self._client(session), self._session(session, program)
        with client.lock:
            if client.left <= 0:
                raise ToolError(f"the budget of {self._budget} timed answers is used up")
            client.left -= 1
        # Not under the lock: an agent may wait for several answers at once.
        verdict: Verdict = self._judge.judge(chosen.program, answer, schedule)
        chosen.record(verdict)
        return chosen.report(verdict)


class _Scheduled(Workload):
    """A program under a schedule, to be lowered."""

    def __init__(self, program: _core.Program, schedule: str) -> None:
        self._program, self._schedule = program, schedule

    @property
    def name(self) -> str:
        """Name of the program."""
        return self._program.name

    def payload_module(self) -> str:
        """Text of the program."""
        return self._program.text

    def schedule_module(self, parameters: object) -> str:
        """Text of the schedule."""
        return self._schedule

    def lowered(self, execution: Execution, stage: str) -> str:
        """Code after a stage."""
        return Engine(self, execution).lower({}, stage)


def _part(code: str, first_line: int) -> str:
    """Lines of code from one on, and how many there are."""
    lines = code.splitlines()
    shown = lines[max(first_line, 1) - 1 :][:_LINES]
    last = max(first_line, 1) + len(shown) - 1
    rest = f"\n(lines {max(first_line, 1)} to {last} of {short(len(lines))})"
    return "\n".join(shown) + (rest if len(shown) < len(lines) else "")
