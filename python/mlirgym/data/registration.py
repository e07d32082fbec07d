"""Gymnasium ids of the environments over recorded timings."""

from __future__ import annotations

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


def register_recorded_environments() -> None:
    """Register ``MlirGym/Replay-*``, ``MlirGym/Offline-*`` and ``MlirGym/Tabular-*``."""
    for name, recording in (("MlirGym/Replay-v0", "cpu"), ("MlirGym/Replay-Gpu-v0", "gpu")):
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point="mlirgym.data:ReplayEnv",
                vector_entry_point="mlirgym.data:ReplayVectorEnv",
                kwargs={"recording": recording},
            )
    offline: dict[str, dict[str, str]] = {"MlirGym/Offline-v0": {}}
    if description_file().is_file():
        offline |= {
            offline_id(suite): {"suite": suite} for suite in offline_description()["suites"]
        }
    for name, kwargs in offline.items():
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point="mlirgym.data:OfflineEnv",
                vector_entry_point="mlirgym.data:OfflineVectorEnv",
                kwargs=kwargs,
            )
    tabular: dict[str, dict[str, list[str]]] = {"MlirGym/Tabular-v0": {}}
    tabular |= {tabular_id(task): {"tasks": [task]} for task in tabular_tasks()}
    for name, options in tabular.items():
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point="mlirgym.data:TabularEnv",
                vector_entry_point="mlirgym.data:TabularVectorEnv",
                kwargs=options,
            )
