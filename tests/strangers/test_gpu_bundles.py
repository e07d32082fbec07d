"""Bundles for GPUs: written, run by a driver of the tests, imported and replayed.

The driver (tests/execution/device/FakeCuda.cpp) adds two matrices, or does what a line "// fake"
in the PTX says.
"""

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from strangers.commandline import PROGRAM, ROOT

FAKE_CUDA = ROOT / "build/release/bin/fake-cuda.so"
HOST_PROGRAM = ROOT / "kernels/bundle/run.py"
COUNT = 1024 * 512  # elements of the program
SCHEDULES = [f"op0: gpu_blocks({2**k},256) gpu_threads(1,4) vectorize" for k in range(1, 10)]


def dump(*arguments, ok=True):
    done = subprocess.run([PROGRAM, "dump", *arguments], capture_output=True, text=True)
    assert (done.returncode == 0) == ok, done.stderr
    return done


def host_module():
    spec = importlib.util.spec_from_file_location("run", HOST_PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def environment(**variables):
    return {**os.environ, "MLIRGYM_CUDA_DRIVER": str(FAKE_CUDA), **variables}


def execute(*words, **variables):
    words = [str(word) for word in words]
    done = subprocess.run(words, capture_output=True, text=True, env=environment(**variables))
    assert "Traceback" not in done.stderr, done.stderr
    return done


def run(*arguments, **variables):
    return execute(sys.executable, *arguments, **variables)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A bundle of an addition under nine schedules and without one."""
    folder = tmp_path_factory.mktemp("bundle")
    (folder / "schedules.txt").write_text("\n".join(SCHEDULES) + "\n")
    place = ("--device", "cuda:sm_90", "--dump-files-to", folder / "add")
    dump("add_1024_512", *place, "--schedule-list", folder / "schedules.txt")
    dump("add_1024_512", *place)  # the baseline, without which nothing is replayed
    return folder / "add"


@pytest.fixture
def bundle(written, tmp_path):
    """A copy, whose first schedules do as `kernels()` says, and the others add."""
    shutil.copytree(written, tmp_path / "add")

    class Copy:
        folder = tmp_path / "add"
        facts = json.loads((tmp_path / "add/bundle.json").read_text())

        def kernels(self, *kernels):
            for number, schedule in enumerate(self.facts["schedules"]):
                kernel = kernels[number] if number < len(kernels) else f"add:{COUNT}"
                path = self.folder / schedule["ptx"]
                # The fake kernels write their third argument.
                text = re.sub("buffers .*", "buffers 0 1 2", path.read_text(), count=1)
                if kernel == "bad":
                    text = text.replace(".version", ".nothing")
                path.write_text(f"{text}\n// fake {kernel}\n")

        def run(self, *arguments):
            done = run(self.folder / "run.py", "--json", tmp_path / "out.json", *arguments)
            return done, json.loads((tmp_path / "out.json").read_text())

    return Copy()


def test_every_failure_costs_its_own_schedule_only(bundle):
    unsampled = np.setdiff1d(np.arange(COUNT), np.load(bundle.folder / "set0.arg2.positions.npy"))[
        100
    ]
    bundle.kernels(
        f"add:{COUNT}",
        f"wrong:{COUNT}",
        f"wrong:{COUNT}@{unsampled}",
        f"overflow:{COUNT}",
        "hang",
        "fail",
        f"late:{COUNT}",
        "bad",
    )
    done, results = bundle.run("--timeout", "1")
    schedules = results["programs"][0]["schedules"]
    assert [schedule["schedule"] for schedule in schedules] == [*SCHEDULES, ""]
    assert [schedule["status"] for schedule in schedules] == [
        *("ok", "wrong_result", "wrong_result", "overflow", "timed_out", "crashed"),
        *("wrong_result", "bad_module", "ok", "ok"),
    ]
    messages = [schedule["message"] for schedule in schedules]
    assert "argument 2: [1023, 511] is " in messages[1]
    assert f"[{unsampled // 512}, {unsampled % 512}]" in messages[2]
    assert "in the first schedule that was right; 1 of 524288 elements differ" in messages[2]
    assert "bytes next to argument 2 were written" in messages[3]
    assert "more than 1 s" in messages[4]
    assert "an illegal memory access was encountered" in messages[5]
    assert messages[6].startswith("right at first, wrong when called again: ")
    assert "ptxas fatal" in messages[7]
    first = schedules[0]
    assert first["median_ns"] == 5e5 and first["repeats"] == len(first["times_ns"])
    assert (first["registers"], first["local_bytes"], first["shared_bytes"]) == (40, 8, 0)
    assert results["gpu"]["name"] == "Fake GPU 9000"
    assert done.returncode == 1 and "3 of 10 schedules are right" in done.stdout


def test_options(bundle):
    bundle.kernels()
    done, results = bundle.run("--only", r"gpu_blocks\(2,", "--l2", "flushed", "--jobs", "0")
    assert done.returncode == 0
    assert [s["schedule"] for s in results["programs"][0]["schedules"]] == SCHEDULES[:1]
    assert results["l2"] == "flushed" and "-flushed-" in results["protocol"]
    subprocess.run(["gzip", *bundle.folder.glob("*.ptx")], check=True)
    done, results = bundle.run("--max-seconds", "0.000001")
    assert {s["status"] for s in results["programs"][0]["schedules"]} == {"not_run"}
    done, results = bundle.run()
    assert {s["status"] for s in results["programs"][0]["schedules"]} == {"ok"}


def test_without_a_driver_it_says_why(bundle):
    done = run(bundle.folder / "run.py", MLIRGYM_CUDA_DRIVER="/nowhere/libcuda.so")
    assert done.returncode == 1 and "install NVIDIA's driver" in done.stderr
    done = run(bundle.folder / "run.py", bundle.folder.parent)
    assert done.returncode == 1 and "name a folder that `mlirgym dump` has written" in done.stderr


def test_a_damaged_bundle_costs_its_own_schedules_only(bundle, tmp_path):
    """Each other bundle, before and after it, is run and timed."""
    bundle.kernels()

    def spoiled(name, change):
        folder = shutil.copytree(bundle.folder, tmp_path / name)
        facts = json.loads((folder / "bundle.json").read_text())
        change(folder, facts)
        (folder / "bundle.json").write_text(json.dumps(facts))
        return folder

    unreadable = [
        spoiled("no-sets", lambda _, facts: facts.pop("sets")),
        spoiled("no-arguments", lambda _, facts: facts.update(arguments=[])),
        spoiled("type", lambda _, facts: facts["arguments"][0].update(type="q4")),
        spoiled("shape", lambda _, facts: facts["arguments"][0].update(shape=[8, -64])),
        spoiled("seed", lambda _, facts: facts["sets"][0]["inputs"][0].update(seed=-1)),
        spoiled("version", lambda _, facts: facts.update(version=2)),
        spoiled("status", lambda _, facts: facts["schedules"][0].update(status="fine")),
    ]
    expected, one = "set0.arg2.expected.npy", bundle.facts["schedules"][0]
    folders = [
        spoiled("missing", lambda folder, _: (folder / expected).unlink()),
        spoiled("junk", lambda folder, _: (folder / expected).write_text("junk")),
        spoiled("lost", lambda folder, _: (folder / one["ptx"]).unlink()),
        bundle.folder,
    ]
    only = f"{re.escape(SCHEDULES[0])}|blocks.4,"
    done, results = bundle.run(*unreadable, *folders, "--only", only)
    assert done.returncode == 1 and "3 of 8 schedules are right" in done.stdout
    assert len(results["errors"]) == len(unreadable)
    for folder, error in zip(unreadable, results["errors"], strict=True):
        assert error.startswith(f"{folder / 'bundle.json'}: ") and error in done.stderr
    statuses = [[s["status"] for s in program["schedules"]] for program in results["programs"]]
    assert statuses == [["not_run"] * 2, ["not_run"] * 2, ["not_run", "ok"], ["ok", "ok"]]
    assert "dump this schedule again" in results["programs"][2]["schedules"][0]["message"]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_writes_what_it_has(bundle, tmp_path, end):
    bundle.kernels(f"add:{COUNT}", "hang")
    words = [sys.executable, bundle.folder / "run.py", "--json", tmp_path / "out.json"]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
        start_new_session=True,
        # The tests may be a job in the background, which ignores it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    while not process.stdout.readline().strip().startswith("1/"):
        assert process.poll() is None
    os.killpg(process.pid, end)
    assert process.communicate(timeout=60)[1] == "interrupted\n"
    assert process.returncode == 130
    results = json.loads((tmp_path / "out.json").read_text())
    assert results["interrupted"]
    assert [s["status"] for s in results["programs"][0]["schedules"]] == ["ok"]
    deadline = time.monotonic() + 30  # no process is left
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < deadline:
            os.killpg(process.pid, 0)
            time.sleep(0.01)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--only", "nothing matches"], "no schedule to run"),
        (["--only", "["], "is no regular expression"),
        (["--budget-ms", "nan"], "not positive and finite"),
        (["--timeout", "-1"], "not positive and finite"),
        (["--jobs", "-1"], "is negative"),
        (["--json", "/nowhere/r.json"], "name another file"),
        (["--json", "/tmp"], "not a regular file; name another"),
    ],
)
def test_bad_options_are_errors(bundle, words, reason):
    done = run(bundle.folder / "run.py", *words)
    assert done.returncode in {1, 2} and reason in done.stderr


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_the_host_program_in_c(bundle):
    kernels = ["add", "wrong", "overflow", "hang", "fail", "late", "bad", "writes"]
    bundle.kernels(*(k if k in {"hang", "fail", "bad"} else f"{k}:{COUNT}" for k in kernels))
    subprocess.run(["make", "-s"], cwd=bundle.folder, check=True)
    found = {}
    for kernel, schedule in zip(kernels, bundle.facts["schedules"], strict=False):
        words = ["./main", schedule["ptx"], "20", "0.2"]
        done = subprocess.run(
            words, cwd=bundle.folder, capture_output=True, text=True, env=environment()
        )
        [program] = json.loads(done.stdout)["programs"]
        [result] = program["schedules"]
        assert (done.returncode == 0) == (result["status"] == "ok"), done
        assert result["schedule"] == schedule["schedule"]
        found[kernel] = result["status"]
    assert found == {
        **{"add": "ok", "wrong": "wrong_result", "overflow": "overflow", "hang": "timed_out"},
        **{"fail": "crashed", "late": "wrong_result", "bad": "bad_module"},
        "writes": "wrong_result",
    }


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
@pytest.mark.parametrize("cache", ["warm", "flushed"])
def test_the_result_in_c_is_imported(bundle, mlirgym_command, tmp_path, cache):
    bundle.kernels()
    subprocess.run(["make", "-s"], cwd=bundle.folder, check=True)
    schedule = bundle.facts["schedules"][0]
    words = ["./main", schedule["ptx"], "5", "10", cache]
    text = subprocess.run(
        words, cwd=bundle.folder, capture_output=True, text=True, check=True, env=environment()
    ).stdout
    assert json.loads(text)["protocol"] == f"gpu1-{cache}-r0.5-n10..100-b5"
    (tmp_path / "main.json").write_text(text)
    ended = mlirgym_command(
        "data", "import", tmp_path / "main.json", "--exec-data", tmp_path / "c.db", "--json"
    )
    assert ended.object["imported"] == 1
    assert ended.object["devices"] == ["cuda:sm_90/Fake-GPU-9000"]


def test_more_schedules_are_added_to_a_bundle(tmp_path):
    place = ("--device", "cuda:sm_90", "--dump-files-to", tmp_path / "b")
    done = dump("add_8_64", *place)
    assert "1 schedules, 1 of them compiled now" in done.stdout
    times = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("b/*.npy")}
    done = dump("add_8_64", *place, "--schedule", "op0: gpu_blocks(1,32) gpu_threads(0,4)")
    assert "2 schedules, 1 of them compiled now" in done.stdout
    assert times == {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("b/*.npy")}
    facts = json.loads((tmp_path / "b/bundle.json").read_text())
    assert [s["status"] for s in facts["schedules"]] == ["ok", "ok"]
    # A whole output has no positions.
    assert facts["sets"][0]["outputs"][0]["positions"] == ""
    done = dump("add_8_32", *place, ok=False)
    assert "a bundle of another key" in done.stderr
    done = dump("add_8_64", *place, "--schedule", "op0: tile(9,9,9)", ok=False)
    assert "op0: 3 tile sizes" in done.stderr
    done = dump("add_8_64", "--device", "host", "--dump-files-to", tmp_path / "c", ok=False)
    assert "host: bundles are for GPUs" in done.stderr


def test_schedules_of_a_list_without_code_are_recorded(tmp_path):
    place = ("--device", "cuda:sm_90", "--dump-files-to", tmp_path / "b")
    listed = tmp_path / "list.txt"
    listed.write_text("op0: tile(9,9,9)\n")
    done = dump("add_8_64", *place, "--schedule-list", listed, ok=False)
    assert (
        "no schedule has code for sm_90; the first: action 0, tile(9,9,9): op0: 3 tile"
        in done.stderr
    )
    listed.write_text("op0: tile(9,9,9)\nop0: gpu_blocks(1,32) gpu_threads(0,4)\n")
    done = dump("add_8_64", *place, "--schedule-list", listed)
    assert "2 schedules, 2 of them compiled now; 1 refused" in done.stdout
    facts = json.loads((tmp_path / "b/bundle.json").read_text())
    assert [s["status"] for s in facts["schedules"]] == ["refused", "ok"]
    assert "3 tile sizes" in facts["schedules"][0]["message"]


def test_a_schedule_is_dumped_again_if_its_code_is_lost_or_it_is_to_succeed(tmp_path):
    folder, listed = tmp_path / "b", tmp_path / "list.txt"
    place = ("--device", "cuda:sm_90", "--dump-files-to", folder)
    one = "op0: gpu_blocks(1,32) gpu_threads(0,4)"
    listed.write_text(f"# a comment\n\nop0: tile(9,9,9)\n{one}\n")
    dump("add_8_64", *place, "--schedule-list", listed)
    before = (folder / "bundle.json").read_bytes()
    ptx = json.loads(before)["schedules"][1]["ptx"]
    for name in (ptx, "set0.arg2.expected.npy", "bundle.h"):
        contents = (folder / name).read_bytes()
        (folder / name).unlink()
        dump("add_8_64", *place, "--schedule-list", listed)
        assert (folder / name).read_bytes() == contents
    assert json.loads((folder / "bundle.json").read_text()) == json.loads(before)
    done = dump("add_8_64", *place, "--schedule", "op0: tile(9,9,9)", ok=False)
    assert "op0: 3 tile sizes" in done.stderr
    for change in ({"version": 2}, {"arguments": []}, {"operations": 7}):
        (folder / "bundle.json").write_text(json.dumps({**json.loads(before), **change}))
        done = dump("add_8_64", *place, ok=False)
        assert f"a bundle of another {next(iter(change))}" in done.stderr


def test_two_dumps_into_a_folder_lose_nothing(tmp_path):
    lists = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for number, listed in enumerate(lists):
        sizes = [(2**k, 8 << number) for k in range(4)]
        listed.write_text("".join(f"op0: gpu_blocks({a},{b})\n" for a, b in sizes))
    words = [PROGRAM, "dump", "add_32_64", "--device", "cuda:sm_90", "--dump-files-to"]
    words += [tmp_path / "f", "--schedule-list"]
    dumps = [subprocess.Popen([*words, listed], stderr=subprocess.PIPE, text=True)
             for listed in lists]  # fmt: skip
    ended = [(process.communicate()[1], process.returncode) for process in dumps]
    assert 0 in [code for _, code in ended]
    for listed, (error, code) in zip(lists, ended, strict=True):
        if code != 0:
            assert "works in this folder; wait for its end" in error
            dump(*words[2:], listed)
    schedules = json.loads((tmp_path / "f/bundle.json").read_text())["schedules"]
    assert {entry["status"] for entry in schedules} == {"ok"} and len(schedules) == 8


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# nothing\n\n", "no schedule; give a schedule a line"),
        ("op0: gpu_blocks(1,32)\nop0: til(4)\n", "list.txt: schedule line 2, "),
        ("op0: tile(9,9,9)\n", "no schedule has code for sm_90"),
    ],
)
def test_a_list_of_nothing_leaves_no_files(tmp_path, text, reason):
    (tmp_path / "list.txt").write_text(text)
    place = ("--device", "cuda:sm_90", "--dump-files-to", tmp_path / "b")
    done = dump("add_8_64", *place, "--schedule-list", tmp_path / "list.txt", ok=False)
    assert reason in done.stderr
    assert {path.name for path in tmp_path.glob("b/*")} <= {"lock"}


def test_a_gpu_of_this_machine_is_there(tmp_path):
    words = [PROGRAM, "dump", "add_8_64", "--device", "cuda:0", "--dump-files-to", tmp_path]
    done = execute(*words, MLIRGYM_CUDA_DRIVER="/nowhere/libcuda.so")
    assert done.returncode != 0
    assert "install NVIDIA's driver" in done.stderr and "cuda:sm_90a" in done.stderr
    assert execute(*words).returncode == 0


def test_an_interrupted_dump_says_so(tmp_path):
    words = [PROGRAM, "dump", "matmul_2048_2048_2048", "--device", "cuda:sm_90"]
    words += ["--dump-files-to", tmp_path]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "lock").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert "interrupted; no schedule was added to" in process.communicate()[1]
    assert process.returncode == 1 and not (tmp_path / "bundle.json").exists()


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_any_name_of_a_program_and_bad_words_in_c(tmp_path, monkeypatch):
    name = 'we"ird $x'
    program = subprocess.run(
        [PROGRAM, "dump", "add_8_64", "--program"], capture_output=True, text=True, check=True
    )
    (tmp_path / f"{name}.mlir").write_text(program.stdout)
    folder = tmp_path / "sp ace"
    done = dump(tmp_path / f"{name}.mlir", "--device", "cuda:sm_90", "--dump-files-to", folder)
    assert f'python3 "{folder}/run.py"' in done.stdout
    subprocess.run(["make", "-s"], cwd=folder, check=True)
    monkeypatch.chdir(folder)
    [ptx] = folder.glob("*.ptx")
    ptx.write_text(re.sub("buffers .*", "buffers 0 1 2", ptx.read_text()) + "\n// fake add:512\n")
    results = json.loads(execute(folder / "main", ptx).stdout)
    assert results["programs"][0]["program"] == name
    for words in (["-1"], ["nan"], ["abc"], ["20", "-1"]):
        done = execute(folder / "main", ptx, *words)
        assert done.returncode == 2 and "give a positive number" in done.stderr
    done = execute(folder / "main", ptx, FAKE_CUDA_FAIL="cuInit=100")
    assert done.returncode == 2 and "no GPU" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16"])
def test_numpy_makes_the_inputs_of_the_evaluator(tmp_path, kind):
    dump(f"add_16_48_{kind}", "--device", "cuda:sm_90", "--dump-files-to", tmp_path)
    host = host_module()
    bundle = host.Bundle(str(tmp_path))
    bundle.prepare()
    assert len(bundle.inputs) == (2 if kind in {"f16", "bf16"} else 1)
    for inputs, goldens in zip(bundle.inputs, bundle.goldens, strict=True):
        numbers = [host.as_numbers(inputs[i], kind) for i in (0, 1)]
        assert all(np.abs(x).max() <= 1 and np.unique(x).size > 2 for x in numbers)
        total = numbers[0] + numbers[1]
        if kind == "bf16":  # rounded to nearest
            bits = total.view(np.uint32)
            total = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
        output = total.astype(host.NUMPY_TYPES[kind])
        assert goldens[0].compare(output) == ""
        output[3] = 0x4200 if kind == "bf16" else 32
        assert "[0, 3] is " in goldens[0].compare(output)


@pytest.mark.parametrize(
    "program",
    [
        *("matmul_32_48_40", "matmul_bias_relu_32_48_40", "softmax_16_64", "add_4_5_6"),
        *("relu_40_9", "attention_2_64_16", "batch_matmul_2_8_9_10", "matmul_64_128_64_bf16"),
        *("conv_2d_nchw_fchw_1_3_12_12_4_3_3_10_10", "conv_2d_nhwc_hwcf_1_13_13_3_4_3_3_6_6"),
    ],
)
def test_pytorch_computes_the_same(tmp_path, program):
    torch = pytest.importorskip("torch")
    dump(program, "--device", "cuda:sm_90", "--dump-files-to", tmp_path)
    host = host_module()
    bundle = host.Bundle(str(tmp_path))
    bundle.prepare()
    result = host.torch_call(torch, bundle, bundle.inputs[0], device="cpu")()
    golden = bundle.goldens[0][0]
    output = host.bytes_of_tensor(torch, result).view(host.NUMPY_TYPES[golden.argument["type"]])
    assert golden.compare(output) == ""


def test_results_are_imported_once_and_replayed(bundle, mlirgym_command, tmp_path):
    bundle.kernels(f"add:{COUNT}", f"wrong:{COUNT}", "fail", "bad")
    bundle.run()
    data = str(tmp_path / "gpu.db")
    for imported, replaced in ((10, 0), (0, 10)):
        ended = mlirgym_command(
            "data", "import", tmp_path / "out.json", "--exec-data", data, "--json"
        )
        assert ended.object["imported"] == imported and ended.object["replaced"] == replaced
        assert ended.object["devices"] == ["cuda:sm_90/Fake-GPU-9000"]
    assert mlirgym_command("data", "verify", data).code == 0
    found = []
    for schedule in SCHEDULES[:5]:
        ended = mlirgym_command(
            *("replay", "measure", "add_1024_512", "--exec-data", data),
            *("--device", "cuda:sm_90", "--schedule", schedule, "--json"),
        )
        found.append(ended.object["status"])
        assert found[-1] != "ok" or ended.object["best_ns"] == 5e5
    assert found == ["ok", "wrong_result", "crashed", "compile_failed", "ok"]
    ended = mlirgym_command(
        *("replay", "--exec-data", data, "--device", "cuda:sm_90", "measure", "add_1024_512"),
        *("--schedule", SCHEDULES[0]),
    )
    assert ended.code == 0 and "transfers" not in ended.out  # none were measured


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.pop("gpu"), "missing value at results.gpu"),
        (lambda r: r.update(version=2), "another version of run.py"),
        (lambda r: r["programs"][0].update(key="12"), "no key, machine"),
        (lambda r: r["programs"][0].update(metric="bananas"), "no key, machine, metric"),
        (lambda r: r["programs"][0].update(processor="host"), "no key, machine"),
        (lambda r: r["programs"][0].update(operations=10**18), "or operations of a program"),
        (lambda r: r["programs"][0].update(operations=0), "or operations of a program"),
        (lambda r: r["gpu"].update(name="a/b/../c"), "no name of the GPU"),
        (lambda r: r.update(created_at=-5), "or no date"),
        (
            lambda r: r["programs"][0]["schedules"][0].update(schedule="op7: tile(1)"),
            "there is no op7: the program has 1 operations",
        ),
        (
            lambda r: r["programs"][0]["schedules"][0].update(median_ns=1e300),
            "no plausible times",
        ),
        (
            lambda r: r["programs"][0]["schedules"][0]["times_ns"].__setitem__(0, -4),
            "no plausible times",
        ),
        (
            lambda r: r["programs"][0]["schedules"][0].update(median_ns=7e5),
            "no plausible times",
        ),
        (lambda r: r["programs"][0]["schedules"][0].update(min_ns=-1), "no plausible times"),
        (lambda r: r["programs"][0]["schedules"][0].update(status="fine"), "'fine' is unknown"),
        (lambda r: r["programs"][0]["schedules"][0].update(schedule="x"), "expected"),
        (lambda r: r["programs"][0].update(schedules=7), "expected array at results.programs[0]"),
    ],
)
def test_damaged_results_are_an_error(bundle, mlirgym_command, tmp_path, change, reason):
    bundle.kernels()
    _, results = bundle.run("--only", r"gpu_blocks\(2,")
    change(results)
    (tmp_path / "bad.json").write_text(json.dumps(results))
    ended = mlirgym_command(
        "data", "import", tmp_path / "bad.json", "--exec-data", tmp_path / "n.db"
    )
    assert ended.code != 0 and reason in ended.err
    assert not (tmp_path / "n.db").exists()


def gpu_round(*words):
    return run(ROOT / "scripts/gpu_round.py", *words)


def test_a_round_of_any_gpu_is_imported(bundle, tmp_path):
    bundle.kernels()
    bundle.run("--only", r"gpu_blocks\(2,")
    done = gpu_round("import", tmp_path / "out.json", "--exec-data", tmp_path / "r.db")
    assert done.returncode == 0, done.stderr
    assert "| add_1024_512 | 1/1 | 500.0 |" in done.stdout


@pytest.mark.parametrize("text", [None, "{}", "[]", "no JSON"])
def test_a_round_without_results_is_an_error(tmp_path, text):
    if text is not None:
        (tmp_path / "out.json").write_text(text)
    done = gpu_round("import", tmp_path / "out.json", "--exec-data", tmp_path / "r.db")
    assert done.returncode == 1 and "give the file that run.sh has written" in done.stderr
    assert not (tmp_path / "r.db").exists()


@pytest.mark.parametrize("words", [["--only", "["], ["--scale", "nan"], ["--scale", "-1"]])
def test_a_round_refuses_bad_options(tmp_path, words):
    done = gpu_round("prepare", tmp_path / "round", *words)
    assert done.returncode == 2 and words[1] in done.stderr
