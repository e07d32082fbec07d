"""Every name that scripts/bench and scripts/stress list can be called."""

import re
import subprocess

import pytest

from strangers.commandline import ROOT

SHELL_SCRIPTS = [
    path
    for path in (ROOT / "scripts").iterdir()
    if path.is_file() and path.read_bytes().startswith((b"#!/usr/bin/env bash", b"# Sourced by"))
]


def names_of(kind):
    """As the CMake file and the folders have them: the scripts find the same, or lose one."""
    cmake = (ROOT / "benchmarks/CMakeLists.txt").read_text()
    known = {"bench": "mlirgym_add_benchmark", "stress": "mlirgym_add_stress"}[kind]
    names = re.findall(rf"^ *{known}\((\w+) ", cmake, re.MULTILINE)
    for path in (ROOT / "benchmarks").glob("*/__main__.py"):
        folder = path.parent.name
        if folder.startswith("stress_") == (kind == "stress"):
            names.append(folder.removeprefix("stress_"))
    return [name.replace("_", "-") for name in names]


def call(kind, *arguments):
    return subprocess.run(
        [ROOT / "scripts" / kind, *arguments], capture_output=True, text=True, timeout=240
    )


@pytest.mark.parametrize("kind", ["bench", "stress"])
def test_the_list_has_every_program(kind):
    listed = call(kind)
    assert listed.returncode == 0
    found = re.findall(r"^  ([\w-]+)  +\w", listed.stdout, re.MULTILINE)
    assert sorted(found) == sorted(names_of(kind))
    assert len(found) > 4


@pytest.mark.parametrize(
    "kind, name", [(kind, name) for kind in ("bench", "stress") for name in names_of(kind)]
)
def test_every_program_explains_itself(kind, name):
    helped = call(kind, name, "--help")
    assert helped.returncode == 0, helped.stdout + helped.stderr
    assert "--help" in helped.stdout and "--json" in helped.stdout
    assert f"scripts/{kind} NAME" not in helped.stdout, "the list instead of the program"


@pytest.mark.parametrize("kind", ["bench", "stress"])
@pytest.mark.parametrize("name", ["nothing", "ste", "s.ep", "*", "[a-z]*", ""])
def test_another_name_is_refused_with_the_list(kind, name):
    refused = call(kind, name, "--help")
    if not name:  # no name at all asks for the list
        assert refused.returncode == 0
        return
    assert refused.returncode == 2
    assert f"no program is called '{name}'" in refused.stderr
    assert f"scripts/{kind} NAME" in refused.stderr


def test_no_script_pipes_into_a_reader_that_leaves():
    # Under pipefail the writer's SIGPIPE is then a failure, on a fast machine.
    assert SHELL_SCRIPTS
    leaves = re.compile(r"\|\s*(grep\s+-\w*q|head\b|sed\s+\S*q\b|awk\b.*\bexit\b)")
    for script in SHELL_SCRIPTS:
        for number, line in enumerate(script.read_text().splitlines(), 1):
            assert not leaves.search(line.partition(" # ")[0]), f"{script.name}:{number}: {line}"
