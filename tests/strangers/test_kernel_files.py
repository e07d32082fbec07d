"""One kernel of a program is taken out, changed by hand and put back: the walk of IREE's pages.

IREE's documentation dumps the sources of a program's executables, edits one, puts it back, times
it, and then replaces it by an object of another compiler. Each test here is one of these steps.
"""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from strangers.commandline import PROGRAM as COMMAND
from strangers.commandline import own_environment

PROGRAM = "mlp_8_12_16_4"
KERNELS = [f"{PROGRAM}_op{index}" for index in range(4)]
EDITED = KERNELS[1]  # adds a bias and takes the positive part
QUICK = ("--budget-ms", "2")

#: The kernel in C, for the header that a dump writes; %s decides which elements are kept.
CODE = """
#include "%s.h"

void %s(const float *restrict rows, const float *restrict bias, float *restrict out) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 16; ++j) {
      const float sum = rows[16 * i + j] + bias[j];
      out[16 * i + j] = %s;
    }
}
"""
RIGHT = "sum > 0 ? sum : 0"
WRONG = "sum < 0 ? sum : 0"
CRASHING = "sum + *(volatile float *)(long)j"


@pytest.fixture
def dumped(mlirgym_command):
    """Sources and objects of all kernels, in the folders `sources` and `binaries`."""
    ended = mlirgym_command(
        "dump", PROGRAM, "--dump-sources-to", "sources", "--dump-binaries-to", "binaries"
    )
    assert ended.code == 0, ended
    return mlirgym_command


@pytest.fixture
def edit(dumped):
    """Replaces a line of the dumped source of one kernel."""
    source = dumped.folder / "sources" / f"{EDITED}.mlir"

    def change(line, *lines):
        old = source.read_text()
        assert old.count(line) == 1
        source.write_text(old.replace(line, "\n".join(lines)))

    return change


@pytest.fixture
def compiled(dumped):
    """Compiles the kernel with gcc to `kernel.o`."""

    def by_gcc(kept):
        (dumped.folder / "kernel.c").write_text(CODE % (EDITED, EDITED, kept))
        command = ["gcc", "-O2", "-Wall", "-Werror", "-Ibinaries", "-c", "kernel.c"]
        subprocess.run(command, cwd=dumped.folder, check=True)
        return "kernel.o"

    return by_gcc


def replaced(ended):
    """Names of the kernels that files replaced."""
    return [each["kernel"] for each in ended.object["substitutions"] if each["replaces"]]


MAXIMUM = "%5 = arith.maximumf %4, %cst : f32"
SELECT = (
    "%positive = arith.cmpf ugt, %4, %cst : f32",
    "%5 = arith.select %positive, %4, %cst : f32",
)


def test_1_each_kernel_is_a_source_file(dumped):
    manifest = json.loads((dumped.folder / "sources" / "manifest.json").read_text())
    assert [kernel["name"] for kernel in manifest["kernels"]] == KERNELS
    for name in [*KERNELS, manifest["host"]]:
        assert f"func.func @{name}(" in (dumped.folder / "sources" / f"{name}.mlir").read_text()


def test_2_a_source_edited_by_hand_is_put_back(dumped, edit):
    edit(MAXIMUM, *SELECT)
    for option, file in (
        ("--substitute-source", f"{EDITED}=sources/{EDITED}.mlir"),
        ("--substitute-sources-from", "sources"),
    ):
        ended = dumped("measure", PROGRAM, option, file, "--json", *QUICK)
        assert ended.object["status"] == "ok", ended
        assert replaced(ended) == [EDITED]
        assert f"note: {EDITED}: source from sources/{EDITED}.mlir" in ended.err


def test_3_a_wrong_edit_is_a_wrong_result(dumped, edit):
    edit(MAXIMUM, MAXIMUM.replace("maximumf", "minimumf"))
    ended = dumped("measure", PROGRAM, "--substitute-sources-from", "sources", "--json", *QUICK)
    assert (ended.code, ended.object["status"]) == (1, "wrong_result"), ended


def test_4_the_edited_kernel_is_timed_alone(dumped, edit):
    edit(MAXIMUM, *SELECT)
    ended = dumped(
        "dump", PROGRAM, "--substitute-sources-from", "sources", "--dump-benchmarks-to", "alone"
    )
    assert ended.code == 0, ended
    module = f"alone/{EDITED}.benchmark.module.mlir"
    assert "arith.select" in (dumped.folder / module).read_text()
    ended = dumped(
        "measure", f"alone/{EDITED}.benchmark.mlir", "--module", module, "--json", *QUICK
    )
    assert ended.object["status"] == "ok" and ended.object["best_ns"] > 0, ended
    ended = dumped("benchmark", "alone", "--json", "--budget-ms", "20")
    assert [row["name"] for row in ended.object["kernels"]] == KERNELS
    assert {row["status"] for row in ended.object["kernels"]} == {"ok"}, ended


def test_5_code_of_another_compiler_takes_its_place(dumped, compiled):
    file = compiled(RIGHT)
    ended = dumped("measure", PROGRAM, "--substitute-object", f"{EDITED}={file}", "--json", *QUICK)
    assert ended.object["status"] == "ok", ended
    assert replaced(ended) == [EDITED]
    ended = dumped(
        "measure",
        PROGRAM,
        "--substitute-object",
        f"{EDITED}=kernel.c",
        "--toolchain",
        f".c=gcc -O2 -I{dumped.folder}/binaries -c {{in}} -o {{out}}",
        "--json",
        *QUICK,
    )
    assert ended.object["status"] == "ok", ended
    assert ended.object["substitutions"][0]["toolchain"].startswith("gcc")


@pytest.mark.parametrize(
    ("kept", "status"), [(WRONG, "wrong_result"), (CRASHING, "crashed")], ids=["wrong", "crashing"]
)
def test_6_bad_code_of_another_compiler_has_its_status(dumped, compiled, kept, status):
    file = compiled(kept)
    ended = dumped("measure", PROGRAM, "--substitute-object", f"{EDITED}={file}", "--json", *QUICK)
    assert (ended.code, ended.object["status"]) == (1, status), ended


def test_7_it_is_shipped_without_mlir(dumped, compiled):
    binaries = dumped.folder / "binaries"

    def check():
        ended = subprocess.run(
            ["make", "-s", "CC=gcc", "check"],
            cwd=binaries,
            check=False,
            capture_output=True,
            text=True,
        )
        return ended.returncode, ended.stdout + ended.stderr

    code, told = check()
    assert code == 0 and told.count(": correct") == len(KERNELS) + 1, told
    (binaries / f"{EDITED}.o").write_bytes((dumped.folder / compiled(RIGHT)).read_bytes())
    code, told = check()
    assert code == 0 and told.count(": correct") == len(KERNELS) + 1, told
    (binaries / f"{EDITED}.o").write_bytes((dumped.folder / compiled(WRONG)).read_bytes())
    code, told = check()
    assert code != 0 and f"{EDITED}: arg2: element 0 is" in told, told
    programs = [file for file in binaries.iterdir() if file.suffix in (".so", ".o", ".check", "")]
    for file in programs:
        assert b"libMLIR" not in file.read_bytes(), file


def _processes_of(word):
    """Ids of the processes that have a word in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if word.encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found


def _start(arguments, folder, environment):
    """Start `mlirgym`; what a shell starts in the background ignores SIGINT otherwise."""
    return subprocess.Popen(
        [COMMAND, *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize(
    "command",
    [
        ["dump", PROGRAM],
        ["measure", PROGRAM, *QUICK],
        ["optimize", PROGRAM, "--agent", "random", "--budget", "2", *QUICK],
    ],
    ids=lambda command: command[0],
)
def test_ctrl_c_in_a_toolchain_leaves_nothing(command, cache, tmp_path):
    (tmp_path / "temporary").mkdir()
    (tmp_path / "kernel.c").write_text("")
    seconds = f"1000.{os.getpid()}{len(command)}"
    (tmp_path / "slow.sh").write_text(f"sleep {seconds}\nexit 1\n")
    arguments = [*command, "--dump-files-to", "kernels"]
    arguments += ["--substitute-object", f"{EDITED}=kernel.c"]
    arguments += ["--toolchain", f".c=sh {tmp_path / 'slow.sh'} {{in}} {{out}}"]
    environment = own_environment(cache, TMPDIR=str(tmp_path / "temporary"))
    process = _start(arguments, tmp_path, environment)
    try:
        for _ in range(600):
            if _processes_of(seconds) or process.poll() is not None:
                break
            time.sleep(0.1)
        assert process.poll() is None, process.communicate()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 1 and "interrupted" in errors
    assert not _processes_of(seconds)
    assert not (tmp_path / "kernels").exists()
    assert list((tmp_path / "temporary").iterdir()) == []


def _timings_in(path):
    if not path.exists():
        return 0
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as data:
            (count,) = data.execute("SELECT count(*) FROM measurements").fetchone()
    except sqlite3.OperationalError:  # its tables are being made
        return 0
    return count


def test_ctrl_c_in_a_search_dumps_its_best_kernels(cache, tmp_path, dumped):
    """Files in place of kernels are read again for the dump."""
    source = dumped.folder / "sources" / f"{EDITED}.mlir"
    source.write_text("// Mine.\n" + source.read_text())
    arguments = ["optimize", PROGRAM, "--agent", "random", "--budget", "100000", "--json", *QUICK]
    arguments += ["--substitute-source", f"{EDITED}={source}", "--dump-files-to", "kernels"]
    arguments += ["--exec-data", "timings.db"]
    process = _start(arguments, tmp_path, own_environment(cache))
    try:
        # The untransformed program is timed twice, once as foreign code.
        while process.poll() is None and _timings_in(tmp_path / "timings.db") < 6:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=100)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    found = json.loads(out)
    assert 1 <= found["samples"] < 100000
    names = {path.rpartition("/")[2] for path in found["kernels"]["files"]}
    assert names == {path.name for path in (tmp_path / "kernels").iterdir()}
    assert {"manifest.json", f"{PROGRAM}_host.o"} <= names
