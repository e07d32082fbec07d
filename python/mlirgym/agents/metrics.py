"""The metrics of a training folder."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mlirgym.progress import State, reported

#: What counts in the metrics of a function, its whole in ``config.json``, and a figure to show.
_BARS: dict[str, tuple[str, Callable[[dict[str, Any]], int], str]] = {
    "train": ("iteration", lambda config: config["ppo"]["iterations"], "mean_speedup"),
    "learn": ("epoch", lambda config: config["learn"]["epochs"], "validation_cross_entropy"),
    "train_recipe": ("round", lambda config: len(config["recipe"]["rounds"]), "validation_speedup"),
}


@contextmanager
def reported_metrics(
    where: str,
    progress: Callable[[dict[str, Any]], object] | bool | None,
    out: str | os.PathLike[str],
) -> Iterator[Callable[[str], object] | None]:
    """Report the progress of a training in `out`; the callback takes metrics, C++ passes JSON."""
    unit, whole, figure = _BARS[where]

    def state(metrics: dict[str, Any]) -> State:
        config = json.loads((Path(out) / "config.json").read_text())
        value = metrics.get(figure)
        figures = {} if value is None else {figure: f"{value:.3g}"}
        return metrics[unit], whole(config), figures

    with reported(where, progress, unit, state) as report:
        yield None if report is None else lambda text: report(json.loads(text))


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
