"""PPO in LibTorch; use mlirgym.train()."""

import collections.abc
import typing

libtorch_version: str

def train(
    *,
    programs: list[tuple[str, str]],
    ppo: dict[str, typing.Any],
    threads: int,
    exec_data_file: str,
    replay: bool,
    any_machine: bool,
    tile_sizes: list[int] | None,
    max_actions_per_op: int,
    kinds: int | None,
    out: str,
    resume: bool,
    progress: collections.abc.Callable[[str], object] | None,
) -> None: ...
