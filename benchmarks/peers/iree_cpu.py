"""IREE's CPU back end on the program's own MLIR, with and without its data tiling."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import metadata

import buffers
import iree.compiler
import iree.runtime
import ml_dtypes
import numpy as np
from contract import Call, Calls
from older import compile_for
from operators import Operator

COMMON = (
    f"--iree-llvmcpu-target-cpu={compile_for() or 'host'}",
    "--iree-input-demote-f64-to-f32=false",
)
VARIANTS = {
    "O2": ("--iree-opt-level=O2",),
    "O3, data tiling": ("--iree-opt-level=O3", "--iree-opt-data-tiling"),
}


class Iree:
    """Compiles each operator twice; writes to our buffer."""

    name = "iree"
    version = metadata.version("iree-base-compiler")

    def __init__(self, threads: int) -> None:
        iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
        driver = "local-sync" if threads == 1 else "local-task"
        self.config = iree.runtime.Config(driver)

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        return self._calls(operator, _into_storage(operator.text), inputs)

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        if not operator.weights:
            return {}
        text = _with_constants(_into_storage(operator.text), operator, inputs)
        given = [array for i, array in enumerate(inputs) if i not in operator.weights]
        return self._calls(operator, text, given)

    def to_numpy(self, result: iree.runtime.DeviceArray) -> np.ndarray:
        """See Peer.to_numpy."""
        return result.to_host()

    def _calls(self, operator: Operator, text: str, inputs: list[np.ndarray]) -> Calls:
        out = buffers.empty(operator.output_shape, operator.result)
        if operator.dtype == "bf16":
            inputs = [array.view(ml_dtypes.bfloat16) for array in inputs]
        arrays = [iree.runtime.asdevicearray(self.config.device, a) for a in [*inputs, out]]
        return {
            name: Call(self._run(_compile(text, options), arrays))
            for name, options in VARIANTS.items()
        }

    def _run(
        self, binary: bytes, arrays: list[iree.runtime.DeviceArray]
    ) -> Callable[[], iree.runtime.DeviceArray]:
        module = iree.runtime.VmModule.copy_buffer(self.config.vm_instance, binary)
        context = iree.runtime.VmContext(
            self.config.vm_instance, [*self.config.default_vm_modules, module]
        )
        function = module.lookup_function("payload")
        arguments = iree.runtime.VmVariantList(len(arrays))
        for array in arrays:
            arguments.push_ref(array._buffer_view)

        def call() -> iree.runtime.DeviceArray:
            context.invoke(function, arguments, iree.runtime.VmVariantList(1))
            return arrays[-1]

        return call


def _into_storage(text: str) -> str:
    """Add the result's buffer as an argument; use the new names of renamed operations."""
    text = text.replace("linalg.add ins", "linalg.elementwise <add> ins")
    return re.sub(
        r"\) -> (tensor<[^>]*>) \{",
        r", %storage: \1 {iree.abi.output = 0 : index}) -> \1 {",
        text,
        count=1,
    )


def _with_constants(text: str, operator: Operator, inputs: list[np.ndarray]) -> str:
    """Make weights constants of the function instead of arguments."""
    head, begin, rest = text.partition("@payload(")
    signature, end, body = rest.partition(" {\n")
    parameters, arrow, result = signature.partition(") -> ")
    kept, constants = [], []
    for i, parameter in enumerate(parameters.split(", ")):
        if i not in operator.weights:
            kept.append(parameter)
            continue
        name, _, kind = parameter.partition(": ")
        digits = inputs[i].tobytes().hex().upper()
        constants.append(f'  {name} = arith.constant dense<"0x{digits}"> : {kind}\n')
    return "".join([head, begin, ", ".join(kept), arrow, result, end, *constants, body])


def _compile(text: str, options: tuple[str, ...]) -> bytes:
    return iree.compiler.compile_str(
        text, target_backends=["llvm-cpu"], extra_args=[*COMMON, *options]
    )


PEER = Iree
