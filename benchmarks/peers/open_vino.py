"""OpenVINO's CPU plugin in f32."""

from __future__ import annotations

import buffers
import numpy as np
import openvino
from contract import Call, Calls
from onnx_model import Form, model_of, packed_forms
from operators import Operator


class OpenVino:
    """One compiled model per operator, with bound inputs and output."""

    name = "openvino"
    version = openvino.__version__.partition("-")[0]

    def __init__(self, threads: int) -> None:
        self.core = openvino.Core()
        self.options = {
            "INFERENCE_NUM_THREADS": threads,
            "INFERENCE_PRECISION_HINT": "f32",
            "PERFORMANCE_HINT": "LATENCY",
        }

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        return self._calls(operator, inputs, {"arguments": Form()})

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        return self._calls(operator, inputs, packed_forms(operator))

    def _calls(self, operator: Operator, inputs: list[np.ndarray], forms: dict[str, Form]) -> Calls:
        if operator.dtype != "f32":  # would be computed in f32
            return {}
        calls = {}
        for name, form in forms.items():
            model = model_of(operator, inputs, form)
            if model is not None:
                calls[name] = self._bound(model, operator, inputs, form)
        return calls

    def _bound(
        self, model: bytes, operator: Operator, inputs: list[np.ndarray], form: Form
    ) -> Call:
        compiled = self.core.compile_model(self.core.read_model(model), "CPU", self.options)
        request = compiled.create_infer_request()
        arrays = form.inputs(operator, inputs)
        for name, array in arrays.items():
            request.set_tensor(name, openvino.Tensor(array, shared_memory=True))
        out = buffers.empty(form.output_shape(operator), inputs[0].dtype)
        request.set_output_tensor(openvino.Tensor(out, shared_memory=True))

        def call() -> np.ndarray:
            request.infer()
            return out

        # `arrays` live as long as the call.
        return Call(call, lambda result, arrays=arrays: form.finish(operator, result))

    def to_numpy(self, result: np.ndarray) -> np.ndarray:
        """See Peer.to_numpy."""
        return result


PEER = OpenVino
