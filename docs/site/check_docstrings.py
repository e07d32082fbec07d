"""Check that the docstrings shown by docs/python-reference.md describe each of their parameters.

Run: build/docs-venv/bin/python docs/site/check_docstrings.py

mkdocstrings warns of a described parameter that does not exist, but not of a missing description.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import griffe

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python-reference.md"


def documented(function: griffe.Function) -> set[str]:
    """Names of the parameters that the docstring describes."""
    assert function.docstring is not None
    sections = function.docstring.parse("numpy")
    names = {
        parameter.name
        for section in sections
        if section.kind is griffe.DocstringSectionKind.parameters
        for parameter in section.value
    }
    return {name.strip().lstrip("*") for joined in names for name in joined.split(",")}


def problems(thing: griffe.Object | griffe.Alias) -> Iterator[str]:
    """Yield what is missing in the docstrings of an object and its public members."""
    if thing.is_alias:
        thing = thing.final_target
    is_property = thing.is_attribute and "property" in thing.labels
    if (thing.is_class or thing.is_function or is_property) and thing.docstring is None:
        yield f"{thing.path}: no docstring"
    elif isinstance(thing, griffe.Function):
        given = [each.name for each in thing.parameters if each.name not in ("self", "cls")]
        missing = sorted(set(given) - documented(thing))
        if missing:
            yield f"{thing.path}: no description of {', '.join(missing)}"
    if thing.is_class or thing.is_module:
        for name, member in thing.members.items():
            if not name.startswith("_") and not (thing.is_module and member.is_alias):
                yield from problems(member)


def main() -> int:
    """Check every name of the page."""
    package = griffe.load("mlirgym", search_paths=[str(ROOT / "python")])
    names = re.findall(r"^::: mlirgym\.(\S+)$", PAGE.read_text(), re.MULTILINE)
    found = [problem for name in names for problem in problems(package[name])]
    print("".join(f"{problem}\n" for problem in found), end="", file=sys.stderr)
    return 1 if found or not names else 0


if __name__ == "__main__":
    sys.exit(main())
