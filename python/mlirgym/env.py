"""One environment, as Gymnasium sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.execution import Execution
from mlirgym.programs import ProgramLike, as_programs
from mlirgym.spaces import action_space, as_rows, observation_space


def make_execution(execution: Execution | None, threads: int) -> Execution:
    """Return the execution given, or one that keeps its timings in memory."""
    return execution if execution is not None else Execution(threads=threads)


class ScheduleEnv(gym.Env[Any, Any]):
    """Schedule the operations of a program; the reward is the measured log speedup.

    An episode visits the operations from the last to the first. With ``actions="flat"`` an
    action is first the kind of a transformation, then one decision a loop; with
    ``actions="joint"`` it is kind and parameters at once. ``info["action_mask"]`` says which
    decisions are legal, entry after entry (`split_mask` takes it apart).

    Parameters
    ----------
    suite : str, optional
        Suite whose programs are drawn. Give this or `programs`.
    programs : iterable, optional
        Programs, ``.mlir`` paths or names.
    split : {"train", "validation", "test", "all"}
        Part of the suite.
    execution : Execution, optional
        Shared by many environments; by default one that keeps timings in memory.
    threads : int
        Threads of the kernel, if no execution is given.
    dict_observation : bool
        Observe a dict with ``observation`` and ``action_mask`` (TorchRL, RLlib).
    render_mode : {None, "ansi"}
        ``"ansi"``: `render` returns program, schedule and speedup as text.
    preset : str
        One of `presets`; ``"mlir-rl"`` acts, observes and rewards as MLIR-RL does.
    actions : {"flat", "joint", "mlir-rl"}, optional
        ``"flat"`` is Discrete, the others are MultiDiscrete. By default that of the preset.
    **options
        ``tile_sizes``, ``kinds``, ``max_loops``, ``max_actions_per_op``, ``order`` (of
        MLIR-RL), ``reward``
        (``"end"`` or ``"immediate"``), ``reward_base``, ``illegal_action``, ``failure``,
        ``not_cached`` (rewards), ``max_decisions`` (0: never truncate).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        suite: str | None = None,
        programs: Iterable[ProgramLike] | None = None,
        *,
        split: str = "all",
        execution: Execution | None = None,
        threads: int = 1,
        dict_observation: bool = False,
        render_mode: str | None = None,
        preset: str = "default",
        actions: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.programs = as_programs(suite, programs, split)
        self.execution = make_execution(execution, threads)
        self.render_mode = render_mode
        self._dict_observation = dict_observation
        self._options = {"preset": preset, "actions": actions, **options}
        self._connect()
        self.action_space = action_space(self._env.action_dimensions)
        self.observation_space = observation_space(
            self._env.observation_spec, self._env.num_actions, dict_observation
        )

    def _connect(self) -> None:
        options = _core.EnvOptions(threads=self.execution.threads, **self._options)
        self._env = _core.Env(self.programs, self.execution, options)
        self._width = len(self._env.action_dimensions)
        self._started = False

    @property
    def observation_spec(self) -> list[dict[str, Any]]:
        """Named slices of the observation vector: name, offset, shape, low, high."""
        return self._env.observation_spec

    @property
    def schedule(self) -> str:
        """Canonical text of the schedule so far, of the episode that `reset` began."""
        if not self._started:
            raise gym.error.ResetNeeded("call reset() before asking for the schedule")
        return self._env.schedule

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode; ``options={"program": i}`` names a program by its index."""
        super().reset(seed=seed)
        program = (options or {}).get("program")
        self._env.reset(seed, program)
        self._started = True
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take one decision."""
        if not self._started:
            raise gym.error.ResetNeeded("call reset() before step()")
        row = [int(action)] if self._width == 1 else as_rows(action, (self._width,))
        reward, terminated, truncated, outcome = self._env.step(row)
        return self._observe(), reward, terminated, truncated, self._info() | outcome

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal decisions, entry after entry, bool, as sb3-contrib asks for them."""
        return self._env.action_mask().astype(bool)

    def render(self) -> str | None:
        """Program, schedule and speedup as text, in render mode ``"ansi"``."""
        return self._env.render() if self.render_mode == "ansi" else None

    def snapshot(self) -> bytes:
        """Everything the episode is; `restore` continues it identically."""
        return self._env.snapshot()

    def restore(self, snapshot: bytes) -> tuple[Any, dict[str, Any]]:
        """Go back to a snapshot of an environment over the same programs."""
        self._env.restore(snapshot)
        self._started = True
        return self._observe(), self._info()

    def _observe(self) -> Any:
        vector = self._env.observation()
        if not self._dict_observation:
            return vector
        return {"observation": vector, "action_mask": self._env.action_mask()}

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._env.action_mask(),
            "program": self._env.program_name,
            "schedule": self._env.schedule,
        }

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_env"]
        state["_snapshot"] = self._env.snapshot() if self._started else None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        snapshot = state.pop("_snapshot")
        self.__dict__.update(state)
        self._connect()
        if snapshot is not None:
            self._env.restore(snapshot)
            self._started = True
