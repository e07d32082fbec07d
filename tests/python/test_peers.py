"""What scripts/bench peers takes program names for is what the generator makes of them."""

import importlib.util
import sys
from pathlib import Path

import mlirgym
import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "peers" / "operators.py"


@pytest.fixture(scope="module")
def operator_class():
    spec = importlib.util.spec_from_file_location("peer_operators", FILE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module.Operator


@pytest.mark.parametrize("suite", ["quick", "odd", "peers"])
def test_shapes_are_those_of_the_generator(suite, operator_class):
    for name in mlirgym.suite_programs(suite):
        operator = operator_class.parse(name)
        arguments = mlirgym.generate_program(name).arguments
        inputs = [tuple(a["shape"]) for a in arguments if a["is_input"]]
        outputs = [tuple(a["shape"]) for a in arguments if a["is_output"]]
        assert operator.input_shapes == inputs, name
        assert [operator.output_shape] == outputs, name


def test_a_type_is_no_number(operator_class):
    operator = operator_class.parse("matmul_3_4_5_f64")
    assert operator.numbers == (3, 4, 5)
    assert operator.dtype == "f64"


@pytest.mark.parametrize("name", ["fft_64", "matmul", "matmul_3_4_5_i8"])
def test_names_that_peers_do_not_have(name, operator_class):
    with pytest.raises(ValueError, match="not a program that peers support"):
        operator_class.parse(name)
