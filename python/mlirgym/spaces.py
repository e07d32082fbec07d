"""Gymnasium spaces of the environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray


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


def action_space(dimensions: Sequence[int]) -> gym.spaces.Discrete | gym.spaces.MultiDiscrete:
    """Discrete for actions of one entry, else MultiDiscrete."""
    if len(dimensions) == 1:
        return gym.spaces.Discrete(dimensions[0])
    return gym.spaces.MultiDiscrete(np.array(dimensions, np.int64))


def as_rows(actions: Any, shape: tuple[int, ...]) -> list[int]:
    """Numbers of actions of a shape, one after the other.

    Raises
    ------
    ValueError
        If `actions` has another shape.
    """
    rows = np.asarray(actions)
    if rows.shape != shape:
        raise ValueError(f"actions have shape {rows.shape}; give {shape}")
    return [int(choice) for choice in rows.flat]


def split_mask(mask: NDArray[Any], dimensions: Sequence[int]) -> tuple[NDArray[np.int8], ...]:
    """Mask of each entry of a MultiDiscrete, as its ``sample(mask=...)`` takes it.

    Parameters
    ----------
    mask : array of shape (sum(dimensions),)
        As in ``info["action_mask"]``.
    dimensions : sequence of int
        ``action_space.nvec``.
    """
    return tuple(np.split(mask.astype(np.int8), np.cumsum(dimensions)[:-1]))


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
