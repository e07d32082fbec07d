import pickle

import mlirgym
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


def test_a_missing_file_is_refused():
    with pytest.raises(mlirgym.ProgramError, match=r"nowhere\.mlir"):
        mlirgym.load_program("/nowhere.mlir")


def test_an_unknown_name_lists_the_families():
    with pytest.raises(mlirgym.ProgramError, match="matmul"):
        mlirgym.generate_program("warp_drive_3")


@pytest.mark.parametrize("suite", mlirgym.suites())
def test_every_suite_has_programs_and_disjoint_splits(suite):
    parts = [set(mlirgym.suite_programs(suite, s)) for s in ("train", "validation", "test")]
    assert set(mlirgym.suite_programs(suite)) == set().union(*parts)
    assert sum(map(len, parts)) == len(set().union(*parts)) > 0
