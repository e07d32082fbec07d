"""What torch-mlir's wheel brings beside its importer of PyTorch."""

from torch_mlir import ir
from torch_mlir.compiler_utils import OutputType, lower_mlir_module, run_pipeline_with_repro_report
from torch_mlir.dialects import torch as torch_dialect


def _context() -> ir.Context:
    context = ir.Context()
    torch_dialect.register_dialect(context)
    return context


def read(text: str) -> str:
    """Parse and verify a module, and print it."""
    with _context() as context:
        return str(ir.Module.parse(text, context))


def onnx_to_linalg(model: object) -> str:
    """An `onnx.ModelProto` as linalg on tensors."""
    from torch_mlir.extras import onnx_importer

    with _context() as context:
        info = onnx_importer.ModelInfo(model)
        module = info.create_module(context=context).operation
        importer = onnx_importer.NodeImporter.define_function(info.main_graph, module)
        importer.import_all()
        run_pipeline_with_repro_report(
            module,
            "builtin.module(torch-onnx-to-torch-backend-pipeline{backend-legal-ops=})",
            "from ONNX to torch",
        )
        lower_mlir_module(False, OutputType.LINALG_ON_TENSORS, module)
        return str(module)
