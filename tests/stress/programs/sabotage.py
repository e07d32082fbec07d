"""Kernels that are wrong on purpose, which the library's verification must reject.

A hand-written transform script tiles a reduction and then reduces the upper bound of its loop, so
that a part of the terms, at least half, is never read; or it replaces the infinity that masks a
part of a function's operands by a number. Other kernels are modules: they leave out a branch that
random inputs do not take, or compute nothing where the result is nearly always the same. Others are
right on the first call, and wrong on later calls with the same inputs.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from bodies import FLOAT_COMBINERS, INTEGER_COMBINERS, Body, neutral, pick
from model import FLOATS, Instr, Node, Program, Structured, loop
from text import number, to_mlir

DTYPES = {"f64": 2, "f32": 3, "f16": 1, "bf16": 3, "i64": 1, "i32": 2, "i8": 1}
_SCRIPT = """
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %op = transform.structured.match ops{{["linalg.{form}"]}} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes {sizes}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %end = transform.structured.match ops{{["arith.constant"]}}
        attributes{{value = {terms} : index}} in %root : (!transform.any_op) -> !transform.any_op
    %less = transform.param.constant {kept} : index -> !transform.any_param
    transform.annotate %end "value" = %less : !transform.any_op, !transform.any_param
    transform.yield
  }}
}}
"""
_MASK_SCRIPT = """
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %mask = transform.structured.match ops{{["arith.constant"]}}
        attributes{{value = {mask} : {dtype}}} in %root : (!transform.any_op) -> !transform.any_op
    %other = transform.param.constant 2.0 : {dtype} -> !transform.any_param
    transform.annotate %mask "value" = %other : !transform.any_op, !transform.any_param
    transform.yield
  }}
}}
"""


@dataclass
class Sabotage:
    """A program, and a script under which it is wrong."""

    program: Program
    script: str
    what: str


def sabotage(rng: random.Random) -> Sabotage:
    """Draw a reduction of rows or a product of matrices, and the number of terms to keep."""
    if rng.random() < 0.4:
        return _masked(rng)
    dtype = pick(rng, DTYPES)
    terms = rng.choice([60, 100, 256, 1000, 4096, 14400, 16384])
    rows = rng.choice([8, 16, 24, 40])
    tile = rng.choice([terms // 16, terms // 10, terms // 4])
    kept = tile * rng.randint(1, max(1, terms // tile // 2))
    if terms <= 1000 and rng.random() < 0.3:
        program = _product(rng, dtype, rows, terms)
        sizes, form = f"[0, 0, {tile}]", "matmul"
    else:
        program = _rows(rng, dtype, rows, terms)
        sizes, form = f"[0, {tile}]", "generic"
    script = _SCRIPT.format(form=form, sizes=sizes, terms=terms, kept=kept)
    return Sabotage(program, script, f"{kept} of {terms} terms are read")


def _masked(rng: random.Random) -> Sabotage:
    """A function of numbers, where -inf masks the numbers above the diagonal."""
    dtype = rng.choice(FLOATS)
    shape = (rng.choice([8, 16, 24]), rng.choice([24, 31, 40]))
    identity = [loop(0), loop(1)]
    body = Body(rng, [dtype, dtype])
    row, column = (body.add("index", (), "i32", k) for k in (0, 1))
    counts = body.add("cmp", (column, row), "i1", "sle")
    mask = body.constant(-math.inf, dtype)
    made = body.add("select", (counts, 0, mask), dtype)
    softmax = rng.random() < 0.4
    if not softmax:
        made = body.of_masked(made, dtype)
    kinds = ["parallel"] * 2
    op = Structured("generic", list(shape), kinds, [identity] * 2, 1, body.instrs, [made])
    program = _program([(shape, dtype)], op, (shape, dtype), 0)
    if softmax:
        body = Body(rng, [dtype, dtype])
        op = Structured("softmax", list(shape), kinds, [identity] * 2, 1, body.instrs, [0])
        op.attrs["dimension"] = 1
        empty = program.add(Node("empty", [], [(shape, dtype)]))
        operands = [program.outputs[0], empty]
        program.outputs = [program.add(Node("structured", operands, [(shape, dtype)], op))]
    script = _MASK_SCRIPT.format(mask=number(-math.inf, dtype), dtype=dtype)
    return Sabotage(program, script, "the mask is 2 in place of -inf")


def _rows(rng: random.Random, dtype: str, rows: int, terms: int) -> Program:
    combiners = FLOAT_COMBINERS if dtype in FLOATS else INTEGER_COMBINERS
    combiner = pick(rng, combiners)
    body = Body(rng, [dtype, dtype])
    term = 0
    # The product of two such terms is infinite, whatever the others are.
    if dtype == "f64" and combiner != "mulf" and rng.random() < 0.4:
        term = body.add("mulf", (0, body.constant(1e200, dtype)), dtype)
    made = body.add(combiner, (1, term), dtype)
    op = Structured(
        "generic",
        [rows, terms],
        ["parallel", "reduction"],
        [[loop(0), loop(1)], [loop(0)]],
        1,
        body.instrs,
        [made],
    )
    return _program([((rows, terms), dtype)], op, ((rows,), dtype), neutral(combiner, dtype))


def _product(rng: random.Random, dtype: str, rows: int, terms: int) -> Program:
    columns = rng.choice([7, 16, 20])
    multiply, add = ("mulf", "addf") if dtype in FLOATS else ("muli", "addi")
    body = [
        *(Instr("input", (), dtype, k) for k in range(3)),
        Instr(multiply, (0, 1), dtype),
        Instr(add, (2, 3), dtype),
    ]
    op = Structured(
        "matmul",
        [rows, columns, terms],
        ["parallel", "parallel", "reduction"],
        [[loop(0), loop(2)], [loop(2), loop(1)], [loop(0), loop(1)]],
        2,
        body,
        [4],
    )
    types = [((rows, terms), dtype), ((terms, columns), dtype)]
    return _program(types, op, ((rows, columns), dtype), 0)


@dataclass
class Omission:
    """A program, and a kernel without a part that random inputs do not show.

    The kernel is passed as a module.
    """

    program: Program
    kernel: Program
    words: str


def omission(rng: random.Random) -> Omission:
    """Draw a program with a branch, a clamp or a saturation, and a kernel without it."""
    dtype = pick(rng, DTYPES)
    choices = [_branch, _branch, _clamp, _saturation, _saturation]
    return rng.choice(choices if dtype in FLOATS else choices[:3])(rng, dtype)


def _branch(rng: random.Random, dtype: str) -> Omission:
    """Select other numbers where a condition on a second input is true."""
    body = Body(rng, [dtype] * 3)
    asked = 0
    if rng.random() < 0.25:  # a condition on what is computed
        asked = body.add("addf" if dtype in FLOATS else "addi", (0, 0), dtype)
    condition = body.condition(asked, dtype)
    one = body.constant(1, dtype)
    other = body.add("addf" if dtype in FLOATS else "addi", (1, one), dtype)
    yields = [body.add("select", (condition, other, 1), dtype)]
    words = f"the branch of {body.instrs[condition].value} is left out"
    return _elementwise(rng, dtype, body, yields, [1 if rng.random() < 0.7 else other], words)


def _clamp(rng: random.Random, dtype: str) -> Omission:
    """Numbers between bounds that random numbers rarely reach."""
    body = Body(rng, [dtype] * 3)
    low, high = ("maximumf", "minimumf") if dtype in FLOATS else ("maxsi", "minsi")
    least = body.constant(rng.choice([-120, -60]), dtype)
    most = body.constant(rng.choice([60, 100]), dtype)
    above = body.add(low, (0, least), dtype)
    below = body.add(high, (0, most), dtype)
    inside = body.add(high, (above, most), dtype)
    sum_ = "addf" if dtype in FLOATS else "addi"
    whole, *parts = [body.add(sum_, (number, 1), dtype) for number in (inside, above, below)]
    return _elementwise(rng, dtype, body, [whole], [rng.choice(parts)], "a bound is left out")


def _elementwise(
    rng: random.Random, dtype: str, body: Body, yields: list[int], fewer: list[int], words: str
) -> Omission:
    shape = rng.choice([(999,), (16, 40), (64, 64), (5, 7, 9)])
    loops = [loop(i) for i in range(len(shape))]

    def of(results: list[int]) -> Program:
        kinds = ["parallel"] * len(shape)
        op = Structured("generic", list(shape), kinds, [loops] * 3, 2, body.instrs, results)
        return _program([(shape, dtype)] * 2, op, (shape, dtype), 0)

    return Omission(of(yields), of(fewer), words)


def _saturation(rng: random.Random, dtype: str) -> Omission:
    """A product of matrices far below the constant with which its result is compared."""
    rows, terms = rng.choice([8, 24, 64]), rng.choice([16, 64])
    program = _product(rng, dtype, rows, terms)
    product = program.outputs[0]
    result = program.type_of(product)
    body = Body(rng, [dtype] * 2)
    far = rng.choice([400.0, 4000.0])
    below = body.add("subf", (0, body.constant(far, dtype)), dtype)
    same = 0.0
    if rng.random() < 0.5:
        yields = [body.add("maximumf", (below, body.constant(0.0, dtype)), dtype)]
    else:  # without a comparison
        function, same = rng.choice([("exp", 0.0), ("tanh", -1.0), ("erf", -1.0)])
        yields = [body.add(function, (below,), dtype)]
    both = [loop(0), loop(1)]
    op = Structured(
        "generic", list(result[0]), ["parallel"] * 2, [both, both], 1, body.instrs, yields
    )
    init = program.add(Node("empty", [], [result]))
    program.outputs = [program.add(Node("structured", [product, init], [result], op))]
    kernel = Program([program.nodes[i] for i in program.arguments])
    kernel.outputs = [kernel.add(Node("fill", [], [result], attrs={"value": same}))]
    return Omission(program, kernel, "nothing is computed")


@dataclass
class Lapse:
    """A program, and a kernel that is right on its first call, and wrong on later calls.

    A module in place of the program, or C in place of its only kernel.
    """

    program: Program
    module: str
    c: str
    words: str


#: Behaviour of a kernel in C from its second call on.
_LATER = {
    "a sum is never cleared": "c[i * columns + j] = kept[i * columns + j] += sum;",
    "nothing is computed again": "if (!called) c[i * columns + j] = sum;",
}
_C_TYPES = {"f64": "double", "f32": "float", "i64": "long", "i32": "int", "i8": "signed char"}
_C_KERNEL = """enum {{ rows = {rows}, columns = {columns}, terms = {terms} }};
static {type} kept[rows * columns];
static int called;
void f_op0(const {type} *a, const {type} *b, {type} *c) {{
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {{
      {type} sum = 0;
      for (int k = 0; k < terms; ++k)
        sum += a[i * terms + k] * b[k * columns + j];
      {later}
    }}
  called = 1;
}}
"""


def lapse(rng: random.Random) -> Lapse:
    """Draw a kernel in C, or a module whose later calls leave their argument unchanged."""
    if rng.random() < 0.5:
        dtype = rng.choice(list(_C_TYPES))
        program = _product(rng, dtype, rng.choice([3, 8, 24]), rng.choice([5, 16, 40]))
        rows, columns, terms = program.structured[0].extents
        words = rng.choice(list(_LATER))
        code = _C_KERNEL.format(
            rows=rows, columns=columns, terms=terms, type=_C_TYPES[dtype], later=_LATER[words]
        )
        return Lapse(program, "", code, words)
    dtype = pick(rng, DTYPES)
    rows, terms = rng.choice([8, 24, 64]), rng.choice([16, 60])
    program = (_product if rng.random() < 0.3 else _rows)(rng, dtype, rows, terms)
    for position, node in enumerate(program.nodes):
        if node.kind == "fill":
            program.nodes[position] = Node("arg", [], node.results)
    program.memrefs = True
    return Lapse(program, _once(program), "", "what is read and written stays as it is")


def _once(program: Program) -> str:
    """Text of a kernel that computes only if its first input number has changed."""
    shape, dtype = program.nodes[0].results[0]
    zero = number(0, dtype)
    cell = f"memref<1x{dtype}>"
    head, *body, _, _ = to_mlir(program).splitlines()
    ask = "cmpf une" if dtype in FLOATS else "cmpi ne"
    at = ", ".join(["%zero"] * len(shape))
    argument = head[head.index("memref<") : head.index(">") + 1]
    return "\n".join(
        [
            f'memref.global "private" @seen : {cell} = dense<{zero}>',
            head,
            "  %zero = arith.constant 0 : index",
            f"  %seen = memref.get_global @seen : {cell}",
            f"  %old = memref.load %seen[%zero] : {cell}",
            f"  %new = memref.load %v0[{at}] : {argument}",
            f"  %differs = arith.{ask}, %new, %old : {dtype}",
            "  scf.if %differs {",
            *body,
            f"  memref.store %new, %seen[%zero] : {cell}",
            "  }",
            "  return",
            "}",
            "",
        ]
    )


def _program(types: list, op: Structured, result: tuple, start: float) -> Program:
    program = Program()
    operands = [program.add(Node("arg", [], [type_])) for type_ in types]
    operands.append(program.add(Node("fill", [], [result], attrs={"value": start})))
    program.outputs = [program.add(Node("structured", operands, [result], op))]
    return program
