"""MLIR-RL: the names that its scripts import, its configuration, its form of programs."""

from mlirgym.mlirrl.config import environment_options
from mlirgym.mlirrl.execution import (
    Config,
    Context,
    Execution,
    Interchange,
    Module,
    NoTransformation,
    Outputs,
    TiledFusion,
    TiledParallelization,
    Tiling,
    Vectorization,
    export_exec_data,
    import_exec_data,
    to_schedule,
)
from mlirgym.mlirrl.preset import mlir_rl_program

__all__ = [
    "Config",
    "Context",
    "Execution",
    "Interchange",
    "Module",
    "NoTransformation",
    "Outputs",
    "TiledFusion",
    "TiledParallelization",
    "Tiling",
    "Vectorization",
    "environment_options",
    "export_exec_data",
    "import_exec_data",
    "mlir_rl_program",
    "to_schedule",
]
