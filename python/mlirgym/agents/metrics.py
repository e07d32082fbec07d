"""The metrics of a training folder."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def metrics_callback(
    progress: Callable[[dict[str, Any]], object] | None,
) -> Callable[[str], object] | None:
    """Wrap a callback that takes metrics into one that takes them as JSON, as C++ passes them."""
    return None if progress is None else lambda text: progress(json.loads(text))


def read_metrics(out: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Metrics of a training folder, oldest first.

    Parameters
    ----------
    out : path
        Folder that `train` or ``mlirgym train`` wrote.

    Returns
    -------
    list of dict
        One per iteration: ``iteration``, ``steps`` and ``episodes`` (since training began),
        ``mean_return`` (log speedup per episode), ``mean_speedup`` (geometric),
        ``best_speedup``, ``mean_best_speedup`` (geometric, over programs),
        ``new_measurements``, ``measured``, ``distinct_schedules`` (per hundred episodes),
        ``entropy`` (nats per decision), ``entropy_coefficient``, ``policy_loss``,
        ``value_loss``, ``imitation_loss``, ``approx_kl``, ``clip_fraction``,
        ``explained_variance``, ``epochs``, ``rollout_seconds``, ``update_seconds``; after an
        evaluation also ``validation_speedup`` and ``evaluation_seconds``.

    Raises
    ------
    FileNotFoundError
        If nothing was trained in that folder.
    """
    lines = (Path(out) / "metrics.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines if line]
