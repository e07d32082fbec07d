"""`mlirgym mcp`: the tools as a server of the Model Context Protocol."""

from __future__ import annotations

import argparse
import inspect
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NoReturn

from mlirgym import _core
from mlirgym.checks import printable
from mlirgym.doors.gate import TokenGate
from mlirgym.doors.tools import ToolError, Tools
from mlirgym.execution.execution import Execution, default_exec_data_file
from mlirgym.programs.loading import suite_programs

_INSTRUCTIONS = (
    "Make programs fast: describe one, try schedules (checked and estimated), measure the best "
    "ones (verified and timed), and improve the best. Sizes are one per loop; 0 leaves it whole."
)
_TOOLS = (
    "list_programs", "describe", "legal_actions", "try_schedule", "measure", "best_so_far",
    "explain_failure", "show_ir", "show_asm", "submit_kernel",
)  # fmt: skip
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
#: Calls that wait for an answer at the same time.
_CALLS = 256


def make_server(tools: Tools, host: str = "127.0.0.1", port: int = 0) -> Any:
    """Return a server of the package mcp with a tool for each method of `Tools`.

    Parameters
    ----------
    tools : Tools
    host, port
        Where it will serve over HTTP.

    Returns
    -------
    mcp.server.fastmcp.FastMCP
        Each connection is a session.
    """
    from mcp.server.fastmcp import FastMCP

    server = FastMCP(
        "mlirgym", instructions=_INSTRUCTIONS, host=host, port=port, log_level="CRITICAL"
    )
    for name in _TOOLS:
        server.add_tool(_tool(getattr(tools, name)), name=name)
    return server


def _tool(method: Callable[..., str]) -> Callable[..., Awaitable[str]]:
    """Return a method as a tool: its session is the connection, and it runs in a thread."""
    import anyio
    from mcp.server.fastmcp import Context
    from mcp.server.fastmcp.exceptions import ToolError as Refused

    limiter: list[anyio.CapacityLimiter] = []

    async def call(context: Context[Any, Any, Any], **given: Any) -> str:
        if not limiter:  # it belongs to the loop that runs
            limiter.append(anyio.CapacityLimiter(_CALLS))
        session = _session_of(context)
        try:
            answer: str = await anyio.to_thread.run_sync(
                lambda: method(session, **given), limiter=limiter[0]
            )
            return answer
        except (ToolError, ValueError, _core.ExecutionError) as error:
            raise Refused(str(error)) from None

    # The parameters that agents see are those of the method.
    signature = inspect.signature(method, eval_str=True)
    parameters = [each for each in signature.parameters.values() if each.name != "session"]
    given = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=Context)
    keywords = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
    call.__signature__ = signature.replace(parameters=[given, *keywords])  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in [given, *keywords]}
    call.__annotations__["return"] = str
    call.__doc__ = inspect.getdoc(method)
    return call


def _session_of(context: Any) -> str:
    """Return the name of the connection."""
    request = context.request_context.request
    headers = getattr(request, "headers", {})
    return str(headers.get("mcp-session-id") or id(context.session))


def application(server: Any, token: str = "") -> Any:
    """Return the ASGI application of a server, behind a token if there is one."""
    app = server.streamable_http_app()
    return TokenGate(app, token) if token else app


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Give an error in the form of the other commands."""
        sys.exit(_fail(f"{message}; see {self.prog} --help", 2))


def _fail(message: str, code: int = 1) -> int:
    print(f"mlirgym: error: {printable(message)}", file=sys.stderr)
    return code


def _place(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is no place; give PORT or HOST:PORT")
    return host.strip("[]") or _LOOPBACK[0], int(port)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive integer")
    return int(text)


def _command_line() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mlirgym mcp",
        description="Serve tools for language models by the Model Context Protocol, on stdin and "
        "stdout or over HTTP: see docs/text.md",
        epilog="Exit codes: 0 success, 1 failure, 2 invalid command line.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "program", nargs="*", metavar="PROGRAM", help="names or files of programs to list"
    )
    parser.add_argument("--suite", metavar="NAME", help="list the programs of a suite, too")
    parser.add_argument(
        "--split", default="all", metavar="NAME",
        help="part of the suite: train, validation, test or all (default all)",
    )  # fmt: skip
    parser.add_argument(
        "--http", type=_place, metavar="[HOST:]PORT",
        help="serve at http://HOST:PORT/mcp instead of stdin and stdout; the host is 127.0.0.1 by "
        "default, and any other needs a token in $MLIRGYM_MCP_TOKEN",
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=_positive, default=1, metavar="N", help="threads of a kernel (default 1)"
    )
    parser.add_argument(
        "--budget", type=_positive, default=200, metavar="N",
        help="timed answers of a session (default 200)",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=_positive, default=3600, metavar="N",
        help="wall time of a session in seconds (default 3600)",
    )  # fmt: skip
    parser.add_argument(
        "--exec-data", metavar="FILE", help="timings (default: as the other commands)"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until stdin ends, or until a signal."""
    flags = _command_line().parse_args(arguments)
    token = os.environ.get("MLIRGYM_MCP_TOKEN", "")
    if flags.http and flags.http[0] not in _LOOPBACK and not token:
        return _fail(
            f"--http {flags.http[0]}: other machines can reach it; set a token in "
            "MLIRGYM_MCP_TOKEN, or serve at 127.0.0.1",
            2,
        )
    try:
        names = [*flags.program]
        if flags.suite:
            names += suite_programs(flags.suite, flags.split)
        execution = Execution(flags.exec_data or default_exec_data_file(), threads=flags.threads)
        tools = Tools(execution, names, budget=flags.budget, seconds=flags.seconds)
        server = make_server(tools, *(flags.http or ()))
        _serve(server, flags.http, token)
    except ModuleNotFoundError as error:
        return _fail(f"{error}; run: pip install 'mlirgym[mcp]'")
    except (OSError, ValueError) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return 0
    return 0


def _serve(server: Any, place: tuple[str, int] | None, token: str) -> None:
    if place is None:
        server.run("stdio")
        return
    import uvicorn

    app = application(server, token)
    print(f"http://{place[0]}:{place[1]}/mcp", file=sys.stderr, flush=True)
    uvicorn.run(app, host=place[0], port=place[1], log_level="warning")
