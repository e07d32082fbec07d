"""Options shared by single and vector environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlirgym import _core
from mlirgym.checks import (
    FEATURES,
    INTEGER,
    LISTS_OF_NAMES,
    NUMBER,
    OPTIONAL_COUNT,
    OPTIONAL_INTEGERS,
    OPTIONAL_NAMES,
    OPTIONAL_TEXT,
    TEXT,
    Kind,
    checked,
    nearest,
    optional,
)
from mlirgym.mlirrl import preset

RENDER_MODES = ["human", "ansi", "rgb_array"]

_OPTIONS: dict[str, Kind] = {
    "preset": TEXT,
    "actions": OPTIONAL_TEXT,
    "tile_sizes": OPTIONAL_INTEGERS,
    "kinds": OPTIONAL_NAMES,
    "max_loops": OPTIONAL_COUNT,
    "max_actions_per_op": OPTIONAL_COUNT,
    "order": optional(LISTS_OF_NAMES),
    "reward": OPTIONAL_TEXT,
    "reward_counter": OPTIONAL_TEXT,
    "reward_base": optional(NUMBER),
    "illegal_action": optional(NUMBER),
    "failure": optional(NUMBER),
    "not_cached": optional(NUMBER),
    "max_decisions": OPTIONAL_COUNT,
    "machine": optional(FEATURES),
    "interchange": OPTIONAL_TEXT,
    "bounds": OPTIONAL_TEXT,
    "num_tile_sizes": OPTIONAL_COUNT,
    "max_accesses": OPTIONAL_COUNT,
    "max_dims": OPTIONAL_COUNT,
    "vector_size_limit": optional(INTEGER),
} | preset.OPTIONS


def checked_options(
    where: str, options: Mapping[str, Any], beside: Sequence[str]
) -> dict[str, Any]:
    """Options of `_core.EnvOptions`, except ``threads``, and of `mlirgym.mlirrl.preset`.

    Raises
    ------
    TypeError
        For an unknown option, or one of the wrong type.
    """
    return checked(where, options, _OPTIONS, beside)


def check_render_mode(mode: str | None) -> None:
    """Raise ValueError for an unknown mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {mode!r}; give None, 'human', 'ansi' or 'rgb_array'")


def check_reset_options(given: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raise TypeError for a value that is not a dict, or has an unknown option."""
    if not isinstance(given, Mapping):
        raise TypeError(f"reset: options is {given!r}; give a dict, such as {{'{known[-1]}': 0}}")
    for name in given:
        if name not in known:
            raise TypeError(f"reset: unknown option '{name}'; {nearest(str(name), known, 'give')}")


def program_index(programs: Sequence[_core.Program], program: Any) -> int:
    """Index of the program that a reset selects by its index or its name.

    Raises
    ------
    TypeError
        If it is neither an index nor the name of one of the programs.
    IndexError
        If there is no such index.
    """
    if isinstance(program, str):
        names = [each.name for each in programs]
        if program in names:
            return names.index(program)
        raise TypeError(
            f"reset: no program of the pool is called '{program}'; "
            f"{nearest(program, names, 'give an index, or one of')}"
        )
    index = np.asarray(program)
    if index.shape != () or index.dtype.kind not in "iu":
        raise TypeError(
            f"reset: program is {program!r}; give an index of the pool, from 0 to "
            f"{len(programs) - 1}, or a name"
        )
    if not 0 <= index < len(programs):
        raise IndexError(
            f"reset: program {index} of a pool of {len(programs)}; name one from 0 to "
            f"{len(programs) - 1}"
        )
    return int(index)


def draw_seed(rng: np.random.Generator) -> int:
    """Draw the seed of an order of programs."""
    return int(rng.integers(2**63))
