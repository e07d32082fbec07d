"""`mlirgym workload`: runs, times and tunes workloads, one after the other."""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import sys
import time
import traceback
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from mlirgym import _core
from mlirgym.execution import Execution, default_exec_data_file
from mlirgym.workload import Engine, Workload
from mlirgym.workload_suites import load_workloads


@dataclass
class Result:
    """Outcome of one workload with one set of parameters.

    Attributes
    ----------
    suite : str
        The argument of the command line that named it.
    parameters : dict or None
        None: the untransformed payload.
    status : str
        As in `Run`, or ``"error"`` if a method of the workload raised an exception.
    seconds : float
        Wall time of everything, compilation included.
    figures : dict
        Further keys of the command: times, rates, the best parameters.
    """

    suite: str
    workload: str
    parameters: dict[str, Any] | None
    status: str = "ok"
    message: str = ""
    seconds: float = 0.0
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Workload and parameters."""
        if not self.parameters:
            return self.workload
        return self.workload + _text(self.parameters)

    @property
    def summary(self) -> str:
        """One line for people."""
        if self.status != "ok":
            return f"{self.status}: {self.message}"
        return ", ".join(f"{name} {_figure(value)}" for name, value in self.figures.items())


def _text(parameters: Mapping[str, Any]) -> str:
    return "(" + ", ".join(f"{name}={value}" for name, value in parameters.items()) + ")"


def _figure(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return _text(value) if isinstance(value, dict) else str(value)


def run(engine: Engine, parameters: Mapping[str, Any] | None, _: argparse.Namespace) -> Result:
    """Run once and check."""
    done = engine.execute(parameters)
    return _result(engine, parameters, done.status, done.message)


def bench(engine: Engine, parameters: Mapping[str, Any] | None, _: argparse.Namespace) -> Result:
    """Run, check and time."""
    timed = engine.benchmark(parameters)
    figures = {
        name: value for name, value in asdict(timed).items() if name not in ("status", "message")
    }
    return _result(engine, parameters, timed.status, timed.message, figures if timed.ok else {})


def tune(engine: Engine, parameters: Mapping[str, Any] | None, flags: argparse.Namespace) -> Result:
    """Search for the best parameters, or the best schedule."""
    best = engine.tune(flags.agent, budget=flags.budget, seed=flags.seed)
    figures: dict[str, Any] = {
        "speedup": best.speedup,
        "speedup_uncertainty": best.speedup_uncertainty,
        "baseline_ns": best.baseline_ns,
        "best_ns": best.best_ns,
        "samples": best.samples,
    }
    if best.parameters:
        figures["best"] = best.parameters
    elif best.schedule:
        figures["schedule"] = best.schedule
    return _result(engine, parameters, "ok", "", figures)


def _result(
    engine: Engine,
    parameters: Mapping[str, Any] | None,
    status: str,
    message: str,
    figures: dict[str, Any] | None = None,
) -> Result:
    given = None if parameters is None else dict(parameters)
    return Result("", engine.workload.name, given, status, message, figures=figures or {})


def _choices(workload: Workload, flags: argparse.Namespace) -> Iterator[dict[str, Any] | None]:
    """Yield each set of parameters with which a workload is to run."""
    choices = workload.parameters()
    if flags.every and choices:
        for values in itertools.product(*choices.values()):
            yield dict(zip(choices, values, strict=True))
        return
    given = dict(flags.parameter)
    for name in given:
        if name not in choices:
            known = ", ".join(choices) or "none"
            raise ValueError(f"{workload.name} has no parameter '{name}'; its parameters: {known}")
    if missing := [name for name in choices if given and name not in given]:
        raise ValueError(f"{workload.name} needs a value for {', '.join(missing)}, too")
    yield given or None


def results(flags: argparse.Namespace) -> Iterator[Result]:
    """Outcomes in the order of the command line, as they come."""
    execution = Execution(flags.exec_data or default_exec_data_file(), threads=flags.threads)
    for place in flags.workload:
        for workload in load_workloads(place):
            for parameters in _choices(workload, flags):
                started = time.monotonic()
                try:
                    result = flags.action(Engine(workload, execution), parameters, flags)
                except Exception as error:  # of the workload's own methods, too
                    traceback.print_exc()
                    text = f"{type(error).__name__}: {error}"
                    result = Result("", workload.name, parameters, "error", text)
                result.suite = place
                result.seconds = time.monotonic() - started
                yield result


def junit(outcomes: Sequence[Result], command: str) -> ElementTree.ElementTree:
    """Results as JUnit's XML, which continuous integration reads."""
    suites = ElementTree.Element("testsuites")
    for place, group in itertools.groupby(outcomes, key=lambda result: result.suite):
        cases = list(group)
        suite = ElementTree.SubElement(
            suites,
            "testsuite",
            name=f"mlirgym workload {command} {place}",
            tests=str(len(cases)),
            failures=str(sum(case.status not in ("ok", "error") for case in cases)),
            errors=str(sum(case.status == "error" for case in cases)),
            time=f"{sum(case.seconds for case in cases):.3f}",
        )
        for each in cases:
            case = ElementTree.SubElement(
                suite, "testcase", classname=place, name=each.name, time=f"{each.seconds:.3f}"
            )
            properties = ElementTree.SubElement(case, "properties")
            for name, value in each.figures.items():
                ElementTree.SubElement(properties, "property", name=name, value=str(value))
            if each.status != "ok":
                kind = "error" if each.status == "error" else "failure"
                ElementTree.SubElement(case, kind, type=each.status, message=each.message)
    ElementTree.indent(suites)
    return ElementTree.ElementTree(suites)


def _assignment(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"'{text}' is no assignment; give NAME=VALUE")
    try:
        return name, ast.literal_eval(value)
    except (SyntaxError, ValueError):
        return name, value


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive integer")
    return int(text)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Give an error in the form of the other commands."""
        sys.exit(_fail(f"{message}; see {self.prog} --help", "--json" in sys.argv, 2))


def _fail(message: str, as_json: bool, code: int) -> int:
    print(f"mlirgym: error: {message}", file=sys.stderr)
    if as_json:
        print(json.dumps({"status": "error", "error": message}, indent=2))
    return code


def _command_line() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mlirgym workload",
        description="Run, time or tune workloads written in Python: see docs/workloads.md",
        epilog="Exit codes: 0 success, 1 a workload failed, 2 invalid command line.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    about: list[tuple[str, Callable[..., Result], str]] = [
        ("run", run, "Run each workload once and check its outputs"),
        ("bench", bench, "Run, check and time each workload"),
        ("tune", tune, "Find the fastest parameters of each workload, or the fastest schedule"),
    ]
    for name, action, what in about:
        command = commands.add_parser(name, help=what, description=what)
        command.set_defaults(action=action, command=name, every=False, parameter=[])
        command.add_argument(
            "workload",
            nargs="+",
            metavar="MODULE[:NAME]",
            help="workloads of a module or of a .py file: all, or the class, function or variable "
            "NAME, with literal arguments if need be: gemm.py:Gemm(64,96,48)",
        )
        if action is tune:
            command.add_argument(
                "--agent",
                default="evolutionary",
                choices=_core.searchers(),
                help="searcher [default: evolutionary]",
            )
            command.add_argument(
                "--budget", type=_count, default=50, metavar="N", help="samples [default: 50]"
            )
            command.add_argument(
                "--seed", type=int, default=0, metavar="N", help="of random numbers [default: 0]"
            )
        else:
            which = command.add_mutually_exclusive_group()
            which.add_argument(
                "-p",
                "--parameter",
                type=_assignment,
                action="append",
                metavar="NAME=VALUE",
                help="value of a schedule parameter, one for each of them [default: none, the "
                "untransformed payload]",
            )
            which.add_argument(
                "--every",
                action="store_true",
                help="every combination of the parameters' choices [default: no]",
            )
        command.add_argument(
            "--threads", type=_count, default=1, metavar="N", help="of the kernels [default: 1]"
        )
        command.add_argument(
            "--exec-data",
            metavar="FILE",
            help="timings kept between runs [default: $MLIRGYM_EXEC_DATA, else the user's file]",
        )
        command.add_argument(
            "--junit", type=Path, metavar="FILE", help="also write JUnit's XML [default: none]"
        )
        command.add_argument(
            "--json", action="store_true", help="print one JSON object on stdout [default: no]"
        )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    flags = _command_line().parse_args(arguments)
    outcomes = []
    try:
        for result in results(flags):
            outcomes.append(result)
            if not flags.json:
                print(f"{result.name}  {result.summary or result.status}", flush=True)
    except (ValueError, TypeError, _core.ExecutionError) as error:
        return _fail(str(error), flags.json, 1)
    if flags.junit:
        flags.junit.parent.mkdir(parents=True, exist_ok=True)
        junit(outcomes, flags.command).write(flags.junit, encoding="utf-8", xml_declaration=True)
    worst = next((each.status for each in outcomes if each.status != "ok"), "ok")
    if flags.json:
        print(
            json.dumps(
                {"status": worst, "results": [asdict(each) for each in outcomes]},
                indent=2,
                default=str,
            )
        )
    return 0 if worst == "ok" else 1


if __name__ == "__main__":
    sys.exit(main())
