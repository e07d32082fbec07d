"""Environments of Gymnasium that measure programs."""

from mlirgym.envs.env import ScheduleEnv
from mlirgym.envs.registration import environment_id
from mlirgym.envs.spaces import sample_legal, split_mask
from mlirgym.envs.vector_env import ScheduleVectorEnv

__all__ = [
    "ScheduleEnv",
    "ScheduleVectorEnv",
    "environment_id",
    "sample_legal",
    "split_mask",
]
