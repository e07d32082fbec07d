"""The tables and the picture of a run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from curves import Mean, Row, means_after, means_at, reference_means

#: Points at which curves are read. A shorter search has none after its end.
SAMPLES = (1, 10, 25, 50, 100, 200, 400)
SECONDS = (1, 2, 5, 10, 20, 50, 100, 200)
#: Guarantee of the default search: share of the best known speed, by samples.
GOALS = {10: 0.90, 50: 0.95, 200: 0.97}


def samples_within(budget: int) -> list[int]:
    """Return the numbers of samples of the tables; the last is the budget."""
    return [*(n for n in SAMPLES if n < budget), budget]


def seconds_within(rows: list[Row]) -> list[float]:
    """Return the seconds of the tables, until every search has ended."""
    longest = max(
        search.seconds for row in rows for found in row.searches.values() for search in found
    )
    last = next((s for s in SECONDS if s >= longest), SECONDS[-1])
    return [s for s in SECONDS if s <= last]


def report(rows: list[Row], agents: list[str], budget: int) -> str:
    """Markdown: curves by samples and by seconds, then every program."""
    samples, seconds = samples_within(budget), seconds_within(rows)
    seeds = len(rows[0].searches[agents[0]])
    lines = [
        f"Shares of the best known speed, geometric means over {len(rows)} "
        f"program{'s'[: len(rows) != 1]}, {seeds} seed{'s'[: seeds != 1]}, one thread.",
        "",
    ]
    lines += _means("samples", {a: means_after(rows, a, samples) for a in agents})
    worst = [f"{a} {_worst(means_after(rows, a, [budget])[budget])}" for a in agents]
    lines += [f"Worst at the end: {'; '.join(worst)}.", ""]
    lines += _means("seconds", {a: means_at(rows, a, seconds) for a in agents})
    if known := reference_means(rows):
        lines += [f"Reference schedules: {known.mean:.2f} (worst {_worst(known)}).", ""]
    reached = [f"{share:.2f} after {n}" for n, share in GOALS.items() if n <= budget]
    if reached:
        lines += [f"To reach, by samples: {', '.join(reached)}.", ""]
    lines += _programs(rows, agents, samples)
    return "\n".join(lines)


def _means(unit: str, means: Mapping[str, Mapping[Any, Mean]]) -> list[str]:
    marks = list(next(iter(means.values())))
    lines = [
        f"| {unit} | " + " | ".join(f"{mark:g}" for mark in marks) + " |",
        "|---|" + "--:|" * len(marks),
    ]
    for agent, found in means.items():
        lines.append(f"| {agent} | " + " | ".join(f"{found[m].mean:.2f}" for m in marks) + " |")
        lines.append(
            f"| {agent}, worst | " + " | ".join(f"{found[m].worst:.2f}" for m in marks) + " |"
        )
    return [*lines, ""]


def _worst(mean: Mean) -> str:
    return f"{mean.worst:.2f}, {mean.program}"


def _programs(rows: list[Row], agents: list[str], samples: list[int]) -> list[str]:
    shown = [n for n in samples if n in GOALS] or [samples[-1]]
    lines = [
        "| program | best known, µs | reference | "
        + " | ".join(f"{agent} {n}" for agent in agents for n in shown)
        + " |",
        "|---|--:|--:|" + "--:|" * (len(agents) * len(shown)),
    ]
    for row in rows:
        known = row.reference_share()
        cells = [
            row.program,
            f"{row.best_ns / 1e3:.1f}",
            f"{known:.2f}" if known else "-",
            *(f"{row.after(agent, n):.2f}" for agent in agents for n in shown),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def as_object(rows: list[Row], agents: list[str], budget: int) -> dict[str, Any]:
    """All figures, and their curves."""
    samples, seconds = samples_within(budget), seconds_within(rows)
    known = reference_means(rows)
    return {
        "benchmark": "search",
        "agents": agents,
        "seeds": len(rows[0].searches[agents[0]]),
        "budget": budget,
        "goals": GOALS,
        "samples": {
            agent: {n: vars(mean) for n, mean in means_after(rows, agent, samples).items()}
            for agent in agents
        },
        "seconds": {
            agent: {s: vars(mean) for s, mean in means_at(rows, agent, seconds).items()}
            for agent in agents
        },
        "references": vars(known) if known else None,
        "rows": [
            {
                "program": row.program,
                "best_ns": row.best_ns,
                "reference_share": row.reference_share(),
                "shares": {agent: {n: row.after(agent, n) for n in samples} for agent in agents},
                "times_ns": row.times,
                "searches": {
                    agent: [vars(search) for search in found]
                    for agent, found in row.searches.items()
                },
            }
            for row in rows
        ],
    }


def draw(rows: list[Row], agents: list[str], budget: int, path: Path) -> bool:
    """Plot the geometric means and the worst program over samples and over seconds.

    False without matplotlib.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False

    samples = sorted({*range(1, min(budget, 10) + 1), *range(10, budget + 1, 5), budget})
    end = seconds_within(rows)[-1]
    seconds = [end * (i + 1) / 100 for i in range(100)]
    figure = Figure(figsize=(10, 4), layout="tight")
    left, right = figure.subplots(1, 2, sharey=True)
    for place, agent in enumerate(agents):
        by_samples = means_after(rows, agent, samples)
        by_seconds = means_at(rows, agent, seconds)
        color = f"C{place}"
        left.plot(samples, [by_samples[n].mean for n in samples], color=color, label=agent)
        left.plot(samples, [by_samples[n].worst for n in samples], ":", color=color)
        right.plot(seconds, [by_seconds[s].mean for s in seconds], color=color)
        right.plot(seconds, [by_seconds[s].worst for s in seconds], ":", color=color)
    goals = {n: share for n, share in GOALS.items() if n <= budget}
    left.plot(list(goals), list(goals.values()), "k+", label="promised")
    left.set_xscale("log")
    left.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    left.set_xlabel("samples")
    right.set_xlabel("seconds")
    left.set_ylabel("share of the best known speed")
    left.set_ylim(0, 1.02)
    left.legend(title="dotted: worst program")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    return True
