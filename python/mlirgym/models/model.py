"""A model of another framework, as a workload."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from mlirgym import _core
from mlirgym.importers.imported import Array, Imported
from mlirgym.workloads.workload import Workload


class Model(Workload):
    """A model with inputs, and with the outputs of its framework as reference.

    `from_torch`, `from_onnx`, `from_jax` and `from_tosa` make it. It can be used wherever a program
    or a workload can. Its ``inputs`` are those arguments of the source that its results depend on.

    """

    def __init__(self, imported: Imported) -> None:
        super().__init__()
        self._imported = imported
        source = self.program.source
        # Only errors of loading ask for places, and the importer's module holds all weights.
        self._imported = replace(imported, place_of=lambda line: None)
        #: For each argument of the source, that of the program; -1 if no result depends on it.
        self._parameters: list[int] = source["parameters"]
        self._results: list[int] = source["results"]

    @property
    def weights(self) -> list[int]:
        """Which inputs are weights that the source has itself, by their positions.

        `flatten` gives them, and they are not arguments of a call of the source.
        """
        source = self.program.source
        in_file = len(source["weights"]) + len(source["elided"])
        first = len(self._parameters) - in_file - self._imported.weights
        return [at for at, index in enumerate(self._read()) if index >= first]

    @property
    def name(self) -> str:
        """Name of the model."""
        return self._imported.name

    def payload_module(self) -> str:
        """Linalg on tensors, as the importer gives it; the normal form of a file's."""
        return self._imported.text or self.program.text

    def get_input_arrays(self) -> Sequence[Array]:
        """Return the inputs that the model was made with; without any, integers are 0 or 1."""
        if self._imported.inputs is not None:
            return self.arguments_of(self._imported.inputs)
        own = dict(zip(self._read(), self._drawn(), strict=True))
        first = len(self._parameters) - len(self._in_file)
        return self.arguments_of([own.get(at, np.empty(0)) for at in range(first)])

    def _drawn(self) -> list[Array]:
        drawn = super().get_input_arrays()
        return [each & 1 if each.dtype.kind == "i" else each for each in drawn]

    def get_reference(self, *inputs: Array) -> Sequence[Array] | None:
        """Compute the outputs by the framework."""
        if self._imported.run is None or self._imported.inputs is None:
            return None
        given = list(self._imported.inputs)
        for array, index in zip(inputs, self._read(), strict=True):
            if index < len(given):  # not a constant of the text
                given[index] = array.view(given[index].dtype)
        outputs = [_stored(each) for each in self._imported.run(given)]
        written = sorted(set(self._results))
        return [outputs[self._results.index(each)] for each in written]

    def time_source(self, seconds: float = 1.0) -> tuple[str, float] | None:
        """Time calls of the source by its framework, in this process, with its own threads.

        Parameters
        ----------
        seconds : float
            Calls are timed for so long, and at least five of them, after two that are not.

        Returns
        -------
        tuple of str and float, or None
            The framework with its version, and the median nanoseconds of a call. None: nothing
            that people run in its place is installed, or the model has no inputs.
        """
        return self._imported.time_source(seconds)

    def flatten(self, *args: Any, **kwargs: Any) -> list[Array]:
        """Return the arrays that the program reads, from the arguments of a call of the source."""
        return self.arguments_of(self._imported.flatten(*args, **kwargs))

    def result_types(self) -> list[np.dtype[Any] | None]:
        """Return the source's type for each output of the program; None if it is not known."""
        run, inputs = self._imported.run, self._imported.inputs
        written = sorted(set(self._results))
        if run is None or inputs is None:
            return [None] * len(written)
        types = [each.dtype for each in run(inputs)]
        return [types[self._results.index(each)] for each in written]

    def restore(self, outputs: Sequence[Any]) -> Any:
        """Return what a call of the source returns, from the outputs of the program, in order."""
        written = sorted(set(self._results))
        return self._imported.restore([outputs[written.index(each)] for each in self._results])

    def arguments_of(self, arrays: Sequence[Array]) -> list[Array]:
        """Return the arrays that the program reads, from those of all arguments of the source."""
        given = [*arrays, *self._in_file]
        return [_stored(given[index]) for index in self._read()]

    @cached_property
    def _in_file(self) -> list[Array]:
        """Elements of the last parameters, which are constants in the program's file or text.

        Those that the file lacks are drawn.
        """
        source = self.program.source
        known: dict[int, Array] = {}
        if source["weights"]:
            known = dict(zip(source["weights"], self._imported.load_weights(), strict=True))
        if source["elided"]:
            drawn = dict(zip(self._read(), self._drawn(), strict=True))
            known |= {at: drawn.get(at, np.empty(0)) for at in source["elided"]}
        return [known[at] for at in sorted(known)]

    def _read(self) -> list[int]:
        """Arguments of the source that the program reads, in the program's order."""
        inputs = [i for i, each in enumerate(self.program.arguments) if each["is_input"]]
        return [self._parameters.index(each) for each in inputs]

    @cached_property
    def program(self) -> _core.Program:
        """The payload, loaded once."""
        return self._imported.load()


def _stored(array: Array) -> Array:
    """Return an array in the type that programs have for it."""
    if array.dtype == np.bool_:
        return array.view(np.int8)
    if array.dtype.kind == "u" and array.dtype.itemsize != 2:
        return array.view(f"i{array.dtype.itemsize}")
    return array
