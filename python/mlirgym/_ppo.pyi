"""LibTorch: mlirgym.train(), learn() and load_agent()."""

from __future__ import annotations
import collections.abc
import mlirgym._core
import numpy
import numpy.typing
import typing

__all__: list[str] = [
    "TrainedNet",
    "learn",
    "libtorch_version",
    "load_policy",
    "schedules",
    "train",
    "train_recipe",
]

class TrainedNet:
    """The network of a checkpoint."""
    def __init__(self, checkpoint: str) -> None: ...
    def logits(
        self,
        observations: typing.Annotated[numpy.typing.ArrayLike, numpy.float32],
        masks: typing.Annotated[numpy.typing.ArrayLike, numpy.int8],
    ) -> numpy.typing.NDArray[numpy.float32]: ...
    def values(
        self, observations: typing.Annotated[numpy.typing.ArrayLike, numpy.float32]
    ) -> numpy.typing.NDArray[numpy.float32]: ...
    @property
    def description(self) -> str: ...

def learn(
    *,
    train: collections.abc.Sequence[tuple[str, str]],
    validation: collections.abc.Sequence[tuple[str, str]],
    options: dict[str, typing.Any],
    exec_data: collections.abc.Sequence[str],
    threads: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    device: str,
    any_target: bool,
    any_machine: bool,
    tile_sizes: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex] | None,
    max_actions_per_op: typing.SupportsInt | typing.SupportsIndex,
    kinds: collections.abc.Sequence[str] | None,
    out: str,
    resume: bool,
    progress: collections.abc.Callable[[str], typing.Any] | None = None,
) -> None: ...
def load_policy(checkpoint: str) -> mlirgym._core.Policy: ...
def schedules(
    *,
    checkpoint: str,
    name: str,
    text: str,
    threads: typing.SupportsInt | typing.SupportsIndex,
    count: typing.SupportsInt | typing.SupportsIndex,
    seed: typing.SupportsInt | typing.SupportsIndex,
) -> list[str]: ...
def train(
    *,
    programs: collections.abc.Sequence[tuple[str, str]],
    validation: collections.abc.Sequence[tuple[str, str]],
    ppo: dict[str, typing.Any],
    threads: typing.SupportsInt | typing.SupportsIndex,
    exec_data_file: str,
    replay: bool,
    any_machine: bool,
    actions: str,
    tile_sizes: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex] | None,
    max_actions_per_op: typing.SupportsInt | typing.SupportsIndex,
    kinds: collections.abc.Sequence[str] | None,
    out: str,
    resume: bool,
    from_checkpoint: str,
    progress: collections.abc.Callable[[str], typing.Any] | None = None,
) -> None: ...
def train_recipe(
    *,
    recipe: str,
    threads: typing.SupportsInt | typing.SupportsIndex | None,
    device_features: str,
    any_target: bool,
    exec_data_file: str,
    replay: bool,
    any_machine: bool,
    minutes: typing.SupportsFloat | typing.SupportsIndex,
    samples: typing.SupportsInt | typing.SupportsIndex,
    seed: typing.SupportsInt | typing.SupportsIndex,
    torch_threads: typing.SupportsInt | typing.SupportsIndex,
    out: str,
    resume: bool,
    from_checkpoint: str,
    progress: collections.abc.Callable[[str], typing.Any] | None = None,
) -> None: ...

libtorch_version: str
