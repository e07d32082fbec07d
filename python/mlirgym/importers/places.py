"""Where in the source an operation of MLIR comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

_ALIAS = re.compile(r"(#loc\d*) = loc\((.*)\)$")
#: A place in a file, a name, or a reference to another location.
_PART = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):\d+|"((?:[^"\\]|\\.)*)"|(#loc\d*)')

_IS_LINE = re.compile(r":\d+$")
_HAS_PLACE = re.compile(r" loc\(.*\)$")

#: Folders of packages whose lines are not those of a model.
_LIBRARIES = re.compile(r"[/\\](site-packages|dist-packages|mlirgym)[/\\]|[/\\]lib[/\\]python3")


def place_of(location: str, aliases: dict[str, str] | None = None) -> str | None:
    """Innermost line of a location outside of libraries, else its name or innermost line.

    Parameters
    ----------
    location : str
        As MLIR prints it, such as ``callsite("a.py":1:2 at "b.py":3:4)``.
    aliases : dict, optional
        Texts of the locations such as ``#loc1`` to which it refers.
    """
    lines, names = [], []
    for file, line, name in _parts(location, aliases or {}, set()):
        if file:
            lines.append((file, line))
        else:
            names.append(name)
    for file, line in lines:
        if not _LIBRARIES.search(file):
            return f"{file}:{line}"
    if lines:
        return ":".join(lines[0])
    return names[0] if names else None


def _parts(
    location: str, aliases: dict[str, str], seen: set[str]
) -> Iterator[tuple[str, str, str]]:
    for match in _PART.finditer(location):
        file, line, name, alias = match.groups()
        if alias is None:
            yield file or "", line or "", name or ""
        elif alias in aliases and alias not in seen:
            seen.add(alias)
            yield from _parts(aliases[alias], aliases, seen)


def places_of_lines(located: Callable[[], str]) -> Callable[[int], str | None]:
    """Map a line of a module's text to its place in the source.

    Parameters
    ----------
    located : callable
        Prints the module with its locations; called for the first line that is asked for.
    """

    @cache
    def read() -> tuple[list[str], dict[str, str]]:
        lines: list[str] = []
        aliases: dict[str, str] = {}
        for line in located().partition("\n{-#\n")[0].splitlines():
            # Without them, the text has the lines of the text without locations.
            if line.startswith("#loc"):
                if match := _ALIAS.match(line):
                    aliases[match[1]] = match[2]
            else:
                lines.append(line)
        return lines, aliases

    def place(number: int) -> str | None:
        lines, aliases = read()
        if not 0 < number <= len(lines):
            return None
        line = lines[number - 1]
        indent = line[: len(line) - len(line.lstrip())]
        if not _HAS_PLACE.search(line):  # that of an operation with regions is behind them
            line = _end(lines[number:], indent)
        found = place_of(line[line.rfind(" loc(") + 5 :], aliases)
        if found is None or not _IS_LINE.search(found):
            # A helper function has the line that calls it, in JAX.
            line = _end(lines[number:], "  ")
            outer = place_of(line[line.rfind(" loc(") + 5 :], aliases)
            if outer is not None and _IS_LINE.search(outer):
                return outer
        return found

    return place


def _end(lines: list[str], indent: str) -> str:
    """Return the first of the lines that ends something with this indentation, and has a place."""
    end = indent + "}"
    return next((each for each in lines if each.startswith(end) and _HAS_PLACE.search(each)), "")
