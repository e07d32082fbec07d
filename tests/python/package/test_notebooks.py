"""What a notebook shows: tables, frames, figures, bars, the tour."""

import contextlib
import os
import pickle
import re
import shutil
import sqlite3
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import mlirgym
import pytest
from mlirgym.execution.frame import timings
from mlirgym.tables import _SHOWN, amount, table
from recorded import EXEC_DATA, PROGRAMS, replay

EVIL = "<script>alert('x')</script>&\"\x1b[2J\x07\u202e</td>"


class Page(HTMLParser):
    """The tags and attributes of HTML, and its text."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.text += data + " "


def check_page(html):
    page = Page(html)
    assert {tag for tag, _ in page.tags} <= {"table", "tr", "th", "td"}
    assert {name for _, attributes in page.tags for name in attributes} <= {"style"}
    assert all(each.isprintable() or each == "\n" for each in html)
    return " ".join(page.text.split())


def with_message(measurement, message):
    """Measurement as of exec data of a stranger."""
    state = list(measurement.__getstate__())
    state[3] = message
    changed = mlirgym.Measurement.__new__(mlirgym.Measurement)
    changed.__setstate__(tuple(state))
    return changed


@pytest.fixture(scope="module")
def measurement():
    return replay().measure(PROGRAMS[0], "")


@pytest.fixture(scope="module")
def found():
    return mlirgym.optimize(PROGRAMS[0], agent="random", budget=8, execution=replay())


class Evil:
    """Has every attribute, a text that is obeyed where it is not escaped."""

    description = dict.fromkeys(["contexts", "encoding", "net", "data_sheet"], EVIL)

    def __getattr__(self, name):
        return EVIL


@pytest.mark.parametrize("shown", _SHOWN, ids=lambda shown: shown.__name__)
def test_no_table_has_what_a_page_obeys(shown):
    names = _SHOWN[shown].split()
    text = check_page(table(Evil(), names))
    assert text.count("<script>alert('x')</script>&") == len(names)
    assert r"\x1b[2J\x07\u202e" in text


@pytest.mark.parametrize("shown", _SHOWN, ids=lambda shown: shown.__name__)
def test_a_table_shows_what_the_class_has(shown, live_execution, matmul_relu):
    known = {*dir(shown), *getattr(shown, "__dataclass_fields__", ())}
    if shown is mlirgym.Kernel:
        kernel = live_execution.compile(matmul_relu)
        known |= vars(kernel).keys()
        assert "signature shape type reads writes 24, 20 f32" in check_page(kernel._repr_html_())
    if shown is mlirgym.TrainedAgent:
        known |= {"name", "path", "description"}  # test_an_agent_is_shown_and_pickled
    assert {name.split(".")[0] for name in _SHOWN[shown].split()} - known == set()


def test_nor_from_the_keys_and_values_inside_of_lists():
    row = {EVIL: EVIL, "more": [EVIL, {EVIL: 1}], "deep": {EVIL: [{EVIL: EVIL}]}}
    benchmarks = mlirgym.KernelBenchmarks(EVIL, EVIL, EVIL, [row], row, None, {})
    assert check_page(benchmarks._repr_html_()).count(r"\x1b[2J") > 8


def test_a_program_shows_its_operations(matmul_relu):
    text = check_page(matmul_relu._repr_html_())
    assert "name matmul_relu" in text
    assert "op0 linalg.matmul 24, 32, 20 parallel, parallel, reduction" in text
    strange = mlirgym.parse_program(matmul_relu.text, EVIL)
    assert "alert('x')" in check_page(strange._repr_html_())


def test_measurements_show_times_with_units(measurement):
    text = check_page(measurement._repr_html_())
    assert f"median {amount(measurement.median_ns)}" in text
    assert f"uncertainty {measurement.uncertainty:.1%}" in text
    failed = replay().measure(PROGRAMS[0], "op0: tile(3,3,3)")
    assert "status not_cached" in check_page(failed._repr_html_())
    assert "alert" in check_page(with_message(measurement, EVIL)._repr_html_())
    assert "counters" not in text, "there are none"


def test_a_pair_has_a_text_and_a_table():
    pair = replay().measure_paired(PROGRAMS[0], "op0: tile(3,3,3)")
    assert repr(pair) == "<mlirgym.PairedMeasurement not_cached>"
    assert check_page(pair._repr_html_()).startswith("status not_cached")


def test_the_units_of_amounts():
    assert [amount(each) for each in (12.5, 999.99, 1e3, 2.5e6, 3e9)] == [
        "12.5 ns", "1000 ns", "1 us", "2.5 ms", "3 s",
    ]  # fmt: skip
    assert amount(4e6, "instructions") == "4e+06 instructions"


def test_the_result_of_a_search_is_shown(found):
    text = check_page(found._repr_html_())
    assert f"program {PROGRAMS[0]}" in text
    assert f"speedup {found.speedup:.4g}x" in text
    assert f"best {amount(found.best_ns)}" in text
    assert "agent random" in text and "fallback" not in text
    # And as text it has no list of hundreds of numbers.
    assert "curve" not in repr(found) and len(found.curve) == found.samples


def test_long_texts_and_lists_are_cut(matmul_relu):
    kernels = [{"name": f"kernel{index}"} for index in range(100)]
    html = mlirgym.KernelBenchmarks("ok", "p", "x" * 10**6, kernels, None, None, {})._repr_html_()
    assert len(html) < 10_000
    assert "and 76 more" in html and "kernel23" in html and "kernel24" not in html


def test_an_agent_is_shown_and_pickled():
    pytest.importorskip("torch")
    agent = mlirgym.load_agent()
    text = check_page(agent._repr_html_())
    assert f"path {agent.path}" in text
    again = pickle.loads(pickle.dumps(agent))
    assert repr(again) == repr(agent)
    assert again.propose(PROGRAMS[0]) == agent.propose(PROGRAMS[0])


def test_an_execution_says_where_its_timings_are():
    assert repr(mlirgym.Execution()) == "<mlirgym.Execution host, threads=1, memory>"
    assert repr(replay()).endswith(f"replay of {EXEC_DATA}>")


# Timings


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas")


def test_a_frame_has_the_stored_timings(pandas):
    frame = replay().to_frame()
    with sqlite3.connect(f"file:{EXEC_DATA}?mode=ro", uri=True) as connection:
        stored = pandas.read_sql("SELECT * FROM timings", connection)
    assert list(frame.columns) == list(stored.columns)
    for column in ("program", "schedule", "status", "median_ns", "speedup", "machine"):
        pandas.testing.assert_series_equal(frame[column], stored[column])
    assert frame["noisy"].dtype == bool
    assert str(frame["created_at"].dt.tz) == "UTC"
    assert frame.loc[frame["status"] != "ok", "speedup"].isna().all()


def test_a_baseline_may_be_in_another_file(pandas, tmp_path, live_execution):
    program = mlirgym.generate_program("relu_12_20")
    first, second = tmp_path / "first 100%.db", tmp_path / "second?.db"
    mlirgym.Execution(first, budget_ms=2).baseline(program)
    both = mlirgym.Execution(second, first, budget_ms=2)
    timed = both.measure(program, "op0: tile(4,0)")
    frame = both.to_frame().set_index("schedule")
    assert list(frame.index) == ["", "op0: tile(4,0)"]
    assert frame["baseline_ns"].nunique() == 1
    assert frame.loc["op0: tile(4,0)", "speedup"] == pytest.approx(
        frame.loc["", "median_ns"] / timed.median_ns
    )
    # The same key in both files: the row of the one that is looked up first.
    assert len(mlirgym.Execution(first, first).to_frame()) == 1
    assert mlirgym.Execution(tmp_path / "new.db").to_frame().empty


def test_a_frame_needs_a_file_and_pandas(monkeypatch, tmp_path):
    with pytest.raises(ValueError, match="give it an exec_data_file"):
        mlirgym.Execution().to_frame()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        replay().to_frame()


def test_where_no_log_can_be_written_none_is(pandas, tmp_path, monkeypatch):
    file = Path(shutil.copy(EXEC_DATA, tmp_path))
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    assert len(timings([str(file)])) == len(replay().to_frame())
    assert list(tmp_path.iterdir()) == [file]


# Figures


def test_a_figure_leaves_pyplot_alone(tmp_path):
    pytest.importorskip("matplotlib")
    line = '{"episodes": 8, "mean_return": 1, "mean_speedup": 2, "best_speedup": 3, "entropy": 1}'
    (tmp_path / "metrics.jsonl").write_text(f"{line}\n{line}\n")
    script = """if True:
        import sys, matplotlib
        from mlirgym.agents.plot import learning_curve
        backend = dict.__getitem__(matplotlib.rcParams, "backend")
        figure = learning_curve(sys.argv[1])
        assert learning_curve(sys.argv[1], f"{sys.argv[1]}/curve.svg") is not figure
        assert [axes.get_title() for axes in figure.axes] == ["Return", "Speedup", "Entropy"]
        assert dict.__getitem__(matplotlib.rcParams, "backend") is backend
        assert "matplotlib.pyplot" not in sys.modules
    """
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)
    assert "<svg" in (tmp_path / "curve.svg").read_text()


# Bars


def test_a_search_shows_a_bar(capsys, found):
    again = mlirgym.optimize(
        PROGRAMS[0], agent="random", budget=8, execution=replay(), progress=True
    )
    assert again.curve == found.curve
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.search(r"optimize: 100%.* 8/8 .*speedup=\d", shown.err)
    mlirgym.optimize(PROGRAMS[0], agent="random", budget=8, execution=replay(), progress=False)
    assert capsys.readouterr().err == ""


def test_trainings_show_bars_to_the_end_that_they_have(capsys, tmp_path):
    pytest.importorskip("torch")
    timings = {"any_machine": True, "progress": True}
    options = {"out": tmp_path / "ppo", "exec_data_file": EXEC_DATA, "replay": True, **timings}
    small = {"programs": PROGRAMS, "hidden": [8], "num_envs": 2, "rollout_steps": 8}
    mlirgym.train(**small, **options, iterations=2)
    assert re.search(r"train: 100%.* 2/2 .*mean_speedup=", capsys.readouterr().err)
    mlirgym.train(**small, **options, iterations=3, resume=True)
    assert re.search(r"train: 100%.* 3/3 ", capsys.readouterr().err)
    mlirgym.learn(
        EXEC_DATA, programs=PROGRAMS, out=tmp_path / "learn", hidden=[8], epochs=2, **timings
    )
    assert re.search(r"learn: 100%.* 2/2 ", capsys.readouterr().err)


# The tour


def tour(**variables):
    ran = subprocess.run(
        [sys.executable, "-m", "mlirgym", "demo"],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_tour_measures_what_the_agent_proposes():
    pytest.importorskip("torch")
    shown = tour()
    assert "Left out" not in shown
    assert re.search(r"^included agent .*\dx \+/- \d.*%  op\d: ", shown, re.MULTILINE)
    assert re.search(
        r"^best recorded +\d+\.\d\dx +\d+\.\d\dx \+/- .*%  op\d: ", shown, re.MULTILINE
    )


def test_the_tour_says_what_it_leaves_out(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "mlirgym.agents.libtorch", raising=False)
    monkeypatch.setenv("MLIRGYM_WORKER", "/nowhere")
    mlirgym.demo()
    shown = capsys.readouterr().out
    assert re.search(r"Left out: the proposal .*pip install 'mlirgym\[train\]'", shown)
    assert re.search(r"Left out: measuring here; .*/nowhere", shown)
    assert re.search(r"^best recorded +\d+\.\d\dx +-  op\d: ", shown, re.MULTILINE)
