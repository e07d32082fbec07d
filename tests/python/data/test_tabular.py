"""Environments over closed spaces, and scores on them."""

import itertools
import json

import gymnasium as gym
import mlirgym.data
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from mlirgym.data import TabularEnv, TabularVectorEnv, tabular_score, tabular_table, tabular_tasks
from mlirgym.data.registration import tabular_id

FACTS = {
    "program": "matmul_4_4_8",
    "machine": "synthetic",
    "target": {
        "triple": "x86_64-pc-linux-gnu",
        "cpu": "none",
        "vector_bits": 256,
        "vector_registers": 16,
        "register_group": 1,
        "processors": 1,
        "l1_bytes": 32768,
        "l2_bytes": 524288,
        "l3_bytes": 33554432,
        "dot_products": "",
    },
    "toolchain": "none",
    "date": "2026-11-29",
    "roofline_ns": 8.0,
    "threads": 1,
}
TASK = {"program": "matmul_4_4_8", "actions": ["tile"], "tile_sizes": [2], "max_actions": 1}


def write_table(folder, name, facts=FACTS):
    """One tile of 2 or none in each of three loops; the fastest is tile(2,2,2)."""
    lines = [f"# {json.dumps(facts)}", "schedule\tstatus\tmedian_ns\tuncertainty", "\tok\t80\t0.01"]
    for sizes in itertools.product([0, 2], repeat=3):
        if any(sizes):
            text = ",".join(map(str, sizes))
            lines.append(f"op0: tile({text})\tok\t{80 / 2 ** (sum(sizes) / 2)}\t0.01")
    (folder / f"{name}.tsv").write_text("\n".join(lines) + "\n")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    tasks = [{"name": name, **TASK} for name in ("first", "second", "missing")]
    (tmp_path / "tasks.json").write_text(json.dumps({"tasks": tasks}))
    for name in ("first", "second"):
        write_table(tmp_path, name)
    return tmp_path


def test_the_tasks_are_those_with_a_table(folder, tmp_path_factory):
    assert tabular_tasks(folder) == ["first", "second"]
    assert tabular_tasks(tmp_path_factory.mktemp("empty")) == []
    table = tabular_table("first", folder)
    assert (table["schedules"], table["baseline_ns"], table["best_ns"]) == (7, 80, 10)
    assert table["best_schedule"] == "op0: tile(2,2,2)"
    assert table["hash"] == tabular_table("second", folder)["hash"]
    with pytest.raises(RuntimeError, match="'third' is no task; the tasks are first, second"):
        tabular_table("third", folder)
    with pytest.raises(RuntimeError, match=r"missing\.tsv"):
        tabular_table("missing", folder)


def test_every_legal_episode_has_a_timing(folder):
    env = TabularEnv(["first"], folder=folder)
    check_env(env, skip_render_check=True)
    random = np.random.default_rng(0)
    seen = set()
    for _ in range(60):
        _, info = env.reset()
        ended = False
        while not ended:
            action = random.choice(np.flatnonzero(info["action_mask"]))
            _, _, ended, truncated, info = env.step(int(action))
            assert not truncated
        assert mlirgym.statuses()[info["status"]] == "ok"
        seen.add(round(float(info["speedup"]), 6))
    assert seen == {1, 2, 4, 8}


def test_tasks_together_and_in_vectors(folder):
    env = TabularEnv(folder=folder)
    assert len(env.programs) == 2
    vector = TabularVectorEnv(3, ["second"], folder=folder)
    assert vector.reset()[0].shape[0] == 3
    other = FACTS | {"target": FACTS["target"] | {"vector_bits": 512}}
    write_table(folder, "second", other)
    with pytest.raises(ValueError, match="tables of first and second are of different machines"):
        TabularEnv(folder=folder)
    with pytest.raises(ValueError, match="no table of timings; pip install"):
        TabularEnv([], folder=folder)


def first_legal(observation, mask):
    return int(np.flatnonzero(mask)[0])


def test_scores_are_shares_of_the_fastest(folder):
    def policy_of(seed):
        random = np.random.default_rng(seed)
        return lambda observation, mask: int(random.choice(np.flatnonzero(mask)))

    scores = tabular_score(policy_of, budgets=(1, 200), seeds=2, folder=folder)
    assert scores == tabular_score(policy_of, budgets=(1, 200), seeds=2, folder=folder)
    assert set(scores["tasks"]) == {"first", "second"}
    assert scores["shares"][200] == pytest.approx(1)
    assert 1 / 8 <= scores["shares"][1] < 1
    assert scores["score"] == pytest.approx(sum(scores["shares"].values()) / 2)
    # The first legal decision is always to tile, and then no loop if that is possible.
    plain = tabular_score(lambda seed: first_legal, tasks=["first"], budgets=(1,), folder=folder)
    assert plain["score"] == pytest.approx(2 / 8)
    with pytest.raises(ValueError, match="ascending positive numbers"):
        tabular_score(policy_of, budgets=(4, 1), folder=folder)
    with pytest.raises(ValueError, match="no task has a table"):
        tabular_score(policy_of, tasks=[], folder=folder)


def test_the_tables_that_come_with_mlirgym_are_environments():
    for task in tabular_tasks():
        assert tabular_id(task) in gym.registry
    assert tabular_id("conv-nchw") == "MlirGym/Tabular-ConvNchw-v0"
    if tabular_tasks():
        env = gym.make(tabular_id(tabular_tasks()[0]))
        _, info = env.reset(seed=0)
        assert info["action_mask"].any()
