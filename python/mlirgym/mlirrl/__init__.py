"""What scripts written for MLIR-RL import."""
