"""Each program of a framework loads and computes what the framework computes, or is refused well.

python -m pip install -r tests/frameworks/requirements.txt
python -m pytest tests/frameworks
"""

import importlib
import re
import warnings

import mlirgym
import numpy as np
import pytest

from frameworks.programs import FrameworkProgram

#: The operation that the message names, for each program that does not load.
REFUSED = {
    "jax_cond": "stablehlo.case",
    "jax_scan": "stablehlo.while",
    "jax_scatter_add": "stablehlo.scatter",
    "jax_sort": "stablehlo.sort",
    "jax_while_loop": "stablehlo.while",
}

#: torch-mlir has 0.797724 for the root of 2 / pi.
ABSOLUTE = {"torch_gelu_tanh": 1e-3, "onnx_gelu": 1e-3}


def of_framework(framework: str) -> list[FrameworkProgram]:
    """All programs of a framework; none if its packages are not installed."""
    try:
        module = importlib.import_module(f"frameworks.{framework}_programs")
    except ImportError:
        return []
    return list(module.programs())


PROGRAMS = [each for name in ("torch", "jax", "onnx", "tosa") for each in of_framework(name)]


@pytest.fixture(scope="module")
def execution():
    """Workers that all programs share, with short measurements."""
    return mlirgym.Execution(budget_ms=2)


@pytest.mark.skipif(not PROGRAMS, reason="no importer is installed")
@pytest.mark.parametrize("made", PROGRAMS, ids=str)
def test_it_computes_what_the_framework_computes(execution, made):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = made.lower()
    if str(made) in REFUSED:
        with pytest.raises(mlirgym.ProgramError, match=re.escape(REFUSED[str(made)])) as refused:
            mlirgym.parse_program(text, str(made))
        assert re.match(r"<text>:\d+:\d+: ", str(refused.value))
        return
    program = mlirgym.parse_program(text, str(made))
    # The reference computes the program without the lowering.
    assert execution.baseline(program).status == "ok"
    kernel = execution.compile(program)
    outputs = kernel(*made.inputs)
    expected = made.run()
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    assert len(outputs) == len(expected)
    for output, value in zip(outputs, expected, strict=True):
        value = np.asarray(value)
        if value.dtype == np.bool_:
            value = value.view(np.int8)
        atol = ABSOLUTE.get(str(made), 1e-5)
        np.testing.assert_allclose(output, value, rtol=1e-4, atol=atol)
