"""C++ calls the methods of a workload: their exceptions, references and lifetimes."""

import abc
import copy
import dataclasses
import gc
import pickle
import time
import traceback
import weakref

import mlirgym
import numpy as np
import pytest


class Gemm(mlirgym.Workload):
    """Small, and far faster tiled than not."""

    def payload_module(self):
        return mlirgym.generate_program("matmul_64_96_48").text

    def parameters(self):
        return {"rows": [4, 6], "columns": [16]}

    def schedule_module(self, parameters):
        return "op0: tile({rows},{columns},0) tile(0,0,1) vectorize".format(**parameters)

    def get_reference(self, *inputs):
        return inputs[0].astype(np.float64) @ inputs[1].astype(np.float64)


GOOD = {"rows": 4, "columns": 16}


@pytest.fixture(scope="module")
def execution(short):
    return mlirgym.Execution(**short)


class Mistake(Exception):
    """Of the user's own."""


CALLS = {
    "name": lambda make: make(),
    "payload_module": lambda make: make(),
    "requirements": lambda make: make(),
    "parameters": lambda make: make().tune("random", budget=2),
    "schedule_module": lambda make: make().call(GOOD),
    "get_input_arrays": lambda make: make().call(GOOD),
    "get_reference": lambda make: make().call(GOOD),
    "allocate": lambda make: make().call(GOOD),
    "verify": lambda make: make().call(GOOD),
    "get_complexity": lambda make: make().benchmark(GOOD),
}


def raising(error):
    def guilty(*_):
        raise error

    return guilty


@pytest.mark.parametrize("error", [Mistake("colour"), KeyboardInterrupt(), SystemExit(3)])
@pytest.mark.parametrize("method", CALLS)
def test_what_a_method_raises_is_raised_as_it_is(method, error, execution):
    guilty = raising(error)
    members = {method: property(guilty) if method == "name" else guilty}
    workload = type("Guilty", (Gemm,), members)()
    with pytest.raises(type(error)) as caught:
        CALLS[method](lambda: mlirgym.Engine(workload, execution))
    assert caught.value is error
    assert "guilty" in [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    error.__traceback__ = None
    # The failed engine has no effect on later ones.
    assert mlirgym.Engine(Gemm(), execution).call(GOOD).ok


@pytest.mark.parametrize("call", ["call", "benchmark", "measure", "lower"])
def test_every_call_asks_for_the_schedule_and_raises_what_it_raises(call, execution):
    workload = Gemm()
    workload.schedule_module = raising(Mistake("no schedule"))
    engine = mlirgym.Engine(workload, execution)
    with pytest.raises(Mistake, match="no schedule"):
        getattr(engine, call)(GOOD)
    with pytest.raises(Mistake, match="no schedule"):
        engine.tune("random", budget=2)
    workload.schedule_module = lambda parameters: None
    with pytest.raises(TypeError, match=r"schedule_module: what it returned is None; give a str"):
        getattr(engine, call)(GOOD)
    del workload.schedule_module
    getattr(engine, call)(GOOD)


@pytest.mark.parametrize(
    ("members", "error", "message"),
    [
        ({"name": 7}, TypeError, "name is 7; give a str"),
        ({"program": "text"}, TypeError, "program is 'text'; give a Program"),
        ({"inputs": ["a"]}, TypeError, "'a' is not a NumPy array"),
        (
            {"requirements": lambda: {"features": "fma"}},
            TypeError,
            "odd.requirements: features is 'fma'; give a list of str",
        ),
        (
            {"requirements": lambda: {"threads": "two"}},
            TypeError,
            "odd.requirements: threads is 'two'; give a number",
        ),
        ({"allocate": list}, ValueError, "allocate gave 0 arrays for a program that writes 1"),
        (
            {"allocate": lambda: [np.empty((64, 48))]},
            ValueError,
            r"output 0 of allocate is float64\[64, 48\]; give float32\[64, 48\]",
        ),
        (
            {"allocate": lambda: [np.empty((48, 64), np.float32).T]},
            ValueError,
            "C-contiguous and writable",
        ),
        (
            {"get_reference": lambda *_: np.zeros((64, 1))},
            ValueError,
            r"reference 0 is float64\[64, 1\]; give the shape \[64, 48\]",
        ),
        (
            {"get_reference": lambda *_: []},
            ValueError,
            "0 reference arrays for a program that writes 1",
        ),
    ],
)
def test_what_a_workload_may_not_be_is_said(members, error, message, execution):
    workload = type("Odd", (Gemm,), {"name": members.pop("name", "odd")})()
    vars(workload).update(members)
    with pytest.raises(error, match=message):
        mlirgym.Engine(workload, execution).call(GOOD)


def test_a_reference_that_the_type_has_not_is_said(execution):
    text = (
        "func.func @f(%x: tensor<8xi8>) -> tensor<8xi8> {\n  %e = tensor.empty() : tensor<8xi8>\n"
        "  %y = linalg.add ins(%x, %x : tensor<8xi8>, tensor<8xi8>) outs(%e : tensor<8xi8>)"
        " -> tensor<8xi8>\n  return %y : tensor<8xi8>\n}"
    )
    workload = mlirgym.Workload()
    workload.payload_module = lambda: text
    workload.get_reference = lambda x: 2.5 * x
    with pytest.raises(ValueError, match="reference 0 holds values that i8 has not"):
        mlirgym.Engine(workload, execution).call()
    del workload.reference
    workload.get_reference = lambda x: 2 * x.astype(np.int64)
    assert mlirgym.Engine(workload, execution).call().ok


@pytest.mark.parametrize("no", [False, np.False_, np.array([1, 2])[0] == 2])
def test_a_false_of_numpy_says_no_too(no, execution):
    workload = Gemm()
    workload.verify = lambda outputs: no
    run = mlirgym.Engine(workload, execution).call(GOOD)
    assert (run.status, run.message) == ("wrong_result", "Gemm: verify() returned False")


@pytest.mark.parametrize("without_parameters", [False, True])
def test_a_winner_that_the_workload_refuses_is_an_error(without_parameters, execution):
    workload = Gemm()
    calls = []

    def verify(outputs):
        calls.append(outputs)
        assert len(calls) == 1, "not today"

    workload.verify = verify
    winner = r"rows=\d, columns=16"
    if without_parameters:
        workload.parameters = dict
        workload.schedule_module = lambda parameters: ""  # asked for knobs
        winner = "op0: .*"
    with pytest.raises(RuntimeError, match=f"^Gemm: the winner {winner}: wrong_result: not today"):
        mlirgym.Engine(workload, execution).tune("evolutionary", budget=6)
    assert len(calls) == 2


def test_parameters_of_any_type_keep_their_order_and_identity(execution):
    big, tile = 2**80, (4, 16)
    seen = []

    class Any(Gemm):
        def parameters(self):
            return {"tile": [tile], "a": [True], "z": [None], "big": [big], "end": ["\ud800"]}

        def schedule_module(self, parameters):
            seen.append(parameters)
            return "op0: tile({},{},0) tile(0,0,1) vectorize".format(*parameters["tile"])

    found = mlirgym.Engine(Any(), execution).tune("random", budget=1)
    assert list(seen[0]) == ["tile", "a", "z", "big", "end"]
    assert seen[0]["tile"] is tile and seen[0]["a"] is True and seen[0]["z"] is None
    assert seen[0]["big"] == big and seen[0]["end"] == "\ud800"
    assert found.parameters == seen[0]


def test_a_workload_lives_as_long_as_its_engine(execution):
    workload = Gemm()
    gone = weakref.ref(workload)
    engine = mlirgym.Engine(workload, execution)
    core = engine._engine
    del workload, engine
    gc.collect()
    assert gone() is not None
    measurement, outputs = core.call(GOOD, True)
    assert measurement.ok
    kept = outputs[0].copy()
    del core
    gc.collect()
    assert gone() is None
    assert np.array_equal(outputs[0], kept), "arrays keep their memory"


def test_a_workload_that_keeps_its_engine_is_collected(execution):
    workload = Gemm()
    workload.engine = mlirgym.Engine(workload, execution)
    workload.another = mlirgym.Engine(workload, execution)
    assert workload.engine.call(GOOD).ok
    held = workload.another._engine
    gone = weakref.ref(workload)
    del workload
    gc.collect()
    assert gone() is not None, "somebody holds an engine"
    assert held.call(GOOD, True)[0].ok
    del held
    gc.collect()
    assert gone() is None


def test_arrays_are_those_of_the_workload_and_not_copies(execution):
    class Own(Gemm):
        def allocate(self):
            self.output = super().allocate()[0]
            return [self.output]

    workload = Own()
    engine = mlirgym.Engine(workload, execution)
    run = engine.call(GOOD)
    assert run.ok and run.outputs[0] is workload.output
    for array in (*workload.inputs, *run.outputs):
        assert array.ctypes.data % 64 == 0
    first = run.outputs[0].copy()
    workload.inputs[0][...] = 0
    assert engine.call(GOOD, check_correctness=False).outputs[0].max() == 0
    assert np.array_equal(run.outputs[0], first), "each run has outputs of its own"


class Mixin:
    def __init__(self, size=1, **rest):
        super().__init__(**rest)
        self.size = size


class Mixed(Gemm, Mixin):
    pass


class MixedFirst(Mixin, Gemm):
    pass


@dataclasses.dataclass
class Data(Gemm):
    size: int = 1


class Silent(Gemm):
    def __init__(self):
        self.size = 1


class Loud(Gemm):
    def __init__(self):
        super().__init__()
        self.size = 1


class Abstract(Gemm, abc.ABC):
    @abc.abstractmethod
    def get_reference(self, *inputs): ...


class Concrete(Abstract):
    size = 1

    def get_reference(self, *inputs):
        return None


@pytest.mark.parametrize("kind", [Mixed, MixedFirst, Data, Silent, Loud, Concrete])
def test_a_subclass_is_made_and_copied_as_any_other(kind, execution):
    workload = kind()
    assert workload.size == 1
    for each in (workload, copy.copy(workload), copy.deepcopy(workload)):
        engine = mlirgym.Engine(each, execution)
        assert engine.call(GOOD).ok
        assert copy.deepcopy(engine).call(GOOD).ok
    again = pickle.loads(pickle.dumps(workload))
    assert again.program.key == workload.program.key
    assert vars(again).keys() == vars(workload).keys()


def test_a_subclass_is_refused_as_any_other():
    with pytest.raises(TypeError, match=r"Abstract is abstract; .*get_reference"):
        Abstract()
    with pytest.raises(TypeError, match="argument"):
        Gemm(3)
    with pytest.raises(TypeError, match="argument"):
        Loud(3)


def test_ctrl_c_ends_a_method(execution, ctrl_c_after):
    workload = Gemm()
    workload.verify = lambda outputs: time.sleep(60)
    engine = mlirgym.Engine(workload, execution)
    begun = time.monotonic()
    with ctrl_c_after(3):
        engine.call(GOOD)
    assert time.monotonic() - begun < 30
    del workload.verify
    assert engine.call(GOOD).ok
