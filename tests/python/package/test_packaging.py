"""Installation of the package into environments: each builds in a separate folder."""

import importlib.machinery
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import mlirgym
import pytest
from mlirgym.agents import installed_torch

ROOT = Path(__file__).parents[3]
CACHE = ROOT / "build" / "release" / "CMakeCache.txt"

pytest.importorskip("scikit_build_core")
pytestmark = pytest.mark.skipif(not CACHE.exists(), reason="build/release is not configured")


@pytest.fixture
def backend():
    spec = importlib.util.spec_from_file_location(
        "build_backend", ROOT / "scripts" / "build_backend.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def environment(tmp_path):
    """Another environment with the packages of this one, including pip."""
    folder = tmp_path / "venv"
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "shared.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def state_of_the_build():
    folder = CACHE.parent
    files = [CACHE, folder / "build.ninja", *sorted(folder.glob("python/_*.so"))]
    return {file.name: file.stat().st_mtime_ns for file in files}


def test_each_environment_has_a_folder_and_none_is_that_of_the_scripts(backend, monkeypatch):
    monkeypatch.delenv("SKBUILD_BUILD_DIR", raising=False)
    folders = set()
    for prefix in ("/somewhere/one", "/somewhere/two"):
        monkeypatch.setattr(sys, "prefix", prefix)
        folders.add(backend.with_folder(None)["build-dir"])
    assert len(folders) == 2
    assert all(folder.startswith("build/{wheel_tag}-") for folder in folders)
    assert backend.with_folder({"build-dir": "elsewhere"}) == {"build-dir": "elsewhere"}
    monkeypatch.setenv("SKBUILD_BUILD_DIR", "elsewhere")
    assert backend.with_folder(None) == {}


def test_pip_in_another_environment_leaves_the_build_of_the_scripts_alone(environment, tmp_path):
    # A cmake that records its arguments and stops before it configures.
    real, asked = shutil.which("cmake"), tmp_path / "asked.json"
    tools = tmp_path / "tools"
    tools.mkdir()
    fake = tools / "cmake"
    fake.write_text(
        f"""#!{sys.executable} -S
import json, os, sys
if not any(argument.startswith("-B") for argument in sys.argv):
    os.execv({real!r}, sys.argv)
json.dump(sys.argv, open({str(asked)!r}, "w"))
sys.exit(1)
"""
    )
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    before = state_of_the_build()
    command = [environment / "bin" / "python", "-m", "pip", "install", "--no-build-isolation"]
    result = subprocess.run(
        [*command, "--no-deps", "--editable", ROOT],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert result.returncode != 0
    assert asked.exists(), result.stderr
    folder = next(a for a in json.loads(asked.read_text()) if a.startswith("-B"))[2:]
    folder = ROOT / folder
    shutil.rmtree(folder)
    assert folder.parent == ROOT / "build"
    assert folder.name != "release"
    assert state_of_the_build() == before


def test_the_scripts_install_what_is_built_and_build_nothing(environment):
    before = state_of_the_build()
    script = f"source {ROOT}/scripts/setup.sh; venv={environment}; install_python_package"
    for _ in range(2):
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
    assert "installing" not in result.stderr, "the second time there is nothing to do"
    assert state_of_the_build() == before

    def said_by(*command):
        ran = subprocess.run(command, cwd=environment, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    where = "import mlirgym; print(mlirgym._core.__file__)"
    module = Path(said_by(environment / "bin" / "python", "-c", where).strip())
    assert module.parent == ROOT / "build" / "release" / "python"
    # The command line, on the path and as a module; exit codes are passed on.
    for command in (["mlirgym"], ["python", "-m", "mlirgym"]):
        program = [environment / "bin" / command[0], *command[1:]]
        assert f"mlirgym {mlirgym.__version__}" in said_by(*program, "--version")
        failed = subprocess.run([*program, "measur"], capture_output=True, text=True)
        assert failed.returncode == 2 and "did you mean" in failed.stderr, failed.stderr


def test_a_module_that_was_added_is_installed(environment, tmp_path):
    clone = tmp_path / "clone"
    for name in ("python/mlirgym", "scripts"):
        shutil.copytree(ROOT / name, clone / name)
    for name in ("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    script = f"source {clone}/scripts/setup.sh; build={CACHE.parent}; venv={environment}"
    for module in ("added", "moved"):
        (clone / f"python/mlirgym/{module}.py").touch()
        command = ["bash", "-c", f"{script}; install_python_package"]
        subprocess.run(command, check=True, capture_output=True)
        found = [environment / "bin" / "python", "-c", f"import mlirgym.{module}"]
        subprocess.run(found, cwd=environment, check=True)


def test_a_wheel_has_its_worker_and_its_data(environment):
    # Contents of a wheel by scikit-build-core: the files of the package and this component.
    site = next(environment.glob("lib/python*/site-packages"))
    command = ["cmake", "--install", CACHE.parent, "--prefix", site, "--component", "python"]
    subprocess.run(command, check=True, capture_output=True)
    package = site / "mlirgym"
    files = shutil.ignore_patterns("*.pyi", "__pycache__")
    shutil.copytree(ROOT / "python" / "mlirgym", package, ignore=files, dirs_exist_ok=True)
    script = """if True:
        import mlirgym
        from mlirgym.data import OfflineEnv
        print(mlirgym.data_directory(), mlirgym.recipes(), mlirgym.__file__)
        print(len(OfflineEnv("chains").programs))
        execution = mlirgym.Execution()
        print(mlirgym.optimize("relu_12_20", budget=1, execution=execution).agent)
    """
    command_line = [environment / "bin" / "python", "-m", "mlirgym"]
    given = {**os.environ}
    for name in ("MLIRGYM_DATA_DIR", "MLIRGYM_WORKER", "PYTHONPATH"):
        given.pop(name, None)

    def run(*command):
        result = subprocess.run(command, cwd=environment, env=given, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        return result.stdout

    where, offline, agent = run(environment / "bin" / "python", "-c", script).splitlines()
    data = package / "share/mlirgym/data"
    assert where == f"{data} ['context', 'cpu', 'quick'] {package / '__init__.py'}"
    assert (offline, agent) == ("88", "learned")
    assert (package / "mlirgym-worker").exists()
    assert (package / "mlirgym-kernel-worker").exists()
    # The command line is that of the wheel, and continues as the one with LibTorch.
    optimized = run(*command_line, "optimize", "relu_12_20", "--budget", "1", "--json")
    assert json.loads(optimized)["agent"] == "learned"
    assert f"{data}: " in run(*command_line, "doctor")


@pytest.mark.parametrize(
    ("found", "version", "message"),
    [
        (None, "", "has no torch, .*; pip install 'mlirgym"),
        ("/site/torch/__init__.py", "1.0.0", "/site/torch is torch 1.0.0, .* 2.*; pip install "),
    ],
)
def test_what_needs_torch_says_which_and_where(found, version, message, monkeypatch):
    if mlirgym._core.libtorch_version == "none":
        pytest.skip("built without LibTorch")
    spec = found and importlib.machinery.ModuleSpec("torch", None, origin=found)
    monkeypatch.setattr(installed_torch.importlib.util, "find_spec", lambda name: spec)
    monkeypatch.setattr(installed_torch.importlib.metadata, "version", lambda name: version)
    with pytest.raises(ImportError, match=message):
        installed_torch.library_folder()


def test_what_cmake_installs_has_no_package_without_its_python_files(tmp_path):
    subprocess.run(
        ["cmake", "--install", CACHE.parent, "--prefix", tmp_path], check=True, capture_output=True
    )
    assert (tmp_path / "bin" / "mlirgym").exists()
    assert not (tmp_path / "mlirgym").exists()


def test_one_place_has_the_version():
    declared = re.search(
        r"project\(mlirgym VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()
    )
    assert mlirgym.__version__ == declared[1]
    assert importlib.metadata.version("mlirgym") == declared[1]


def test_a_release_needs_notes_with_a_date():
    loader = importlib.machinery.SourceFileLoader("release", str(ROOT / "scripts" / "release"))
    release = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
    loader.exec_module(release)
    text = (
        "# Changelog\n\n## [0.2.0] - not released yet\n\nNew.\n\n## [0.1.0] - 2026-12-01\n\nOld.\n"
    )
    assert release.notes_of("0.1.0", text, draft=False) == "# mlirgym 0.1.0\n\nOld.\n"
    assert release.notes_of("0.2.0", text, draft=True) == "# mlirgym 0.2.0\n\nNew.\n"
    with pytest.raises(release.NotReadyError, match="not released yet"):
        release.notes_of("0.2.0", text, draft=False)
    with pytest.raises(release.NotReadyError, match="no section"):
        release.notes_of("0.3.0", text, draft=False)
