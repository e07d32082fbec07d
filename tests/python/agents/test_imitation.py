from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import mlirgym
from recorded import EXEC_DATA, PROGRAMS, SPACE, replay


def learn(out, **options):
    given = {"epochs": 60, "hidden": [64], "learning_rate": 5e-3, "best_per_program": 1}
    return mlirgym.learn(
        EXEC_DATA, programs=PROGRAMS, out=out, any_machine=True, **SPACE, **(given | options)
    )


@pytest.fixture(scope="module")
def agent(tmp_path_factory):
    out = tmp_path_factory.mktemp("learned")
    metrics = learn(out)
    assert metrics[-1]["train_cross_entropy"] < metrics[0]["train_cross_entropy"]
    return mlirgym.load_agent(out / "agent.pt")


def test_a_learned_agent_optimises(agent):
    assert agent.description["agent"] == "learned"
    for program in PROGRAMS:
        best = agent.optimize(program, replay(), budget=8)
        assert best.samples <= 8
        searched = mlirgym.optimize(program, agent="random", budget=8, execution=replay())
        assert best.speedup >= searched.speedup * 0.99
        assert best.schedule in agent.propose(program, count=8)


def test_a_guided_search_uses_its_policy(agent):
    guided = mlirgym.load_agent(agent.path, agent="guided")
    assert repr(guided) == f"<TrainedAgent guided of {agent.path}>"
    program = PROGRAMS[0]
    best = guided.optimize(program, replay(), budget=8)
    assert best.samples == 8
    # The first is that which the policy and its critic find best.
    assert best.curve[0] == agent.optimize(program, replay(), budget=1).curve[0]
    assert guided.propose(program, count=3) == agent.propose(program, count=3)
    with pytest.raises(ValueError, match="no agent 'gided' that uses a policy; choose one of"):
        mlirgym.load_agent(agent.path, agent="gided")


def test_a_bad_progress_callback_ends_a_guided_search(agent):
    guided = mlirgym.load_agent(agent.path, agent="guided")

    def fail(samples, budget, speedup):
        raise KeyError(samples)

    with pytest.raises(KeyError):
        guided.optimize(PROGRAMS[0], replay(), budget=8, progress=fail)


def test_it_is_a_policy_of_observations(agent):
    env = mlirgym.ScheduleEnv(programs=PROGRAMS, execution=replay(), **SPACE)
    observation, _ = env.reset(seed=0)
    mask = env.action_masks()
    logits = agent.logits(observation[None], mask[None])
    assert logits.shape == (1, env.action_space.n)
    assert logits.dtype == np.float32
    assert np.isneginf(logits[0, ~mask.astype(bool)]).all()
    assert np.isfinite(logits[0, mask.astype(bool)]).all()
    assert agent.value(np.stack([observation, observation])).shape == (2,)
    with pytest.raises(ValueError, match=r"observations must have the shape \(rows, \d+\)"):
        agent.value(observation)
    with pytest.raises(ValueError, match="masks must have the shape"):
        agent.logits(observation[None], mask[None, :-1])


def test_a_resumed_run_is_the_whole_one(tmp_path):
    whole = learn(tmp_path / "whole", epochs=4)
    learn(tmp_path / "parts", epochs=4, progress=lambda metrics: metrics["epoch"] < 2)
    parts = learn(tmp_path / "parts", epochs=4, resume=True)
    assert [{**line, "seconds": 0} for line in parts] == [{**line, "seconds": 0} for line in whole]


def test_a_network_of_tokens_learns_and_proposes(tmp_path):
    small = {"net": "tokens", "hidden": [32], "token_width": 16, "epochs": 4}
    metrics = learn(tmp_path / "a", **small)
    assert metrics[-1]["train_cross_entropy"] < metrics[0]["train_cross_entropy"]
    agent = mlirgym.load_agent(tmp_path / "a" / "agent.pt")
    expected = {
        "kind": "tokens",
        "hidden": [32],
        "token_width": 16,
        "attention": 1,
        "operations": 8,
    }
    assert agent.description["net"] == expected
    program = PROGRAMS[0]
    assert agent.propose(program, count=2)
    again = learn(tmp_path / "b", **small)
    assert [m["train_cross_entropy"] for m in again] == [m["train_cross_entropy"] for m in metrics]
    with pytest.raises(ValueError, match="net is 'transformer'; choose trunk, tokens or mlp"):
        learn(tmp_path / "c", net="transformer")
    with pytest.raises(ValueError, match="multiple of 4"):
        learn(tmp_path / "d", net="tokens", token_width=6)


def test_learning_starts_from_an_agent(agent, tmp_path):
    begun = learn(
        tmp_path / "a", from_checkpoint=agent.path, epochs=1, learning_rate=1e-6, hidden=[8]
    )
    fresh = learn(tmp_path / "b", epochs=1, learning_rate=1e-6)
    assert begun[0]["train_cross_entropy"] < fresh[0]["train_cross_entropy"] / 2
    same = mlirgym.load_agent(tmp_path / "a" / "agent.pt")
    assert same.description["net"] == agent.description["net"]
    with pytest.raises(ValueError, match=r"absent\.pt"):
        learn(tmp_path / "c", from_checkpoint=tmp_path / "absent.pt")


def test_what_cannot_be_used_is_named(tmp_path):
    with pytest.raises(TypeError, match=r"'epoch'; did you mean 'epochs'"):
        learn(tmp_path / "a", epoch=1)
    with pytest.raises(ValueError, match="temperature must be positive"):
        learn(tmp_path / "b", temperature=0)
    with pytest.raises(ValueError, match="no timing to learn from"):
        mlirgym.learn(EXEC_DATA, programs=["relu_4_8"], out=tmp_path / "c", any_machine=True)
    with pytest.raises(mlirgym.ExecutionError, match="not an exec-data file"):
        mlirgym.learn(__file__, programs=PROGRAMS, out=tmp_path / "d")
    with pytest.raises(RuntimeError, match=r"absent\.pt"):
        mlirgym.load_agent(tmp_path / "absent.pt")


def test_an_interrupt_ends_learning_with_a_checkpoint(tmp_path, ctrl_c_after):
    with ctrl_c_after(1):
        learn(tmp_path, epochs=100_000)
    assert (tmp_path / "checkpoint.pt").exists()


def test_the_trained_agent_in_the_box_is_the_default(tmp_path):
    # Reference schedules of no other program serve here, with which optimize would begin.
    execution = mlirgym.Execution(tmp_path / "exec.db", budget_ms=5)
    best = mlirgym.optimize("relu_24_32", budget=3, execution=execution)
    assert (best.agent, best.fallback, best.samples) == ("learned", "", 3)
    again = mlirgym.load_agent().optimize("relu_24_32", execution, budget=3)
    assert again.cache_hits == 3
    assert again.schedule == best.schedule
    guided = mlirgym.optimize("relu_24_32", agent="guided", budget=3, execution=execution)
    assert guided.agent == "guided"


def test_the_agent_in_the_box_is_for_every_target_and_number_of_threads(tmp_path):
    older = {} if mlirgym.machine()["vector_bits"] <= 256 else {"device_features": "-avx512f"}
    agent = mlirgym.load_agent()
    assert Path(agent.path).name == "cpu.pt"
    execution = mlirgym.Execution(tmp_path / "exec.db", budget_ms=5, **older)
    best = mlirgym.optimize("relu_24_32", budget=2, execution=execution)
    assert (best.agent, best.fallback) == ("learned", "")
    again = agent.optimize("relu_24_32", execution, budget=2)
    assert again.cache_hits == 2
    threads = mlirgym.Execution(tmp_path / "exec.db", budget_ms=5, threads=2)
    shared = mlirgym.optimize("matmul_256_256_128", budget=4, execution=threads)
    assert (shared.agent, shared.fallback) == ("learned", "")
    assert "parallel" in shared.schedule


def test_the_agent_in_the_box_leaves_other_users_of_torch_their_threads(tmp_path):
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        execution = mlirgym.Execution(tmp_path / "exec.db", budget_ms=5)
        mlirgym.optimize("relu_4_8", budget=1, execution=execution)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(threads)


def test_where_the_agent_in_the_box_does_not_fit_a_search_is_used(tmp_path, monkeypatch):
    nine_loops = "relu_" + "_".join("2" * 9)
    execution = mlirgym.Execution(tmp_path / "exec.db", budget_ms=5)
    with pytest.warns(UserWarning, match="op0 has 9 loops, and the policy has places for 8"):
        best = mlirgym.optimize(nine_loops, budget=2, execution=execution)
    assert best.agent == "bayesian"
    assert best.fallback == "op0 has 9 loops, and the policy has places for 8"

    (tmp_path / "data").mkdir()
    monkeypatch.setenv("MLIRGYM_DATA_DIR", str(tmp_path / "data"))
    with pytest.warns(UserWarning, match="the trained agent is missing"):
        best = mlirgym.optimize("relu_4_8", budget=1, execution=execution)
    assert best.agent == "bayesian"
    with pytest.raises(RuntimeError, match="the trained agent is missing"):
        mlirgym.load_agent()


def test_a_replay_is_searched_by_evolution():
    best = mlirgym.optimize("relu_64_120", budget=2, execution=replay())
    assert (best.agent, best.fallback) == ("evolutionary", "")
