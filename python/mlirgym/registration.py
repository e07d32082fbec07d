"""Gymnasium ids: one per suite, and one that replays recorded timings."""

from __future__ import annotations

import gymnasium as gym

from mlirgym import _core


def environment_id(suite: str) -> str:
    """Gymnasium id of a suite: ``conv_2d_nchw_fchw`` is ``MlirGym/Conv2dNchwFchw-v0``."""
    words = suite.replace("-", "_").split("_")
    return f"MlirGym/{''.join(word.capitalize() for word in words)}-v0"


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
            entry_point="mlirgym.replay:ReplayEnv",
            vector_entry_point="mlirgym.replay:ReplayVectorEnv",
        )
