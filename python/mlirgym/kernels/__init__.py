"""Kernels of scheduled programs: dumped, replaced by files, timed."""

from mlirgym.kernels.benchmarks import (
    KernelBenchmarks,
    ObjectBenchmark,
    benchmark_kernels,
    benchmark_object,
)
from mlirgym.kernels.dump import KernelDump, Substitutions, dump_kernels

__all__ = [
    "KernelBenchmarks",
    "KernelDump",
    "ObjectBenchmark",
    "Substitutions",
    "benchmark_kernels",
    "benchmark_object",
    "dump_kernels",
]
