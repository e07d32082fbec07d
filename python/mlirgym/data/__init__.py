"""Recorded timings, as environments and as data sets of Minari."""

from mlirgym.data.offline import dataset_id, load_dataset, make_dataset
from mlirgym.data.offline_env import OfflineEnv, OfflineVectorEnv, offline_description
from mlirgym.data.registration import offline_id, tabular_id
from mlirgym.data.replay import ReplayEnv, ReplayVectorEnv, replay_description
from mlirgym.data.tabular import (
    TabularEnv,
    TabularVectorEnv,
    tabular_score,
    tabular_table,
    tabular_tasks,
)

__all__ = [
    "OfflineEnv",
    "OfflineVectorEnv",
    "ReplayEnv",
    "ReplayVectorEnv",
    "TabularEnv",
    "TabularVectorEnv",
    "dataset_id",
    "load_dataset",
    "make_dataset",
    "offline_description",
    "offline_id",
    "replay_description",
    "tabular_id",
    "tabular_score",
    "tabular_table",
    "tabular_tasks",
]
