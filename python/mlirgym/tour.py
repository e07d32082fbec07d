"""The tour of a minute: what an installation has, shown on one program."""

from __future__ import annotations

import numpy as np

from mlirgym import _core
from mlirgym.agents.optimizing import shipped_agent
from mlirgym.checks import printable
from mlirgym.data.replay import ReplayEnv
from mlirgym.execution.execution import Execution, stored_schedules


def demo() -> None:
    """Show on one program what mlirgym does, in less than two minutes.

    Prints a program that comes with mlirgym and its legal actions, replays an episode on recorded
    timings, lets the included agent propose a schedule, measures here, and prints a table. Without
    torch there is no proposal and without a worker program no measurement; it says so. Nothing is
    stored.
    """
    env = ReplayEnv(split="test", details=True)
    program = next(each for each in env.programs if len(each.operations) == 2)
    print(f"mlirgym {_core.__version__}\n\nProgram: {program.name}")
    for operation in program.operations:
        loops = " x ".join(map(str, operation["trip_counts"]))
        print(f"  {operation['tag']}: {operation['kind']}, loops {loops}")

    _, info = env.reset(seed=0, options={"program": program.name})
    meanings = np.array(env.action_meanings())
    print(f"Legal at first: {', '.join(meanings[info['action_mask'] == 1])}")
    choose, steps, ended = np.random.default_rng(0), 0, False
    while not ended:
        action = choose.choice(np.flatnonzero(info["action_mask"]))
        _, reward, ended, _, info = env.step(action)
        steps += 1
    print(
        f"Replayed: an episode of {steps} random decisions on timings of another machine, "
        f"reward {reward:.2f}"
    )
    recorded = {
        schedule: env.execution.baseline(program).median / measured.median
        for schedule in stored_schedules(env.execution, [program])[program.key]
        if (measured := env.execution.measure(program, schedule)).ok
    }
    schedules = {
        "this episode": info["schedule"],
        "best recorded": max(recorded, key=lambda schedule: recorded[schedule]),
    }

    agent, reason = shipped_agent("learned", program, env.execution)
    if agent is None:
        print(f"Left out: the proposal of the included agent; {printable(reason)}")
    else:
        schedules["included agent"] = agent.propose(program)[0]
    here = {}
    try:
        execution = Execution(cache_on_disk=False)
        for name, schedule in schedules.items():
            pair = execution.measure_paired(program, schedule)
            text = f"{pair.speedup:.2f}x +/- {pair.uncertainty:.1%}"
            here[name] = text if pair.ok else pair.status
    except _core.ExecutionError as error:
        print(f"Left out: measuring here; {printable(str(error))}")

    print(f"\n{'speedup':16}{'recorded':>9} {'here':>19}  schedule")
    for name, schedule in schedules.items():
        known = f"{recorded[schedule]:.2f}x" if schedule in recorded else "-"
        print(f"{name:16}{known:>9} {here.get(name, '-'):>19}  {schedule}")
    print(f"\nNext: mlirgym.optimize({program.name!r}, progress=True)")
