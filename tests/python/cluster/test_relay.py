"""`mlirgym COMMAND --cluster`: the command line, a Python process, and nodes in its threads."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path

import mlirgym
import pytest
from mlirgym.__main__ import program as command

#: Becomes the interpreter: with nodes that measure here, in place of Ray's actors.
PYTHON = """\
#!{python}
import os, sys, time
sys.path.insert(0, {tests!r})
from mlirgym import _core
from mlirgym.cluster import connection
from mlirgym.cluster.fleet import Fleet
from mlirgym.cluster.measurer import Measurer
from test_fleet import SHORT, Node, Threads

class Local(Threads):
    answered = 0
    def probe(self, process):
        return self.call(process, self.measurer.probe)
    def measure(self, process, text, question):
        return self.call(process, lambda: self.answer(text, question))
    def answer(self, text, question):
        Local.answered += 1
        {behave}
        return self.measurer.measure(text, question)

def connect(address, machine, options):
    if address != "here":
        raise _core.ExecutionError(address + ": no cluster")
    transport = Local(a=Node(), b=Node())
    transport.measurer = Measurer(dict(options))
    patience = SHORT.__class__(poll=0.05)
    fleet = Fleet(transport, in_flight=3, machine=machine, patience=patience)
    return fleet, connection.cluster_of(fleet)

connection.connect = connect
program, sys.argv = sys.argv[2], ["-c", sys.argv[3]]
exec(program)
"""


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Run the command line on such a cluster."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # of the nodes' caches

    def start(*arguments, behave="pass", to="here", **options):
        script = tmp_path / "python"
        tests = str(Path(__file__).parent)
        script.write_text(PYTHON.format(python=sys.executable, tests=tests, behave=behave))
        script.chmod(0o755)
        environment = {**os.environ, "MLIRGYM_PYTHON": str(script)}
        whole = [command(), *arguments, "--cluster", to, "--budget-ms", "10"]
        return subprocess.Popen(
            list(map(str, whole)),
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **options,
        )

    return start


def search(file):
    return (
        "optimize",
        "matmul_8_12_16",
        "--agent",
        "random",
        "--budget",
        "24",
        "--exec-data",
        file,
    )


def stored(file):
    return mlirgym.Execution(file, replay=True, any_machine=True).to_frame()


def test_a_search_on_a_cluster_finds_verifies_and_stores(call, tmp_path):
    file = tmp_path / "timings.db"
    process = call(*search(file), "--json")
    out, err = process.communicate()
    assert process.returncode == 0, err
    result = json.loads(out)
    assert result["status"] == "ok" and result["samples"] == 24 and result["best_ns"] > 0
    rows = stored(file)
    assert set(rows.machine) == {result["machine"]} == {mlirgym.machine()["id"]}
    assert len(set(rows.schedule)) == len(rows) > 20
    again = call(*search(file), "--json", behave="os._exit(3)")  # measures nothing
    assert json.loads(again.communicate()[0])["best_ns"] == result["best_ns"]


def test_a_suite_is_evaluated_and_agents_are_compared(call, tmp_path):
    limits = ("--suite", "tiny", "--split", "all")
    given = ("random", *limits, "--budget", 4, "--exec-data", tmp_path / "timings.db")
    out, err = call("evaluate", *given, "--json").communicate()
    assert json.loads(out)["machine"] == mlirgym.machine()["id"], err
    out, err = call(
        "compare", *limits, "--agents", "random,greedy", "--budgets", "2,4", "--seeds", 1,
        "--out", tmp_path / "race", "--json",
    ).communicate()  # fmt: skip
    assert json.loads(out)["programs_compared"] == 3, err


def test_a_process_that_dies_is_an_error_and_loses_nothing(call, tmp_path):
    file = tmp_path / "timings.db"
    process = call(*search(file), behave="Local.answered > 12 and os._exit(3)")
    _, err = process.communicate()
    assert process.returncode == 1
    assert "the process that reaches the cluster has ended; repeat the call to continue" in err
    assert len(stored(file)) >= 8


def test_ctrl_c_ends_the_command_and_its_python(call, tmp_path):
    file = tmp_path / "timings.db"
    process = call(*search(file), behave="Local.answered > 6 and time.sleep(60)")
    until = time.monotonic() + 60
    timings = 0
    while timings < 3:
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.2)
        with suppress(OSError, mlirgym.ExecutionError):  # nothing in it yet
            timings = len(stored(file))
    (child,) = [
        int(each)
        for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        if "mlirgym.cluster.relay" in Path(f"/proc/{each}/cmdline").read_text()
    ]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert "samples" in out and len(stored(file)) >= 3
    assert "Traceback" not in err
    assert not Path(f"/proc/{child}").exists()


def test_an_address_without_a_cluster_is_named(call, tmp_path):
    process = call(*search(tmp_path / "t.db"), to="elsewhere:1")
    _, err = process.communicate()
    assert process.returncode == 1 and "elsewhere:1: no cluster" in err


def test_what_is_missing_is_said(tmp_path, monkeypatch):
    arguments = [command(), *search(tmp_path / "t.db"), "--cluster", "auto"]

    def error(python):
        monkeypatch.setenv("MLIRGYM_PYTHON", python)
        ended = subprocess.run(arguments, text=True, capture_output=True)
        assert ended.returncode == 1
        return ended.stderr

    assert "/nowhere: " in error("/nowhere") and "MLIRGYM_PYTHON" in error("/nowhere")
    quits = tmp_path / "quits"
    quits.write_text(
        textwrap.dedent("""\
        #!/bin/sh
        echo "not today" >&2
        exit 1
        """)
    )
    quits.chmod(0o755)
    said = error(str(quits))
    assert "not today" in said and "its messages are above" in said
    lies = tmp_path / "lies"
    lies.write_text("#!/bin/sh\neval \"echo '{{}}' >&$3\"\nsleep 1\n".replace("{{}}", "{}"))
    lies.chmod(0o755)
    assert "the process that reaches the cluster" in error(str(lies))


def test_the_machine_needs_a_cluster():
    ended = subprocess.run(
        [command(), "optimize", "matmul_8_12_16", "--cluster-machine", "ours"],
        text=True,
        capture_output=True,
    )
    assert ended.returncode == 2 and "--cluster" in ended.stderr
