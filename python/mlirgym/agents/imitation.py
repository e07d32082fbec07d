"""Learn an agent from stored timings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlirgym import _core
from mlirgym.agents.metrics import read_metrics, reported_metrics
from mlirgym.checks import (
    CALLBACK,
    COUNT,
    COUNTS,
    FLAG,
    NUMBER,
    OPTIONAL_INTEGERS,
    OPTIONAL_NAMES,
    PATH,
    SEED,
    TEXT,
    Kind,
    checked,
    parameters_of,
)
from mlirgym.programs.loading import ProgramLike, as_programs, suite_programs

_LEARN_OPTIONS: dict[str, Kind] = {
    "epochs": COUNT,
    "minibatch": COUNT,
    "learning_rate": NUMBER,
    "weight_decay": NUMBER,
    "max_grad_norm": NUMBER,
    "critic_coefficient": NUMBER,
    "patience": COUNT,
    "best_per_program": COUNT,
    "within_factor": NUMBER,
    "temperature": NUMBER,
    "lowest_value": NUMBER,
    "net": TEXT,
    "hidden": COUNTS,
    "token_width": COUNT,
    "attention": COUNT,
    "operations": COUNT,
    "members": COUNT,
    "seed": SEED,
    "from_checkpoint": PATH,
    "save_every": COUNT,
    "torch_threads": COUNT,
}


def learn(
    exec_data: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    suite: str | Sequence[str] | None = None,
    programs: Iterable[ProgramLike] | None = None,
    *,
    out: str | os.PathLike[str],
    split: str = "train",
    threads: int | Sequence[int] = 1,
    device: str = "host",
    any_target: bool = False,
    any_machine: bool = False,
    tile_sizes: Sequence[int] | None = None,
    kinds: Sequence[str] | None = None,
    max_actions_per_op: int = 6,
    resume: bool = False,
    progress: Callable[[dict[str, Any]], object] | bool | None = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """Train an agent only from stored timings, in C++ (LibTorch), without measuring.

    Parameters
    ----------
    exec_data : path or list of paths
        Exec-data files, which are only read.
    suite : str or list of str
        Suites of the programs to learn from; their validation programs determine the early stop.
    programs : iterable, optional
        Programs instead of suites; there is then no validation set.
    out : path
        Folder for ``agent.pt``, ``checkpoint.pt``, ``metrics.jsonl`` and ``config.json``.
    split : {"train", "validation", "test", "all"}
        Part of the suites.
    threads : int or list of int
        Threads of the kernels that were timed.
    device : str
        Id of the device that was timed, which need not be there: ``"cuda:sm_90"``.
    any_target : bool
        Also use the timings of code for other targets on this machine (``device_features`` of
        `Execution`).
    any_machine : bool
        Also use the timings of other machines and toolchains.
    tile_sizes, kinds, max_actions_per_op
        The action space, as for `ScheduleEnv`.
    resume : bool
        Continue the run in `out` exactly where it stopped.
    progress : callable or bool, optional
        Called with each epoch's metrics. Only False stops: a callback may return None. True shows
        a bar, on stderr or in the notebook.
    **options
        ``epochs``, ``minibatch``, ``learning_rate``, ``weight_decay``, ``max_grad_norm``,
        ``critic_coefficient``, ``patience``, ``best_per_program``, ``within_factor``,
        ``temperature``, ``lowest_value``, ``net`` (``"trunk"``, ``"tokens"`` or ``"mlp"``),
        ``hidden``, ``token_width``, ``attention``, ``operations``, ``members`` (networks whose
        outputs are averaged), ``seed``, ``save_every``,
        ``torch_threads``, ``from_checkpoint`` (a checkpoint with the initial weights, whose
        network, encoding and number of actions replace those given).

    Returns
    -------
    list of dict
        One per epoch: ``epoch``, ``train_cross_entropy`` and ``validation_cross_entropy``
        (nats per decision), ``train_accuracy``, ``validation_accuracy``, ``critic_loss``,
        ``critic_correlation`` (of ranks), ``learning_rate``, ``seconds``; None for missing values.

    Raises
    ------
    ImportError
        If mlirgym was built without LibTorch.
    TypeError
        For an unknown option; the message names the most similar one.
    ValueError
        If there is nothing to learn from, or an option is out of range.
    ExecutionError
        If an exec-data file cannot be read.
    KeyboardInterrupt
        On Ctrl-C, with a checkpoint.
    """
    where = "learn"
    given = checked(where, options, _LEARN_OPTIONS, parameters_of(learn))
    one_file = isinstance(exec_data, (str, os.PathLike))
    files = [exec_data] if one_file else list(exec_data)  # type: ignore[arg-type]
    suites = [suite] if isinstance(suite, str) else suite
    if suites is None or programs is not None:
        train = as_programs(None if suites is None else suites[0], programs, split)
    else:
        train = [each for name in suites for each in as_programs(name, None, split)]
    held_out = [
        _core.generate_program(name)
        for each in suites or ()
        for name in suite_programs(each, "validation")
    ]
    names = OPTIONAL_NAMES(where, "kinds", kinds)
    CALLBACK(where, "progress", progress)
    from mlirgym.agents.libtorch import _ppo

    with reported_metrics(where, progress, out) as report:
        _ppo.learn(
            train=[(program.name, program.text) for program in train],
            validation=[(program.name, program.text) for program in held_out],
            learning=given,
            exec_data=[PATH(where, "exec_data", file) for file in files],
            threads=COUNTS(where, "threads", [threads] if isinstance(threads, int) else threads),
            device=TEXT(where, "device", device),
            any_target=FLAG(where, "any_target", any_target),
            any_machine=FLAG(where, "any_machine", any_machine),
            tile_sizes=OPTIONAL_INTEGERS(where, "tile_sizes", tile_sizes),
            max_actions_per_op=COUNT(where, "max_actions_per_op", max_actions_per_op),
            kinds=names,
            out=PATH(where, "out", out),
            resume=FLAG(where, "resume", resume),
            progress=report,
        )
    return read_metrics(out)
