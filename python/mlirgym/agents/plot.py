"""Learning curves and speedups as pictures (needs matplotlib)."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from mlirgym.agents.metrics import read_metrics

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def learning_curve(
    out: str | os.PathLike[str], picture: str | os.PathLike[str] | None = None
) -> Figure:
    """Draw return, speedup and entropy of a training folder over its episodes.

    Parameters
    ----------
    out : path
        Training folder with ``metrics.jsonl``.
    picture : path, optional
        File to write; the ending (``.png``, ``.svg``, ``.pdf``) decides the format.

    Returns
    -------
    matplotlib.figure.Figure
        pyplot does not know it: there is nothing to close, and no backend is chosen.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    FileNotFoundError
        If nothing was trained in that folder.
    ValueError
        If no iteration is recorded yet.
    """
    from matplotlib.figure import Figure

    metrics = read_metrics(out)
    if not metrics:
        raise ValueError(f"{Path(out) / 'metrics.jsonl'} has no iteration yet; train first")
    episodes = [line["episodes"] for line in metrics]
    figure = Figure(figsize=(13, 3.8), layout="constrained")
    axes = figure.subplots(1, 3)
    axes[0].plot(episodes, [line["mean_return"] for line in metrics])
    axes[0].set(xlabel="episodes", ylabel="mean return (log speedup)", title="Return")
    axes[1].plot(episodes, [line["mean_speedup"] for line in metrics], label="mean")
    axes[1].plot(episodes, [line["best_speedup"] for line in metrics], label="best")
    axes[1].set(xlabel="episodes", ylabel="speedup over baseline", title="Speedup", yscale="log")
    axes[1].legend()
    axes[2].plot(episodes, [line["entropy"] for line in metrics])
    axes[2].set(xlabel="episodes", ylabel="policy entropy (nats)", title="Entropy")
    for axis in axes:
        axis.grid(alpha=0.3)
    if picture is not None:
        figure.savefig(picture, dpi=120)
    return figure


def main() -> None:
    """Draw the learning curve of a training folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", help="training folder with metrics.jsonl")
    parser.add_argument("picture", help="file to write: .png, .svg or .pdf")
    arguments = parser.parse_args()
    learning_curve(arguments.out, arguments.picture)
    print(arguments.picture)


if __name__ == "__main__":
    main()
