"""Kernels are taken out of programs as files."""

import json
import pickle
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
    for path in (Path(__file__).parents[2] / folder).glob("*.mlir")
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


#: ReLU by hand in place of op1 of matmul_relu.
RELU_IN_C = """
void matmul_relu_op1(const float *in, float *out) {
  for (int i = 0; i < 24 * 32; ++i)
    out[i] = in[i] > 0 ? in[i] : 0;
}
"""


@pytest.fixture
def relu_in_c(matmul_relu, tmp_path):
    """Substitutions by a file with this text, as the kernel's header declares it."""
    (kernel,) = mlirgym.dump_kernels(matmul_relu).manifest["kernels"][1:]
    directions = [argument["direction"] for argument in kernel["arguments"]]

    def substitutions(text=RELU_IN_C, **options):
        file = tmp_path / "relu.c"
        if directions == ["inout"]:
            text = text.replace("const float *in, float *out", "float *out").replace("in[", "out[")
        file.write_text(text)
        toolchains = {".c": "gcc -O2 -c {in} -o {out}"}
        return mlirgym.Substitutions(
            objects={"matmul_relu_op1": file}, toolchains=toolchains, **options
        )

    return substitutions


def test_code_takes_the_place_of_a_kernel(matmul_relu, relu_in_c):
    substitutions = relu_in_c()
    (record,) = substitutions.check(matmul_relu)
    assert record["replaces"] and record["toolchain"].startswith("gcc")
    execution = mlirgym.Execution(substitutions=substitutions, budget_ms=5.0)
    measurement = execution.measure(matmul_relu, "op0: tile(8,8,1) vectorize")
    assert measurement.ok, measurement.message
    wrong = mlirgym.Execution(substitutions=relu_in_c("void matmul_relu_op1(void) {}"))
    assert wrong.measure(matmul_relu, "").status == "wrong_result"
    assert wrong.baseline(matmul_relu).ok


def test_agents_leave_substituted_kernels_alone(matmul_relu, relu_in_c):
    substitutions = relu_in_c()
    program = substitutions.for_agents(matmul_relu)
    execution = mlirgym.Execution(substitutions=substitutions, budget_ms=5.0)
    with pytest.raises(mlirgym.ScheduleError, match="op1: its kernel is substituted"):
        execution.measure(program, "op1: tile(8,8)")
    found = mlirgym.optimize(program, agent="random", budget=6, execution=execution)
    assert "op1" not in found.schedule
    environment = mlirgym.ScheduleEnv(programs=[program], execution=execution)
    environment.reset(seed=0)
    meanings = environment.action_meanings()
    legal = [
        text for text, allowed in zip(meanings, environment.action_masks(), strict=True) if allowed
    ]
    assert legal == ["kind done"]


def test_dumps_are_put_back(matmul_relu, tmp_path):
    schedule = "op1: tile_fuse(8,0)"
    mlirgym.dump_kernels(matmul_relu, schedule, files=tmp_path / "all")
    substitutions = mlirgym.Substitutions(
        sources_from=tmp_path / "all",
        configurations_from=tmp_path / "all",
        objects_from=tmp_path / "all",
    )
    records = substitutions.check(matmul_relu, schedule)
    assert len(records) == 6 and not any(record["replaces"] for record in records)
    again = mlirgym.dump_kernels(
        matmul_relu, schedule, sources=tmp_path / "again", substitutions=substitutions
    )
    assert again.substitutions == records
    for file in sorted((tmp_path / "again").iterdir()):
        assert file.read_bytes() == (tmp_path / "all" / file.name).read_bytes()


def test_mistakes_in_substitutions_are_told(matmul_relu, relu_in_c, tmp_path):
    with pytest.raises(mlirgym.ProgramError, match="no such folder"):
        mlirgym.Substitutions(sources_from=tmp_path / "none")
    with pytest.raises(mlirgym.ProgramError, match="fix the file or the toolchain"):
        relu_in_c("void f( {").check(matmul_relu)
    with pytest.raises(mlirgym.ProgramError, match="defines no function matmul_relu_op1, but f"):
        mlirgym.Execution(substitutions=relu_in_c("void f(void) {}")).measure(matmul_relu, "")
    (record,) = relu_in_c("void f(void) {}", allow_missing=True).check(matmul_relu)
    assert not record["replaces"]
    with pytest.raises(TypeError, match=r"give an mlirgym.Substitutions"):
        mlirgym.Execution(substitutions={"a": "b"})
    with pytest.raises(TypeError, match="did you mean 'sources'"):
        mlirgym.Substitutions(source={})


def test_substitutions_are_pickled_by_their_files(matmul_relu, relu_in_c):
    substitutions = relu_in_c()
    again = pickle.loads(pickle.dumps(substitutions))
    assert again.check(matmul_relu) == substitutions.check(matmul_relu)


def test_a_search_that_may_try_nothing_says_so(tmp_path):
    (tmp_path / "relu.c").write_text(
        """void relu_8_8_op0(const float *in, float *out) {
             for (int i = 0; i < 64; ++i) out[i] = in[i] > 0 ? in[i] : 0;
           }"""
    )
    substitutions = mlirgym.Substitutions(
        objects={"relu_8_8_op0": tmp_path / "relu.c"},
        toolchains={".c": "gcc -O2 -c {in} -o {out}"},
    )
    execution = mlirgym.Execution(substitutions=substitutions, budget_ms=5.0)
    program = substitutions.for_agents("relu_8_8")
    with pytest.warns(UserWarning, match="no schedule was tried: .* legal in relu_8_8"):
        found = mlirgym.optimize(program, agent="random", budget=3, execution=execution)
    assert (found.samples, found.schedule) == (0, "")
