"""Hundreds of random wrong command lines, from seeds."""

import random

import pytest

#: Lines that are right, and cheap; `{...}` is a file of the working folder.
LINES = [
    ["suite", "list"],
    ["suite", "families"],
    ["suite", "show", "tiny"],
    ["suite", "export", "tiny", "exported"],
    ["dump", "relu_4_8"],
    ["dump", "relu_4_8", "--schedule", "op0: vectorize", "--stage", "llvm"],
    ["dump", "{program}", "--script", "--schedule", "op0: tile(2,0)"],
    ["dump", "{program}", "--program", "-o", "dumped.mlir"],
    ["measure", "relu_4_8", "--budget-ms", "2", "--schedule", "op0: vectorize"],
    ["measure", "{program}", "--budget-ms", "2", "--schedule-file", "{schedule}"],
    ["optimize", "relu_4_8", "--budget", "2", "--budget-ms", "2", "-o", "best.mlir"],
    ["evaluate", "random", "--suite", "tiny", "--budget", "1", "--budget-ms", "1"],
    "compare --agents random --suite tiny --budgets 1 --seeds 1 --out c --budget-ms 1".split(),
    ["replay", "--exec-data", "{data}", "optimize", "relu_4_8", "--budget", "2"],
    ["replay", "measure", "relu_4_8", "--exec-data", "{data}"],
    ["data", "stats", "--exec-data", "{data}"],
    ["data", "merge", "--exec-data", "merged.db", "{data}"],
    ["data", "verify", "{data}"],
    ["data", "compact", "--exec-data", "{data}"],
    ["data", "thin", "--exec-data", "{data}", "--fastest", "1", "--others", "1"],
    ["data", "publish", "{data}", "--out", "set"],
    ["data", "import", "--exec-data", "imported.db", "{timings}"],
    ["data", "export", "--exec-data", "{data}", "-o", "exported.json"],
    ["kernels", "list"],
    ["kernels", "stats", "--cache-dir", "kernels"],
]
OPTIONS = """
    --json --progress --help --version --agent --budget --seed --batch --max-actions --actions
    --threads --exec-data --main-exec-data --cache-dir --no-kernel-cache --workers --timeout
    --budget-ms --cold-caches --remeasure
    --memory-limit --schedule --schedule-file --stage --script --program --out -o --suite --split
    --same-machine --iterations --minutes --resume --learning-rate --bugdet --exec_data -x -vvv
    --agents --budgets --seconds --seeds --relative-to --per-program --shard-rows --licence
""".split()
VALUES = [
    "", " ", "-", "--", "---", "=", "--=", "-1", "0", "1", "1.5", "nan", "-nan", "inf", "1e999",
    "99999999999999999999", "0x10", "1,2", "%s%n%d", "{0}", "{{}}", "$(id)", "*", "\n", "\t\r\n",
    "a\x01b\x7f", "é" * 90, "☃", "😀😀", "a" * 5000, b"\xff\xfe\x80", "/", ".", "..", "../..", "~",
    "/dev/null", "/proc/self/mem", "nowhere/nothing.mlir", "nothing.mlirbc", "relu_0_0",
    "relu_-1_2", "relu_4_8_f128", "matmul", "matmul_8_8", "matmul_99999999999_2_3",
    "relu_" + "9" * 300, "_", "f32", "op0", "op0:", "op9: tile(1)", "op0: tile(",
    "op0: tile(1,2,3,4,5)", "op0: tile(-1,0)", ";;;", "op0: " + "vectorize " * 400, "(" * 900,
    "tiny", "quick", "test", "random", "{missing}", "{folder}", "{empty}", "{noise}", "{half}",
    "{program}", "{data}", "{timings}", "true", "false", "asm",
]  # fmt: skip
PROGRAM = """
func.func @f(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
"""


@pytest.fixture(scope="module")
def stored_timings(tmp_path_factory, cache):
    """An exec-data file with a few timings, made by the command line itself."""
    from strangers.commandline import own_environment, run

    folder = tmp_path_factory.mktemp("timings")
    ended = run(
        "measure", "relu_4_8", "--budget-ms", "2", "--exec-data", "data.db",
        folder=folder, environment=own_environment(cache),
    )  # fmt: skip
    assert ended.code == 0, ended
    return (folder / "data.db").read_bytes()


@pytest.fixture
def files(mlirgym_command, stored_timings):
    """Values of `{name}`, in the folder of the calls."""
    folder = mlirgym_command.folder
    contents = {
        "program": ("program.mlir", PROGRAM.encode()),
        "schedule": ("schedule.txt", b"op0: vectorize"),
        "timings": ("timings.json", b'{"relu_4_8": {"I(0,1)T(4,0)NT()": 1557}}'),
        "data": ("data.db", stored_timings),
        "empty": ("empty.mlir", b""),
        "noise": ("noise.mlirbc", random.Random(1).randbytes(4096)),
        "half": ("half.mlir", PROGRAM.encode()[:90]),
    }
    names = {"missing": "missing.mlir", "folder": "subfolder"}
    (folder / "subfolder").mkdir()
    for key, (name, content) in contents.items():
        (folder / name).write_bytes(content)
        names[key] = name
    return names


def with_files(words, files):
    def named(word):
        if isinstance(word, str) and word.startswith("{") and word[1:-1] in files:
            return files[word[1:-1]]
        return word

    return [named(word) for word in words]


def garbled(rng):
    """A correct line with one to three errors."""
    words = list(rng.choice(LINES))
    for _ in range(rng.randint(1, 3)):
        place = rng.randint(0, len(words))
        accident = rng.randrange(7)
        if accident == 0 and words:
            del words[rng.randrange(len(words))]
        elif accident == 1 and words:
            words[rng.randrange(len(words))] = rng.choice(VALUES)
        elif accident == 2:
            words.insert(place, rng.choice(OPTIONS))
        elif accident == 3:
            words[place:place] = [rng.choice(OPTIONS), rng.choice(VALUES)]
        elif accident == 4:
            value = rng.choice([value for value in VALUES if isinstance(value, str)])
            words.insert(place, f"{rng.choice(OPTIONS)}={value}")
        elif accident == 5 and words:
            rng.shuffle(words)
        else:
            words.insert(place, "--json")
    if rng.random() < 0.5:
        words.append("--json")
    return words


def may_make(ended, name):
    """Files are made where the line names them, and beside a database of that name."""
    asked = [word if isinstance(word, str) else word.decode("latin-1") for word in ended.arguments]
    values = [word.partition("=")[2] if word.startswith("-") else word for word in asked]
    values += [word[2:] for word in asked if word.startswith("-o")]
    stems = {value.split("/")[0].removesuffix(".mlir") for value in values} - {""}
    return any(name.startswith(stem) for stem in stems) and not name.startswith("-")


@pytest.mark.parametrize("seed", range(30))
def test_a_garbled_line_ends_with_a_message(mlirgym_command, files, seed):
    rng = random.Random(seed)
    for _ in range(15):
        # NUL ends a word before the command sees it, and so does the system's limit of length.
        ended = mlirgym_command(*with_files(garbled(rng), files), timeout_s=100)
        stray = [name for name in ended.new_files if not may_make(ended, name)]
        assert not stray, f"made {stray}: {ended}"
        if ended.code != 0:
            assert ended.message or ended.out, f"failed without a word: {ended}"


EMPTY = ["--exec-data", "--out", "--agent", "--seed", "--threads", "--actions", "--cache-dir"]


@pytest.mark.parametrize("option", EMPTY)
def test_an_empty_value_is_refused_and_takes_nothing_else(mlirgym_command, option):
    for words in ([f"{option}=", "--json"], [option, "", "--json"], [option, "--json"]):
        ended = mlirgym_command("optimize", "relu_4_8", *words)
        assert ended.code == 2, ended
        assert ended.object["status"] == "error"
        assert option in ended.object["error"]
        assert not ended.new_files, ended


@pytest.mark.parametrize("words", [["--timeout", "nan"], ["--budget-ms", "nan"], ["--budget", "0"],
    ["--threads", "5000"], ["--memory-limit", "1"], ["--seed", "-1"], ["--seed", "1e3"],
    ["--batch", "0"], ["--max-actions", "65"], ["--timeout", "1e99"]])  # fmt: skip
def test_a_number_out_of_range_says_which_are_in_it(mlirgym_command, words):
    ended = mlirgym_command("optimize", "relu_4_8", "--json", *words)
    assert ended.code == 2
    assert words[0] in ended.object["error"]
    assert " and at most " in ended.object["error"] or " from " in ended.object["error"]


TRAIN = ["train", "--program", "relu_4_8", "--out", "run", "--iterations", "1", "--json"]


@pytest.mark.parametrize("words", [["--learning-rate", "nan"], ["--minutes", "-1"], ["--envs", "0"],
    ["--entropy", "nan"], ["--rollout", "x"], ["--suite", "tiny"], ["--no-such"]])  # fmt: skip
def test_a_training_that_cannot_be_meant_is_refused(mlirgym_command, words):
    ended = mlirgym_command(*TRAIN, *words)
    assert ended.code == 2, ended
    assert not ended.new_files


@pytest.mark.parametrize("command", [[], ["optimize"], ["measure"], ["train"], ["evaluate"],
    ["compare"], ["collect"], ["replay"], ["replay", "train"], ["replay", "compare"], ["dump"],
    ["benchmark"],
    ["benchmark-object"], ["suite"],
    ["suite", "show"], ["suite", "export"], ["data"], ["data", "merge"], ["data", "publish"],
    ["data", "import"], ["kernels"], ["kernels", "show"], ["doctor", "--now"]])  # fmt: skip
def test_what_is_missing_is_named(mlirgym_command, command):
    ended = mlirgym_command(*command, "--json")
    assert ended.code == 2
    assert ended.object["error"]
    helped = mlirgym_command(*command[:2], "--help")
    assert helped.code == 0 and helped.out


def test_times_are_never_zero_milliseconds(mlirgym_command):
    ended = mlirgym_command("measure", "relu_4_8", "--schedule", "op0: vectorize")
    assert ended.code == 0, ended
    assert "0.000" not in ended.out and " 0.00 " not in ended.out
