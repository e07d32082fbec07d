"""The wheel of `scripts/wheel`, in an environment that has neither LLVM nor the clone.

Both are hidden in a separate mount namespace, in which everything else is unchanged.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from strangers.commandline import ROOT, own_environment

TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"
WHEELS = ROOT.glob(f"dist/mlirgym-*-{TAG}-{TAG}-manylinux*.whl")
WHEEL = max(WHEELS, key=lambda file: file.stat().st_mtime, default=None)
#: Installed packages of this interpreter, including torch.
PACKAGES = Path(pytest.__file__).parents[1]
#: What the wheel brings along, and what its LLVM does without.
HIDDEN = ("LLVM", "MLIR", "clang", "omp", "iomp", "seccomp", "tbb", "z3", "xml2", "icu", "edit")
#: Libraries of every Linux.
SYSTEM = re.compile(r"linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|z)\.so")
MEND = "pip install 'mlirgym[train]'"


def why_not() -> str:
    if WHEEL is None:
        return f"no wheel for {TAG} in dist/; run scripts/wheel"
    if WHEEL.stat().st_mtime < (ROOT / "build/release/bin/mlirgym").stat().st_mtime:
        return f"dist/{WHEEL.name} is older than the build; run scripts/wheel"
    hide = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    tried = subprocess.run(hide, capture_output=True, text=True)
    return tried.stderr.strip() and f"{tried.stderr.strip()}; run as root, who may hide folders"


REASON = why_not()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(REASON), reason=REASON),
]


class Site:
    """A virtual environment with the wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv/bin"
        self.packages = folder / f"venv/lib/python3.{sys.version_info.minor}/site-packages"
        #: Folder in which PACKAGES are still visible.
        self.others = folder / "others"
        self.others.mkdir(parents=True)
        subprocess.run([sys._base_executable, "-m", "venv", folder / "venv"], check=True)
        self.pip("install", WHEEL)

    def pip(self, *arguments: str | Path) -> None:
        command = [self.bin / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*command, *arguments], check=True)

    def run(self, *command: str | Path, hide: bool = True, **variables: str) -> str:
        """Run a program of the environment; return its code, stdout and stderr."""
        lines = [f"mount --bind {PACKAGES} {self.others}", f"mount -t tmpfs none {ROOT}"]
        if hide:
            system = Path("/usr/lib/x86_64-linux-gnu")
            found = {file.resolve() for name in HIDDEN for file in system.glob(f"lib{name}*.so*")}
            lines += [f"mount --bind /dev/null {file}" for file in found if file.is_file()]
            lines += [f"mount -t tmpfs none {each}" for each in Path("/usr/lib").glob("llvm-*")]
        environment = own_environment(self.folder / "cache", **variables)
        for name in {"PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV"} - variables.keys():
            environment.pop(name, None)
        environment["PATH"] = f"{self.bin}:/usr/bin:/bin"
        script = "\n".join(["set -e", f"cd {self.folder}", *lines, 'exec "$@"'])
        return subprocess.run(
            ["unshare", "--mount", "sh", "-c", script, "sh", *command],
            env=environment,
            capture_output=True,
            text=True,
        )

    def succeed(self, *command: str | Path, **variables: str) -> str:
        """Run a program that must succeed; return its output."""
        ran = self.run(*command, **variables)
        assert ran.returncode == 0, ran.stderr[-3000:]
        return ran.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(tmp_path_factory.mktemp("wheel") / "site")


def test_the_clone_and_llvm_are_out_of_sight(site):
    for folder in (ROOT, *Path("/usr/lib").glob("llvm-*")):
        assert site.succeed("ls", folder) == ""
    assert site.run("mlir-opt-22", "--version").returncode != 0


def test_every_binary_loads_what_the_wheel_has(site):
    binaries = [
        path
        for folder in ("mlirgym", "mlirgym.libs")
        for path in (site.packages / folder).iterdir()
        if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"
    ]
    assert {"mlirgym", "mlirgym-worker", "mlirgym-kernel-worker"} <= {b.name for b in binaries}
    for binary in binaries:
        for line in site.succeed("ldd", binary).splitlines():
            name, _, place = line.strip().replace("mlirgym/../", "").partition(" => ")
            if not SYSTEM.match(Path(name.split()[0]).name) and "statically" not in name:
                torch = re.match(r"lib(torch|c10)", name) and place == "not found"
                assert torch or place.startswith(str(site.packages / "mlirgym.libs")), line


TRAINING = """if True:
    import gymnasium as gym, mlirgym, numpy as np
    env = gym.make("MlirGym/Replay-v0", split="train", details=True)
    rng = np.random.default_rng(0)
    values, returns = {}, []
    _, info = env.reset(seed=0)
    path, total = [], 0.0
    while len(returns) < 1500:
        legal = np.flatnonzero(info["action_mask"])
        state = (info["program_name"], *(action for _, action in path))
        table = values.setdefault(state, {})
        best = max(legal, key=lambda action: table.get(action, 0.0))
        action = int(rng.choice(legal) if rng.random() < 0.3 else best)
        path.append((state, action))
        _, reward, terminated, truncated, info = env.step(action)
        total += reward
        if terminated or truncated:
            for state, action in path:
                known = values[state].get(action, -9.0)
                values[state][action] = max(known, total)
            returns.append(total)
            path, total = [], 0.0
            _, info = env.reset()
    print(np.mean(returns[:300]), np.mean(returns[-300:]))
"""


def test_a_table_learns_on_recorded_timings(site):
    before, after = map(float, site.succeed("python", "-c", TRAINING).split())
    assert after > before + 0.3


def test_the_tour_does_without_torch_and_says_so(site):
    shown = site.succeed("mlirgym", "demo")
    assert re.search(f"Left out: the proposal of the included agent; .*{re.escape(MEND)}", shown)
    assert re.search(r"^best recorded +\d.*x +\d.*x \+/- ", shown, re.MULTILINE)


def test_a_live_search_says_that_it_does_without_torch(site):
    arguments = ["optimize", "matmul_64_64_64", "--budget", "4", "--json"]
    found = json.loads(site.succeed("mlirgym", *arguments))
    assert found["status"] == "ok" and found["samples"] == 4 and found["agent"] == "bayesian"
    assert MEND in found["fallback"] and str(site.bin) in found["fallback"]
    said = site.run("python", "-m", "mlirgym", *arguments[:-1]).stderr
    assert "searching with bayesian, not learned: " in said and MEND in said


def test_doctor_measures_and_says_what_is_missing(site):
    checks = {
        row["name"]: row
        for row in json.loads(site.succeed("mlirgym", "doctor", "--json"))["checks"]
    }
    assert checks["worker"]["verdict"] == "ok"
    assert checks["data"]["value"].startswith(str(site.packages / "mlirgym/share/mlirgym/data"))
    assert checks["LibTorch"]["verdict"] == "warning" and MEND in checks["LibTorch"]["advice"]


@pytest.mark.parametrize(
    "command",
    [
        ["mlirgym", "train", "--suite", "tiny", "--iterations", "1", "--out", "trained"],
        ["python", "-c", "import mlirgym; mlirgym.train('tiny', out='trained', iterations=1)"],
        ["python", "-c", "import mlirgym; mlirgym.load_agent()"],
    ],
)
def test_what_needs_torch_says_how_to_get_it(site, command):
    ran = site.run(*command)
    assert ran.returncode == 1
    assert f"has no torch, which trained agents and training need; {MEND}" in ran.stderr


def test_torch_is_found_wherever_it_is_installed(site):
    elsewhere = {"PYTHONPATH": str(site.others)}
    arguments = ["optimize", "matmul_64_64_64", "--budget", "2", "--json"]
    assert json.loads(site.succeed("mlirgym", *arguments, **elsewhere))["agent"] == "learned"
    script = "import mlirgym; print(mlirgym.optimize('matmul_64_64_64', budget=2).agent)"
    assert site.succeed("python", "-c", script, **elsewhere).strip() == "learned"
    site.succeed(
        "mlirgym", "train", "--suite", "tiny", "--iterations", "1", "--out", "trained", **elsewhere
    )


def test_another_llvm_in_the_process_is_not_met(site, tmp_path):
    # The very libraries from which the wheel was made.
    others = (
        Path("/usr/lib/llvm-22/lib/libMLIR.so.22.1"),
        Path("/usr/lib/llvm-22/lib/libLLVM.so.22.1"),
    )
    script = """if True:
        import ctypes, sys
        for library in sys.argv[1:]:
            ctypes.CDLL(library)
        import mlirgym
        print(mlirgym.transform_script("matmul_8_9_10", "op0: tile(4,0,0)"))
    """
    debug = {"LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": str(tmp_path / "bindings")}
    printed = site.succeed("python", "-c", script, *others, hide=False, **debug)
    assert "transform.structured.tile_using_for" in printed
    own, foreign = f"{site.packages}/mlirgym", 0
    binding = re.compile(r"binding file (\S+) \[0\] to (\S+) \[0\]: \w+ symbol `\w*(4llvm|4mlir)")
    for log in tmp_path.glob("bindings.*"):
        for line in log.open():
            if found := binding.search(line):
                user, provider = found[1], found[2]
                assert user.startswith(own) == provider.startswith(own), line
                foreign += not user.startswith(own)
    assert foreign > 1000, "the other LLVM was not loaded"


def test_the_offline_data_are_a_package_of_their_own(site):
    script = """if True:
        import gymnasium as gym, mlirgym
        print(len(gym.make("MlirGym/Offline-Chains-v0").unwrapped.programs))
    """
    ran = site.run("python", "-c", script)
    assert "the offline data are not installed; pip install 'mlirgym[data]'" in ran.stderr
    site.pip("install", "--no-deps", next(ROOT.glob("dist/mlirgym_data-*.whl")))
    assert site.succeed("python", "-c", script).strip() == "88"
    assert "batch-matmul" in site.succeed("mlirgym", "score", "random", "--budgets", "1", "--json")
    site.pip("uninstall", "--yes", "mlirgym-data")
    ran = site.run("mlirgym", "score", "random")
    assert "no tasks; pip install 'mlirgym[data]'" in ran.stderr
    assert "quick" in site.succeed("mlirgym", "suite", "list")


def test_licences_of_all_that_is_bundled_are_in_the_wheel(site):
    licences = {path.stem for path in site.packages.glob("mlirgym-*.dist-info/licenses/bundled/*")}
    wanted = {"libllvm22", "libmlir-22", "libsqlite3-0", "libseccomp2", "pybind11", "libcli11-dev"}
    assert wanted <= licences and any(name.startswith("libomp") for name in licences)
    assert [*site.packages.glob("mlirgym-*.dist-info/licenses/LICENSE")]
