"""Programs, tables and memory of scripts/bench peers."""

import argparse
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import mlirgym
import numpy as np
import pytest

FOLDER = Path(__file__).parents[3] / "benchmarks" / "peers"


@pytest.fixture(scope="module", autouse=True)
def modules(modules_of):
    with modules_of(FOLDER):
        yield


@pytest.fixture(scope="module")
def operator_class(modules):
    from operators import Operator

    return Operator


@pytest.mark.parametrize("suite", ["quick", "odd", "peers", "peers-short"])
def test_shapes_are_those_of_the_generator(suite, operator_class):
    from operators import FAMILIES

    known = re.compile(rf"({'|'.join(FAMILIES)})_\d")
    names = [name for name in mlirgym.suite_programs(suite) if known.match(name)]
    assert len(names) > len(FAMILIES)
    for name in names:
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
    assert operator.read_bytes == 8 * (3 * 4 + 4 * 5)
    assert operator.written_bytes == 8 * 3 * 5


@pytest.mark.parametrize(
    "suffix, dtype, bytes_read, result",
    [("_i8_i32", "i8", 1, np.int32), ("_bf16_f32", "bf16", 2, np.float32)],
)
def test_sums_may_be_longer_than_factors(suffix, dtype, bytes_read, result, operator_class):
    operator = operator_class.parse(f"matmul_3_4_5{suffix}")
    assert (operator.dtype, operator.result) == (dtype, result)
    assert operator.read_bytes == bytes_read * (3 * 4 + 4 * 5)
    assert operator.written_bytes == 4 * 3 * 5


@pytest.mark.parametrize("name", ["fft_64", "matmul", "matmul_3_4_5_i8"])
def test_names_that_peers_do_not_have(name, operator_class):
    with pytest.raises(ValueError, match="not a program that peers support"):
        operator_class.parse(name)


@pytest.mark.parametrize(
    "name, flops, weights",
    [
        ("matmul_3_4_5", 2 * 3 * 4 * 5, (1,)),
        ("matmul_bias_relu_3_4_5", 2 * 3 * 4 * 5, (1, 2)),
        ("batch_matmul_2_3_4_5", 2 * 2 * 3 * 4 * 5, ()),
        ("contraction_2_3_4_5_6", 2 * 2 * 3 * 4 * 5 * 6, ()),
        ("conv_2d_nchw_fchw_1_2_5_5_3_3_3_3_3", 2 * 3 * 9 * 2 * 9, (1,)),
        ("conv_2d_nhwc_hwcf_1_5_5_2_3_3_3_3_3", 2 * 3 * 9 * 2 * 9, (1,)),
        ("depthwise_conv_2d_nhwc_hwc_1_5_5_2_3_3_3_3", 2 * 2 * 9 * 9, (1,)),
        ("mlp_2_3_4_5", 2 * 2 * (3 * 4 + 4 * 5), (1, 2, 3, 4)),
        ("attention_2_3_4", 2 * 2 * (2 * 3 * 3 * 4), ()),
        ("softmax_3_4", 0, ()),
    ],
)
def test_work_and_weights_of_an_operator(name, flops, weights, operator_class):
    operator = operator_class.parse(name)
    assert operator.flops == flops
    assert operator.weights == weights


@pytest.mark.parametrize(
    "name, error, is_equal",
    [
        ("matmul_16_16_16", 1e-4, True),
        ("matmul_16_16_16", 1e-2, False),
        ("matmul_16_16_16_i8_i32", 0, True),
        ("matmul_16_16_16_i8_i32", 1, False),
        ("matmul_16_16_16_bf16_f32", 1e-3, True),
    ],
)
def test_an_output_is_compared_as_its_type_allows(name, error, is_equal, operator_class):
    from outputs import difference

    operator = operator_class.parse(name)
    ours = (np.arange(256).reshape(16, 16) % 7).astype(operator.result)
    theirs = ours.copy()
    theirs[3, 5] += error
    assert (difference(operator, ours, theirs) is None) == is_equal
    assert difference(operator, ours, theirs[:8]) is not None
    assert difference(operator, ours, theirs.astype(np.float64)) is not None


def test_code_that_computes_something_else_does_not_race(tmp_path, operator_class):
    from contract import Call
    from operators import DTYPES
    from peer import Server

    operator = operator_class.parse("matmul_16_16_16_i8_i32")
    a, b = (np.full(shape, 127, DTYPES["i8"]) for shape in operator.input_shapes)
    exact = a.astype(np.int32) @ b.astype(np.int32)
    (tmp_path / "program.mlir").write_text("")
    for i, array in enumerate((a, b)):
        array.tofile(tmp_path / f"input{i}.bin")
    exact.tofile(tmp_path / "mlirgym.bin")

    class Saturating:
        name, version = "saturating", "1"

        def arguments(self, operator, inputs):
            wrong = np.minimum(exact, 2**15 - 1)
            return {"slow": Call(exact.copy), "wrong": Call(lambda: wrong)}

        def packed(self, operator, inputs):
            return {}

        def to_numpy(self, result):
            return result

    reply = Server(Saturating()).answer({"load": {"program": operator.name, "folder": tmp_path}})
    assert reply["variants"] == {"arguments": "slow"}
    assert len(reply["problems"]) == 1
    assert "wrong: its result is off mlirgym's by" in reply["problems"][0]


def test_arrays_end_where_their_pages_end():
    import buffers

    for shape in [(3, 5), (300, 500), (1024, 1024)]:
        array = buffers.empty(shape, np.float32)
        assert array.shape == shape
        assert array.flags.c_contiguous and not array.any()
        end = array.ctypes.data + -(-array.nbytes // 64) * 64
        small = array.nbytes < buffers.SMALL_BYTES
        assert end % (4096 if small else buffers.HUGE_PAGE_BYTES) == 0


def test_the_addresses_of_arrays_do_not_depend_on_chance():
    script = (
        "import buffers; print(*("
        "buffers.empty((n,), 'f4').ctypes.data % buffers.PERIOD_BYTES for n in (9, 9, 9000, 9000)))"
    )
    runs = [
        subprocess.run([sys.executable, "-c", script], cwd=FOLDER, capture_output=True, text=True)
        for _ in range(3)
    ]
    addresses = [int(address) for address in runs[0].stdout.split()]
    assert len(set(addresses)) == 4
    assert {run.stdout for run in runs} == {runs[0].stdout}


def test_an_array_is_read_whole(tmp_path):
    import buffers

    np.arange(6, dtype=np.float64).tofile(tmp_path / "a.bin")
    read = buffers.read(tmp_path / "a.bin", (2, 3), np.float64)
    assert read.tolist() == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(ValueError, match="not 56 bytes"):
        buffers.read(tmp_path / "a.bin", (7,), np.float64)


@pytest.fixture
def row(modules):
    from row import Row

    return Row(
        "matmul_3_4_5",
        1,
        schedules={"arguments": {"shipped": "a", "found": "b"}},
        ours={"arguments": {"shipped": 40.0, "found": 20.0}},
        peers={"arguments": {"one": 30.0, "other": 10.0}, "packed": {"one": 5.0}},
    )


def test_ratios_of_both_contracts(row):
    assert row.best("arguments") == "other"
    assert row.ratio("arguments", "shipped") == 4
    assert row.ratio("arguments", "found") == 2
    assert row.ratio("arguments", "found", "one") == pytest.approx(2 / 3)
    # Calls that take arguments also take constants.
    assert row.times("packed") == {"one": 5, "other": 10}
    assert row.best("packed") == "one"
    assert row.ratio("packed", "found") == 4


def test_a_schedule_that_was_found_is_kept_only_if_it_is_faster(row):
    row.ours["arguments"]["found"] = 50.0
    assert row.ratio("arguments", "found") == row.ratio("arguments", "shipped")
    del row.ours["arguments"]["found"]
    assert row.ratio("arguments", "found") == 4


def test_our_kernels_may_copy_constant_weights_once(row):
    row.ours["packed"] = {"shipped": 15.0, "found": 25.0}
    assert row.ratio("arguments", "shipped") == 4
    assert row.ratio("packed", "shipped") == 3
    assert row.ratio("packed", "found") == 3
    assert row.our_times("packed") == {"shipped": 15, "found": 15}


def test_weights_become_constants(operator_class, tmp_path):
    from constants import with_constant_weights

    arguments = "%arg0: tensor<4x3xbf16>, %arg1: tensor<3x2xbf16>, %arg2: tensor<2xbf16>"
    (tmp_path / "program.mlir").write_text(
        f"func.func @payload({arguments}) -> tensor<2xbf16> {{\n"
        "  return %arg2 : tensor<2xbf16>\n}\n"
    )
    np.arange(6, dtype=np.uint16).tofile(tmp_path / "input1.bin")
    np.array([0x3F80, 0x4000], np.uint16).tofile(tmp_path / "input2.bin")
    operator = operator_class.parse("matmul_bias_relu_4_3_2_bf16_f32")
    assert with_constant_weights(operator, tmp_path) == (
        "func.func @payload(%arg0: tensor<4x3xbf16>) -> tensor<2xbf16> {\n"
        '  %arg1 = arith.constant dense<"0x000001000200030004000500"> : tensor<3x2xbf16>\n'
        '  %arg2 = arith.constant dense<"0x803F0040"> : tensor<2xbf16>\n'
        "  return %arg2 : tensor<2xbf16>\n}\n"
    )
    (tmp_path / "program.mlir").write_text("func.func @payload(%arg0: f32) {\n}\n")
    with pytest.raises(ValueError, match="no tensor %arg2"):
        with_constant_weights(operator, tmp_path)


def test_a_row_without_peers_has_no_ratio(row):
    from row import means

    row.peers = {}
    assert row.best("packed") is None
    assert row.ratio("packed", "shipped") is None
    assert means([row], "packed", "shipped") == {}


def test_an_interrupted_run_continues_with_its_rows(row, tmp_path):
    from row import row_store

    store = row_store(tmp_path / "new" / "rows.jsonl")
    key = store.key(row.operator, 1, ["a", "b"], {"one": "1.0"})
    assert store.find(key) is None
    store.add(key, row)
    with store.path.open("a") as file:
        file.write('{"key": "of something else", "row": {"nanoseconds": 1}}\n')
        file.write('{"key": "half a li')
    again = row_store(store.path)
    assert list(again.values) == [key]
    assert again.find(key) == row
    # Another version, schedule or number of threads is another row.
    assert again.find(store.key(row.operator, 1, ["a", "b"], {"one": "1.1"})) is None
    assert again.find(store.key(row.operator, 2, ["a", "b"], {"one": "1.0"})) is None
    assert row_store(None).find(key) is None


def test_a_store_continues_after_half_a_line(tmp_path):
    from store import Store

    file = tmp_path / "folder" / "store.jsonl"
    store = Store(file)
    key = Store.key("race", "matmul_3_4_5", ["op0: a"])
    assert store.find(key) is None
    store.add(key, {"op0: a": 3.0})
    assert store.find(key) == {"op0: a": 3.0}
    with file.open("a") as half:
        half.write('{"key": "rac')
    assert Store(file).find(key) == {"op0: a": 3.0}
    assert Store(file).find(Store.key("race", "matmul_3_4_5", ["op0: b"])) is None
    assert Store(None).find(key) is None


def test_the_report_has_a_table_of_each_contract(row):
    from report import report
    from row import all_means

    row.limit_ns, row.limit_reason = 8.0, "multiply-adds"
    row.variants = {"packed": {"one": "by oneDNN"}}
    row.faults = {"one": 12.0, "other": 0.0}
    text = report([row], {"one": "1.0", "other": "2.0"}, {"class": "512x32"})
    assert "- class: 512x32" in text
    assert "- peers: one 1.0, other 2.0" in text
    assert "one 12 (matmul_3_4_5); the others none" in text
    assert "same contract" in text and "everyone's best" in text
    assert "as found here: 2.000 (1 operators, worst 2.00)" in text
    assert "one (by oneDNN)" in text
    lines = [line for line in text.splitlines() if line.startswith("| matmul_3_4_5")]
    assert len(lines) == 2
    assert all("multiply-adds" in line for line in lines)
    assert all_means([row])["1"]["arguments"]["shipped"]["mean"] == pytest.approx(4)


def test_the_report_names_what_a_library_lacks(row):
    from dataclasses import replace

    from report import report

    more = replace(row, operator="matmul_6_7_8", peers={"arguments": {"one": 30.0}})
    text = report([row, more], {"one": "1.0", "other": "2.0", "third": "3.0"}, {})
    assert "other lacks matmul_6_7_8." in text
    assert "third lacks all." in text
    assert "one lacks" not in text


def test_a_picture_chooses_no_backend(row, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    from report import draw

    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    assert draw([row], tmp_path / "folder" / "peers.svg")
    assert "<svg" in (tmp_path / "folder" / "peers.svg").read_text()


def test_every_participant_gets_memory_that_stays(monkeypatch):
    from participant import start

    code = (
        "import json, os, sys; sys.stdin.readline(); "
        "print(json.dumps({name: os.environ.get(name) for name in "
        "('GLIBC_TUNABLES', 'THP_MEM_ALLOC_ENABLE', 'OMP_NUM_THREADS')}))"
    )
    who = start([sys.executable, "-c", code], "it", 3, "0")
    found = who.ask({})
    who.end()
    assert "hugetlb=1" in found["GLIBC_TUNABLES"]
    assert found["THP_MEM_ALLOC_ENABLE"] == "1"
    assert found["OMP_NUM_THREADS"] == "3"


def test_a_peer_that_was_killed_takes_part_in_the_next_row(modules, monkeypatch):
    import participant

    spec = importlib.util.spec_from_file_location("race_of_peers", FOLDER / "__main__.py")
    race = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(race)
    code = (
        "import sys\n"
        'print(\'{"name": "library", "version": "1"}\', flush=True)\n'
        "for line in sys.stdin: print(line, end='', flush=True)"
    )

    def start(arguments, *more):
        return participant.start([sys.executable, "-c", code], *more)

    monkeypatch.setattr(race, "start", start)
    runner = race.Runner.__new__(race.Runner)
    runner.threads, runner.peers = 1, {}
    runner.options = argparse.Namespace(python=sys.executable, features="")
    runner.start_peers(["module"])
    killed = runner.peers["module"]
    assert killed.ask({"load": 1}) == {"load": 1}
    killed.process.kill()
    assert "lacks memory" in killed.ask({"load": 2})["error"]
    runner.start_ended_peers()
    again = runner.peers["module"]
    assert again is not killed
    assert (again.label, again.ask({"load": 3})) == ("library", {"load": 3})
    runner.start_ended_peers()
    assert runner.peers["module"] is again
    again.end()


def test_a_race_for_an_older_processor_limits_every_library(modules, monkeypatch):
    from older import OLDER, compile_for, environment_of
    from participant import start

    assert environment_of("") == {}
    assert compile_for() is None
    with pytest.raises(KeyError):
        environment_of("-sse2")
    environment = environment_of("-avx512f")
    assert OLDER["-avx512f"].items() <= environment.items()
    code = "import json, os, sys; sys.stdin.readline(); print(json.dumps(dict(os.environ)))"
    who = start([sys.executable, "-c", code], "it", 1, "0", environment)
    found = who.ask({})
    who.end()
    assert environment.items() <= found.items()
    assert "hugetlb=1" in found["GLIBC_TUNABLES"]
    monkeypatch.setenv("MLIRGYM_PEERS_CPU", "znver3")
    assert compile_for() == "znver3"


def test_schedules_come_from_the_process_that_knows_the_machine():
    from participant import Failure, references

    class Kernel:
        def __init__(self, reply):
            self.reply = reply

        def ask(self, request):
            assert request == {"references": {"program": "relu_3_4"}}
            return self.reply

    shipped = [{"class": "512x32", "schedule": "a"}, {"class": "256x16", "schedule": "b"}]
    known = references(Kernel({"class": "512x32", "shipped": shipped, "found": None}), "relu_3_4")
    assert known.shipped == [("512x32", "a"), ("256x16", "b")]
    assert known.best_known == "a"
    known = references(Kernel({"class": "512x32", "shipped": shipped, "found": "c"}), "relu_3_4")
    assert known.best_known == "c"
    known = references(Kernel({"class": "512x32", "shipped": [], "found": None}), "relu_3_4")
    assert known.best_known is None
    with pytest.raises(Failure, match="damaged"):
        references(Kernel({"error": "damaged"}), "relu_3_4")


def test_the_choice_of_a_schedule_survives_slow_moments(modules):
    from participant import Failure, fastest_in_turn

    class Machine:
        """Its speed changes from call to call, and each fourth call is disturbed."""

        def __init__(self):
            self.calls = 0

        def time(self, batch_ms, schedule):
            self.calls += 1
            if schedule == "fails":
                raise Failure(schedule)
            ns = {"slow": 110.0, "fast": 100.0}[schedule]
            return ns * (1 + 0.01 * (self.calls // 3 % 3)) * (3 if self.calls % 4 == 0 else 1)

    for order in (["slow", "fast", "fails"], ["fails", "fast", "slow"]):
        assert fastest_in_turn(Machine(), order) == "fast"
    assert fastest_in_turn(Machine(), ["fails"]) == "fails"
    assert fastest_in_turn(Machine(), []) is None


def test_the_shipped_files_name_programs_and_machines():
    reference = FOLDER.parents[1] / "data/reference"
    machines = sorted(path.name for path in reference.iterdir() if path.is_dir())
    assert machines == [path.stem for path in sorted(reference.glob("*.json"))]
    for machine in machines:
        for file in (reference / machine).glob("*.json"):
            assert json.loads(file.read_text())["schedules"], file
