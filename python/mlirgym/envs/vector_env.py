"""Many environments stepped in parallel, as Gymnasium sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.checks import INTEGER, WHOLE
from mlirgym.envs.env import Episodes, check_snapshot
from mlirgym.envs.options import RENDER_MODES, check_reset_options, draw_seed, program_index
from mlirgym.envs.picture import draw
from mlirgym.envs.spaces import as_dictionary, as_rows
from mlirgym.execution.execution import Execution, warn_of_gaps
from mlirgym.programs.loading import ProgramLike

if TYPE_CHECKING or hasattr(gym.vector, "AutoresetMode"):
    from gymnasium.vector import AutoresetMode
else:  # Gymnasium 1.0

    class AutoresetMode(Enum):
        """Behaviour after the end of an episode, as in Gymnasium 1.1."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}

Columns = dict[str, NDArray[Any]]
Step = tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class ScheduleVectorEnv(
    Episodes[_core.VectorEnv], gym.vector.VectorEnv[Any, NDArray[np.int64], NDArray[Any]]
):
    """Many `ScheduleEnv` over one execution, stepped natively in parallel.

    Rewards that need a measurement are batched over the worker processes. Observations, rewards and
    infos are those of Gymnasium's `SyncVectorEnv` over such environments, for the same seeds:
    infos have the keys of `ScheduleEnv`, each with a mask under ``_key``.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    autoreset_mode : AutoresetMode or str
        Any of Gymnasium's three modes. In `SAME_STEP`, ``infos["final_info"]`` has the infos of the
        episodes that ended, and the other infos are those of the new episodes.
    max_episode_steps : int, optional
        ``max_decisions`` under Gymnasium's name, as used by `gymnasium.make_vec`; -1: never.
    suite, programs, split, execution, threads, dict_observation, details, render_mode
        As for `ScheduleEnv`.
    preset, actions, recorded, **options
        As for `ScheduleEnv`.
    """

    metadata = {
        "render_modes": RENDER_MODES,
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 8,
        suite: str | None = None,
        programs: Iterable[ProgramLike] | None = None,
        *,
        split: str = "all",
        execution: Execution | None = None,
        threads: int = 1,
        dict_observation: str | None = None,
        details: bool = False,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        preset: str = "default",
        actions: str | None = None,
        recorded: bool = False,
        **options: Any,
    ) -> None:
        where = "ScheduleVectorEnv.__init__"
        if max_episode_steps is not None:
            limit = INTEGER(where, "max_episode_steps", max_episode_steps)
            options.setdefault("max_decisions", 0 if limit == -1 else limit)
        self.num_envs = INTEGER(where, "num_envs", num_envs)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.single_action_space, self.single_observation_space = self._prepare(
            ScheduleVectorEnv.__init__, locals()
        )
        warn_of_gaps(self.execution, self._baseline_programs())
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def _native(self, options: _core.EnvOptions) -> _core.VectorEnv:
        self._sent = False
        return _core.VectorEnv(
            self.programs,
            self.execution,
            options,
            self.num_envs,
            _MODES[self.autoreset_mode],
            self._baselines,
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode in every environment, or where ``options["reset_mask"]`` is true.

        Parameters
        ----------
        seed : int or sequence of int, optional
            Environment i is seeded with ``seed + i``, or with its own entry; None continues its
            order of programs. Without any seed, the operating system's entropy is used.
        options : dict, optional
            ``reset_mask``: bool, shape (num_envs,). ``program``: index or name of a program,
            for all environments or one for each.

        Returns
        -------
        observations : array of float32, shape (num_envs, size), or dict of arrays
        infos : dict of arrays, shape (num_envs, ...)

        Raises
        ------
        ValueError
            For another number of seeds, programs or entries of the mask.
        """
        options = {} if options is None else options
        check_reset_options(options, ["reset_mask", "program"])
        begins = self._begins(options.get("reset_mask"))
        if not begins.all():
            self._insist_on_reset("resetting some environments")
        programs = self._named_programs(options.get("program"))
        self._env.reset_each(begins.tolist(), self._native_seeds(seed), programs)
        self._ordered_by = self.np_random
        self._started = True
        self._sent = False
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._infos(_idle(self.num_envs), begins)

    def step(self, actions: Any) -> Step:
        """Take one decision in every environment.

        Parameters
        ----------
        actions : array of int, shape (num_envs,) or (num_envs, entries)
            An element of `action_space`.

        Returns
        -------
        observations : array of float32, shape (num_envs, size), or dict of arrays
        rewards : array of float64, shape (num_envs,)
        terminated, truncated : array of bool, shape (num_envs,)
        infos : dict of arrays, shape (num_envs, ...)

        Raises
        ------
        ValueError
            If an action is not in the action space.
        gymnasium.error.ResetNeeded
            Before the first `reset`; in mode `DISABLED`, after the end of an episode.
        """
        self._insist_on_episodes("step()")
        return self._unpack(self._env.step(as_rows(actions, self._dimensions, self.num_envs)))

    def send(self, actions: Any) -> None:
        """Start a step and return immediately; `recv` waits for its outcome.

        Parameters
        ----------
        actions : array of int, shape (num_envs,) or (num_envs, entries)
            An element of `action_space`.

        Raises
        ------
        ValueError
            If an action is not in the action space.
        """
        self._insist_on_episodes("send()")
        self._env.send(as_rows(actions, self._dimensions, self.num_envs))
        self._sent = True

    def recv(self) -> Step:
        """Wait for the step that `send` started, and return its result as `step` does."""
        try:
            step = self._env.recv()
        finally:
            self._sent = False
        return self._unpack(step)

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal decisions, bool, shape (num_envs, num_actions).

        Raises
        ------
        gymnasium.error.AlreadyPendingCallError
            Between `send` and `recv`; also raised by `schedules`, `render`, `snapshot` and
            `restore`.
        """
        self._insist_on_rest("action_masks")
        return self._env.action_masks().astype(bool)

    @property
    def schedules(self) -> tuple[str, ...]:
        """Canonical text of the schedule so far, of each environment."""
        self._insist_on_rest("schedules")
        self._insist_on_reset("asking for the schedules")
        return self._schedules()

    def render(self) -> Any:
        """Show the episodes according to `render_mode`: one text or picture per environment."""
        if self.render_mode is None:
            return None
        self._insist_on_rest("render")
        if self.render_mode == "rgb_array":
            self._insist_on_reset("render()")
            return tuple(draw(env.scene()) for env in self._env.envs)
        texts = tuple(env.render() for env in self._env.envs)
        if self.render_mode == "ansi":
            return texts
        print("\n".join(texts), flush=True)
        return None

    def snapshot(self) -> tuple[bytes, ...]:
        """Return the state of each episode as bytes; `restore` continues them identically."""
        self._insist_on_rest("snapshot")
        self._insist_on_reset("snapshot()")
        return self._snapshot()

    def restore(self, snapshot: Sequence[bytes]) -> tuple[Any, dict[str, Any]]:
        """Go back to a snapshot of the same number of environments over the same programs.

        Parameters
        ----------
        snapshot : sequence of bytes, shape (num_envs,)
            The result of `snapshot`.

        Returns
        -------
        observations, infos
            As of `reset`.

        Raises
        ------
        ValueError
            If it is not a snapshot; the environments are then unchanged.
        """
        self._insist_on_rest("restore")
        if isinstance(snapshot, bytes) or len(snapshot) != self.num_envs:
            raise ValueError(
                f"restore: not a snapshot of {self.num_envs} environments; give one of snapshot()"
            )
        for each in snapshot:
            check_snapshot(each)
        self._restore(snapshot)
        self._ordered_by = self.np_random
        self._started = True
        return self._observe(), self._infos(_idle(self.num_envs), np.ones(self.num_envs, bool))

    def _snapshot(self) -> tuple[bytes, ...]:
        return tuple(env.snapshot() for env in self._env.envs)

    def _schedules(self) -> tuple[str, ...]:
        return tuple(env.schedule for env in self._env.envs)

    def _restore(self, snapshot: Sequence[bytes]) -> None:
        before, envs = self._snapshot(), self._env.envs
        try:
            for env, each in zip(envs, snapshot, strict=True):
                env.restore(each)
        except ValueError:
            for env, each in zip(envs, before, strict=True):
                env.restore(each)
            raise

    def _begins(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, bool)
        begins = np.asarray(mask)
        if begins.dtype != bool:
            raise TypeError(f"reset: reset_mask is of type {begins.dtype}; give bool")
        if begins.shape != (self.num_envs,):
            raise ValueError(
                f"reset: a mask of {begins.size} for {self.num_envs} environments; give one "
                "entry each"
            )
        return begins

    def _named_programs(self, program: Any) -> list[int | None]:
        if program is None or isinstance(program, str) or np.ndim(program) == 0:
            index = None if program is None else program_index(self.programs, program)
            return [index] * self.num_envs
        each = list(program)
        if len(each) != self.num_envs:
            raise ValueError(
                f"reset: {len(each)} programs for {self.num_envs} environments; give one each"
            )
        return [None if one is None else program_index(self.programs, one) for one in each]

    def _native_seeds(self, seed: Any) -> list[int | None]:
        """Seed of each environment's order of programs; None keeps the current order."""
        if seed is None or np.ndim(seed) == 0:
            super().reset(seed=seed)
            if self._ordered_by is self.np_random:
                return [None] * self.num_envs
            # Assigning a new generator, or seeding it, restarts the order of programs.
            return [self._derived_seed(i) for i in range(self.num_envs)]
        seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(
                f"reset: {len(seeds)} seeds for {self.num_envs} environments; give one each"
            )
        own = [None if each is None else WHOLE("reset", "seed", each) for each in seeds]
        native = [
            draw_seed(seeding.np_random(each)[0])
            if each is not None
            else None
            if self._started
            else self._derived_seed(i)
            for i, each in enumerate(own)
        ]
        # There is no single seed for many environments: np_random_seed is -1 from here on.
        self.np_random = np.random.default_rng([each for each in own if each is not None])
        return native

    def _derived_seed(self, index: int) -> int:
        first = self.np_random_seed
        if first is None or first < 0:  # a generator assigned by the caller
            return draw_seed(self.np_random)
        return draw_seed(seeding.np_random(first + index)[0])

    def _unpack(self, step: _core.VectorStep) -> Step:
        rewards, terminated, truncated = step.rewards, step.terminated, step.truncated
        columns = step.infos
        if self._details:
            columns["measurement"] = _objects(step.measurements)
        infos: dict[str, Any]
        everywhere = np.ones(self.num_envs, bool)
        masks = step.final_masks
        if masks is None:
            infos = self._infos(columns, everywhere)
        else:
            ended = terminated | truncated
            infos = self._infos(_where(ended, _idle(self.num_envs), columns), everywhere)
            infos |= self._final(step, masks, columns, ended)
        if self.render_mode == "human":
            self.render()
        return self._observe(), rewards, terminated, truncated, infos

    def _final(
        self,
        step: _core.VectorStep,
        masks: NDArray[np.int8],
        columns: Columns,
        ended: NDArray[np.bool_],
    ) -> dict[str, Any]:
        """Add the infos of the episodes that ended in this step."""
        observations = step.final_observations
        final_obs = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(ended):
            vector = observations[index]
            final_obs[index] = (
                vector
                if self._dictionary is None
                else as_dictionary(self._dictionary, vector, masks[index])
            )
        said: Columns = {"action_mask": masks, "program": step.ended_programs, **columns}
        if self._details:
            said["program_name"] = self._names(step.ended_programs)
            said["schedule"] = _objects(step.ended_schedules)
        nothing = {name: np.zeros_like(column) for name, column in said.items()}
        for name in ("program_name", "schedule", "measurement"):
            if name in nothing:
                nothing[name].fill(None)
        return {
            "final_obs": final_obs,
            "_final_obs": ended,
            "final_info": _with_masks(_where(ended, said, nothing), ended),
            "_final_info": ended.copy(),
        }

    def _insist_on_episodes(self, what: str) -> None:
        self._insist_on_reset(what)
        if self.autoreset_mode is not AutoresetMode.DISABLED or self._sent:
            return
        ended = [index for index, going in enumerate(self._env.under_way()) if not going]
        if ended:
            raise gym.error.ResetNeeded(
                f"the episodes of environments {ended} are over, and AutoresetMode.DISABLED leaves "
                "their reset to the caller; call reset(options={'reset_mask': terminated | "
                f"truncated}}) before {what}"
            )

    def _insist_on_rest(self, name: str) -> None:
        """Raise an error while a step is in progress: another thread writes the state."""
        if self._sent:
            raise gym.error.AlreadyPendingCallError(
                f"call recv() before {name}(): a step was sent", "step"
            )

    def _observe(self) -> Any:
        vectors = self._env.observations()
        if self._dictionary is None:
            return vectors
        return as_dictionary(self._dictionary, vectors, self._env.action_masks())

    def _infos(self, columns: Columns, present: NDArray[np.bool_]) -> dict[str, Any]:
        said: Columns = {
            "action_mask": self._env.action_masks(),
            "program": self._env.program_indices(),
            **columns,
        }
        if self._details:
            said["program_name"] = self._names(said["program"])
            said["schedule"] = _objects(self._schedules())
            said.setdefault("measurement", _objects([None] * self.num_envs))
        return _with_masks(said, present)

    def _names(self, indices: NDArray[np.int64]) -> NDArray[np.object_]:
        return _objects([self.programs[index].name for index in indices])

    def __getstate__(self) -> dict[str, Any]:
        self._insist_on_rest("pickling")
        state = self.__dict__.copy()
        state["_snapshot"] = self._snapshot()
        del state["_env"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        snapshot = state.pop("_snapshot")
        started = state["_started"]
        self.__dict__.update(state)
        self._connect()
        self._restore(snapshot)
        self._started = started


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = ", ".join(repr(each.value) for each in AutoresetMode)
        raise ValueError(f"autoreset_mode is {mode!r}; give one of {modes}") from None


def _idle(num_envs: int) -> Columns:
    """Infos of environments that were reset: each is a row of the infos of a single environment."""
    return {name: np.full(num_envs, value) for name, value in _core.idle_info().items()}


def _objects(values: Sequence[Any]) -> NDArray[np.object_]:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _where(which: NDArray[np.bool_], one: Columns, other: Columns) -> Columns:
    """Rows of `one` where `which` is true, else of `other`; None where `one` lacks a key."""
    mixed = {name: column.copy() for name, column in other.items()}
    for name, column in mixed.items():
        column[which] = one[name][which] if name in one else None
    return mixed


def _with_masks(said: Columns, present: NDArray[np.bool_]) -> dict[str, Any]:
    """Add a mask for each key, as Gymnasium's vector environments do."""
    infos: dict[str, Any] = {}
    for name, column in said.items():
        infos[name] = column
        infos[f"_{name}"] = present.copy()
    return infos
