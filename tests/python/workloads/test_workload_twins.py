"""One workload, defined in C++ (WorkloadTwin.cpp) and here, answers the same."""

import json
import subprocess
from pathlib import Path

import mlirgym
import numpy as np
import pytest
from mlirgym.execution.arrays import DTYPES

PROGRAM = Path(__file__).parents[3] / "build" / "release" / "bin" / "workload-twin"
GOOD = {"tile": 8, "end": "vectorize"}


class Twin(mlirgym.Workload):
    """y = x + x, with the reference factor * x."""

    needs = {}

    def __init__(self, dtype, factor):
        self.dtype, self.factor = dtype, factor

    def payload_module(self):
        tensor = f"tensor<48x{self.dtype}>"
        return (
            f"func.func @twin(%x: {tensor}) -> {tensor} {{\n  %e = tensor.empty() : {tensor}\n"
            f"  %y = linalg.add ins(%x, %x : {tensor}, {tensor}) outs(%e : {tensor}) -> {tensor}\n"
            f"  return %y : {tensor}\n}}"
        )

    def parameters(self):
        return {"tile": [8, 16], "end": ["vectorize", "done"]}

    def schedule_module(self, parameters):
        return f"op0: tile({parameters['tile']}) {parameters['end']}"

    def get_reference(self, x):
        if self.dtype not in ("f64", "f32", "i32"):
            return None
        return (self.factor * x.astype(np.float64)).astype(x.dtype)

    def requirements(self):
        return self.needs


def hexadecimal(arrays):
    return [array.tobytes().hex() for array in arrays]


def why_not(call):
    try:
        call()
    except Exception as error:
        return str(error)
    return "no error"


def answers_of(dtype, factor):
    twin = Twin(dtype, factor)
    execution = mlirgym.Execution(budget_ms=20)
    engine = mlirgym.Engine(twin, execution)
    run = engine.call(GOOD)
    tune = why_not(lambda: engine.tune("random", budget=2))
    twin.needs = {"threads": 64}
    return {
        "inputs": hexadecimal(twin.inputs),
        "outputs": hexadecimal(run.outputs),
        "status": run.status,
        "message": run.message,
        "flops": twin.get_complexity()["flops"],
        "lowered": engine.lower(GOOD, "scheduled"),
        "tune": tune,
        "illegal": why_not(lambda: engine.call({"tile": 99, "end": "done"})),
        "unknown": why_not(lambda: mlirgym.Workload.schedule_module(twin, GOOD)),
        "threads": why_not(lambda: mlirgym.Engine(twin, execution)),
    }


@pytest.mark.parametrize(
    ("dtype", "factor", "status"),
    [
        ("f32", 2, "ok"),
        ("f32", 3, "wrong_result"),
        # T = 18 eps: within it, beyond it on average, beyond it somewhere.
        ("f32", 2 * (1 + 2.0**-22), "ok"),
        ("f32", 2 * (1 + 14 * 2.0**-23), "wrong_result"),
        ("f32", 2 * (1 + 80 * 2.0**-23), "wrong_result"),
        ("f64", 2 * (1 + 2.0**-51), "ok"),
        ("f64", 2 * (1 + 80 * 2.0**-52), "wrong_result"),
        ("i32", 2, "ok"),
        ("i32", 3, "wrong_result"),
        ("f16", 2, "ok"),
        ("bf16", 2, "ok"),
        ("i64", 2, "ok"),
        ("i8", 2, "ok"),
    ],
)
def test_a_workload_of_cpp_and_one_of_python_answer_the_same(dtype, factor, status):
    done = subprocess.run(
        [PROGRAM, dtype, repr(float(factor))], capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    ours = answers_of(dtype, factor)
    assert ours["status"] == status, ours["message"]
    assert json.loads(done.stdout) == ours
    for key, part in {
        "tune": "no error" if status == "ok" else f"untransformed payload: {status}: output 0: ",
        "illegal": "tile size 99",
        "unknown": "Twin: has no schedule parameter 'tile'; give none",
        "threads": "Twin: needs 64 threads, the execution has 1",
        "lowered": "scf.for",
    }.items():
        assert part in ours[key]
    inputs = np.frombuffer(bytes.fromhex(ours["inputs"][0]), DTYPES[dtype])
    if dtype != "bf16":
        assert (inputs >= (-8 if dtype.startswith("i") else -1)).all()
        assert len(set(inputs.tolist())) > 8
