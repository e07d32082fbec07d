"""Trained agents, from their files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlirgym import _core
from mlirgym.agents.optimum import Optimum, optimum_of
from mlirgym.checks import CALLBACK, COUNT, PATH, SEED, TEXT
from mlirgym.execution.execution import Execution, as_execution, default_exec_data_file
from mlirgym.programs.loading import ProgramLike, as_program
from mlirgym.progress import reported_search


class TrainedAgent:
    """A trained agent, returned by `load_agent`.

    Attributes
    ----------
    name : str
        "guided", or another name that `load_agent` accepts.
    path : str
        Its checkpoint.
    description : dict
        From the checkpoint: ``agent``, ``encoding``, ``state``, ``machine``,
        ``observation``, ``net``, ``data_sheet``.
    """

    def __init__(self, path: str | os.PathLike[str], agent: str | None = None) -> None:
        from mlirgym.agents.libtorch import _ppo

        where = "load_agent"
        if agent is not None and TEXT(where, "agent", agent) not in _core.policy_agents():
            raise ValueError(
                f"{where}: there is no agent {agent!r} that uses a policy; choose one of "
                + ", ".join(_core.policy_agents())
            )
        self.path: str = PATH(where, "path", path)
        self._net = _ppo.TrainedNet(self.path)
        self._policy = _ppo.load_policy(self.path)
        self._agent = agent
        self.description: dict[str, Any] = json.loads(self._net.description)
        self.name: str = agent or self.description["agent"]

    def __repr__(self) -> str:
        return f"<TrainedAgent {self.name} of {self.path}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the agent of the same file, which is read again."""
        return TrainedAgent, (self.path, self._agent)

    def propose(
        self, program: ProgramLike, *, count: int = 1, seed: int = 0, threads: int = 1
    ) -> list[str]:
        """Schedules that the policy would measure, in this order, without measuring them.

        Parameters
        ----------
        program : Program, path or name
            The program to optimise.
        count : int
            Maximum number; fewer if the policy proposes no others.
        seed : int
            Seed of all random numbers.
        threads : int
            Threads of the kernel.
        """
        where = "propose"
        from mlirgym.agents.libtorch import _ppo

        payload = as_program(program)
        return _ppo.schedules(
            checkpoint=self.path,
            name=payload.name,
            text=payload.text,
            threads=COUNT(where, "threads", threads),
            count=COUNT(where, "count", count),
            seed=SEED(where, "seed", seed),
        )

    def optimize(
        self,
        program: ProgramLike,
        execution: Execution | None = None,
        *,
        budget: int = 20,
        seed: int = 0,
        threads: int = 1,
        progress: Callable[[int, int, float], object] | bool | None = None,
    ) -> Optimum:
        """Measure schedules that the agent proposes, and return the fastest.

        Parameters
        ----------
        program : Program, path or name
            The program to optimise.
        execution : Execution, optional
            By default an execution over the user's exec-data file.
        budget : int
            Number of schedules to try, including those with a stored timing.
        seed, threads, progress
            As for `mlirgym.optimize`; if an execution is given, its number of threads is used.

        Returns
        -------
        Optimum
            The fastest schedule, timed again in rounds interleaved with the baseline.
        """
        where = "optimize"
        payload = as_program(program)
        budget = COUNT(where, "budget", budget)
        progress = CALLBACK(where, "progress", progress)
        if execution is None:
            execution = Execution(default_exec_data_file(), threads=threads)
        with reported_search(where, progress) as report:
            found = _core.search_with_policy(
                payload,
                as_execution(execution, threads),
                self._policy,
                self._agent,
                budget,
                SEED(where, "seed", seed),
                report,
            )
        return optimum_of(payload, found, agent=self.name)

    def why_unfit(self, program: ProgramLike, *, threads: int = 1) -> str:
        """Return the reason why the agent cannot be used for a program; empty if it can.

        Parameters
        ----------
        program : Program, path or name
            The agent cannot represent a program with too many loops.
        threads : int
            Threads of the kernel: an agent fits only the numbers of threads of its training
            (``contexts`` in `description`).
        """
        return _core.why_unfit(
            self._policy, as_program(program), COUNT("why_unfit", "threads", threads)
        )

    def logits(self, observations: ArrayLike, masks: ArrayLike) -> NDArray[np.float32]:
        """Unnormalised log-probabilities of the decisions in some states.

        Parameters
        ----------
        observations : array_like of float, shape (states, observation size)
            Observations of environments with the agent's encoding (`description`).
        masks : array_like of int, shape (states, actions)
            1 for legal decisions. For an agent of the joint encoding (`description` has
            ``"actions": "joint"``) the masks of all entries, as environments concatenate them.

        Returns
        -------
        ndarray of float32, shape (states, actions)
            Minus infinity for illegal decisions.

        Raises
        ------
        ValueError
            If the shapes do not match.
        """
        return self._net.logits(observations, masks)

    def value(self, observations: ArrayLike) -> NDArray[np.float32]:
        """Predicted logarithm of the best speedup that can be reached from each state.

        Parameters
        ----------
        observations : array_like of float, shape (states, observation size)
            As for `logits`.

        Returns
        -------
        ndarray of float32, shape (states,)

        Raises
        ------
        ValueError
            If the shape does not match.
        """
        return self._net.values(observations)


def load_agent(
    path: str | os.PathLike[str] | None = None,
    agent: str | None = None,
) -> TrainedAgent:
    """Load a trained agent.

    Parameters
    ----------
    path : path, optional
        ``agent.pt`` of `learn` or `train_recipe`, or ``checkpoint.pt`` of `train`; by default the
        trained agent included in mlirgym.
    agent : str, optional
        The use of its policy: "guided", a search that learns from its measurements; "mcts", a tree
        search; or "learned", which measures the schedules that the policy and its critic rate best.
        The default is the agent for which it was trained, for checkpoints of `learn` "learned".

    Returns
    -------
    TrainedAgent
        An object that optimises programs, and computes logits and values of observations.

    Raises
    ------
    ValueError
        If there is no such agent.
    ImportError
        If mlirgym was built without LibTorch.
    RuntimeError
        If the file cannot be read, is not a checkpoint, is damaged, or belongs to another version.
    """
    return TrainedAgent(_core.shipped_checkpoint() if path is None else path, agent)
