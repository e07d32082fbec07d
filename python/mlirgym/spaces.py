"""Gymnasium spaces of the environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np


def vector_space(spec: Sequence[dict[str, Any]]) -> gym.spaces.Box:
    """Box of the observation vector, shape (size,), from its named slices."""
    size = max(entry["offset"] + int(np.prod(entry["shape"])) for entry in spec)
    low = np.zeros(size, np.float32)
    high = np.zeros(size, np.float32)
    for entry in spec:
        end = entry["offset"] + int(np.prod(entry["shape"]))
        low[entry["offset"] : end] = entry["low"]
        high[entry["offset"] : end] = entry["high"]
    return gym.spaces.Box(low, high, dtype=np.float32)


def observation_space(
    spec: Sequence[dict[str, Any]], num_actions: int, dict_observation: bool
) -> gym.Space[Any]:
    """Space of observations: a Box, or a Dict with ``observation`` and ``action_mask``."""
    vector = vector_space(spec)
    if not dict_observation:
        return vector
    return gym.spaces.Dict(
        {"observation": vector, "action_mask": gym.spaces.MultiBinary(num_actions)}
    )
