"""Suites of workloads: the workloads that a module of the user defines."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from mlirgym.checks import nearest
from mlirgym.workloads.workload import Workload

#: ``MODULE``, ``MODULE:NAME`` or ``MODULE:NAME(ARGUMENTS)``.
_NAMED = re.compile(r"(?P<name>[^\W\d]\w*)\s*(?P<arguments>\(.*\))?", re.DOTALL)


def load_workloads(place: str) -> list[Workload]:
    """Make the workloads that a text denotes.

    Parameters
    ----------
    place : str
        ``MODULE:NAME``. The module is a name such as ``kernels.gemm`` or a file that ends in
        ``.py``. The name is a subclass of `Workload`, a workload, an iterable of these, or a
        function that returns one of these; classes and functions may have arguments, which must be
        literals: ``gemm.py:Gemm(64, 96, k=48)``. Without a name, all workloads of the module: its
        ``workloads``, or else its classes that need no arguments, in the order of the file.

    Raises
    ------
    ValueError
        If the text, the module or the name cannot be used; lists the names that can be used.
    """
    module_name, colon, wanted = place.partition(":")
    module = _import(module_name)
    if colon:
        return list(_made(_call(module, wanted, place), place))
    if hasattr(module, "workloads"):
        return list(_made(_value(module.workloads), f"{place}:workloads"))
    classes = _classes(module)
    found = [each() for each in classes if not _needed_arguments(each)]
    if not found:
        mend = f"name {place}:{classes[0].__name__}(...)" if classes else "define a class"
        raise ValueError(
            f"{place}: no workload can be made without arguments; {mend}, or list workloads in a "
            "variable `workloads`"
        )
    return found


def _import(name: str) -> ModuleType:
    if not name:
        raise ValueError("no module before the colon; give MODULE:CLASS, or FILE.py:CLASS")
    if not name.endswith(".py"):
        # As `python -m` does.
        if "" not in sys.path and str(Path.cwd()) not in sys.path:
            sys.path.insert(0, str(Path.cwd()))
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise
            raise ValueError(
                f"{name}: no such module; run in its folder, install it, or give its file"
            ) from None
    path = Path(name).resolve()
    if not path.is_file():
        raise ValueError(f"{name}: no such file; give a Python file or the name of a module")
    loaded = sys.modules.get(path.stem)
    if loaded is not None and getattr(loaded, "__file__", None) != str(path):
        raise ValueError(f"{name}: there is another module {path.stem}; rename the file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # so that its classes can be pickled
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module


def _classes(module: ModuleType) -> list[type[Workload]]:
    """Workloads that the module defines itself."""
    return [
        each
        for each in vars(module).values()
        if inspect.isclass(each)
        and issubclass(each, Workload)
        and each.__module__ == module.__name__
        and not inspect.isabstract(each)
    ]


def _needed_arguments(workload: type[Workload]) -> bool:
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(
        each.default is each.empty and each.kind not in variadic
        for each in inspect.signature(workload).parameters.values()
    )


def _call(module: ModuleType, wanted: str, place: str) -> Any:
    matched = _NAMED.fullmatch(wanted.strip())
    if matched is None:
        raise ValueError(f"{place}: give MODULE:NAME or MODULE:NAME(ARGUMENTS)")
    name = matched["name"]
    if not hasattr(module, name):
        known = [each.__name__ for each in _classes(module)]
        raise ValueError(f"{place}: {module.__name__} has no {name}; {nearest(name, known)}")
    target = getattr(module, name)
    if matched["arguments"] is None:
        return _value(target, place)
    if not callable(target):
        raise ValueError(f"{place}: {name} takes no arguments; leave them out")
    positional, named = _literals(matched["arguments"], place)
    return target(*positional, **named)


def _literals(arguments: str, place: str) -> tuple[list[Any], dict[str, Any]]:
    """Arguments of a call, without evaluating anything."""
    try:
        call = ast.parse(f"f{arguments}", mode="eval").body
        if not isinstance(call, ast.Call) or any(each.arg is None for each in call.keywords):
            raise ValueError
        named = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
        return [ast.literal_eval(each) for each in call.args], named
    except (SyntaxError, ValueError):
        raise ValueError(
            f"{place}: arguments are literals, such as (64, 96, dtype='f32')"
        ) from None


def _value(target: Any, place: str = "") -> Any:
    if not callable(target) or isinstance(target, Workload):
        return target
    if inspect.isclass(target) and issubclass(target, Workload) and _needed_arguments(target):
        raise ValueError(
            f"{place}: {target.__name__} needs arguments {inspect.signature(target)}; "
            f"give them, as in {place}(...)"
        )
    return target()


def _made(value: Any, place: str) -> Iterator[Workload]:
    if isinstance(value, Workload):
        yield value
        return
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise ValueError(f"{place} is {value!r}; give a workload or several")
    for each in value:
        yield from _made(each, place)
