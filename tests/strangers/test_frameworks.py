"""Programs as front ends write them: they load, run, and a few random schedules are right."""

import json

import pytest

from strangers.commandline import ROOT

FOLDER = ROOT / "tests/strangers/frameworks"
PROGRAMS = sorted(FOLDER.glob("*.mlir"))


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_a_front_ends_program_runs_and_can_be_scheduled(mlirgym_command, file):
    ended = mlirgym_command(
        "optimize", str(file), "--agent", "random", "--budget", "5", "--seed", "3",
        "--budget-ms", "2", "--json", "--exec-data", "own.db", timeout_s=240,
    )  # fmt: skip
    report = ended.object
    assert report["status"] == "ok", ended
    assert report["baseline_ns"] > 0
    assert set(report["statuses"]) <= {"ok", "too_slow"}, ended


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_it_is_the_same_program_whenever_it_is_loaded(mlirgym_command, file):
    once = mlirgym_command("dump", str(file), "--program")
    assert once.code == 0, once
    (mlirgym_command.folder / "normal.mlir").write_text(once.out)
    again = mlirgym_command("dump", "normal.mlir", "--program")
    assert again.out == once.out


#: Incomplete output of a front end, and words of the error message.
FOREIGN = {
    "torch dialect": (
        "func.func @f(%a: !torch.vtensor<[4,8],f32>) -> !torch.vtensor<[4,8],f32> {\n"
        "  return %a : !torch.vtensor<[4,8],f32>\n}",
        "torch",
    ),
    "stablehlo": (
        "func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {\n"
        "  %0 = stablehlo.add %a, %a : tensor<4x8xf32>\n  return %0 : tensor<4x8xf32>\n}",
        "stablehlo",
    ),
    "tosa": (
        "func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {\n"
        '  %0 = tosa.custom %a {operator_name = "x", domain_name = "y", implementation_attrs = ""}'
        " : (tensor<4x8xf32>) -> tensor<4x8xf32>\n"
        "  return %0 : tensor<4x8xf32>\n}",
        "tosa",
    ),
    "an assertion that never holds": (
        "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
        '  %c = arith.constant false\n  cf.assert %c, "no"\n'
        "  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n}",
        "never holds",
    ),
    "a global that is written": (
        "ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>\n"
        "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %s = arith.constant dense<1> : tensor<i64>\n"
        "  ml_program.global_store @seed = %s : tensor<i64>\n"
        "  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n}",
        "make it an argument",
    ),
    "vectors": (
        "func.func @f(%a: vector<4xf32>) -> vector<4xf32> {\n"
        "  %0 = vector.broadcast %a : vector<4xf32> to vector<4xf32>\n"
        "  return %0 : vector<4xf32>\n}",
        "vector",
    ),
    "dynamic shapes": (
        "func.func @f(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {\n"
        "  %0 = linalg.exp ins(%a : tensor<?x8xf32>) outs(%a : tensor<?x8xf32>)"
        " -> tensor<?x8xf32>\n  return %0 : tensor<?x8xf32>\n}",
        "dynamic shape",
    ),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_what_is_left_of_a_front_end_is_refused_with_its_line(mlirgym_command, what):
    text, word = FOREIGN[what]
    (mlirgym_command.folder / "foreign.mlir").write_text(text)
    ended = mlirgym_command("measure", "foreign.mlir", "--json")
    assert ended.code == 1, ended
    message = ended.object["error"]
    assert message.startswith("foreign.mlir:") and word in message, ended
    assert "not found for custom op" not in message and "unregistered" not in message, ended
    assert ";" in message, f"does not say how to mend it: {json.dumps(message)}"


#: TOSA as TensorFlow Lite and ExecuTorch export it.
TOSA = """
func.func @f(%a: tensor<2x12xf32>, %w: tensor<6x5xf32>) -> tensor<4x5xf32> {
  %s = tosa.const_shape {values = dense<[1, 4, 6]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %t = tosa.const_shape {values = dense<[1, 6, 5]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %u = tosa.const_shape {values = dense<[4, 5]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.tanh %a : (tensor<2x12xf32>) -> tensor<2x12xf32>
  %1 = tosa.reshape %0, %s : (tensor<2x12xf32>, !tosa.shape<3>) -> tensor<1x4x6xf32>
  %2 = tosa.reshape %w, %t : (tensor<6x5xf32>, !tosa.shape<3>) -> tensor<1x6x5xf32>
  %3 = tosa.matmul %1, %2, %z, %z :
    (tensor<1x4x6xf32>, tensor<1x6x5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x5xf32>
  %4 = tosa.reshape %3, %u : (tensor<1x4x5xf32>, !tosa.shape<2>) -> tensor<4x5xf32>
  return %4 : tensor<4x5xf32>
}
"""


def test_tosa_is_lowered(mlirgym_command):
    (mlirgym_command.folder / "tosa.mlir").write_text(TOSA)
    ended = mlirgym_command("measure", "tosa.mlir", "--json", "--budget-ms", "2")
    assert ended.object["status"] == "ok", ended
