"""The schedules that searches chose, found again by later processes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

from mlirgym import _core
from mlirgym.execution.execution import Execution


class ChosenSchedules:
    """A file per program, machine, toolchain and number of threads, in the folder of kernels.

    Whoever can write to the folder determines which schedule is used. A file that cannot be read or
    written is a search more, never an error.

    Parameters
    ----------
    execution : Execution
        Its kernels are compiled with these schedules. If it stores no kernels, there are no files.
    """

    def __init__(self, execution: Execution) -> None:
        folder = execution.kernel_folder
        self._folder = Path(folder) / "schedules" if folder else None
        machine = _core.machine()
        self._kind = [
            machine["id"],
            machine["toolchain"],
            execution.device,
            execution.device_features,
            str(execution.threads),
        ]

    def find(self, program: _core.Program, budget: int) -> str | None:
        """Schedule or script that a search of at least so many samples chose, or None."""
        file = self._file(program)
        if file is None:
            return None
        try:
            known = json.loads(file.read_text())
            code, samples = known["code"], known["budget"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return code if isinstance(code, str) and samples >= budget else None

    def store(self, program: _core.Program, budget: int, code: str) -> None:
        """Keep what a search of so many samples chose, also across processes."""
        file = self._file(program)
        if file is None:
            return
        text = json.dumps({"program": program.name, "budget": budget, "code": code})
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as new:
                new.write(text)
            os.replace(new.name, file)

    def _file(self, program: _core.Program) -> Path | None:
        if self._folder is None:
            return None
        name = hashlib.sha256("\n".join([program.key, *self._kind]).encode()).hexdigest()
        return self._folder / f"{name}.json"
