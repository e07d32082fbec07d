#!/usr/bin/env python3
"""Check the order of the rooms in rooms.txt against includes, CMake files and Python's imports.

Includes and link libraries follow the arrows of rooms.txt, no library compiles a file of another
folder, every arrow is needed, each room has tests and a row in docs/architecture.md, and
CONTRIBUTING.md contains the picture drawn from rooms.txt. Imports in the Python package follow the
arrows of python/rooms.txt, and no modules import each other. Prints each violation with advice;
exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import ast
import graphlib
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = {".h", ".cpp", ".def", ".td"}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
FILE = re.compile(r"(?<![\w./$}-])[\w./-]+\.(?:cpp|h|def)\b")
LIBRARY = re.compile(r"mlirgym::(\w+)")
PICTURE_BEGIN = "<!-- drawn by scripts/check_rooms.py --write; do not edit -->\n"
PICTURE_END = "<!-- end of the picture -->\n"


class RoomsError(Exception):
    """rooms.txt does not describe an order."""


@dataclass
class Room:
    """A line of rooms.txt or python/rooms.txt."""

    name: str
    builds_on: list[str]
    holds: str
    file: str
    line: int
    #: The rooms that it may include: direct and indirect dependencies.
    reaches: set[str] = field(default_factory=set)

    @property
    def library(self) -> str:
        """Name of the CMake target, without mlirgym::."""
        return self.name.rpartition("/")[2]


def read_rooms(root: Path, file: str) -> dict[str, Room]:
    """Return the rooms by name, in the order of the file."""
    rooms: dict[str, Room] = {}
    for number, text in enumerate((root / file).read_text().splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        parts = [part.strip() for part in text.split("|")]
        if len(parts) != 3:
            raise RoomsError(
                f"{file}:{number}: {len(parts)} columns; write folder | rooms that it "
                "builds on | its contents"
            )
        room = Room(parts[0], parts[1].split(), parts[2], file, number)
        if room.name in rooms:
            raise RoomsError(f"{file}:{number}: {room.name} stands twice; remove one line")
        for below in room.builds_on:
            if below not in rooms:
                raise RoomsError(
                    f"{file}:{number}: {room.name} builds on {below}, which does not stand "
                    "above it; move it up, or give up the arrow"
                )
            room.reaches |= {below} | rooms[below].reaches
        rooms[room.name] = room
    return rooms


def room_of(path: str, rooms: dict[str, Room]) -> Room | None:
    """Return the room of a file: the innermost enclosing folder that is one."""
    folder = path
    while "/" in folder:
        folder = folder.rpartition("/")[0]
        if folder in rooms:
            return rooms[folder]
    return None


def how_to_mend(source: Room, target: Room) -> str:
    """Explain the problem of an arrow from `source` to `target`."""
    if source.name in target.reaches:
        return (
            f"the arrow {source.name} -> {target.name} points back, since {target.name} builds "
            f"on {source.name}; move what both need into {source.name} or below it, or let the "
            "caller pass it in"
        )
    return (
        f"the arrow {source.name} -> {target.name} is not in {source.file}; do without it, or, if "
        f"{source.name} is meant to build on {target.name}, add it there"
    )


def unneeded_arrows(rooms: dict[str, Room], used: dict[str, set[str]]) -> Iterator[str]:
    """Yield a problem for each arrow without which all includes would still be allowed."""
    for room in rooms.values():
        for below in room.builds_on:
            others: set[str] = set()
            for other in room.builds_on:
                if other != below:
                    others |= {other} | rooms[other].reaches
            if used.get(room.name, set()) <= others:
                yield f"{room.file}:{room.line}: {room.name} needs no arrow to {below}; remove it"


@dataclass
class Checker:
    """Collects the violations under one root."""

    root: Path
    rooms: dict[str, Room]
    problems: list[str] = field(default_factory=list)
    #: Rooms that a room includes.
    included: dict[str, set[str]] = field(default_factory=dict)

    def files(self, folder: Path) -> list[Path]:
        """C++ files below a folder, relative to the root."""
        return sorted(
            path.relative_to(self.root)
            for path in (self.root / folder).rglob("*")
            if path.suffix in SOURCES
        )

    def check_includes(self) -> None:
        """Check that each include follows the arrows."""
        for folder in sorted({name.partition("/")[0] for name in self.rooms}):
            for path in self.files(Path(folder)):
                self.check_includes_of(path)

    def check_includes_of(self, path: Path) -> None:
        """Check the includes of one file."""
        source = room_of(path.as_posix(), self.rooms)
        if source is None:
            self.problems.append(f"{path}: in no room; move it into one, or add one to rooms.txt")
            return
        seen = self.included.setdefault(source.name, set())
        for number, line in enumerate((self.root / path).read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            target = room_of(match[1], self.rooms) if match else None
            if match is None or target is None or target is source:
                continue
            seen.add(target.name)
            if target.name not in source.reaches:
                self.problems.append(
                    f"{path}:{number}: includes {match[1]}: {how_to_mend(source, target)}"
                )

    def check_libraries(self) -> None:
        """Check that each library compiles its own files and links the rooms that they include."""
        by_library = {room.library: room for room in self.rooms.values()}
        linked: dict[str, set[str]] = {}
        for room in self.rooms.values():
            path = Path(room.name) / "CMakeLists.txt"
            if not (self.root / path).exists():
                self.problems.append(f"{path}: missing; a room is a library of its own")
                continue
            reaches: set[str] = set()
            for number, line in enumerate((self.root / path).read_text().splitlines(), 1):
                code = line.partition("#")[0]
                for word in FILE.findall(code):
                    file = os.path.normpath(f"{room.name}/{word}")
                    if room_of(file, self.rooms) is not room:
                        self.problems.append(
                            f"{path}:{number}: compiles {file}, which is not of {room.name}; "
                            "list it in its own room"
                        )
                for name in LIBRARY.findall(code):
                    target = by_library.get(name)
                    if target is None or target is room:
                        continue
                    reaches |= {target.name} | linked.get(target.name, set())
                    if target.name not in room.reaches:
                        self.problems.append(
                            f"{path}:{number}: links mlirgym::{name}: {how_to_mend(room, target)}"
                        )
            linked[room.name] = reaches
            for name in sorted((self.included.get(room.name, set()) & room.reaches) - reaches):
                self.problems.append(
                    f"{path}: does not link mlirgym::{self.rooms[name].library}, of which "
                    f"{room.name} includes headers; add it"
                )

    def check_tests(self) -> None:
        """Check that each room of the library has a folder of tests."""
        for room in self.rooms.values():
            if not (self.root / "tests" / room.name).is_dir():
                self.problems.append(f"tests/{room.name}: missing; a room has tests of its own")

    def check_table(self) -> None:
        """Check that docs/architecture.md has a row of each room."""
        text = (self.root / "docs/architecture.md").read_text()
        table = text.partition("\n| room |")[2].partition("\n\n")[0]
        shown = set(re.findall(r"^\| `([a-z/]+)/` \|", table, re.MULTILINE))
        for name in self.rooms.keys() - shown:
            self.problems.append(f"docs/architecture.md: no row of {name}/; add it to the table")
        for name in shown - self.rooms.keys():
            self.problems.append(f"docs/architecture.md: {name}/ is no room; remove its row")

    def check_picture(self) -> None:
        """Check that CONTRIBUTING.md shows these rooms."""
        path = self.root / "CONTRIBUTING.md"
        if draw(self.rooms) not in path.read_text():
            self.problems.append(
                "CONTRIBUTING.md: shows other rooms than rooms.txt; run "
                "scripts/check_rooms.py --write"
            )


@dataclass
class PythonChecker:
    """Collects the violations of the Python package under one root."""

    root: Path
    rooms: dict[str, Room]
    problems: list[str] = field(default_factory=list)
    #: Rooms that a room imports, and modules that a module imports.
    imported: dict[str, set[str]] = field(default_factory=dict)
    modules: dict[str, set[str]] = field(default_factory=dict)

    def check(self) -> None:
        """Check that imports follow the arrows, and that no modules import each other."""
        files = sorted((self.root / "python" / "mlirgym").rglob("*.py"))
        names = {file: module_name(file.relative_to(self.root / "python")) for file in files}
        self.modules = {name: set() for name in names.values()}
        for file, name in names.items():
            self.check_module(file, name)
        try:
            graphlib.TopologicalSorter(self.modules).prepare()
        except graphlib.CycleError as error:
            cycle = " -> ".join(reversed(error.args[1]))
            self.problems.append(f"python: {cycle}: a cycle; move what they share into a module")
        self.problems += unneeded_arrows(self.rooms, self.imported)

    def check_module(self, file: Path, name: str) -> None:
        """Check the imports of one module."""
        path = file.relative_to(self.root)
        source = self.rooms.get(room_of_module(name))
        if source is None and room_of_module(name) not in ("", "__main__"):
            self.problems.append(
                f"{path}: in no room; move it into one, or add one to python/rooms.txt"
            )
            return
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        for line, target in imports_of(ast.parse(file.read_text()), package):
            known = target if target in self.modules else target.rpartition(".")[0]
            if known not in self.modules or target.startswith("mlirgym._"):
                continue  # of another package, or an extension module
            self.modules[name].add(known)
            if source is None:
                continue
            room = self.rooms.get(room_of_module(known))
            if room is None:
                self.problems.append(
                    f"{path}:{line}: imports {target} from the top of the package, which imports "
                    "this module; import it from the module that defines it"
                )
            elif room is not source:
                self.imported.setdefault(source.name, set()).add(room.name)
                if room.name not in source.reaches:
                    mend = how_to_mend(source, room)
                    self.problems.append(f"{path}:{line}: imports {known}: {mend}")


def module_name(path: Path) -> str:
    """Return the dotted name of the module in a file."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of_module(name: str) -> str:
    """Return the name of a module's room, which is empty for the top room."""
    return name.partition(".")[2].partition(".")[0]


def imports_of(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of each import, at any depth, in a module of `package`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = parts[: len(parts) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{each.name}") for each in node.names)


def draw(rooms: dict[str, Room]) -> str:
    """Return the picture in Mermaid: each room is above those on which it depends."""
    lines = ["```mermaid", "flowchart TB"]
    for name in rooms:
        if "/" in name:
            lines.append(f"  {name.replace('/', '_')}[{name}]")
    for room in rooms.values():
        for below in room.builds_on:
            lines.append(f"  {room.name.replace('/', '_')} --> {below.replace('/', '_')}")
    lines.append("```")
    return PICTURE_BEGIN + "\n".join(lines) + "\n" + PICTURE_END


def write_picture(root: Path, rooms: dict[str, Room]) -> None:
    """Replace the picture between the marks in CONTRIBUTING.md."""
    path = root / "CONTRIBUTING.md"
    before, begin, rest = path.read_text().partition(PICTURE_BEGIN)
    _, end, after = rest.partition(PICTURE_END)
    if not begin or not end:
        raise RoomsError(f"{path.name}: no marks around the picture; put them back")
    path.write_text(before + draw(rooms) + after)


def main() -> int:
    """Report violations."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--draw", action="store_true", help="print the picture of the rooms")
    parser.add_argument("--write", action="store_true", help="draw it into CONTRIBUTING.md")
    parser.add_argument("--root", type=Path, default=ROOT, help="another clone (default: this)")
    arguments = parser.parse_args()
    try:
        rooms = read_rooms(arguments.root, "rooms.txt")
        python_rooms = read_rooms(arguments.root, "python/rooms.txt")
        if arguments.draw:
            print(draw(rooms), end="")
            return 0
        if arguments.write:
            write_picture(arguments.root, rooms)
            return 0
    except RoomsError as error:
        print(error, file=sys.stderr)
        return 1
    checker = Checker(arguments.root, rooms)
    checker.check_includes()
    checker.check_libraries()
    checker.problems += unneeded_arrows(rooms, checker.included)
    checker.check_tests()
    checker.check_table()
    checker.check_picture()
    python = PythonChecker(arguments.root, python_rooms)
    python.check()
    problems = checker.problems + python.problems
    print("".join(f"{problem}\n" for problem in problems), end="", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
