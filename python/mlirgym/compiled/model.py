"""A compiled model, called as its source is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirgym import _core
from mlirgym.execution.arrays import as_tensors, has_tensor
from mlirgym.execution.kernel import Kernel
from mlirgym.models.model import Model


class CompiledModel(Kernel):
    """A compiled model: takes the arguments of its source, and returns what the source returns.

    Tensors and arrays may be within tuples, lists and dicts, as in the example with which the model
    was made. With a tensor among them, those in the result are tensors.

    Attributes
    ----------
    model : Model
        The model; ``inputs`` are those of its example.
    """

    def __init__(self, kernel: Kernel, model: Model, *, in_process: bool = False) -> None:
        super().__init__(kernel._compiled, in_process=in_process)
        self.model = model
        #: A call leaves weights where the one before has put them.
        self._held = _core.HeldInputs(model.weights) if model.weights else None
        narrow = [type for type in self._results if type.startswith("i")]
        # A mask of the source is i8 in the program.
        self._types = model.result_types() if narrow else [None] * len(self._results)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call it once.

        Parameters
        ----------
        *arguments, **named
            As for a call of the source.

        Returns
        -------
        Any
            As a call of the source; arrays or tensors are new.

        Raises
        ------
        TypeError
            If the arguments have another structure than in the example.
        ValueError
            For an array of a wrong type or shape.
        ExecutionError
            As a call of `Kernel`.
        """
        outputs = self._call(self._inputs(self.model.flatten(*arguments, **named)), self._held)
        arrays = [
            array if type is None else array.view(type)
            for array, type in zip(outputs, self._types, strict=True)
        ]
        if has_tensor([arguments, named]):
            return self.model.restore(as_tensors(arrays, self._results))
        return self.model.restore(arrays)

    def _examples(self) -> Sequence[Any]:
        return self.model.inputs
