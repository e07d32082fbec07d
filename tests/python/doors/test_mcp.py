"""`mlirgym mcp`: transcripts of the clients of the package mcp."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import mlirgym
import pytest
from mlirgym.doors import mcp_server
from mlirgym.doors.tools import Tools

NAME = "matmul_8_12_16"
FAST = "op0: tile(4,0,1) vectorize"
SERVER = "import sys; from mlirgym.doors.mcp_server import main; sys.exit(main())"
TOOLS = (
    "list_programs describe legal_actions try_schedule measure best_so_far explain_failure "
    "show_ir show_asm submit_kernel"
).split()


def _anyio():
    return pytest.importorskip("anyio", reason="anyio, of the package mcp, is not installed")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def served(file, *flags, token=""):
    """Run `mlirgym mcp` over HTTP, and yield the address."""
    port = free_port()
    command = [sys.executable, "-c", SERVER, NAME, "--http", str(port), "--exec-data", file]
    environment = {**os.environ, "MLIRGYM_MCP_TOKEN": token}
    said = file.with_suffix(".log")
    with (
        said.open("w") as errors,
        subprocess.Popen([*command, *flags], env=environment, stderr=errors) as process,
    ):
        try:
            until = time.monotonic() + 30
            while time.monotonic() < until:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()
    assert said.read_text() == f"http://127.0.0.1:{port}/mcp\n"


@contextlib.asynccontextmanager
async def connected(address, token=""):
    """Yield a session of the client of the package mcp."""
    import httpx
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(headers=headers, timeout=120) as http:
        async with streamable_http_client(address, http_client=http) as (read, write, _):
            async with ClientSession(read, write) as session:
                await session.initialize()
                yield session


async def asked(session, tool, **given):
    """Return whether a call was refused, and its text."""
    result = await session.call_tool(tool, given)
    return bool(result.isError), result.content[0].text


async def transcript(session):
    """Ask each tool once."""
    assert [tool.name for tool in (await session.list_tools()).tools] == TOOLS
    assert await asked(session, "list_programs") == (False, NAME)
    assert "op0 matmul d0=8 d1=16" in (await asked(session, "describe", program=NAME))[1]
    assert "tile(3 sizes)" in (await asked(session, "legal_actions", program=NAME))[1]
    tried = await asked(session, "try_schedule", program=NAME, schedules=[FAST, "op0: tile(1)"])
    assert re.match(r"legal, estimated .*\nillegal: .*one per loop; nearest legal", tried[1])
    refused, report = await asked(session, "measure", program=NAME, schedule=FAST)
    assert not refused and re.match(r"[\d.]+x, [\d.]+ [nu]s", report)
    best = await asked(session, "best_so_far", program=NAME)
    assert best == (False, f"{report}: {FAST}; 1 timed answers left")
    refused, report = await asked(session, "submit_kernel", program=NAME, code="int x;")
    assert not refused and report.startswith("no kernel has that name")
    assert "no kernel has" in (await asked(session, "explain_failure", program=NAME))[1]
    assert "scf.for" in (await asked(session, "show_ir", program=NAME, schedule=FAST))[1]
    assert ".text" in (await asked(session, "show_asm", program=NAME, schedule=FAST))[1]
    refused, said = await asked(session, "measure", program=NAME, schedule=FAST)
    assert refused and "budget of 2 timed answers is used up" in said
    refused, said = await asked(session, "describe", program="matmul")
    assert refused and "did you mean" in said


@pytest.fixture
def file(copy_peak, tmp_path):
    copy_peak(tmp_path / "timings.db")
    return tmp_path / "timings.db"


@pytest.mark.trainers
def test_a_client_over_http_uses_each_tool(file):
    pytest.importorskip("mcp")

    async def run():
        async with connected(address) as session:
            await transcript(session)

    with served(file, "--budget", "2") as address:
        _anyio().run(run)


@pytest.mark.trainers
def test_a_client_over_stdio_uses_each_tool(file):
    pytest.importorskip("mcp")
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    arguments = ["-c", SERVER, NAME, "--exec-data", str(file), "--budget", "2"]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def run():
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            await session.initialize()
            await transcript(session)

    _anyio().run(run)


@pytest.mark.trainers
def test_32_sessions_at_once_lose_nothing(file):
    pytest.importorskip("mcp")
    anyio = _anyio()
    answers = {}

    async def agent(number):
        async with connected(address) as session:
            schedule = f"op0: tile({1 + number % 7},0,{1 + number % 11}) vectorize"
            first = await asked(session, "measure", program=NAME, schedule=schedule)
            answers[number] = first, await asked(session, "best_so_far", program=NAME)

    async def run():
        async with anyio.create_task_group() as group:
            for number in range(32):
                group.start_soon(agent, number)

    with served(file, "--budget", "1") as address:
        anyio.run(run)
    assert len(answers) == 32
    for (refused, report), (_, best) in answers.values():
        assert not refused and re.match(r"[\d.]+x, ", report)
        assert best.startswith(report.split(",")[0]) and best.endswith("0 timed answers left")


@pytest.mark.trainers
def test_a_token_is_asked_for(file):
    pytest.importorskip("mcp")
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}

    async def run():
        async with connected(address, "secret") as session:
            assert await asked(session, "list_programs") == (False, NAME)

    with served(file, token="secret") as address:
        for authorization in ({}, {"authorization": "Bearer other"}):
            request = urllib.request.Request(address, message, {**headers, **authorization})
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=60)
            assert refused.value.code == 401
        _anyio().run(run)


@pytest.mark.trainers
def test_the_parameters_of_a_tool_are_those_of_its_method(short):
    pytest.importorskip("mcp")
    server = mcp_server.make_server(Tools(mlirgym.Execution(**short)))
    tools = {tool.name: tool for tool in _anyio().run(server.list_tools)}
    schema = tools["submit_kernel"].inputSchema
    assert list(schema["properties"]) == ["program", "code", "language", "schedule"]
    assert schema["required"] == ["program", "code"]
    assert tools["measure"].description.startswith("Verify and time a schedule")


def test_other_hosts_need_a_token(capsys, monkeypatch):
    monkeypatch.delenv("MLIRGYM_MCP_TOKEN", raising=False)
    assert mcp_server.main(["--http", "0.0.0.0:8000"]) == 2
    assert "set a token in MLIRGYM_MCP_TOKEN" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--http", "x"], "'x' is no place; give PORT or HOST:PORT"),
        (["--budget", "0"], "'0' is not a positive integer"),
        (["--suit", "quick"], "unrecognized arguments"),
    ],
)
def test_a_wrong_command_line_is_refused(flags, message, capsys):
    with pytest.raises(SystemExit) as ended:
        mcp_server.main(flags)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_a_missing_package_is_named(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "mcp.server.fastmcp", None)
    assert mcp_server.main([NAME, "--exec-data", str(tmp_path / "t.db")]) == 1
    assert "pip install 'mlirgym[mcp]'" in capsys.readouterr().err
