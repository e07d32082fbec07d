"""Results in a file, with which an interrupted run continues."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def _same(value: Any) -> Any:
    return value


class Store:
    """Values by key, one line of JSON each; without a file it remembers nothing later.

    Args:
        path: of the file; it and its folder are created for the first value.
        name: of a value in a line.
        read: makes a value of its JSON; where it raises, the line does not count.
        write: makes JSON of a value.
    """

    def __init__(
        self,
        path: Path | None,
        name: str = "value",
        read: Callable[[Any], Any] = _same,
        write: Callable[[Any], Any] = _same,
    ) -> None:
        self.path, self.name, self.write = path, name, write
        self.values: dict[str, Any] = {}
        if path is None or not path.exists():
            return
        for line in path.read_text().splitlines():
            try:
                entry = json.loads(line)
                self.values[entry["key"]] = read(entry[name])
            except (ValueError, KeyError, TypeError):
                continue  # incomplete line of a killed process

    @staticmethod
    def key(*parts: object) -> str:
        """Return a key with everything on which a value depends."""
        return json.dumps(parts, sort_keys=True)

    def find(self, key: str) -> Any | None:
        """Return the value measured before."""
        return self.values.get(key)

    def add(self, key: str, value: Any) -> None:
        """Append to the file."""
        self.values[key] = value
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps({"key": key, self.name: self.write(value)}) + "\n")
