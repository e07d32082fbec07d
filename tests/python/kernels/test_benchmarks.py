"""Kernels are timed alone, and functions of objects are called."""

import subprocess

import mlirgym
import numpy as np
import pytest


@pytest.fixture(scope="module")
def execution(short):
    return mlirgym.Execution(**short)


def test_kernels_have_times_and_a_sum(matmul_relu, execution):
    times = mlirgym.benchmark_kernels(matmul_relu, "op0: tile(8,8,0)", execution=execution)
    assert times.status == "ok"
    assert [kernel["name"] for kernel in times.kernels] == ["matmul_relu_op0", "matmul_relu_op1"]
    product = times.kernels[0]
    assert product["gflops"] == pytest.approx(product["flops"] / product["after_ns"])
    total = sum(kernel["after_ns"] for kernel in times.kernels)
    assert times.sum["after_ns"] == pytest.approx(total)
    assert times.sum["after_gap"] == pytest.approx(total / times.whole["after_ns"] - 1)
    assert times.peaks["f32"]["gflops"] > 0


def test_a_filter_leaves_the_whole_out(matmul_relu, execution):
    times = mlirgym.benchmark_kernels(
        matmul_relu, filter="op1$", batch_size=3, repeats=4, cold_caches=False, execution=execution
    )
    assert [kernel["name"] for kernel in times.kernels] == ["matmul_relu_op1"]
    assert times.whole is None
    assert "before_gap" not in times.sum


def test_a_dumped_folder_is_timed(matmul_relu, execution, tmp_path):
    mlirgym.dump_kernels(matmul_relu, "op1: tile(8,0)", benchmarks=tmp_path)
    times = mlirgym.benchmark_kernels(tmp_path, filter="op1", execution=execution)
    assert times.kernels[0]["schedule"] == "op0: tile(8,0)"
    # The reference of other inputs is the untransformed kernel.
    name = tmp_path / "matmul_relu_op1.input0.npy"
    np.save(name, -np.abs(np.load(name)))
    one = mlirgym.benchmark_kernels(
        tmp_path / "matmul_relu_op1.benchmark.mlir", execution=execution
    )
    assert one.status == "ok"
    assert "inputs from files" in one.kernels[0]["message"]


def test_kernels_are_preprocessed(matmul_relu, execution):
    times = mlirgym.benchmark_kernels(
        matmul_relu, preprocess_with="builtin.module(cse)", filter="op1", execution=execution
    )
    assert times.kernels[0]["status"] == "ok"
    assert "after_ns" in times.kernels[0]


def test_files_in_place_of_kernels_are_timed(matmul_relu, execution, tmp_path):
    mlirgym.dump_kernels(matmul_relu, sources=tmp_path)
    relu = tmp_path / "matmul_relu_op1.mlir"
    dumped = relu.read_text()
    relu.write_text(dumped.replace("arith.maximumf", "arith.maxnumf"))
    assert relu.read_text() != dumped
    mine = mlirgym.Substitutions(sources={"matmul_relu_op1": relu})
    times = mlirgym.benchmark_kernels(matmul_relu, substitutions=mine, execution=execution)
    assert times.status == "ok"
    assert "after_ns" in times.kernels[1]
    assert times.whole["status"] == "ok"

    relu.write_text(dumped.replace("arith.maximumf", "arith.minimumf"))
    wrong = mlirgym.Substitutions(sources={"matmul_relu_op1": relu})
    times = mlirgym.benchmark_kernels(matmul_relu, substitutions=wrong, execution=execution)
    assert [each["status"] for each in times.kernels] == ["ok", "wrong_result"]
    assert times.whole["status"] == "wrong_result"

    with pytest.raises(ValueError, match="substitutions; give one"):
        mlirgym.benchmark_kernels(matmul_relu, preprocess_with="cat", substitutions=mine)
    mlirgym.dump_kernels(matmul_relu, benchmarks=tmp_path / "benchmarks")
    with pytest.raises(ValueError, match="kernels that are files; edit these"):
        mlirgym.benchmark_kernels(tmp_path / "benchmarks", substitutions=mine)


def test_mistakes_about_kernels_are_told(matmul_relu, execution, tmp_path):
    with pytest.raises(mlirgym.ExecutionError, match="no kernel is called 'op7'"):
        mlirgym.benchmark_kernels(matmul_relu, filter="op7", execution=execution)
    with pytest.raises(mlirgym.ScheduleError, match="op1"):
        mlirgym.benchmark_kernels(matmul_relu, "op1: tile(99,0)", execution=execution)
    with pytest.raises(mlirgym.ExecutionError, match=r"no manifest\.json"):
        mlirgym.benchmark_kernels(tmp_path, execution=execution)
    with pytest.raises(ValueError, match="have their own"):
        mlirgym.benchmark_kernels(tmp_path, "op0: vectorize", execution=execution)
    with pytest.raises(TypeError, match="did you mean 'repeats'"):
        mlirgym.benchmark_kernels(matmul_relu, repeat=3)
    with pytest.raises(TypeError, match="repeats is 'many'"):
        mlirgym.benchmark_kernels(matmul_relu, repeats="many", execution=execution)
    with pytest.raises(TypeError, match=r"mlirgym\.Execution"):
        mlirgym.benchmark_kernels(matmul_relu, execution="here")


FUNCTIONS = """
#include <stdint.h>
void twice(const float *in, float *out) { for (int i = 0; i < 6; ++i) out[i] = 2 * in[i]; }
void add(const int64_t *in, int64_t *sum) { for (int i = 0; i < 3; ++i) sum[i] += in[i]; }
void crash(const float *in, float *out) { *(volatile float *)in = out[0]; }
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    (folder / "k.c").write_text(FUNCTIONS)
    command = ["gcc", "-O1", "-fPIC", "-shared", "-o", "k.so", "k.c"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "k.so"


def test_a_function_is_called_with_arrays(library, execution):
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    called = mlirgym.benchmark_object(library, "twice", [values, "2x3xf32"], execution=execution)
    assert called.measurement.status == "ok"
    assert called.measurement.median_ns > 0
    np.testing.assert_array_equal(called.outputs[0], 2 * values)


def test_a_column_major_array_is_passed_row_major(library, execution):
    values = np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    called = mlirgym.benchmark_object(library, "twice", [values, "2x3xf32"], execution=execution)
    np.testing.assert_array_equal(called.outputs[0], 2 * values)


def test_outputs_are_compared(library, execution):
    arguments = (library, "add", ["3xi64=1,2,3", "inout:3xi64=10"])
    right = mlirgym.benchmark_object(
        *arguments, expected=[np.array([11, 12, 13])], execution=execution
    )
    assert (right.measurement.status, right.outputs) == ("ok", [])
    wrong = mlirgym.benchmark_object(*arguments, expected=["3xi64=11,12,14"], execution=execution)
    assert wrong.measurement.status == "wrong_result"


def test_a_crash_is_a_status(library, execution):
    called = mlirgym.benchmark_object(library, "crash", ["6xf32=1", "6xf32"], execution=execution)
    assert called.measurement.status == "crashed"
    missing = mlirgym.benchmark_object(library, "none", ["6xf32=1", "6xf32"], execution=execution)
    assert missing.measurement.status == "compile_failed"


def test_mistakes_about_objects_are_told(library, execution):
    def call(*bindings, **options):
        mlirgym.benchmark_object(library, "twice", bindings, execution=execution, **options)

    with pytest.raises(mlirgym.ExecutionError, match="no binding is written"):
        call("6xf32=1")
    with pytest.raises(mlirgym.ExecutionError, match="binding '6xf33'"):
        call("6xf33")
    with pytest.raises(TypeError, match="array of complex64"):
        call(np.zeros(6, np.complex64), "6xf32")
    with pytest.raises(TypeError, match="bindings has 7"):
        call(7)
    with pytest.raises(TypeError, match="did you mean 'expected'"):
        call("6xf32=1", "6xf32", expect=["6xf32=2"])
    with pytest.raises(mlirgym.ExecutionError, match=r"none\.so"):
        mlirgym.benchmark_object("none.so", "f", ["4xf32"], execution=execution)
