"""One agent's attempts at one program: what it sees, what it answered, what came of it."""

from __future__ import annotations

import time
from typing import Any

from mlirgym import _core
from mlirgym.text.answers import Answer, read_answer
from mlirgym.text.description import (
    describe_actions,
    describe_machine,
    describe_program,
    describe_state,
    share_of_peak,
    short,
)
from mlirgym.text.judge import Judge, Verdict
from mlirgym.text.legal import after, extended
from mlirgym.text.tokens import count_tokens

#: Tokens of an observation of a single operator: older attempts are left out beyond these.
MOST_TOKENS = 600
#: Attempts that an observation shows, besides the best one, and characters of each.
_SHOWN, _LONGEST = 5, 120
RULES = (
    "Answer with a whole schedule, `op0: tile(8,16,0) vectorize`, operations from the last to the "
    "first, separated by `;`, or with one action more; or fenced code: ```mlir for the program, "
    "```c or ```mlir for a kernel (`kernels` shows signatures). A size per loop, 0: whole. "
    "`vectorize` needs small tiles, `promote(i)` a tile. Reward: verified speedup."
)


class Session:
    """Attempts at one program within a budget of answers and of seconds.

    Not thread safe: one agent uses it. Sessions share a `Judge`.

    Parameters
    ----------
    judge : Judge
    program : Program
    budget : int
        Answers that are judged.
    seconds : float
        Wall time from the beginning, after which nothing is judged.
    """

    def __init__(
        self, judge: Judge, program: _core.Program, budget: int = 20, seconds: float = float("inf")
    ) -> None:
        self.judge = judge
        self.program = program
        self.budget = budget
        self.history: list[Verdict] = []
        self.answers = 0
        self._state = after(program, "", judge.execution)
        self._last = ""
        self._ends_at = time.monotonic() + seconds

    @property
    def schedule(self) -> str:
        """Text of the schedule so far, to which one action more is added."""
        text: str = self._state["schedule"]
        return text

    @property
    def best(self) -> Verdict | None:
        """The fastest verified answer; None if there is none."""
        right = [verdict for verdict in self.history if verdict.ok]
        return max(right, key=lambda verdict: verdict.speedup, default=None)

    @property
    def over(self) -> str:
        """Why no further answer is judged; "" as long as one is."""
        if self.answers >= self.budget:
            return f"the budget of {self.budget} answers is used up"
        if time.monotonic() > self._ends_at:
            return "the time of this session is over"
        return ""

    def answer(self, reply: str) -> Verdict | None:
        """Judge a reply.

        Parameters
        ----------
        reply : str
            Text of a model: see `read_answer`.

        Returns
        -------
        Verdict or None
            None for an answer without a time: one action more, while operations are left, or a
            question.

        Raises
        ------
        ValueError
            If the session is over.
        ExecutionError
            As `Judge.judge`.
        """
        return self.submit(read_answer(reply))

    def submit(self, answer: Answer) -> Verdict | None:
        """Judge a candidate; raises as `answer`."""
        if self.over:
            raise ValueError(f"{self.over}; begin another session")
        self.answers += 1
        if answer.kind == "action":
            if answer.text in ("", "kernels"):
                self._last = self.signatures(self.schedule)
                return None
            return self._add(answer.text)
        verdict = self.judge.judge(self.program, answer, self._kept_schedule(answer))
        if verdict.ok and answer.kind == "schedule":
            self._state = after(self.program, "", self.judge.execution)
        return self.record(verdict)

    def _kept_schedule(self, answer: Answer) -> str:
        return self.schedule if answer.kind == "kernel" else ""

    def signatures(self, schedule: str) -> str:
        """Return the C functions of the kernels of the scheduled program."""
        return "; ".join(map(_signature, self.judge.kernels(self.program, schedule)))

    def _add(self, action: str) -> Verdict | None:
        text = extended(self._state, action)
        try:
            self._state = after(self.program, text, self.judge.execution)
        except _core.ScheduleError:
            return self.record(self.judge.judge(self.program, Answer("schedule", text)))
        if self._state["operation"]:
            self._last = f"added {action}; nothing was timed"
            return None
        self._state = after(self.program, "", self.judge.execution)
        return self.record(self.judge.judge(self.program, Answer("schedule", text)))

    def record(self, verdict: Verdict) -> Verdict:
        """Add a verdict to the history."""
        self.history.append(verdict)
        self._last = self.report(verdict)
        return verdict

    def report(self, verdict: Verdict) -> str:
        """Say in a sentence how an answer was judged."""
        if not verdict.ok:
            return verdict.sentence
        metric = self.judge.execution.metric
        amount = f"{short(verdict.median)} {metric}"
        if metric == "nanoseconds":
            amount = _core.format_ns(verdict.median)
        parts = [f"{verdict.speedup:.3g}x", amount]
        if peak := self.judge.peak(self.program):
            parts.append(f"{share_of_peak(self.program, verdict.median, peak):.0%} of peak")
        if verdict.noisy:
            parts.append("noisy")
        return ", ".join(parts)

    def beginning(self) -> str:
        """Return the first observation: rules, program, machine, actions and their meanings."""
        return "\n".join(
            [
                RULES,
                describe_program(self.program),
                describe_machine(self.judge.execution, self.judge.peak(self.program)),
                "legal actions:",
                self.legal_actions(meanings=True),
            ]
        )

    def observation(self) -> str:
        """Return what an agent sees after an answer: verdict, history, loops, actions."""
        lines = [self._last or "nothing was answered yet"]
        if self.best:
            lines.append(f"best {self.report(self.best)}: {self.best.answer}")
        after = [describe_program(self.program)]
        if self.schedule:
            after.append(f"schedule so far: {self.schedule}")
        after += [
            describe_state(self._state),
            f"legal actions: {self.legal_actions()}",
            f"{self.budget - self.answers} answers left",
        ]
        left = MOST_TOKENS - count_tokens("\n".join(lines + after))
        attempts: list[str] = []
        for number in range(len(self.history), max(len(self.history) - _SHOWN, 0), -1):
            line = self._attempt(number)
            left -= count_tokens(line) + 1
            if left < 0:
                break
            attempts.insert(0, line)
        return "\n".join(lines + attempts + after)

    def _attempt(self, number: int) -> str:
        verdict = self.history[number - 1]
        told = self.report(verdict) if verdict.ok else verdict.status
        return f"{number}. {told}: {_cut(verdict.answer)}"

    def legal_actions(self, schedule: str | None = None, meanings: bool = False) -> str:
        """Describe the actions that may follow a schedule, by default the schedule so far.

        Raises
        ------
        ScheduleError
            If the schedule is not legal.
        """
        state = self._state
        if schedule is not None:
            state = after(self.program, schedule, self.judge.execution)
        actions = state["actions"]
        if self.judge.execution.threads == 1:  # they would only cost time
            actions = [each for each in actions if not each["name"].startswith("tile_parallel")]
        return describe_actions(actions, len(state["loops"]), meanings)


def _signature(kernel: dict[str, Any]) -> str:
    """Return the C function of a kernel."""
    types = {"f64": "double", "f32": "float", "f16": "uint16_t", "bf16": "uint16_t"}
    arguments = [
        f"{'const ' if each['direction'] == 'in' else ''}"
        f"{types.get(each['type'], each['type'].replace('i', 'int') + '_t')} "
        f"*{each['name']}/*{'x'.join(map(str, each['shape']))}*/"
        for each in kernel["arguments"]
    ]
    return f"void {kernel['name']}({', '.join(arguments)})"


def _cut(text: str) -> str:
    line = "; ".join(text.splitlines())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 4]} ..."
