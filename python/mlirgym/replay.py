"""Environments over the recorded timings in the data folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.env import ScheduleEnv
from mlirgym.execution import Execution
from mlirgym.vector_env import ScheduleVectorEnv


def replay_recipe() -> dict[str, Any]:
    """Recipe of the recorded exec data in the data folder: ``replay.json``.

    Returns
    -------
    dict
        ``exec_data`` (file name), ``programs`` (names), and the action space that was
        recorded: ``tile_sizes``, ``kinds``, ``max_actions_per_op``.
    """
    return json.loads((Path(_core.data_directory()) / "replay.json").read_text())  # type: ignore[no-any-return]


class ReplayEnv(ScheduleEnv):
    """`ScheduleEnv` over recorded timings: no compiler, deterministic, any machine.

    Created by ``gymnasium.make("MlirGym/Replay-v0")``.

    Parameters
    ----------
    **options
        As for `ScheduleEnv`. Programs, action space and execution are those of `replay_recipe`
        unless given.
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
        As for `ScheduleVectorEnv`.
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
    recipe = replay_recipe()
    defaults = {
        "programs": recipe["programs"],
        "tile_sizes": recipe["tile_sizes"],
        "kinds": recipe["kinds"],
        "max_actions_per_op": recipe["max_actions_per_op"],
    }
    if "execution" not in options:
        defaults["execution"] = Execution(
            main_exec_data=Path(_core.data_directory()) / recipe["exec_data"],
            replay=True,
            any_machine=True,
        )
    return {**defaults, **options}
