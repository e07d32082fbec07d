"""An environment of Gymnasium whose observations and actions are text."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any

import gymnasium as gym

from mlirgym.checks import COUNT, NUMBER
from mlirgym.envs.options import check_reset_options, program_index
from mlirgym.execution.execution import Execution, as_execution
from mlirgym.programs.loading import ProgramLike, as_programs, check_split
from mlirgym.text.judge import Judge, Verdict
from mlirgym.text.session import Session

#: Characters of an observation and of an answer: the most that the spaces allow.
_OBSERVED, _ANSWERED = 20_000, 100_000
#: Programs and messages may have other letters: the space has those of ISO 8859-1.
_LETTERS = frozenset(string.whitespace + "".join(map(chr, [*range(32, 127), *range(160, 256)])))


class TextEnv(gym.Env[str, str]):
    """Make programs fast by answering in text; the reward is the verified speedup.

    An observation describes the program, the machine with its measured peak, the legal actions and
    the attempts so far. An action is a reply: a schedule, one action more, a module, or C or MLIR
    in place of a kernel; it may explain itself (`read_answer`). An answer that is not legal, wrong
    or slow is no error: the observation says in a sentence what failed and which legal action is
    nearest.

    The reward of a step is the speedup over the untransformed program if the answer was verified
    and timed, else 0. An episode is truncated after `budget` answers, and terminates with an empty
    reply. With the exec data of earlier episodes and an execution that replays them, the same
    answers give the same rewards on every machine.

    Infos have the same keys after each `reset` and `step`: ``program`` (name), ``status`` (one of
    `statuses`, ``"illegal"``, or ``""`` if nothing was judged), ``schedule`` (what was judged),
    ``median`` (of a call), ``speedup``, ``best_speedup``, ``noisy``, ``cache_hit``, ``message``
    (everything that the library says about the answer).

    Parameters
    ----------
    suite : str, optional
        Suite whose programs are drawn. Give this or `programs`.
    programs : iterable, optional
        Programs, ``.mlir`` paths or names.
    split : {"train", "validation", "test", "all"}
        Part of the suite; given programs have none.
    execution : Execution, optional
        Shared by many environments; by default one that keeps timings in memory.
    threads : int
        Threads of the kernel, if no execution is given.
    budget : int
        Answers of an episode.
    seconds : float
        Wall time of an episode, after which it is truncated.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        suite: str | None = None,
        programs: Iterable[ProgramLike] | None = None,
        *,
        split: str = "all",
        execution: Execution | None = None,
        threads: int = 1,
        budget: int = 20,
        seconds: float = float("inf"),
        render_mode: str | None = None,
    ) -> None:
        where = "TextEnv.__init__"
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; give None or 'ansi'")
        check_split(programs, split)
        self.programs = as_programs(suite, programs, split)
        self.execution = as_execution(execution, threads)
        self.render_mode = render_mode
        self._judge = Judge(self.execution)
        self._budget = COUNT(where, "budget", budget)
        self._seconds = NUMBER(where, "seconds", seconds)
        self._order: list[int] = []
        self._session: Session | None = None
        self._shown = ""
        self.observation_space = gym.spaces.Text(_OBSERVED, min_length=0, charset=_LETTERS)
        self.action_space = gym.spaces.Text(_ANSWERED, min_length=0, charset=_LETTERS)

    @property
    def session(self) -> Session:
        """The attempts of this episode.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`.
        """
        if self._session is None:
            raise gym.error.ResetNeeded("call reset() before step()")
        return self._session

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Start an episode: every program once, in an order that the seed determines.

        Parameters
        ----------
        seed : int, optional
            Restarts the order of programs.
        options : dict, optional
            ``{"program": i}`` selects a program by its index in `programs`, or by its name.

        Returns
        -------
        observation : str
            The rules, the program, the machine, and the legal actions with their meanings.
        info : dict
            The keys that the class lists.
        """
        super().reset(seed=seed)
        options = {} if options is None else options
        check_reset_options(options, ["program"])
        if seed is not None:
            self._order = []
        chosen = options.get("program")
        if chosen is None:
            self._order = self._order or self.np_random.permutation(len(self.programs)).tolist()
            chosen = self._order.pop()
        program = self.programs[program_index(self.programs, chosen)]
        self._session = Session(self._judge, program, self._budget, self._seconds)
        self._shown = self._session.beginning()
        return self._shown, self._info(None)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Judge a reply.

        Parameters
        ----------
        action : str
            A reply; an empty one ends the episode.

        Returns
        -------
        observation : str
            The verdict, the attempts so far, and the legal actions.
        reward : float
            The verified speedup, or 0.
        terminated, truncated : bool
            The reply was empty; the budget or the time is used up.
        info : dict
            The keys that the class lists.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`, and after the end of an episode.
        ExecutionError
            For a problem that is not the answer's, such as a full disk.
        """
        session = self.session
        if session.over:
            raise gym.error.ResetNeeded(f"{session.over}; call reset()")
        terminated = not action.strip()
        verdict = None if terminated else session.answer(action)
        self._shown = session.observation()
        reward = verdict.speedup if verdict else 0.0
        return self._shown, reward, terminated, bool(session.over), self._info(verdict)

    def render(self) -> str | None:
        """Return the last observation with ``render_mode="ansi"``."""
        return self._shown if self.render_mode == "ansi" else None

    def _info(self, verdict: Verdict | None) -> dict[str, Any]:
        session = self.session
        return {
            "program": session.program.name,
            "status": verdict.status if verdict else "",
            "schedule": verdict.answer if verdict else "",
            "median": verdict.median if verdict else 0.0,
            "speedup": verdict.speedup if verdict else 0.0,
            "best_speedup": session.best.speedup if session.best else 0.0,
            "noisy": bool(verdict and verdict.noisy),
            "cache_hit": bool(verdict and verdict.cache_hit),
            "message": verdict.message if verdict else "",
        }


def register_text_environment() -> None:
    """Register ``MlirGym/Text-v0``, by default over the suite single-ops."""
    if "MlirGym/Text-v0" not in gym.registry:
        gym.register(
            id="MlirGym/Text-v0",
            entry_point="mlirgym.text:TextEnv",
            nondeterministic=True,  # timings are measured
            kwargs={"suite": "single-ops"},
        )
