"""A search task by task that is killed in the middle, and goes on."""

import contextlib
import sqlite3
import subprocess
import time

from strangers.commandline import PROGRAM, own_environment


def timings_in(file):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as data:
        return data.execute("select count(*) from measurements").fetchone()[0]


def test_a_killed_search_goes_on_where_it_was(mlirgym_command, cache):
    file = mlirgym_command.folder / "own.db"
    line = (
        "optimize", "mlp_8_16_24_16", "--by-task", "--agent", "random", "--seed", "3", "--budget",
        "60", "--batch", "2", "--budget-ms", "2", "--exec-data", "own.db", "--json",
    )  # fmt: skip
    process = subprocess.Popen(
        [PROGRAM, *line],
        cwd=mlirgym_command.folder,
        env=own_environment(cache),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 100
    while process.poll() is None and time.monotonic() < end:
        with contextlib.suppress(sqlite3.Error):
            if timings_in(file) >= 12:
                break
        time.sleep(0.02)
    process.kill()
    assert process.wait() != 0, "it had ended before it was killed"
    known = timings_in(file)
    report = mlirgym_command(*line, timeout_s=240).object
    assert report["status"] == "ok"
    # All but the baselines, of two tasks at most, are samples.
    assert report["cache_hits"] >= known - 3, (report["cache_hits"], known)
