"""Stored timings as a DataFrame of pandas (needs pandas)."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame

#: What a timing and its baseline have in common.
_CONTEXT = ["program_key", "machine", "toolchain", "protocol", "threads", "metric"]


def timings(files: Sequence[str]) -> DataFrame:
    """Read the timings of exec-data files; of equal keys that of the first file.

    Raises
    ------
    ImportError
        If pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "to_frame() makes a DataFrame of pandas, which is not installed: pip install pandas"
        ) from None
    parts = []
    for file in files:
        with contextlib.closing(sqlite3.connect(_read_only(file), uri=True)) as connection:
            parts.append(pandas.read_sql("SELECT * FROM timings", connection))
    frame = pandas.concat(parts).drop_duplicates([*_CONTEXT, "schedule"], ignore_index=True)
    frame["noisy"] = frame["noisy"].astype(bool)
    frame["created_at"] = pandas.to_datetime(frame["created_at"])
    # The view of a file knows the baselines of that file.
    timed = frame["status"] == "ok"
    baselines = frame[timed & (frame["schedule"] == "")].set_index(_CONTEXT)["median"]
    frame["baseline"] = frame[_CONTEXT].join(baselines, on=_CONTEXT)["median"]
    frame["baseline_ns"] = frame["baseline"].where(frame["metric"] == "nanoseconds")
    frame["speedup"] = (frame["baseline"] / frame["median"]).where(timed)
    return frame


def _read_only(file: str) -> str:
    """URI under which SQLite reads a file, also where it may not write a log beside it."""
    path = Path(file).absolute()
    alone = not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists()
    return f"{path.as_uri()}?mode=ro" + ("&immutable=1" if alone else "")
