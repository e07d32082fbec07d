import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import mlirgym
from mlirgym.agents.plot import learning_curve
from recorded import EXEC_DATA, PROGRAMS, SPACE

sys.path.insert(0, str(Path(__file__).parents[3] / "examples" / "python"))


def replay_options():
    return {
        "programs": PROGRAMS,
        **SPACE,
        "exec_data_file": EXEC_DATA,
        "replay": True,
        "any_machine": True,
        "hidden": [64, 64],
        "num_envs": 8,
        "rollout_steps": 64,
    }


@pytest.mark.slow
def test_ppo_improves_on_recorded_timings_and_resumes(tmp_path):
    whole = mlirgym.train(out=tmp_path / "whole", iterations=16, seed=1, **replay_options())
    assert whole[-1]["mean_return"] > whole[0]["mean_return"]
    mlirgym.train(out=tmp_path / "parts", iterations=8, seed=1, **replay_options())
    parts = mlirgym.train(
        out=tmp_path / "parts", iterations=16, seed=1, resume=True, **replay_options()
    )
    timing = {"rollout_seconds", "update_seconds", "evaluation_seconds"}
    assert [{k: v for k, v in line.items() if k not in timing} for line in parts] == [
        {k: v for k, v in line.items() if k not in timing} for line in whole
    ]
    assert len(learning_curve(tmp_path / "whole").axes) == 3


def test_metrics_count_what_is_new_and_the_best_is_kept(tmp_path):
    lines = mlirgym.train(
        out=tmp_path, iterations=4, evaluate_every=2, target_entropy=0.8, **replay_options()
    )
    assert [line["iteration"] for line in lines if "validation_speedup" in line] == [2, 4]
    assert (tmp_path / "best.pt").exists()
    for line in lines:
        assert 0 < line["new_measurements"]
        assert 0 < line["distinct_schedules"] <= 100
        assert line["measured"] == 0  # a replay


def test_a_training_starts_from_a_checkpoint(tmp_path):
    mlirgym.train(out=tmp_path / "first", iterations=1, **replay_options())
    teacher = tmp_path / "first" / "checkpoint.pt"
    options = {"iterations": 1, "from_checkpoint": teacher, **replay_options()}
    assert len(mlirgym.train(out=tmp_path / "second", **options)) == 1
    with pytest.raises(ValueError, match="start from a checkpoint in a new folder"):
        mlirgym.train(out=tmp_path / "second", resume=True, **options)


def test_what_cannot_be_used_is_named(tmp_path):
    with pytest.raises(ValueError, match="gamma"):
        mlirgym.train(out=tmp_path / "a", gamma=2, **replay_options())
    with pytest.raises(ValueError, match="unknown action kind 'warp'"):
        mlirgym.train(out=tmp_path / "b", **replay_options() | {"kinds": ["warp"]})
    with pytest.raises(mlirgym.ExecutionError, match="not an exec-data file"):
        mlirgym.train(out=tmp_path / "c", **replay_options() | {"exec_data_file": __file__})


def test_an_interrupt_ends_a_training_with_a_checkpoint(tmp_path, ctrl_c_after):
    with ctrl_c_after(1):
        mlirgym.train(out=tmp_path, iterations=100_000, **replay_options())
    assert (tmp_path / "checkpoint.pt").exists()
    assert 0 < len(mlirgym.agents.read_metrics(tmp_path)) < 100_000


def test_a_policy_of_the_joint_encoding_is_an_agent_like_others(tmp_path):
    options = replay_options() | {"rollout_steps": 32}
    lines = mlirgym.train(out=tmp_path, iterations=3, actions="joint", **options)
    assert lines[-1]["steps"] == 3 * 8 * 32
    assert lines[-1]["episodes"] > 200  # of two or three actions each
    agent = mlirgym.load_agent(tmp_path / "checkpoint.pt")
    assert agent.description["actions"] == "joint"
    assert len(agent.propose("relu_64_120", count=5)) == 5

    env = mlirgym.ScheduleEnv(
        programs=["matmul_32_48_64"],
        actions="joint",
        tile_sizes=options["tile_sizes"],
        kinds=options["kinds"],
        max_actions_per_op=options["max_actions_per_op"],
    )
    observation, info = env.reset(seed=0)
    logits = agent.logits([observation], [info["action_mask"]])
    assert logits.shape == (1, sum(env.action_space.nvec))
    assert (np.isfinite(logits[0]) == (info["action_mask"] == 1)).all()
    with pytest.raises(ValueError, match='actions is "joint" there, "flat" now'):
        mlirgym.train(out=tmp_path, iterations=4, resume=True, **options)
    with pytest.raises(ValueError, match="actions are 'flat' or 'joint', not 'mlir-rl'"):
        mlirgym.train(out=tmp_path / "other", iterations=1, actions="mlir-rl", **options)


def test_an_unknown_ppo_option_is_named(tmp_path):
    with pytest.raises(TypeError, match=r"'learning_speed'; did you mean 'learning_rate'"):
        mlirgym.train(out=tmp_path, learning_speed=1, **replay_options())


@pytest.mark.slow
def test_maskable_ppo_ends_better_than_it_began():
    pytest.importorskip("sb3_contrib")
    from maskable_ppo import run

    before, after = run(steps=2000, seed=0)
    assert after > before
