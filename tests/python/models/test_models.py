"""Models without the packages of their frameworks: what every front end shares."""

import os
import subprocess
import sys
from pathlib import Path

import mlirgym
import numpy as np
import pytest
from mlirgym.importers.imported import Imported
from mlirgym.importers.places import place_of, places_of_lines

PROGRAMS = Path(__file__).parents[3] / "build" / "release" / "bin"

TOSA = """
func.func @main(%table: tensor<1x7x3xf32>, %at: tensor<1x4xi32>) -> tensor<1x4x3xf32> {
  %rows = tosa.gather %table, %at : (tensor<1x7x3xf32>, tensor<1x4xi32>) -> tensor<1x4x3xf32>
  return %rows : tensor<1x4x3xf32>
}
"""

#: Its first argument is not read, its second is a mask, and a result is returned twice.
MASKED = """
func.func @main(%unused: tensor<5xf32>, %keep: tensor<4xi1>, %x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xi1>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %kept = arith.select %keep, %x, %zero : tensor<4xi1>, tensor<4xf32>
  %positive = arith.cmpf ogt, %kept, %zero : tensor<4xf32>
  return %kept, %positive, %kept : tensor<4xf32>, tensor<4xi1>, tensor<4xf32>
}
"""

LOCATED = """\
#loc1 = loc("/home/me/model.py":12:0)
#map = affine_map<(d0) -> (d0)>
#loc2 = loc(callsite("/usr/lib/python3/site-packages/torch/linear.py":134:0 at #loc1))
module {
  func.func @main(%x: tensor<?xf32> loc("x")) -> tensor<?xf32> {
    %0 = "made.up"(%x) ({
    ^bb0(%y: f32 loc("x")):
      "made.end"(%y) : (f32) -> () loc(unknown)
    }) : (tensor<?xf32>) -> tensor<?xf32> loc(#loc2)
    return %0 : tensor<?xf32> loc(#loc2)
  } loc(#loc1)
} loc(unknown)
"""
HERE = "/home/me/model.py:12"


class Module:
    """Stands for the class of MLIR's bindings."""

    def __init__(self, text):
        self.text = text

    @property
    def operation(self):
        return self

    def get_asm(self, enable_debug_info):
        lines = self.text.splitlines(keepends=True)
        return "".join(each for each in lines if enable_debug_info or not each.startswith("#loc"))


Module.__module__ = "some_bindings.ir"


def masked(run=None):
    arrays = [np.ones(5, np.float32), np.array([1, 0, 1, 1], bool), np.arange(4, dtype=np.float32)]
    return mlirgym.Model(
        Imported(
            "masked",
            MASKED,
            arrays,
            run,
            flatten=lambda unused, keep, x: [unused, keep, x],
            restore=lambda outputs: {"kept": outputs[0], "rest": tuple(outputs[1:])},
            place_of=lambda line: f"model.py:{line}",
        )
    )


def reference(arrays):
    _, keep, x = arrays
    assert keep.dtype == np.bool_
    kept = np.where(keep, x, 0).astype(np.float32)
    return [kept, kept > 0, kept]


def test_a_model_has_the_inputs_that_matter_and_the_reference_of_its_source():
    model = masked(reference)
    assert [each.dtype.name for each in model.inputs] == ["int8", "float32"]
    execution = mlirgym.Execution(budget_ms=2)
    assert mlirgym.Engine(model, execution).call().ok
    model.reference[0][3] += 1
    assert mlirgym.Engine(model, execution).call().status == "wrong_result"


def test_a_call_of_the_source_becomes_arrays_and_outputs_become_its_result():
    model = masked()
    keep, x = model.flatten(np.zeros(5, np.float32), np.ones(4, bool), np.ones(4, np.float32))
    np.testing.assert_array_equal(keep, np.ones(4, np.int8))
    np.testing.assert_array_equal(x, np.ones(4, np.float32))
    outputs = mlirgym.Execution().compile(model)(keep, x)
    result = model.restore(outputs)
    np.testing.assert_array_equal(result["kept"], x)
    assert result["rest"][0].dtype == np.int8 and len(result["rest"]) == 2


def test_a_model_is_a_program():
    model = masked()
    assert [each["kind"] for each in model.program.operations] == ["linalg.generic"] * 2
    env = mlirgym.ScheduleEnv(programs=[model])
    assert env.programs[0].key == model.program.key
    assert mlirgym.Execution(budget_ms=2).baseline(model).ok


def test_tosa_needs_no_package(tmp_path):
    file = tmp_path / "gather.tosa"
    file.write_text(TOSA)
    model = mlirgym.from_tosa(file)
    assert model.name == "gather" and set(np.unique(model.inputs[1])) <= {0, 1}
    assert model.reference is None
    table, at = np.arange(21, dtype=np.float32).reshape(1, 7, 3), np.array([[6, 1, 0, 3]], np.int32)
    model = mlirgym.from_tosa(TOSA, [table, at], name="rows")
    run = mlirgym.Engine(model).call()
    np.testing.assert_array_equal(run.outputs[0][0], table[0, at[0]])
    assert mlirgym.load_program(file).key == model.program.key
    assert mlirgym.load_program(f"{file}@main").key == model.program.key
    with pytest.raises(mlirgym.ProgramError, match=r"gather\.tosa:2:\d+: "):
        file.write_text(TOSA.replace("tensor<1x7x3xf32>,", "tensor<1x?x3xf32>,"))
        mlirgym.from_tosa(file)


def test_a_module_of_any_bindings_is_a_program():
    program = mlirgym.programs.loading.as_program(Module(MASKED))
    assert program.key == masked().program.key
    with pytest.raises(mlirgym.ProgramError, match=r"^program: /home/me/model\.py:12: "):
        mlirgym.programs.loading.as_program(Module(LOCATED))


def test_the_line_of_a_location_is_that_of_the_user():
    place = places_of_lines(lambda: LOCATED)
    assert [place(line) for line in (3, 4, 6, 8, 9, 99)] == [
        HERE, HERE, HERE, HERE, HERE, None,
    ]  # fmt: skip
    assert place_of("\"Conv 'c1'\"") == "Conv 'c1'"
    assert place_of("unknown") is None


@pytest.mark.parametrize(
    ("package", "call", "extra"),
    [
        ("torch_mlir", lambda: mlirgym.from_torch(abs, (1,)), "torch"),
        ("onnx", lambda: mlirgym.from_onnx("model.onnx"), "onnx"),
        ("onnx", lambda: mlirgym.load_program("model.onnx"), "onnx"),
        ("torch", lambda: mlirgym.optimize("model.pt2"), "torch"),
        ("jax", lambda: mlirgym.from_jax(abs, 1), "jax"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(package, call, extra, monkeypatch):
    if package == "torch_mlir":
        pytest.importorskip("torch")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"pip install 'mlirgym\[{extra}\]'"):
        call()


def test_the_command_line_says_what_is_missing(tmp_path):
    program = PROGRAMS / "mlirgym"
    if not program.is_file():
        pytest.skip("an installed package has no command line")
    (tmp_path / "onnx.py").write_text("raise ModuleNotFoundError('no onnx', name='onnx')")

    def failure(**environment):
        done = subprocess.run(
            [program, "dump", "--program", tmp_path / "model.onnx"],
            env=dict(os.environ, PYTHONPATH=str(tmp_path), **environment),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1 and done.stdout == ""
        return done.stderr

    said = failure(MLIRGYM_PYTHON=sys.executable)
    assert said.startswith("mlirgym: error: onnx is not installed") and "'mlirgym[onnx]'" in said
    assert "/no/python: No such file or directory" in failure(MLIRGYM_PYTHON="/no/python")
