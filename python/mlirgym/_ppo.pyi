"""
PPO in LibTorch; use mlirgym.train().
"""

from __future__ import annotations
import collections.abc
import typing

__all__: list[str] = ["libtorch_version", "train"]

def train(
    *,
    programs: collections.abc.Sequence[tuple[str, str]],
    validation: collections.abc.Sequence[tuple[str, str]],
    ppo: dict[str, typing.Any],
    threads: typing.SupportsInt | typing.SupportsIndex,
    exec_data_file: str,
    replay: bool,
    any_machine: bool,
    tile_sizes: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]
    | None,
    max_actions_per_op: typing.SupportsInt | typing.SupportsIndex,
    kinds: typing.SupportsInt | typing.SupportsIndex | None,
    out: str,
    resume: bool,
    from_checkpoint: str,
    progress: collections.abc.Callable[[str], typing.Any] | None = None,
) -> None: ...

libtorch_version: str
