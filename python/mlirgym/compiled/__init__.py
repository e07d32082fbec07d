"""Programs and models as functions to call: searched, compiled, also by torch.compile."""

from mlirgym.compiled.compiling import compile
from mlirgym.compiled.dynamo import Fallback, fallbacks, torch_backend
from mlirgym.compiled.model import CompiledModel
from mlirgym.compiled.report import write_report

__all__ = ["CompiledModel", "Fallback", "compile", "fallbacks", "torch_backend", "write_report"]
