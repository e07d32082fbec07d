"""Metrics of a training as TensorBoard logs (needs torch and tensorboard)."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from mlirgym.agents.metrics import read_metrics

#: Counters of a line of metrics; the first one present is used.
COUNTERS = ("steps", "iteration", "epoch")


def write_events(
    out: str | os.PathLike[str], log_dir: str | os.PathLike[str] | None = None
) -> Path:
    """Write each number of ``metrics.jsonl`` as a scalar that TensorBoard shows.

    The step of a scalar is the number of decisions (``steps``) if the line has it, else the
    iteration or the epoch. Another call writes the whole log again: choose another folder, or
    remove the first.

    Parameters
    ----------
    out : path
        Training folder with ``metrics.jsonl``.
    log_dir : path, optional
        Folder for the logs; by default ``tensorboard`` in `out`.

    Returns
    -------
    Path
        The folder, for ``tensorboard --logdir``.

    Raises
    ------
    ImportError
        If torch or tensorboard is not installed.
    FileNotFoundError
        If nothing was trained in that folder.
    ValueError
        If no line of metrics is recorded yet.
    """
    from torch.utils.tensorboard import SummaryWriter

    metrics = read_metrics(out)
    if not metrics:
        raise ValueError(f"{Path(out) / 'metrics.jsonl'} has no line yet; train first")
    folder = Path(log_dir) if log_dir is not None else Path(out) / "tensorboard"
    with SummaryWriter(str(folder)) as writer:
        for number, line in enumerate(metrics, 1):
            step = next((line[name] for name in COUNTERS if name in line), number)
            for name, value in line.items():
                if isinstance(value, int | float) and name not in COUNTERS:
                    writer.add_scalar(name, value, step)
    return folder


def main() -> None:
    """Write the metrics of a training folder as TensorBoard logs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", help="training folder with metrics.jsonl")
    parser.add_argument(
        "--log-dir", help="folder for the logs [default: tensorboard in the training folder]"
    )
    arguments = parser.parse_args()
    print(write_events(arguments.out, arguments.log_dir))


if __name__ == "__main__":
    main()
