"""The scripts that check kernels over whole suites, on a part of them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
#: Cheap ones; scripts/nightly checks all.
SMALLEST = ("matmul_32_32_80", "add_14_4", "contraction_256_4_3_2_3")


def run(script, *arguments, **variables):
    ended = subprocess.run(
        [sys.executable, ROOT / script, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_dumped_kernels_survive_the_round_trip():
    """One and two threads: equal object code, and the same from rewritten sources."""
    programs = "^(add_127_251|matmul_128_256_512)$"
    code, out, err = run("scripts/check_round_trip.py", "--measure", "--ops", programs)
    assert code == 0, out + err
    lines = out.splitlines()
    last = lines.pop()
    # A class of machines may have several schedules for a program.
    assert last == f"{len(lines)} programs under their schedules, 0 differ"
    assert len({tuple(line.split(":")[0].split(", threads ")) for line in lines}) == 4
    for line in lines:
        assert re.search(
            r", threads [12]: the same: object code [0-9a-f]{16}, \d+ functions, .* ms linked", line
        )


def test_c_projects_check_themselves():
    names = f"^({'|'.join(SMALLEST)})$"
    code, out, err = run("scripts/check_c_projects.py", "--suite", "single-ops", "--ops", names)
    assert code == 0, out + err
    correct = [f"{name}: correct" for name in sorted(SMALLEST)]
    assert out.splitlines() == [*correct, f"{len(SMALLEST)} programs, 0 with failures"]


def test_a_compiler_that_fails_is_a_failure():
    code, out, _ = run(
        "scripts/check_c_projects.py", "--suite", "tiny", "--ops", "^relu", "--compiler", "false"
    )
    assert code == 1 and "1 programs, 1 with failures" in out


def test_the_benchmark_of_kernels_prints_sums_and_costs(tmp_path, copy_peak):
    copy_peak(tmp_path / "peak.db")
    arguments = ("--suite", "tiny", "--ops", "^matmul_bias", "--rounds", "2", "--json")
    file = str(tmp_path / "peak.db")
    code, out, err = run("benchmarks/kernels", *arguments, MLIRGYM_EXEC_DATA=file)
    assert code == 0, err
    told = json.loads(out)
    (row,) = told["sums"]
    assert (row["status"], row["kernels"]) == ("ok", 2)
    assert row["difference_percent"] == pytest.approx(100 * (row["sum_ns"] / row["whole_ns"] - 1))
    assert set(told["substitution"]) == {"stored", "compiled", "measured"}
