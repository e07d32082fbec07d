"""Programs on which others publish figures: what they compute, and MLIR-RL's environment."""

import json
import math
import re

import gymnasium as gym
import mlirgym
import numpy as np
import pytest
from mlirgym.mlirrl import environment_options, import_exec_data, mlir_rl_program


def alpha_beta(product, c):
    return 1.5 * product + 1.2 * c


def trmm(a, b):
    return 1.5 * (b + np.tril(a, -1).T @ b)


def symm(a, b, c):
    return alpha_beta((np.tril(a) + np.tril(a, -1).T) @ b, c)


def lower(new, old):
    return np.tril(new) + np.triu(old, 1)


def gemver(a, u1, v1, u2, v2, x, y, z, w):
    a = a + np.outer(u1, v1) + np.outer(u2, v2)
    x = x + 1.2 * a.T @ y + z
    return a, x, w + 1.5 * a @ x


POLYBENCH = {
    "gemm_5_6_7": lambda a, b, c: alpha_beta(a @ b, c),
    "2mm_4_5_6_7": lambda a, b, c, d: 1.5 * a @ b @ c + 1.2 * d,
    "3mm_4_5_6_7_8": lambda a, b, c, d: (a @ b) @ (c @ d),
    "atax_5_7": lambda a, x: a.T @ (a @ x),
    "bicg_5_7": lambda a, p, r: (a.T @ r, a @ p),
    "mvt_6": lambda a, x1, x2, y1, y2: (x1 + a @ y1, x2 + a.T @ y2),
    "gesummv_6": lambda a, b, x: 1.5 * a @ x + 1.2 * b @ x,
    "gemver_6": gemver,
    "doitgen_3_4_5": lambda a, c4: np.einsum("rqs,sp->rqp", a, c4),
    "syrk_5_6": lambda a, c: lower(alpha_beta(a @ a.T, c), c),
    "syr2k_5_6": lambda a, b, c: lower(1.5 * (a @ b.T + b @ a.T) + 1.2 * c, c),
    "trmm_5_6": trmm,
    "symm_5_6": symm,
}


def run(execution, name, reference, rng):
    """Compare a compiled program with a function of its arguments, in their order."""
    program = mlirgym.generate_program(name)
    kernel = execution.compile(program)
    inputs = [
        rng.uniform(-1, 1, argument["shape"])
        for argument in program.arguments
        if argument["is_input"]
    ]
    wanted = reference(*inputs)
    wanted = list(wanted) if isinstance(wanted, tuple) else [wanted]
    found = kernel(*[value.copy() for value in inputs])
    found = list(found) if isinstance(found, tuple) else [found]
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kernel", POLYBENCH)
def test_a_kernel_of_polybench_is_what_numpy_computes(kernel, live_execution):
    reference = POLYBENCH[kernel]
    run(live_execution, f"polybench_{kernel}_f64", reference, np.random.default_rng(1))


def complexes(values):
    """Pairs of arrays, real and imaginary part, as complex ones."""
    return [re + 1j * im for re, im in zip(values[::2], values[1::2], strict=True)]


def triple(w, p0, p1, p2):
    return np.einsum("abc,aiyx,bjyx,ckyx->ijkyx", w, p0, p1, p2, optimize=True)


def swapped(w, first, second):
    """Of blocks [i, j, k, e, m]: the product, less that with exchanged third quarks."""
    direct = np.einsum("ijk,ijkem,abc,abcem->em", w, first, w, second, optimize=True)
    exchanged = np.einsum("ijl,ijkem,abk,ablem->em", w, first, w, second, optimize=True)
    return direct - exchanged


def parts(value):
    return value.real, value.imag


def baryon(w, *values):
    psi, phi, *quarks = complexes(values)
    block = np.einsum("ijkyx,ym->ijkxm", triple(w, *quarks), psi)
    return parts(np.einsum("ijk,ijkxm,xn->mn", w, block, phi, optimize=True))


def dibaryon(w, *values):
    psi, phi, *quarks = complexes(values)
    single, split = [], []
    for p0, p1, p2 in (quarks[:3], quarks[3:]):
        two = np.einsum("abc,aiyx,bjyx,y->cijyx", w, p0, p1, psi, optimize=True)
        single.append(np.einsum("ijk,cijyx,ckyx->x", w, two, p2, optimize=True))
        split.append(np.einsum("cijyx,ckyz->ijkxz", two, p2, optimize=True))
    direct = np.einsum("x,z->xz", *single)
    exchanged = np.einsum("ijl,ijkxz,abk,ablzx->xz", w, split[0], w, split[1], optimize=True)
    return parts(np.einsum("xz,xzn->n", direct - exchanged, phi))


def dibaryon_hexaquark(w, *values):
    psi, phi, *quarks = complexes(values)
    blocks = [
        np.einsum("ijkyx,ym->ijkxm", triple(w, *three), psi) for three in (quarks[:3], quarks[3:])
    ]
    return parts(np.einsum("xm,xn->mn", swapped(w, *blocks), phi))


def hexaquark(w, *values):
    psi, phi, *quarks = complexes(values)
    six = swapped(w, triple(w, *quarks[:3]), triple(w, *quarks[3:]))
    return parts(np.einsum("yx,ym,xn->mn", six, psi, phi, optimize=True))


@pytest.mark.parametrize("correlator", [baryon, dibaryon, dibaryon_hexaquark, hexaquark])
def test_a_correlator_is_what_numpy_computes(correlator, live_execution):
    name = f"{correlator.__name__}_correlator_3_2_f64"
    run(live_execution, name, correlator, np.random.default_rng(2))


def test_the_suites_have_ids_and_splits():
    for suite, name in [("polybench", "Polybench"), ("qcd", "Qcd"), ("mlir-rl", "MlirRl")]:
        assert f"MlirGym/{name}-v0" in gym.registry
        for split in ("train", "validation", "test"):
            assert mlirgym.suite_programs(suite, split)
    assert len(mlirgym.suite_programs("mlir-rl", "test")) == 16
    assert "matmul_256_256_128_f64" in mlirgym.suite_programs("mlir-rl", "test")
    assert "relu_256_57_57_64_f64" not in mlirgym.suite_programs("mlir-rl", "train")


CONVOLUTION = "conv_2d_nchw_fchw_2_16_14_14_32_1_1_14_14"


def test_a_convolution_becomes_a_product_as_in_mlir_rl(live_execution):
    program = mlirgym.generate_program("conv_2d_nchw_fchw_1_2_9_9_3_3_3_4_4_f64")
    product = mlir_rl_program(program)
    assert [op["trip_counts"] for op in product.operations] == [[1, 18, 16], [1, 3, 16, 18]]
    rng = np.random.default_rng(3)
    image, filters = rng.uniform(-1, 1, (1, 2, 9, 9)), rng.uniform(-1, 1, (3, 2, 3, 3))
    results = [live_execution.compile(each)(image, filters) for each in (program, product)]
    np.testing.assert_allclose(*results, rtol=1e-12)


def test_a_fill_can_be_an_operation(live_execution):
    program = mlirgym.generate_program("matmul_8_12_16_f64")
    apart = mlir_rl_program(program, img2col=False, fills_apart=True)
    assert [op["kind"] for op in apart.operations] == ["linalg.generic", "linalg.matmul"]
    a, b = np.ones((8, 12)), np.ones((12, 16))
    np.testing.assert_array_equal(live_execution.compile(apart)(a, b), 12.0)


def follow(env, rows):
    """Take actions, of a symbol and its parameters, and return the last reward."""
    symbols = ["NT", "T", "TP", "TPF", "I", "V"]
    reward = 0.0
    for symbol, parameters in rows:
        row = np.zeros(len(env.action_space.nvec), np.int64)
        row[0] = symbols.index(symbol)
        if symbol == "I":
            row[-1] = parameters
        else:
            indices = [0 if size == 0 else 1 + int(math.log2(size)) for size in parameters]
            start = 1 + (row[0] - 1) * 12
            row[start : start + len(indices)] = indices
        _, reward, _, _, info = env.step(row)
        assert not info["illegal"], symbol
    return reward


#: Entries of MLIR-RL's own runs. Of the last one the key has a TP for a TPF, whose tiles of the
#: gather would not be tiles.
ENTRIES = [
    ("relu_256_100", "I(0,1)T(64,0)T(1,4)NT()", 15579),
    ("relu_256_100", "I(1,0)TP(1,4)V(True)", 95988),
    ("add_14_15_28_28", "I(1,2,0,3)T(0,0,0,0)NT()", 176317),
    ("add_14_15_28_28", "I(2,0,3,1)T(4,0,0,1)T(2,0,2,0)V(True)", 158455),
    ("pooling_nchw_max_2_8_114_114_3_56_56", "I(5,0,3,1,4,2)TP(0,1,8,4,1,8)NT()", 408650),
    (CONVOLUTION, "I(0,1,2)V(False)|I(3,0,1,2)TP(8,1,8,4)T(4,0,4,0)V(True)", 22457),
]


@pytest.mark.parametrize(("name", "key", "ns"), ENTRIES)
def test_exec_data_of_mlir_rl_replays_to_its_rewards(name, key, ns, tmp_path):
    file = tmp_path / "timings.db"
    counts = import_exec_data(file, {name: {key: ns}}, programs="generated")
    assert (counts["imported"], counts["resolved"]) == (1, 1), counts["first_reason"]
    env = mlirgym.ScheduleEnv(
        programs=[f"{name}_f64"],
        execution=mlirgym.Execution(exec_data_file=str(file), replay=True, any_machine=True),
        preset="mlir-rl",
        order=[],
        baselines={name: 10 * ns},
    )
    env.reset(seed=0)
    rewards = []
    for actions in reversed(key.split("|")):
        for symbol, text in re.findall(r"([A-Z]+)\(([^)]*)\)", actions.replace("V(False)", "NT()")):
            numbers = [int(number) for number in re.findall(r"\d+", text)]
            rows = [("I", loop) for loop in numbers] if symbol == "I" else [(symbol, numbers)]
            rewards.append(follow(env, rows))
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] == pytest.approx(1.0)


def test_interchanges_by_swaps_and_ranks(replay_env):
    shared = {
        "programs": ["matmul_8_12_16"],
        "execution": replay_env.unwrapped.execution,
        "preset": "mlir-rl",
    }
    swaps = mlirgym.ScheduleEnv(**shared, interchange="enumerate")
    assert swaps.action_space.nvec[-1] == 30
    assert swaps.observation_space.shape == (6587,)
    assert swaps.action_meanings()[-1][11] == "swap 0 2"
    swaps.reset(seed=0)
    follow(swaps, [("I", 11)])
    assert swaps.schedule == "op0: interchange(2,1,0)"

    ranks = mlirgym.ScheduleEnv(**shared, interchange="continuous")
    assert ranks.action_space.nvec[-1] == math.factorial(12)
    assert ranks.observation_space.shape == (6558,)
    assert ranks.action_meanings()[-1] == []
    _, info = ranks.reset(seed=0)
    assert mlirgym.split_mask(info["action_mask"], ranks.action_space.nvec)[-1].tolist() == [1]
    follow(ranks, [("I", 3)])
    assert ranks.schedule == "op0: interchange(1,2,0)"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"preset": "mlir-rl", "interchange": "levels"}, "pointers, enumerate, continuous"),
        ({"preset": "mlir-rl", "bounds": "sqrt"}, "choose one of max, log, none"),
        ({"preset": "mlir-rl", "baselines": {"relu_12_20": -1.0}}, "the baseline of program"),
        ({"interchange": "enumerate"}, "belong to MLIR-RL's encoding"),
        ({"img2col": True}, "img2col: only the preset mlir-rl"),
        ({"baselines": {"relu_12_20": 5.0}}, "baselines: only the preset mlir-rl"),
    ],
)
def test_options_of_mlir_rl_belong_to_its_preset(options, message, replay_env):
    execution = replay_env.unwrapped.execution
    with pytest.raises(ValueError, match=message):
        mlirgym.ScheduleEnv(programs=["relu_12_20"], execution=execution, **options)


@pytest.fixture
def config(tmp_path):
    """The example of MLIR-RL's configuration, with two programs."""
    times = {"matmul_8_12_16": 500, CONVOLUTION: 900}
    (tmp_path / "train.json").write_text(json.dumps(times))
    (tmp_path / "eval.json").write_text(json.dumps({"relu_12_20": -1}))
    return {
        "max_num_stores_loads": 7,
        "max_num_loops": 12,
        "max_num_load_store_dim": 12,
        "num_tile_sizes": 7,
        "vect_size_limit": 512,
        "order": [["I"], ["!", "I", "NT"], ["!", "I"], ["V", "NT"]],
        "interchange_mode": "pointers",
        "exploration": ["entropy"],
        "init_epsilon": 0.0,
        "normalize_bounds": "max",
        "normalize_adv": "standard",
        "reuse_experience": "none",
        "benchmarks_folder_path": str(tmp_path / "code_files"),
        "bench_count": 64,
        "replay_count": 0,
        "nb_iterations": 20000,
        "ppo_epochs": 4,
        "ppo_batch_size": 64,
        "value_epochs": 0,
        "value_batch_size": 0,
        "value_coef": 0.5,
        "value_clip": False,
        "entropy_coef": 0.01,
        "lr": 0.001,
        "truncate": 5,
        "json_file": str(tmp_path / "train.json"),
        "eval_json_file": str(tmp_path / "eval.json"),
        "tags": [],
        "debug": False,
        "main_exec_data_file": "",
        "results_dir": "results",
    }


def test_an_environment_has_the_configuration_of_mlir_rl(config, replay_env, monkeypatch):
    execution = replay_env.unwrapped.execution
    monkeypatch.delenv("DISABLE_IMG2COL", raising=False)
    env = mlirgym.ScheduleEnv(**environment_options(config), execution=execution)
    assert len(env.action_space.nvec) == 38
    assert env.observation_space.shape == (6569,)
    assert [len(program.operations) for program in env.programs] == [1, 2]

    changed = config | {
        "max_num_loops": 7,
        "num_tile_sizes": 3,
        "max_num_stores_loads": 2,
        "max_num_load_store_dim": 5,
        "interchange_mode": "enumerate",
        "normalize_bounds": "none",
        "order": [],
    }
    env = mlirgym.ScheduleEnv(**environment_options(changed), execution=execution)
    assert list(env.action_space.nvec) == [6] + [4] * 21 + [15]
    part = 6 + 7 + 7 + 2 * (2 * 5 * 7) + 5
    history = 3 * 5 * 7 * 4 + 5 * 7 * 7
    assert env.observation_space.shape == (2 * part + history + 1 + (6 + 84 + 15),)
    observation, _ = env.reset(seed=0, options={"program": "matmul_8_12_16_f64"})
    assert observation[6:9].tolist() == [8, 16, 12]

    monkeypatch.setenv("DISABLE_IMG2COL", "1")
    env = mlirgym.ScheduleEnv(**environment_options(config), execution=execution)
    assert [len(program.operations) for program in env.programs] == [1, 1]
    options = environment_options(config, evaluation=True)
    assert [program.name for program in options["programs"]] == ["relu_12_20_f64"]
    assert options["baselines"] == {}, "-1 is a failure"


def test_a_wrong_configuration_is_refused(config, tmp_path, monkeypatch):
    monkeypatch.delenv("CONFIG_FILE_PATH", raising=False)
    with pytest.raises(ValueError, match="set CONFIG_FILE_PATH"):
        environment_options()
    path = tmp_path / "config.json"
    path.write_text("[]")
    with pytest.raises(ValueError, match="not a JSON object"):
        environment_options(path)
    lacking = {key: value for key, value in config.items() if key != "truncate"}
    with pytest.raises(ValueError, match="truncate missing; MLIR-RL has no defaults"):
        environment_options(lacking)
    with pytest.raises(ValueError, match="unknown key 'trunkate'; did you mean 'truncate'"):
        environment_options(config | {"trunkate": 3})
    with pytest.raises(ValueError, match="bench_count is True; give int"):
        environment_options(config | {"bench_count": True})
    with pytest.raises(ValueError, match="ppo_batch_size is '64'; give int or null"):
        environment_options(config | {"ppo_batch_size": "64"})
    with pytest.raises(mlirgym.ProgramError, match="no such program family"):
        (tmp_path / "train.json").write_text('{"transpose_3_4": 5}')
        environment_options(config)
