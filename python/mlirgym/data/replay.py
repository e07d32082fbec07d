"""Environments over the recorded timings in the data folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.envs.env import ScheduleEnv
from mlirgym.envs.vector_env import ScheduleVectorEnv
from mlirgym.execution.execution import Execution

#: Files that describe recordings, in the data folder.
RECORDINGS = {"cpu": "replay.json", "gpu": "gpu/replay.json"}


def replay_description(recording: str = "cpu") -> dict[str, Any]:
    """Describe recorded exec data in the data folder.

    Parameters
    ----------
    recording : {"cpu", "gpu"}
        That of ``MlirGym/Replay-v0`` or of ``MlirGym/Replay-Gpu-v0``.

    Returns
    -------
    dict
        ``exec_data`` (path) and ``suite`` (name). Of processors: ``samples`` (numbers of schedules
        of each program, by how they were chosen) and ``machine`` (features of the recording
        machine, which environments observe). Of GPUs: ``device`` (id) and ``options`` of the
        environments.
    """
    file = _description_file(recording)
    description: dict[str, Any] = json.loads(file.read_text())
    description["exec_data"] = str(file.parent / description["exec_data"])
    return description


def _description_file(recording: str) -> Path:
    if recording not in RECORDINGS:
        raise ValueError(f"recording is {recording!r}; use one of {', '.join(RECORDINGS)}")
    return Path(_core.data_directory()) / RECORDINGS[recording]


class ReplayEnv(ScheduleEnv):
    """`ScheduleEnv` over recorded timings: no compiler, deterministic, any machine.

    Created by ``gymnasium.make("MlirGym/Replay-v0")``, and by ``"MlirGym/Replay-Gpu-v0"`` over
    timings of a GPU, whose actions are those of GPUs. Actions and observations are those of every
    other environment with default options; only decisions that lead to a recorded schedule are
    legal.

    Parameters
    ----------
    recording : {"cpu", "gpu"}
        As for `replay_description`.
    **options
        As for `ScheduleEnv`; ``split`` is a part of the recorded programs. Programs, machine and
        execution are those of `replay_description` unless given. With ``actions="joint"`` or
        ``preset="mlir-rl"`` all legal actions remain so (``recorded=False``); a schedule that is
        not recorded has the status ``not_cached``.
    """

    def __init__(self, *, recording: str = "cpu", **options: Any) -> None:
        super().__init__(**_replay_options(recording, options))


class ReplayVectorEnv(ScheduleVectorEnv):
    """Vector form of `ReplayEnv`: ``gymnasium.make_vec("MlirGym/Replay-v0", num_envs=8)``.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    recording : {"cpu", "gpu"}
        As for `replay_description`.
    **options
        As for `ReplayEnv`, and those of `ScheduleVectorEnv`.
    """

    def __init__(self, num_envs: int = 8, *, recording: str = "cpu", **options: Any) -> None:
        super().__init__(num_envs, **_replay_options(recording, options))


def _replay_options(recording: str, options: dict[str, Any]) -> dict[str, Any]:
    preset = options.get("preset")
    if (options.get("actions") or preset) == "mlir-rl":
        name = "actions" if options.get("actions") else "preset"
        raise ValueError(
            f"{name} is 'mlir-rl', and the recorded timings are of other actions; leave it out, "
            "or measure with MlirGym/MlirRl-v0"
        )
    description = replay_description(recording)
    defaults: dict[str, Any] = dict(description.get("options", {}))
    if "machine" in description:
        defaults["machine"] = description["machine"]
    if options.get("programs") is None:
        defaults["suite"] = description["suite"]
    if options.get("execution") is None:
        actions = options.get("actions") or options.get("preset", "flat")
        defaults["recorded"] = actions in ("flat", "default")
        defaults["execution"] = Execution(
            main_exec_data=description["exec_data"],
            replay=True,
            any_machine=True,
            device=description.get("device", "host"),
        )
    return defaults | options
