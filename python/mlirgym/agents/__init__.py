"""Agents: search, training, trained policies."""

from mlirgym._core import SearchResult
from mlirgym.agents.imitation import learn
from mlirgym.agents.metrics import read_metrics
from mlirgym.agents.optimizing import optimize, tasks
from mlirgym.agents.optimum import Optimum
from mlirgym.agents.recipes import train_recipe
from mlirgym.agents.trained import TrainedAgent, load_agent
from mlirgym.agents.training import train

__all__ = [
    "Optimum",
    "SearchResult",
    "TrainedAgent",
    "learn",
    "load_agent",
    "optimize",
    "read_metrics",
    "tasks",
    "train",
    "train_recipe",
]
