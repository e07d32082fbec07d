"""Each example runs with a small budget, and prints the output of its page.

Those in C++ are built and run by the test package.examples of CTest.
"""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"
INDEX = (EXAMPLES / "README.md").read_text()
MEAN = r"\d+\.\d\dx"

#: Arguments of each example, and what it prints. offline_bc.py takes minutes with any of the data
#: that come with mlirgym: test_offline.py runs it on a smaller data set.
RUNS = {
    "grpo_reward.py": ([], r"^reward  ?\d\.\d\d, advantage  1\.\d\d: '```"),
    "kernel.py": (["--budget", "2"], r"largest difference from NumPy: \d\.\de[-+]\d\d$"),
    "maskable_ppo.py": (["--steps", "250"], rf"after 250 steps: {MEAN}$"),
    "scripted_agent.py": (["relu_8_64"], rf"^relu_8_64: {MEAN} after \d+ calls: op0: .*vectorize$"),
    "workload.py": (["--budget", "2"], r"^ok: \d+\.\d us per call"),
}
#: Arguments with which an example learns in seconds. Those of the libraries in .venv-others run
#: there; test_training.py has maskable_ppo.py.
LEARNS = [
    ("cleanrl_ppo.py", ["--updates", "8"]),
    ("minari_imitation.py", ["--episodes", "120"]),
    ("rllib_ppo.py", ["--iterations", "6"]),
    ("sb3.py", ["--algorithm", "PPO", "--steps", "2000"]),
    ("sb3.py", ["--algorithm", "A2C", "--steps", "2000"]),
    ("sb3.py", ["--algorithm", "DQN", "--steps", "2000"]),
    ("sb3.py", ["--algorithm", "RecurrentPPO", "--steps", "1000"]),
    ("tianshou_dqn.py", ["--epochs", "3"]),
    ("torchrl_ppo.py", ["--frames", "3000"]),
]
ELSEWHERE = {"rllib_ppo.py", "tianshou_dqn.py"}
ALONE = {"OMP_NUM_THREADS": "1", "RAY_USAGE_STATS_ENABLED": "0"}


@pytest.mark.parametrize("name", sorted(RUNS))
def test_the_example_runs(name, tmp_path, copy_peak):
    arguments, says = RUNS[name]
    copy_peak(tmp_path / "timings.db")
    command = [sys.executable, EXAMPLES / "python" / name, *arguments]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=280)
    assert ran.returncode == 0 and "Warning" not in ran.stderr, ran.stderr
    assert re.search(says, ran.stdout, re.MULTILINE), ran.stdout


def test_a_model_behind_an_endpoint_is_asked_until_its_reply_is_empty(
    tmp_path, copy_peak, chat_endpoint
):
    copy_peak(tmp_path / "timings.db")
    endpoint = chat_endpoint(["op0: vectorise", "```\nop0: tile(4,0,1) vectorize\n```"])
    command = [sys.executable, EXAMPLES / "python" / "chat_agent.py", "--url", endpoint.url]
    ran = subprocess.run(
        [*command, "matmul_8_12_16"], cwd=tmp_path, capture_output=True, text=True, timeout=280
    )
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^0\.00x  .*'vectorise' is not an action", ran.stdout, re.MULTILINE)
    assert re.search(r"^best: \d+\.\d\dx, op0: tile\(4,0,1\) vectorize$", ran.stdout, re.MULTILINE)
    assert [len(request["messages"]) for request in endpoint.requests] == [1, 3, 5]
    assert "op0 matmul d0=8 d1=16 d2=12+" in endpoint.requests[0]["messages"][0]["content"]


@pytest.mark.slow
@pytest.mark.timeout(900)  # a process of Ray takes seconds to start, on a busy machine minutes
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        pytest.param(*each, marks=pytest.mark.trainers) if each[0] in ELSEWHERE else each
        for each in LEARNS
    ],
)
def test_the_example_learns(name, arguments, tmp_path):
    code = (EXAMPLES / "python" / name).read_text()
    assert code.count("\n") <= 60
    for library in re.findall(r"^(?:from|import) ([a-z]\w*)", code, re.MULTILINE):
        if not importlib.util.find_spec(library):
            pytest.skip(f"{library} is not installed")
    ran = subprocess.run(
        [sys.executable, EXAMPLES / "python" / name, *arguments],
        cwd=tmp_path,
        env={**os.environ, **ALONE, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=880,
    )
    assert ran.returncode == 0, ran.stderr
    returns = [float(mean) for mean in re.findall(r"mean return (-?\d+\.\d\d)$", ran.stdout, re.M)]
    assert len(returns) > 1 and returns[-1] > returns[0] + 0.1, ran.stdout


def test_the_notebook_shows_what_its_cells_do(tmp_path):
    script, notebook = ROOT / "scripts/run_notebook.py", EXAMPLES / "episode.ipynb"
    command = [sys.executable, script, "--check"]
    checked = subprocess.run([*command, notebook], capture_output=True, text=True, timeout=200)
    assert checked.returncode == 0, checked.stderr
    changed = tmp_path / "changed.ipynb"
    changed.write_text(notebook.read_text().replace("59 programs: ", "60 programs: "))
    checked = subprocess.run([*command, changed], capture_output=True, text=True, timeout=200)
    assert checked.returncode == 1
    assert "changed.ipynb: cell 2 shows something else" in checked.stderr


def test_the_index_has_every_example_and_every_example_runs():
    files = {str(file.relative_to(EXAMPLES)) for file in EXAMPLES.glob("**/*.*")}
    named = set(re.findall(r"\]\(((?:python/|cpp/)?\w+\.(?:py|cpp|ipynb))\)", INDEX))
    assert named == {name for name in files if re.search(r"\.(py|cpp|ipynb)$", name)}
    elsewhere = ["chat_agent.py", "offline_bc.py", "tune_searches.py"]
    assert {f"python/{name}" for name in [*RUNS, *dict(LEARNS), *elsewhere]} == {
        name for name in named if name.endswith(".py")
    }
    built = re.findall(r"^example\((\w+)\.cpp", (EXAMPLES / "cpp/CMakeLists.txt").read_text(), re.M)
    assert {f"cpp/{name}.cpp" for name in built} == {
        name for name in named if name.endswith(".cpp")
    }
