"""Gymnasium ids: one a suite, and one that replays recorded timings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym

from mlirgym import _core


def environment_id(suite: str) -> str:
    """Gymnasium id of a suite: ``conv_2d_nchw_fchw`` is ``MlirGym/Conv2dNchwFchw-v0``."""
    words = suite.replace("-", "_").split("_")
    return f"MlirGym/{''.join(word.capitalize() for word in words)}-v0"


def replay_recipe() -> dict[str, Any]:
    """Recipe of the recorded exec data in the data folder: ``replay.json``."""
    return json.loads((Path(_core.data_directory()) / "replay.json").read_text())  # type: ignore[no-any-return]


def make_replay_env(**options: Any) -> gym.Env[Any, Any]:
    """Environment over recorded timings: no compiler, deterministic, any machine."""
    from mlirgym.env import ScheduleEnv

    return ScheduleEnv(**_replay_options(options))


def make_replay_vector_env(
    num_envs: int = 8, **options: Any
) -> gym.vector.VectorEnv[Any, Any, Any]:
    """Vector form of `make_replay_env`."""
    from mlirgym.vector_env import ScheduleVectorEnv

    return ScheduleVectorEnv(num_envs, **_replay_options(options))


def _replay_options(options: dict[str, Any]) -> dict[str, Any]:
    from mlirgym.execution import Execution

    recipe = replay_recipe()
    execution = Execution(
        main_exec_data=Path(_core.data_directory()) / recipe["exec_data"],
        replay=True,
        any_machine=True,
    )
    return {
        "programs": recipe["programs"],
        "tile_sizes": recipe["tile_sizes"],
        "kinds": recipe["kinds"],
        "max_actions_per_op": recipe["max_actions_per_op"],
        "execution": execution,
        **options,
    }


def register_environments() -> None:
    """Register every installed suite, and ``MlirGym/Replay-v0``."""
    for suite in _core.suites():
        name = environment_id(suite)
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point="mlirgym.env:ScheduleEnv",
                vector_entry_point="mlirgym.vector_env:ScheduleVectorEnv",
                nondeterministic=True,  # timings are measured
                kwargs={"suite": suite},
            )
    if "MlirGym/Replay-v0" not in gym.registry:
        gym.register(
            id="MlirGym/Replay-v0",
            entry_point="mlirgym.registration:make_replay_env",
            vector_entry_point="mlirgym.registration:make_replay_vector_env",
        )
