"""Curves, tables and the store of scripts/bench search."""

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "benchmarks" / "search"


@pytest.fixture(scope="module", autouse=True)
def modules(modules_of):
    with modules_of(FOLDER):
        yield


def improvement(sample, schedule):
    return {"sample": sample, "schedule": schedule}


@pytest.fixture
def search(modules):
    from curves import Search

    return Search(
        "op0: a",
        5.0,
        100.0,
        [improvement(2, "op0: c"), improvement(3, "op0: d"), improvement(5, "op0: lucky")],
        [1.0, 1.0, 3.0, 3.0, 6.0],
        7.0,
    )


@pytest.fixture
def row(modules, search):
    from curves import Row, Search

    other = Search("op0: b", 10.0, 100.0, [improvement(1, "op0: b")], [0.5], 0.6)
    return Row(
        "add_3_4",
        ["op0: known", "op0: slow"],
        {"one": [search], "two": [other]},
        {
            "op0: a": 20.0,
            "op0: b": 10.0,
            "op0: c": 50.0,
            "op0: d": 25.0,
            "op0: lucky": 22.0,
            "op0: known": 16.0,
            "op0: slow": 99.0,
        },
    )


def test_a_search_that_ended_has_its_result(search):
    found = [search.best_after(n) for n in (1, 3, 4, 5, 200)]
    assert found == [None, "op0: d", "op0: d", "op0: a", "op0: a"]


def test_before_the_first_improvement_there_is_the_untransformed_program(search):
    found = [search.best_at(s) for s in (0.5, 1, 2.9, 3, 100)]
    assert found == [None, "op0: c", "op0: c", "op0: d", "op0: a"]


def test_all_that_were_the_fastest_are_timed(search):
    assert search.schedules() == ["op0: a", "op0: c", "op0: d", "op0: lucky"]


def test_shares_are_of_the_best_that_anyone_knows(row):
    assert row.best_ns == 10
    assert row.after("one", 200) == pytest.approx(0.5)
    assert row.after("one", 1) == pytest.approx(0.1)  # the untransformed program
    assert row.after("one", 2) == pytest.approx(0.2)
    assert row.at("one", 3) == pytest.approx(0.4)
    assert row.after("two", 1) == pytest.approx(1)
    assert row.reference_share() == pytest.approx(10 / 16)


def test_a_reference_can_be_the_best(row):
    row.times["op0: known"] = 5.0
    assert row.reference_share() == 1
    assert row.after("two", 1) == pytest.approx(0.5)
    row.references = []
    assert row.reference_share() is None


def test_seeds_are_averaged_geometrically(row, search):
    from curves import Search

    row.searches["one"].append(
        Search("op0: known", 8.0, 128.0, [improvement(2, "op0: known")], [1.0, 1.0], 2.0)
    )
    # 10/20 and 10/16 at the end; 10/100 and 10/128 after one sample.
    assert row.after("one", 200) == pytest.approx((0.5 * 0.625) ** 0.5)
    assert row.after("one", 1) == pytest.approx((0.1 * 10 / 128) ** 0.5)


def test_a_speedup_that_was_not_reproduced_is_none(row):
    from curves import Search

    row.times[""] = 40.0
    row.searches["two"] = [Search("", 1.0, 41.0, [improvement(1, "op0: slow")], [1.0, 1.0], 2.0)]
    assert row.after("two", 1) == pytest.approx(10 / 99)
    assert row.after("two", 2) == pytest.approx(0.25)


def test_the_worst_program_is_named(row):
    from curves import Mean

    mean = Mean.of([("a", 1.0), ("b", 0.25)])
    assert (mean.mean, mean.worst, mean.program) == (pytest.approx(0.5), 0.25, "b")


def test_tables_have_all_figures(row):
    from figures import report

    text = report([row], ["one", "two"], 5)
    assert "| samples | 1 | 5 |" in text
    assert "| one | 0.10 | 0.50 |" in text
    assert "| seconds | 1 | 2 | 5 | 10 |" in text
    assert "| two, worst | 1.00 | 1.00 | 1.00 | 1.00 |" in text
    assert "Worst at the end: one 0.50, add_3_4; two 1.00, add_3_4." in text
    assert "1 program, 1 seed" in text
    assert "To reach" not in text  # nothing is promised of five samples
    assert "To reach, by samples: 0.90 after 10." in report([row], ["one"], 10)


def test_json_has_all_figures(row):
    from figures import as_object

    found = as_object([row], ["one", "two"], 10)
    assert found["samples"]["one"][10]["mean"] == pytest.approx(0.5)
    assert found["seconds"]["one"][5]["program"] == "add_3_4"
    assert found["references"]["mean"] == pytest.approx(10 / 16)
    assert found["rows"][0]["searches"]["two"][0]["speedup"] == 10.0


def test_a_picture(row, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    from figures import draw

    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)  # it chooses a backend
    assert draw([row], ["one", "two"], 10, tmp_path / "folder" / "search.svg")
    assert "<svg" in (tmp_path / "folder" / "search.svg").read_text()
