"""One environment with Gymnasium's interface."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from mlirgym import _core
from mlirgym.checks import FLAG, TEXT, parameters_of
from mlirgym.envs.options import (
    RENDER_MODES,
    check_render_mode,
    check_reset_options,
    checked_options,
    draw_seed,
    program_index,
)
from mlirgym.envs.picture import draw
from mlirgym.envs.spaces import (
    action_space,
    as_dictionary,
    as_rows,
    check_dictionary,
    observation_space,
)
from mlirgym.execution.execution import Execution, as_execution, stored_schedules, warn_of_gaps
from mlirgym.mlirrl.preset import take_pool
from mlirgym.programs.loading import ProgramLike, as_programs, check_split

#: Trainers read the dtype of infos. Flags are arrays without dimensions, since Gymnasium's
#: vectors turn NumPy's own booleans into columns of objects.
_SCALARS: dict[type, Any] = {bool: np.array, int: np.int64, float: np.float64}
#: Those of most steps. Each step copies the arrays; the other values cannot be changed.
_IDLE = {name: _SCALARS[type(value)](value) for name, value in _core.idle_info().items()}


Native = TypeVar("Native", _core.Env, _core.VectorEnv)


class Episodes(Generic[Native]):
    """Base of single and vector environments: options, programs and native options."""

    def _prepare(
        self, constructor: Callable[..., None], given: dict[str, Any]
    ) -> tuple[gym.Space[Any], gym.Space[Any]]:
        """Check the arguments of a constructor and connect; return the spaces of one episode."""
        where = constructor.__qualname__
        check_render_mode(given["render_mode"])
        options = {name: given[name] for name in ("preset", "actions")} | given["options"]
        self._options = checked_options(where, options, parameters_of(constructor))
        self._dictionary = check_dictionary(given["dict_observation"])
        self._details = FLAG(where, "details", given["details"])
        self._recorded = FLAG(where, "recorded", given["recorded"])
        self.render_mode = given["render_mode"]
        self.execution = as_execution(given["execution"], given["threads"])
        check_split(given["programs"], given["split"])
        pool = take_pool(
            self._options["preset"],
            self._options,
            as_programs(given["suite"], given["programs"], given["split"]),
        )
        self.programs, self._baselines = pool.programs, pool.baselines
        self._ordered_by: np.random.Generator | None = None
        self._connect()
        return action_space(self._env.action_dimensions), observation_space(
            self._env.observation_spec, self._env.num_actions, self._dictionary
        )

    def _connect(self) -> None:
        native = _core.EnvOptions(
            threads=self.execution.threads,
            recorded=stored_schedules(self.execution, self.programs) if self._recorded else None,
            **self._options,
        )
        self._env: Native = self._native(native)
        self._dimensions = self._env.action_dimensions
        self._choices = self._dimensions[0] if len(self._dimensions) == 1 else 0
        self._started = False

    def _baseline_programs(self) -> list[_core.Program]:
        """Programs whose baselines are looked up or measured, not given."""
        if not self._baselines:
            return self.programs
        pairs = zip(self.programs, self._baselines, strict=True)
        return [other or program for program, (given, other) in pairs if given == 0]

    def _native(self, options: _core.EnvOptions) -> Native:
        raise NotImplementedError

    def _insist_on_reset(self, what: str) -> None:
        if not self._started:
            raise gym.error.ResetNeeded(f"call reset() before {what}")


class ScheduleEnv(Episodes[_core.Env], gym.Env[Any, Any]):
    """Schedule the operations of a program; the reward is the measured log speedup.

    An episode visits the operations from the last to the first. With ``actions="flat"`` an
    action is first the kind of a transformation, then one decision per loop;
    with ``actions="joint"`` it is the kind and the parameters at once. ``info["action_mask"]``
    gives the legal decisions, concatenated over the entries (`split_mask` splits it).

    Infos have the same keys and types after each `reset` and `step`, NumPy's scalars and arrays:
    ``action_mask`` (int8; all 1 once the episode has terminated), ``program`` (index into
    `programs`), ``illegal``, ``timed`` (a reward was due), ``status`` (index into `statuses`, -1
    unless timed), ``median_ns`` and ``speedup`` (0 unless timed and ok), ``uncertainty`` (of the
    speedup; half the 95 % confidence interval / the speedup), ``noisy`` (it is above 5 %),
    ``cache_hit``.

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
    dict_observation : {None, "rllib", "tianshou", "torchrl"}
        Observe a dict of the vector and the mask (bool), under the names that this library expects:
        ``observations`` and ``action_mask``, ``obs`` and ``mask``, or ``observation`` and
        ``action_mask``.
    details : bool
        Infos also have objects: ``program_name``, ``schedule`` (text) and ``measurement`` (a
        `Measurement`, or None). Wrappers that turn infos into tensors cannot use them.
    render_mode : {None, "human", "ansi", "rgb_array"}
        `render` prints program, schedule and speedup (``"human"``), returns them as text, or
        draws the loops and the timing, uint8, shape (480, 640, 3) (needs Pillow).
    preset : str
        One of `presets`; ``"mlir-rl"`` has the actions, observations and rewards of MLIR-RL.
    actions : {"flat", "joint", "mlir-rl"}, optional
        ``"flat"`` is Discrete, the others are MultiDiscrete. The default depends on the preset.
    recorded : bool
        Only decisions that lead to a schedule in the exec data are legal, so that each legal
        episode of a replay ends in a stored timing. Needs ``actions="flat"``.
    **options
        ``tile_sizes``, ``kinds`` (of actions, in the order of their indices; by default all of
        `action_kinds` that are for the device), ``max_loops``, ``max_actions_per_op``, ``reward``
        (``"end"`` or ``"immediate"``), ``reward_counter`` (one of the counters of the execution in
        place of the time), ``reward_base``, ``illegal_action``, ``failure``, ``not_cached``
        (rewards), ``max_decisions`` (an episode is truncated after this number; by default
        proportional to the program's operations and above every legal episode; 0: never).
        The preset ``"mlir-rl"`` also takes ``order``, ``interchange`` (``"pointers"``,
        ``"enumerate"`` or ``"continuous"``), ``bounds`` (``"max"``, ``"log"`` or ``"none"``),
        ``num_tile_sizes``, ``max_accesses``, ``max_dims``, ``vector_size_limit``, ``img2col`` (on
        by default), ``fills_apart`` and ``baselines`` (nanoseconds by program, not measured then);
        `mlirgym.mlirrl.environment_options` makes them from MLIR-RL's configuration.

    Raises
    ------
    TypeError
        For an unknown option; the message names the most similar one.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        suite: str | None = None,
        programs: Iterable[ProgramLike] | None = None,
        *,
        split: str = "all",
        execution: Execution | None = None,
        threads: int = 1,
        dict_observation: str | None = None,
        details: bool = False,
        render_mode: str | None = None,
        preset: str = "default",
        actions: str | None = None,
        recorded: bool = False,
        **options: Any,
    ) -> None:
        self.action_space, self.observation_space = self._prepare(ScheduleEnv.__init__, locals())
        warn_of_gaps(self.execution, self._baseline_programs())

    def _native(self, options: _core.EnvOptions) -> _core.Env:
        return _core.Env(self.programs, self.execution, options, self._baselines)

    @property
    def observation_spec(self) -> list[dict[str, Any]]:
        """Named slices of the observation vector, in order.

        One dict per slice: ``name`` (str), ``offset`` (first element), ``shape`` (tuple of int,
        row major), ``low`` and ``high`` (bounds of each element).
        """
        return self._env.observation_spec

    def action_meanings(self) -> list[str] | list[list[str]]:
        """Return the meaning of each action: ``"kind tile"``, ``"size 16"``, ``"loop 2"``, ...

        Returns
        -------
        list of str, shape (num_actions,)
            For ``actions="flat"``. The decisions after a kind are its parameters: a size for each
            loop, or a loop. Otherwise one such list for each entry of an action.
        """
        meanings = self._env.action_meanings()
        return meanings[0] if len(meanings) == 1 else meanings

    @property
    def schedule(self) -> str:
        """Canonical text of the schedule so far, in the current episode.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`.
        """
        self._insist_on_reset("asking for the schedule")
        return self._env.schedule

    def decisions(self, schedule: str) -> list[int]:
        """Actions that lead to a schedule from the beginning of an episode.

        They are for the program of the current episode; this episode does not change.
        Operations that the schedule leaves out end unchanged.

        Parameters
        ----------
        schedule : str
            Schedule text; empty for the untransformed program.

        Returns
        -------
        list of int
            For `step`, one after the other, after a `reset` to this program.

        Raises
        ------
        ScheduleError
            If the text is not a schedule, is illegal, or the action space has no such actions.
        ValueError
            Unless ``actions="flat"``.
        gymnasium.error.ResetNeeded
            Before the first `reset`.
        """
        self._insist_on_reset("decisions()")
        return self._env.decisions(TEXT("decisions", "schedule", schedule))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode.

        Programs come in shuffled epochs. Their order is drawn from `np_random`, which is seeded
        from the operating system's entropy if no seed was given. Passing `np_random_seed` as `seed`
        repeats the same programs.

        Parameters
        ----------
        seed : int, optional
            Seed of `np_random`, and so of the order of programs; None continues the order.
        options : dict, optional
            ``{"program": i}`` selects a program by its index in `programs`, or by its name.

        Returns
        -------
        observation : array of float32, shape (size,), or dict
            As `observation_space` says.
        info : dict
            The keys that the class lists; ``action_mask`` is int8, shape (num_actions,).

        Raises
        ------
        IndexError
            If `programs` has no such index.
        TypeError
            For an unknown option, or a program that is neither an index nor a name.
        """
        super().reset(seed=seed)
        options = {} if options is None else options
        check_reset_options(options, ["program"])
        program = options.get("program")
        if program is not None:
            program = program_index(self.programs, program)
        # Assigning a new generator, or seeding it, restarts the order of programs.
        begins = self._ordered_by is not self.np_random
        self._env.reset(draw_seed(self.np_random) if begins else None, program)
        self._ordered_by = self.np_random
        self._started = True
        if self.render_mode == "human":
            self.render()
        return self._begun()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take one decision.

        Parameters
        ----------
        action : int, or array of int, shape (entries,)
            An element of `action_space`: a number for ``actions="flat"``, else a row.

        Returns
        -------
        observation : array of float32, shape (size,), or dict
            As `observation_space` says.
        reward : float
            Log speedup if a reward was due, the reward of an illegal action, else 0.
        terminated : bool
            Every operation has ended.
        truncated : bool
            The episode was cut off after ``max_decisions``.
        info : dict
            The keys that the class lists.

        Raises
        ------
        ValueError
            If the action is not in the action space. An action that the mask forbids is illegal,
            but not an error.
        gymnasium.error.ResetNeeded
            Before the first `reset`.
        ExecutionError
            If the caller must fix a problem, such as a full disk: the decision is then taken, but
            its reward is lost.
        """
        if not self._started:
            self._insist_on_reset("step()")
        if type(action) is np.int64:
            action = int(action)
        # What is not simply right is looked at more closely: this takes as long as the step.
        if type(action) is not int or not 0 <= action < self._choices:
            action = as_rows(action, self._dimensions).tolist()
        vector, info, outcome = self._env.step(action, self._shown)
        if outcome is None and self._plain and self.render_mode != "human":  # most steps
            return vector, 0.0, False, False, info
        reward, terminated, truncated, measurement = 0.0, False, False, None
        if outcome is not None:
            reward, terminated, truncated, said, measurement = outcome
            info |= {name: _SCALARS[type(value)](value) for name, value in said.items()}
        if terminated:
            info["action_mask"].fill(1)
        if self._details:
            self._add_details(info, measurement)
        if self.render_mode == "human":
            self.render()
        return self._observed(vector, info), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal decisions as sb3-contrib expects them: bool, shape (num_actions,).

        For a MultiDiscrete action space the concatenated masks of the entries.
        """
        return self._env.action_mask().astype(bool)

    def render(self) -> Any:
        """Show the episode according to `render_mode`.

        Returns
        -------
        None, str or array
            ``"human"`` prints and returns None, ``"ansi"`` returns text, ``"rgb_array"`` a
            picture: uint8, shape (480, 640, 3).

        Raises
        ------
        ImportError
            If Pillow, which draws the picture, is not installed.
        """
        if self.render_mode == "rgb_array":
            self._insist_on_reset("render()")
            return draw(self._env.scene())
        if self.render_mode == "human":
            print(self._env.render(), flush=True)
            return None
        return self._env.render() if self.render_mode == "ansi" else None

    def snapshot(self) -> bytes:
        """Return the state of the episode as bytes; `restore` continues it identically.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`.
        """
        self._insist_on_reset("snapshot()")
        return self._env.snapshot()

    def restore(self, snapshot: bytes) -> tuple[Any, dict[str, Any]]:
        """Return to a snapshot of an environment over the same programs.

        Parameters
        ----------
        snapshot : bytes
            The result of `snapshot` of this environment or of another one with the same options.

        Returns
        -------
        observation, info
            As of `reset`.

        Raises
        ------
        ValueError
            If it is not a snapshot; the environment is then unchanged.
        TypeError
            If it is not bytes.
        """
        check_snapshot(snapshot)
        self._env.restore(snapshot)
        self._ordered_by = self.np_random
        self._started = True
        return self._begun()

    def _connect(self) -> None:
        super()._connect()
        self._plain = self._dictionary is None and not self._details
        self._idle = {"action_mask": self._env.mask_view, "program": np.int64(0), **_IDLE}
        self._shown = _core.Shown(self._env.observation_view, self._idle)

    def _begun(self) -> tuple[Any, dict[str, Any]]:
        self._idle["program"] = np.int64(self._env.program_index)
        vector, info = self._shown.copies()
        if 1 not in info["action_mask"].tobytes():  # a snapshot of a terminated episode
            info["action_mask"].fill(1)
        if self._details:
            self._add_details(info, None)
        return self._observed(vector, info), info

    def _observed(self, vector: NDArray[np.float32], info: dict[str, Any]) -> Any:
        if self._dictionary is None:
            return vector
        return as_dictionary(self._dictionary, vector, info["action_mask"])

    def _add_details(self, info: dict[str, Any], measurement: _core.Measurement | None) -> None:
        info["program_name"] = self.programs[info["program"]].name
        info["schedule"] = self._env.schedule
        info["measurement"] = measurement

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for ours in ("_env", "_idle", "_shown"):
            del state[ours]
        state["_snapshot"] = self._env.snapshot() if self._started else None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        snapshot = state.pop("_snapshot")
        self.__dict__.update(state)
        self._connect()
        if snapshot is not None:
            self._env.restore(snapshot)
            self._started = True
            self._idle["program"] = np.int64(self._env.program_index)


def check_snapshot(snapshot: object) -> None:
    """Raise TypeError for a value that `snapshot` does not return."""
    if not isinstance(snapshot, bytes):
        raise TypeError(
            f"restore: a {type(snapshot).__name__} is not a snapshot; give one of snapshot()"
        )
