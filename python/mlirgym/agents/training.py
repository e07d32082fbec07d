"""Train a policy with PPO."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlirgym.agents.metrics import read_metrics, reported_metrics
from mlirgym.checks import (
    CALLBACK,
    COUNT,
    COUNTS,
    FLAG,
    NUMBER,
    OPTIONAL_INTEGERS,
    OPTIONAL_NAMES,
    OPTIONAL_TEXT,
    PATH,
    SEED,
    TEXT,
    Kind,
    checked,
    parameters_of,
)
from mlirgym.cluster import cluster_at
from mlirgym.execution.execution import Execution, warn_of_gaps
from mlirgym.programs.loading import ProgramLike, as_programs, suite_programs

_PPO_OPTIONS: dict[str, Kind] = {
    "iterations": COUNT,
    "num_envs": COUNT,
    "rollout_steps": COUNT,
    "epochs": COUNT,
    "minibatch": COUNT,
    "learning_rate": NUMBER,
    "clip_range": NUMBER,
    "gamma": NUMBER,
    "gae_lambda": NUMBER,
    "entropy_coefficient": NUMBER,
    "target_entropy": NUMBER,
    "target_kl": NUMBER,
    "value_epochs": COUNT,
    "epsilon": NUMBER,
    "returns_per_program": FLAG,
    "full_epochs_share": NUMBER,
    "reuse_experience": COUNT,
    "imitation_coefficient": NUMBER,
    "evaluate_every": COUNT,
    "value_coefficient": NUMBER,
    "max_grad_norm": NUMBER,
    "hidden": COUNTS,
    "seed": SEED,
    "save_every": COUNT,
    "torch_threads": COUNT,
}


def train(
    suite: str | None = None,
    programs: Iterable[ProgramLike] | None = None,
    *,
    out: str | os.PathLike[str],
    split: str = "train",
    threads: int = 1,
    exec_data_file: str | os.PathLike[str] | None = None,
    replay: bool = False,
    any_machine: bool = False,
    cluster: str | None = None,
    actions: str = "flat",
    tile_sizes: Sequence[int] | None = None,
    kinds: Sequence[str] | None = None,
    max_actions_per_op: int = 6,
    resume: bool = False,
    from_checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[dict[str, Any]], object] | bool | None = None,
    **ppo: Any,
) -> list[dict[str, Any]]:
    """Train PPO in C++ (LibTorch); return the metrics of every iteration.

    Parameters
    ----------
    suite, programs, split
        The programs to train on, as for `ScheduleEnv`. Evaluations use the validation split of
        `suite`, or the programs to train on if there is none.
    out : path
        Folder for ``checkpoint.pt``, ``best.pt``, ``metrics.jsonl`` and ``config.json``.
    threads : int
        Threads of the kernel.
    exec_data_file : path, optional
        Timings, read and written, as for `Execution`; None keeps them in memory.
    replay, any_machine
        Train on stored timings only, as for `Execution`.
    cluster : str, optional
        Address of a cluster whose nodes measure, as for `Execution`.
    actions : {"flat", "joint"}
        The encoding of the policy's actions: one decision at a time, or an action with all its
        parameters at once.
    tile_sizes, kinds, max_actions_per_op
        The action space, as for `ScheduleEnv`.
    resume : bool
        Continue the training run in `out` exactly from its checkpoint.
    from_checkpoint : path, optional
        Start from the policy in this checkpoint, which has the same encoding.
    progress : callable or bool, optional
        Called with each iteration's metrics. Only False stops: a callback may return None.
        True shows a bar, on stderr or in the notebook.
    **ppo
        ``iterations``, ``num_envs``, ``rollout_steps``, ``epochs``, ``minibatch``,
        ``learning_rate``, ``clip_range``, ``gamma``, ``gae_lambda``,
        ``entropy_coefficient``, ``target_entropy``, ``target_kl``, ``epsilon``,
        ``returns_per_program``, ``full_epochs_share``, ``reuse_experience``,
        ``imitation_coefficient``, ``value_epochs``, ``value_coefficient``, ``max_grad_norm``,
        ``hidden``, ``evaluate_every``, ``seed``, ``save_every``, ``torch_threads``.

    Returns
    -------
    list of dict
        One per iteration, as `read_metrics` gives them.

    Raises
    ------
    ImportError
        If mlirgym was built without LibTorch.
    TypeError
        For an unknown option; the message names the most similar one.
    ValueError
        For an option out of range, or an unknown encoding.
    RuntimeError
        If the training cannot continue, for example after gradients that are not finite; the
        last checkpoint remains.
    KeyboardInterrupt
        On Ctrl-C, with a checkpoint.
    """
    where = "train"
    options = checked(where, ppo, _PPO_OPTIONS, parameters_of(train))
    threads = COUNT(where, "threads", threads)
    file = PATH(where, "exec_data_file", exec_data_file or "")
    replay, any_machine = FLAG(where, "replay", replay), FLAG(where, "any_machine", any_machine)
    sizes = OPTIONAL_INTEGERS(where, "tile_sizes", tile_sizes)
    names = OPTIONAL_NAMES(where, "kinds", kinds)
    CALLBACK(where, "progress", progress)
    address = OPTIONAL_TEXT(where, "cluster", cluster)
    from mlirgym.agents.libtorch import _ppo

    chosen = as_programs(suite, programs, split)
    if replay:
        execution = Execution(file, replay=True, any_machine=any_machine, threads=threads)
        warn_of_gaps(execution, chosen)
        del execution
    others = suite is not None and suite_programs(suite, "validation")
    validation = as_programs(suite, None, "validation") if others else chosen
    with reported_metrics(where, progress, out) as report:
        _ppo.train(
            programs=[(program.name, program.text) for program in chosen],
            validation=[(program.name, program.text) for program in validation],
            ppo=options,
            threads=threads,
            exec_data_file=file,
            replay=replay,
            any_machine=any_machine,
            cluster=cluster_at(address, threads=threads),
            actions=TEXT(where, "actions", actions),
            tile_sizes=sizes,
            max_actions_per_op=COUNT(where, "max_actions_per_op", max_actions_per_op),
            kinds=names,
            out=PATH(where, "out", out),
            resume=FLAG(where, "resume", resume),
            from_checkpoint=PATH(where, "from_checkpoint", from_checkpoint or ""),
            progress=report,
        )
    return read_metrics(out)
