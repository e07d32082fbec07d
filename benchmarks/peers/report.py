"""The tables and the chart of a run."""

from __future__ import annotations

from pathlib import Path
from statistics import geometric_mean

from contract import CONTRACTS
from row import ORIGINS, TITLES, Row, means


def report(rows: list[Row], versions: dict[str, str], facts: dict[str, str]) -> str:
    """Markdown: the machine, and a table of each contract and number of threads."""
    lines = [f"- {name}: {value}" for name, value in facts.items()]
    named = [f"{label} {version}" for label, version in versions.items()]
    lines += [f"- peers: {', '.join(named)}", f"- page faults per call: {_faults(rows)}", ""]
    for threads in sorted({row.threads for row in rows}):
        chosen = [row for row in rows if row.threads == threads]
        for contract in CONTRACTS:
            lines += _table(chosen, contract, list(versions))
    return "\n".join(lines)


def _table(rows: list[Row], contract: str, labels: list[str]) -> list[str]:
    threads = rows[0].threads
    lines = [
        f"### {threads} thread{'s' if threads > 1 else ''}, µs per call; {TITLES[contract]}",
        "",
        "| operator | limit | by | shipped | found here | "
        + " | ".join(labels)
        + " | best peer | shipped / best | found / best |",
        "|---|--:|---|--:|--:|" + "--:|" * len(labels) + "---|--:|--:|",
    ]
    for row in rows:
        times, ours = row.times(contract), row.our_times(contract)
        best = row.best(contract)
        variant = row.variants.get("packed", {}).get(best or "")
        if contract == "arguments" or times.get(best or "") != row.peers.get("packed", {}).get(
            best or ""
        ):
            variant = row.variants.get("arguments", {}).get(best or "")
        cells = [
            row.operator,
            _us(row.limit_ns),
            row.limit_reason or "-",
            _us(ours.get("shipped")),
            _us(ours.get("found")),
            *(_us(times.get(label)) for label in labels),
            f"{best} ({variant})" if best and variant else best or "-",
            *(_bold(row.ratio(contract, origin)) for origin in ORIGINS),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines.append("")
    names = {"shipped": "as shipped", "found": "as found here"}
    for origin in ORIGINS:
        if found := means(rows, contract, origin):
            lines.append(
                f"Geometric mean of time / best peer, {names[origin]}: {found['mean']:.3f} "
                f"({found['operators']} operators, worst {found['worst']:.2f})."
            )
    for label in labels:
        if lacking := [row.operator for row in rows if label not in row.times(contract)]:
            names = "all" if len(lacking) == len(rows) else ", ".join(lacking)
            lines.append(f"{label} lacks {names}.")
        both = [
            [ratio for row in rows if (ratio := row.ratio(contract, origin, label))]
            for origin in ORIGINS
        ]
        if all(both):
            shipped, found_here = map(geometric_mean, both)
            lines.append(
                f"Of time / {label}: {shipped:.3f} as shipped, {found_here:.3f} as found here "
                f"({len(both[0])})."
            )
    return [*lines, ""]


def _faults(rows: list[Row]) -> str:
    worst: dict[str, tuple[float, str]] = {}
    for row in rows:
        for label, faults in row.faults.items():
            worst[label] = max(worst.get(label, (0.0, "")), (faults, row.operator))
    named = [
        f"{label} {faults:.0f} ({operator})"
        for label, (faults, operator) in worst.items()
        if faults >= 1
    ]
    return f"up to {', '.join(named)}; the others none" if named else "none"


def _bold(ratio: float | None) -> str:
    return f"**{ratio:.2f}**" if ratio else "-"


def _us(ns: float | None) -> str:
    if ns is None:
        return "-"
    us = ns / 1e3
    return f"{us:.1f}" if us < 1000 else f"{us:.0f}"


def draw(rows: list[Row], path: Path) -> bool:
    """Plot our speed / the best peer's under the same contract, one bar per operator.

    False without matplotlib.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False

    series = [(threads, o) for threads in sorted({r.threads for r in rows}) for o in ORIGINS]
    names = list(dict.fromkeys(row.operator for row in rows))
    figure = Figure(figsize=(9, 1.2 + 0.4 * len(names)), layout="tight")
    axes = figure.subplots()
    height = 0.8 / len(series)
    for place, (threads, origin) in enumerate(series):
        found = {
            row.operator: 1 / ratio
            for row in rows
            if row.threads == threads and (ratio := row.ratio("arguments", origin))
        }
        axes.barh(
            [names.index(name) + place * height for name in found],
            list(found.values()),
            height,
            label=f"{threads} thread{'s' if threads > 1 else ''}, {origin}",
        )
    axes.axvline(1, color="black", linewidth=1)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_yticks([i + 0.4 - height / 2 for i in range(len(names))], names, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("speed of our schedule / speed of the best peer, weights as arguments")
    axes.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    return True
