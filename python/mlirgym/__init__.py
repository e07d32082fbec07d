"""mlirgym: compiler optimisation as a Gym environment, on MLIR.

Programs are the states, loop transformations the actions, measured speedup the
reward. ``gymnasium.make("MlirGym/Matmul-v0")`` makes an environment; `optimize`
finds the fastest schedule of a program; `train` trains a PPO agent in C++.
"""

from mlirgym._core import (
    ExecutionError,
    Measurement,
    Program,
    ProgramError,
    ScheduleError,
    SearchResult,
    action_kinds,
    canonical_schedule,
    check_schedule,
    data_directory,
    generate_program,
    load_program,
    machine,
    machine_peak,
    parse_program,
    presets,
    searchers,
    suite_programs,
    suites,
    transform_script,
)
from mlirgym._core import __version__ as __version__
from mlirgym.agents import Optimum, optimize, train
from mlirgym.env import ScheduleEnv
from mlirgym.execution import Execution
from mlirgym.registration import register_environments
from mlirgym.spaces import split_mask
from mlirgym.vector_env import ScheduleVectorEnv
from mlirgym.workload import Benchmark, Engine, Run, Tuning, Workload

__all__ = [
    "Benchmark",
    "Engine",
    "Execution",
    "ExecutionError",
    "Measurement",
    "Optimum",
    "Program",
    "ProgramError",
    "Run",
    "ScheduleEnv",
    "ScheduleError",
    "ScheduleVectorEnv",
    "SearchResult",
    "Tuning",
    "Workload",
    "action_kinds",
    "canonical_schedule",
    "check_schedule",
    "data_directory",
    "generate_program",
    "load_program",
    "machine",
    "machine_peak",
    "optimize",
    "parse_program",
    "presets",
    "searchers",
    "split_mask",
    "suite_programs",
    "suites",
    "train",
    "transform_script",
]

register_environments()
