"""Every name that scripts/bench and scripts/stress list can be called."""

import importlib.machinery
import importlib.util
import json
import re
import subprocess
import sys

import pytest

from strangers.commandline import ROOT

FUZZ_LISTS = ROOT / "tests/fuzz/CMakeLists.txt"
SHELL_SCRIPTS = [
    path
    for path in (ROOT / "scripts").iterdir()
    if path.is_file()
    and path.read_bytes().startswith((b"#!/usr/bin/env bash", b"# shellcheck shell="))
]


def names_of(kind):
    """As the CMake file and the folders have them: the scripts find the same, or lose one."""
    folder, known = {
        "bench": (ROOT / "benchmarks", "mlirgym_add_benchmark"),
        "stress": (ROOT / "tests/stress", "mlirgym_add_stress"),
    }[kind]
    names = re.findall(
        rf"^ *{known}\((\w+) ", (folder / "CMakeLists.txt").read_text(), re.MULTILINE
    )
    names += [path.parent.name for path in folder.glob("*/__main__.py")]
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


def nightly():
    path = str(ROOT / "scripts/nightly")
    loader = importlib.machinery.SourceFileLoader("nightly", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("nightly", loader))
    sys.modules["nightly"] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module


def results_of(folder):
    jobs = json.loads((folder / "report.json").read_text())["jobs"]
    return {job["name"]: (job["result"], job["earlier"]) for job in jobs}


def test_a_night_goes_on_after_a_failure_and_does_not_repeat_what_passed(tmp_path, capfd):
    night = nightly()
    broken = tmp_path / "broken"
    broken.touch()
    fails = night.Job("fails", ("sh", "-c", f"echo first; echo why; test ! -e {broken}"))
    slow = night.Job("slow", ("sleep", "60"), hours=0.2 / 3600)
    good = night.Job("good", ("sh", "-c", f"echo once >> {tmp_path / 'count'}"))

    assert night.run_all([fails, slow, good], tmp_path / "out", fresh=False) == 1
    assert results_of(tmp_path / "out") == {
        "fails": ("failed", False),
        "slow": ("timed out", False),
        "good": ("passed", False),
    }
    report = (tmp_path / "out/report.md").read_text()
    assert "1 passed, 2 failed" in report and "| why |" in report
    assert (tmp_path / "out/fails.log").read_text() == "first\nwhy\n"

    broken.unlink()
    assert night.run_all([fails, good], tmp_path / "out", fresh=False) == 0
    assert results_of(tmp_path / "out") == {"fails": ("passed", False), "good": ("passed", True)}
    assert (tmp_path / "count").read_text() == "once\n"

    assert night.run_all([good], tmp_path / "out", fresh=True) == 0
    assert (tmp_path / "count").read_text() == "once\nonce\n"


def test_the_night_has_every_stress_test_and_fuzzer():
    listed = subprocess.run(
        [ROOT / "scripts/nightly", "--list"], capture_output=True, text=True, check=True
    ).stdout
    assert all(f"scripts/stress {name} --full" in listed for name in names_of("stress"))
    targets = re.findall(r"mlirgym_add_fuzz\w*\(([\w-]+)", FUZZ_LISTS.read_text())
    assert targets and all(f"scripts/fuzz 600 {target}\n" in listed for target in targets)
