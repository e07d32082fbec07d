"""Programs of many operations, searched task by task."""

import gymnasium as gym
import mlirgym
import numpy as np
import pytest

LAYERS = 3


def network():
    """A chain of equal layers: a product, a sum, a maximum."""
    shape = "tensor<8x16xf32>"
    weights = ", ".join(f"%w{i}: tensor<16x16xf32>" for i in range(LAYERS))
    lines = [
        f"func.func @main(%x: {shape}, {weights}) -> {shape} {{",
        "  %zero = arith.constant 0.0 : f32",
        f"  %empty = tensor.empty() : {shape}",
        f"  %fill = linalg.fill ins(%zero : f32) outs(%empty : {shape}) -> {shape}",
    ]
    value = "%x"
    for i in range(LAYERS):
        lines += [
            f"  %m{i} = linalg.matmul ins({value}, %w{i} : {shape}, tensor<16x16xf32>) "
            f"outs(%fill : {shape}) -> {shape}",
            f"  %t{i} = linalg.abs ins(%m{i} : {shape}) outs(%empty : {shape}) -> {shape}",
        ]
        value = f"%t{i}"
    return mlirgym.parse_program("\n".join([*lines, f"  return {value} : {shape}", "}"]))


def test_equal_parts_are_one_task():
    (task,) = mlirgym.tasks(network())
    assert task.parts == [[0, 1], [2, 3], [4, 5]]
    assert [op["kind"] for op in task.program.operations] == ["linalg.matmul", "linalg.abs"]


def test_tasks_are_a_pool_of_an_environment():
    programs = [task.program for task in mlirgym.tasks(network())]
    execution = mlirgym.Execution(None)
    env = mlirgym.ScheduleEnv(programs=programs, execution=execution)
    _, info = env.reset(seed=0)
    assert info["program"] == 0
    assert env.programs[0].key == programs[0].key


def test_an_episode_on_a_task_of_a_network(tmp_path):
    execution = mlirgym.Execution(tmp_path / "timings.db", budget_ms=2)
    env = gym.make("MlirGym/Resnet18-v0", execution=execution)
    names = [program.name for program in env.unwrapped.programs]
    env.reset(seed=0, options={"program": names.index("resnet18.op4")})  # the pooling
    rng = np.random.default_rng(0)
    is_over = False
    while not is_over:
        masks = env.unwrapped.action_masks()[None]
        _, _, terminated, truncated, info = env.step(mlirgym.sample_legal(masks, rng)[0])
        is_over = terminated or truncated
    assert info["status"] == 0  # ok


def test_a_second_search_measures_nothing(tmp_path):
    program = network()
    execution = mlirgym.Execution(tmp_path / "timings.db")
    options = {"agent": "random", "budget": 8, "by_task": True, "execution": execution}
    first = mlirgym.optimize(program, **options)
    assert first.samples == 8
    assert first.schedule == ""
    assert len(first.tasks) == 1
    assert first.tasks[0].baseline_ns >= first.tasks[0].best_ns > 0
    again = mlirgym.optimize(program, **options)
    assert again.cache_hits == 8
    assert again.best_ns == first.best_ns


def test_the_script_is_compiled_and_computes_the_program(tmp_path):
    program = network()
    execution = mlirgym.Execution(tmp_path / "timings.db")
    best = mlirgym.optimize(program, agent="random", budget=16, by_task=True, execution=execution)
    assert execution.measure(program, best.script).status == "ok"
    kernel = execution.compile(program, best.script)
    random = np.random.default_rng(0)
    x = random.standard_normal((8, 16), dtype=np.float32)
    weights = [random.standard_normal((16, 16), dtype=np.float32) for _ in range(LAYERS)]
    expected = x
    for weight in weights:
        expected = np.abs(expected @ weight)
    np.testing.assert_allclose(kernel(x, *weights), expected, rtol=1e-4)


def test_by_task_is_true_or_false():
    with pytest.raises(TypeError, match="by_task"):
        mlirgym.optimize("relu_8_16", by_task=2)
