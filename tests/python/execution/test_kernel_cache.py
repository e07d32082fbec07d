"""Compiled kernels: calls, bundles on disk, calls in another process."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import mlirgym
import numpy as np
import pytest


@pytest.fixture
def caches():
    """Return the default folder."""
    return Path(os.environ["XDG_CACHE_HOME"]) / "mlirgym" / "kernels"


SCHEDULE = "op0: tile(4,8,0) vectorize"


def test_a_kernel_is_a_function_of_arrays(operands, caches):
    execution = mlirgym.Execution()
    kernel = execution.compile("matmul_8_12_16", SCHEDULE)
    assert kernel.worker_pid is None
    a, b = operands
    np.testing.assert_allclose(kernel(a, b), a @ b, rtol=1e-5, atol=1e-5)
    assert kernel.worker_pid not in (None, os.getpid())
    # Inputs may be views, and do not change; outputs are new arrays.
    before = b.copy()
    first, second = kernel(a, b), kernel(np.asfortranarray(a), before[::1])
    np.testing.assert_array_equal(first, second)
    first[:] = 0
    np.testing.assert_array_equal(b, before)
    assert np.any(second)

    # Everything about it.
    assert kernel.program == "matmul_8_12_16" and kernel.schedule == SCHEDULE
    assert "transform.named_sequence" in kernel.script and "linalg.matmul" in kernel.payload
    assert [argument["shape"] for argument in kernel.signature] == [(8, 12), (12, 16), (8, 16)]
    assert [argument["writes"] for argument in kernel.signature] == [False, False, True]
    assert kernel.object[:4] == b"\x7fELF" and len(kernel.hash) == 64
    # It was stored, neither timed nor verified.
    assert (caches / kernel.hash[:2] / f"{kernel.hash[2:]}.kernel").is_file()
    assert execution.statistics["measured"] == 0


def test_inputs_may_stay_in_the_worker(operands):
    execution = mlirgym.Execution()
    kernel = execution.compile("matmul_8_12_16", SCHEDULE)
    a, b = operands
    expected = a @ b
    call = kernel.with_inputs(a, b)
    a[:] = 0  # they were copied
    for _ in range(2):
        np.testing.assert_allclose(call(), expected, rtol=1e-5, atol=1e-5)
    assert not kernel(a, b).any()
    np.testing.assert_allclose(call(), expected, rtol=1e-5, atol=1e-5)
    with pytest.raises(TypeError, match="1 arrays for 2 arguments"):
        kernel.with_inputs(a)


def test_an_equal_request_is_not_compiled_again(operands):
    first = mlirgym.Execution()
    kernel = first.compile("matmul_8_12_16", SCHEDULE)
    second = mlirgym.Execution()
    again = second.compile("matmul_8_12_16", "op0: tile(4,8,0) tile(0,0,0) vectorize")
    assert again.hash == kernel.hash and again.object == kernel.object
    assert first.statistics["compiled"] == 1 and second.statistics["compiled"] == 0
    assert second.statistics["kernel_cache_hits"] == 1
    assert second.compile("matmul_8_12_16").hash != kernel.hash
    np.testing.assert_array_equal(again(*operands), kernel(*operands))


def test_a_kernel_that_was_timed_is_called_without_compiling_it_again(operands, caches):
    measuring = mlirgym.Execution(budget_ms=2.0)
    assert measuring.measure("matmul_8_12_16", SCHEDULE).ok
    later = mlirgym.Execution()
    kernel = later.compile("matmul_8_12_16", SCHEDULE)
    assert later.statistics["compiled"] == 0
    np.testing.assert_allclose(kernel(*operands), operands[0] @ operands[1], rtol=1e-5, atol=1e-5)
    mlirgym.KernelCache().clear()
    assert mlirgym.Execution(budget_ms=2.0, cache_on_disk=False).measure("matmul_8_12_16", "").ok
    assert mlirgym.KernelCache().list() == []


def test_always_compile_compiles_and_a_cache_that_is_off_stores_nothing(monkeypatch, caches):
    monkeypatch.setenv("MLIRGYM_CACHE_ON", "0")
    mlirgym.compile("matmul_8_12_16", "")
    assert not caches.exists()
    monkeypatch.delenv("MLIRGYM_CACHE_ON")
    mlirgym.compile("matmul_8_12_16", "")
    monkeypatch.setenv("MLIRGYM_ALWAYS_COMPILE", "1")
    execution = mlirgym.Execution()
    execution.compile("matmul_8_12_16")
    assert execution.statistics["compiled"] == 1
    assert len(mlirgym.KernelCache().list()) == 1


def test_programs_that_read_what_they_write(tmp_path):
    (tmp_path / "sum.mlir").write_text("""
func.func @sum(%a: tensor<4x6xf64>, %b: tensor<6x3xf64>, %c: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x6xf64>, tensor<6x3xf64>)
      outs(%c : tensor<4x3xf64>) -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}
""")
    kernel = mlirgym.compile(tmp_path / "sum.mlir", "")
    a, b, c = np.ones((4, 6)), np.full((6, 3), 2.0), np.full((4, 3), 5.0)
    np.testing.assert_allclose(kernel(a, b, c), 17.0)
    np.testing.assert_array_equal(c, 5.0)
    with pytest.raises(TypeError, match="2 arrays for 3 arguments that are read"):
        kernel(a, b)
    with pytest.raises(ValueError, match=r"argument 2 is float32 \(4, 3\); give float64 \(4, 3\)"):
        kernel(a, b, c.astype(np.float32))
    with pytest.raises(ValueError, match=r"argument 0 is float64 \(6, 4\); give float64 \(4, 6\)"):
        kernel(a.T, b, c)


def test_a_module_and_a_script_are_compiled(operands):
    execution = mlirgym.Execution()
    program = mlirgym.generate_program("matmul_8_12_16")
    script = mlirgym.transform_script(program, SCHEDULE)
    a, b = operands
    for kernel in (
        execution.compile(program, script),
        execution.compile(program, module=program.text),
    ):
        np.testing.assert_allclose(kernel(a, b), a @ b, rtol=1e-5, atol=1e-5)
    with pytest.raises(ValueError, match="a schedule and a module are given"):
        execution.compile(program, SCHEDULE, module=program.text)
    with pytest.raises(mlirgym.ScheduleError):
        execution.compile(program, "op0: tile(8,0,0)")
    broken = script.replace("tile_sizes [4, 8", "tile_sizes [4, 8, 1, 1, 1")
    with pytest.raises(mlirgym.ExecutionError, match="matmul_8_12_16: transform_failed: "):
        execution.compile(program, broken)
    with pytest.raises(mlirgym.ExecutionError, match="replay has recorded timings only"):
        mlirgym.Execution(replay=True).compile(program)


# A new session: it has no compiler worker, and the process that runs the kernel has no MLIR.
INVOKE = """
import json, sys
from pathlib import Path
import numpy as np
import mlirgym

hash, file = sys.argv[1:]
a, b = np.load(file)["a"], np.load(file)["b"]
c = mlirgym.call(hash, a, b)
kernel = mlirgym.KernelCache().find(hash)
np.testing.assert_array_equal(kernel(a, b), c)
with open(f"/proc/{kernel.worker_pid}/maps") as maps:
    mapped = {line.split()[-1] for line in maps if "/" in line}
with open(f"/proc/{kernel.worker_pid}/comm") as name:
    program = name.read().strip()
children = [
    child for thread in Path("/proc/self/task").iterdir()
    for child in (thread / "children").read_text().split()
]
print(json.dumps({"c": c.tolist(), "mapped": sorted(mapped), "program": program,
                  "children": len(children)}))
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_kernel_runs_in_another_process_from_disk_without_mlir(tmp_path, operands, threads):
    schedule = "op0: tile_parallel(4,8,0) vectorize"
    kernel = mlirgym.compile("matmul_8_12_16", schedule, threads=threads)
    assert kernel.threads == threads
    a, b = operands
    np.savez(tmp_path / "inputs.npz", a=a, b=b)
    done = subprocess.run(
        [sys.executable, "-c", INVOKE, kernel.hash, str(tmp_path / "inputs.npz")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    np.testing.assert_allclose(np.array(said["c"], np.float32), a @ b, rtol=1e-5, atol=1e-5)
    # The two runners, and no process that compiles.
    assert said["program"] == "mlirgym-kernel-"  # the kernel cuts names to 15 characters
    assert said["children"] == 2
    mlir = {Path(path).name.partition(".")[0] for path in said["mapped"] if of_mlir(path)}
    # The library converts f16 numbers and does not need MLIR.
    assert mlir == {"mlirgym-kernel-worker", "libmlir_float16_utils"}


def of_mlir(path):
    return "mlir" in Path(path).name.lower()


# Without mlirgym: only Python, NumPy and the library that a dump wrote.
CALL = """
import ctypes, json, sys
import numpy as np

library, symbol, folder = sys.argv[1:]
def aligned(shape):
    bytes_ = np.zeros(int(np.prod(shape)) * 4 + 64, np.uint8)
    first = -bytes_.ctypes.data % 64
    return bytes_[first : first + int(np.prod(shape)) * 4].view(np.float32).reshape(shape)

a, b, c = aligned((8, 12)), aligned((12, 16)), aligned((8, 16))
a[:], b[:] = (np.load(f"{folder}/{symbol}.input{i}.npy") for i in (0, 1))
function = getattr(ctypes.CDLL(library), symbol)
function(*(array.ctypes.data_as(ctypes.c_void_p) for array in (a, b, c)))
with open("/proc/self/maps") as maps:
    mapped = sorted({line.split()[-1] for line in maps if "/" in line})
np.save("result.npy", c)
print(json.dumps(mapped))
"""


def test_a_dumped_library_runs_in_a_process_without_mlirgym(tmp_path):
    dump = mlirgym.dump_kernels("matmul_8_12_16", SCHEDULE, binaries=tmp_path)
    (kernel,) = (kernel["name"] for kernel in dump.manifest["kernels"])
    command = [sys.executable, "-c", CALL, str(tmp_path / f"{kernel}.so"), kernel, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    expected = np.load(tmp_path / f"{kernel}.output2.npy")
    np.testing.assert_allclose(np.load(tmp_path / "result.npy"), expected, rtol=1e-5, atol=1e-5)
    mapped = json.loads(done.stdout)
    assert str(tmp_path / f"{kernel}.so") in mapped
    assert not [path for path in mapped if of_mlir(path)]


def test_the_folder_lists_stores_and_clears(tmp_path, operands, caches):
    kernel = mlirgym.compile("matmul_8_12_16", SCHEDULE)
    mlirgym.compile("relu_7_9", "")
    cache = mlirgym.KernelCache()
    assert cache.folder == str(caches)
    listed = {each["program"]: each for each in cache.list()}
    assert set(listed) == {"matmul_8_12_16", "relu_7_9"}
    assert listed["matmul_8_12_16"]["hash"] == kernel.hash
    assert listed["matmul_8_12_16"]["schedule"] == SCHEDULE
    assert listed["matmul_8_12_16"]["callable"]
    stats = cache.stats()
    assert stats["kernels"] == 2
    assert stats["bytes"] == sum(each["bytes"] for each in listed.values())

    # Another folder; the first digits of a hash are enough.
    other = mlirgym.KernelCache(tmp_path / "other")
    assert other.store(kernel) == kernel.hash
    np.testing.assert_array_equal(other.call(kernel.hash[:10], *operands), kernel(*operands))
    found = other.find(kernel.hash)
    worker = found.worker_pid
    other.reset()
    assert other.find(kernel.hash).worker_pid is None  # a new worker at the next call
    assert worker and worker == found.worker_pid  # which the kernel keeps
    assert other.clear() == 1
    with pytest.raises(mlirgym.ExecutionError, match="no kernel"):
        other.find(kernel.hash)
    with pytest.raises(TypeError, match="not a Kernel"):
        other.store("x")
    assert len(cache.list()) == 2


def test_a_damaged_or_foreign_bundle_is_not_called(operands, caches):
    kernel = mlirgym.compile("matmul_8_12_16", SCHEDULE)
    file = caches / kernel.hash[:2] / f"{kernel.hash[2:]}.kernel"
    whole = file.read_bytes()
    for position in (0, 100, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[position] ^= 1
        file.write_bytes(bytes(damaged))
        with pytest.raises(mlirgym.ExecutionError, match="or a damaged one"):
            mlirgym.call(kernel.hash, *operands)
    file.write_bytes(whole)
    mlirgym.call(kernel.hash, *operands)


def test_limits_delete_the_least_recently_used(monkeypatch):
    monkeypatch.setenv("MLIRGYM_CACHE_COUNT", "2")
    execution = mlirgym.Execution()
    for size in (4, 5, 6, 7):
        execution.compile(f"relu_{size}_9")
    assert 1 <= len(mlirgym.KernelCache().list()) <= 2
    monkeypatch.setenv("MLIRGYM_CACHE_COUNT", "two")
    with pytest.raises(mlirgym.ExecutionError, match="MLIRGYM_CACHE_COUNT=two"):
        mlirgym.KernelCache()


def test_what_is_not_to_be_kept_is_neither_looked_up_nor_stored(operands, caches, tmp_path):
    file = tmp_path / "timings.db"
    execution = mlirgym.Execution(file, budget_ms=2.0)
    for _ in range(2):
        kernel = execution.compile("matmul_8_12_16", SCHEDULE, keep=False)
        np.testing.assert_allclose(
            kernel(*operands), operands[0] @ operands[1], rtol=1e-5, atol=1e-5
        )
        timing = execution.measure("matmul_8_12_16", SCHEDULE, keep=False)
        assert timing.ok and not timing.cache_hit
        module = mlirgym.generate_program("matmul_8_12_16").text
        assert not execution.measure_module("matmul_8_12_16", module, keep=False).cache_hit
        assert not execution.measure_paired("matmul_8_12_16", SCHEDULE, keep=False).cache_hit
    assert execution.statistics["kernel_cache_hits"] == 0
    assert mlirgym.KernelCache().list() == []
    with contextlib.closing(sqlite3.connect(file)) as data:
        assert data.execute("SELECT count(*) FROM measurements").fetchone() == (0,)
    # Stored kernels are not used for it.
    assert execution.measure("matmul_8_12_16", SCHEDULE).ok
    assert not execution.measure("matmul_8_12_16", SCHEDULE, keep=False).cache_hit
    with pytest.raises(TypeError, match="keep is 'no'"):
        execution.measure("matmul_8_12_16", SCHEDULE, keep="no")


def test_a_search_keeps_nothing_of_a_program_to_forget(tmp_path):
    file = tmp_path / "timings.db"
    execution = mlirgym.Execution(file, budget_ms=1.0)
    execution.forget("relu_7_9")
    found = mlirgym.optimize("relu_7_9", agent="random", budget=3, execution=execution)
    assert found.samples == 3 and found.cache_hits == 0
    assert execution.statistics["measured"] > 3
    with contextlib.closing(sqlite3.connect(file)) as data:
        assert data.execute("SELECT count(*) FROM measurements").fetchone() == (0,)


def test_stored_timings_are_taken_again_once(tmp_path):
    file = tmp_path / "timings.db"
    assert (
        not mlirgym.Execution(file, budget_ms=2.0).measure("relu_7_9", "op0: vectorize").cache_hit
    )
    assert mlirgym.Execution(file, budget_ms=2.0).measure("relu_7_9", "op0: vectorize").cache_hit
    again = mlirgym.Execution(file, budget_ms=2.0, remeasure=True)
    assert not again.measure("relu_7_9", "op0: vectorize").cache_hit
    assert again.measure("relu_7_9", "op0: vectorize").cache_hit
    with pytest.raises(mlirgym.ExecutionError, match="one of replay and remeasure"):
        mlirgym.Execution(file, replay=True, remeasure=True)
