#!/usr/bin/env python3
"""Draw the pictures of the documentation as SVG, from text in the repository.

    .venv/bin/python scripts/pictures.py          draws all (needs Graphviz and matplotlib)
    .venv/bin/python scripts/pictures.py --check  names pictures whose source has changed

Drawings (docs/drawings) are made by Graphviz, figures (docs/figures) by matplotlib. Each SVG
contains a digest of its source, so that the check needs neither program. All have a light
background and are readable on light and dark pages.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from check_rooms import read_rooms

ROOT = Path(__file__).resolve().parent.parent
DRAWINGS = ROOT / "docs" / "drawings"
FIGURES = ROOT / "docs" / "figures"

BACKGROUND, INK, FAINT, FIRST, SECOND = "#fbfbf9", "#24292f", "#8c959f", "#2f6fb2", "#d08a2e"
STYLE = (
    f'graph [bgcolor="{BACKGROUND}", fontname="sans-serif", fontsize=12, fontcolor="{INK}", '
    "pad=0.25];\n"
    'node [shape=box, style="rounded,filled", fillcolor="white", fontname="sans-serif", '
    f'fontsize=11, color="{FAINT}", fontcolor="{INK}"];\n'
    f'edge [fontname="sans-serif", fontsize=10, color="#57606a", fontcolor="{INK}"];\n'
)


def rooms_graph() -> str:
    """Graph of the rooms in rooms.txt: arrows lead from a room to its dependencies."""
    rooms = read_rooms(ROOT, "rooms.txt")
    lines = ["digraph rooms {", "rankdir=BT; nodesep=0.25; ranksep=0.45;", STYLE]
    inside = [room for room in rooms.values() if room.name.startswith("execution")]
    for room in rooms.values():
        holds = textwrap.fill(room.holds, 26).replace("\n", "\\n")
        lines.append(f'"{room.name}" [label="{room.name}/\\n{holds}"];')
    lines.append('subgraph cluster_execution { style="rounded,filled"; fillcolor="#eef3fa";')
    lines.append('color="#9db4d0"; ' + " ".join(f'"{room.name}";' for room in inside) + " }")
    lines += [f'"{room.name}" -> "{below}";' for room in rooms.values() for below in room.builds_on]
    return "\n".join([*lines, "}"])


def sample_graph() -> str:
    """Graph of the life of a sample, in the style of all drawings."""
    source = (DRAWINGS / "sample.dot").read_text()
    return source.replace("digraph sample {\n", "digraph sample {\n" + STYLE, 1)


def by_graphviz(graph: str) -> str:
    """SVG of a graph, without the version of Graphviz."""
    if not shutil.which("dot"):
        sys.exit("pictures.py: Graphviz is not installed; as root: apt-get install graphviz")
    made = subprocess.run(
        ["dot", "-Tsvg"], input=graph, capture_output=True, text=True, check=True
    ).stdout
    return re.sub(r"<!--.*?-->\n?", "", made[made.index("<svg") :], flags=re.DOTALL)


def learning_curve(data: dict[str, Any], figure: Any) -> None:
    """Draw the mean and the best speedup over the episodes of a training."""
    rows = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
    episodes = [row["episodes"] for row in rows]
    left, right = figure.subplots(1, 2)
    left.plot(episodes, [row["mean_return"] for row in rows], color=FIRST)
    left.axhline(0, color=FAINT, linewidth=0.8)
    left.set(xlabel="episodes", ylabel="mean return (log speedup)", title="Return")
    right.plot(episodes, [row["mean_speedup"] for row in rows], color=FIRST, label="mean")
    right.plot(episodes, [row["best_speedup"] for row in rows], color=SECOND, label="best so far")
    right.set(xlabel="episodes", ylabel="speedup over the baseline", title="Speedup", yscale="log")
    right.set_yticks([0.5, 1, 2, 5, 10, 20, 30], labels=["0.5", "1", "2", "5", "10", "20", "30"])
    right.minorticks_off()
    right.legend(frameon=False)


def peers(data: dict[str, Any], figure: Any) -> None:
    """Draw the ratio of the reference schedules' time to each library's time, as bars."""
    names = list(data["ratios"])
    axis = figure.subplots()
    for offset, contract, colour in ((-0.2, "arguments", FIRST), (0.2, "packed", SECOND)):
        places = [index + offset for index in range(len(names))]
        values = [data["ratios"][name][contract] for name in names]
        label = data["contracts"][contract]
        bars = axis.barh(places, values, height=0.36, color=colour, label=label)
        axis.bar_label(bars, labels=[f"{value:.2f}" for value in values], padding=3)
    axis.axvline(1, color=INK, linewidth=1)
    axis.set_yticks(range(len(names)), labels=names)
    axis.set(xlim=(0, 1.2), xlabel="time of mlirgym's schedules / time of the library")
    axis.invert_yaxis()
    axis.legend(frameon=False, loc="lower right")


def by_matplotlib(name: str, size: tuple[float, float], plot: Callable[[Any, Any], None]) -> str:
    """SVG of a figure from its JSON file; identical from run to run."""
    import io

    import matplotlib

    matplotlib.use("svg")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    settings = {
        "svg.hashsalt": name,
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "axes.facecolor": BACKGROUND,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": name == "learning-curve",
        "grid.alpha": 0.3,
        "text.color": INK,
    }
    with rc_context(settings):
        figure = Figure(figsize=size, layout="constrained", facecolor=BACKGROUND)
        plot(json.loads((FIGURES / f"{name}.json").read_text()), figure)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    made = text.getvalue()
    return made[made.index("<svg") :]


#: Picture, its source files, and the function that draws it.
PICTURES: dict[Path, tuple[list[Path], Callable[[], str]]] = {
    DRAWINGS / "rooms.svg": ([ROOT / "rooms.txt"], lambda: by_graphviz(rooms_graph())),
    DRAWINGS / "sample.svg": ([DRAWINGS / "sample.dot"], lambda: by_graphviz(sample_graph())),
    FIGURES / "learning-curve.svg": (
        [FIGURES / "learning-curve.json"],
        lambda: by_matplotlib("learning-curve", (8.4, 3.2), learning_curve),
    ),
    FIGURES / "peers.svg": (
        [FIGURES / "peers.json"],
        lambda: by_matplotlib("peers", (7.2, 4.2), peers),
    ),
}


def stamp(sources: list[Path]) -> str:
    """Line of an SVG that names its sources."""
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in [*sources, Path(__file__)]))
    names = " ".join(str(path.relative_to(ROOT)) for path in sources)
    return f"<!-- drawn by scripts/pictures.py from {names}, {digest.hexdigest()[:16]} -->\n"


def main() -> int:
    """Draw or check all pictures."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the documentation.")
    parser.add_argument("--check", action="store_true", help="draw nothing; exit code 1 if stale")
    check = parser.parse_args().check
    stale = 0
    for picture, (sources, draw) in PICTURES.items():
        if not check:
            picture.write_text(stamp(sources) + draw())
        elif not picture.exists() or not picture.read_text().startswith(stamp(sources)):
            stale += 1
            print(
                f"{picture.relative_to(ROOT)}: its source has changed; run "
                ".venv/bin/python scripts/pictures.py",
                file=sys.stderr,
            )
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
