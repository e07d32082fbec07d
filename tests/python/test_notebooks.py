"""What a notebook shows: tables, frames, figures, bars, the tour."""

import re

import mlirgym
import pytest
from recorded import EXEC_DATA, PROGRAMS, replay


@pytest.fixture(scope="module")
def found():
    return mlirgym.optimize(PROGRAMS[0], agent="random", budget=8, execution=replay())


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
