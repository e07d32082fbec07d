"""MLIR-RL's configuration: a JSON file of 31 keys."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mlirgym import _core
from mlirgym.checks import nearest

#: Keys with their types, all of them mandatory.
_KEYS: dict[str, tuple[type, ...]] = {
    "max_num_stores_loads": (int,),
    "max_num_loops": (int,),
    "max_num_load_store_dim": (int,),
    "num_tile_sizes": (int,),
    "vect_size_limit": (int,),
    "order": (list,),
    "interchange_mode": (str,),
    "exploration": (list,),
    "init_epsilon": (float, int),
    "normalize_bounds": (str,),
    "normalize_adv": (str,),
    "reuse_experience": (str,),
    "benchmarks_folder_path": (str,),
    "bench_count": (int,),
    "replay_count": (int,),
    "nb_iterations": (int,),
    "ppo_epochs": (int,),
    "ppo_batch_size": (int, type(None)),
    "value_epochs": (int,),
    "value_batch_size": (int, type(None)),
    "value_coef": (float, int),
    "value_clip": (bool,),
    "entropy_coef": (float, int),
    "lr": (float, int),
    "truncate": (int,),
    "json_file": (str,),
    "eval_json_file": (str,),
    "tags": (list,),
    "debug": (bool,),
    "main_exec_data_file": (str,),
    "results_dir": (str,),
}

#: Its keys, and the options of an environment that they are.
_OPTIONS = {
    "max_num_loops": "max_loops",
    "max_num_load_store_dim": "max_dims",
    "max_num_stores_loads": "max_accesses",
    "num_tile_sizes": "num_tile_sizes",
    "vect_size_limit": "vector_size_limit",
    "order": "order",
    "interchange_mode": "interchange",
    "normalize_bounds": "bounds",
    "truncate": "max_actions_per_op",
}


def environment_options(
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None, *, evaluation: bool = False
) -> dict[str, Any]:
    """Keyword arguments of an environment that has MLIR-RL's configuration.

    The programs are those that its list of baselines names: files of its folder, or where there is
    no such file, generated programs of type f64. The other keys belong to its trainer.

    Parameters
    ----------
    config : path or mapping, optional
        A JSON file with all of MLIR-RL's keys, or its contents; by default
        ``$CONFIG_FILE_PATH``. Paths in it are relative to the working directory.
    evaluation : bool
        The programs of ``eval_json_file``, if there is one, in place of those of ``json_file``.

    Returns
    -------
    dict
        For `ScheduleEnv` and `ScheduleVectorEnv`: ``preset``, ``programs``, ``baselines``,
        ``img2col`` (off with ``DISABLE_IMG2COL=1``), and the options of actions and observations.

    Raises
    ------
    ValueError
        If the file is not a JSON object, lacks a key, or has an unknown one or one of another type.
    FileNotFoundError
        If a file is missing.
    ProgramError
        If a program is neither in the folder nor one that can be generated.
    """
    where, keys = _read(config)
    _check(where, keys)
    names = keys["json_file"]
    if evaluation and keys["eval_json_file"]:
        names = keys["eval_json_file"]
    baselines = json.loads(Path(names).read_text())
    if not isinstance(baselines, dict):
        raise ValueError(f"{names}: not of the form {{program: ns}}")
    programs = [_program(keys["benchmarks_folder_path"], name) for name in baselines]
    return {
        "preset": "mlir-rl",
        "programs": programs,
        # MLIR-RL writes -1 for a program that failed.
        "baselines": {name: ns for name, ns in baselines.items() if ns > 0},
        "img2col": os.environ.get("DISABLE_IMG2COL", "0") != "1",
        **{option: keys[key] for key, option in _OPTIONS.items()},
    }


def _read(
    config: str | os.PathLike[str] | Mapping[str, Any] | None,
) -> tuple[str, Mapping[str, Any]]:
    if isinstance(config, Mapping):
        return "configuration", config
    path = os.fspath(config) if config is not None else os.environ.get("CONFIG_FILE_PATH", "")
    if not path:
        raise ValueError("no configuration: give one, or set CONFIG_FILE_PATH")
    try:
        keys = json.loads(Path(path).read_text())
    except ValueError as error:
        raise ValueError(f"{path}: not JSON: {error}; give MLIR-RL's configuration") from None
    if not isinstance(keys, dict):
        raise ValueError(f"{path}: not a JSON object; give MLIR-RL's configuration")
    return path, keys


def _check(where: str, keys: Mapping[str, Any]) -> None:
    for key in keys:
        if key not in _KEYS:
            raise ValueError(f"{where}: unknown key '{key}'; {nearest(key, _KEYS, 'use')}")
    if missing := [key for key in _KEYS if key not in keys]:
        raise ValueError(f"{where}: {', '.join(missing)} missing; MLIR-RL has no defaults")
    for key, types in _KEYS.items():
        value = keys[key]
        # A bool is an int for isinstance.
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            wanted = " or ".join("null" if each is type(None) else each.__name__ for each in types)
            raise ValueError(f"{where}: {key} is {value!r}; give {wanted}")


def _program(folder: str, name: str) -> _core.Program:
    file = Path(folder) / f"{name}.mlir"
    if "/" not in name and file.is_file():
        return _core.load_program(str(file))
    return _core.generate_program(f"{name}_f64")
