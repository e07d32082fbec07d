import pytest

from strangers.commandline import PROGRAM, Ended, check_ending, own_environment, run


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """Timings that all tests of a session share, and nobody else."""
    assert PROGRAM.exists(), f"{PROGRAM} is not there; run scripts/test, or ninja mlirgym"
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def mlirgym_command(tmp_path, cache):
    """Calls `mlirgym` in a folder of its own and checks what every ending must keep."""
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
