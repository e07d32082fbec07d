"""OpenVINO's CPU plugin in f32; weights are inputs, so nothing is packed ahead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import openvino
from onnx_model import model_of
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
        self.arrays: list[np.ndarray] = []

    def prepare(
        self, operator: Operator, inputs: list[np.ndarray]
    ) -> Callable[[], np.ndarray] | None:
        """See Peer.prepare."""
        if operator.dtype != "f32":  # would be computed in f32
            return None
        model = model_of(operator, inputs)
        if model is None:
            return None
        compiled = self.core.compile_model(self.core.read_model(model), "CPU", self.options)
        request = compiled.create_infer_request()
        for i, array in enumerate(inputs):
            request.set_input_tensor(i, openvino.Tensor(array, shared_memory=True))
        out = np.empty(operator.output_shape, inputs[0].dtype)
        self.arrays = [*inputs, out]
        request.set_output_tensor(openvino.Tensor(out, shared_memory=True))

        def call() -> np.ndarray:
            request.infer()
            return out

        return call

    def to_numpy(self, result: np.ndarray) -> np.ndarray:
        """See Peer.to_numpy."""
        return result


PEER = OpenVino
