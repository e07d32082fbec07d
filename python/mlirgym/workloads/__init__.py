"""Workloads: programs with their own inputs, checks and schedule parameters."""

from mlirgym.workloads.suites import load_workloads
from mlirgym.workloads.workload import Benchmark, CallResult, Engine, Tuning, Workload

__all__ = [
    "Benchmark",
    "CallResult",
    "Engine",
    "Tuning",
    "Workload",
    "load_workloads",
]
