import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

import mlirgym
from recorded import EXEC_DATA, PROGRAMS


@pytest.fixture
def training(tmp_path):
    """Arguments of a training on recorded timings alone."""
    suite = tmp_path / "recorded.json"
    suite.write_text(json.dumps({"summary": "Recorded.", "programs": PROGRAMS}))
    recipe = tmp_path / "mine.json"
    recipe.write_text(
        json.dumps(
            {
                "summary": "A test.",
                "suites": [str(suite)],
                "rounds": [
                    {"agent": "random", "samples": 8},
                    {"agent": "learned", "samples": 4},
                ],
                "learn": {"epochs": 2, "hidden": [16]},
            }
        )
    )
    return {
        "recipe": str(recipe),
        "exec_data_file": EXEC_DATA,
        "replay": True,
        "any_machine": True,
        "out": tmp_path / "run",
    }


def test_recipes_are_listed():
    assert {"cpu", "quick"} <= set(mlirgym.recipes())


def test_a_recipe_makes_an_agent(training):
    seen = []
    metrics = mlirgym.train_recipe(**training, progress=seen.append)
    assert metrics == seen
    assert [each["round_agent"] for each in metrics] == ["random", "learned"]
    assert metrics[-1]["measured"] == 0
    agent = mlirgym.load_agent(training["out"] / "agent.pt")
    assert agent.propose("matmul_64_64_64")


def test_a_stopped_training_goes_on(training):
    metrics = mlirgym.train_recipe(**training, progress=lambda _: False)
    assert len(metrics) == 1
    with pytest.raises(ValueError, match="there is a training run in this folder"):
        mlirgym.train_recipe(**training)
    metrics = mlirgym.train_recipe(**training, resume=True)
    assert [each["iteration"] for each in metrics] == [1, 2]


def test_what_is_raised_in_a_callback_comes_out(training):
    def fail(_):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        mlirgym.train_recipe(**training, progress=fail)


def test_a_recipe_names_its_threads(training):
    recipe = Path(training["recipe"])
    recipe.write_text(json.dumps(json.loads(recipe.read_text()) | {"threads": [1]}))
    with pytest.raises(ValueError, match="mine names its numbers of threads itself"):
        mlirgym.train_recipe(**training, threads=1)
    assert len(mlirgym.train_recipe(**training)) == 2


def test_mistakes_are_named(training):
    with pytest.raises(ValueError, match="no recipe 'nobody'"):
        mlirgym.train_recipe(**(training | {"recipe": "nobody"}))
    with pytest.raises(TypeError, match="minutes"):
        mlirgym.train_recipe(**training, minutes="many")
    with pytest.raises(ValueError, match="cannot be resumed"):
        mlirgym.train_recipe(**training, resume=True)
