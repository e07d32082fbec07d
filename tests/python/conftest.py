import contextlib
import os
import signal
import sqlite3
import sys
from pathlib import Path

import gymnasium as gym
import mlirgym
import numpy as np
import pytest

MATMUL_RELU = """
func.func @forward(%a: tensor<24x20xf32>, %b: tensor<20x32xf32>) -> tensor<24x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x32xf32>) -> tensor<24x32xf32>
  %product = linalg.matmul ins(%a, %b : tensor<24x20xf32>, tensor<20x32xf32>)
      outs(%init : tensor<24x32xf32>) -> tensor<24x32xf32>
  %out = tensor.empty() : tensor<24x32xf32>
  %relu = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<24x32xf32>) outs(%out : tensor<24x32xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.maximumf %x, %zero : f32
    linalg.yield %m : f32
  } -> tensor<24x32xf32>
  return %relu : tensor<24x32xf32>
}
"""


@pytest.fixture
def operands():
    """Make the arrays that matmul_8_12_16 reads."""
    random = np.random.default_rng(7)
    return (
        random.uniform(-1, 1, (8, 12)).astype(np.float32),
        random.uniform(-1, 1, (12, 16)).astype(np.float32),
    )


@pytest.fixture(scope="session", autouse=True)
def _caches_of_the_session(tmp_path_factory):
    """Keep timings and kernels apart from the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
        for name in [name for name in os.environ if name.startswith("MLIRGYM_CACHE")]:
            patch.delenv(name)
        yield


@pytest.fixture(autouse=True)
def _caches_of_the_test(_caches_of_the_session, tmp_path_factory, monkeypatch):
    """Compile kernels of other tests again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))


@contextlib.contextmanager
def _ctrl_c_after(seconds):
    """KeyboardInterrupt from outside of the call under way, also where SIGINT is ignored."""
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGALRM, previous)


@contextlib.contextmanager
def _modules_of(folder):
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))


@pytest.fixture(scope="session")
def modules_of():
    """A benchmark is a folder that runs, not a package: its modules are found by their names."""
    return _modules_of


@pytest.fixture
def ctrl_c_after():
    return _ctrl_c_after


@pytest.fixture
def matmul_relu() -> mlirgym.Program:
    return mlirgym.parse_program(MATMUL_RELU, "matmul_relu")


@pytest.fixture
def replay_env() -> gym.Env:
    return gym.make("MlirGym/Replay-v0")


#: Exec data with the machine's peak, which takes seconds to measure: the first test that needs it
#: does. scripts/test begins without the file.
PEAK = Path(__file__).parents[2] / "build/release/Testing/peak.db"


@pytest.fixture(scope="session")
def short():
    """Options of executions for quick benchmarks: they find the machine's peak on file."""
    options = {"threads": 1, "budget_ms": 20, "too_slow_factor": 0}
    mlirgym.machine_peak(mlirgym.Execution(PEAK, **options))
    return {**options, "main_exec_data": PEAK}


@pytest.fixture(scope="session")
def copy_peak():
    """Make exec data in which executions with default options find the machine's peak."""
    mlirgym.machine_peak(mlirgym.Execution(PEAK))

    def copy(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(PEAK)) as known:
            with contextlib.closing(sqlite3.connect(file)) as new:
                known.backup(new)

    return copy


@pytest.fixture(scope="session")
def live_execution() -> mlirgym.Execution:
    return mlirgym.Execution(threads=1)
