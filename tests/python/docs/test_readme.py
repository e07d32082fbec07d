"""Code pasted from README.md and docs/python.md into a shell or Python works unchanged."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROGRAMS = ROOT / "build" / "release" / "bin"
#: Smaller budgets, and a training of minutes in place of an hour.
SMALLER = {
    "--budget 40": "--budget 2",
    "--minutes 5": "--iterations 1 --envs 2 --rollout 8",
    "--split test": "--split test --budget 1",
    "--out runs/learned": "--out runs/learned --epochs 1",
    "--recipe cpu --minutes 60": "--recipe quick --samples 6",
    "--out runs/compared": "--out runs/compared --budgets 1 --seeds 1",
    "gamma=1.0)": "gamma=1.0, n_steps=64)",
    "policy.learn(2000)": "policy.learn(64)",
    "budget=200": "budget=2",
}
PAGE = (ROOT / "README.md").read_text()
WAYS = PAGE.partition("## Five ways to use it")[2].partition("## Structure")[0]
COMMANDS = re.findall(r"^    (\S.*)$", WAYS, re.MULTILINE)


def smaller(text):
    for old, new in SMALLER.items():
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A clone to look at, in which commands may write."""
    assert (PROGRAMS / "mlirgym").exists(), "build mlirgym first"
    folder = tmp_path_factory.mktemp("readme")
    (folder / "data").symlink_to(ROOT / "data")
    return folder


@pytest.fixture
def environment(folder):
    path = [str(PROGRAMS), str(Path(sys.executable).parent), os.environ["PATH"]]
    return {
        **{name: value for name, value in os.environ.items() if "MLIRGYM" not in name},
        "PATH": os.pathsep.join(path),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def run(command, folder, environment):
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=280
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


# After a failed block the later ones have no input, so they fail, too.
@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[:50])
def test_the_command_works(command, folder, environment):
    if re.search(r"train|learn|runs/first", command):
        if not (PROGRAMS / "mlirgym-torch").exists():
            pytest.skip("built without LibTorch")
    run(["bash", "-euc", smaller(command)], folder, environment)


def test_the_page_has_commands_and_each_smaller_budget_is_of_one():
    assert len(COMMANDS) > 10
    assert [old for old in SMALLER if old not in WAYS] == []


def python_blocks(page, word="import gymnasium"):
    text = (ROOT / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return next(block for block in blocks if word in block)


@pytest.mark.slow
def test_the_training_of_the_readme_works(folder, environment):
    pytest.importorskip("sb3_contrib")
    run([sys.executable, "-c", smaller(python_blocks("README.md"))], folder, environment)


def test_the_example_of_python_shows_schedules_and_their_speedups(folder, environment):
    printed = run([sys.executable, "-c", python_blocks("docs/python.md")], folder, environment)
    lines = printed.splitlines()
    assert len(lines) == 10
    assert all(re.fullmatch(r"\w+ .*: \d+\.\d\dx, \w+", line) for line in lines), printed
    assert sum("op0" in line or "op1" in line for line in lines) >= 3, printed


@pytest.mark.slow
def test_the_environment_of_python_that_needs_memory_and_masks(folder, environment):
    pytest.importorskip("sb3_contrib")
    script = "import torch\n\ntorch.set_num_threads(1)\n"
    script += python_blocks("docs/python.md", "RecurrentPPO")
    for old, new in (("n_steps=64", "n_steps=4, n_epochs=1"), ("learn(8192)", "learn(64)")):
        assert old in script
        script = script.replace(old, new)
    script += """
from sb3_contrib import MaskablePPO

MaskablePPO("MultiInputPolicy", envs, n_steps=4, batch_size=32, n_epochs=1).learn(64)
spec = envs.get_attr("observation_spec")[0]
hidden = [part["name"] for part in spec if part["name"].startswith(("history", "decision"))]
assert len(hidden) == 5, hidden
observations = envs.reset()
before = observations["observation"].copy()
masks = np.stack(envs.env_method("action_masks"))
assert (masks == observations["action_mask"]).all()
observations, *_ = envs.step(masks.argmax(axis=1))  # a kind, whose parameters come next
assert (observations["observation"] == before).all(), "it can be seen"
assert (observations["action_mask"] != masks).any()
"""
    run([sys.executable, "-c", script], folder, environment)
