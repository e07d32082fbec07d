"""Each example runs with a small budget, and prints the output of its page.

Those in C++ are built and run by the test package.examples of CTest.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
INDEX = (EXAMPLES / "README.md").read_text()
MEAN = r"\d+\.\d\dx"

#: Arguments of each example, and what it prints. offline_bc.py takes minutes with any of the data
#: that come with mlirgym: test_offline.py runs it on a smaller data set.
RUNS = {
    "imitation.py": (["--episodes", "300"], rf"imitation on 9 held-out programs: .* {MEAN}$"),
    "kernel.py": (["--budget", "2"], r"largest difference from NumPy: \d\.\de[-+]\d\d$"),
    "maskable_ppo.py": (["--steps", "250"], rf"after 250 steps: {MEAN}$"),
    "torchrl_ppo.py": (["--frames", "500"], rf"500 decisions: geometric mean speedup {MEAN}$"),
    "workload.py": (["--budget", "2"], r"^ok: \d+\.\d us per call"),
}


@pytest.mark.parametrize("name", sorted(RUNS))
def test_the_example_runs(name, tmp_path):
    arguments, says = RUNS[name]
    command = [sys.executable, EXAMPLES / "python" / name, *arguments]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=280)
    assert ran.returncode == 0 and "Warning" not in ran.stderr, ran.stderr
    assert re.search(says, ran.stdout, re.MULTILINE), ran.stdout


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
    assert {f"python/{name}" for name in [*RUNS, "offline_bc.py"]} == {
        name for name in named if name.endswith(".py")
    }
    built = re.findall(r"^example\((\w+)\.cpp", (EXAMPLES / "cpp/CMakeLists.txt").read_text(), re.M)
    assert {f"cpp/{name}.cpp" for name in built} == {
        name for name in named if name.endswith(".cpp")
    }
