"""Runs `mlirgym` like a user, and checks the properties of every ending."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/bin/mlirgym"
#: How the last words of a program begin that came to its end by accident. Within a line they are
#: quoted: a worker's last words are its caller's message.
ACCIDENTS = re.compile(
    r"^(Traceback|Stack dump|PLEASE submit a bug|LLVM ERROR|terminate called|Segmentation)"
    r"|Assertion .* failed|std::\w+_error",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Ended:
    """Result of one call of the command line."""

    arguments: tuple[str | bytes, ...]
    code: int
    out: str
    err: str
    #: Files in the working folder that the call created.
    new_files: frozenset[str]

    def __str__(self) -> str:
        line = " ".join(shlex.quote(_text(argument)) for argument in self.arguments)
        return f"mlirgym {line}\nexit code {self.code}\n{self.out[-2000:]}\n{self.err[-2000:]}"

    @property
    def asked_for_json(self) -> bool:
        arguments = self.arguments
        if "--" in arguments:
            arguments = arguments[: arguments.index("--")]
        return "--json" in arguments

    @property
    def object(self) -> dict[str, Any]:
        """The one JSON object on stdout."""
        value = json.loads(self.out)
        assert isinstance(value, dict), self
        return value

    @property
    def message(self) -> str:
        """Text on stderr after `mlirgym: error: `."""
        return self.err.partition("mlirgym: error: ")[2]


def _text(argument: str | bytes) -> str:
    return argument if isinstance(argument, str) else repr(argument)


def own_environment(cache: Path, **variables: str) -> dict[str, str]:
    """Environment without the user's settings, with timings in `cache`."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("MLIRGYM_")}
    return {**kept, "XDG_CACHE_HOME": str(cache), **variables}


def run(
    *arguments: str | bytes,
    folder: Path,
    environment: dict[str, str] | None = None,
    timeout_s: float = 120,
) -> Ended:
    """One call in `folder`; a hang is a failure that names the line."""
    environment = environment or own_environment(folder.parent / "cache")
    before = set(os.listdir(folder))
    process = subprocess.Popen(
        [str(PROGRAM), *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        words = err.decode(errors="replace")[-2000:]
        raise AssertionError(f"still running after {timeout_s} s: {arguments}\n{words}") from None
    return Ended(
        arguments,
        process.returncode,
        out.decode(errors="replace"),
        err.decode(errors="replace"),
        frozenset(set(os.listdir(folder)) - before),
    )


def check_ending(ended: Ended) -> None:
    """Check the properties of every call."""
    assert ended.code in (0, 1, 2), f"ended by a signal, or with a code of its own: {ended}"
    assert not ACCIDENTS.search(ended.err) and not ACCIDENTS.search(ended.out), str(ended)
    if ended.code == 2:
        assert ended.err.startswith("mlirgym: error: "), str(ended)
        assert ended.message.strip().count("\n") == 0, f"more than a line: {ended}"
    mentions_json = any("json" in _text(argument) for argument in ended.arguments)
    if ended.code == 2 and not mentions_json:
        assert ended.out == "", str(ended)
    asks = any(
        _text(argument).startswith(("-h", "--help", "--version")) for argument in ended.arguments
    )
    if ended.asked_for_json and not (ended.code == 0 and asks):
        report = ended.object
        if ended.code == 2:
            assert report["status"] == "error" and report["error"], str(ended)
