"""Tables that notebooks show: ``_repr_html_`` of classes, those of the bindings included.

A table has names and texts from files of strangers: all of it is escaped, and long texts and lists
are cut.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from mlirgym import _core
from mlirgym.agents.optimum import Optimum
from mlirgym.agents.trained import TrainedAgent
from mlirgym.checks import printable
from mlirgym.execution.kernel import Kernel
from mlirgym.kernels.benchmarks import KernelBenchmarks
from mlirgym.workloads.workload import Benchmark, Tuning

#: Attributes that are shown of each class, in this order; what is empty or unknown is left out.
_FOUND = "schedule speedup speedup_uncertainty noisy"
_SEARCHED = f"program {_FOUND} paired_rounds baseline best samples cache_hits seconds"
_SHOWN: dict[type, str] = {
    _core.Program: "name arguments complexity operations",
    _core.Measurement: "status message median min_ns uncertainty noisy spread repeats number"
    " cache_hit counters",
    _core.PairedMeasurement: "status message speedup uncertainty noisy baseline schedule rounds"
    " cache_hit",
    _core.SearchResult: _SEARCHED,
    Optimum: f"{_SEARCHED} agent fallback",
    Tuning: f"parameters {_FOUND} baseline_ns best_ns samples",
    Benchmark: "status message median min_ns spread gflops gbytes_per_second"
    " percent_of_peak_flops percent_of_peak_bandwidth counters",
    Kernel: "program schedule signature threads cpu toolchain hash",
    KernelBenchmarks: "program schedule status kernels whole",
    TrainedAgent: "name path description.contexts description.encoding description.net"
    " description.data_sheet",
}
#: Rows of a table and characters of a text that are shown at most.
_ROWS, _LENGTH = 24, 600

_LEFT = ' style="text-align:left;white-space:pre-line"'


def table(shown: object, names: Iterable[str]) -> str:
    """HTML table of some attributes of an object, a row each.

    Parameters
    ----------
    shown : object
    names : iterable of str
        A name may have a dot: ``description.net`` is that of a mapping.
    """
    metric = getattr(shown, "metric", "nanoseconds")
    return _facts({name.split(".")[-1]: _member(shown, name) for name in names}, metric)


def register_tables() -> None:
    """Let notebooks show tables of the classes, and give text to one that has none."""
    setattr(_core.PairedMeasurement, "__repr__", _pair)  # noqa: B010
    for shown, names in _SHOWN.items():
        setattr(shown, "_repr_html_", _shows(names.split()))  # noqa: B010


def _shows(names: list[str]) -> Callable[[Any], str]:
    # With a signature for the stubs.
    def _repr_html_(self: Any) -> str:
        return table(self, names)

    return _repr_html_


def _pair(self: Any) -> str:
    times = f", {self.speedup:.2f}x in {self.rounds} rounds" if self.ok else ""
    return f"<mlirgym.PairedMeasurement {self.status}{times}>"


def _member(shown: Any, name: str) -> Any:
    attribute, _, key = name.partition(".")
    value = getattr(shown, attribute)
    return value.get(key) if key else value


def _facts(facts: Mapping[str, object], metric: str = "nanoseconds") -> str:
    cells = [(name, _html(name, value, metric)) for name, value in islice(facts.items(), _ROWS)]
    rows = (
        f"<tr><th{_LEFT}>{_text(name.replace('_', ' '))}</th><td{_LEFT}>{cell}</td></tr>"
        for name, cell in cells
        if cell
    )
    return f"<table>{''.join(rows)}</table>" if cells else ""


def _grid(rows: Sequence[Mapping[str, object]]) -> str:
    names = list(rows[0])[:_ROWS]
    head = "".join(f"<th{_LEFT}>{_text(name.replace('_', ' '))}</th>" for name in names)
    body = "".join(
        "<tr>"
        + "".join(f"<td{_LEFT}>{_html(name, row.get(name))}</td>" for name in names)
        + "</tr>"
        for row in rows[:_ROWS]
    )
    more = f"<tr><td>and {len(rows) - _ROWS} more</td></tr>" if len(rows) > _ROWS else ""
    return f"<table><tr>{head}</tr>{body}{more}</table>"


def _html(name: str, value: Any, metric: str = "nanoseconds") -> str:
    """HTML of a value, by its type and the unit in its name; empty if there is nothing to show."""
    if isinstance(value, _core.Program):
        value = value.name
    if isinstance(value, _core.Measurement):
        metric, value = value.metric, value.median if value.ok else value.status
    if isinstance(value, Mapping):
        return _facts(value) if value else ""
    if isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        return _grid(value)
    if isinstance(value, (list, tuple)):
        return _text(", ".join(map(str, value[:_LENGTH])))
    if isinstance(value, float):
        return _number(name, value, metric)
    if name == "schedule":
        return _text(str(value).replace("; ", "\n")) or "untransformed"
    return "" if value is None else _text(value)


def _number(name: str, value: float, metric: str) -> str:
    is_share = name.endswith(("uncertainty", "spread"))
    if value != value or (is_share and value == 0):
        return ""  # a time where another metric is counted; unknown
    if name.endswith("_ns") or name in ("median", "baseline", "best", "schedule"):
        return amount(value, metric)
    if is_share:
        return f"{value:.1%}"
    units = {"speedup": "x", "seconds": " s"}
    return f"{value:.4g}{units.get(name, '')}"


def amount(value: float, metric: str = "nanoseconds") -> str:
    """Text of a measured amount with its unit.

    Parameters
    ----------
    value : float
    metric : str
        Its unit, as of a `Measurement`.
    """
    if metric != "nanoseconds":
        return f"{value:.4g} {_text(metric)}"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if value >= size:
            return f"{value / size:.4g} {unit}"
    return f"{value:.4g} ns"


def _text(value: object) -> str:
    """Escaped text: neither a terminal nor a browser obeys any of it."""
    text = str(value)
    cut = text if len(text) <= _LENGTH else f"{text[:_LENGTH]}..."
    return html.escape(printable(cut))
