"""mlirgym: compiler optimisation as a Gym environment, on MLIR.

Programs are the states, loop transformations the actions, measured speedup the reward.
``gymnasium.make("MlirGym/Matmul-v0")`` makes an environment; `optimize` finds the fastest schedule
of a program; `train` trains a PPO agent in C++, `learn` an agent from stored timings, and
`train_recipe` one by alternating search and learning.
"""

from mlirgym import _core
from mlirgym._core import __version__ as __version__
from mlirgym.agents import (
    Optimum,
    SearchResult,
    TrainedAgent,
    learn,
    load_agent,
    optimize,
    tasks,
    train,
    train_recipe,
)
from mlirgym.checks import takes_nothing
from mlirgym.compiled import CompiledModel, compile, torch_backend, write_report
from mlirgym.data.registration import register_recorded_environments
from mlirgym.envs import ScheduleEnv, ScheduleVectorEnv, sample_legal, split_mask
from mlirgym.envs.registration import register_environments
from mlirgym.execution import (
    Execution,
    ExecutionError,
    Kernel,
    KernelCache,
    Measurement,
    call,
    load_compiled,
    machine_peak,
)
from mlirgym.kernels import (
    KernelBenchmarks,
    KernelDump,
    ObjectBenchmark,
    Substitutions,
    benchmark_kernels,
    benchmark_object,
    dump_kernels,
)
from mlirgym.models import Model, from_jax, from_onnx, from_torch, from_tosa
from mlirgym.programs import (
    Program,
    ProgramError,
    ScheduleError,
    canonical_schedule,
    check_schedule,
    generate_program,
    load_program,
    parse_program,
    suite_programs,
    transform_script,
)
from mlirgym.tables import register_tables
from mlirgym.text import TextEnv, register_text_environment
from mlirgym.tour import demo
from mlirgym.workloads import Benchmark, CallResult, Engine, Tuning, Workload

__all__ = [
    "Benchmark",
    "CallResult",
    "CompiledModel",
    "Engine",
    "Execution",
    "ExecutionError",
    "Kernel",
    "KernelBenchmarks",
    "KernelCache",
    "KernelDump",
    "Measurement",
    "Model",
    "ObjectBenchmark",
    "Optimum",
    "Program",
    "ProgramError",
    "ScheduleEnv",
    "ScheduleError",
    "ScheduleVectorEnv",
    "SearchResult",
    "Substitutions",
    "TextEnv",
    "TrainedAgent",
    "Tuning",
    "Workload",
    "action_kinds",
    "benchmark_kernels",
    "benchmark_object",
    "call",
    "canonical_schedule",
    "check_schedule",
    "compile",
    "data_directory",
    "demo",
    "devices",
    "dump_kernels",
    "from_jax",
    "from_onnx",
    "from_torch",
    "from_tosa",
    "generate_program",
    "learn",
    "load_agent",
    "load_compiled",
    "load_program",
    "machine",
    "machine_peak",
    "optimize",
    "parse_program",
    "presets",
    "recipes",
    "sample_legal",
    "searchers",
    "split_mask",
    "statuses",
    "suite_programs",
    "suites",
    "tasks",
    "torch_backend",
    "train",
    "train_recipe",
    "transform_script",
    "write_report",
]

action_kinds = takes_nothing(_core.action_kinds)
devices = takes_nothing(_core.devices)
data_directory = takes_nothing(_core.data_directory)
machine = takes_nothing(_core.machine)
presets = takes_nothing(_core.presets)
recipes = takes_nothing(_core.recipes)
searchers = takes_nothing(_core.searchers)
statuses = takes_nothing(_core.statuses)
suites = takes_nothing(_core.suites)

register_environments()
register_recorded_environments()
register_text_environment()
register_tables()
