"""Programs of PyTorch, JAX, ONNX and TOSA, and tests that they load and compute the same."""
