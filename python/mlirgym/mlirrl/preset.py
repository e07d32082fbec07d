"""What the preset ``mlir-rl`` does beside its actions: programs in MLIR-RL's form, baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mlirgym import _core
from mlirgym.checks import FLAG, Kind, optional

PRESET = "mlir-rl"


def _baselines(value: Any) -> dict[str, float]:
    if not isinstance(value, Mapping):
        raise TypeError
    return {str(name): float(ns) for name, ns in value.items()}


OPTIONS: dict[str, Kind] = {
    "img2col": optional(FLAG),
    "fills_apart": optional(FLAG),
    "baselines": optional(Kind("a dict of nanoseconds by the names of programs", _baselines)),
}


@dataclass(frozen=True)
class Pool:
    """Programs of an environment, and what each is compared with.

    Attributes
    ----------
    baselines : list of (float, Program or None)
        Nanoseconds, or 0 and the program to be timed; empty: the programs themselves.
    """

    programs: list[_core.Program]
    baselines: list[tuple[float, _core.Program | None]]


def mlir_rl_program(
    program: _core.Program, *, img2col: bool = True, fills_apart: bool = False
) -> _core.Program:
    """Return a program as MLIR-RL transforms it, under the same name.

    Parameters
    ----------
    program : Program
        It does not change.
    img2col : bool
        2-d convolutions become products of matrices, whose windows an operation of its own
        gathers. MLIR-RL does so in programs whose names begin with ``conv_2d_``.
    fills_apart : bool
        A fill that initialises an operation is an operation of its own.

    Returns
    -------
    Program
        One that computes the same.
    """
    where = "mlir_rl_program"
    return _core.mlir_rl_program(
        program, FLAG(where, "img2col", img2col), FLAG(where, "fills_apart", fills_apart)
    )


def take_pool(preset: str, options: dict[str, Any], programs: Sequence[_core.Program]) -> Pool:
    """Take the options of this module out of those of an environment, and apply them.

    Raises
    ------
    ValueError
        If one is given with another preset.
    """
    given = {name: options.pop(name) for name in OPTIONS if name in options}
    given = {name: value for name, value in given.items() if value is not None}
    if preset != PRESET:
        if given:
            raise ValueError(
                f"{', '.join(given)}: only the preset mlir-rl has such options; leave them out, or "
                "give preset='mlir-rl'"
            )
        return Pool(list(programs), [])
    img2col, fills_apart = given.get("img2col", True), given.get("fills_apart", False)
    changed = [
        _core.mlir_rl_program(program, columns, fills_apart) if columns or fills_apart else program
        for program in programs
        for columns in [img2col and _core.mlir_rl_takes_columns(program.name)]
    ]
    fixed: dict[str, float] = given.get("baselines", {})
    baselines = [_baseline(fixed, old, new) for old, new in zip(programs, changed, strict=True)]
    return Pool(changed, baselines if any(ns or other for ns, other in baselines) else [])


def _baseline(
    fixed: Mapping[str, float], untouched: _core.Program, changed: _core.Program
) -> tuple[float, _core.Program | None]:
    # The names of MLIR-RL's programs, which are f64, have no type.
    for name in (untouched.name, untouched.name.removesuffix("_f64")):
        if name in fixed:
            return fixed[name], None
    return 0.0, None if changed is untouched else untouched
