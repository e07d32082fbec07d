"""Workloads: programs with their own inputs, checks and schedule parameters."""

from mlirgym.workloads.suites import load_workloads
from mlirgym.workloads.workload import Benchmark, Engine, Run, Tuning, Workload

__all__ = [
    "Benchmark",
    "Engine",
    "Run",
    "Tuning",
    "Workload",
    "load_workloads",
]
