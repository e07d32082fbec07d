"""Gymnasium spaces of the environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from mlirgym import _core


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


def as_rows(
    actions: Any, dimensions: Sequence[int], num_envs: int | None = None
) -> NDArray[np.int64]:
    """Flat array of the numbers of an action, or of one action per environment.

    Parameters
    ----------
    actions : array_like of int
        An action, or of shape (num_envs, ...).
    dimensions : sequence of int
        Number of choices per entry of an action; with one entry an action is a number.
    num_envs : int, optional
        Number of environments; by default one action is meant.

    Raises
    ------
    ValueError
        If `actions` has another shape, is not of integers, or has one out of range.
    """
    rows = np.asarray(actions)
    row_shape = () if len(dimensions) == 1 else (len(dimensions),)
    shape = row_shape if num_envs is None else (num_envs, *row_shape)
    if shape == () and rows.shape == (1,):
        rows = rows.reshape(())
    if rows.shape != shape:
        raise ValueError(f"step: actions have shape {rows.shape}; give {shape}")
    if rows.dtype.kind not in "iu":
        raise ValueError(f"step: actions are of type {rows.dtype} ({actions!r}); give integers")
    flat = np.ascontiguousarray(rows, np.int64).ravel()
    wrong = _core.first_no_choice(flat, dimensions)
    if wrong is not None:
        env, entry = divmod(wrong, len(dimensions))
        choice = rows.flat[wrong]
        what = f"action {choice}" if row_shape == () else f"entry {entry}, {choice},"
        where = "" if num_envs is None else f" of environment {env}"
        raise ValueError(
            f"step: {what}{where} is not a choice; give an integer from 0 to "
            f"{dimensions[entry] - 1}"
        )
    return flat


def split_mask(mask: NDArray[Any], dimensions: Sequence[int]) -> tuple[NDArray[np.int8], ...]:
    """Mask of each entry of a MultiDiscrete, as its ``sample(mask=...)`` expects it.

    Parameters
    ----------
    mask : array of shape (sum(dimensions),)
        As in ``info["action_mask"]``.
    dimensions : sequence of int
        ``action_space.nvec``.

    Returns
    -------
    tuple of array of int8
        One per entry, shape (choices of the entry,), 1: legal.
    """
    return tuple(np.split(mask.astype(np.int8), np.cumsum(dimensions)[:-1]))


def sample_legal(
    masks: NDArray[Any], rng: np.random.Generator, dimensions: Sequence[int] | None = None
) -> NDArray[np.int64]:
    """Draw legal actions for a vector of environments, each as likely as any other.

    Takes microseconds for hundreds of environments, where ``action_space.sample`` takes
    milliseconds.

    Parameters
    ----------
    masks : array of shape (num_envs, num_actions)
        ``infos["action_mask"]``, or what ``action_masks()`` returns: bool, or 0 and 1. Each entry
        of an action has a legal choice.
    rng : numpy.random.Generator
        The generator to draw from.
    dimensions : sequence of int, optional
        ``single_action_space.nvec`` of a MultiDiscrete: one entry after the other is drawn.

    Returns
    -------
    array of int64, shape (num_envs,), or (num_envs, entries) with `dimensions`

    Raises
    ------
    ValueError
        If a mask has no legal choice.
    """
    if dimensions is not None:
        parts = np.split(masks, np.cumsum(dimensions)[:-1], axis=1)
        return np.stack([sample_legal(part, rng) for part in parts], axis=1)
    actions = _core.chosen_from(np.ascontiguousarray(masks, np.int8), rng.random(len(masks)))
    if actions.min() < 0:
        raise ValueError(f"sample_legal: mask {int(np.argmin(actions))} has no legal choice")
    return actions


#: Names of the vector and of the action mask in the dictionaries of each library's environments.
DICTIONARIES = {
    "rllib": ("observations", "action_mask"),
    "tianshou": ("obs", "mask"),
    "torchrl": ("observation", "action_mask"),
}


def check_dictionary(library: str | None) -> str | None:
    """Raise ValueError for a value of ``dict_observation`` that is no library with masks."""
    if library is not None and library not in DICTIONARIES:
        names = ", ".join(map(repr, DICTIONARIES))
        raise ValueError(f"dict_observation is {library!r}; give None or one of {names}")
    return library


def as_dictionary(
    library: str, vector: NDArray[np.float32], mask: NDArray[np.int8]
) -> dict[str, NDArray[Any]]:
    """Observation with its mask (bool, shape (..., num_actions)) under a library's names."""
    of_vector, of_mask = DICTIONARIES[library]
    return {of_vector: vector, of_mask: mask.astype(bool)}


def observation_space(
    spec: Sequence[dict[str, Any]], num_actions: int, library: str | None
) -> gym.Space[Any]:
    """Space of observations: a Box, or a Dict of a Box and of the mask, a Box of bool."""
    vector = vector_space(spec)
    if library is None:
        return vector
    of_vector, of_mask = DICTIONARIES[library]
    mask = gym.spaces.Box(0, 1, (num_actions,), np.bool_)  # type: ignore[arg-type]
    return gym.spaces.Dict({of_vector: vector, of_mask: mask})
