"""OpenVINO's CPU plugin in f32, bf16 and i8."""

from __future__ import annotations

from dataclasses import replace

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
            "PERFORMANCE_HINT": "LATENCY",
            "DYNAMIC_QUANTIZATION_GROUP_SIZE": 0,  # it would round activations
        }

    def arguments(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.arguments."""
        return self._calls(operator, inputs, {"arguments": Form()})

    def packed(self, operator: Operator, inputs: list[np.ndarray]) -> Calls:
        """See Peer.packed."""
        return self._calls(operator, inputs, packed_forms(operator))

    def _calls(self, operator: Operator, inputs: list[np.ndarray], forms: dict[str, Form]) -> Calls:
        if operator.dtype == "f64":  # would be computed in f32
            return {}
        if operator.dtype == "i8":  # as what its plugin fuses into products of integers
            forms = {name: replace(form, in_floats=True) for name, form in forms.items()}
        calls = {}
        for name, form in forms.items():
            model = model_of(operator, inputs, form)
            if model is not None:
                calls[name] = self._bound(model, operator, inputs, form)
        return calls

    def _bound(
        self, model: bytes, operator: Operator, inputs: list[np.ndarray], form: Form
    ) -> Call:
        hint = {"INFERENCE_PRECISION_HINT": "bf16" if operator.dtype == "bf16" else "f32"}
        options = {**self.options, **hint}
        compiled = self.core.compile_model(self.core.read_model(model), "CPU", options)
        request = compiled.create_infer_request()
        arrays = form.inputs(operator, inputs)
        for name, array in arrays.items():
            if operator.dtype == "bf16":
                tensor = openvino.Tensor(array, list(array.shape), openvino.Type.bf16)
            else:
                tensor = openvino.Tensor(array, shared_memory=True)
            request.set_tensor(name, tensor)
        out = buffers.empty(form.output_shape(operator), form.result(operator))
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
