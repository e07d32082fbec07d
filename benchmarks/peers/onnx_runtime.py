"""onnxruntime's CPU provider; weights are inputs, so nothing is packed ahead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnxruntime
from onnx_model import model_of
from operators import Operator


class OnnxRuntime:
    """One session per operator, with bound inputs and output."""

    name = "onnxruntime"
    version = onnxruntime.__version__

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.arrays: list[np.ndarray] = []

    def prepare(
        self, operator: Operator, inputs: list[np.ndarray]
    ) -> Callable[[], np.ndarray] | None:
        """See Peer.prepare."""
        model = model_of(operator, inputs)
        if model is None:
            return None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            session = onnxruntime.InferenceSession(
                model, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            if "NOT_IMPLEMENTED" in str(error):  # usually because of the type
                return None
            raise
        binding = session.io_binding()
        out = np.empty(operator.output_shape, inputs[0].dtype)
        self.arrays = [*inputs, out]
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in inputs]
        for i, value in enumerate(values):
            binding.bind_ortvalue_input(f"in{i}", value)
        binding.bind_output(
            "out", "cpu", 0, inputs[0].dtype, operator.output_shape, out.ctypes.data
        )

        def call() -> np.ndarray:
            session.run_with_iobinding(binding)
            return out

        return call

    def to_numpy(self, result: np.ndarray) -> np.ndarray:
        """See Peer.to_numpy."""
        return result


PEER = OnnxRuntime
