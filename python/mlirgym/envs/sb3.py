"""The native vector environment under the interface of Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from mlirgym.envs.vector_env import ScheduleVectorEnv

Indices = Any  #: None: all; an int, or several


class ScheduleVecEnv(VecEnv):
    """A `ScheduleVectorEnv` as the ``VecEnv`` that algorithms of Stable-Baselines3 take.

    Steps, infos and masks are those of its ``make_vec_env``, for the same seeds. Attributes and
    methods are those of the `ScheduleVectorEnv`: `get_attr` gives the same value for each
    environment, and `env_method` splits a result that has one part for each.

    Parameters
    ----------
    envs : gymnasium.vector.VectorEnv
        The result of ``gymnasium.make_vec(id, num_envs, autoreset_mode="SameStep")``.

    Raises
    ------
    ValueError
        For another vector environment, or another autoreset mode.
    """

    def __init__(self, envs: gym.vector.VectorEnv[Any, Any, Any]) -> None:
        native = envs.unwrapped
        if not isinstance(native, ScheduleVectorEnv) or native.autoreset_mode.value != "SameStep":
            raise ValueError(
                f"ScheduleVecEnv: cannot use {envs}; give the result of gymnasium.make_vec(id, "
                "autoreset_mode='SameStep')"
            )
        self.envs = native
        super().__init__(
            native.num_envs, native.single_observation_space, native.single_action_space
        )

    def reset(self) -> Any:
        """Start an episode in every environment, with the seeds and options that were set."""
        programs = [options.get("program") for options in self._options]
        named = {"program": programs} if any(each is not None for each in programs) else None
        seeds = None if self._seeds[0] is None else self._seeds
        observations, infos = self.envs.reset(seed=seeds, options=named)
        self.reset_infos = _rows(infos, self.num_envs)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Start a step; its measurements are taken in the background."""
        self.envs.send(actions)

    def step_wait(self) -> Any:
        """Wait for the step.

        Returns
        -------
        observations : array, shape (num_envs, size), or dict of arrays
        rewards : array of float32, shape (num_envs,)
        dones : array of bool, shape (num_envs,)
        infos : list of dict
            Those of an episode that ended also have ``terminal_observation``, and all have
            ``TimeLimit.truncated``.
        """
        observations, rewards, terminated, truncated, infos = self.envs.recv()
        dones = terminated | truncated
        final, final_observations = infos.pop("final_info", {}), infos.pop("final_obs", None)
        rows = _rows(infos, self.num_envs)
        for index in np.flatnonzero(dones):
            self.reset_infos[index] = rows[index]
            rows[index] = _row(final, int(index))
            rows[index]["terminal_observation"] = final_observations[index]
        for row, cut_off in zip(rows, truncated & ~terminated, strict=True):
            row["TimeLimit.truncated"] = bool(cut_off)
        return observations, rewards.astype(np.float32), dones, rows

    def close(self) -> None:
        """Close the environments."""
        self.envs.close()

    def get_images(self) -> Sequence[NDArray[np.uint8]]:
        """Pictures of the episodes, for ``render_mode="rgb_array"``."""
        return self.envs.render()  # type: ignore[no-any-return]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute of the vector environment, once for each index."""
        return [getattr(self.envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of the vector environment; it has none for a single one."""
        setattr(self.envs, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of the vector environment, and return the part of each index."""
        parts = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        return [None if parts is None else parts[index] for index in self._get_indices(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[gym.Wrapper[Any, Any, Any, Any]], indices: Indices = None
    ) -> list[bool]:
        """Tell for each index that there is no wrapper."""
        return [False for _ in self._get_indices(indices)]


def _row(columns: dict[str, Any], index: int) -> dict[str, Any]:
    return {name: column[index] for name, column in columns.items() if name[0] != "_"}


def _rows(columns: dict[str, Any], number: int) -> list[dict[str, Any]]:
    return [_row(columns, index) for index in range(number)]
