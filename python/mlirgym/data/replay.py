"""Environments over the recorded timings in the data folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.envs.env import ScheduleEnv
from mlirgym.envs.vector_env import ScheduleVectorEnv
from mlirgym.execution.execution import Execution


def replay_description() -> dict[str, Any]:
    """Describe the recorded exec data in the data folder: ``replay.json``.

    Returns
    -------
    dict
        ``exec_data`` (file name), ``suite`` (name), ``samples`` (numbers of schedules of each
        program that were searched and drawn at random), and ``machine`` (features of the recording
        machine, which environments observe).
    """
    return json.loads((Path(_core.data_directory()) / "replay.json").read_text())  # type: ignore[no-any-return]


class ReplayEnv(ScheduleEnv):
    """`ScheduleEnv` over recorded timings: no compiler, deterministic, any machine.

    Created by ``gymnasium.make("MlirGym/Replay-v0")``. Actions and observations are those of every
    other environment with default options; only decisions that lead to a recorded schedule are
    legal.

    Parameters
    ----------
    **options
        As for `ScheduleEnv`; ``split`` is a part of the recorded programs. Programs, machine and
        execution are those of `replay_description` unless given. With ``actions="joint"`` or
        ``preset="mlir-rl"`` all legal actions remain so (``recorded=False``); a schedule that is
        not recorded has the status ``not_cached``.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**_replay_options(options))


class ReplayVectorEnv(ScheduleVectorEnv):
    """Vector form of `ReplayEnv`: ``gymnasium.make_vec("MlirGym/Replay-v0", num_envs=8)``.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    **options
        As for `ReplayEnv`, and those of `ScheduleVectorEnv`.
    """

    def __init__(self, num_envs: int = 8, **options: Any) -> None:
        super().__init__(num_envs, **_replay_options(options))


def _replay_options(options: dict[str, Any]) -> dict[str, Any]:
    preset = options.get("preset")
    if (options.get("actions") or preset) == "mlir-rl":
        name = "actions" if options.get("actions") else "preset"
        raise ValueError(
            f"{name} is 'mlir-rl', and the recorded timings are of other actions; leave it out, "
            "or measure with MlirGym/MlirRl-v0"
        )
    description = replay_description()
    defaults: dict[str, Any] = {"machine": description["machine"]}
    if options.get("programs") is None:
        defaults["suite"] = description["suite"]
    if options.get("execution") is None:
        actions = options.get("actions") or options.get("preset", "flat")
        defaults["recorded"] = actions in ("flat", "default")
        defaults["execution"] = Execution(
            main_exec_data=Path(_core.data_directory()) / description["exec_data"],
            replay=True,
            any_machine=True,
        )
    return defaults | options
