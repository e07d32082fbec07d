"""The environment of OpenEnv: transcripts of its own client."""

import asyncio
import contextlib
import socket
import threading
import time

import mlirgym
import pytest

pytest.importorskip("openenv", reason="openenv is not installed")
pytestmark = pytest.mark.trainers

NAME = "matmul_8_12_16"
FAST = "op0: tile(4,0,1) vectorize"


@contextlib.contextmanager
def served(short):
    """Serve on a port of this machine, in a thread, and yield the address."""
    import uvicorn
    from mlirgym.doors.openenv_server import application

    app = application(None, [NAME], execution=mlirgym.Execution(**short), budget=3, sessions=33)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def address(short):
    with served(short) as place:
        yield place


def test_an_episode_by_the_generic_client(address):
    from openenv import GenericEnvClient

    with GenericEnvClient(base_url=address).sync() as env:
        began = env.reset(seed=1)
        assert not began.done and "op0 matmul d0=8 d1=16" in began.observation["text"]
        state = env.state()
        assert (state["program"], state["answers_left"], state["step_count"]) == (NAME, 3, 0)

        done = env.step({"reply": f"Like this:\n```\n{FAST}\n```"})
        assert done.reward == done.observation["speedup"] > 0 and not done.done
        assert done.observation["status"] == "ok"
        wrong = env.step({"reply": "op0: tile(99,0,0)"})
        assert wrong.reward == 0 and wrong.observation["status"] == "illegal"
        assert "nearest legal: tile(" in wrong.observation["text"]
        last = env.step({"reply": "tile(4,0,1)"})
        assert last.done
        state = env.state()
        assert state["schedule"] == "op0: tile(4,0,1)" and state["step_count"] == 3
        assert state["best_speedup"] == done.reward

        assert "op0 matmul" in env.reset(program=NAME).observation["text"]
        assert env.state()["answers_left"] == 3


def test_32_connections_have_an_episode_each(address):
    from openenv import GenericEnvClient

    async def agent(number):
        async with GenericEnvClient(base_url=address) as env:
            await env.reset()
            schedule = f"op0: tile({1 + number % 7},0,{1 + number % 11}) vectorize"
            step = await env.step({"reply": schedule})
            state = await env.state()
            return step.reward, state["answers_left"], state["best_speedup"]

    async def run():
        return await asyncio.gather(*(agent(number) for number in range(32)))

    answers = asyncio.run(run())
    assert len(answers) == 32
    for reward, left, best in answers:
        assert reward == best > 0 and left == 2


def test_a_reply_of_another_form_is_refused_and_the_session_goes_on(address):
    from openenv import GenericEnvClient

    with GenericEnvClient(base_url=address).sync() as env:
        env.reset()
        with contextlib.suppress(Exception):
            assert not env.step({"schedule": FAST})
        assert env.step({"reply": FAST}).reward > 0


def test_a_server_with_a_token_refuses_connections_without_it(short, monkeypatch):
    from openenv import GenericEnvClient

    monkeypatch.setenv("MLIRGYM_OPENENV_TOKEN", "secret")
    with served(short) as place:
        with pytest.raises(Exception, match="403"), GenericEnvClient(base_url=place).sync() as env:
            env.reset()
        headers = {"Authorization": "Bearer secret"}
        with GenericEnvClient(base_url=place, headers=headers).sync() as env:
            assert "op0 matmul" in env.reset().observation["text"]
