"""The order of the rooms is checked: each way of breaking it is found."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CHECK = ROOT / "scripts" / "check_rooms.py"


def check(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CHECK), "--root", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The rooms of this repository, to be broken."""
    lines = (ROOT / "rooms.txt").read_text().splitlines()
    rooms = [line.partition("|")[0].strip() for line in lines if "|" in line and line[0] != "#"]
    skipped = shutil.ignore_patterns("*.py", "*.pyi", "*.so", "__pycache__")
    for name in {room.partition("/")[0] for room in rooms}:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    shutil.copytree(ROOT / "python/mlirgym", tmp_path / "python/mlirgym", dirs_exist_ok=True)
    for name in rooms:
        (tmp_path / "tests" / name).mkdir(parents=True, exist_ok=True)
    (tmp_path / "docs").mkdir()
    texts = ("rooms.txt", "python/rooms.txt", "CONTRIBUTING.md", "docs/architecture.md")
    for name in texts:
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def prepend(path: Path, text: str) -> None:
    path.write_text(text + path.read_text())


def replace(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_the_repository_keeps_the_order() -> None:
    result = check(ROOT)
    assert (result.returncode, result.stderr) == (0, "")


def test_an_include_against_the_order_fails(clone: Path) -> None:
    assert check(clone).returncode == 0
    prepend(clone / "program" / "Limits.h", '#include "execution/Execution.h"\n')
    result = check(clone)
    assert result.returncode == 1
    assert result.stderr == (
        "program/Limits.h:1: includes execution/Execution.h: the arrow program -> execution "
        "points back, since execution builds on program; move what both need into program or "
        "below it, or let the caller pass it in\n"
    )


def test_an_arrow_that_nobody_declared_fails(clone: Path) -> None:
    prepend(clone / "execution/timing/Sampler.h", '#include "observation/Observation.h"\n')
    result = check(clone)
    assert result.returncode == 1
    assert result.stderr.startswith(
        "execution/timing/Sampler.h:1: includes observation/Observation.h: the arrow "
        "execution/timing -> observation is not in rooms.txt; "
    )


def test_a_library_links_along_the_arrows(clone: Path) -> None:
    lists = clone / "actions" / "CMakeLists.txt"
    prepend(lists, "target_link_libraries(mlirgym_actions PRIVATE mlirgym::env)\n")
    result = check(clone)
    assert result.returncode == 1
    assert "links mlirgym::env: the arrow actions -> env points back" in result.stderr


def test_a_library_links_what_it_includes(clone: Path) -> None:
    replace(clone / "execution" / "reference" / "CMakeLists.txt", "mlirgym::evaluator", "")
    result = check(clone)
    assert result.returncode == 1
    assert "execution/reference/CMakeLists.txt: does not link mlirgym::evaluator" in result.stderr


def test_a_library_compiles_its_own_files(clone: Path) -> None:
    replace(
        clone / "execution" / "CMakeLists.txt", " batch/Batch.cpp", " batch/Batch.cpp wire/Wire.cpp"
    )
    result = check(clone)
    assert result.returncode == 1
    assert "compiles execution/wire/Wire.cpp, which is not of execution" in result.stderr


def test_a_file_belongs_to_a_room(clone: Path) -> None:
    room = next(
        x for x in (clone / "rooms.txt").read_text().splitlines() if x.startswith("agents ")
    )
    replace(clone / "rooms.txt", room + "\n", "")
    replace(clone / "rooms.txt", "| agents ", "| execution ")
    result = check(clone)
    assert result.returncode == 1
    assert "agents/Agent.h: in no room; move it into one, or add one to rooms.txt" in result.stderr


def test_an_arrow_that_nobody_needs_fails(clone: Path) -> None:
    replace(clone / "rooms.txt", "| agents/policy env ", "| agents/policy env actions ")
    result = check(clone)
    assert result.returncode == 1
    assert "agents/ppo needs no arrow to actions; remove it" in result.stderr


def test_the_picture_is_of_the_rooms(clone: Path) -> None:
    page = clone / "CONTRIBUTING.md"
    replace(page, "--> program\n", "--> tools\n")
    result = check(clone)
    assert (result.returncode, result.stderr) == (
        1,
        "CONTRIBUTING.md: shows other rooms than rooms.txt; run scripts/check_rooms.py --write\n",
    )
    assert check(clone, "--write").returncode == 0
    assert check(clone).returncode == 0
    assert check(clone, "--draw").stdout in page.read_text()


@pytest.mark.parametrize("line", ["import {}", "def late():\n    from {} import ProgramLike"])
def test_an_import_against_the_order_fails(clone: Path, line: str) -> None:
    (clone / "python/mlirgym/programs/late.py").write_text(line.format("mlirgym.envs.env") + "\n")
    result = check(clone)
    assert result.returncode == 1
    assert result.stderr == (
        f"python/mlirgym/programs/late.py:{line.count(chr(10)) + 1}: imports mlirgym.envs.env: the "
        "arrow programs -> envs points back, since envs builds on programs; move what both need "
        "into programs or below it, or let the caller pass it in\n"
    )


def test_an_import_that_nobody_declared_fails(clone: Path) -> None:
    (clone / "python/mlirgym/agents/more.py").write_text("from ..mlirrl.execution import Module\n")
    result = check(clone)
    assert result.stderr.startswith(
        "python/mlirgym/agents/more.py:1: imports mlirgym.mlirrl.execution: the arrow agents -> "
        "mlirrl is not in python/rooms.txt; do without it, or,"
    )


def test_an_import_that_nobody_needs_any_more_fails(clone: Path) -> None:
    rooms = clone / "python/rooms.txt"
    replace(rooms, "agents    | execution progress", "agents    | execution progress envs")
    result = check(clone)
    assert "python/rooms.txt:20: agents needs no arrow to envs; remove it" in result.stderr


def test_the_top_of_the_package_is_not_imported(clone: Path) -> None:
    (clone / "python/mlirgym/agents/more.py").write_text("from mlirgym import Execution\n")
    result = check(clone)
    assert result.stderr.startswith(
        "python/mlirgym/agents/more.py:1: imports mlirgym.Execution from the top of the package"
    )


def test_modules_that_import_each_other_fail(clone: Path) -> None:
    prepend(clone / "python/mlirgym/agents/trained.py", "import mlirgym.agents.optimizing\n")
    result = check(clone)
    assert result.returncode == 1
    assert re.fullmatch(
        r"python: (mlirgym\.agents\.\w+) -> mlirgym\.agents\.\w+ -> \1: a cycle; move what they "
        r"share into a module\n",
        result.stderr,
    ), result.stderr


def test_a_module_belongs_to_a_room(clone: Path) -> None:
    (clone / "python/mlirgym/more.py").write_text("")
    result = check(clone)
    assert result.stderr == (
        "python/mlirgym/more.py: in no room; move it into one, or add one to python/rooms.txt\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("program | | a\nprogram | | b\n", "rooms.txt:2: program stands twice"),
        ("actions | program | a\nprogram | | b\n", "rooms.txt:1: actions builds on program, which"),
        ("actions\n", "rooms.txt:1: 1 columns; write folder |"),
    ],
)
def test_the_file_of_the_rooms_is_an_order(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "rooms.txt").write_text(text)
    result = check(tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith(message)
