#!/usr/bin/env python3
"""Print the public headers, one path per line, relative to the root.

These are the headers that `cmake --install` copies: the FILE_SET HEADERS of the rooms that
cmake/MlirgymInstall.cmake installs. The lists are read as text, so that the documentation can be
built without a configured build folder.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOM = re.compile(r"^([a-z/]+) +[|]", re.MULTILINE)
REMOVED = re.compile(r"^list\(REMOVE_ITEM installed_rooms ([^)]*)\)", re.MULTILINE)
SOURCES = re.compile(r"^ *target_sources\((\w+)([^)]*)\)", re.MULTILINE)
FILE_SET = re.compile(r"\bPUBLIC\s+FILE_SET\s+HEADERS\b.*?\bFILES\b(.*)", re.DOTALL)
KEYWORDS = {"PUBLIC", "PRIVATE", "INTERFACE", "FILE_SET"}


def without_comments(lists: Path) -> str:
    """Text of a CMake file."""
    return re.sub(r"#.*", "", lists.read_text())


def installed_libraries() -> set[str]:
    """Targets whose headers are installed: all rooms except those that the CMake file removes."""
    text = without_comments(ROOT / "cmake/MlirgymInstall.cmake")
    removed = {name for match in REMOVED.finditer(text) for name in match[1].split()}
    rooms = ROOM.findall((ROOT / "rooms.txt").read_text())
    return {f"mlirgym_{room.rpartition('/')[2]}" for room in rooms if room not in removed}


def headers_of(sources: str) -> list[str]:
    """Headers of a target_sources() call, in its order."""
    found = FILE_SET.search(sources)
    if not found:
        return []
    words = found[1].split()
    ends = [index for index, word in enumerate(words) if word in KEYWORDS]
    return words[: ends[0]] if ends else words


def public_headers() -> list[str]:
    """Paths relative to the root, sorted."""
    libraries = installed_libraries()
    headers = set()
    for lists in ROOT.glob("[a-z]*/**/CMakeLists.txt"):
        folder = lists.parent.relative_to(ROOT)
        if folder.parts[0] == "build":
            continue
        for target, sources in SOURCES.findall(without_comments(lists)):
            if target in libraries:
                headers.update(os.path.normpath(folder / name) for name in headers_of(sources))
    return sorted(headers)


if __name__ == "__main__":
    sys.stdout.writelines(f"{header}\n" for header in public_headers())
