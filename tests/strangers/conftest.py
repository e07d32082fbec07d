import contextlib
import sqlite3

import pytest

from strangers.commandline import PROGRAM, ROOT, Ended, check_ending, own_environment, run

#: Exec data with the machine's peak, as lit's tests of benchmarks measure it.
PEAK = ROOT / "build/release/Testing/peak.db"


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """Timings that only the tests of a session share."""
    assert PROGRAM.exists(), f"{PROGRAM} is not there; run scripts/test, or ninja mlirgym"
    folder = tmp_path_factory.mktemp("cache")
    if PEAK.exists():
        (folder / "mlirgym").mkdir()
        with contextlib.closing(sqlite3.connect(PEAK)) as known:
            with contextlib.closing(sqlite3.connect(folder / "mlirgym/exec-data.db")) as new:
                known.backup(new)
    return folder


@pytest.fixture
def mlirgym_command(tmp_path, cache):
    """Calls `mlirgym` in a new folder and checks the properties of every ending."""
    folder = tmp_path / "folder"
    folder.mkdir()

    def call(*arguments, timeout_s=120, **variables) -> Ended:
        ended = run(
            *arguments,
            folder=folder,
            environment=own_environment(cache, **variables),
            timeout_s=timeout_s,
        )
        check_ending(ended)
        return ended

    call.folder = folder
    return call
