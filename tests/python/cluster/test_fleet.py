"""Nodes that die, hang, lie or fill up, as threads of this process in place of Ray's actors."""

import functools
import pickle
import subprocess
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import mlirgym
import pytest
from mlirgym import _core
from mlirgym.__main__ import program as command
from mlirgym.cluster.connection import cluster_of
from mlirgym.cluster.fleet import Fleet, Patience
from mlirgym.cluster.measurer import Answer, Facts

SHORT = Patience(probe=5, answer=0.4, empty=0.6, again=60, poll=0.05)
HERE = _core.machine()["toolchain"]


@functools.cache
def target():
    return _core.Execution().target


def timing(median=1000.0, status="ok", noisy=False, cache_hit=False, message=""):
    """Make a measurement, which the library makes by measuring alone."""
    made = _core.Measurement.__new__(_core.Measurement)
    time = median if status == "ok" else 0.0
    phases = [0.0] * 5
    uncertainty = 0.2 if noisy else 0.01
    fields = (time, time, 0.01, 5, 10, uncertainty, noisy, 0.0)
    made.__setstate__((status, "nanoseconds", cache_hit, message, *phases, *fields, []))
    return made


class Died(Exception):
    """What Ray raises for an actor that died."""


class Process:
    """A process: answers one question at a time, in a thread of its own."""

    def __init__(self, node):
        self.node, self.pool, self.is_dead = node, ThreadPoolExecutor(1), False
        self.open = set()


class Node:
    """A node whose processes take a millisecond per sample, and otherwise do as they are told."""

    def __init__(self, version=_core.__version__, machine="ours", noisy=0.0):
        probes = [i < 8 * noisy for i in range(8)]
        self.facts = Facts(version, HERE, machine, "host", target(), probes)
        self.asked, self.started, self.most_open = [], 0, 0
        self.behave = lambda question, nth: None

    def answer(self, process, question):
        self.asked.append(question.codes[0])
        time.sleep(0.001)
        special = self.behave(question, len(self.asked))
        if process.is_dead:
            raise Died("the process died")
        return special or Answer([timing()], [], True)


class Threads:
    """A transport without Ray."""

    def __init__(self, **nodes):
        self.nodes, self.texts = nodes, []

    def places(self):
        return {name: name for name in list(self.nodes)}

    def start(self, place):
        self.nodes[place].started += 1
        return Process(self.nodes[place])

    def probe(self, process):
        return self.call(process, lambda: process.node.facts)

    def put(self, text):
        self.texts.append(text)
        return text

    def measure(self, process, text, question):
        done = self.call(process, lambda: process.node.answer(process, question))
        process.node.most_open = max(process.node.most_open, len(process.open))
        return done

    def call(self, process, function):
        done = Future()
        process.open.add(done)

        def run():
            try:
                result = function()
            except BaseException as error:
                result = error
            process.open.discard(done)
            with suppress(Exception):  # the process was stopped meanwhile
                if isinstance(result, BaseException):
                    done.set_exception(result)
                else:
                    done.set_result(result)

        process.pool.submit(run)
        return done

    def stop(self, process):
        process.is_dead = True
        process.pool.shutdown(wait=False, cancel_futures=True)

    def release(self, process):
        self.stop(process)

    def kill(self, name):
        """Let a node vanish, with its processes."""
        del self.nodes[name]


@pytest.fixture
def connected(monkeypatch):
    """Let all addresses be those of a transport."""

    def set(transport, patience=SHORT):
        def connect(address, machine, options):
            fleet = Fleet(transport, in_flight=3, machine=machine, patience=patience)
            return fleet, cluster_of(fleet)

        for module in ("execution.execution", "cluster.connection"):
            monkeypatch.setattr(f"mlirgym.{module}.connect", connect)

    return set


@pytest.fixture
def execution_on(connected, tmp_path):
    """Make an execution on nodes, with exec data in a file."""

    def make(transport, patience=SHORT, **options):
        connected(transport, patience)
        return mlirgym.Execution(tmp_path / "timings.db", cluster="threads", **options)

    return make


@pytest.fixture
def program():
    return mlirgym.generate_program("matmul_8_12_16")


SCHEDULES = [f"op0: tile({i},{j},{k})" for i in (1, 2, 4) for j in (1, 2, 3, 4) for k in (2, 3, 4)]


def asked(transport, *more):
    counts = Counter()
    for node in [*transport.nodes.values(), *more]:
        counts.update(node.asked)
    return counts


def verify(file):
    return subprocess.run([command(), "data", "verify", str(file)], check=True)


def state_of(execution, name):
    return next((each["state"], each["reason"]) for each in execution.nodes if each["node"] == name)


def test_every_sample_is_measured_once_and_stored_under_the_nodes_machine(
    execution_on, program, tmp_path
):
    transport = Threads(a=Node(), b=Node())
    execution = execution_on(transport)
    results = execution.measure_batch([(program, each) for each in SCHEDULES])
    assert [each.ok for each in results] == [True] * len(SCHEDULES)
    assert set(asked(transport).values()) == {1} and len(asked(transport)) == len(SCHEDULES)
    assert all(len(node.asked) > 3 for node in transport.nodes.values())
    assert max(node.most_open for node in transport.nodes.values()) <= 3
    assert len(transport.texts) == 1
    rows = execution.to_frame()
    assert set(rows.machine) == {"ours"} and set(rows.host) == {"host"}
    assert len(rows) == len(SCHEDULES) == execution.statistics["measured"]
    verify(tmp_path / "timings.db")
    again = mlirgym.Execution(tmp_path / "timings.db", replay=True, any_machine=True)
    assert again.measure(program, SCHEDULES[0]).ok


def test_a_search_asks_for_a_batch_per_process(connected, tmp_path, program):
    sizes = []

    def search(agent, **nodes):
        transport = Threads(**nodes)
        connected(transport)
        file = tmp_path / f"{agent}-{len(nodes)}.db"
        execution = mlirgym.Execution(file, cluster="threads")
        submit = Fleet.submit
        batches = []
        sizes.append(batches)

        def note(self, batch):
            batches.append(len(batch.samples))
            return submit(self, batch)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Fleet, "submit", note)
            mlirgym.optimize(program, execution=execution, agent=agent, budget=48, seed=0)

    search("evolutionary", a=Node())
    search("evolutionary", a=Node(), b=Node(), c=Node())
    search("random", a=Node(), b=Node(), c=Node())
    assert [8] * 6 == [size for size in sizes[0] if size > 1]
    assert [24, 24] == [size for size in sizes[1] if size > 1]
    assert [48] == [size for size in sizes[2] if size > 1]


def test_equal_schedules_of_several_callers_are_asked_once(execution_on, program):
    transport = Threads(a=Node(), b=Node())
    execution = execution_on(transport)
    with ThreadPoolExecutor(4) as callers:
        batch = [(program, each) for each in SCHEDULES]
        for results in callers.map(execution.measure_batch, [batch] * 4):
            assert all(each.ok for each in results)
    assert set(asked(transport).values()) == {1}


def test_a_node_that_vanishes_loses_nothing_and_one_that_comes_is_used(execution_on, program):
    lost = Node()
    transport = Threads(a=Node(), b=lost)
    execution = execution_on(transport)

    def die(question, nth):
        if nth == 5:
            transport.nodes["c"] = Node()
            transport.kill("b")
            time.sleep(0.3)

    lost.behave = die
    transport.nodes["a"].behave = lambda question, nth: time.sleep(0.02)
    results = execution.measure_batch([(program, each) for each in SCHEDULES])
    assert all(each.ok for each in results)
    assert len(execution.to_frame()) == len(SCHEDULES)
    assert len(transport.nodes["c"].asked) > 0
    assert set(asked(transport, lost)) == set(SCHEDULES)
    assert "b" not in [each["node"] for each in execution.nodes]


def test_a_process_that_dies_is_started_anew(execution_on, program):
    transport = Threads(a=Node())
    execution = execution_on(transport)

    def die(question, nth):
        if nth == 7:
            raise Died("the process died")

    transport.nodes["a"].behave = die
    results = execution.measure_batch([(program, each) for each in SCHEDULES])
    assert all(each.ok for each in results) and transport.nodes["a"].started == 2
    assert execution.statistics["measured"] == len(SCHEDULES)


def test_a_node_that_hangs_is_given_up_and_its_late_answer_too(execution_on, program, capfd):
    transport = Threads(a=Node(), b=Node())
    execution = execution_on(transport)
    late = threading.Event()
    transport.nodes["b"].behave = lambda question, nth: late.wait(5) and None
    results = execution.measure_batch([(program, each) for each in SCHEDULES])
    assert all(each.ok for each in results)
    late.set()
    state, reason = state_of(execution, "b")
    assert state == "aside" and "no answer in" in reason
    assert "b is set aside: no answer in" in capfd.readouterr().err
    assert len(execution.to_frame()) == len(SCHEDULES)


def test_a_full_disk_is_the_nodes_fault(execution_on, program):
    transport = Threads(a=Node(), b=Node())
    execution = execution_on(transport)

    def full(question, nth):
        raise _core.ExecutionError("timings.db: disk is full")

    transport.nodes["b"].behave = full
    results = execution.measure_batch([(program, each) for each in SCHEDULES])
    assert all(each.ok for each in results)
    assert state_of(execution, "b") == ("aside", "timings.db: disk is full")


def test_a_sample_that_ends_each_process_is_given_up_and_not_stored(execution_on, program):
    transport = Threads(a=Node(), b=Node(), c=Node(), d=Node())
    execution = execution_on(transport)
    poison = SCHEDULES[4]

    def die(question, nth):
        if question.codes[0] == poison:
            raise Died("the process died")

    for node in transport.nodes.values():
        node.behave = die
    results = execution.measure_batch([(program, each) for each in SCHEDULES])
    (failed,) = [each for each in results if not each.ok]
    assert failed is results[4] and failed.status == "crashed"
    assert failed.message.count("the process died") == 3 and "not stored" in failed.message
    assert asked(transport)[poison] == 3
    assert len(execution.to_frame()) == len(SCHEDULES) - 1


def test_mistakes_in_a_question_are_errors_of_the_caller(execution_on, program):
    transport = Threads(a=Node())
    execution = execution_on(transport)
    transport.nodes["a"].behave = lambda *_: Answer([], [], False, "op0: no such loop")
    with pytest.raises(mlirgym.ExecutionError, match="no such loop"):
        execution.measure(program, SCHEDULES[0])
    with pytest.raises(mlirgym.ScheduleError):
        execution.measure(program, "op0: tile(99,0,0)")
    assert state_of(execution, "a")[0] == "measuring"


def no_compiler():
    raise _core.ExecutionError("mlirgym-worker: not found")


def test_unfit_nodes_are_set_aside_before_they_measure(execution_on, program):
    lacks = Node()
    transport = Threads(
        a=Node(), b=Node(), old=Node(version="0.0.1"), other=Node(machine="else"), lacks=lacks
    )
    probe = transport.probe
    transport.probe = lambda process: (
        transport.call(process, no_compiler) if process.node is lacks else probe(process)
    )
    execution = execution_on(transport)
    assert execution.machine == "ours"
    assert all(each.ok for each in execution.measure_batch([(program, s) for s in SCHEDULES]))
    assert "mlirgym 0.0.1" in state_of(execution, "old")[1]
    assert state_of(execution, "other")[1] == "it is else; this execution measures on ours"
    assert state_of(execution, "lacks")[1] == "mlirgym-worker: not found"
    assert not (transport.nodes["old"].asked or transport.nodes["other"].asked or lacks.asked)


def test_the_caller_chooses_the_machine(execution_on, program):
    transport = Threads(a=Node(), b=Node(), other=Node(machine="else"))
    execution = execution_on(transport, cluster_machine="else")
    assert execution.machine == "else" and execution.measure(program, SCHEDULES[0]).ok
    assert len(transport.nodes["other"].asked) == 1
    with pytest.raises(mlirgym.ExecutionError, match=r"measures as third: .*a: ours"):
        execution_on(transport, cluster_machine="third")


def test_a_noisy_node_is_set_aside_where_another_is_quiet(execution_on, program):
    transport = Threads(quiet=Node(), noisy=Node(noisy=1.0), turns=Node())
    execution = execution_on(transport)
    assert state_of(execution, "noisy")[1].startswith("100% of its timings are uncertain")
    transport.nodes["turns"].behave = lambda *_: Answer([timing(noisy=True)], [], True)
    execution.measure_batch([(program, each) for each in SCHEDULES])
    assert state_of(execution, "turns")[0] == "aside"
    assert state_of(execution, "quiet")[0] == "measuring"
    all_noisy = execution_on(Threads(a=Node(noisy=1.0), b=Node(noisy=0.9)))
    assert {each["state"] for each in all_noisy.nodes} == {"measuring"}


def test_a_cluster_that_shrinks_to_nothing_ends_in_an_error(execution_on, program):
    transport = Threads(a=Node(), b=Node())
    execution = execution_on(transport)
    both = dict(transport.nodes)

    def die(question, nth):
        if nth == 5:
            transport.nodes.clear()
            time.sleep(0.3)

    for node in both.values():
        node.behave = die
    with pytest.raises(mlirgym.ExecutionError, match=r"no node of the cluster.*(a|b) is gone"):
        execution.measure_batch([(program, each) for each in SCHEDULES])
    stored = len(execution.to_frame())
    assert 4 <= stored < len(SCHEDULES)
    with pytest.raises(mlirgym.ExecutionError, match="no node of the cluster"):
        execution.measure(program, SCHEDULES[-1])
    transport.nodes["c"] = Node()
    time.sleep(0.3)
    assert execution.measure(program, SCHEDULES[-1]).ok


def test_a_head_that_is_not_reached_for_long_is_an_error(execution_on, program):
    transport = Threads(a=Node())
    execution = execution_on(transport)
    places = transport.places

    def unreached():
        raise RuntimeError("the head does not answer")

    transport.places = unreached
    time.sleep(0.2)
    assert execution.measure(program, SCHEDULES[0]).ok  # for a moment
    transport.nodes["a"].behave = lambda *_: time.sleep(2)
    with pytest.raises(mlirgym.ExecutionError, match="cannot be reached: the head does not"):
        execution.measure(program, SCHEDULES[1])
    transport.places = places


def test_an_empty_cluster_is_an_error(execution_on):
    with pytest.raises(mlirgym.ExecutionError, match="no nodes with free processors"):
        execution_on(Threads())


def test_ctrl_c_ends_a_batch_within_a_second_and_keeps_what_was_answered(
    execution_on, program, ctrl_c_after
):
    transport = Threads(a=Node())
    execution = execution_on(transport, Patience(poll=0.05, unwanted=0.3))
    slow = defaultdict(float, {SCHEDULES[6]: 5.0})
    transport.nodes["a"].behave = lambda question, _: time.sleep(slow[question.codes[0]]) and None
    before = time.monotonic()
    with ctrl_c_after(0.5):
        execution.measure_batch([(program, each) for each in SCHEDULES])
    assert time.monotonic() - before < 4  # not the 5 s of the slow one
    assert len(execution.to_frame()) == 6
    slow.clear()
    # Nor does a later call wait for it: the process is replaced.
    results = execution.measure_batch([(program, each) for each in SCHEDULES])
    assert all(each.ok for each in results) and time.monotonic() - before < 4
    assert asked(transport)[SCHEDULES[20]] == 1  # nobody waited for it any more
    assert transport.nodes["a"].started == 2


def test_code_that_is_measured_as_foreign_code_is_asked_for_as_such(execution_on):
    transport = Threads(a=Node())
    execution = execution_on(transport)
    kinds = []

    def answer(question, nth):
        kinds.append(question.kind)
        return Answer([timing(1000.0)], [], True)

    transport.nodes["a"].behave = answer
    assert execution.baseline("matmul_8_12_16", as_foreign=True).median_ns == 1000
    assert execution.measure("matmul_8_12_16", SCHEDULES[0], as_foreign=True).ok
    assert execution.baseline("matmul_8_12_16").ok
    assert kinds == ["foreign", "foreign", "code"]


def test_a_search_and_an_environment_use_it_unchanged(execution_on):
    transport = Threads(a=Node(), b=Node())
    execution = execution_on(transport)
    times = iter(range(10_000, 0, -10))

    def answer(question, nth):
        if question.kind == "in_turn":
            pair = _core.PairedMeasurement.__new__(_core.PairedMeasurement)
            pair.__setstate__(("ok", "nanoseconds", 2e4, 1e4, 0.01, 5, False, False, ""))
            return Answer([], [pair] * len(question.codes), True)
        return Answer([timing(20_000.0 if not question.codes[0] else 1.0 + next(times))], [], True)

    for node in transport.nodes.values():
        node.behave = answer
    best = mlirgym.optimize("matmul_8_12_16", agent="evolutionary", budget=24, execution=execution)
    assert best.speedup == 2 and best.schedule
    env = mlirgym.ScheduleEnv(programs=["matmul_8_12_16"], execution=execution)
    _, info = env.reset(seed=0)
    done = False
    while not done:
        legal = info["action_mask"].nonzero()[0]
        _, reward, done, _, info = env.step(int(legal[-1]))
    assert info["timed"] and reward != 0


def test_a_pair_that_fails_replaces_the_stored_time(execution_on, program):
    transport = Threads(a=Node())
    execution = execution_on(transport)
    assert execution.measure(program, SCHEDULES[0]).ok
    pair = _core.PairedMeasurement.__new__(_core.PairedMeasurement)
    pair.__setstate__(("wrong_result", "nanoseconds", 0.0, 0.0, 0.0, 0, False, False, "a race"))
    failed = timing(status="wrong_result", message="a race", cache_hit=True)
    transport.nodes["a"].behave = lambda *_: Answer([failed], [pair], True)
    assert execution.measure_paired(program, SCHEDULES[0]).status == "wrong_result"
    rows = execution.to_frame()
    assert list(rows.status) == ["wrong_result"] and list(rows.message) == ["a race"]


def test_the_target_is_that_of_the_nodes(execution_on):
    node = Node(machine="small")
    small = {"cpu": "x86-64-v3", "features": "", "threads": 3, "l2_bytes": 1 << 18}
    node.facts = node.facts._replace(target={**target(), **small})
    execution = execution_on(Threads(a=node))
    given = execution.target
    assert (given["cpu"], given["threads"], given["l2_bytes"]) == ("x86-64-v3", 3, 1 << 18)
    assert execution.machine == "small"


def test_what_a_cluster_cannot_do_is_said(execution_on, program):
    execution = execution_on(Threads(a=Node()))
    with pytest.raises(mlirgym.ExecutionError, match="measures on a cluster and compiles nothing"):
        execution.compile(program, SCHEDULES[0])
    with pytest.raises(mlirgym.ExecutionError, match="also not on a cluster"):
        execution_on(Threads(a=Node()), replay=True)
    assert mlirgym.Execution().nodes == []


def test_measurements_survive_the_way_from_a_node(live_execution, program):
    counted = live_execution.measure(program, SCHEDULES[0], counters=["task-clock", "cycles"])
    copy = pickle.loads(pickle.dumps(counted))
    assert copy.counters == counted.counters and copy.counters["task-clock"] > 0
    pair = live_execution.measure_paired(program, SCHEDULES[0])
    copy = pickle.loads(pickle.dumps(pair))
    assert (copy.status, copy.speedup, copy.rounds) == (pair.status, pair.speedup, pair.rounds)


def test_the_processes_end_with_the_execution(execution_on, program):
    transport = Threads(a=Node())
    execution = execution_on(transport)
    assert execution.measure(program, SCHEDULES[0]).ok
    stopped = []
    stop = transport.stop
    transport.stop = lambda process: (stopped.append(process), stop(process))
    del execution
    for _ in range(100):
        if stopped:
            break
        time.sleep(0.02)
    assert len(stopped) == 1


def test_trainings_in_cpp_use_it(connected, tmp_path):
    pytest.importorskip("torch")
    lost = Node()
    transport = Threads(a=Node(), b=lost)
    connected(transport)

    def die(question, nth):
        if nth == 2:
            transport.nodes["c"] = Node()
            transport.kill("b")
            time.sleep(0.3)

    lost.behave = die
    lines = mlirgym.train(
        programs=["matmul_8_12_16"],
        out=tmp_path / "ppo",
        exec_data_file=tmp_path / "ppo.db",
        cluster="threads",
        iterations=4,
        num_envs=4,
        rollout_steps=32,
        hidden=[16],
    )
    assert len(lines) == 4 and sum(line["measured"] for line in lines) > 20
    assert len(lost.asked) >= 2 and set(asked(transport, lost).values()) <= {1, 2}
    verify(tmp_path / "ppo.db")
