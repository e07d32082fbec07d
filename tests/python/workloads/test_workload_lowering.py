"""Workloads with stages, a lowering, libraries and knobs of their own."""

import re
import shutil
import subprocess
from pathlib import Path

import mlirgym
import pytest

PIPELINE = (
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
    "func.func(convert-linalg-to-affine-loops))"
)


class Twice(mlirgym.Workload):
    """y = x + x, tiled in two steps."""

    pipeline = "mlirgym"
    needs: dict = {}

    def payload_module(self):
        return """
        func.func @twice(%x: tensor<48xf32>) -> tensor<48xf32> {
          %empty = tensor.empty() : tensor<48xf32>
          %y = linalg.add ins(%x, %x : tensor<48xf32>, tensor<48xf32>)
              outs(%empty : tensor<48xf32>) -> tensor<48xf32>
          return %y : tensor<48xf32>
        }"""

    def parameters(self):
        return {"tile": [24, 12]}

    def stages(self):
        return ["tiled"]

    def schedule_module(self, parameters, stop_at_stage=None):
        text = "op0: tile({tile})".format(**parameters)
        return text if stop_at_stage == "tiled" else text + " tile(4)"

    def lowering(self):
        return self.pipeline

    def requirements(self):
        return self.needs

    def get_reference(self, x):
        return 2 * x


TILED = {"tile": 24}


@pytest.fixture(scope="module")
def execution(short):
    return mlirgym.Execution(**short)


def test_lowering_stops_at_a_stage(execution):
    engine = mlirgym.Engine(Twice(), execution)

    def at(stage, parameters=TILED):
        return engine.lower(parameters, stage)

    assert "scf.for" not in at("payload") and "linalg.add" in at("payload")
    assert at("tiled").count("scf.for") == 1
    assert at("scheduled").count("scf.for") == 2
    assert "tensor." not in at("bufferized")
    assert at("lowered") == at("llvm") and "define void" in at("llvm")
    assert at("tiled", None) == at("scheduled", None)
    with pytest.raises(
        ValueError,
        match="no lowering stage 'tile'; choose one of payload, tiled, scheduled, vectorized, "
        "bufferized, llvm, assembly",
    ):
        at("tile")


def test_stages_come_from_the_workload(execution):
    workload = Twice()
    workload.stages = lambda: "tiled"
    engine = mlirgym.Engine(workload, execution)
    with pytest.raises(TypeError, match=r"Twice\.stages: what it returned is 'tiled'"):
        engine.lower(TILED, "tiled")
    workload.stages = lambda: ["other"]
    workload.schedule_module = lambda parameters: "op0: vectorize"
    with pytest.raises(TypeError, match="stop_at_stage"):
        engine.lower(TILED, "other")


def test_a_pipeline_of_its_own_takes_the_place_of_the_first_stages(execution):
    workload = Twice()
    workload.pipeline = PIPELINE
    engine = mlirgym.Engine(workload, execution)
    assert "linalg.add" in engine.lower(TILED, "scheduled")
    passes = engine.lower(TILED, "passes")
    assert "affine.for" in passes and "linalg" not in passes and "scf.for" in passes
    assert "define void" in engine.lower(TILED)
    for parameters in (TILED, None):
        run = engine.call(parameters)
        assert run.ok, run.message
        assert (run.outputs[0] == 2 * workload.inputs[0]).all()
    assert engine.benchmark(TILED).ok
    # Its timing is its own.
    own, ours = engine.measure(TILED), mlirgym.Engine(Twice(), execution).measure(TILED)
    assert own.status == ours.status == "ok"
    assert engine.measure(TILED).cache_hit
    found = engine.tune("random", budget=2)
    assert found.samples == 2


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        ("builtin.module(no-such-pass)", "'no-such-pass' does not refer to a registered pass"),
        ("builtin.module(symbol-privatize,symbol-dce)", "after the passes"),
    ],
)
def test_a_pipeline_that_fails_is_a_status(pipeline, message, execution):
    workload = Twice()
    workload.pipeline = pipeline
    engine = mlirgym.Engine(workload, execution)
    run = engine.call(TILED)
    assert run.status in ("transform_failed", "lowering_failed")
    assert message in run.message
    assert engine.tune("random", budget=2).parameters == {}


def test_what_a_lowering_may_not_be_is_said(execution):
    workload = Twice()
    workload.pipeline = "convert-linalg-to-loops"
    with pytest.raises(ValueError, match=r'give "mlirgym", or a pass pipeline builtin.module'):
        mlirgym.Engine(workload, execution)
    workload.pipeline = None
    with pytest.raises(TypeError, match=r"Twice\.lowering: what it returned is None; give a str"):
        mlirgym.Engine(workload, execution)
    workload.pipeline = PIPELINE
    workload.parameters = dict
    workload.schedule_module = lambda parameters: ""
    with pytest.raises(RuntimeError, match="no parameters to search; give it parameters or knobs"):
        mlirgym.Engine(workload, execution).tune("random", budget=2)


# Output of the pipeline below for linalg.add: a call of a function on memref descriptors.
LIBRARY = """
#include <stdint.h>
void ADD(const float *a, const float *a_data, int64_t a_offset, int64_t a_size, int64_t a_stride,
         const float *b, const float *b_data, int64_t b_offset, int64_t b_size, int64_t b_stride,
         float *c, float *c_data, int64_t c_offset, int64_t c_size, int64_t c_stride) {
  for (int64_t i = 0; i < a_size; ++i)
    c_data[c_offset + c_stride * i] =
        SIGN a_data[a_offset + a_stride * i] + b_data[b_offset + b_stride * i];
}
"""


class Calls(Twice):
    """Calls a function of a library in place of the payload's operation."""

    pipeline = (
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries "
        "function-boundary-type-conversion=identity-layout-map},convert-linalg-to-std)"
    )

    def parameters(self):
        return {}

    def schedule_module(self, parameters):
        return ""

    def stages(self):
        return []


@pytest.fixture
def library(tmp_path, execution):
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang-22")
    if compiler is None:
        pytest.skip("no C compiler")
    passes = mlirgym.Engine(Calls(), execution).lower(None, "passes")
    (symbol,) = set(re.findall(r"call @(\w+)", passes))

    def build(name, sign=""):
        source, target = tmp_path / "add.c", tmp_path / name
        source.write_text(LIBRARY)
        flags = ["-shared", "-fPIC", "-O1", f"-DADD={symbol}", f"-DSIGN={sign}"]
        subprocess.run([compiler, *flags, source, "-o", target], check=True)
        return target

    build.symbol = symbol
    return build


def test_code_calls_the_libraries_of_the_requirements(execution, library):
    without = mlirgym.Engine(Calls(), execution).call()
    assert without.status == "compile_failed"
    assert "cannot be linked" in without.message and library.symbol in without.message

    workload = Calls()
    workload.needs = {"libraries": [library("libadd.so")]}
    engine = mlirgym.Engine(workload, execution)
    run = engine.call()
    assert run.ok, run.message
    assert engine.call({}).ok and engine.benchmark().ok
    assert engine.measure().status == "ok" and engine.measure().cache_hit
    assert "libadd" not in Path("/proc/self/maps").read_text()

    # Their contents are part of every key.
    workload.needs = {"libraries": [library("libadd.so", sign="-")]}
    wrong = mlirgym.Engine(workload, execution)
    assert wrong.call().status == "wrong_result"
    assert wrong.call().status == "wrong_result"
    assert engine.measure().status == "ok"


def test_mistakes_about_libraries_name_them(execution, tmp_path):
    workload = Calls()
    workload.needs = {"libraries": [tmp_path / "libnone.so"]}
    with pytest.raises(ValueError, match=r"libnone\.so"):
        mlirgym.Engine(workload, execution)
    (tmp_path / "text.so").write_text("INPUT(libc.so.6)")
    workload.needs = {"libraries": [tmp_path / "text.so"]}
    with pytest.raises(ValueError, match=r"text\.so: not a shared library; link it with -shared"):
        mlirgym.Engine(workload, execution)
    workload.needs = {"libraries": "libm.so"}
    with pytest.raises(TypeError, match=r"libraries is 'libm\.so'; give a list of paths"):
        mlirgym.Engine(workload, execution)


class Knobs(Twice):
    """Parameters in the schedule itself."""

    options = "[4, 8, 16]"

    def parameters(self):
        return {}

    def stages(self):
        return []

    def schedule_module(self, parameters):
        return f"""
        module attributes {{transform.with_named_sequence}} {{
          transform.named_sequence @__transform_main(
              %root: !transform.any_op {{transform.readonly}}) {{
            %size = transform.tune.knob<"tile size"> options = {self.options}
                -> !transform.param<i64>
            %inner = transform.tune.knob<"inner"> = 2 from options = [2, 4]
                -> !transform.param<i64>
            %add = transform.structured.match ops{{["linalg.add"]}} in %root
                : (!transform.any_op) -> !transform.any_op
            %tiled, %loop = transform.structured.tile_using_for %add tile_sizes [%size]
                : (!transform.any_op, !transform.param<i64>)
                -> (!transform.any_op, !transform.any_op)
            %tiled_2, %loop_2 = transform.structured.tile_using_for %tiled tile_sizes [%inner]
                : (!transform.any_op, !transform.param<i64>)
                -> (!transform.any_op, !transform.any_op)
            transform.yield
          }}
        }}"""


def steps(ir):
    """Step of each loop, the outer one first."""
    constants = dict(re.findall(r"(%\w+) = arith.constant (\d+) : index", ir))
    return [int(constants[name]) for name in re.findall(r"step (%\w+)", ir)]


def test_knobs_of_the_schedule_are_parameters(execution):
    engine = mlirgym.Engine(Knobs(), execution)
    assert engine.parameters() == {"tile size": [4, 8, 16], "inner": [2, 4]}
    scheduled = engine.lower({"tile size": 16, "inner": 4}, "scheduled")
    assert steps(scheduled) == [16, 4]
    # A knob may have a selection in the schedule.
    assert steps(engine.lower({"tile size": 8}, "scheduled")) == [8, 2]
    run = engine.call({"tile size": 8, "inner": 4})
    assert run.ok, run.message
    first, other = engine.measure({"tile size": 8}), engine.measure({"tile size": 16})
    assert first.status == other.status == "ok" and not other.cache_hit
    found = engine.tune("random", budget=6)
    assert found.samples == 6
    assert not found.parameters or engine.call(found.parameters).ok


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({}, mlirgym.ScheduleError, "no value for the knob 'tile size'; give one of 4, 8, 16"),
        (
            {"tile size": 5},
            mlirgym.ScheduleError,
            "5 is no option of the knob 'tile size'; give one of 4, 8, 16",
        ),
        (
            {"tile size": 4, "size": 4},
            ValueError,
            "no parameter and no knob 'size'; there are tile size, inner",
        ),
    ],
)
def test_values_that_are_no_options_are_told(parameters, error, message, execution):
    with pytest.raises(error, match=message):
        mlirgym.Engine(Knobs(), execution).call(parameters)


def test_options_of_knobs_have_any_type(execution):
    workload = Knobs()
    workload.options = '[-4, 8 : i32, 2.5, true, "a, \\22b\\22", [1, [2]], i32]'
    engine = mlirgym.Engine(workload, execution)
    choices = engine.parameters()["tile size"]
    assert choices == [-4, 8, 2.5, True, 'a, "b"', (1, (2,)), "i32"]
    assert [type(choice) for choice in choices] == [int, int, float, bool, str, tuple, str]
    for choice in choices:
        run = engine.call({"tile size": choice})
        assert "is no option" not in run.message
    workload.options = "#llvm.linkage<internal>"
    with pytest.raises(mlirgym.ScheduleError, match="'tile size' has no list of options"):
        mlirgym.Engine(workload, execution).parameters()
    workload.options = "[4"
    with pytest.raises(mlirgym.ExecutionError, match="cannot be lowered"):
        mlirgym.Engine(workload, execution).parameters()
