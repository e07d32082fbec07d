"""Many programs under many schedules: the loop, and the handling of faults."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import mlirgym
from bounded import STEPS
from check import Fault, Subject, Unfit, choose_draws, known_part
from generate import generate
from mlirgym import _core
from model import Program, from_json, to_json
from sabotage import lapse, omission, sabotage
from shrink import Shrinker
from walk import Walker

#: One program in this many has parallel kernels, if there are two processors.
THREADED = 8
#: One program in this many is followed by a wrong kernel.
SABOTAGED = 4
#: Workers and their memory are replaced after this many programs.
FRESH = 400


@dataclass
class Case:
    """A failure, with all data needed to repeat it."""

    program: str  # JSON
    schedule: str
    fault: str
    message: str
    draws: list[str]
    seed: int
    threads: int

    def save(self, folder: Path, original: Case | None = None) -> None:
        """Write a folder: the program, the schedule, and the data that `--repeat` reads."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "case.json").write_text(json.dumps(asdict(self), indent=1))
        (folder / "program.mlir").write_text(_text(self.program))
        (folder / "schedule.txt").write_text(self.schedule + "\n")
        if original is not None:
            (folder / "original.json").write_text(json.dumps(asdict(original), indent=1))
            (folder / "original.mlir").write_text(_text(original.program))
        repeat = [f"scripts/stress programs --repeat {folder}"]
        if self.fault in ("accepted_module", "accepted_later"):  # its schedule is a kernel
            is_text = self.fault == "accepted_later"
            (folder / "kernel.mlir").write_text(self.schedule if is_text else _text(self.schedule))
            files = f"{folder}/program.mlir --module {folder}/kernel.mlir"
            repeat.append(f"mlirgym measure {files}")
        elif not self.fault.startswith("accepted"):  # a script or C, which only programs can run
            files = f"{folder}/program.mlir --schedule-file {folder}/schedule.txt"
            repeat.append(f"mlirgym measure {files}")
        lines = [f"{self.fault}: {self.message}", "", "Repeat:", *(f"  {line}" for line in repeat)]
        (folder / "README").write_text("\n".join(lines) + "\n")


def load_case(folder: Path) -> Case:
    """Case written by `save`."""
    return Case(**json.loads((folder / "case.json").read_text()))


def _text(program: str) -> str:
    from text import to_mlir

    return to_mlir(from_json(program))


class Workbench:
    """Executions that run, verify, and supply the masks of random walks."""

    def __init__(self) -> None:
        # Memory that a kernel reads without having written it must not be zero by chance.
        os.environ.setdefault("MALLOC_PERTURB_", "165")
        self.replay = mlirgym.Execution(replay=True)
        self.runners: dict[int, mlirgym.Execution] = {}

    def runner(self, threads: int) -> mlirgym.Execution:
        """Return an execution that runs and verifies, and times as briefly as possible."""
        if threads not in self.runners:
            self.runners[threads] = mlirgym.Execution(
                threads=threads, budget_ms=1, too_slow_factor=0, run_timeout_ms=10000
            )
        return self.runners[threads]

    def refresh(self) -> None:
        """Discard workers and timings."""
        self.runners.clear()


def threads_of(index: int) -> int:
    """Number of threads of the kernels of a program."""
    return 2 if index % THREADED == THREADED - 1 and (os.cpu_count() or 1) > 1 else 1


def examine(bench: Workbench, case: Case, verify: bool) -> Fault | None:
    """Run all checks of a program under one schedule.

    Raises
    ------
    Unfit, ValueError
        If the program cannot be tried.
    """
    subject = Subject(from_json(case.program), case.draws, case.seed)
    if case.fault == "key":
        return subject.check_key()
    if case.fault == "accepted":
        return subject.check_refusal(bench.runner(case.threads), case.schedule)
    if case.fault == "accepted_module":
        return subject.check_module(bench.runner(case.threads), from_json(case.schedule))
    if case.fault == "accepted_later":
        return subject.check_later_calls(bench.runner(case.threads), case.schedule)
    if case.fault == "accepted_benchmark":
        return subject.check_benchmark(case.schedule)
    fault = subject.check_text(case.schedule) or subject.run(
        bench.runner(case.threads), case.schedule
    )
    if fault or not verify:
        return fault
    return subject.check_verification(bench.runner(case.threads), case.schedule)


#: A memory error leads to either of them by chance.
_ALIKE = {"wrong_result", "crashed"}


def reduced(bench: Workbench, case: Case, trials: int) -> Case:
    """Return the smallest case that fails in the same way."""
    found = case
    if case.fault.startswith("accepted"):
        return case  # its script or kernel depends on these extents

    def fails(program: Program, schedule: str) -> bool:
        nonlocal found
        draws = list(dict.fromkeys([*case.draws[:1], "small", "uniform"]))
        small = Case(to_json(program), schedule, case.fault, "", draws, case.seed, case.threads)
        try:
            fault = examine(bench, small, verify=case.fault in _VERIFIED)
        except (Unfit, ValueError):
            return False
        if fault is None:
            return False
        alike = fault.kind == case.fault or {fault.kind, case.fault} <= _ALIKE
        if alike:
            small.fault, small.message = fault.kind, fault.message
            small.draws = [fault.draw, *draws] if fault.draw else draws
            found = small
        return alike

    Shrinker(fails, trials).shrink(from_json(case.program), case.schedule)
    return found


_VERIFIED = ("verification", "measured_crashed", "measured_timed_out")

#: Reported events: ("program", index), ("schedule", status), ("fault", Case), and so on.
Event = tuple[str, Any]


def run_program(
    bench: Workbench, seed: int, index: int, schedules: int, draws: int
) -> Iterator[Event]:
    """Try one program under the empty schedule and under random ones."""
    program = generate(seed, index)
    rng = random.Random(f"{seed}/{index}/schedules")
    kinds = choose_draws(rng, draws)
    threads = threads_of(index)

    def case(schedule: str, fault: Fault) -> Case:
        chosen = [fault.draw, *(kind for kind in kinds if kind != fault.draw)]
        return Case(
            to_json(program),
            schedule,
            fault.kind,
            fault.message,
            chosen if fault.draw else kinds,
            index,
            threads,
        )

    try:
        subject = Subject(program, kinds, index)
    except Unfit:
        yield "unfit", index
        return
    except ValueError as error:  # ProgramError
        if "nothing is computed" in str(error):
            yield "unfit", index
        else:
            yield "fault", case("", Fault("refused", str(error)))
        return
    is_known = True
    for trial in subject.trials:
        known = known_part(trial.expected)
        # Some values overflow, or are rounded to an integer, only in some orders.
        is_known &= known == 1 or trial.draw != "uniform"
        is_known &= not any(instr.op in STEPS for op in program.structured for instr in op.body)
        yield "known", known
    if fault := subject.check_key():
        yield "fault", case("", fault)
    walker = Walker(subject.loaded, bench.replay)
    texts = ["", *(walker.schedule(rng) for _ in range(schedules))]
    right = None
    kinds_met: set[str] = set()
    for text in dict.fromkeys(texts):
        fault = subject.check_text(text) or subject.run(bench.runner(threads), text)
        yield "schedule", fault.kind if fault else "ok"
        if fault is None:
            right = text
            continue
        # Another fault of the same kind most likely has the same cause.
        if fault.kind not in kinds_met:
            yield "fault", case(text, fault)
        kinds_met.add(fault.kind)
        if not text:
            return
    # Verification costs a timing: done once per program, for its last correct schedule.
    if right is not None and is_known:
        fault = subject.check_verification(bench.runner(threads), right)
        yield "verified", fault.kind if fault else "ok"
        if fault:
            yield "fault", case(right, fault)


def run_sabotage(bench: Workbench, seed: int, index: int) -> Iterator[Event]:
    """Try a wrong kernel, on the inputs that reveal most."""
    kinds = (_omission, _sabotage, _lapse)
    chosen = kinds[index // SABOTAGED % len(kinds)]
    rng = random.Random(f"{seed}/{index}/{chosen.__name__}")
    try:
        case = chosen(bench, rng, index)
    except Unfit:
        yield "sabotage", "unfit"
        return
    yield "sabotage", "accepted" if case else "refused"
    if case:
        yield "fault", case


def _accepted(
    fault: Fault | None, words: str, program: Program, kernel: str, draws: list[str], index: int
) -> Case | None:
    if fault is None:
        return None
    message = f"{fault.message}: {words}"
    return Case(to_json(program), kernel, fault.kind, message, draws, index, 1)


def _sabotage(bench: Workbench, rng: random.Random, index: int) -> Case | None:
    """Try a script that makes a kernel wrong."""
    drawn = sabotage(rng)
    draws = ["uniform", "uniform"]
    fault = Subject(drawn.program, draws, index).check_refusal(bench.runner(1), drawn.script)
    return _accepted(fault, drawn.what, drawn.program, drawn.script, draws, index)


def _omission(bench: Workbench, rng: random.Random, index: int) -> Case | None:
    """Try a kernel without a part that only rare inputs show."""
    drawn = omission(rng)
    draws = ["branches", "special"]
    fault = Subject(drawn.program, draws, index).check_module(bench.runner(1), drawn.kernel)
    return _accepted(fault, drawn.words, drawn.program, to_json(drawn.kernel), draws, index)


def _lapse(bench: Workbench, rng: random.Random, index: int) -> Case | None:
    """Try a kernel that is wrong when it is called again."""
    drawn = lapse(rng)
    subject = Subject(drawn.program, ["uniform"], index)
    if drawn.c:
        fault = subject.check_benchmark(drawn.c)
    else:
        fault = subject.check_later_calls(bench.runner(1), drawn.module)
    kernel = drawn.module + drawn.c
    return _accepted(fault, drawn.words, drawn.program, kernel, ["uniform"], index)


def run_range(
    indices: Iterator[int],
    seed: int,
    schedules: int,
    draws: int,
    tell: Callable[[str, Any], None],
) -> None:
    """Try programs and report each event; the workbench is replaced from time to time."""
    bench = Workbench()
    for done, index in enumerate(indices):
        if done % FRESH == FRESH - 1:
            bench.refresh()
        tell("begin", index)
        for name, value in run_program(bench, seed, index, schedules, draws):
            tell(name, value)
        if index % SABOTAGED == SABOTAGED - 1:
            for name, value in run_sabotage(bench, seed, index):
                tell(name, value)
        tell("end", index)


__all__ = ["Case", "Workbench", "_core", "examine", "load_case", "reduced", "run_range"]
