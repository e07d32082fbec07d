"""Files of MLIR whose weights are arguments: their elements, and those that they lack."""

import shutil
import subprocess

import mlirgym
import numpy as np
import pytest

#: Elements of a side: 67.3 MiB in all, and more than 64 MiB of constants are arguments.
SIDE = 4200


def layer(constant, rest="", arguments=""):
    matrix = f"tensor<{SIDE}x{SIDE}xf32>"
    row = f"tensor<1x{SIDE}xf32>"
    weights = f"  %w = arith.constant {constant} : {matrix}\n" if constant else ""
    return (
        f"func.func @f(%x: {row}{arguments}) -> {row} {{\n{weights}"
        f"  %z = arith.constant dense<0.0> : {row}\n"
        f"  %y = linalg.matmul ins(%x, %w : {row}, {matrix}) outs(%z : {row}) -> {row}\n"
        f"  return %y : {row}\n}}\n{rest}"
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Values of the weights, and a text that has them."""
    values = np.random.default_rng(0).standard_normal((SIDE, SIDE), np.float32)
    file = tmp_path_factory.mktemp("files") / "layer.mlir"
    digits = values.tobytes().hex()
    rest = f'{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{digits}" }} }} #-}}\n'
    file.write_text(layer("dense_resource<w>", rest))
    return values, file


def check(path, values):
    x = np.random.default_rng(1).standard_normal((1, SIDE), np.float32)
    fast = mlirgym.compile(path, budget=0)
    np.testing.assert_allclose(fast(x), x @ values, rtol=1e-3, atol=1e-3)
    assert fast.model.weights == [1]
    np.testing.assert_array_equal(fast.model.inputs[1], values)
    matrix = f", %w: tensor<{SIDE}x{SIDE}xf32>"
    as_argument = mlirgym.parse_program(layer("", arguments=matrix))
    assert mlirgym.load_program(path).key == as_argument.key


def test_a_call_has_the_weights_of_a_text(made):
    values, file = made
    check(file, values)


@pytest.mark.skipif(shutil.which("mlir-opt-22") is None, reason="mlir-opt-22 is not installed")
def test_a_call_has_the_weights_of_bytecode(made):
    values, file = made
    binary = file.with_suffix(".mlirbc")
    subprocess.run(["mlir-opt-22", file, "--emit-bytecode", "-o", binary], check=True)
    file.unlink()
    check(binary, values)
    whole = binary.read_bytes()
    for damaged in (whole[:-1000], whole.replace(b"\x04", b"\x05", 3)):
        binary.write_bytes(damaged)
        with pytest.raises(mlirgym.ProgramError, match=r"layer\.mlirbc: "):
            mlirgym.load_program(binary)


def test_weights_without_data_are_drawn(tmp_path):
    file = tmp_path / "elided.mlir"
    file.write_text(layer("dense_resource<__elided__>"))
    with pytest.warns(UserWarning, match="elided: 1 of the arguments are constants without data"):
        program = mlirgym.load_program(file)
    assert program.source["elided"] == [1] and program.source["weights"] == []
    with pytest.warns(UserWarning, match="without data"):
        fast = mlirgym.compile(file, budget=0)
    drawn = fast.model.inputs[1]
    assert len(np.unique(drawn)) > 1000
    x = np.ones((1, SIDE), np.float32)
    np.testing.assert_allclose(fast(x), x @ drawn, rtol=1e-3, atol=1e-3)
