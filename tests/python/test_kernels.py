"""Kernels are taken out of programs as files."""

import json
import subprocess
from pathlib import Path

import mlirgym
import numpy as np
import pytest


def test_a_manifest_lists_the_kernels(matmul_relu):
    dump = mlirgym.dump_kernels(matmul_relu)
    assert dump.files == []
    assert [kernel["name"] for kernel in dump.manifest["kernels"]] == [
        "matmul_relu_op0",
        "matmul_relu_op1",
    ]
    assert dump.manifest["kernels"][0]["flops"] == 2 * 24 * 32 * 20


def test_fused_operations_are_one_kernel(matmul_relu):
    dump = mlirgym.dump_kernels(matmul_relu, "op1: tile_fuse(8,0)")
    (kernel,) = dump.manifest["kernels"]
    assert kernel["operations"] == ["op0", "op1"]


def test_files_go_to_folders(matmul_relu, tmp_path):
    dump = mlirgym.dump_kernels(
        matmul_relu, sources=tmp_path / "sources", benchmarks=str(tmp_path / "benchmarks")
    )
    assert (tmp_path / "sources" / "matmul_relu_op0.mlir").read_text().count("linalg.matmul") == 1
    manifest = json.loads((tmp_path / "sources" / "manifest.json").read_text())
    assert manifest == dump.manifest
    assert str(tmp_path / "sources" / "manifest.json") in dump.files
    array = np.load(tmp_path / "benchmarks" / "matmul_relu_op0.input1.npy")
    assert (array.shape, array.dtype) == ((20, 32), np.float32)
    # A benchmark is a program.
    kernel = mlirgym.load_program(tmp_path / "benchmarks" / "matmul_relu_op0.benchmark.mlir")
    assert kernel.key == dump.manifest["kernels"][0]["key"]


def test_golden_outputs_are_those_of_numpy(matmul_relu, tmp_path):
    mlirgym.dump_kernels(matmul_relu, binaries=tmp_path)
    a, b, want = (
        np.load(tmp_path / f"matmul_relu_host.{name}.npy")
        for name in ("input0", "input1", "output2")
    )
    np.testing.assert_allclose(want, np.maximum(a @ b, 0), rtol=1e-4, atol=1e-5)
    subprocess.run(["make", "-s", "check"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)


PROGRAMS = sorted(
    path
    for folder in ("strangers/frameworks", "conformance/programs")
    for path in (Path(__file__).parents[1] / folder).glob("*.mlir")
)


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_kernels_linked_by_a_c_compiler_are_the_program(program, tmp_path):
    dump = mlirgym.dump_kernels(program, binaries=tmp_path)
    assert dump.notes == []
    command = ["make", "-s", "check"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"{dump.manifest['host']}: correct" in checked.stdout
    assert checked.stdout.count(": correct") == len(dump.manifest["kernels"]) + 1


def test_text_is_printed_for_a_dash(matmul_relu, capsys):
    mlirgym.dump_kernels(matmul_relu, sources="-")
    assert "// -----// matmul_relu_op1.mlir //----- //" in capsys.readouterr().out


def test_mistakes_are_told(matmul_relu, tmp_path):
    with pytest.raises(mlirgym.ScheduleError, match="op1"):
        mlirgym.dump_kernels(matmul_relu, "op1: tile(99,0)")
    with pytest.raises(mlirgym.ExecutionError, match="give a folder"):
        mlirgym.dump_kernels(matmul_relu, binaries="-")
    with pytest.raises(TypeError, match="did you mean 'sources'"):
        mlirgym.dump_kernels(matmul_relu, source=tmp_path)
    with pytest.raises(TypeError, match="binaries is 7"):
        mlirgym.dump_kernels(matmul_relu, binaries=7)
    (tmp_path / "file").touch()
    with pytest.raises(mlirgym.ExecutionError, match="give another folder"):
        mlirgym.dump_kernels(matmul_relu, sources=tmp_path / "file" / "folder")
