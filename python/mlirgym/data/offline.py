"""Offline data sets in the format of Minari, from stored timings (needs minari and h5py)."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np

from mlirgym import _core
from mlirgym.checks import CALLBACK, COUNT, FLAG, OPTIONAL_NAMES, PATH, TEXT, printable
from mlirgym.data.offline_env import (
    ExecDataFiles,
    described_exec_data,
    offline_description,
)
from mlirgym.data.registration import offline_id
from mlirgym.envs.env import ScheduleEnv
from mlirgym.envs.registration import environment_id
from mlirgym.execution.execution import exec_data_files
from mlirgym.progress import State, reported

if TYPE_CHECKING:
    from minari import MinariDataset

#: The features of `_core.machine` that observations contain.
_FEATURES = ("vector_bits", "l1_bytes", "l2_bytes", "l3_bytes")


def dataset_id(suite: str) -> str:
    """Minari's id of the offline data of a suite shipped with mlirgym.

    Parameters
    ----------
    suite : str
        One of the suites of `mlirgym.data.offline_description`.
    """
    return f"mlirgym/{suite}/searched-v0"


def make_dataset(
    suite: str | None = None,
    programs: Iterable[str] | None = None,
    *,
    exec_data: ExecDataFiles | None = None,
    split: str = "train",
    threads: int = 1,
    out: str | os.PathLike[str] | None = None,
    name: str | None = None,
    replace: bool = False,
    progress: Callable[[dict[str, Any]], object] | bool | None = None,
    **options: Any,
) -> MinariDataset:
    """Make a data set of Minari from stored timings: an episode for each schedule.

    The decisions of each schedule are taken in the environment, in replay, so that observations,
    masks and rewards are those of the environment. Nothing is compiled or measured. Episodes are in
    the order of the programs, then of the text of the schedules, independent of the order in the
    files; the same timings give the same arrays.

    An episode has the action masks in ``infos["action_mask"]``, and in its metadata
    ``options`` (for `reset`: the program's name), ``schedule``, ``status``, ``speedup`` and
    ``median_ns``. Schedules that the action space cannot express are left out and counted.

    Parameters
    ----------
    suite : str, optional
        Suite of the programs. Give this or `programs`; without both and without `exec_data` the
        data set has all programs shipped with mlirgym.
    programs : iterable of str, optional
        Names or ``.mlir`` paths of programs.
    exec_data : path or list of paths, optional
        Exec-data files, or folders of such files (``*.db``), only read; by default those shipped
        with mlirgym.
    split : {"train", "validation", "test", "all"}
        Part of the suite.
    threads : int
        Threads with which the kernels were timed.
    out : path, optional
        Folder of data sets; by default Minari's: ``$MINARI_DATASETS_PATH``, else
        ``~/.minari/datasets``.
    name : str, optional
        Minari's id of the data set, ``namespace/name-v0``. By default `dataset_id` for the shipped
        data in their environment, else ``mlirgym/<suite>/own-v0``.
    replace : bool
        Replace a data set of this name.
    progress : callable or bool, optional
        Called after each program with a dict: ``programs`` (done), ``of_programs``, ``episodes``,
        ``seconds``. Only False stops, with a `KeyboardInterrupt`; nothing is left behind then.
        True shows a bar, on stderr or in the notebook.
    **options
        Options of the environment, as for `ScheduleEnv`, such as ``tile_sizes`` or ``machine``.

    Returns
    -------
    minari.MinariDataset
        Its ``storage.metadata`` also has ``episodes_left_out``, ``first_left_out`` and
        ``digest`` (of all arrays, SHA-256).

    Raises
    ------
    ImportError
        If minari, or a package that it needs for HDF5 files, is not installed.
    FileExistsError
        If the data set exists and `replace` is false.
    ValueError
        If none of the programs has a timing, or the name is not a valid id of Minari.
    ExecutionError
        If an exec-data file cannot be read.
    """
    where = "make_dataset"
    _minari()
    files = None if exec_data is None else exec_data_files(where, "exec_data", exec_data)
    names = OPTIONAL_NAMES(where, "programs", programs)
    if name is None:
        shipped = files is None and names is None and not options
        name = dataset_id(suite or "all") if shipped else f"mlirgym/{suite or 'programs'}/own-v0"
    _check_name(where, TEXT(where, "name", name))
    progress = CALLBACK(where, "progress", progress)
    root = Path(PATH(where, "out", out)) if out is not None else _default_root()
    folder = root / name
    if folder.exists() and not FLAG(where, "replace", replace):
        raise FileExistsError(
            f"{folder}: there is a data set of this name; load it, choose another name, or "
            "replace it (replace=True, --replace)"
        )
    env = _environment(
        suite,
        names,
        files,
        split,
        COUNT(where, "threads", threads),
        options,
    )
    schedules = _schedules(env, files or [described_exec_data()], threads)
    root.mkdir(parents=True, exist_ok=True)
    # Complete or absent: an unfinished data set is in a folder that Minari does not list.
    with (
        tempfile.TemporaryDirectory(prefix=".mlirgym-", dir=root) as unfinished,
        reported(where, progress, "program", _state) as report,
    ):
        _write(env, schedules, Path(unfinished), name, suite, report)
        if folder.exists():
            shutil.rmtree(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        os.replace(Path(unfinished) / name, folder)
    with _datasets_in(root):
        _create_namespace(name)
    return _load(folder)


def _state(done: dict[str, Any]) -> State:
    return done["programs"], done["of_programs"], {"episodes": done["episodes"]}


def load_dataset(
    suite: str,
    *,
    out: str | os.PathLike[str] | None = None,
    progress: Callable[[dict[str, Any]], object] | bool | None = None,
) -> MinariDataset:
    """Load the offline data of a suite that come with mlirgym, and make them if they are not there.

    Parameters
    ----------
    suite : str
        One of the suites of `mlirgym.data.offline_description`.
    out : path, optional
        Folder of data sets, as for `make_dataset`.
    progress : callable or bool, optional
        As for `make_dataset`, if it is made.

    Returns
    -------
    minari.MinariDataset

    Raises
    ------
    ImportError
        If minari, or a package that it needs for HDF5 files, is not installed.
    ValueError
        If mlirgym has no offline data of this suite.
    """
    _minari()
    root = Path(PATH("load_dataset", "out", out)) if out is not None else _default_root()
    folder = root / dataset_id(suite)
    return _load(folder) if folder.exists() else make_dataset(suite, out=root, progress=progress)


def _minari() -> Any:
    """Import Minari with its storage of HDF5 files."""
    try:
        import h5py  # noqa: F401
        import minari
        import PIL  # noqa: F401 (Minari's storage imports it)
    except ImportError as missing:
        raise ImportError(
            f"data sets need the package {missing.name}, which is not installed: "
            "pip install 'minari[hdf5]' pillow"
        ) from None
    return minari


def _load(folder: Path) -> MinariDataset:
    dataset: MinariDataset = _minari().MinariDataset(folder / "data")
    return dataset


def _default_root() -> Path:
    from minari.storage import get_dataset_path

    return Path(get_dataset_path())


def _check_name(where: str, name: str) -> None:
    from minari.dataset.minari_dataset import parse_dataset_id

    try:
        parse_dataset_id(name)
    except (TypeError, ValueError):  # the first for a name without a version
        raise ValueError(
            f"{where}: {name!r} is no name of a data set; write namespace/name-v0"
        ) from None


@contextlib.contextmanager
def _datasets_in(root: Path) -> Iterator[None]:
    """Minari takes its folder only from the environment."""
    variable = "MINARI_DATASETS_PATH"
    before = os.environ.get(variable)
    os.environ[variable] = str(root)
    try:
        yield
    finally:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before


def _create_namespace(name: str) -> None:
    from minari.namespace import create_namespace, list_local_namespaces

    namespace = name.rpartition("/")[0]
    if namespace and namespace not in list_local_namespaces():
        create_namespace(namespace)


def _environment(
    suite: str | None,
    programs: list[str] | None,
    files: list[str] | None,
    split: str,
    threads: int,
    options: dict[str, Any],
) -> gym.Env[Any, Any]:
    """Environment whose specification is complete, for `recover_environment`."""
    if files is None and suite is not None and programs is None:
        if (name := offline_id(suite)) in gym.registry:
            return gym.make(name, split=split, threads=threads, **options)
    given: dict[str, Any] = {"suite": suite, "programs": programs, "split": split}
    if files is not None:
        given["exec_data"] = [str(Path(file).resolve()) for file in files]
        here = _core.machine()
        # The features of another machine would change the observations.
        options = {"machine": {each: here[each] for each in _FEATURES}, **options}
    return gym.make("MlirGym/Offline-v0", **given, threads=threads, **options)


def _schedules(env: gym.Env[Any, Any], files: Sequence[str], threads: int) -> list[list[str]]:
    """Sorted schedules of each program of the environment."""
    found: dict[str, set[str]] = {}
    for file in files:
        for key, texts in _core.stored_schedules(file, threads).items():
            found.setdefault(key, set()).update(texts)
    return [sorted(found.get(program.key, ())) for program in _inner(env).programs]


def _inner(env: gym.Env[Any, Any]) -> ScheduleEnv:
    assert isinstance(env.unwrapped, ScheduleEnv)
    return env.unwrapped


@dataclass
class _Player:
    """Plays schedules as episodes, and counts them."""

    env: ScheduleEnv
    episodes: int = 0
    left_out: int = 0
    first_left_out: str = ""
    best_returns: list[float] = field(default_factory=list)
    digest: Any = field(default_factory=hashlib.sha256)

    def play(
        self, program: int, schedules: Sequence[str]
    ) -> tuple[list[Any], list[dict[str, Any]]]:
        """Episodes of a program as Minari's buffers, and the metadata of each."""
        buffers, facts, returns = [], [], []
        name = self.env.programs[program].name
        for schedule in schedules:
            self.env.reset(options={"program": program})
            try:
                decisions = self.env.decisions(schedule)
            except _core.ScheduleError as error:
                self._leave_out(f"{name}: {error}")
                continue
            buffer, info = self._episode(program, decisions)
            status = _core.statuses()[info["status"]]
            if status == "not_cached":
                self._leave_out(f"{name}: {schedule}: timed on another machine than the rest")
                continue
            buffers.append(buffer)
            facts.append(
                {
                    "schedule": schedule,
                    "status": status,
                    "speedup": info["speedup"],
                    "median_ns": info["median_ns"],
                }
            )
            returns.append(float(buffer.rewards.sum()))
            self._digest(name, schedule, buffer)
        self.episodes += len(buffers)
        self.best_returns += [max(returns)] if returns else []
        return buffers, facts

    def _leave_out(self, why: str) -> None:
        self.left_out += 1
        self.first_left_out = self.first_left_out or why

    def _episode(self, program: int, decisions: Sequence[int]) -> tuple[Any, dict[str, Any]]:
        from minari.data_collector import EpisodeBuffer

        observation, info = self.env.reset(options={"program": program})
        observations, masks = [observation], [info["action_mask"]]
        rewards, ends = [], []
        for decision in decisions:
            observation, reward, terminated, truncated, info = self.env.step(decision)
            observations.append(observation)
            masks.append(info["action_mask"])
            rewards.append(reward)
            ends.append((terminated, truncated))
        assert ends[-1] == (True, False), "a schedule is the whole of an episode"
        buffer = EpisodeBuffer(
            options={"program": self.env.programs[program].name},
            observations=np.stack(observations),
            actions=np.array(decisions, np.int64),
            rewards=np.array(rewards, np.float64),
            terminations=np.array([each[0] for each in ends]),
            truncations=np.array([each[1] for each in ends]),
            infos={"action_mask": np.stack(masks)},
        )
        return buffer, info

    def _digest(self, name: str, schedule: str, buffer: Any) -> None:
        self.digest.update(f"{name}\0{schedule}\0".encode())
        arrays = (buffer.observations, buffer.actions, buffer.rewards, buffer.infos["action_mask"])
        for array in arrays:
            self.digest.update(array.tobytes())


def _write(
    env: gym.Env[Any, Any],
    schedules: Sequence[Sequence[str]],
    root: Path,
    name: str,
    suite: str | None,
    progress: Callable[[dict[str, Any]], object] | None,
) -> None:
    """Play all schedules into a new data set in `root`."""
    begin = time.monotonic()
    assert env.spec is not None
    player = _Player(_inner(env))
    with _datasets_in(root), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "`(code_permalink|author_email|eval_env)`")
        dataset = _minari().create_dataset_from_buffers(
            name,
            [],
            env=env,
            eval_env=_live_environment(env, suite),
            algorithm_name="unknown" if "exec_data" in env.spec.kwargs else "evolutionary search",
            author="the authors of mlirgym",
            description=(
                "Schedules of programs, with action masks in the infos; rewards are the log "
                "speedups that were measured, and failures."
            ),
            requirements=[f"mlirgym=={_core.__version__}"],
        )
    for program, texts in enumerate(schedules):
        first = player.episodes
        buffers, facts = player.play(program, texts)
        if buffers:
            dataset.storage.update_episodes(buffers)
            dataset.storage.update_episode_metadata(facts, range(first, player.episodes))
        done = {
            "programs": program + 1,
            "of_programs": len(schedules),
            "episodes": player.episodes,
            "seconds": time.monotonic() - begin,
        }
        if progress is not None and progress(done) is False:
            raise KeyboardInterrupt
    dataset.storage.update_metadata(
        {
            # Scores of untransformed programs, and of the best schedule of each.
            "ref_min_score": 0.0,
            "ref_max_score": float(np.mean(player.best_returns)),
            "num_episodes_average_score": len(player.best_returns),
            "episodes_left_out": player.left_out,
            "first_left_out": player.first_left_out,
            "digest": player.digest.hexdigest(),
        }
    )


def _live_environment(env: gym.Env[Any, Any], suite: str | None) -> gym.envs.registration.EnvSpec:
    """Held-out programs of the suite, measured live; else the environment of the data."""
    assert env.spec is not None
    if suite is None:
        return env.spec
    space = {} if "exec_data" in env.spec.kwargs else offline_description()["environment"]
    options = {**space, **env.spec.kwargs, "suite": suite, "split": "test"}
    for each in ("exec_data", "programs", "machine"):
        options.pop(each, None)
    live = gym.spec(environment_id(suite))
    return gym.envs.registration.EnvSpec(
        id=live.id, entry_point=live.entry_point, nondeterministic=True, kwargs=options
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mlirgym.data",
        description="Make an offline data set in the format of Minari from stored timings. "
        "Compiles and measures nothing.",
        epilog="`mlirgym data` inspects and merges the files of timings themselves.",
    )
    parser.add_argument(
        "--exec-data",
        nargs="+",
        metavar="FILE|DIR",
        help="exec-data files, or folders of such files (*.db), only read [default: those that "
        "come with mlirgym]",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--suite", help="suite of the programs [default: single-ops]")
    what.add_argument(
        "--program",
        dest="programs",
        nargs="+",
        metavar="NAME",
        help="programs in place of a suite [default: none]",
    )
    parser.add_argument(
        "--split",
        default="train",
        choices=["train", "validation", "test", "all"],
        help="part of the suite [default: train]",
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="threads with which the kernels were timed [default: 1]",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="folder of data sets [default: $MINARI_DATASETS_PATH, else ~/.minari/datasets]",
    )
    parser.add_argument(
        "--name",
        metavar="ID",
        help="Minari's id of the data set [default: mlirgym/SUITE/searched-v0, with --exec-data "
        "mlirgym/SUITE/own-v0]",
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="replace a data set of this name [default: that is an error]",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a data set according to the command line."""
    given = _parser().parse_args(arguments)
    if not given.suite and not given.programs:
        given.suite = "single-ops"
    try:
        dataset = make_dataset(**vars(given), progress=True)
    except (ImportError, OSError, ValueError) as error:
        print(f"mlirgym.data: {printable(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("mlirgym.data: interrupted; nothing was made", file=sys.stderr)
        return 130
    facts = dataset.storage.metadata
    size = sum(file.stat().st_size for file in dataset.storage.data_path.rglob("*"))
    print(
        f"{dataset.id}: {dataset.total_episodes} episodes, {dataset.total_steps} steps, "
        f"{size / 2**20:.0f} MiB in {dataset.storage.data_path.parent}"
    )
    if facts["episodes_left_out"]:
        first = printable(facts["first_left_out"])
        print(f"left out: {facts['episodes_left_out']}; the first: {first}")
    return 0
