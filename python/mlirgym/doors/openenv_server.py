"""An environment of OpenEnv: `TextEnv` behind its server.

``uvicorn --factory mlirgym.doors.openenv_server:application`` serves it at 127.0.0.1:8000. With
``--host`` other machines can reach it: they need the token in ``$MLIRGYM_OPENENV_TOKEN``, and
without one they are refused. Needs the package openenv.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterable
from typing import Any

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

from mlirgym.checks import TEXT
from mlirgym.doors.gate import TokenGate
from mlirgym.execution.execution import Execution, default_exec_data_file
from mlirgym.programs.loading import ProgramLike, as_programs
from mlirgym.text.env import TextEnv


class TextAction(Action):  # type: ignore[misc]
    """A reply of a language model: see `mlirgym.text.read_answer`."""

    reply: str = Field(description="a schedule, one action more, or fenced code; empty: the end")


class TextObservation(Observation):  # type: ignore[misc]
    """What `TextEnv` shows, and its infos."""

    text: str = ""
    status: str = Field("", description="ok, illegal, or what failed; empty: nothing was judged")
    speedup: float = 0.0
    best_speedup: float = 0.0


class TextState(State):  # type: ignore[misc]
    """The program, the schedule so far, and the answers that are left."""

    program: str = ""
    schedule: str = ""
    best_speedup: float = 0.0
    answers_left: int = 0


class TextEnvironment(Environment):  # type: ignore[misc]
    """One session: an own `TextEnv`, whose kernels are timed one at a time with all others.

    Parameters
    ----------
    execution : Execution
    programs : list of Program
    budget : int
        Answers of an episode.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, execution: Execution, programs: list[Any], budget: int) -> None:
        super().__init__()
        self._env = TextEnv(programs=programs, execution=execution, budget=budget)
        self._state = TextState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        program: str | None = None,
        **_: Any,
    ) -> TextObservation:
        """Start an episode with a program by its name, or with the next one."""
        options = {} if program is None else {"program": TEXT("reset", "program", program)}
        text, _info = self._env.reset(seed=seed, options=options)
        self._state = TextState(episode_id=episode_id or uuid.uuid4().hex)
        self._update()
        return TextObservation(text=text)

    def step(self, action: TextAction, timeout_s: float | None = None, **_: Any) -> TextObservation:
        """Judge a reply; an execution limits the time of each."""
        text, reward, terminated, truncated, info = self._env.step(action.reply)
        self._state.step_count += 1
        self._update()
        return TextObservation(
            text=text,
            reward=reward,
            done=terminated or truncated,
            **{name: info[name] for name in ("status", "speedup", "best_speedup")},
        )

    @property
    def state(self) -> TextState:
        """The state of the episode."""
        return self._state

    def _update(self) -> None:
        session = self._env.session
        self._state.program = session.program.name
        self._state.schedule = session.schedule
        self._state.best_speedup = session.best.speedup if session.best else 0.0
        self._state.answers_left = session.budget - session.answers


def application(
    suite: str | None = "single-ops",
    programs: Iterable[ProgramLike] | None = None,
    *,
    split: str = "all",
    execution: Execution | None = None,
    budget: int = 20,
    sessions: int = 64,
) -> Any:
    """Return the server, an application of FastAPI behind a `TokenGate`.

    The token is ``$MLIRGYM_OPENENV_TOKEN``; without one, only this machine is served.

    Parameters
    ----------
    suite, programs, split
        As for `TextEnv`; give None for the suite with programs.
    execution : Execution, optional
        By default one over the exec data of the command line.
    budget : int
        Answers of an episode.
    sessions : int
        Connections at the same time, each with an episode of its own.
    """
    pool = as_programs(suite, programs, split)
    shared = execution or Execution(default_exec_data_file())
    app = create_app(
        lambda: TextEnvironment(shared, pool, budget),
        TextAction,
        TextObservation,
        env_name="mlirgym",
        max_concurrent_envs=sessions,
        state_cls=TextState,
    )
    return TokenGate(app, os.environ.get("MLIRGYM_OPENENV_TOKEN", ""))
