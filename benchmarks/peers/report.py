"""The table and the chart of a run."""

from __future__ import annotations

from pathlib import Path
from statistics import geometric_mean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from __main__ import Row


def table(rows: list[Row], versions: dict[str, str]) -> str:
    """Markdown: microseconds of all participants, and our time / the best peer's."""
    labels = list(versions)
    lines = []
    for threads in sorted({row.threads for row in rows}):
        chosen = [row for row in rows if row.threads == threads]
        lines += [
            f"### {threads} thread{'s' if threads > 1 else ''}, µs per call",
            "",
            "| operator | mlirgym | "
            + " | ".join(f"{label} {versions[label]}" for label in labels)
            + " | best peer | time / best |",
            "|---|--:|" + "--:|" * len(labels) + "---|--:|",
        ]
        for row in chosen:
            cells = [_us(row.peers.get(label)) for label in labels]
            ratio = f"**{row.ratio:.2f}**" if row.ratio else "-"
            lines.append(
                f"| {row.operator} | {_us(row.ours)} | {' | '.join(cells)} "
                f"| {row.best or '-'} | {ratio} |"
            )
        lines += ["", *_means(chosen, labels), ""]
    return "\n".join(lines)


def _means(rows: list[Row], labels: list[str]) -> list[str]:
    lines = []
    ratios = [row.ratio for row in rows if row.ratio]
    if ratios:
        lines.append(
            f"Geometric mean of time / best peer: {geometric_mean(ratios):.3f} "
            f"({len(ratios)} operators, worst {max(ratios):.2f})."
        )
    for label in labels:
        ratios = [row.ours / row.peers[label] for row in rows if row.ours and label in row.peers]
        if ratios:
            lines.append(f"Of time / {label}: {geometric_mean(ratios):.3f} ({len(ratios)}).")
    return lines


def _us(ns: float | None) -> str:
    if ns is None:
        return "-"
    us = ns / 1e3
    return f"{us:.1f}" if us < 1000 else f"{us:.0f}"


def draw(rows: list[Row], path: Path) -> bool:
    """Plot our speed / the best peer's, one bar per operator. False without matplotlib."""
    try:
        import matplotlib as mpl
    except ImportError:
        return False
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    counts = sorted({row.threads for row in rows})
    names = list(dict.fromkeys(row.operator for row in rows))
    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.32 * len(names)))
    height = 0.8 / len(counts)
    for place, threads in enumerate(counts):
        found = {r.operator: 1 / r.ratio for r in rows if r.threads == threads and r.ratio}
        axes.barh(
            [names.index(name) + place * height for name in found],
            list(found.values()),
            height,
            label=f"{threads} thread{'s' if threads > 1 else ''}",
        )
    axes.axvline(1, color="black", linewidth=1)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_yticks([i + 0.4 - height / 2 for i in range(len(names))], names, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("speed of the reference schedule / speed of the best peer")
    axes.legend()
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    return True
