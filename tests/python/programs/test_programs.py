import concurrent.futures
import os
import pickle
import subprocess
import sys

import mlirgym
import numpy as np
import pytest


def test_operations_are_plain_data(matmul_relu):
    matmul, relu = matmul_relu.operations
    assert matmul["kind"] == "linalg.matmul"
    assert matmul["trip_counts"] == [24, 32, 20]
    assert matmul["iterator_types"] == ["parallel", "parallel", "reduction"]
    assert matmul["consumers"] == [1]
    assert relu["trip_counts"] == [24, 32]


def test_complexity_counts_flops_and_compulsory_bytes():
    program = mlirgym.generate_program("matmul_8_12_16")
    assert program.complexity["flops"] == 2 * 8 * 12 * 16
    assert program.complexity["bytes_read"] == 4 * (8 * 12 + 12 * 16)
    assert program.complexity["bytes_written"] == 4 * 8 * 16


def test_a_pickled_program_is_the_same_program(matmul_relu):
    copy = pickle.loads(pickle.dumps(matmul_relu))
    assert (copy.key, copy.name, copy.text) == (
        matmul_relu.key,
        matmul_relu.name,
        matmul_relu.text,
    )


def test_a_dynamic_shape_is_refused_with_its_place():
    text = "func.func @f(%a: tensor<?x4xf32>) -> tensor<?x4xf32> { return %a : tensor<?x4xf32> }"
    with pytest.raises(mlirgym.ProgramError, match="dynamic shape"):
        mlirgym.parse_program(text)


DYNAMIC = """
func.func @f(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = arith.addf %a, %b : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""


def test_shapes_of_arguments_fix_dynamic_dimensions(tmp_path):
    fixed = mlirgym.parse_program(DYNAMIC.replace("?", "3"))
    shapes = {"a": (3, 4), 1: [3, 4]}
    assert mlirgym.parse_program(DYNAMIC, shapes=shapes).key == fixed.key
    file = tmp_path / "sum.mlir"
    file.write_text(DYNAMIC)
    assert mlirgym.load_program(file, shapes).key == fixed.key
    with pytest.raises(mlirgym.ProgramError, match=r"shapes=\{\"arg1\": \(N, 4\)\}"):
        mlirgym.load_program(file, {"a": (3, 4)})
    with pytest.raises(mlirgym.ProgramError, match="no argument c; the arguments are a, b"):
        mlirgym.parse_program(DYNAMIC, shapes={"c": (3, 4)})


ROWS = """
#at = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @rows(%table: tensor<20x8xf32>, %at: tensor<6xi64>) -> tensor<6x8xf32> {
  %e = tensor.empty() : tensor<6x8xf32>
  %r = linalg.generic {indexing_maps = [#at, #all], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<6xi64>) outs(%e : tensor<6x8xf32>) {
  ^bb0(%i: i64, %out: f32):
    %k = arith.index_cast %i : i64 to index
    %c = linalg.index 1 : index
    %x = tensor.extract %table[%k, %c] : tensor<20x8xf32>
    linalg.yield %x : f32
  } -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}
"""


@pytest.mark.parametrize("schedule", ["", "op0: tile(4,0)"])
def test_an_index_out_of_range_reads_the_last_row(schedule):
    """Another address would end the worker: of 2^40 rows, and of those before a guard page."""
    program = mlirgym.parse_program(ROWS)
    execution = mlirgym.Execution(budget_ms=2)
    assert execution.measure(program, schedule).status == "ok"
    table = np.arange(160, dtype=np.float32).reshape(20, 8)
    rows = execution.compile(program, schedule)(table, [3, 20, 2**40, -1, -(2**62), 19])
    np.testing.assert_array_equal(rows, table[[3, 19, 19, 19, 19, 19]])


def test_the_name_of_a_generated_program_is_no_file():
    with pytest.raises(mlirgym.ProgramError, match=r"call generate_program\('relu_12_20'\)"):
        mlirgym.load_program("relu_12_20")


def test_a_missing_file_is_refused():
    with pytest.raises(mlirgym.ProgramError, match=r"nowhere\.mlir"):
        mlirgym.load_program("/nowhere.mlir")


@pytest.mark.parametrize(
    "operation",
    [
        "%0 = linalg.reduce {arith.addf} ins(%a: tensor<4x8xf32>) outs(%b: tensor<4xf32>)"
        " dimensions = 1",
        "%0 = linalg.transpose ins(%a: tensor<4x8xf32>) outs(%b: tensor<4xf32>)"
        " permutation = (1, 0)",
        "%0 = linalg.conv_1d <[1]> ins(%a, %a: tensor<4x8xf32>, tensor<4x8xf32>)"
        " outs(%b: tensor<4xf32>)",
    ],
    ids=["dimensions", "permutation", "conv_1d"],
)
def test_what_crashes_mlirs_parser_is_an_error(operation, tmp_path, matmul_relu):
    path = tmp_path / "typo.mlir"
    path.write_text(
        f"func.func @f(%a: tensor<4x8xf32>, %b: tensor<4xf32>) {{\n  {operation}\n  return\n}}\n"
    )
    with pytest.raises(mlirgym.ProgramError, match=r"typo\.mlir: MLIR's parser crashed on this"):
        mlirgym.load_program(str(path))
    with pytest.raises(mlirgym.ProgramError, match="MLIR's parser crashed on this"):
        mlirgym.parse_program(path.read_text())
    assert mlirgym.parse_program(matmul_relu.text).key == matmul_relu.key


def test_nested_parentheses_are_an_error():
    for depth in (10_000, 1_000_000):
        with pytest.raises(mlirgym.ProgramError):
            mlirgym.parse_program("func.func @f(%a: " + "(" * depth + ") { return }")


def test_without_a_worker_loading_says_what_to_do(matmul_relu):
    code = "import mlirgym, sys; mlirgym.parse_program(sys.stdin.read())"
    run = subprocess.run(
        [sys.executable, "-c", code],
        input=matmul_relu.text,
        env=os.environ | {"MLIRGYM_WORKER": "/nowhere/mlirgym-worker"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert "ExecutionError: MLIRGYM_WORKER=/nowhere/mlirgym-worker: no worker program" in run.stderr
    assert "give the path of mlirgym-worker" in run.stderr


def test_each_thread_loads_for_itself(matmul_relu):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        loaded = list(pool.map(mlirgym.parse_program, [matmul_relu.text] * 16))
    assert {program.key for program in loaded} == {matmul_relu.key}


def test_an_unknown_name_lists_the_families():
    with pytest.raises(mlirgym.ProgramError, match="matmul"):
        mlirgym.generate_program("warp_drive_3")


@pytest.mark.parametrize("suite", mlirgym.suites())
def test_every_suite_has_programs_and_disjoint_splits(suite):
    parts = [set(mlirgym.suite_programs(suite, s)) for s in ("train", "validation", "test")]
    assert set(mlirgym.suite_programs(suite)) == set().union(*parts)
    assert sum(map(len, parts)) == len(set().union(*parts)) > 0


def test_operands_have_their_indices_as_sums_of_loops(matmul_relu):
    product, relu = matmul_relu.operations
    assert product["inputs"][1] == {
        "shape": [20, 32],
        "dtype": "f32",
        "indices": ["d2", "d1"],
        "source": "argument",
        "producer": -1,
    }
    assert product["inits"][0]["source"] == "fill" and product["arithmetic"] == 2
    assert (relu["inputs"][0]["source"], relu["inputs"][0]["producer"]) == ("operation", 0)
    convolution = mlirgym.generate_program("conv_2d_nchw_fchw_1_3_17_17_16_3_3_8_8")
    image = convolution.operations[0]["inputs"][0]
    assert image["indices"] == ["d0", "d4", "2*d2 + d5", "2*d3 + d6"]
