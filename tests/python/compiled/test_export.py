"""Exported folders: a C program without mlirgym and MLIR, and back in Python."""

import re
import subprocess
import warnings

import mlirgym
import numpy as np
import pytest

#: What the folder must do without.
FOREIGN = re.compile(r"mlir|llvm|omp|torch", re.IGNORECASE)


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def hidden(*command, cwd):
    """Run a command where neither LLVM nor the clone exists, if this user may hide them."""
    from pathlib import Path

    root = Path(__file__).parents[3]
    lines = [f"cd {cwd}"]
    lines += [f"mount -t tmpfs none {each}" for each in (root, *Path("/usr/lib").glob("llvm-*"))]
    script = "\n".join(["set -e", *lines, 'exec "$@"'])
    tried = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    if tried.returncode != 0:
        return run(*command, cwd=cwd)
    return run("unshare", "--mount", "sh", "-c", script, "sh", *command, cwd=cwd)


@pytest.fixture
def project(tmp_path):
    kernel = mlirgym.compile("softmax_16_24", "op3: tile_fuse(4,0)")
    numbers = np.random.default_rng(3).uniform(-2, 2, (16, 24)).astype(np.float32)
    files = kernel.export(tmp_path / "out", numbers)
    assert all((tmp_path / "out").joinpath(file).is_file() for file in files)
    return kernel, numbers, tmp_path / "out"


def test_a_c_compiler_builds_and_runs_it_without_mlirgym(project):
    _, _, folder = project
    assert hidden("make", "-s", "check", "CC=cc", cwd=folder) == "softmax_16_24: correct\n"
    for binary in ("softmax_16_24.so", "softmax_16_24.check"):
        assert not FOREIGN.search(run("ldd", binary, cwd=folder))
        assert not re.search("R(UN)?PATH", run("readelf", "-d", binary, cwd=folder))
    symbols = run("nm", "-D", "--defined-only", "softmax_16_24.so", cwd=folder).split()[2::3]
    assert sorted(symbols) == ["_mlir_ciface_softmax_16_24", "softmax_16_24"]


@pytest.mark.parametrize("network", ["decoder_step", "resnet18"])
def test_a_network_runs_without_mlirgym(network, tmp_path):
    mlirgym.compile(network, budget=0).export(tmp_path)
    assert hidden("make", "-s", "check", "CC=cc", cwd=tmp_path) == f"{network}: correct\n"


OWN = """
#include "softmax_16_24.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  float *x = aligned_alloc(64, 16 * 24 * 4), *y = aligned_alloc(64, 16 * 24 * 4);
  for (int i = 0; i < 16 * 24; ++i)
    x[i] = (float)(i % 5);
  softmax_16_24(x, y);
  for (int i = 0; i < 16 * 24; ++i)
    printf("%.8g\\n", y[i]);
}
"""


def test_a_program_of_ones_own_links_the_library(project):
    kernel, _, folder = project
    (folder / "own.c").write_text(OWN)
    run("cc", "-o", "own", "own.c", "./softmax_16_24.so", cwd=folder)
    printed = np.array(hidden("./own", cwd=folder).split(), np.float32).reshape(16, 24)
    numbers = (np.arange(16 * 24) % 5).astype(np.float32).reshape(16, 24)
    np.testing.assert_allclose(printed, kernel(numbers), rtol=1e-6)


@pytest.mark.parametrize("in_process", [False, True])
def test_it_is_called_from_python(project, in_process):
    kernel, numbers, folder = project
    loaded = mlirgym.load_compiled(folder, in_process=in_process)
    assert loaded.hash == kernel.hash and loaded.program == "softmax_16_24"
    assert loaded.signature == kernel.signature and loaded.in_process == in_process
    np.testing.assert_array_equal(loaded(numbers), kernel(numbers))
    # It can be exported again.
    loaded.export(folder.parent / "again", numbers)
    run("make", "-s", "check", cwd=folder.parent / "again")


def test_kernels_of_two_threads_and_programs_of_integers(tmp_path):
    kernel = mlirgym.compile("matmul_24_16_8", "op0: tile_parallel(4,4,0)", threads=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel.export(tmp_path / "two")
    assert mlirgym.load_compiled(tmp_path / "two").threads == 2
    assert "-lomp" in (tmp_path / "two" / "Makefile").read_text()
    mlirgym.compile("matmul_4_5_6_i32", "").export(tmp_path / "integers")
    run("make", "-s", "check", cwd=tmp_path / "integers")


def test_without_a_c_compiler_a_warning_says_that_make_makes_the_library(tmp_path, monkeypatch):
    kernel = mlirgym.compile("relu_7_9", "")
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.warns(UserWarning, match=r"export: relu_7_9\.so: .*`make` in the folder makes it"):
        kernel.export(tmp_path)
    monkeypatch.delenv("CC")
    run("make", "-s", "all", cwd=tmp_path)
    assert (tmp_path / "relu_7_9.so").is_file()


def test_what_is_damaged_is_not_loaded(project):
    _, numbers, folder = project
    code = folder / "softmax_16_24_code.o"
    code.write_bytes(code.read_bytes()[:-1])
    with pytest.raises(mlirgym.ExecutionError, match="is damaged, or of another version"):
        mlirgym.load_compiled(folder)
    with pytest.raises(mlirgym.ExecutionError, match=r"0 files end in \.kernel"):
        mlirgym.load_compiled(folder.parent)
    with pytest.raises(TypeError, match="2 arrays for 1 arguments"):
        mlirgym.compile("softmax_16_24", "").export(folder, numbers, numbers)
