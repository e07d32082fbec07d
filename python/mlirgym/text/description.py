"""Programs, machines and states of schedules as compact text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from mlirgym import _core

#: Operations that a description shows; the others are counted.
MOST_OPERATIONS = 6
_MARKS = {"fill": " begun as a fill", "other": " reshaped or padded"}


def short(number: float) -> str:
    """Three digits, and a power of thousand as a letter: ``4.19M``."""
    for power, letter in ((12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if abs(number) >= 10**power:
            return f"{_three(number / 10**power)}{letter}"
    return _three(number)


def _three(number: float) -> str:
    if number == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(number))))
    text = f"{number:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def describe_program(program: _core.Program) -> str:
    """Describe operations with their loops and operands, in a few lines.

    Loops are d0, d1, ... from the outermost, with their trip counts and a ``+`` for a reduction;
    each operand has its element type and the index of each of its dimensions, and its shape where
    an index is more than a loop.

    Parameters
    ----------
    program : Program
    """
    work = program.complexity
    operations = program.operations
    head = (
        f"program {program.name}: {short(work['flops'])} operations, "
        f"reads {short(work['bytes_read'])} bytes, writes {short(work['bytes_written'])}"
    )
    # The last operations are visited first.
    shown = [_describe_operation(each) for each in operations[-MOST_OPERATIONS:]]
    left = len(operations) - len(shown)
    before = [f"op0 to op{left - 1}: {left} operations before these"] if left else []
    return "\n".join([head, *before, *shown])


def _describe_operation(operation: Mapping[str, Any]) -> str:
    loops = " ".join(
        f"d{loop}={trips}{'+' if kind == 'reduction' else ''}"
        for loop, (trips, kind) in enumerate(
            zip(operation["trip_counts"], operation["iterator_types"], strict=True)
        )
    )
    kind = operation["kind"].removeprefix("linalg.")
    inputs = [f"in{i} {_operand(each)}" for i, each in enumerate(operation["inputs"])]
    inits = [f"out {_operand(each)}" for each in operation["inits"]]
    return f"{operation['tag']} {kind} {loops}: " + "; ".join(inputs + inits)


def _operand(operand: Mapping[str, Any]) -> str:
    indices = [each.replace(" ", "") for each in operand["indices"]]
    # Loops as indices have the extents of the shape.
    plain = all(re.fullmatch(r"d\d+", index) for index in indices)
    shape = "" if plain else " " + "x".join(map(str, operand["shape"]))
    mark = _MARKS.get(operand["source"], "")
    if operand["source"] == "operation":
        mark = f" of op{operand['producer']}"
    return f"{operand['dtype']}{shape}[{','.join(indices)}]{mark}"


def describe_machine(execution: _core.Execution, peak: Mapping[str, float] | None) -> str:
    """Describe threads, vectors and caches, and the measured peak if it is known."""
    if execution.device == "host":
        machine = _core.machine()
        caches = "/".join(short(machine[f"l{level}_bytes"]) for level in (1, 2, 3))
        text = f"machine: vectors {machine['vector_bits'] // 8} bytes, caches {caches} bytes"
    else:
        device = next(each for each in _core.devices() if each["id"] == execution.device)
        text = f"machine: {device['cpu']}, vectors {device['vector_bits'] // 8} bytes"
    text += f", {execution.threads} thread{'s' if execution.threads > 1 else ''}"
    if peak:
        text += f"; peak {_three(peak['gflops'])} Gop/s, {_three(peak['gbytes_per_second'])} GB/s"
    return text


def share_of_peak(program: _core.Program, time_ns: float, peak: Mapping[str, float]) -> float:
    """Return the share of the machine's measured peak, of arithmetic or memory.

    It may exceed 1 where the arguments fit into the caches.
    """
    work = program.complexity
    moved = work["bytes_read"] + work["bytes_written"]
    return float(max(work["flops"] / peak["gflops"], moved / peak["gbytes_per_second"]) / time_ns)


def describe_state(state: Mapping[str, Any]) -> str:
    """Describe the loops of the operation to act on.

    Parameters
    ----------
    state : dict
        The result of ``_core.after_schedule``.
    """
    if not state["operation"]:
        return "every operation has ended"
    around = " ".join(
        f"{'forall' if parallel else 'for'} d{source}={extent} by {step}"
        for parallel, extent, step, source in state["around"]
    )
    loops = ",".join(
        f"{'' if static else '~'}{trips}{'+' if reduction else ''}"
        for reduction, trips, static, _ in state["loops"]
    )
    return f"{state['operation']}: {around + ', inside ' if around else ''}loops ({loops})"


def describe_actions(actions: Iterable[Mapping[str, Any]], loops: int, meanings: bool) -> str:
    """Describe legal actions, in a line each with their meaning, or as a list of names."""
    lines = []
    for action in actions:
        text = action["name"]
        if action["parameters"] == "sizes":
            whole = " ".join(str(i) for i in range(loops) if i not in action["loops"])
            text += f"({loops} sizes{', 0 for ' + whole if whole else ''})"
        elif action["parameters"] == "permutation":
            text += f"({loops} loops)"
        elif action["parameters"] == "input":
            text += f"({'|'.join(map(str, action['inputs']))})"
        lines.append(f"{text}: {action['summary']}" if meanings else text)
    return "\n".join(lines) if meanings else ", ".join(lines)
