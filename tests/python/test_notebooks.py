"""What a notebook shows: tables, frames, figures, bars, the tour."""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import mlirgym
import pytest
from mlirgym.execution.frame import timings
from recorded import EXEC_DATA, PROGRAMS, replay


@pytest.fixture(scope="module")
def found():
    return mlirgym.optimize(PROGRAMS[0], agent="random", budget=8, execution=replay())


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
