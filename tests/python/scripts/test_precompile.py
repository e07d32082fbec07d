"""cmake/precompile: the sum by which ccache knows a precompiled header."""

import os
import subprocess
from pathlib import Path

import pytest

LAUNCHER = Path(__file__).resolve().parents[3] / "cmake/precompile"


def sum_of(folder: Path, content: str = "int one;", *options: str, output: str = "all.pch") -> str:
    """Precompile a header of `folder`, by a compiler that only lists it, and read the sum."""
    folder.mkdir(exist_ok=True)
    header = folder / "a header.h"
    header.write_text(content)
    compiler = folder / "compiler"
    listed = str(header).replace(" ", "\\ ")
    compiler.write_text(
        f"#!/bin/sh\nprintf 'all.pch: \\\\\\n %s\\n' '{listed}' > '{folder}/all.d'\n"
    )
    compiler.chmod(0o755)
    target = folder / output
    command = [LAUNCHER, compiler, *options, "-MF", folder / "all.d", "-o", target, "-c", header]
    subprocess.run(command, check=True, env=os.environ)
    found = Path(f"{target}.sum")
    return found.read_text() if found.exists() else ""


def test_the_sum_is_that_of_contents_and_options(tmp_path):
    first = sum_of(tmp_path / "clone")
    assert len(first.strip()) == 64
    assert sum_of(tmp_path / "other clone") == first
    assert sum_of(tmp_path / "upgraded", "int two;") != first
    assert sum_of(tmp_path / "debug", "int one;", "-O0") != first


def test_objects_have_no_sum(tmp_path):
    assert sum_of(tmp_path, output="all.o") == ""


def test_a_compiler_that_fails_makes_it_fail(tmp_path):
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run([LAUNCHER, "false", "-o", tmp_path / "all.pch"], check=True)
    assert not (tmp_path / "all.pch.sum").exists()
