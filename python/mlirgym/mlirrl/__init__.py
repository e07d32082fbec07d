"""The names that scripts written for MLIR-RL import."""

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
    "export_exec_data",
    "import_exec_data",
    "to_schedule",
]
