"""Many environments stepped in parallel, as Gymnasium sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.env import make_execution
from mlirgym.execution import Execution
from mlirgym.programs import ProgramLike, as_programs
from mlirgym.spaces import action_space, as_rows, observation_space

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class ScheduleVectorEnv(gym.vector.VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """`ScheduleEnv` many times over one execution, stepped natively in parallel.

    Rewards that need a measurement are batched over the workers.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    autoreset_mode : AutoresetMode or str
        Any of Gymnasium's three modes. In `SAME_STEP`, what the step said of an episode that
        ended is in ``infos["final_info"]``, the other infos are of the one that began.
    suite, programs, split, execution, threads, dict_observation, preset, actions, **options
        As for `ScheduleEnv`.
    """

    metadata = {
        "render_modes": ["ansi"],
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
        dict_observation: bool = False,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        preset: str = "default",
        actions: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.num_envs = num_envs
        self._sent = False
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.programs = as_programs(suite, programs, split)
        self.execution = make_execution(execution, threads)
        self._dict_observation = dict_observation
        native = _core.EnvOptions(
            threads=self.execution.threads, preset=preset, actions=actions, **options
        )
        self._env = _core.VectorEnv(
            self.programs, self.execution, native, num_envs, _MODES[self.autoreset_mode]
        )
        self.single_action_space = action_space(self._env.action_dimensions)
        self.single_observation_space = observation_space(
            self._env.observation_spec, self._env.num_actions, dict_observation
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        width = len(self._env.action_dimensions)
        self._actions_shape = (num_envs,) if width == 1 else (num_envs, width)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode in every environment, or where ``options["reset_mask"]`` is true.

        A list of seeds is not supported: each environment's seed is derived from the one.
        """
        if isinstance(seed, list):
            raise ValueError("give one seed; each environment's is derived from it")
        options = options or {}
        if "program" in options:
            raise ValueError("a program can be named for a single environment only")
        if "reset_mask" not in options:
            self._env.reset(seed)
        elif seed is not None:
            raise ValueError("a seed is for all environments; leave seed or reset_mask out")
        else:
            self._env.reset_masked([bool(which) for which in options["reset_mask"]])
        self._sent = False
        return self._observe(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one decision in every environment."""
        return self._unpack(self._env.step(as_rows(actions, self._actions_shape)))

    def send(self, actions: Any) -> None:
        """Start a step and return at once."""
        self._env.send(as_rows(actions, self._actions_shape))
        self._sent = True

    def recv(self) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Wait for the step that `send` started."""
        try:
            step = self._env.recv()
        finally:
            self._sent = False
        return self._unpack(step)

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal decisions, shape (num_envs, num_actions), bool."""
        self._insist_on_rest("action_masks")
        return self._env.action_masks().astype(bool)

    def render(self) -> tuple[str, ...] | None:
        """One text an environment, in render mode ``"ansi"``."""
        if self.render_mode != "ansi":
            return None
        self._insist_on_rest("render")
        return tuple(self._env.render(index) for index in range(self.num_envs))

    def _unpack(
        self, step: tuple[Any, ...]
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        rewards, terminated, truncated, outcomes, final = step
        infos = self._info()
        ended = terminated | truncated if final is not None else np.zeros(self.num_envs, bool)
        for position, outcome in enumerate(outcomes):
            info = {"final_info": outcome} if ended[position] else outcome
            infos = self._add_info(infos, info, position)
        if final is not None:
            final_obs = np.full(self.num_envs, None, dtype=object)
            for index in np.flatnonzero(ended):
                final_obs[index] = self._final(final[index])
            infos["final_obs"] = final_obs
            infos["_final_obs"] = ended
        return self._observe(), rewards, terminated, truncated, infos

    def _final(self, vector: NDArray[np.float32]) -> Any:
        """Observation of an episode that ended: nothing is legal any more."""
        if not self._dict_observation:
            return vector
        mask = np.zeros(self._env.num_actions, np.int8)
        return {"observation": vector, "action_mask": mask}

    def _insist_on_rest(self, name: str) -> None:
        """While a step is under way, another thread writes what would be read."""
        if self._sent:
            raise gym.error.AlreadyPendingCallError(
                f"call recv() before {name}(): a step was sent", "step"
            )

    def _observe(self) -> Any:
        vectors = self._env.observations()
        if not self._dict_observation:
            return vectors
        return {"observation": vectors, "action_mask": self._env.action_masks()}

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._env.action_masks(),
            "program": np.array(self._env.program_names(), dtype=object),
        }
