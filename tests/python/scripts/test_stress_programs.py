"""The differential fuzzer: what it takes for right, and that it finds what is wrong."""

import dataclasses
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import mlirgym
import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "stress" / "programs"
sys.path.insert(0, str(FOLDER))

import families  # noqa: E402
from bounded import Bounded, cast, compare, decode, encode, exact, scalar, select  # noqa: E402
from campaign import Case, Workbench, examine, load_case, reduced  # noqa: E402
from check import Subject, Unfit, difference  # noqa: E402
from evaluate import evaluate, spread_over_tiles  # noqa: E402
from generate import generate  # noqa: E402
from inputs import draw_inputs  # noqa: E402
from model import Instr, Node, Program, Structured, Term, from_json, loop, to_json  # noqa: E402
from sabotage import lapse, omission, sabotage  # noqa: E402
from shrink import Shrinker, simpler_schedules  # noqa: E402
from text import to_mlir  # noqa: E402


def generic(arguments, op, result, start=None, tables=()):
    """A program of one operation; `start` fills its result, None: an argument does."""
    program = Program()
    operands = [program.add(Node("arg", [], [type_])) for type_ in arguments]
    if start is None:
        operands.append(program.add(Node("arg", [], [result])))
    else:
        operands.append(program.add(Node("fill", [], [result], attrs={"value": start})))
    operands += [program.add(Node("arg", [], [type_])) for type_ in tables]
    program.outputs = [program.add(Node("structured", operands, [result], op))]
    return program


def combined(maps, extents, kinds, name, dtype, factors=1):
    """Inputs, multiplied if there are two, combined by `name`."""
    body = [Instr("input", (), dtype, i) for i in range(len(maps))]
    term = 0
    if factors == 2:
        body.append(Instr("mulf" if dtype[0] != "i" else "muli", (0, 1), dtype))
        term = len(body) - 1
    body.append(Instr(name, (len(maps) - 1, term), dtype))
    return Structured("generic", extents, kinds, maps, len(maps) - 1, body, [len(body) - 1])


P, R = "parallel", "reduction"


@pytest.mark.parametrize("dtype", ["f64", "f32", "f16", "bf16"])
def test_small_integers_may_not_be_off_at_all_and_sums_by_a_part_of_their_terms(dtype):
    op = combined([[loop(0)], []], [64], [R], "addf", dtype)
    program = generic([((64,), dtype)], op, ((), dtype), 0)
    ones = evaluate(program, [exact(np.ones(64), dtype)])[0]
    assert (ones.value, ones.error) == (64, 0)
    assert difference(encode(np.array(65.0), dtype), ones)
    halves = evaluate(program, [exact(np.tile([0.75, -0.75], 32), dtype)])[0]
    assert halves.value == 0
    assert 0 < halves.error < 64
    assert decode(encode(np.array(0.5), dtype), dtype) == 0.5


def test_what_rounding_decides_is_not_asked_for():
    # sqrt(2) is irrational: which side of itself it is on is chance.
    root = scalar("sqrt", [exact(np.array([2.0, 4.0]), "f32")])
    square = scalar("mulf", [root, root])
    two = exact(np.array([2.0, 5.0]), "f32")
    made = select(compare("ogt", square, two), exact(np.array([1.0]), "f32"), two)
    assert made.error[0] >= 1
    assert made.error[1] == 0
    overflown = scalar("mulf", [exact(np.array([1e30]), "f32")] * 2)
    assert np.isinf(overflown.error[0])


@pytest.mark.parametrize(("op", "operands"), [("mulf", "ab"), ("mulf", "ba"), ("divf", "ab")])
def test_infinity_times_a_number_that_may_be_zero_is_not_asked_for(op, operands):
    infinite = exact(np.array([np.inf, np.inf, np.inf]), "bf16")
    # 1, which rounding may change into 0; 1; 0.
    doubtful = dataclasses.replace(
        exact(np.array([1.0, 1.0, 0.0]), "bf16"), error=np.array([1.0, 0.25, 0.0])
    )
    pair = (infinite, doubtful) if operands == "ab" else (doubtful, infinite)
    with np.errstate(all="ignore"):
        result = scalar(op, list(pair))
    # A quotient by 0 has the sign of the zero, which may be lost.
    assert list(result.error) == [np.inf, 0, np.inf if op == "divf" else 0]


def test_a_function_that_overflows_within_the_error_of_its_operand_is_not_asked_for():
    operand = dataclasses.replace(
        exact(np.array([1e5, 1e5, 1.0]), "f64"), error=np.array([2e5, 1.0, 0.0])
    )
    with np.errstate(all="ignore"):
        powers = scalar("powf", [exact(np.array([2.0, 2.0, 2.0]), "f64"), operand])
        for result in (scalar("exp", [operand]), powers):
            assert np.isinf(result.error[0])
            assert result.error[1] == 0
            assert 0 < result.error[2] < 1e-10
        assert scalar("log", [exact(np.array([-1.0]), "f64")]).error == 0


def test_the_sign_of_an_infinite_quotient_is_not_asked_for():
    """1 / (0 * -1) is -inf, and inf in a kernel that loses the sign of zero."""
    with np.errstate(all="ignore"):
        zero = scalar("mulf", [exact(np.array([0.0, 0.0, 2.0]), "f32"), exact(-1, "f32")])
        result = scalar("divf", [exact(np.array([1.0, 0.0, 1.0]), "f32"), zero])
    assert np.isinf(result.error[0])
    assert np.isnan(result.value[1]) and result.error[1] == 0
    assert result.error[2] < 1e-5


def test_a_sum_is_rounded_as_the_largest_value_that_rounding_may_give_it():
    """Whether floor is 0 or 1 is one rounding; 1 + 0.168 is then rounded further than 0.168."""
    almost = exact(np.array([0.9999]), "f32")
    step = scalar("floor", [cast(almost, "bf16")])
    total = scalar("addf", [step, exact(np.array([0.16796875]), "bf16")])
    assert total.value[0] == 0.16796875
    assert total.error[0] > 1.171875 - 0.16796875


def test_the_inputs_of_a_draw_do_not_depend_on_the_other_draws():
    program = from_json(to_json(generate(1, 3)))
    first = Subject(program, ["uniform", "small", "uniform"], 3).trials
    second = Subject(program, ["small", "uniform"], 3).trials
    for one, other in ((first[0], second[1]), (first[1], second[0])):
        for mine, yours in zip(one.arrays, other.arrays, strict=True):
            assert np.array_equal(mine, yours)
    assert not np.array_equal(first[0].arrays[0], first[2].arrays[0])


def test_programs_are_decided_by_their_seed_and_survive_json():
    for index in range(20):
        program = generate(3, index)
        assert to_mlir(program) == to_mlir(generate(3, index))
        assert to_mlir(from_json(to_json(program))) == to_mlir(program)
    assert to_mlir(generate(4, 0)) != to_mlir(generate(3, 0))


def test_every_family_and_type_comes_up_and_is_accepted():
    forms, dtypes, nodes, ops = Counter(), Counter(), Counter(), Counter()
    extents = Counter()
    for index in range(2000):
        program = generate(1, index)
        for node in program.nodes:
            nodes[node.kind] += 1
        for op in program.structured:
            forms[op.form] += 1
            dtypes.update(instr.dtype for instr in op.body)
            ops.update(instr.op for instr in op.body)
            extents.update(op.extents)
            for term in (term for terms in op.maps for term in terms):
                nodes["reversed"] += any(factor < 0 for _, factor in term.factors)
                nodes["strided"] += any(factor > 1 for _, factor in term.factors)
                nodes["constant"] += not term.factors
                nodes["mod"] += bool(term.modulo or term.divide)
        if index < 150:
            try:
                mlirgym.parse_program(to_mlir(program), "p")
            except mlirgym.ProgramError as error:
                assert "nothing is computed" in str(error), to_mlir(program)
    wanted = {*families.CONVOLUTIONS, *families.POOLINGS, *families.CONTRACTIONS}
    wanted |= {*families.UNARY, *families.BINARY, "map", "reduce", "transpose", "broadcast"}
    wanted |= {"contract", "elementwise", "softmax", "generic"}
    assert wanted <= set(forms), wanted - set(forms)
    assert {"f64", "f32", "f16", "bf16", "i64", "i32", "i8"} <= set(dtypes)
    for kind in ("pad", "slice", "collapse", "expand", "whole", "dense", "reversed", "strided"):
        assert nodes[kind] > 10, kind
    for kind in ("constant", "mod"):
        assert nodes[kind] > 10, kind
    for op in ("index", "const", "maxnumf", "xori", "extract", "select", "cast"):
        assert ops[op] > 10, op
    assert extents[1] > 500
    assert sum(count for n, count in extents.items() if n % 2) > sum(extents.values()) / 3


@pytest.fixture(scope="module")
def bench():
    return Workbench()


def relu_of_product():
    """Rows times columns, then the maximum with zero; K = 5."""
    op = combined(
        [[loop(0), loop(2)], [loop(2), loop(1)], [loop(0), loop(1)]],
        [6, 9, 5],
        [P, P, R],
        "addf",
        "f32",
        factors=2,
    )
    program = generic([((6, 5), "f32"), ((5, 9), "f32")], op, ((6, 9), "f32"), 0)
    init = program.add(Node("empty", [], [((6, 9), "f32")]))
    body = [
        Instr("input", (), "f32", 0),
        Instr("input", (), "f32", 1),
        Instr("const", (), "f32", 0.0),
        Instr("maximumf", (0, 2), "f32"),
    ]
    both = [loop(0), loop(1)]
    relu = Structured("generic", [6, 9], [P, P], [both, both], 1, body, [3])
    operands = [program.outputs[0], init]
    program.outputs = [program.add(Node("structured", operands, [((6, 9), "f32")], relu))]
    return program


def changed(program, **changes):
    """A copy whose product is another: what a compiler that is wrong makes of it."""
    made = program.copy()
    for node in made.nodes:
        if node.op is not None and len(node.op.extents) == 3:
            for name, change in changes.items():
                setattr(node.op, name, change(getattr(node.op, name)))
            return made
    raise AssertionError("no product")


def subtracts(body):
    return [dataclasses.replace(i, op="subf" if i.op == "addf" else i.op) for i in body]


def one_off(body):
    # The first factor is a little larger than it is: 2^-20 of it.
    return [*body[:3], Instr("mulf", (0, 1), "f32"), *body[4:]]


MISCOMPILATIONS = {
    "subtracts": lambda p: changed(p, body=subtracts),
    "reads the next element": lambda p: changed(
        p, maps=lambda m: [[m[0][0], Term(((2, 1),), 1, modulo=5)], *m[1:]]
    ),
    "reads rows backwards": lambda p: changed(
        p, maps=lambda m: [[Term(((0, -1),), 5), m[0][1]], *m[1:]]
    ),
    "adds twice": lambda p: changed(
        p,
        body=lambda b: [*b, Instr("addf", (len(b) - 1, 3), "f32")],
        yields=lambda y: [y[0] + 1],
    ),
}


@pytest.mark.parametrize("name", MISCOMPILATIONS)
@pytest.mark.parametrize("draw", ["sparse", "small", "uniform", "wide", "planted"])
def test_a_seeded_miscompilation_is_found(name, draw, bench):
    program = relu_of_product()
    subject = Subject(program, [draw], 5)
    assert subject.run(bench.runner(1), "") is None
    subject.loaded = Subject(MISCOMPILATIONS[name](program), [], 5).loaded
    fault = subject.run(bench.runner(1), "")
    assert fault is not None
    assert fault.kind == "wrong_result"
    assert fault.draw == draw
    assert "instead of" in fault.message


def test_a_kernel_that_crashes_and_a_schedule_that_is_illegal_are_faults(bench):
    program = relu_of_product()
    subject = Subject(program, ["small"], 5)
    fault = subject.check_text("op0: tile(99,0,0)")
    assert fault is not None
    assert fault.kind == "mask"
    case = Case(to_json(program), "op1: vectorize", "wrong_result", "", ["small"], 5, 1)
    assert examine(bench, case, verify=True) is None


def test_a_kernel_that_reads_a_part_of_its_terms_must_be_refused(bench):
    drawn = next(
        drawn
        for drawn in (sabotage(random.Random(i)) for i in range(100))
        if drawn.program.structured[0].body[-1] == Instr("addf", (1, 0), "f32")
    )
    kept, terms = map(int, re.findall(r"\d+", drawn.what))
    assert kept <= terms / 2
    subject = Subject(drawn.program, ["uniform"], 5)
    assert subject.check_refusal(bench.runner(1), drawn.script) is None
    # With the right end of its loop it is right, and so no test of the verification.
    right = drawn.script.replace(f"constant {kept} ", f"constant {terms} ")
    with pytest.raises(Unfit, match="partly correct"):
        subject.check_refusal(bench.runner(1), right)
    # What accepts it is found: here one that does not look.
    everything = SimpleNamespace(ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("check.Engine.measure", lambda *_: everything)
        fault = subject.check_refusal(bench.runner(1), drawn.script)
    assert fault is not None
    assert fault.kind == "accepted"


@pytest.mark.parametrize("function", ["exp", "tanh", "divf"])
def test_a_kernel_that_computes_with_what_is_masked_must_be_refused(function, bench):
    drawn = next(
        drawn
        for drawn in (sabotage(random.Random(i)) for i in range(1000))
        if drawn.what == "the mask is 2 in place of -inf"
        and drawn.program.nodes[0].results[0][1] == "f32"
        and drawn.program.structured[0].body[-1].op == function
    )
    subject = Subject(drawn.program, ["uniform"], 5)
    assert subject.check_refusal(bench.runner(1), drawn.script) is None


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("the branch of oeq is left out", "select"),
        ("the branch of uno is left out", "select"),
        ("a bound is left out", None),
        ("nothing is computed", "maximumf"),
        ("nothing is computed", "tanh"),
    ],
)
def test_a_kernel_without_what_random_inputs_do_not_show_must_be_refused(words, last, bench):
    drawn = next(
        drawn
        for drawn in (omission(random.Random(i)) for i in range(1000))
        if drawn.words == words
        and drawn.program.nodes[0].results[0][1] == "f32"
        and last in (None, drawn.program.structured[-1].body[-1].op)
    )
    subject = Subject(drawn.program, ["branches", "special"], 5)
    assert subject.check_module(bench.runner(1), drawn.kernel) is None
    # The program itself is right, and so no test of the verification.
    with pytest.raises(Unfit, match="right on all inputs"):
        subject.check_module(bench.runner(1), drawn.program)
    # What accepts the kernel without a word is found.
    without_a_word = SimpleNamespace(measure_module=lambda *_: SimpleNamespace(ok=True, message=""))
    fault = subject.check_module(without_a_word, drawn.kernel)
    assert fault is not None
    assert fault.kind == "accepted_module"
    case = Case(to_json(drawn.program), to_json(drawn.kernel), fault.kind, "", ["branches"], 5, 1)
    assert examine(bench, case, verify=True) is None


@pytest.mark.parametrize(
    "words",
    [
        "what is read and written stays as it is",
        "a sum is never cleared",
        "nothing is computed again",
    ],
)
def test_a_kernel_that_is_right_when_it_is_called_first_must_be_refused(words, bench, monkeypatch):
    drawn = next(
        drawn
        for drawn in (lapse(random.Random(i)) for i in range(100))
        if drawn.words == words and drawn.program.nodes[0].results[0][1] == "f32"
    )
    subject = Subject(drawn.program, ["uniform"], 5)
    if drawn.c:
        assert subject.check_benchmark(drawn.c) is None
        patched, kind = ("check.Engine.benchmark", lambda *_: SimpleNamespace(ok=True)), "benchmark"
    else:
        assert subject.check_later_calls(bench.runner(1), drawn.module) is None
        patched, kind = ("check.Subject._accepts", lambda *_: True), "later"
    # What accepts the kernel is found.
    case = Case(
        to_json(drawn.program), drawn.module + drawn.c, f"accepted_{kind}", "", ["uniform"], 5, 1
    )
    assert examine(bench, case, verify=True) is None
    monkeypatch.setattr(*patched)
    fault = examine(bench, case, verify=True)
    assert fault is not None
    assert fault.kind == case.fault


def test_inputs_hold_the_constants_of_a_program_and_numbers_far_beyond():
    body = [Instr("input", (), "f32", k) for k in range(2)]
    body += [Instr("const", (), "f32", 100.0), Instr("cmp", (0, 2), "i1", "ogt")]
    body += [Instr("select", (3, 2, 0), "f32")]
    row = [loop(0)]
    op = Structured("generic", [999], [P], [row, row], 1, body, [4])
    program = generic([((999,), "f32")], op, ((999,), "f32"), 0)
    drawn = draw_inputs(program, "branches", 1)[0].value
    planted = drawn[np.abs(drawn) >= 1]
    assert set(planted.tolist()) == {100.0, 1600.0}
    assert len(planted) < len(drawn) / 12


def test_what_a_maximum_starts_from_does_not_hide_its_result():
    op = combined([[loop(0), loop(1)], [loop(0)]], [2, 3], [P, R], "maxnumf", "f32")
    program = generic([((2, 3), "f32")], op, ((2,), "f32"), -np.inf)
    made = evaluate(program, [exact(np.array([[1.5, 2.5, 0.5], [3.0, 1.0, 2.0]]), "f32")])[0]
    assert made.value.tolist() == [2.5, 3.0]
    assert made.error.tolist() == [0, 0]


def test_reducing_leaves_what_fails_and_nothing_else():
    program = relu_of_product()
    init = program.add(Node("empty", [], [((6, 9), "f32")]))
    body = [*(Instr("input", (), "f32", k) for k in range(2)), Instr("tanh", (0,), "f32")]
    both = [loop(0), loop(1)]
    op = Structured("tanh", [6, 9], [P, P], [both, both], 1, body, [2])
    node = Node("structured", [program.outputs[0], init], [((6, 9), "f32")], op)
    program.outputs.insert(0, program.add(node))
    schedule = (
        "op2: tile(0,2) vectorize; op1: promote(0); op0: interchange(1,0,2) tile(3,4,0) promote(1)"
    )

    def fails(candidate, text):
        has_tanh = any(i.op == "tanh" for op in candidate.structured for i in op.body)
        mlirgym.parse_program(to_mlir(candidate), "p")  # all that is tried is a program
        return has_tanh and "promote(1)" in text

    small, text = Shrinker(fails, 2000).shrink(program, schedule)
    assert text == "op0: promote(1)"
    assert len(small.structured) == 1
    assert set(small.structured[0].extents) <= {1}
    assert len(to_mlir(small)) < len(to_mlir(program))
    assert "op0: tile(0,0)" in list(simpler_schedules("op0: tile(0,4)"))


def test_a_fault_is_reduced_and_written_so_that_it_can_be_repeated(bench, tmp_path):
    # Nothing fails: the case is written, read, and found to be right.
    program = relu_of_product()
    case = Case(to_json(program), "op1: vectorize", "wrong_result", "said", ["small"], 5, 1)
    small = reduced(bench, case, trials=5)
    assert small is case
    small.save(tmp_path / "case", case)
    assert load_case(tmp_path / "case") == case
    assert "linalg" in (tmp_path / "case/program.mlir").read_text()
    done = stress("--repeat", str(tmp_path / "case"))
    assert done.returncode == 0
    assert "does not fail any more" in done.stdout
    assert "--repeat" in (tmp_path / "case/README").read_text()


def stress(*arguments):
    return subprocess.run(
        [sys.executable, str(FOLDER), *arguments], capture_output=True, text=True, check=False
    )


def test_a_run_can_be_resumed(tmp_path):
    settings = ["--json", "--seed", "12", "--schedules", "1", "--draws", "1", "--trials", "0"]
    whole = stress(*settings, "--programs", "6", "--out", str(tmp_path / "whole"))
    parts = [*settings, "--out", str(tmp_path / "parts")]
    stress(*parts, "--programs", "2")
    rest = stress(*parts, "--programs", "6", "--resume")
    same = ("programs", "schedules", "statuses", "verified")
    one, other = json.loads(whole.stdout), json.loads(rest.stdout)
    assert [one[name] for name in same] == [other[name] for name in same]
    assert one["programs"] == 6
    refused = stress(*settings, "--seed", "13", "--resume", "--out", str(tmp_path / "parts"))
    assert refused.returncode == 1
    assert "give the same options" in refused.stderr
    assert stress("--programs", "-1").returncode == 2


def test_a_program_on_memrefs_is_the_same_program(bench):
    program = relu_of_product()
    program.memrefs = True
    assert "tensor<" not in to_mlir(program)
    assert Subject(program, ["small"], 5).run(bench.runner(1), "op1: vectorize") is None


def test_an_output_may_begin_from_what_its_argument_holds(bench):
    op = combined(
        [[loop(0), loop(2)], [loop(2), loop(1)], [loop(0), loop(1)]],
        [4, 6, 8],
        [P, P, R],
        "addf",
        "f32",
        factors=2,
    )
    program = generic([((4, 8), "f32"), ((8, 6), "f32")], op, ((4, 6), "f32"))
    product = program.outputs[0]
    init = program.add(Node("empty", [], [((4, 8), "f32")]))
    body = [*(Instr("input", (), "f32", k) for k in range(2)), Instr("tanh", (0,), "f32")]
    both = [loop(0), loop(1)]
    tanh = Structured("tanh", [4, 8], [P, P], [both, both], 1, body, [2])
    node = Node("structured", [(0, 0), init], [((4, 8), "f32")], tanh)
    program.outputs.insert(0, program.add(node))
    program.memrefs = True
    assert program.in_place() == {product: 2}
    # The argument that is read and written is before the one for the other output.
    assert program.output_order() == [1, 0]
    assert to_mlir(program).startswith(
        "func.func @f(%v0: memref<4x8xf32>, %v1: memref<8x6xf32>, %v2: memref<4x6xf32>, "
        "%out0: memref<4x8xf32>)"
    )
    subject = Subject(program, ["small", "uniform"], 5)
    assert [argument["is_input"] for argument in subject.loaded.arguments] == [1, 1, 1, 0]
    assert subject.run(bench.runner(1), "op0: tile(2,3,4)") is None
    assert subject.check_verification(bench.runner(1), "op0: tile(2,3,4)") is None


def test_what_an_argument_holds_afterwards_may_be_read_on(bench):
    """Each timed call has the argument as it was: other outputs may follow from the new one."""
    op = combined([[loop(0), loop(1)], [loop(0)]], [6, 9], [P, R], "addf", "f32")
    program = generic([((6, 9), "f32")], op, ((6,), "f32"))
    sums = program.outputs[0]
    init = program.add(Node("empty", [], [((6,), "f32")]))
    body = [*(Instr("input", (), "f32", k) for k in range(2)), Instr("mulf", (0, 0), "f32")]
    square = Structured("generic", [6], [P], [[loop(0)], [loop(0)]], 1, body, [2])
    node = Node("structured", [sums, init], [((6,), "f32")], square)
    program.outputs.append(program.add(node))
    program.memrefs = True
    assert program.in_place() == {sums: 1}
    subject = Subject(program, ["small", "uniform"], 5)
    assert [argument["is_input"] for argument in subject.loaded.arguments] == [1, 1, 0]
    for schedule in ("", "op0: tile(2,3)"):
        assert subject.run(bench.runner(1), schedule) is None
        assert subject.check_verification(bench.runner(1), schedule) is None


def test_generated_programs_have_rare_branches_and_arguments_that_are_written():
    programs = [generate(3, i) for i in range(300)]
    texts = [to_mlir(program) for program in programs]
    in_place = [(program, place) for program in programs for place in program.in_place()]
    assert len(in_place) > 6
    assert any(place in node.operands for program, place in in_place for node in program.nodes)
    assert sum("arith.cmpf uno" in text for text in texts) > 0
    limits = ("5.00000000000000000e+00", "1.00000000000000000e+02", "-6.00000000000000000e+00")
    assert sum(any(limit in text for limit in limits) for text in texts) > 3
    far = ("4.00000000000000000e+01", "1.00000000000000000e+03", "4.00000000000000000e+03")
    assert sum(any(number in text for number in far) for text in texts) > 3


def test_winograd_may_spread_the_errors_of_a_tile():
    op = SimpleNamespace(
        form="conv_2d_nchw_fchw", attrs={"strides": [1, 1], "dilations": [1, 1]}, extents=[]
    )
    image = np.ones((1, 2, 6, 6))
    image[0, 0, 0, 0] = 1e12
    filters = np.ones((3, 2, 3, 3))
    value = np.full((1, 3, 4, 4), 18.0)
    result = Bounded("f32", value, np.zeros_like(value), value)
    operands = [exact(each, "f32") for each in (image, filters)]
    error = spread_over_tiles(op, operands, result).error
    # The large place is in the tile of four results; the others are as exact as without it.
    assert (error[0, :, :2, :2] > 1e12 * 2.0**-24).all()
    assert (error[0, :, 2:, 2:] < 1e-2).all()
    assert (error[0, :, 2:, 2:] > 0).all()


def test_random_programs_compute_what_numpy_computes(tmp_path):
    """A little of the fuzzer: the same programs each time."""
    settings = ["--seed", "16", "--programs", "24", "--schedules", "4", "--max-faults", "3"]
    done = stress(*settings, "--json", "--trials", "20", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr[-4000:]
    result = json.loads(done.stdout)
    assert result["programs"] == 24
    assert result["schedules"] > 75
    assert set(result["statuses"]) == {"ok"}
    assert set(result["verified"]) == {"ok"}
    assert result["sabotage"]["refused"] > 3
    assert result["elements_known"] > 0.8
