"""Ctrl-C, callbacks, file-size limits: the end of a call, and its results."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import gymnasium as gym
import mlirgym
import numpy as np
import pytest
from recorded import EXEC_DATA

# One call of it takes seconds untransformed: who waits for its end is deaf.
SLOW = "matmul_2048_2048_2048"


@pytest.fixture
def slow_execution(tmp_path):
    return mlirgym.Execution(tmp_path / "exec.db", run_timeout_ms=300_000)


def interrupt(call, when=lambda: True):
    """Ctrl-C during a call, half a second after `when`; it must raise KeyboardInterrupt."""

    def send():
        while not when():
            time.sleep(0.02)
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGALRM)

    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    sender = threading.Thread(target=send)
    sender.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        sender.join()
        signal.signal(signal.SIGALRM, previous)


def test_a_batch_of_many_hears_ctrl_c_and_keeps_what_was_timed(slow_execution):
    small = mlirgym.generate_program("matmul_8_12_16")
    large = mlirgym.generate_program(SLOW)
    requests = [(small, "op0: tile(4,4,0)")]
    requests += [(large, f"op0: tile({i},0,0)") for i in range(1, 272)]
    interrupt(
        lambda: slow_execution.measure_batch(requests),
        when=lambda: slow_execution.statistics["measured"] >= 2,  # with the baseline
    )
    assert slow_execution.statistics["measured"] == 2
    assert slow_execution.statistics["compiled"] < 100
    assert slow_execution.measure(small, "op0: tile(4,4,0)").cache_hit
    assert slow_execution.measure(small, "op0: tile(2,4,0)").ok  # it can be used again


@pytest.mark.parametrize("method", ["measure", "baseline", "measure_paired"])
def test_one_long_measurement_hears_ctrl_c(slow_execution, method):
    program = mlirgym.generate_program(SLOW)
    schedule = [] if method == "baseline" else ["op0: tile(7,0,0)"]
    interrupt(
        lambda: getattr(slow_execution, method)(program, *schedule),
        when=lambda: slow_execution.statistics["compiled"] > 0,
    )
    assert slow_execution.statistics["measured"] == 0


def test_a_search_hears_ctrl_c_in_its_first_measurement(slow_execution):
    interrupt(
        lambda: mlirgym.optimize(SLOW, budget=100, execution=slow_execution),
        when=lambda: slow_execution.statistics["compiled"] > 0,
    )
    assert slow_execution.statistics["measured"] == 0


class Copy(mlirgym.Workload):
    """A workload with parameters."""

    def payload_module(self):
        return mlirgym.generate_program(SLOW).text

    def schedule_module(self, parameters):
        return f"op0: tile({parameters['rows']},0,0)"

    def parameters(self):
        return {"rows": [2, 4, 8]}


def test_workloads_hear_ctrl_c(slow_execution):
    engine = mlirgym.Engine(Copy(), slow_execution)
    for call in (engine.call, engine.tune, engine.measure, engine.benchmark):
        interrupt(call)
    assert slow_execution.statistics["measured"] == 0


def step_until_interrupted(envs):
    while True:
        masks = np.atleast_2d(envs.action_masks())
        actions = np.array([np.flatnonzero(mask)[-1] for mask in masks])
        envs.step(actions if isinstance(envs, gym.vector.VectorEnv) else int(actions[0]))


def test_environments_hear_ctrl_c(slow_execution):
    for envs in (
        mlirgym.ScheduleVectorEnv(num_envs=2, programs=[SLOW], execution=slow_execution),
        mlirgym.ScheduleEnv(programs=[SLOW], execution=slow_execution),
    ):
        before = slow_execution.statistics["requests"]
        envs.reset(seed=0)
        interrupt(
            lambda envs=envs: step_until_interrupted(envs),
            when=lambda before=before: slow_execution.statistics["requests"] > before,
        )
        envs.close()
    assert slow_execution.statistics["measured"] == 0


def test_a_step_that_was_sent_hears_ctrl_c(slow_execution):
    envs = mlirgym.ScheduleVectorEnv(num_envs=2, programs=[SLOW], execution=slow_execution)
    envs.reset(seed=0)

    def send_until_timed():
        while True:
            masks = envs.action_masks()
            envs.send(np.array([np.flatnonzero(mask)[-1] for mask in masks]))
            envs.recv()

    interrupt(send_until_timed, when=lambda: slow_execution.statistics["requests"] > 0)
    assert slow_execution.statistics["measured"] == 0
    envs.reset(seed=0)
    envs.close()


def test_another_thread_is_not_interrupted(slow_execution):
    program = mlirgym.generate_program("matmul_128_128_128")
    shared = [(program, f"op0: tile({i},0,0)") for i in range(1, 9)]
    answers = []
    other = threading.Thread(target=lambda: answers.extend(slow_execution.measure_batch(shared)))
    other.start()
    # Of the same requests each is measured by one of the two, while the other waits.
    slow = [(mlirgym.generate_program(SLOW), f"op0: tile({i},0,0)") for i in range(1, 99)]
    interrupt(lambda: slow_execution.measure_batch(shared + slow))
    other.join()
    assert [answer.ok for answer in answers] == [True] * 8


def test_a_training_hears_ctrl_c_in_an_iteration(tmp_path):
    torch = pytest.importorskip("torch")
    out = tmp_path / "out"
    interrupt(
        lambda: mlirgym.train(programs=[SLOW], out=out, iterations=3, num_envs=2, rollout_steps=64),
        when=lambda: (out / "metrics.jsonl").exists(),
    )
    assert mlirgym.agents.read_metrics(out) == []
    _, _, _, facts, *_ = torch.load(out / "checkpoint.pt", weights_only=True)
    assert json.loads(facts)["iteration"] == 0


@pytest.mark.parametrize("answer", [None, 0, "", np.True_, True])
def test_only_false_stops_a_search(matmul_relu, live_execution, answer):
    seen = []

    def progress(samples, budget, best):
        seen.append(samples)
        return answer

    found = mlirgym.optimize(
        matmul_relu, agent="random", budget=5, execution=live_execution, progress=progress
    )
    assert found.samples == 5
    assert seen == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("answer", [False, np.False_])
def test_false_stops_a_search(matmul_relu, live_execution, answer):
    found = mlirgym.optimize(
        matmul_relu,
        agent="random",
        budget=40,
        execution=live_execution,
        progress=lambda *_: answer,
    )
    assert found.samples < 40


def test_print_is_a_callback(matmul_relu, live_execution, capsys):
    found = mlirgym.optimize(
        matmul_relu, agent="random", budget=3, execution=live_execution, progress=print
    )
    assert found.samples == 3
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_what_a_callback_raises_is_raised(matmul_relu, live_execution):
    def progress(*_):
        raise LookupError("of the callback")

    with pytest.raises(LookupError, match="of the callback"):
        mlirgym.optimize(matmul_relu, execution=live_execution, progress=progress)


def run_limited(code):
    """A new Python in which no file may grow beyond 100 KB."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, -1))\n"
    return subprocess.run(
        [sys.executable, "-c", limit + textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_a_file_size_limit_is_an_error(tmp_path):
    outcome = run_limited(f"""
        import mlirgym
        execution = mlirgym.Execution({str(tmp_path / "exec.db")!r})
        program = mlirgym.generate_program("matmul_8_12_16")
        try:
            for i in range(1000):
                execution.update_execution_cache(
                    {{f"bench{{i}}": {{"I(0,1)T(64,0)T(1,4)NT()": 15579}}}}
                )
        except mlirgym.ExecutionError as error:
            print("refused:", error)
    """)
    assert outcome.returncode == 0, outcome.stderr
    assert "refused:" in outcome.stdout
    assert "exec.db: cannot " in outcome.stdout


def test_a_checkpoint_that_may_not_grow_is_an_error(tmp_path):
    pytest.importorskip("torch")
    outcome = run_limited(f"""
        import mlirgym
        try:
            mlirgym.train(
                programs=["relu_64_120"],
                exec_data_file={str(EXEC_DATA)!r},
                replay=True,
                any_machine=True,
                out={str(tmp_path / "out")!r},
                iterations=2,
                num_envs=2,
                rollout_steps=8,
            )
        except RuntimeError as error:
            print("refused:", error)
    """)
    assert outcome.returncode == 0, outcome.stderr
    assert "checkpoint.pt: cannot be written: File too large; check" in outcome.stdout
    assert not list((tmp_path / "out").glob("*.tmp"))


def test_exec_data_that_is_gone_is_an_error(tmp_path, matmul_relu):
    file = tmp_path / "exec.db"
    execution = mlirgym.Execution(file)
    assert execution.baseline(matmul_relu).ok
    file.unlink()
    with pytest.raises(mlirgym.ExecutionError, match="removed or replaced while it was open"):
        execution.measure(matmul_relu, "op1: tile(4,4)")
