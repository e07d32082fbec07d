"""An environment of verifiers: dialogues about programs, rewarded from their traces.

``verifiers.load_environment`` finds it by a module of your own that has the line
``from mlirgym.doors.verifiers_env import load_environment``. Needs the package verifiers below 0.4,
with its environments of several turns.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable
from typing import Any

import verifiers as vf
from datasets import Dataset

from mlirgym.execution.execution import Execution, default_exec_data_file
from mlirgym.programs.loading import ProgramLike, as_programs
from mlirgym.text.judge import Judge
from mlirgym.text.session import Session


class Dialogue(vf.MultiTurnEnv):  # type: ignore[misc]
    """A model answers about one program until its budget is used up.

    Parameters
    ----------
    judge : Judge
        Shared by all dialogues.
    programs : list of Program
    budget : int
        Answers of a dialogue.
    **options
        Of `verifiers.MultiTurnEnv`.
    """

    def __init__(self, judge: Judge, programs: list[Any], budget: int, **options: Any) -> None:
        self._judge = judge
        self._budget = budget
        self._programs = {program.name: program for program in programs}
        rows = [
            {
                "prompt": [{"role": "user", "content": Session(judge, program).beginning()}],
                "answer": "",
                "info": {"program": program.name},
            }
            for program in programs
        ]
        super().__init__(
            dataset=Dataset.from_list(rows),
            rubric=vf.Rubric(funcs=[log_speedup, best_speedup, right_answers], weights=[1, 0, 0]),
            max_turns=budget,
            **options,
        )

    async def setup_state(self, state: Any, **_: Any) -> Any:
        """Begin the dialogue of a row."""
        program = self._programs[state["info"]["program"]]
        state["session"] = Session(self._judge, program, self._budget)
        return state

    async def env_response(self, messages: Any, state: Any, **_: Any) -> list[dict[str, str]]:
        """Judge the last reply, and return what the model sees of it."""
        await _judge_rest(state)
        return [{"role": "user", "content": state["session"].observation()}]


async def _judge_rest(state: Any) -> Session:
    """Judge each reply of the trace that is not judged yet; the last one has no response."""
    session: Session = state["session"]
    for step in state["trajectory"][session.answers :]:
        await asyncio.to_thread(session.answer, _text_of(step["completion"][-1]))
    return session


def _text_of(message: Any) -> str:
    content = message["content"] if isinstance(message, dict) else message.content
    return content or ""


async def log_speedup(state: Any) -> float:
    """Reward log2 of the fastest verified answer of the trace; -1 without any."""
    best = (await _judge_rest(state)).best
    return math.log2(best.speedup) if best else -1.0


async def best_speedup(state: Any) -> float:
    """Speedup of the fastest verified answer of the trace, or 0."""
    best = (await _judge_rest(state)).best
    return best.speedup if best else 0.0


async def right_answers(state: Any) -> float:
    """Share of the answers of the trace that were verified."""
    history = (await _judge_rest(state)).history
    return sum(verdict.ok for verdict in history) / max(len(history), 1)


def load_environment(
    suite: str | None = "single-ops",
    programs: Iterable[ProgramLike] | None = None,
    *,
    split: str = "all",
    threads: int = 1,
    exec_data: str | None = None,
    budget: int = 10,
    **options: Any,
) -> Dialogue:
    """Return the environment; a row of its data set is a program.

    Parameters
    ----------
    suite, programs, split
        As for `TextEnv`; give None for the suite with programs.
    threads : int
        Threads of the kernels.
    exec_data : path, optional
        Timings; by default those of the command line.
    budget : int
        Answers of a dialogue.
    **options
        Of `verifiers.MultiTurnEnv`, such as ``system_prompt``.
    """
    execution = Execution(exec_data or default_exec_data_file(), threads=threads)
    return Dialogue(Judge(execution), as_programs(suite, programs, split), budget, **options)
