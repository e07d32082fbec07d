"""Ray's own ways to start nodes, as far as one machine goes; each in processes of its own."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from mlirgym.__main__ import program as command

ray = pytest.importorskip("ray", reason="Ray is not installed")
pytestmark = pytest.mark.trainers
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """Stand-ins for Slurm's commands, and those of this environment."""
    for name, text in {
        "scontrol": '[ "$*" = "show hostnames here" ] && echo 127.0.0.1 && echo 127.0.0.2',
        "srun": 'shift; exec "$@"',
        "mlirgym": f'exec {command()} "$@"',
    }.items():
        script = tmp_path / name
        script.write_text(f"#!/bin/sh\n{text}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return {
        **os.environ,
        "PATH": f"{tmp_path}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "MLIRGYM_PYTHON": sys.executable,
        "RAY_AUTH_MODE": "disabled",
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_PORT": "6391",
        "SLURM_JOB_NODELIST": "here",
        "SLURM_JOB_NUM_NODES": "1",
    }


def test_the_script_for_slurm_searches_on_its_nodes(environment, tmp_path):
    arguments = ["matmul_8_12_16", "--agent", "random", "--budget", "8", "--exec-data", "t.db"]
    ended = subprocess.run(
        [EXAMPLES / "cluster" / "slurm.sh", *arguments],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert re.search(r"^samples +8,", ended.stdout, re.MULTILINE), ended.stdout


def test_the_file_for_ray_up_is_one():
    import yaml
    from ray.autoscaler._private.util import prepare_config, validate_config

    config = yaml.safe_load((EXAMPLES / "cluster" / "ssh.yaml").read_text())
    validate_config(prepare_config(config))


def test_tune_compares_searchers(environment, tmp_path):
    ended = subprocess.run(
        [sys.executable, EXAMPLES / "python" / "tune_searches.py", "--budget", "4", "--seeds", "1"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert ended.returncode == 0, ended.stderr
    lines = re.findall(r"^tiny: (\w+) \d+\.\d\dx after 4 samples$", ended.stdout, re.MULTILINE)
    assert sorted(lines) == ["bayesian", "evolutionary", "random"], ended.stdout
