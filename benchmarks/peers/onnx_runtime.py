"""onnxruntime's CPU provider."""

from __future__ import annotations

from dataclasses import replace

import buffers
import numpy as np
import onnxruntime
from contract import Call, Calls
from onnx_model import Form, model_of, packed_forms
from operators import Operator


class OnnxRuntime:
    """One session per operator, with bound inputs and output."""

    name = "onnxruntime"
    version = onnxruntime.__version__

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        return self._calls(operator, inputs, {"arguments": Form()})

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        forms = packed_forms(operator)
        if operator.dtype == "i8":  # it has fast products of u8 by i8 alone
            forms |= {
                f"{name}, u8": replace(form, is_shifted=True)
                for name, form in {"arguments": Form(), **forms}.items()
            }
        return self._calls(operator, inputs, forms)

    def _calls(self, operator: Operator, inputs: list[np.ndarray], forms: dict[str, Form]) -> Calls:
        calls = {}
        for name, form in forms.items():
            model = model_of(operator, inputs, form)
            session = self._session(model) if model is not None else None
            if session is not None:
                calls[name] = _bound(session, operator, inputs, form)
        return calls

    def _session(self, model: bytes) -> onnxruntime.InferenceSession | None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except Exception as error:
            # Usually because of the type.
            if any(text in str(error) for text in ("NOT_IMPLEMENTED", "tensor(bfloat16)")):
                return None
            raise

    def to_numpy(self, result: np.ndarray) -> np.ndarray:
        """See Peer.to_numpy."""
        return result


def _bound(
    session: onnxruntime.InferenceSession,
    operator: Operator,
    inputs: list[np.ndarray],
    form: Form,
) -> Call:
    binding = session.io_binding()
    arrays = form.inputs(operator, inputs)
    out = buffers.empty(form.output_shape(operator), form.result(operator))
    for name, array in arrays.items():
        binding.bind_input(name, "cpu", 0, array.dtype, array.shape, array.ctypes.data)
    binding.bind_output("out", "cpu", 0, out.dtype, out.shape, out.ctypes.data)

    def call() -> np.ndarray:
        session.run_with_iobinding(binding)
        return out

    # `arrays` live as long as the call.
    return Call(call, lambda result, arrays=arrays: form.finish(operator, result))


PEER = OnnxRuntime
