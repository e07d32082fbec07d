"""Gymnasium ids: one per suite, and those that replay recorded timings."""

from __future__ import annotations

import gymnasium as gym

from mlirgym import _core
from mlirgym.data.offline_env import offline_recipe, recipe_file


def environment_id(suite: str) -> str:
    """Gymnasium id of a suite: ``conv_2d_nchw_fchw`` is ``MlirGym/Conv2dNchwFchw-v0``."""
    words = suite.replace("-", "_").split("_")
    return f"MlirGym/{''.join(word.capitalize() for word in words)}-v0"


def offline_id(suite: str) -> str:
    """Gymnasium id of a suite's offline data: ``MlirGym/Offline-SingleOps-v0``."""
    return environment_id(suite).replace("/", "/Offline-")


def register_environments() -> None:
    """Register every installed suite, ``MlirGym/Replay-v0`` and ``MlirGym/Offline-*``.

    A suite with the name of a preset, ``mlir-rl``, has the environment of that preset.
    """
    presets = _core.presets()
    for suite in _core.suites():
        name = environment_id(suite)
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point="mlirgym.envs.env:ScheduleEnv",
                vector_entry_point="mlirgym.envs.vector_env:ScheduleVectorEnv",
                nondeterministic=True,  # timings are measured
                kwargs={"suite": suite} | ({"preset": suite} if suite in presets else {}),
            )
    if "MlirGym/Replay-v0" not in gym.registry:
        gym.register(
            id="MlirGym/Replay-v0",
            entry_point="mlirgym.data.replay:ReplayEnv",
            vector_entry_point="mlirgym.data.replay:ReplayVectorEnv",
        )
    offline: dict[str, dict[str, str]] = {"MlirGym/Offline-v0": {}}
    if recipe_file().is_file():
        offline |= {offline_id(suite): {"suite": suite} for suite in offline_recipe()["suites"]}
    for name, kwargs in offline.items():
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point="mlirgym.data.offline_env:OfflineEnv",
                vector_entry_point="mlirgym.data.offline_env:OfflineVectorEnv",
                kwargs=kwargs,
            )
