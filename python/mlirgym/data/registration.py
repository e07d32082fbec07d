"""Gymnasium ids of the environments over recorded timings."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from mlirgym.data.offline_env import description_file, offline_description
from mlirgym.data.tabular import tabular_tasks
from mlirgym.envs.registration import environment_id


def offline_id(suite: str) -> str:
    """Gymnasium id of a suite's offline data: ``MlirGym/Offline-SingleOps-v0``."""
    return environment_id(suite).replace("/", "/Offline-")


def tabular_id(task: str) -> str:
    """Gymnasium id of a task with a table: ``MlirGym/Tabular-ConvNchw-v0``."""
    return environment_id(task).replace("/", "/Tabular-")


def _register(name: str, environment: str, arguments: dict[str, Any]) -> None:
    """Register a class ``ENVIRONMENTEnv`` of `mlirgym.data` and its vector form, once."""
    if name not in gym.registry:
        gym.register(
            id=name,
            entry_point=f"mlirgym.data:{environment}Env",
            vector_entry_point=f"mlirgym.data:{environment}VectorEnv",
            kwargs=arguments,
        )


def register_recorded_environments() -> None:
    """Register ``MlirGym/Replay-*``, ``MlirGym/Offline-*`` and ``MlirGym/Tabular-*``."""
    for name, recording in (("MlirGym/Replay-v0", "cpu"), ("MlirGym/Replay-Gpu-v0", "gpu")):
        _register(name, "Replay", {"recording": recording})
    _register("MlirGym/Offline-v0", "Offline", {})
    if description_file().is_file():
        for suite in offline_description()["suites"]:
            _register(offline_id(suite), "Offline", {"suite": suite})
    _register("MlirGym/Tabular-v0", "Tabular", {})
    for task in tabular_tasks():
        _register(tabular_id(task), "Tabular", {"tasks": [task]})
