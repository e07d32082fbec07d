"""Results in a file: a run that was interrupted continues there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class Store:
    """Values by key, one line of JSON each; without a file it remembers nothing later."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.values: dict[str, Any] = {}
        if path is None or not path.exists():
            return
        for line in path.read_text().splitlines():
            try:
                entry = json.loads(line)
                self.values[entry["key"]] = entry["value"]
            except (ValueError, KeyError, TypeError):
                continue  # half a line of a process that was killed

    @staticmethod
    def key(*parts: object) -> str:
        """Name everything that a value depends on."""
        return json.dumps(parts)

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
            file.write(json.dumps({"key": key, "value": value}) + "\n")
