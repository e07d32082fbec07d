"""IREE's CPU back end on the program's own MLIR, with and without its data tiling."""

from __future__ import annotations

import re
import timeit
from collections.abc import Callable
from importlib import metadata
from typing import Any

import iree.compiler
import iree.runtime
import numpy as np
from operators import Operator

COMMON = ("--iree-llvmcpu-target-cpu=host", "--iree-input-demote-f64-to-f32=false")
VARIANTS = (("--iree-opt-level=O2",), ("--iree-opt-level=O3", "--iree-opt-data-tiling"))


class Iree:
    """Compiles each operator twice and keeps the faster one; writes to a buffer of ours."""

    name = "iree"
    version = metadata.version("iree-base-compiler")

    def __init__(self, threads: int) -> None:
        iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
        driver = "local-sync" if threads == 1 else "local-task"
        self.config = iree.runtime.Config(driver)

    def prepare(
        self, operator: Operator, inputs: list[np.ndarray]
    ) -> Callable[[], iree.runtime.DeviceArray] | None:
        """See Peer.prepare."""
        program = _into_storage(operator.text)
        arrays = [
            iree.runtime.asdevicearray(self.config.device, array)
            for array in [*inputs, np.empty(operator.output_shape, inputs[0].dtype)]
        ]
        calls = [self._call(_compile(program, options), arrays) for options in VARIANTS]
        return min(calls, key=_seconds)

    def to_numpy(self, result: iree.runtime.DeviceArray) -> np.ndarray:
        """See Peer.to_numpy."""
        return result.to_host()

    def _call(
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


def _compile(text: str, options: tuple[str, ...]) -> bytes:
    return iree.compiler.compile_str(
        text, target_backends=["llvm-cpu"], extra_args=[*COMMON, *options]
    )


def _seconds(call: Callable[[], Any]) -> float:
    """Time of a warm call; the minimum of three."""
    call()
    return min(timeit.repeat(call, number=1, repeat=3))


PEER = Iree
