"""Execution: schedules compiled, verified, timed and called; compiled kernels."""

from mlirgym._core import ExecutionError, Measurement, PairedMeasurement
from mlirgym.execution.execution import Execution, machine_peak
from mlirgym.execution.kernel import Kernel
from mlirgym.execution.kernel_cache import KernelCache, call, compile

__all__ = [
    "Execution",
    "ExecutionError",
    "Kernel",
    "KernelCache",
    "Measurement",
    "PairedMeasurement",
    "call",
    "compile",
    "machine_peak",
]
