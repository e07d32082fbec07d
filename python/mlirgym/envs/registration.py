"""Gymnasium ids of the suites."""

from __future__ import annotations

import gymnasium as gym

from mlirgym import _core


def environment_id(suite: str) -> str:
    """Gymnasium id of a suite: ``conv_2d_nchw_fchw`` is ``MlirGym/Conv2dNchwFchw-v0``."""
    words = suite.replace("-", "_").split("_")
    return f"MlirGym/{''.join(word.capitalize() for word in words)}-v0"


def register_environments() -> None:
    """Register an environment for every installed suite.

    A suite with the name of a preset, such as ``mlir-rl``, gets the environment of that preset.
    """
    presets = _core.presets()
    for suite in _core.suites():
        name = environment_id(suite)
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point="mlirgym.envs:ScheduleEnv",
                vector_entry_point="mlirgym.envs:ScheduleVectorEnv",
                nondeterministic=True,  # timings are measured
                kwargs={"suite": suite} | ({"preset": suite} if suite in presets else {}),
            )
