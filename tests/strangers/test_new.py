"""scripts/new writes the files of each kind, or nothing; scripts/check_new.py builds them."""

import importlib.machinery
import importlib.util
import re
import subprocess
import sys

import pytest

from strangers.commandline import ROOT


def module_of(script):
    loader = importlib.machinery.SourceFileLoader(
        script.replace(".", "_"), f"{ROOT}/scripts/{script}"
    )
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


NEW = module_of("new")
CHECK_NEW = module_of("check_new.py")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the tree, which each test leaves unchanged."""
    copy = tmp_path_factory.mktemp("copy")
    CHECK_NEW.copy_tree(copy)
    return copy


@pytest.fixture(autouse=True)
def _as_it_was(tree):
    yield
    first = subprocess.check_output(
        ["git", "rev-list", "--max-parents=0", "HEAD"], cwd=tree, text=True
    )
    subprocess.run(["git", "reset", "--quiet", "--hard", first.strip()], cwd=tree, check=True)
    subprocess.run(["git", "clean", "--quiet", "-fd"], cwd=tree, check=True)


def call(tree, *arguments):
    command = [ROOT / "scripts/new", *arguments, "--root", tree]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def changed(tree):
    lines = subprocess.check_output(["git", "status", "--porcelain", "-uall"], cwd=tree, text=True)
    return {
        line[3:]: "wrote" if line.startswith("??") else "changed" for line in lines.splitlines()
    }


def test_each_kind_passes_the_checks_and_costs_what_the_guide_says(tree):
    guide = (ROOT / "CONTRIBUTING.md").read_text()
    costs = {
        kind: int(count) for kind, count in re.findall(r"^\| `(\w+)` \| (\d+) \|", guide, re.M)
    }
    files = {kind: CHECK_NEW.add(tree, kind, name) for kind, name in CHECK_NEW.ADDED.items()}
    assert {kind: len(names) for kind, names in files.items()} == costs
    assert list(costs) == list(NEW.TAKEN)
    assert len({*files["action"], *files["pass"]}) <= 14
    CHECK_NEW.check(tree)
    for name in {name for names in files.values() for name in names}:
        assert not re.search(r"@\w+-?@", (tree / name).read_text()), name


def test_long_names_are_formatted_and_every_file_is_named(tree):
    said = []
    for kind in NEW.TAKEN:
        result = call(tree, kind, f"extraordinary_{kind}")
        assert result.returncode == 0, result.stderr
        files, _, steps = result.stdout.partition(" files; next:\n")
        said += re.findall(r"^(wrote|changed) +(\S+)$", files, re.MULTILINE)
        assert steps.startswith("- ") and all(len(line) <= 100 for line in steps.splitlines())
    assert {path: how for how, path in said} == changed(tree)
    for how, path in said:
        first = (tree / path).read_text().partition("\n")[0]
        assert not (how == "wrote" and first.startswith("//===- ")) or len(first) == 80, first
    code = [path for _, path in said if path.endswith((".cpp", ".h"))]
    subprocess.run(["clang-format-22", "--dry-run", "--Werror", *code], cwd=tree, check=True)
    subprocess.run([sys.executable, "scripts/check_prose.py"], cwd=tree, check=True)


@pytest.mark.parametrize(
    "kind, name, why",
    [
        ("action", "Tile", r"actions/Actions.def:\d+: Tile exists; choose another name"),
        ("action", "tile_fuse", r"actions/Actions.def:\d+: TileFuse exists; "),
        ("action", "Program", r"program/Program.h:\d+: Program exists; "),
        ("pass", "PeelRemainders", r"lowering/tensor/Passes.td:\d+: PeelRemainders ex"),
        ("searcher", "Random", r"agents/search/Searchers.def:\d+: RandomSearch exists; "),
        ("searcher", "mcts", r"agents/guided/PolicyAgents.def:\d+: MctsSearch exists; "),
        ("extractor", "history", r"observation/Extractors.def:\d+: History exists; "),
        ("device", "host_device", r"execution/device/Devices.def:\d+: HostDevice exists; "),
        ("family", "Matmul", r"program/generators/Families.def:\d+: Matmul exists; "),
        ("family", "quick", r"data/suites/quick.json: exists; choose another name"),
        ("action", "loop-unroll", r"'loop-unroll' is no name; .* CamelCase \(LoopUnroll\) or sn"),
        ("action", "2d", r"'2d' is no name; write it in CamelCase or snake_case"),
        ("action", "", r"'' is no name; "),
        ("action", "U" * 25, r"'U{25}' is longer than 24 characters; shorten it"),
    ],
)
def test_nothing_is_written_for_a_name_that_cannot_be(tree, kind, name, why):
    result = call(tree, kind, name)
    assert result.returncode == 1
    assert re.match(f"new: {why}", result.stderr), result.stderr
    assert not changed(tree)


def test_a_pass_runs_before_another(tree):
    result = call(tree, "pass", "Toy", "--before", "hoist-subsets")
    assert result.returncode == 0, result.stderr
    assert "lowering/vector/Toy.cpp" in changed(tree)
    for name, pattern in {
        "lowering/vector/Passes.td": r"def Toy : [^@]*?\n}\n\ndef HoistSubsets",
        "lowering/LoweringPipeline.cpp": r'"mlirgym-toy,"\s*"mlirgym-hoist-subsets,',
        "docs/lowering.md": r"\n### mlirgym-toy\n[^#]*\n### mlirgym-hoist-subsets\n",
    }.items():
        assert re.search(pattern, (tree / name).read_text()), name


@pytest.mark.parametrize(
    "before, why",
    [
        ("unroll", r"no pass on functions is called 'unroll'; name another by --before"),
        ("hide-entry", r"no pass on functions is called 'hide-entry'; "),
        ("split-vectors", r"LoweringPipeline.cpp: 2 lines match .*; .* name another by --before"),
    ],
)
def test_a_pass_has_one_place(tree, before, why):
    result = call(tree, "pass", "Toy", "--before", before)
    assert result.returncode == 1
    assert re.search(why, result.stderr), result.stderr
    assert not changed(tree)


def test_a_list_without_its_place_is_named(tree):
    page = tree / "docs/agents.md"
    page.write_text(page.read_text().replace("| name | strategy |", "| name | how |"))
    result = call(tree, "searcher", "Toy")
    assert result.returncode == 1
    assert result.stderr.startswith(
        "new: docs/agents.md: 0 lines match '^\\| name \\| strategy \\|'"
    )
    assert list(changed(tree)) == ["docs/agents.md"]


def test_only_a_clone_is_written_to(tmp_path):
    result = call(tmp_path, "searcher", "Toy")
    assert result.returncode == 1
    assert result.stderr.endswith("no rooms.txt; give the root of a clone by --root\n")
    assert not list(tmp_path.iterdir())


def test_notes_are_those_of_the_version_under_way():
    note, head = "The action `toy`.", "# Changelog\n\n"
    begun = "## [0.1.0] - not released yet\n\nFirst.\n\n"
    rest = "### Limits\n\n- None.\n"
    added = "### Added\n\n- The action `toy`.\n"
    once = NEW.with_note(head + begun + rest, note)
    assert once == head + begun + added + "\n" + rest
    assert NEW.with_note(once, "More.") == head + begun + added + "- More.\n\n" + rest
    released = "## [0.1.0] - 2026-12-01\n\n" + rest
    after = head + "## [Unreleased]\n\n" + added + "\n" + released
    assert NEW.with_note(head + released, note) == after
    assert NEW.with_note(after, "More.") == after.replace(added, added + "- More.\n")
