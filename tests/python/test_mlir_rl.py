import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys

import mlirgym
import pytest
from mlirgym import mlir_rl

# A file of MLIR-RL's data set: it times itself.
CODE = """
module {
  func.func private @nanoTime() -> i64 attributes {llvm.emit_c_interface}
  func.func @main(%a: tensor<64x16xf64>, %b: tensor<16x32xf64>, %c: tensor<64x32xf64>)
      -> (tensor<64x32xf64>, i64) attributes {llvm.emit_c_interface} {
    %t0 = func.call @nanoTime() : () -> i64
    %r = linalg.matmul {tag = "operation_0"} ins(%a, %b : tensor<64x16xf64>, tensor<16x32xf64>)
        outs(%c : tensor<64x32xf64>) -> tensor<64x32xf64>
    %t1 = func.call @nanoTime() : () -> i64
    %d = arith.subi %t1, %t0 : i64
    return %r, %d : tensor<64x32xf64>, i64
  }
}
"""

# As it was written for MLIR-RL.
SCRIPT = """
import json
import sys
from mlir.ir import Context, Module
from mlir_rl_artifact.execution import Execution
from mlir_rl_artifact.actions import Interchange, TiledParallelization, Tiling, Vectorization

exec_data_file, main_exec_data_file, code_file, bench_name = sys.argv[1:]
with open(exec_data_file, "w") as f:
    json.dump({}, f)
with open(main_exec_data_file) as f:
    main_exec_data = json.load(f)
Execution(exec_data_file, main_exec_data)

with open(code_file) as f:
    code = f.read()
tag = "operation_0"
seq = [[
    Interchange([1, 0, 2], operation_tag=tag),
    TiledParallelization(
        [8, 16, 4], operation_tag=tag, iterators=["parallel", "parallel", "reduction"]
    ),
    Tiling([4, 4, 1], operation_tag=tag),
    Vectorization(
        operation_tag=tag,
        requires_transpose=False,
        requires_decompose=False,
        decompose_tile_sizes=[],
    ),
]]
with Context():
    module = Module.parse(code)
    for op_seq in reversed(seq):
        for action in op_seq:
            action.apply(module)

key = Execution().get_code_cache_key(seq)
first = Execution().execute_code(module, bench_name, seq)
ns, succeeded, cache_miss = first
if not succeeded:
    raise Exception("Incorrect results")
if cache_miss:
    Execution().update_execution_cache({bench_name: {key: ns}})
second = Execution().execute_code(module, bench_name, seq)
known = Execution().execute_code(module, "relu_256_100", [["I(1,0)TP(1,4)", "V(False)"]])
print(json.dumps({"key": key, "first": first, "second": second, "known": known}))
"""

IMPORTS = re.compile(r"^from (?:mlir\.ir|mlir_rl_artifact\.\w+) import", re.MULTILINE)


def test_a_script_for_mlir_rl_needs_only_its_imports_changed(tmp_path):
    changed = IMPORTS.sub("from mlirgym.mlir_rl import", SCRIPT)
    kept = zip(SCRIPT.splitlines(), changed.splitlines(), strict=True)
    assert all(old == new or "import" in old for old, new in kept)
    main = {"relu_256_100": {"I(1,0)TP(1,4)V(True)": 95988}}
    (tmp_path / "main.json").write_text(json.dumps(main))
    (tmp_path / "code.mlir").write_text(CODE)
    files = [str(tmp_path / name) for name in ("exec.json", "main.json", "code.mlir")]
    done = subprocess.run(
        [sys.executable, "-c", changed, *files, "matmul_64_16_32"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["key"] == "I(1,0,2)TP(8,16,4)T(4,4,1)V(True)"
    ns = said["first"][0]
    assert ns > 0
    assert said["first"] == [ns, True, True]
    assert said["second"] == [ns, True, False]
    assert said["known"] == [95988, True, False]
    # The file is as MLIR-RL writes it.
    written = {"matmul_64_16_32": {said["key"]: ns}}
    assert (tmp_path / "exec.json").read_text() == json.dumps(written, indent=4)


def test_sequences_become_schedules(matmul_relu):
    matmul = mlirgym.generate_program("matmul_64_32_16_f64")  # loops 64, 16, 32
    cases = {
        "NT()": "",
        "T(0,0,0)NT()": "",
        "I(1,2,0)T(8,4,2)NT()": "op0: interchange(1,2,0) tile(8,4,2)",
        "TP(8,4,2)NT()": "op0: tile_parallel(8,4,0) tile(0,0,2)",
        "TP(0,0,2)NT()": "op0: tile(0,0,2)",
        # After the interchange the reduction comes first.
        "I(2,0,1)TP(2,8,4)NT()": "op0: interchange(2,0,1) tile_parallel(0,8,4) tile(2,0,0)",
        "I(0,2)": "",  # half an interchange
        "T(4,8,1)V(True)": "op0: tile(4,8,1) vectorize",
        "V(False)": "",  # 32,768 iterations at once are not legal
    }
    for key, schedule in cases.items():
        assert mlir_rl.to_schedule(matmul, key) == schedule, key
    fused = mlir_rl.to_schedule(matmul_relu, [["NT()"], ["TPF(operation_0;8,16)", "NT()"]])
    assert fused == "op1: tile_parallel_fuse(8,16)"
    assert mlir_rl.to_schedule(matmul_relu, "|TPF(operation_0;0,0)") == ""


@pytest.mark.parametrize(
    ("seq", "message"),
    [
        ("NT()", "1 lists of actions for 2 operations"),
        ("X(1)|NT()", "holds more than"),
        ("T(a,b,c)|NT()", "not a number"),
        ("T(64,0,0)|NT()", "tile size 64"),
        ("I(0,0,1)|NT()", "not a permutation"),
        ("I(0,5,1)|NT()", "not a permutation"),
    ],
)
def test_sequences_that_are_none_are_refused(seq, message, matmul_relu):
    with pytest.raises(ValueError, match=message):
        mlir_rl.to_schedule(matmul_relu, seq)


def test_actions_have_mlir_rls_texts():
    tag = {"operation_tag": "operation_1"}
    actions = [
        mlir_rl.Interchange([1, 0], **tag),
        mlir_rl.TiledFusion([8, 0], producer_tag="operation_0", producer_operand_idx=0, **tag),
        mlir_rl.Tiling([4, 2], **tag),
        mlir_rl.NoTransformation(**tag),
    ]
    assert "".join(map(str, actions)) == "I(1,0)TPF(operation_0;8,0)T(4,2)NT()"


@pytest.fixture
def execution(tmp_path):
    """One of its own, though there is one a process."""
    mlir_rl._Singleton._instances.clear()
    yield mlir_rl.Execution(tmp_path / "exec.json")
    mlir_rl._Singleton._instances.clear()


def test_there_is_one_a_process(execution):
    assert mlir_rl.Execution() is execution
    assert mlir_rl.Execution("elsewhere.json") is execution
    mlir_rl._Singleton._instances.clear()
    with pytest.raises(RuntimeError, match="make the first with"):
        mlir_rl.Execution()


def test_a_failure_is_not_ok(execution, monkeypatch):
    # A lowering that takes too long is a status; the caller goes on.
    mlir_rl._Singleton._instances.clear()
    hasty = mlir_rl.Execution(execution.exec_data_file, compile_timeout_ms=0.001)
    assert hasty.execute_code(CODE, "matmul_64_16_32", "T(4,4,1)V(True)") == (None, False, True)


# CODE with its rows in two halves, and `shift` added to each element.
TRANSFORMED = """
module {{
  func.func private @nanoTime() -> i64 attributes {{llvm.emit_c_interface}}
  func.func @main(%a: tensor<64x16xf64>, %b: tensor<16x32xf64>, %c: tensor<64x32xf64>)
      -> (tensor<64x32xf64>, i64) attributes {{llvm.emit_c_interface}} {{
    %t0 = func.call @nanoTime() : () -> i64
    %r = scf.forall (%i) = (0) to (64) step (32) shared_outs(%o = %c) -> (tensor<64x32xf64>) {{
      %x = tensor.extract_slice %a[%i, 0] [32, 16] [1, 1] : tensor<64x16xf64> to tensor<32x16xf64>
      %y = tensor.extract_slice %o[%i, 0] [32, 32] [1, 1] : tensor<64x32xf64> to tensor<32x32xf64>
      %z = linalg.matmul ins(%x, %b : tensor<32x16xf64>, tensor<16x32xf64>)
          outs(%y : tensor<32x32xf64>) -> tensor<32x32xf64>
      %s = arith.constant dense<{shift}> : tensor<32x32xf64>
      %w = linalg.add ins(%z, %s : tensor<32x32xf64>, tensor<32x32xf64>)
          outs(%y : tensor<32x32xf64>) -> tensor<32x32xf64>
      scf.forall.in_parallel {{
        tensor.parallel_insert_slice %w into %o[%i, 0] [32, 32] [1, 1]
            : tensor<32x32xf64> into tensor<64x32xf64>
      }}
    }}
    %t1 = func.call @nanoTime() : () -> i64
    %d = arith.subi %t1, %t0 : i64
    return %r, %d : tensor<64x32xf64>, i64
  }}
}}
"""


@pytest.fixture
def with_folder(tmp_path, monkeypatch):
    """MLIR-RL's configuration names the folder of programs."""
    monkeypatch.setattr(mlir_rl._Singleton, "_instances", {})
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "bench.mlir").write_text(CODE)
    config = {"benchmarks_folder_path": str(tmp_path / "code"), "truncate": 5}
    (tmp_path / "config.json").write_text(json.dumps(config))
    monkeypatch.setenv("CONFIG_FILE_PATH", str(tmp_path / "config.json"))
    return mlir_rl.Execution(tmp_path / "exec.json")


def test_a_module_that_was_transformed_elsewhere_is_run_as_it_is(with_folder):
    ns, ok, miss = with_folder.execute_code(
        TRANSFORMED.format(shift="0.0"), "bench", "TP(32,0,0)V(False)"
    )
    assert ok and miss and ns > 0
    # It is this module that is run, whatever the sequence says.
    wrong = TRANSFORMED.format(shift="1.0")
    assert with_folder.execute_code(wrong, "bench", "NT()") == (None, False, True)
    # A sequence is applied to the program itself, also if its operations have other tags.
    renamed = CODE.replace("operation_0", "operation_7")
    assert with_folder.execute_code(renamed, "bench", "T(4,4,1)V(True)")[1]


def test_without_a_folder_the_program_is_the_untransformed_module(execution):
    with pytest.raises(mlirgym.ProgramError, match="scf"):
        execution.execute_code(TRANSFORMED.format(shift="0.0"), "bench", "TP(32,0,0)NT()")
    assert execution.execute_code(CODE, "bench", "NT()")[1]
    assert execution.execute_code(TRANSFORMED.format(shift="0.0"), "bench", "TP(32,0,0)NT()")[1]
    # The family of this name overwrites its output, so it is not the same program.
    with pytest.raises(mlirgym.ProgramError, match="cannot implement program"):
        execution.execute_code("func.func @f() { return }", "matmul_64_16_32", "NT()")


@pytest.mark.skipif(shutil.which("mlir-opt-22") is None, reason="mlir-opt-22 is not installed")
def test_what_mlir_opt_transforms_is_timed(with_folder, tmp_path):
    script = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %1, %2:3 = transform.structured.tile_using_for %0 tile_sizes [8, 4, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op,
                                  !transform.any_op)
    transform.yield
  }
}
"""
    (tmp_path / "script.mlir").write_text(script)
    library = f"--transform-preload-library=transform-library-paths={tmp_path}/script.mlir"
    done = subprocess.run(
        ["mlir-opt-22", library, "--transform-interpreter"],
        input=CODE,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "scf.for" in done.stdout
    ns, ok, miss = with_folder.execute_code(done.stdout, "bench", [["T(8,4,2)", "NT()"]])
    assert ok and miss and ns > 0


def test_main_exec_data_may_be_ours(tmp_path):
    ours = mlirgym.Execution(tmp_path / "ours.db")
    ours.update_execution_cache({"relu_7_9": {"I(0,1)NT()": 15579}})
    program = mlirgym.generate_program("relu_12_20")
    ns = round(ours.execute(program, "op0: tile(4,4) vectorize").median_ns)
    mlir_rl._Singleton._instances.clear()
    execution = mlir_rl.Execution(tmp_path / "none.json", tmp_path / "ours.db")
    assert execution.execute_code("", "relu_7_9", [["I(0,1)", "NT()"]]) == (15579, True, False)
    assert execution.execute_code("", "relu_12_20", "T(4,4)V(True)") == (ns, True, False)
    mlir_rl._Singleton._instances.clear()


def test_exec_data_that_is_none_is_refused_and_left_as_it_was(execution, tmp_path):
    for text in ("SQLite format 3", "[1]", '{"a": 3}'):
        (tmp_path / "exec.json").write_text(text)
        with pytest.raises(ValueError, match=r"exec\.json"):
            execution.update_execution_cache({"a": {"NT()": 1}})
        assert (tmp_path / "exec.json").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["exec.json"]


def _write(file, writer):
    execution = mlir_rl.Execution.__new__(mlir_rl.Execution)
    execution.exec_data_file = file
    for update in range(50):
        execution.update_execution_cache(
            {f"bench_{writer % 2}": {f"{writer}:{update}": update + 1}}
        )


def test_writers_at_once_lose_nothing(tmp_path):
    file = str(tmp_path / "exec.json")
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(file, writer)) for writer in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    entries = json.loads((tmp_path / "exec.json").read_text())
    assert sum(map(len, entries.values())) == 200


@pytest.mark.parametrize("threads", ["many", "0", "-1", "1.5"])
def test_a_number_of_threads_that_is_none_is_named(monkeypatch, threads):
    monkeypatch.setenv("OMP_NUM_THREADS", threads)
    with pytest.raises(ValueError, match=f"OMP_NUM_THREADS={threads}: not a number of threads"):
        mlir_rl._omp_threads()  # Execution is one a process: there may be one
    monkeypatch.setenv("OMP_NUM_THREADS", "4,2")
    assert mlir_rl._omp_threads() == 4


def test_a_fifo_is_no_exec_data_and_a_link_stays_one(tmp_path, monkeypatch):
    monkeypatch.setattr(mlir_rl._Singleton, "_instances", {})
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "data.json")
    execution = mlir_rl.Execution(tmp_path / "link")
    execution.update_execution_cache({"relu_8_12": {"NT()": 5}})
    assert (tmp_path / "link").is_symlink()
    assert json.loads((tmp_path / "data.json").read_text()) == {"relu_8_12": {"NT()": 5}}
    execution.exec_data_file = str(tmp_path / "fifo")
    with pytest.raises(OSError, match="not a regular file"):
        execution.update_execution_cache({"relu_8_12": {"NT()": 6}})
    with pytest.raises(OSError, match="not a regular file"):
        execution.execute_code(mlirgym.generate_program("relu_8_12"), "relu_8_12", [["NT()"]])
    monkeypatch.setattr(mlir_rl._Singleton, "_instances", {})
    with pytest.raises(OSError, match="not a regular file"):
        mlir_rl.Execution(tmp_path / "a.json", tmp_path / "fifo")
