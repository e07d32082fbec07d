"""The legal action that is nearest to one that is not."""

from __future__ import annotations

import difflib
import re
from typing import Any

from mlirgym import _core

_TOKEN = re.compile(r"op\d+[ \t]*:|[a-z_0-9]+[ \t]*\([^)]*\)?|[^\s;]+")
_ACTION = re.compile(r"(\w+)\s*(?:\((.*?)\)?)?$", re.DOTALL)
_ADVICE = re.compile(r"loop (\d+) to (\d+)")


def after(program: _core.Program, schedule: str, where: _core.Execution) -> dict[str, Any]:
    """State after a schedule, and the actions that may follow, on the device of an execution."""
    return _core.after_schedule(program, schedule, where.device, where.device_features)


def extended(state: dict[str, Any], action: str) -> str:
    """Text of a state's schedule with one action more on the operation to act on."""
    before: str = state["schedule"]
    entry = f"{state['operation']}:"
    last = re.split(r"[;\n]", before)[-1].strip()
    if last.startswith(entry):
        return f"{before} {action}"
    return "; ".join(filter(None, [before, f"{entry} {action}"]))


def nearest_legal(program: _core.Program, schedule: str, where: _core.Execution) -> str:
    """Return the legal action nearest to the first one of a schedule that is not legal.

    Parameters
    ----------
    program : Program
    schedule : str
        Text that is not a schedule, or has an illegal action.
    where : Execution
        Its device decides what is legal.

    Returns
    -------
    str
        Text of an action, or of two, with which the schedule may go on after its legal part; ""
        if there is none.
    """
    state = after(program, "", where)
    for token in _TOKEN.findall(schedule):
        if token.startswith("op") and token.endswith(":"):
            named = int(token[2:-1])
            while state["operation"] and int(state["operation"][2:]) > named:
                state = after(program, extended(state, "done"), where)
            continue
        try:
            state = after(program, extended(state, token), where)
        except ValueError as error:
            return _legal_like(program, state, token, str(error), where)
    return ""


def _legal_like(
    program: _core.Program, state: dict[str, Any], token: str, said: str, where: _core.Execution
) -> str:
    found = _ACTION.match(token)
    name = found[1] if found else ""
    numbers = [int(each) for each in re.findall(r"-?\d+", (found and found[2]) or "")]
    actions = {action["name"]: action for action in state["actions"]}
    if name == "vectorize" and (smaller := dict(map(_pair, _ADVICE.findall(said)))):
        sizes = [smaller.get(loop, 0) for loop in range(len(state["loops"]))]
        candidates = [f"tile({_listed(sizes)}) vectorize"]
    else:
        close = difflib.get_close_matches(name, actions, n=1, cutoff=0.4)
        known = name if name in actions else close[0] if close else ""
        candidates = [_with_parameters(state, actions[known], numbers)] if known else []
    for candidate in candidates:
        try:
            after(program, extended(state, candidate), where)
        except ValueError:
            continue
        return candidate
    return ""


def _pair(numbers: tuple[str, str]) -> tuple[int, int]:
    return int(numbers[0]), int(numbers[1])


def _with_parameters(state: dict[str, Any], action: dict[str, Any], given: list[int]) -> str:
    """Return the action with legal parameters like the given ones."""
    loops = state["loops"]
    if action["parameters"] == "none":
        return str(action["name"])
    if action["parameters"] == "input":
        wanted = given[0] if given else 0
        numbers = [min(action["inputs"], key=lambda index: abs(index - wanted))]
    elif action["parameters"] == "permutation":
        order = list(dict.fromkeys(place for place in given if 0 <= place < len(loops)))
        numbers = order + [place for place in range(len(loops)) if place not in order]
        if numbers == sorted(numbers):
            numbers = [*numbers[:-2], numbers[-1], numbers[-2]]
    else:
        numbers = [0] * len(loops)
        for loop in action["loops"]:
            size = given[loop] if loop < len(given) else 0
            numbers[loop] = size if 0 <= size < loops[loop][1] else 0
        if not any(numbers[loop] for loop in action["useful"]):
            first = max(action["useful"], key=lambda loop: loops[loop][1])
            numbers[first] = _divisor(loops[first][1])
    return f"{action['name']}({_listed(numbers)})"


def _divisor(trips: int) -> int:
    """Return the largest divisor up to 16, or 1."""
    return max(size for size in range(1, min(trips, 17)) if trips % size == 0)


def _listed(numbers: list[int]) -> str:
    return ",".join(map(str, numbers))
