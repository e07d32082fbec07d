"""The environment of verifiers, driven by its own client of an endpoint."""

import asyncio
import math
import sys

import pytest

vf = pytest.importorskip("verifiers", reason="verifiers is not installed")
pytestmark = pytest.mark.trainers

NAME = "matmul_8_12_16"
FAST = "op0: tile(4,0,1) vectorize"


def test_a_rollout_is_rewarded_from_its_trace(chat_endpoint, copy_peak, monkeypatch, tmp_path):
    file = tmp_path / "timings.db"
    copy_peak(file)
    (tmp_path / "programs_to_schedule.py").write_text(
        "from mlirgym.doors.verifiers_env import load_environment\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("STUB_KEY", "secret")
    env = vf.load_environment(
        "programs_to_schedule", suite=None, programs=[NAME], exec_data=str(file), budget=3
    )
    assert "op0 matmul d0=8" in env.get_dataset()[0]["prompt"][0]["content"]
    endpoint = chat_endpoint(["op0: tile(99,0,0)", f"Then:\n```\n{FAST}\n```", "op0: done"])
    from verifiers.types import ClientConfig

    client = ClientConfig(api_key_var="STUB_KEY", api_base_url=endpoint.url)
    outputs = asyncio.run(
        env.generate(env.get_dataset(), client=client, model="stub", state_columns=["trajectory"])
    )
    (rollout,) = outputs["outputs"]
    assert rollout["error"] is None
    said = [message["content"] for message in endpoint.requests[-1]["messages"]]
    assert "nearest legal: tile(" in said[2] and said[3].endswith("```")
    assert "x, " in said[4] and "1 answers left" in said[4]
    metrics = rollout["metrics"]
    assert metrics["best_speedup"] > 1 and metrics["right_answers"] == pytest.approx(2 / 3)
    assert rollout["reward"] == pytest.approx(math.log2(metrics["best_speedup"]))
    assert "programs_to_schedule" in sys.modules
