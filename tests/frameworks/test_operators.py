"""Each operator and each kernel of NPBench computes what PyTorch does, or its line is refused.

python -m pip install -r tests/frameworks/requirements.txt
python -m pytest tests/frameworks/test_operators.py
"""

import re
import sys
from pathlib import Path

import mlirgym
import numpy as np
import pytest

pytest.importorskip("torch_mlir", reason="install tests/frameworks/requirements.txt")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import operators

#: What the message names, for each operator that torch-mlir does not import.
REFUSED = {
    "torch_conv3d_depthwise": "'aten.convolution' cannot be imported",
    "torch_cummax": "'aten.cummax' cannot be imported",
    "torch_transposed_conv2d_depthwise": "'tensor.collapse_shape' op expected reassociation map",
}


@pytest.fixture(scope="module")
def execution():
    """Workers that all operators share, with short measurements."""
    return mlirgym.Execution(budget_ms=2)


def test_there_are_two_hundred_and_those_that_load_are_a_suite():
    assert (len(operators.SINGLE), len(operators.CHAINS)) == (120, 80)
    assert len(REFUSED) <= 10
    loaded = {name for name in operators.PROGRAMS if name not in REFUSED}
    shallow = {name for name in loaded if not operators.is_deep(name)}
    suites = {*mlirgym.suite_programs("operators"), *mlirgym.suite_programs("npbench")}
    assert suites == shallow


@pytest.mark.parametrize("name", operators.PROGRAMS)
def test_it_computes_what_pytorch_computes(execution, name):
    if name in REFUSED:
        with pytest.raises(mlirgym.ProgramError, match=re.escape(REFUSED[name])) as refused:
            operators.imported(name)
        assert re.match(rf"{name}: .*/operators\.py:\d+: ", str(refused.value))
        return
    model = operators.imported(name)
    stored = mlirgym.generate_program(name)
    assert stored.key == model.program.key, "write the file anew: scripts/operators.py"
    # The evaluator verifies the lowering, on inputs of its own; then PyTorch does, on these.
    assert execution.baseline(model).status == "ok"
    outputs = execution.compile(model)(*model.inputs)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    for output, value in zip(outputs, model.reference, strict=True):
        np.testing.assert_allclose(output, value, rtol=0, atol=1e-4 * np.abs(value).max())
