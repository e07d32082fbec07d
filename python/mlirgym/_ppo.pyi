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
    learning: dict[str, typing.Any],
    progress: collections.abc.Callable[[str], typing.Any] | None = None,
    **kwargs: typing.Any,
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
    progress: collections.abc.Callable[[str], typing.Any] | None = None,
    **kwargs: typing.Any,
) -> None: ...
def train_recipe(
    *, progress: collections.abc.Callable[[str], typing.Any] | None = None, **kwargs: typing.Any
) -> None: ...

libtorch_version: str
