"""Other runtimes for a network, on one thread; weights are constants where that helps them."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

#: Calls a network, and returns its outputs as arrays.
Call = Callable[[], Sequence[Any]]


def torch_compile(name: str, module: nn.Module, inputs: Sequence[Tensor]) -> Call:
    """Compile with Inductor, with frozen weights."""
    from torch._inductor import config

    config.freezing = True
    torch._dynamo.reset()
    compiled = torch.compile(module)

    def call() -> Sequence[Any]:
        with torch.no_grad():
            result = compiled(*inputs)
        return [result] if isinstance(result, Tensor) else list(result)

    return call


def _onnx(module: nn.Module, inputs: Sequence[Tensor]) -> bytes:
    file = io.BytesIO()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(module, tuple(inputs), dynamo=True, verbose=False)
    assert program is not None
    program.save(file)
    return file.getvalue()


def onnxruntime(name: str, module: nn.Module, inputs: Sequence[Tensor]) -> Call:
    """Run the CPU provider on bound inputs and outputs."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        _onnx(module, inputs), options, providers=["CPUExecutionProvider"]
    )
    binding = session.io_binding()
    for each, value in zip(session.get_inputs(), inputs, strict=True):
        binding.bind_cpu_input(each.name, value.numpy())
    for each in session.get_outputs():
        binding.bind_output(each.name)

    def call() -> Sequence[Any]:
        session.run_with_iobinding(binding)
        return binding.get_outputs()

    return call


def openvino(name: str, module: nn.Module, inputs: Sequence[Tensor]) -> Call:
    """Compile the ONNX model for latency, in f32."""
    import openvino

    core = openvino.Core()
    compiled = core.compile_model(
        core.read_model(_onnx(module, inputs), b""),
        "CPU",
        {
            "INFERENCE_NUM_THREADS": 1,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",
        },
    )
    request = compiled.create_infer_request()
    for i, value in enumerate(inputs):
        request.set_input_tensor(i, openvino.Tensor(value.numpy(), shared_memory=True))

    def call() -> Sequence[Any]:
        request.infer()
        return [each.data for each in request.output_tensors]

    return call


def iree(name: str, module: nn.Module, inputs: Sequence[Tensor]) -> Call:
    """Compile torch-mlir's linalg with weights in it, with data tiling where that compiles."""
    import iree.compiler
    import iree.runtime
    from torch_mlir import fx

    linalg = fx.export_and_import(
        module, *inputs, output_type="linalg-on-tensors", func_name="network"
    )

    def compiled(*options: str) -> bytes:
        return iree.compiler.compile_str(
            str(linalg),
            target_backends=["llvm-cpu"],
            extra_args=["--iree-llvmcpu-target-cpu=host", *options],
        )

    try:
        binary = compiled("--iree-opt-level=O3", "--iree-opt-data-tiling")
    except iree.compiler.tools.CompilerToolError:
        binary = compiled("--iree-opt-level=O2")
    config = iree.runtime.Config("local-sync")
    context = iree.runtime.SystemContext(config=config)
    context.add_vm_module(iree.runtime.VmModule.copy_buffer(config.vm_instance, binary))
    function = context.modules.module["network"]
    given = [iree.runtime.asdevicearray(config.device, each.numpy()) for each in inputs]

    def call() -> Sequence[Any]:
        result = function(*given)
        return list(result) if isinstance(result, tuple) else [result]

    return call


def xla(name: str, module: nn.Module, inputs: Sequence[Tensor]) -> Call:
    """Compile torch-mlir's StableHLO with JAX's XLA; weights are arguments on its device."""
    import jax
    import networks
    from jaxlib import xla_client
    from torch_mlir import fx

    whole, values = networks.arguments(name)
    hlo = fx.export_and_import(whole, *values, output_type="stablehlo", func_name="main")
    devices = jax.devices("cpu")[:1]
    executable = devices[0].client.compile_and_load(
        str(hlo), xla_client.DeviceList(tuple(devices)), xla_client.CompileOptions()
    )
    given = [jax.numpy.asarray(each.numpy()) for each in values]

    def call() -> Sequence[Any]:
        return jax.block_until_ready(executable.execute(given))

    return call


RUNTIMES: dict[str, Callable[[str, nn.Module, Sequence[Tensor]], Call]] = {
    "torch.compile": torch_compile,
    "onnxruntime": onnxruntime,
    "openvino": openvino,
    "iree": iree,
    "xla": xla,
}
