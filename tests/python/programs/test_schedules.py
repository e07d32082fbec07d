import shutil
import subprocess

import mlirgym
import pytest


def test_canonical_text_drops_what_changes_nothing():
    text = "op0: interchange(0,1,2) tile(0,0,0) tile(4,0,0) vectorize"
    assert mlirgym.canonical_schedule(text) == "op0: tile(4,0,0) vectorize"


def test_an_illegal_action_names_operation_and_loop(matmul_relu):
    with pytest.raises(mlirgym.ScheduleError, match="op1"):
        mlirgym.check_schedule(matmul_relu, "op1: tile(24,0)")


def test_more_vector_operations_are_read_than_masks_allow():
    program = mlirgym.generate_program("matmul_64_10_48")
    # 8 rows of 3 vectors, 4 steps, and a copy for the remainder: 192.
    mlirgym.check_schedule(program, "op0: tile(8,0,4) vectorize")
    with pytest.raises(mlirgym.ScheduleError, match="324 vector operations, more than 224"):
        mlirgym.check_schedule(program, "op0: tile(9,0,4) vectorize")


def test_malformed_text_says_what_was_expected():
    with pytest.raises(mlirgym.ScheduleError):
        mlirgym.canonical_schedule("op0: tile(4,")


@pytest.mark.skipif(shutil.which("mlir-opt-22") is None, reason="mlir-opt-22 is not installed")
def test_stock_mlir_opt_applies_the_script(matmul_relu, tmp_path):
    script = mlirgym.transform_script(
        matmul_relu, "op1: tile_fuse(8,16) vectorize; op0: tile(0,0,1) vectorize"
    )
    (tmp_path / "script.mlir").write_text(script)
    (tmp_path / "program.mlir").write_text(matmul_relu.text)
    library = f"--transform-preload-library=transform-library-paths={tmp_path / 'script.mlir'}"
    result = subprocess.run(
        ["mlir-opt-22", library, "--transform-interpreter", str(tmp_path / "program.mlir")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("scf.for") == 3
