"""A Ray cluster on this machine: nodes of one processor that are killed and added."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import mlirgym
import pytest
from mlirgym.__main__ import program as command

ray = pytest.importorskip("ray", reason="Ray is not installed")
pytestmark = pytest.mark.trainers


def started(start):
    """Start something of Ray, which gives each of its processes half a minute for that."""
    for _ in range(3):
        try:
            return start()
        except RuntimeError as error:  # a busy machine needs longer
            problem = error
    raise problem


@pytest.fixture
def cluster(monkeypatch):
    """Start a head, which is not marked for measuring; Ray's sockets need a short path."""
    from ray.cluster_utils import Cluster

    folder = tempfile.mkdtemp(dir="/tmp")
    monkeypatch.setenv("TMPDIR", folder)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setattr("mlirgym.cluster.fleet._NOISY", 1.0)  # both nodes are this machine
    head = {"num_cpus": 1, "object_store_memory": 80 << 20}
    made = started(lambda: Cluster(initialize_head=True, head_node_args=head))
    yield made
    ray.shutdown()
    made.shutdown()
    shutil.rmtree(folder, ignore_errors=True)


def add_node(cluster):
    node = {"num_cpus": 1, "resources": {"mlirgym": 1}, "object_store_memory": 80 << 20}
    return started(lambda: cluster.add_node(**node))


@ray.remote
def in_a_trial(program, schedule):
    """Measure as an env runner of RLlib or a trial of Tune does, in a process of the cluster."""
    return mlirgym.Execution(cluster="auto", budget_ms=10).measure(program, schedule).status


def measuring(execution):
    """Return the numbers of answers of the nodes that measure."""
    nodes = execution.nodes
    return {each["node"]: each["answered"] for each in nodes if each["state"] == "measuring"}


def wait_until(reached):
    until = time.monotonic() + 120
    while not reached():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_search_survives_a_killed_node_and_uses_an_added_one(cluster, tmp_path):
    killed, _ = add_node(cluster), add_node(cluster)
    file = tmp_path / "timings.db"
    execution = mlirgym.Execution(file, cluster=cluster.address, budget_ms=10)
    wait_until(lambda: len(measuring(execution)) == 2)
    assert execution.machine == mlirgym.machine()["id"]
    swapped = []

    def swap(*_):
        if not swapped and execution.statistics["measured"] >= 10:
            cluster.remove_node(killed, allow_graceful=False)
            swapped.append(add_node(cluster))

    best = mlirgym.optimize(
        "matmul_32_48_64",
        agent="evolutionary",
        budget=48,
        seed=1,
        execution=execution,
        progress=swap,
    )
    assert swapped and best.speedup > 1 and best.samples == 48
    added = f"({swapped[0].node_id[:8]})"
    wait_until(lambda: any(added in name for name in measuring(execution)))
    before = measuring(execution)
    program = mlirgym.generate_program("matmul_32_48_64")
    schedules = [f"op0: tile({i},{j},{k})" for i in (3, 5) for j in (7, 9, 11) for k in (2, 3, 6)]
    results = execution.measure_batch([(program, each) for each in schedules])
    assert len(results) == len(schedules) and all(each.ok for each in results)
    after = measuring(execution)
    assert len(after) == 2 and all(after[name] > before[name] for name in after)
    rows = execution.to_frame()
    assert set(schedules) <= set(rows.schedule) and not rows.schedule.duplicated().any()
    assert set(rows.host) == {os.uname().nodename}
    subprocess.run([command(), "data", "verify", str(file)], check=True)

    # Another execution of this job with the same options uses the same processes, and survives
    # the end of the one that made them.
    other = mlirgym.Execution(cluster=cluster.address, budget_ms=10)
    assert other.measure(program, schedules[0]).cache_hit
    execution = other
    results = execution.measure_batch([(program, each) for each in schedules])
    assert all(each.ok for each in results)
    assert mlirgym.Execution(cluster=cluster.address, budget_ms=10).measure(program, "").ok
    assert ray.get(in_a_trial.remote("matmul_32_48_64", "op0: tile(2,0,0)")) == "ok"


def test_a_training_on_the_command_line_survives_a_killed_node(cluster, tmp_path):
    killed, _ = add_node(cluster), add_node(cluster)
    file, metrics = tmp_path / "timings.db", tmp_path / "out" / "metrics.jsonl"
    limits = ["--suite", "tiny", "--split", "all", "--iterations", "12", "--budget-ms", "10"]
    process = subprocess.Popen(
        [command(), "train", *limits, "--exec-data", file, "-o", metrics.parent, "--json",
         "--cluster", cluster.address],
        env={**os.environ, "MLIRGYM_PYTHON": sys.executable},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    wait_until(lambda: metrics.exists() and metrics.read_text().count("\n") >= 3)
    cluster.remove_node(killed, allow_graceful=False)
    add_node(cluster)
    out, err = process.communicate()
    assert process.returncode == 0, err
    assert json.loads(out)["iterations"] == 12
    rows = mlirgym.Execution(file, replay=True, any_machine=True).to_frame()
    assert len(rows) > 20 and not rows.duplicated(["program", "schedule"]).any()
    assert set(rows.host) == {os.uname().nodename}
    subprocess.run([command(), "data", "verify", str(file)], check=True)
