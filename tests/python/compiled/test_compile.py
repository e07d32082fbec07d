"""`mlirgym.compile`: searched or by a schedule, on arrays and tensors, here or in a worker."""

import os
import subprocess
import sys
import threading

import mlirgym
import numpy as np
import pytest

PROGRAM, SCHEDULE = "matmul_8_12_16", "op0: tile(4,8,0) vectorize"


def close(got, wanted):
    np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("in_process", [False, True])
def test_calls_take_arrays_and_tensors_and_return_the_same_kind(operands, in_process):
    torch = pytest.importorskip("torch")
    kernel = mlirgym.compile(PROGRAM, SCHEDULE, in_process=in_process)
    assert kernel.in_process == in_process
    a, b = operands
    result = kernel(a, b)
    assert isinstance(result, np.ndarray)
    close(result, a @ b)
    tensors = torch.from_numpy(a), torch.nn.Parameter(torch.from_numpy(b.T.copy())).t()
    result = kernel(*tensors)
    assert isinstance(result, torch.Tensor) and not result.requires_grad
    close(result.numpy(), a @ b)
    close(kernel.with_inputs(*tensors)(), a @ b)
    assert (kernel.worker_pid is None) == in_process
    with pytest.raises(ValueError, match=r"argument 1 is float64 \(12, 16\); give float32"):
        kernel(a, torch.from_numpy(b).double())
    with pytest.raises(ValueError, match="a tensor is on meta"):
        kernel(a, torch.empty(12, 16, device="meta"))


@pytest.mark.parametrize("in_process", [False, True])
def test_narrow_types_are_tensors_too(in_process):
    torch = pytest.importorskip("torch")
    kernel = mlirgym.compile("relu_6_10_bf16", "", in_process=in_process)
    numbers = torch.linspace(-2, 2, 60).reshape(6, 10).to(torch.bfloat16)
    result = kernel(numbers)
    assert result.dtype == torch.bfloat16
    assert torch.equal(result, numbers.relu())
    bits = kernel(numbers.view(torch.uint16).numpy())
    assert bits.dtype == np.uint16
    assert np.array_equal(bits, result.view(torch.uint16).numpy())


def test_in_this_process_results_are_new_and_aligned(operands):
    kernel = mlirgym.compile(PROGRAM, SCHEDULE, in_process=True)
    a, b = operands
    first, second = kernel(a, b), kernel(-a, b)
    close(first, a @ b)
    close(second, -a @ b)
    assert first.ctypes.data % 64 == second.ctypes.data % 64 == 0
    call = kernel.with_inputs(a, b)
    expected = a @ b
    a[:] = 0
    close(call(), expected)
    results = [None] * 4
    threads = [
        threading.Thread(target=lambda i=i: results.__setitem__(i, call())) for i in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        close(result, expected)


def test_several_threads_stay_in_a_worker(operands):
    with pytest.warns(UserWarning, match="a kernel of 2 threads is called in a worker"):
        kernel = mlirgym.compile(PROGRAM, "op0: tile_parallel(4,8,0)", threads=2, in_process=True)
    assert not kernel.in_process
    close(kernel(*operands), operands[0] @ operands[1])
    assert kernel.worker_pid not in (None, os.getpid())


def test_an_argument_that_is_read_and_written_keeps_the_callers_values(tmp_path):
    (tmp_path / "sum.mlir").write_text("""
func.func @sum(%a: tensor<4x6xf64>, %b: tensor<6x3xf64>, %c: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x6xf64>, tensor<6x3xf64>)
      outs(%c : tensor<4x3xf64>) -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}
""")
    kernel = mlirgym.compile(tmp_path / "sum.mlir", "", in_process=True)
    a, b, c = np.ones((4, 6)), np.full((6, 3), 2.0), np.full((4, 3), 5.0)
    for _ in range(2):
        np.testing.assert_allclose(kernel(a, b, c), 17.0)
    np.testing.assert_array_equal(c, 5.0)


AGAIN = """
import json, sys
import mlirgym, numpy as np

execution = mlirgym.Execution()
kernel = mlirgym.compile("matmul_8_12_16", budget=int(sys.argv[1]), execution=execution)
kernel(np.ones((8, 12), np.float32), np.ones((12, 16), np.float32))
print(json.dumps([kernel.hash, kernel.schedule, execution.statistics]))
"""


def again(budget):
    import json

    done = subprocess.run(
        [sys.executable, "-c", AGAIN, str(budget)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_search_is_not_repeated_in_any_process(operands):
    execution = mlirgym.Execution(budget_ms=2.0)
    kernel = mlirgym.compile(PROGRAM, budget=8, agent="random", execution=execution)
    assert execution.statistics["measured"] > 0
    close(kernel(*operands), operands[0] @ operands[1])
    for budget in (8, 3):
        hash, schedule, statistics = again(budget)
        assert (hash, schedule) == (kernel.hash, kernel.schedule)
        assert statistics["measured"] == statistics["compiled"] == 0
        assert statistics["kernel_cache_hits"] == 1
    assert again(0)[1] == ""
    # A larger budget, or more threads, is another search.
    mlirgym.compile(PROGRAM, budget=9, agent="random", execution=execution)
    before = execution.statistics["requests"]
    parallel = mlirgym.Execution(budget_ms=2.0, threads=2)
    mlirgym.compile(PROGRAM, budget=8, agent="random", execution=parallel)
    assert parallel.statistics["measured"] > 0
    mlirgym.compile(PROGRAM, budget=9, agent="random", execution=execution)
    assert execution.statistics["requests"] == before


def test_a_damaged_choice_is_a_search_and_without_a_folder_there_is_none(tmp_path):
    execution = mlirgym.Execution(budget_ms=2.0, cache_dir=tmp_path)
    assert execution.kernel_folder == str(tmp_path)
    mlirgym.compile("relu_7_9", budget=2, agent="random", execution=execution)
    (file,) = (tmp_path / "schedules").iterdir()
    for text in ("", "[1]", '{"code": 3, "budget": 9}'):
        file.write_text(text)
        before = execution.statistics["requests"]
        mlirgym.compile("relu_7_9", budget=2, agent="random", execution=execution)
        assert execution.statistics["requests"] > before
    assert mlirgym.KernelCache(tmp_path).clear() >= 1
    kept = mlirgym.Execution(budget_ms=2.0, cache_on_disk=False)
    assert kept.kernel_folder == ""
    mlirgym.compile("relu_7_9", budget=2, agent="random", execution=kept)
    assert kept.statistics["requests"] > 0


def test_what_compile_refuses():
    with pytest.raises(mlirgym.ScheduleError):
        mlirgym.compile(PROGRAM, "op0: tile(8,0,0)")
    with pytest.raises(TypeError, match="in_process is 'yes'"):
        mlirgym.compile(PROGRAM, "", in_process="yes")
    with pytest.raises(TypeError, match=r"did you mean 'budget'\?"):
        mlirgym.compile(PROGRAM, buget=3)
    with pytest.raises(ValueError, match="nobody"):
        mlirgym.compile(PROGRAM, agent="nobody")
