#!/usr/bin/env python3
"""Check that every C++ source file is listed in a CMakeLists.txt, and every header used.

Also check that a pass, its source and its test have the same name. Files are listed, never globbed:
an unlisted source is neither built nor tested, and an unlisted header that no file includes is
dead, without any message. A list may be a .def or a Passes.td, whose classes have the names of
files (cmake/MlirgymLists.cmake, cmake/MlirgymPasses.cmake). Prints each file that is in no list;
exit code 1 if there is one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PASS = re.compile(r'^def (\w+)\s*:\s*Pass<"mlirgym-([a-z0-9-]+)"', re.MULTILINE)
CLASS = re.compile(r"^MLIRGYM_(?:ACTION\(\w+, |[A-Z]+\()(\w+)", re.MULTILINE)
FILES_OF = re.compile(r"mlirgym_files_of\(\w+ (\S+) (\S+) ([^)]+)\)")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def own_files(*patterns: str) -> list[Path]:
    """Files that git tracks or would add, relative to the root."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "--", *patterns]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(line) for line in output.splitlines() if (ROOT / line).exists()]


def listed() -> set[Path]:
    """Paths that words of a CMakeLists.txt refer to, relative to its folder, or that it derives."""
    found = set()
    for lists in own_files("CMakeLists.txt", "**/CMakeLists.txt"):
        text = (ROOT / lists).read_text()
        words = [*text.replace("(", " ").replace(")", " ").split(), *derived(lists, text)]
        found.update(Path(os.path.normpath(lists.parent / word)) for word in words)
    return found


def derived(lists: Path, text: str) -> list[str]:
    """Paths in the folder of a CMakeLists.txt that it derives from classes and passes."""
    found = []
    for list_of_classes, folder, suffixes in FILES_OF.findall(text):
        classes = CLASS.findall((ROOT / list_of_classes).read_text())
        found += [f"{folder}/{name}{end}" for name in classes for end in suffixes.split()]
    if "mlirgym_passes(" in text:
        passes = PASS.findall((ROOT / lists.parent / "Passes.td").read_text())
        found += [f"{name}.cpp" for name, _ in passes]
    return found


def is_included(path: Path, names: set[str]) -> bool:
    """Tell whether an include of that name, from any folder, refers to the file."""
    return any(f"/{path.as_posix()}".endswith(f"/{name}") for name in names)


def misnamed_passes() -> list[str]:
    """Return a problem for each pass whose source or test has another name."""
    problems = []
    for path in own_files("lowering/*/Passes.td"):
        for name, argument in PASS.findall((ROOT / path).read_text()):
            wanted = [path.parent / f"{name}.cpp", Path(f"tests/lit/passes/{argument}.mlir")]
            if argument != re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower():
                problems.append(f"{path}: {name} is called mlirgym-{argument}; call both the same")
            problems += [
                f"{path}: {name} has no {file}; name it so, or write it"
                for file in wanted
                if not (ROOT / file).exists()
            ]
    return problems


def main() -> int:
    """Report unlisted files and misnamed passes."""
    sources = own_files("*.cpp")
    headers = own_files("*.h", "*.def")
    named = listed()
    names = {
        name.removeprefix("../")
        for path in sources + headers + own_files("*.c")
        for name in INCLUDE.findall((ROOT / path).read_text())
    }
    problems = [
        f"{path}: not in a CMakeLists.txt; add it to the list of its room"
        for path in sources
        if path not in named
    ] + [
        f"{path}: neither in a CMakeLists.txt nor included; list it or remove it"
        for path in headers
        if not is_included(path, names) and path not in named
    ]
    problems += misnamed_passes()
    print("".join(f"{problem}\n" for problem in problems), end="", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
