"""What a language model answers: a schedule, one action more, a module, or a kernel."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCED = re.compile(r"```[ \t]*([\w+-]*)[ \t]*\n(.*?)```", re.DOTALL)
_ENTRY = re.compile(r"^[ \t]*op\d+[ \t]*:", re.MULTILINE)
_FUNCTION = re.compile(r"func\.func\s+(?:public\s+)?@(\w+)")


@dataclass(frozen=True)
class Answer:
    """A candidate, and how it is to be read.

    Attributes
    ----------
    kind : {"action", "schedule", "module", "kernel"}
        One action more; a whole schedule; MLIR that implements the whole program; code in place
        of one kernel.
    text : str
    language : {"", "mlir", "c"}
        Of a module or a kernel.
    name : str
        Function that a kernel defines.
    """

    kind: str
    text: str
    language: str = ""
    name: str = ""


def read_answer(reply: str) -> Answer:
    """Find the candidate in a reply, which may explain it.

    The last fenced block counts, or, without one, the whole reply from the first line that begins
    with ``opN:``. A block of MLIR whose function has the name of a kernel replaces this kernel, and
    any other one the whole program.

    Parameters
    ----------
    reply : str
        Text of a model, or the candidate alone.
    """
    blocks = _FENCED.findall(reply)
    language, text = blocks[-1] if blocks else ("", reply)
    text = text.strip()
    function = _FUNCTION.search(text)
    if language == "mlir" or function:
        name = function[1] if function else ""
        is_kernel = bool(re.search(r"_op\d+$", name))
        return Answer("kernel" if is_kernel else "module", text, "mlir", name)
    if language == "c" or re.search(r"^\s*void\s+\w+\s*\(", text, re.MULTILINE):
        names = re.findall(r"\bvoid\s+(\w+_op\d+)\s*\(", text)
        return Answer("kernel", text, "c", names[-1] if names else "")
    if entry := _ENTRY.search(text):
        return Answer("schedule", _schedule_in(text[entry.start() :]))
    return Answer("action", text.strip("`").strip())


def _schedule_in(text: str) -> str:
    """Lines of a schedule, without the prose that follows it."""
    lines = []
    for line in text.splitlines():
        if line.strip() and not _ENTRY.match(line):
            break
        lines.append(line.strip())
    return "\n".join(lines).strip().strip("`")
