"""Each program of a framework loads and computes what the framework computes, or is refused well.

python -m pip install -r tests/frameworks/requirements.txt
python -m pytest tests/frameworks
"""

import importlib
import importlib.util
import re

import mlirgym
import numpy as np
import pytest

from frameworks.programs import FrameworkProgram

#: The operation that the message names, for each program that does not load.
REFUSED: dict[str, str] = {}

#: torch-mlir has 0.797724 for the root of 2 / pi.
ABSOLUTE = {"torch_gelu_tanh": 1e-3, "onnx_gelu": 1e-3}


#: Packages that import the programs of a framework.
PACKAGES = {"torch": ["torch", "torch_mlir"], "jax": ["jax"], "onnx": ["onnx", "torch_mlir"]}


def of_framework(framework: str) -> list[FrameworkProgram]:
    """All programs of a framework; none if its packages are not installed."""
    if any(importlib.util.find_spec(each) is None for each in PACKAGES.get(framework, ())):
        return []
    return list(importlib.import_module(f"frameworks.{framework}_programs").programs())


PROGRAMS = [each for name in (*PACKAGES, "tosa") for each in of_framework(name)]


@pytest.fixture(scope="module")
def execution():
    """Workers that all programs share, with short measurements."""
    return mlirgym.Execution(budget_ms=2)


@pytest.mark.parametrize("made", PROGRAMS, ids=str)
def test_it_computes_what_the_framework_computes(execution, made):
    if str(made) in REFUSED:
        with pytest.raises(mlirgym.ProgramError, match=re.escape(REFUSED[str(made)])) as refused:
            made.make()
        assert re.match(rf"{made.name}: .*/jax_programs\.py:\d+: ", str(refused.value))
        return
    model = made.make()
    # The reference computes the program without the lowering.
    assert execution.baseline(model).status == "ok"
    outputs = execution.compile(model)(*model.inputs)
    expected = model.reference if made.outputs is None else made.outputs
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    assert len(outputs) == len(expected)
    for output, value in zip(outputs, expected, strict=True):
        value = value.view(np.int8) if value.dtype == np.bool_ else value
        atol = ABSOLUTE.get(str(made), 1e-5)
        np.testing.assert_allclose(output, value, rtol=1e-4, atol=atol)
