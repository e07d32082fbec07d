import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from mlirgym.workloads import load_workloads
from mlirgym.workloads import runner as workload_runner

PROGRAMS = Path(__file__).parents[3] / "build" / "release" / "bin"
MODULE = '''
import mlirgym
import numpy as np


class Twice(mlirgym.Workload):
    """y = x + x; `factor` is what its reference believes."""

    def __init__(self, length=16, factor=2.0):
        self.length, self.factor = length, factor

    @property
    def name(self):
        return f"twice_{self.length}"

    def payload_module(self):
        tensor = f"tensor<{self.length}xf32>"
        return f"""
        func.func @twice(%x: {tensor}) -> {tensor} {{
          %empty = tensor.empty() : {tensor}
          %y = linalg.generic {{
              indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
              iterator_types = ["parallel"]}} ins(%x : {tensor}) outs(%empty : {tensor}) {{
          ^bb0(%a: f32, %b: f32):
            %s = arith.addf %a, %a : f32
            linalg.yield %s : f32
          }} -> {tensor}
          return %y : {tensor}
        }}"""

    def parameters(self):
        return {"tile": [4, 8], "end": ["vectorize", "done"]}

    def schedule_module(self, parameters):
        return f"op0: tile({parameters['tile']}) {parameters['end']}"

    def get_reference(self, x):
        return np.float32(self.factor) * x


class Sized(Twice):
    def __init__(self, length):
        super().__init__(length)


class Broken(Twice):
    def get_reference(self, x):
        raise RuntimeError("no such oracle")


one = Twice(24)


def several(count, *, factor=2.0):
    return [Twice(8 + index, factor) for index in range(count)]
'''


@pytest.fixture
def module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLIRGYM_EXEC_DATA", str(tmp_path / "data.db"))
    (tmp_path / "twice.py").write_text(MODULE)
    (tmp_path / "json.py").write_text(MODULE)
    yield "twice.py"
    sys.modules.pop("twice", None)


def names(place):
    return [workload.name for workload in load_workloads(place)]


def test_a_place_names_classes_objects_functions_and_whole_modules(module):
    assert names(f"{module}:Twice") == ["twice_16"]
    assert names(f"{module}:Twice(32, factor=3.0)") == ["twice_32"]
    assert names(f"{module}:one") == ["twice_24"]
    assert names(f"{module}:several(3)") == ["twice_8", "twice_9", "twice_10"]
    assert names(module) == ["twice_16", "twice_16"]  # Twice and Broken
    assert names("twice:Sized(5)") == ["twice_5"]
    Path(module).write_text(MODULE + "\nworkloads = [one, several(1)]\n")
    assert names(module) == ["twice_24", "twice_8"]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nowhere.py", "no such file"),
        ("nowhere", "nowhere: no such module"),
        ("json.py", "another module json; rename"),
        (":Twice", "no module before the colon"),
        ("twice.py:Twic", "did you mean 'Twice'?"),
        ("twice.py:Sized", r"Sized needs arguments \(length\)"),
        ("twice.py:Sized(open('x'))", "arguments are literals"),
        ("twice.py:Twice(**{})", "arguments are literals"),
        ("twice.py:Twice(", "give MODULE:NAME"),
        ("twice.py:one.name", "give MODULE:NAME"),
        ("twice.py:MODULE", "has no MODULE"),
    ],
)
def test_a_place_that_is_none_is_explained(module, place, message):
    with pytest.raises(ValueError, match=message):
        load_workloads(place)


def test_a_module_without_workloads_is_explained(module):
    Path(module).write_text("import os\nworkloads = 'two'\n")
    with pytest.raises(ValueError, match="give a workload or several"):
        load_workloads(module)
    Path(module).write_text("import os\n")
    with pytest.raises(ValueError, match="define a class, or list workloads"):
        load_workloads(module)


def test_an_import_error_within_the_module_is_raised_as_it_is(module):
    Path("imports.py").write_text("import there_is_no_such_module\n")
    for place in ("imports.py", "imports"):
        with pytest.raises(ModuleNotFoundError, match="there_is_no_such_module"):
            load_workloads(place)


def run(capfd, *arguments):
    code = workload_runner.main(arguments)
    return code, capfd.readouterr()


def test_each_result_is_a_line_and_a_wrong_one_a_failure(module, capfd):
    code, printed = run(capfd, "call", f"{module}:Twice", f"{module}:Twice(8, factor=3.0)")
    assert code == 1
    first, second = printed.out.splitlines()
    assert first == "twice_16  ok"
    assert second.startswith("twice_8  wrong_result: ")


def test_an_exception_ends_its_workload_only(module, capfd):
    code, printed = run(
        capfd, "call", module, f"{module}:one", "--json", "--junit", "out/junit.xml"
    )
    assert code == 1 and "no such oracle" in printed.err
    answer = json.loads(printed.out)
    assert answer["status"] == "error"
    assert [each["status"] for each in answer["results"]] == ["ok", "error", "ok"]
    suites = ElementTree.parse("out/junit.xml").getroot()
    assert [suite.get("tests") for suite in suites] == ["2", "1"]
    assert [suite.get("errors") for suite in suites] == ["1", "0"]
    assert suites.find(".//error").get("message") == "RuntimeError: no such oracle"


def test_parameters_are_given_or_all_combinations_are_run(module, capfd):
    code, printed = run(capfd, "call", f"{module}:one", "-p", "tile=8", "-p", "end=done")
    assert code == 0 and printed.out == "twice_24(tile=8, end=done)  ok\n"
    code, printed = run(capfd, "call", f"{module}:one", "--every")
    assert code == 0 and len(set(printed.out.splitlines())) == 4
    code, printed = run(capfd, "call", f"{module}:one", "-p", "tile=8")
    assert code == 1 and "needs a value for end" in printed.err
    code, printed = run(capfd, "call", f"{module}:one", "-p", "tiles=8", "--json")
    assert code == 1 and "no parameter 'tiles'; its parameters: tile, end" in printed.err
    assert json.loads(printed.out)["status"] == "error"


def test_times_and_tunes(module, capfd, tmp_path, copy_peak):
    copy_peak(tmp_path / "data.db")
    code, printed = run(capfd, "benchmark", f"{module}:one", "--json")
    (result,) = json.loads(printed.out)["results"]
    assert code == 0 and result["parameters"] is None and result["figures"]["median_ns"] > 0
    code, printed = run(capfd, "tune", f"{module}:one", "--budget", "3", "--agent", "random")
    assert code == 0 and printed.out.startswith("twice_24  speedup ")


def test_the_ir_after_a_stage_is_printed(module, capfd):
    parameters = ["-p", "tile=8", "-p", "end=done"]
    code, printed = run(capfd, "lower", f"{module}:one", *parameters, "--stage", "scheduled")
    assert code == 0 and printed.out.startswith("// twice_24(tile=8, end=done)\n")
    assert "scf.for" in printed.out and "ok" not in printed.out
    code, printed = run(capfd, "lower", f"{module}:one", "--json")
    (result,) = json.loads(printed.out)["results"]
    assert code == 0 and "define void" in result["ir"]
    code, printed = run(capfd, "lower", f"{module}:one", "--stage", "tilde")
    assert (
        code == 1 and "no lowering stage 'tilde'; choose one of payload, scheduled" in printed.err
    )


def test_a_benchmark_has_the_runs_that_were_asked_for(module, capfd, tmp_path, copy_peak):
    copy_peak(tmp_path / "data.db")
    code, printed = run(
        capfd, "benchmark", f"{module}:one", "--nruns", "6", "--nwarmup", "2", "--json"
    )
    (result,) = json.loads(printed.out)["results"]
    assert code == 0 and len(result["timings_ns"]) == 6
    code, printed = run(capfd, "benchmark", f"{module}:one", "--nruns", "6")
    assert code == 0 and "timings" not in printed.out


KNOBS = '''

class Knobs(Twice):
    def parameters(self):
        return {}

    def schedule_module(self, parameters):
        return """
        module attributes {transform.with_named_sequence} {
          transform.named_sequence @__transform_main(
              %root: !transform.any_op {transform.readonly}) {
            %size = transform.tune.knob<"size"> options = [4, 8] -> !transform.param<i64>
            %op = transform.structured.match ops{["linalg.generic"]} in %root
                : (!transform.any_op) -> !transform.any_op
            %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [%size]
                : (!transform.any_op, !transform.param<i64>)
                -> (!transform.any_op, !transform.any_op)
            transform.yield
          }
        }"""
'''


def test_knobs_are_parameters_of_the_command_line_too(module, capfd):
    Path(module).write_text(MODULE + KNOBS)
    code, printed = run(capfd, "call", f"{module}:Knobs", "--every")
    assert code == 0
    assert printed.out == "twice_16(size=4)  ok\ntwice_16(size=8)  ok\n"
    code, printed = run(capfd, "call", f"{module}:Knobs", "-p", "sizes=4")
    assert code == 1 and "no parameter 'sizes'; its parameters: size" in printed.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["call"], "MODULE[:NAME]"),
        (["walk", "twice.py"], "walk"),
        (["call", "twice.py", "-p", "tile"], "give NAME=VALUE"),
        (["call", "twice.py", "-p", "tile=4", "--every"], "not allowed with"),
        (["tune", "twice.py", "--budget", "0"], "not a positive integer"),
        (["tune", "twice.py", "--agent", "nobody"], "nobody"),
    ],
)
def test_a_wrong_command_line_ends_with_code_2(module, capfd, arguments, message):
    with pytest.raises(SystemExit) as ended:
        workload_runner.main(arguments)
    assert ended.value.code == 2
    error = capfd.readouterr().err
    assert error.startswith("mlirgym: error: ") and message in error


def test_the_program_hands_over_to_python(module):
    program = PROGRAMS / "mlirgym"
    if not program.is_file():  # the package alone
        pytest.skip("an installed package has no command line")
    environment = dict(os.environ, MLIRGYM_PYTHON=sys.executable)
    done = subprocess.run(
        [program, "workload", "call", f"{module}:one"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "twice_24  ok\n"
    environment["MLIRGYM_PYTHON"] = "/no/python"
    failed = subprocess.run(
        [program, "workload", "call", f"{module}:one"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert failed.returncode == 1
    assert "/no/python: No such file or directory; this command runs in Python" in failed.stderr
