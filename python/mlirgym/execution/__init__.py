"""Execution: schedules compiled, verified, timed and called; compiled kernels."""

from mlirgym._core import ExecutionError, Measurement, PairedMeasurement
from mlirgym.execution.execution import Execution, machine_peak
from mlirgym.execution.kernel import Kernel, load_compiled
from mlirgym.execution.kernel_cache import KernelCache, call

__all__ = [
    "Execution",
    "ExecutionError",
    "Kernel",
    "KernelCache",
    "Measurement",
    "PairedMeasurement",
    "call",
    "load_compiled",
    "machine_peak",
]
