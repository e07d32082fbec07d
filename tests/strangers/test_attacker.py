"""Input of an attacker, or from a damaged disk."""

import contextlib
import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading

import pytest

from strangers.commandline import PROGRAM, ROOT, own_environment

EXP = """
func.func @f(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
"""
#: In order: a text, a schedule or script ("" for none); answers status and message of each.
MEASURE = """
import json, sys, mlirgym
execution = mlirgym.Execution(budget_ms=5)

class Given(mlirgym.Workload):
    def __init__(self, text, code):
        self.text, self.code = text, code
    def payload_module(self):
        return self.text
    def schedule_module(self, parameters):
        return self.code

answers = []
for text, code in json.load(sys.stdin):
    try:
        timing = mlirgym.Engine(Given(text, code), execution).measure({})
        answers.append([timing.status, timing.message])
    except (ValueError, mlirgym.ProgramError, mlirgym.ExecutionError) as error:
        answers.append(["error", str(error)])
print(json.dumps(answers))
"""


@pytest.fixture
def measure(cache):
    """Measures (text, code) pairs, one after the other, in one process that must survive."""

    def call(*pairs):
        process = subprocess.run(
            [sys.executable, "-c", MEASURE],
            input=json.dumps(pairs),
            env=own_environment(cache),
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert process.returncode == 0, process.stderr[-3000:]
        return json.loads(process.stdout)

    return call


def script(body):
    return f"""module attributes {{transform.with_named_sequence}} {{
      transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
        {body}
        transform.yield
      }}
    }}"""


def consuming(body):
    return script(body).replace("{transform.readonly}", "{transform.consumed}")


# ---------------------------------------------------------------------------- transform scripts

ROW_SUM = """
func.func @f(%a: tensor<8x4096xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<8x4096xf32>) outs(%i : tensor<8xf32>)
      dimensions = [1]
  return %0 : tensor<8xf32>
}
"""
REDUCE = (
    '%m = transform.structured.match ops{["linalg.reduce"]} in %root'
    " : (!transform.any_op) -> !transform.any_op\n"
)
TILED = REDUCE + (
    "%t, %l = transform.structured.tile_using_for %m tile_sizes [0, 64]"
    " : (!transform.any_op) -> (!transform.any_op, !transform.any_op)\n"
)


def constants(value):
    return (
        '%c = transform.structured.match ops{["arith.constant"]} attributes{value = '
        f"{value}}} in %root : (!transform.any_op) -> !transform.any_op\n"
    )


def annotate(handle, name, value):
    return (
        f"%p = transform.param.constant {value} -> !transform.any_param\n"
        f'transform.annotate {handle} "{name}" = %p : !transform.any_op, !transform.any_param'
    )


DROPPING = {
    "a loop that ends at once": TILED
    + constants("4096 : index")
    + annotate("%c", "value", "0 : index"),
    "a loop that ends half-way": TILED
    + constants("4096 : index")
    + annotate("%c", "value", "2048 : index"),
    "a longer step": TILED + constants("64 : index") + annotate("%c", "value", "128 : index"),
    "another start": TILED + constants("0 : index") + annotate("%c", "value", "64 : index"),
    "another zero": constants("0.000000e+00 : f32") + annotate("%c", "value", "1.0 : f32"),
    "other dimensions": REDUCE + annotate("%m", "dimensions", "array<i64: 0>"),
}


@pytest.mark.parametrize("how", DROPPING)
def test_a_script_that_changes_the_work_is_never_ok(measure, how):
    [[status, message], [after, words]] = measure([ROW_SUM, script(DROPPING[how])], [ROW_SUM, ""])
    assert status not in ("ok", "too_slow"), f"{how}: {status}: {message}"
    assert after == "ok", words


def test_a_script_repeats_no_word_of_a_file(measure, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter2 opens the door\n")
    (tmp_path / "secret.mlir").write_text("hunter3 opens the door\n")
    texts = [
        consuming(
            f'%m = transform.apply_registered_pass "{name}" with options = '
            f'{{ "{option}" = "{path}" }} to %root : (!transform.any_op) -> !transform.any_op'
        )
        for path in (secret, secret.with_suffix(".mlir"), "/etc/passwd")
        for name, option in (("transform-preload-library", "transform-library-paths"),)
    ]
    for status, message in measure(*([EXP, text] for text in texts)):
        assert status != "ok"
        assert "hunter" not in message and "root:" not in message, message


def test_scripts_that_are_none_end_in_a_status(measure):
    texts = [
        script(""),
        script("transform.no_such_op"),
        script('%m = transform.structured.match ops{["linalg.nothing"]} in %root'),
        script(REDUCE),
        consuming("transform.structured.vectorize_children_and_apply_patterns"),
        'module { "transform.named_sequence"() : () -> () }',
        "transform.named_sequence @__transform_main",
        "transform.named_sequence " + "(" * 10_000,
        script(
            "transform.include @__transform_main failures(propagate) (%root)"
            " : (!transform.any_op) -> ()"
        ),
        script("transform.print %root : !transform.any_op"),
    ]
    answers = measure(*([EXP, text] for text in texts), [EXP, ""])
    assert answers[-1][0] == "ok", answers[-1]
    for text, (status, message) in zip(texts, answers, strict=False):
        assert status == "ok" or message, text


# ----------------------------------------------------------------------- kernels that do damage


def inserting(index):
    return f"""
    func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {{
      %far = arith.constant {index} : index
      %v = arith.constant 1.0e30 : f32
      %b = linalg.exp ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
      %c = tensor.insert %v into %b[%far] : tensor<64xf32>
      %d = linalg.exp ins(%c : tensor<64xf32>) outs(%c : tensor<64xf32>) -> tensor<64xf32>
      return %d : tensor<64xf32>
    }}"""


SOFTMAX = """
func.func @f(%a: tensor<16x64xf32>, %o: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<16x64xf32>) outs(%o : tensor<16x64xf32>)
      -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}
"""


def test_a_kernel_that_writes_elsewhere_harms_no_other(measure):
    damage = [[inserting(index), ""] for index in (64, 65, 80, 1000, 100_000, 2**40, -1, -40)]
    pairs = [pair for harmful in damage for pair in (harmful, [SOFTMAX, "op0: tile(1,0)"])]
    answers = measure(*pairs, [SOFTMAX, ""])
    assert answers[-1][0] == "ok", answers[-1]
    for pair, (status, message) in zip(pairs, answers, strict=False):
        if pair[0] is SOFTMAX:
            assert status == "ok", message


# ------------------------------------------------------------------------------- special files


@pytest.fixture
def fifo(mlirgym_command):
    """A FIFO without a writer, under any name."""

    def make(name):
        os.mkfifo(mlirgym_command.folder / name)
        return name

    return make


READERS = {
    "a program": ("p.mlir", ["dump", "p.mlir"]),
    "bytecode": ("p.mlirbc", ["dump", "p.mlirbc"]),
    "a schedule": ("s.txt", ["measure", "relu_4_8", "--schedule-file", "s.txt"]),
    "exec data": ("d.db", ["measure", "relu_4_8", "--exec-data", "d.db"]),
    "more exec data": ("d.db", ["measure", "relu_4_8", "--main-exec-data", "d.db"]),
    "a replay": ("d.db", ["replay", "--exec-data", "d.db", "measure", "relu_4_8"]),
    "statistics": ("d.db", ["data", "stats", "--exec-data", "d.db"]),
    "a merge": ("d.db", ["data", "merge", "--exec-data", "to.db", "d.db"]),
    "a check": ("d.db", ["data", "verify", "d.db"]),
    "an import": ("t.json", ["data", "import", "--exec-data", "to.db", "t.json"]),
    "a suite": ("s.json", ["suite", "show", "./s.json"]),
    "a checkpoint": ("c.pt", ["optimize", "relu_4_8", "--agent", "./c.pt", "--budget", "1"]),
    "statistics of kernels": ("k/statistics", ["kernels", "stats", "--cache-dir", "k"]),
}


@pytest.mark.parametrize("what", READERS)
@pytest.mark.parametrize("kind", ["fifo", "/dev/zero", "/dev/tty", "folder"])
def test_what_is_no_file_is_refused_at_once(mlirgym_command, what, kind):
    name, words = READERS[what]
    path = mlirgym_command.folder / name
    path.parent.mkdir(exist_ok=True)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(kind)
    if what == "statistics of kernels":  # informative figures, which may be missing
        ended = mlirgym_command(*words, "--json", timeout_s=30)
        assert ended.code == 0 and ended.object["misses"] == 0, ended
        return
    ended = mlirgym_command(*words, "--json", timeout_s=30)
    assert ended.code in (1, 2), ended
    said = json.dumps(ended.object)
    assert path.name in said, ended


def test_a_kernel_file_that_is_a_fifo_is_a_miss(mlirgym_command, fifo):
    words = ["measure", "relu_4_8", "--cache-dir", "k", "--budget-ms", "2", "--json"]
    assert mlirgym_command(*words, "--exec-data", "a.db").code == 0
    kernels = list((mlirgym_command.folder / "k").glob("*/*.kernel"))
    assert kernels
    for path in kernels:
        path.unlink()
        os.mkfifo(path)
    again = mlirgym_command(*words, "--exec-data", "b.db", timeout_s=30)
    assert again.code == 0, again


# ------------------------------------------------------------------------ sizes and depth


def limited(mib):
    """For the machine of whoever runs this: RLIMIT_FSIZE counts memory files too."""

    def limit():
        for what in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
            resource.setrlimit(what, (mib << 20, mib << 20))

    return limit


HUGE = {
    "an argument": "func.func @f(%a: tensor<131072x131072xf32>) -> tensor<131072x131072xf32> {{\n"
    "  %0 = linalg.exp ins(%a : {t}) outs(%a : {t}) -> {t}\n  return %0 : {t}\n}}",
    "a constant": "func.func @f() -> {t} {{\n  %a = arith.constant dense<1.0> : {t}\n"
    "  %0 = linalg.exp ins(%a : {t}) outs(%a : {t}) -> {t}\n  return %0 : {t}\n}}",
}


@pytest.mark.parametrize("what", HUGE)
def test_a_tensor_larger_than_the_memory_is_refused_before_it_is_filled(tmp_path, cache, what):
    file = tmp_path / "huge.mlir"
    file.write_text(HUGE[what].format(t="tensor<131072x131072xf32>"))
    process = subprocess.run(
        [PROGRAM, "measure", file, "--json"],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
        env=own_environment(cache),
        preexec_fn=limited(2048),
    )
    assert process.returncode == 1, process.stderr[-2000:]
    report = json.loads(process.stdout)
    # The compiler may give up on a constant before anything is filled.
    assert report["status"] in ("error", "out_of_memory", "timed_out"), report


DEPTH = 10_000
NESTED = {
    "parentheses": "(" * DEPTH,
    "brackets": "[" * DEPTH,
    "attributes": "module attributes {a = " + "[" * DEPTH + "]" * DEPTH + "} {}",
    "dictionaries": "module attributes {a = " + "{a = " * DEPTH + "}" * DEPTH + "} {}",
    "tuples": "func.func private @f(" + "tuple<" * DEPTH + "i1" + ">" * DEPTH + ")",
    "functions": "func.func private @f(" + "(" * DEPTH + ") -> ()" * DEPTH + ")",
    "modules": "module {" * DEPTH + "}" * DEPTH,
    "regions": '"a.b"() ({' * DEPTH + "}) : () -> ()" * DEPTH,
    "affine": "#m = affine_map<(i) -> (" + "(" * DEPTH + "i" + ")" * DEPTH + ")>",
    "sums": "#m = affine_map<(i) -> (" + "i + " * DEPTH + "i)>",
    "minuses": "#m = affine_map<(i) -> (" + "-" * DEPTH + "i)>",
    "shapes": "func.func private @f(tensor<" + "1x" * DEPTH + "f32>)",
    "memory spaces": "func.func private @f(" + "memref<1x" * DEPTH + "f32" + ">" * DEPTH + ")",
    "a long name": "func.func private @" + "f" * 1_000_000 + "()",
    "locations": "module {} loc(" + "callsite(" * DEPTH + "unknown" + ")" * DEPTH + ")",
}


@pytest.mark.parametrize("what", NESTED)
def test_deep_nesting_is_refused(mlirgym_command, what):
    (mlirgym_command.folder / "deep.mlir").write_text(NESTED[what])
    ended = mlirgym_command("dump", "deep.mlir", "--json")
    assert ended.code == 1, ended
    assert "deep.mlir" in ended.object["error"]


def test_a_schedule_may_be_as_long_as_it_likes(mlirgym_command):
    for text in ("op0: " + "(" * 90_000, "op0: tile(" + "1," * 40_000 + "1)", "op0:;" * 20_000):
        ended = mlirgym_command("measure", "relu_4_8", "--json", "--schedule", text)
        assert ended.code == 1, ended


# ------------------------------------------------------------------------------ damaged files

SOURCES = [
    "repro/maxnumf_reduction.mlir",
    "repro/centred_row_sums.mlir",
    "repro/conv1d_window1.mlir",
]
PARTS = 2
DAMAGES = 50  # of text in each part, and as many of bytecode; the fuzzers try more


@pytest.fixture(scope="module")
def bytecode(tmp_path_factory):
    tool = shutil.which("mlir-opt-22") or "/usr/lib/llvm-22/bin/mlir-opt"
    folder = tmp_path_factory.mktemp("bytecode")
    contents = []
    for source in SOURCES:
        target = folder / "a.mlirbc"
        subprocess.run(
            [tool, ROOT / "tests/strangers" / source, "--emit-bytecode", "-o", target], check=True
        )
        contents.append(target.read_bytes())
    return contents


def damaged(content, rng):
    """Cut, with some bits flipped, or with a piece taken out, doubled or overwritten."""
    content = bytearray(content)
    kind = rng.randrange(4)
    if kind == 0:
        return bytes(content[: rng.randrange(len(content))])
    if kind == 1:
        for _ in range(rng.randint(1, 8)):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        return bytes(content)
    start = rng.randrange(len(content))
    end = min(len(content), start + rng.randint(1, 24))
    if kind == 2:
        content[start:end] = b"" if rng.random() < 0.5 else content[start:end] * 2
    else:
        content[start:end] = rng.randbytes(end - start)
    return bytes(content)


def load_all(mlirgym_command, contents, suffix):
    """Load each file by a separate call, two at a time, so that a crash concerns one file.

    MLIR's parser does not come to an end on some: loading one may take the minute after which it
    is given up.
    """
    files = []
    for number, content in enumerate(contents):
        file = mlirgym_command.folder / f"damaged{number}{suffix}"
        file.write_bytes(content)
        files.append(file)
    failures = []

    def load(mine):
        for file in mine:
            try:
                ended = mlirgym_command("dump", file.name, "--program", timeout_s=150)
                if ended.code == 1 and file.name not in ended.message:
                    failures.append(f"no word of the file: {ended}")
            except AssertionError as error:
                failures.append(f"{file.read_bytes()!r}: {error}")

    threads = [threading.Thread(target=load, args=(files[i::2],)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, f"{len(failures)} of {len(files)}:\n" + "\n".join(failures[:5])


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_text_is_a_message(mlirgym_command, part):
    rng = random.Random(f"text {part}")
    texts = [(ROOT / "tests/strangers" / source).read_bytes() for source in SOURCES]
    load_all(
        mlirgym_command,
        [damaged(rng.choice(texts), rng) for _ in range(DAMAGES)],
        ".mlir",
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_bytecode_is_a_message(mlirgym_command, bytecode, part):
    rng = random.Random(f"bytecode {part}")
    load_all(
        mlirgym_command,
        [damaged(rng.choice(bytecode), rng) for _ in range(DAMAGES)],
        ".mlirbc",
    )


FALSIFYING = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON measurements BEGIN UPDATE measurements "
    "SET median_ns = median_ns / 1000, min_ns = min_ns / 1000 WHERE id = new.id; END",
    "an infinite time": "UPDATE measurements SET median_ns = 9e999 WHERE schedule <> ''",
    "a negative time": "UPDATE measurements SET median_ns = -1, min_ns = -1 WHERE schedule <> ''",
    "a text": "UPDATE measurements SET median_ns = 'soon' WHERE schedule <> ''",
}
SCHEDULE = ["--schedule", "op0: vectorize"]


@pytest.mark.parametrize("what", FALSIFYING)
def test_exec_data_that_falsify_are_refused_by_every_command(mlirgym_command, what):
    measure = ["measure", "relu_4_8", "--budget-ms", "2", *SCHEDULE]
    assert mlirgym_command(*measure, "--exec-data", "d.db").code == 0
    path = mlirgym_command.folder / "d.db"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(FALSIFYING[what])
    before = path.read_bytes()
    expected = "trigger 't' on measurements is not mlirgym's" if what == "a trigger" else " has "
    for words in (
        [*measure, "--exec-data", "d.db"],
        [*measure, "--main-exec-data", "d.db", "--exec-data", "own.db"],
        ["replay", "--exec-data", "d.db", "measure", "relu_4_8", *SCHEDULE],
        ["data", "verify", "d.db"],
        ["data", "merge", "--exec-data", "to.db", "d.db"],
        ["data", "export", "--exec-data", "d.db", "-o", "t.json"],
        ["data", "stats", "--exec-data", "d.db"],
        ["data", "compact", "--exec-data", "d.db"],
        ["data", "thin", "--exec-data", "d.db"],
    ):
        ended = mlirgym_command(*words, "--json")
        assert ended.code == 1, (words, ended)
        assert expected in json.dumps(ended.object), (words, ended)
        assert "d.db" in json.dumps(ended.object), (words, ended)
    assert path.read_bytes() == before


def test_damaged_exec_data_is_a_message_and_stays_as_it_was(mlirgym_command):
    words = ["--budget-ms", "2", "--exec-data", "sound.db"]
    for schedule in ("op0: vectorize", "op0: tile(1,0)", "op0: tile(2,0)"):
        assert mlirgym_command("measure", "relu_4_8", "--schedule", schedule, *words).code == 0
    assert mlirgym_command("data", "compact", "--exec-data", "sound.db").code == 0
    sound = (mlirgym_command.folder / "sound.db").read_bytes()
    rng = random.Random("exec data")
    for number in range(40):
        content = damaged(sound, rng)
        name = f"damaged{number}.db"
        (mlirgym_command.folder / name).write_bytes(content)
        replayed = mlirgym_command(
            "replay", "--exec-data", name, "measure", "relu_4_8", "--schedule", "op0: vectorize",
            "--json",
        )  # fmt: skip
        assert (mlirgym_command.folder / name).read_bytes() == content, "a replay wrote to its file"
        verified = mlirgym_command("data", "verify", name, "--json")
        if verified.code == 0 and replayed.code == 0:
            assert replayed.object["status"] == "ok"
