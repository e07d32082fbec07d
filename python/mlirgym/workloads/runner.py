"""`mlirgym workload`: calls, times, lowers and tunes workloads, one after the other."""

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
from mlirgym.checks import printable
from mlirgym.execution.execution import Execution, default_exec_data_file
from mlirgym.workloads.suites import load_workloads
from mlirgym.workloads.workload import Engine, Workload


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
        As in `CallResult`, or ``"error"`` if a method of the workload raised an exception.
    seconds : float
        Wall time of everything, including compilation.
    figures : dict
        Further keys of the command: times, rates, the best parameters.
    timings_ns : list of float
        Nanoseconds per call of each run of ``benchmark``.
    ir : str
        Result of ``lower``.
    """

    suite: str
    workload: str
    parameters: dict[str, Any] | None
    status: str = "ok"
    message: str = ""
    seconds: float = 0.0
    figures: dict[str, Any] = field(default_factory=dict)
    timings_ns: list[float] = field(default_factory=list)
    ir: str = ""

    @property
    def name(self) -> str:
        """Workload and parameters."""
        if not self.parameters:
            return self.workload
        return self.workload + _text(self.parameters)

    @property
    def summary(self) -> str:
        """One line for the terminal."""
        if self.status != "ok":
            return f"{self.status}: {self.message}"
        return ", ".join(f"{name} {_figure(value)}" for name, value in self.figures.items())


def _text(parameters: Mapping[str, Any]) -> str:
    return "(" + ", ".join(f"{name}={value}" for name, value in parameters.items()) + ")"


def _figure(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return _text(value) if isinstance(value, dict) else str(value)


def call(engine: Engine, parameters: Mapping[str, Any] | None, flags: argparse.Namespace) -> Result:
    """Call once and check."""
    done = engine.call(parameters)
    return _result(engine, parameters, done.status, done.message)


def lower(
    engine: Engine, parameters: Mapping[str, Any] | None, flags: argparse.Namespace
) -> Result:
    """Lower up to a stage."""
    result = _result(engine, parameters, "ok", "")
    result.ir = engine.lower(parameters, flags.stage)
    return result


def benchmark(
    engine: Engine, parameters: Mapping[str, Any] | None, flags: argparse.Namespace
) -> Result:
    """Call, check and time."""
    timed = engine.benchmark(parameters, nruns=flags.nruns, nwarmup=flags.nwarmup)
    result = _result(engine, parameters, timed.status, timed.message)
    if timed.ok:
        apart = ("status", "message", "timings_ns", "counters")
        result.figures = {name: value for name, value in asdict(timed).items() if name not in apart}
        result.figures.update(timed.counters or {})
        result.timings_ns = timed.timings_ns
    return result


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


def _choices(engine: Engine, flags: argparse.Namespace) -> Iterator[dict[str, Any] | None]:
    """Yield each set of parameters with which a workload is to run."""
    given = dict(flags.parameter)
    if not flags.every and not given:
        yield None
        return
    choices = engine.parameters()
    if flags.every:
        for values in itertools.product(*choices.values()):
            yield dict(zip(choices, values, strict=True)) or None
        return
    workload = engine.workload.name
    for name in given:
        if name not in choices:
            known = ", ".join(choices) or "none"
            raise ValueError(f"{workload} has no parameter '{name}'; its parameters: {known}")
    if missing := [name for name in choices if name not in given]:
        raise ValueError(f"{workload} needs a value for {', '.join(missing)}, too")
    yield given


def _failure(workload: Workload, parameters: dict[str, Any] | None, error: Exception) -> Result:
    traceback.print_exc()
    return Result("", workload.name, parameters, "error", f"{type(error).__name__}: {error}")


def results(flags: argparse.Namespace) -> Iterator[Result]:
    """Yield outcomes in the order of the command line, as soon as they are known."""
    execution = Execution(flags.exec_data or default_exec_data_file(), threads=flags.threads)
    for place in flags.workload:
        for workload in load_workloads(place):
            for result in _results_of(workload, execution, flags):
                result.suite = place
                yield result


def _results_of(
    workload: Workload, execution: Execution, flags: argparse.Namespace
) -> Iterator[Result]:
    started = time.monotonic()
    try:
        engine = Engine(workload, execution)
    except Exception as error:  # also of the workload's own methods
        yield _failure(workload, None, error)
        return
    for parameters in _choices(engine, flags):
        try:
            result = flags.action(engine, parameters, flags)
        except Exception as error:
            result = _failure(workload, parameters, error)
        result.seconds = time.monotonic() - started
        yield result
        started = time.monotonic()


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
    print(f"mlirgym: error: {printable(message)}", file=sys.stderr)
    if as_json:
        print(json.dumps({"status": "error", "error": message}, indent=2))
    return code


def _command_line() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mlirgym workload",
        description="Call, time, lower or tune workloads written in Python: see docs/workloads.md",
        epilog="Exit codes: 0 success, 1 a workload failed, 2 invalid command line.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    about: list[tuple[str, Callable[..., Result], str]] = [
        ("call", call, "Call the kernel of each workload once and check its outputs"),
        ("benchmark", benchmark, "Call, check and time the kernel of each workload"),
        ("lower", lower, "Print the IR of each workload after a stage; nothing runs"),
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
                default="bayesian",
                choices=_core.searchers(),
                help="searcher [default: bayesian]",
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
        if action is lower:
            command.add_argument(
                "--stage",
                default="llvm",
                metavar="STAGE",
                help="payload, a stage of the workload's own, scheduled, passes, vectorized, "
                "bufferized, llvm or assembly [default: llvm]",
            )
        if action is benchmark:
            command.add_argument(
                "--nruns",
                type=_count,
                metavar="N",
                help="timed runs [default: until the median settles]",
            )
            command.add_argument(
                "--nwarmup",
                type=_count,
                metavar="N",
                help="calls before them that are not timed [default: none but the one that is "
                "checked]",
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
            if result.ir and not flags.json:
                print(f"// {printable(result.name)}\n{result.ir}", flush=True)
            elif not flags.json:
                line = f"{result.name}  {result.summary or result.status}"
                print(printable(line), flush=True)
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
