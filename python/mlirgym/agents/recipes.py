"""Agents trained from scratch: search and learning alternate."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from mlirgym.agents.metrics import read_metrics, reported_metrics
from mlirgym.checks import CALLBACK, COUNT, FLAG, NUMBER, OPTIONAL_TEXT, PATH, SEED, TEXT
from mlirgym.cluster import cluster_at
from mlirgym.execution.execution import default_exec_data_file


def train_recipe(
    recipe: str,
    *,
    out: str | os.PathLike[str],
    threads: int | None = None,
    device_features: str = "",
    any_target: bool = False,
    exec_data_file: str | os.PathLike[str] | None = None,
    replay: bool = False,
    any_machine: bool = False,
    cluster: str | None = None,
    minutes: float = 0,
    samples: int = 0,
    seed: int = 0,
    torch_threads: int = 1,
    resume: bool = False,
    from_checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[dict[str, Any]], object] | bool | None = None,
) -> list[dict[str, Any]]:
    """Train an agent by a recipe: search and learning alternate, in C++ (LibTorch).

    Parameters
    ----------
    recipe : str
        One of `recipes`, or the path of a recipe file.
    out : path
        Folder for ``agent.pt`` (the best on the validation programs), ``last.pt``,
        ``metrics.jsonl``, ``config.json`` and ``state.json``.
    threads : int, optional
        Threads of the kernel, for a recipe that does not name numbers of threads itself; by
        default 1.
    device_features : str
        Features of this machine that the code must not use, as for `Execution`: ``-avx512f``.
    any_target : bool
        Learn from timings of code for any target on this machine, not only for this one.
    exec_data_file : path, optional
        Timings, read and written, from which agents learn; by default the user's file.
    replay, any_machine
        Train on stored timings only, as for `Execution`.
    cluster : str, optional
        Address of a cluster whose nodes measure, as for `Execution`; for a recipe that does not
        name numbers of threads itself.
    minutes : float
        Begin no search after this wall time of this call; 0: no limit.
    samples : int
        Begin no search after this many measured samples, including those before a resume;
        0: no limit.
    seed : int
        Seed of all random numbers.
    torch_threads : int
        LibTorch's threads, for the whole process.
    resume : bool
        Continue the training run in `out` from its saved state.
    from_checkpoint : path, optional
        A checkpoint whose weights each learning starts from. Its agent is the first one: it is
        evaluated in the first iteration, and may be that of the first round.
    progress : callable or bool, optional
        Called with each iteration's metrics. Only False stops: a callback may return None.
        True shows a bar, on stderr or in the notebook.

    Returns
    -------
    list of dict
        One per iteration, that is, per agent learned: ``iteration``, ``round``, ``round_agent``,
        ``whole_round``, ``samples``, ``measured``, ``programs``, ``mean_best_speedup``,
        ``learn_epochs``, ``best_epoch``, ``train_cross_entropy``, ``validation_cross_entropy``,
        ``critic_correlation``, ``validation_speedup`` (of the agent's first sample),
        ``validation_speedup_best``, ``validation_share`` (of the best known speedup), ``best``,
        ``search_seconds``, ``learn_seconds``, ``evaluate_seconds``, ``seconds``; missing values are
        None. ``programs`` counts a program once per number of threads.

    Raises
    ------
    ImportError
        If mlirgym was built without LibTorch.
    ValueError
        If the recipe or the folder cannot be used, or there is nothing to resume.
    RuntimeError
        If there is nothing to learn from; the state remains.
    KeyboardInterrupt
        On Ctrl-C; the training can be resumed.
    """
    where = "train_recipe"
    CALLBACK(where, "progress", progress)
    file = default_exec_data_file() if exec_data_file is None else exec_data_file
    arguments = {
        "recipe": TEXT(where, "recipe", recipe),
        "threads": None if threads is None else COUNT(where, "threads", threads),
        "device_features": TEXT(where, "device_features", device_features),
        "any_target": FLAG(where, "any_target", any_target),
        "exec_data_file": PATH(where, "exec_data_file", file),
        "replay": FLAG(where, "replay", replay),
        "any_machine": FLAG(where, "any_machine", any_machine),
        "minutes": NUMBER(where, "minutes", minutes),
        "samples": COUNT(where, "samples", samples),
        "seed": SEED(where, "seed", seed),
        "torch_threads": COUNT(where, "torch_threads", torch_threads),
        "out": PATH(where, "out", out),
        "resume": FLAG(where, "resume", resume),
        "from_checkpoint": PATH(where, "from_checkpoint", from_checkpoint or ""),
    }
    address = OPTIONAL_TEXT(where, "cluster", cluster)
    from mlirgym.agents.libtorch import _ppo

    arguments["cluster"] = cluster_at(
        address, threads=arguments["threads"] or 1, device_features=device_features
    )
    with reported_metrics(where, progress, out) as report:
        _ppo.train_recipe(**arguments, progress=report)
    return read_metrics(out)
