"""A program or a model as a function to call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from mlirgym import _core
from mlirgym.agents.optimizing import optimize
from mlirgym.checks import COUNT, FLAG, TEXT, suggests_names
from mlirgym.compiled.chosen import ChosenSchedules
from mlirgym.compiled.model import CompiledModel
from mlirgym.execution.arrays import is_module
from mlirgym.execution.execution import Execution, as_execution, default_exec_data_file
from mlirgym.execution.kernel import Kernel
from mlirgym.models import Model, from_torch
from mlirgym.models.fronts import program_or_model
from mlirgym.programs.loading import ProgramLike, as_program

if TYPE_CHECKING:
    import torch


@suggests_names
def compile(
    program: ProgramLike | torch.nn.Module,
    schedule: str | None = None,
    *,
    example_inputs: Any = None,
    example_kwargs: Mapping[str, Any] | None = None,
    budget: int = 200,
    agent: str | None = None,
    threads: int = 1,
    in_process: bool = False,
    execution: Execution | None = None,
    progress: Callable[[int, int, float], object] | bool | None = None,
) -> Kernel:
    """Compile a program or a model to a function of NumPy arrays and PyTorch tensors.

    Parameters
    ----------
    program : Program, Workload, torch.nn.Module, path or name
        A PyTorch module, or a `Model`, becomes a `CompiledModel`, which is called as its source is;
        so does a file with more than 64 MiB of constants, whose weights a call adds.
    schedule : str, optional
        Schedule text or a transform script; ``""`` is the untransformed program. By default the
        fastest one that `optimize` finds, or has found before: a search of at least `budget`
        samples on this machine is not repeated, in any process.
    example_inputs, example_kwargs : tensor or tuple, and mapping
        Of a PyTorch module, as for `from_torch`: the function takes inputs of these shapes.
    budget, agent, progress
        As for `optimize`, without a schedule. A budget of 0 is the untransformed program.
    threads : int
        Threads of the kernel, if no execution is given.
    in_process : bool
        False: a worker process in a sandbox calls it; inputs and outputs are copied. True: this
        process does, if the kernel has one thread; nothing is copied, and a crash of the kernel
        ends the process.
    execution : Execution, optional
        Its workers time, compile and call; by default a new one, which searches with the user's
        exec-data file.

    Returns
    -------
    Kernel
        From the folder of kernels, or compiled and stored there; see `Execution.compile`.

    Raises
    ------
    ScheduleError
        If an action is illegal.
    ProgramError
        If the program cannot be loaded.
    ExecutionError
        If it cannot be compiled.
    """
    where = "compile"
    model = _as_model(program, example_inputs, example_kwargs)
    payload = as_program(model)
    budget, threads = COUNT(where, "budget", budget), COUNT(where, "threads", threads)
    in_process = FLAG(where, "in_process", in_process)
    own = as_execution(execution, threads)
    if schedule is None:
        schedule = _chosen(payload, own, execution, budget, agent, progress)
    code = TEXT(where, "schedule", schedule)
    if isinstance(model, Model):
        return CompiledModel(own.compile(payload, code), model, in_process=in_process)
    return own.compile(payload, code, in_process=in_process)


def _as_model(
    program: ProgramLike | torch.nn.Module,
    example_inputs: Any,
    example_kwargs: Mapping[str, Any] | None,
) -> ProgramLike:
    given = example_inputs is not None or example_kwargs is not None
    if is_module(program):
        if not given:
            raise TypeError("compile: example_inputs is missing; give the inputs of a call")
        return from_torch(program, () if example_inputs is None else example_inputs, example_kwargs)
    if given:
        raise TypeError(
            f"compile: example_inputs are for a PyTorch module, and program is {program!r}; "
            "leave them out, or give a model, such as from_torch(function, example_inputs)"
        )
    return cast("ProgramLike", program_or_model(program))


def _chosen(
    program: _core.Program,
    own: Execution,
    given: Execution | None,
    budget: int,
    agent: str | None,
    progress: Callable[[int, int, float], object] | bool | None,
) -> str:
    if budget == 0:
        return ""
    known = ChosenSchedules(own)
    code = known.find(program, budget)
    if code is None:
        best = optimize(
            program,
            agent=agent,
            budget=budget,
            progress=progress,
            execution=given or Execution(default_exec_data_file(), threads=own.threads),
        )
        code = best.script or best.schedule
        known.store(program, budget, code)
    return code
