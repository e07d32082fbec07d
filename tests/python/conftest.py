import contextlib
import http.server
import json
import os
import signal
import sqlite3
import sys
import threading
import types
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


@pytest.fixture
def chat_endpoint():
    """Serve given replies as a model of OpenAI's protocol, one after the other."""
    with contextlib.ExitStack() as stack:

        def serve(replies):
            left, requests = list(replies), []

            class Endpoint(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    length = int(self.headers["Content-Length"])
                    requests.append(json.loads(self.rfile.read(length)))
                    message = {"role": "assistant", "content": left.pop(0) if left else ""}
                    choice = {"index": 0, "message": message, "finish_reason": "stop"}
                    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
                    answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "stub"}
                    body = json.dumps({**answer, "choices": [choice], "usage": usage}).encode()
                    self.send_response(200)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

                def log_message(self, *_):
                    pass

            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
            stack.callback(server.server_close)
            stack.callback(server.shutdown)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{server.server_address[1]}/v1"
            return types.SimpleNamespace(url=url, requests=requests)

        yield serve
