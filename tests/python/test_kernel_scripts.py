"""The scripts that check kernels over whole suites, on a part of them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: The cheapest program of each family of the suite single-ops.
SMALLEST = (
    "matmul_32_32_80",
    "batch_matmul_4_32_112_48",
    "conv_2d_nchw_fchw_2_3_58_58_32_1_1_29_29",
    "conv_2d_nhwc_hwcf_1_16_16_3_16_1_1_16_16",
    "depthwise_conv_2d_nhwc_hwc_1_16_16_64_3_3_7_7",
    "pooling_nchw_max_1_64_15_15_3_7_7",
    "add_14_4",
    "relu_7_16",
    "softmax_64_112",
    "contraction_256_4_3_2_3",
)


def run(script, *arguments):
    ended = subprocess.run(
        [sys.executable, ROOT / script, *arguments], capture_output=True, text=True, check=False
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize(
    ("programs", "number"),
    [
        ("^attention", 1),
        pytest.param("^(softmax|matmul_256_256|add_12)", 4, marks=pytest.mark.slow),
    ],
)
def test_dumped_kernels_survive_the_round_trip(programs, number):
    """One and two threads: equal object code, and the same from rewritten sources."""
    # In f64 not every program has schedules for both numbers of threads.
    in_f32 = f"{programs}.*(?<!_f64)$"
    code, out, err = run("scripts/check_round_trip.py", "--measure", "--ops", in_f32)
    assert code == 0, out + err
    lines = out.splitlines()
    last = lines.pop()
    # A class of machines may have several schedules for a program.
    assert last == f"{len(lines)} programs under their schedules, 0 differ"
    assert len({tuple(line.split(":")[0].split(", threads ")) for line in lines}) == 2 * number
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


def test_the_benchmark_of_kernels_prints_sums_and_costs():
    arguments = ("--suite", "tiny", "--ops", "^matmul_bias", "--rounds", "2", "--json")
    code, out, err = run("benchmarks/kernels", *arguments)
    assert code == 0, err
    told = json.loads(out)
    (row,) = told["sums"]
    assert (row["status"], row["kernels"]) == ("ok", 2)
    assert row["difference_percent"] == pytest.approx(100 * (row["sum_ns"] / row["whole_ns"] - 1))
    assert set(told["substitution"]) == {"stored", "compiled", "measured"}
