"""The gate before a server that other machines may reach."""

import contextlib

import pytest
from mlirgym.doors.gate import TokenGate

SECRET = {"headers": [(b"authorization", b"Bearer secret")]}
WRONG = {"headers": [(b"authorization", b"Bearer secre")]}


def answers(token, scope):
    """What an application behind the gate gets, or what the gate sends."""
    sent = []

    async def app(scope, receive, send):
        sent.append("passed")

    async def send(message):
        sent.append(message.get("status", message["type"]))

    with contextlib.suppress(StopIteration):
        TokenGate(app, token)(scope, None, send).send(None)
    return sent


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ({"type": "http", **SECRET}, ["passed"]),
        ({"type": "http", **WRONG}, [401, "http.response.body"]),
        ({"type": "http", "server": ("127.0.0.1", 80)}, [401, "http.response.body"]),
        ({"type": "websocket", **SECRET}, ["passed"]),
        ({"type": "websocket", **WRONG}, ["websocket.close"]),
        ({"type": "lifespan"}, ["passed"]),
    ],
)
def test_it_passes_on_what_has_the_token(scope, expected):
    assert answers("secret", scope) == expected


@pytest.mark.parametrize(
    ("server", "passes"),
    [
        (("127.0.0.1", 80), True),
        (("::1", 80), True),
        (("::ffff:127.0.0.1", 80), True),
        (("/run/socket", None), True),
        (("10.0.0.7", 80), False),
        (("::ffff:10.0.0.7", 80), False),
        (("machine", 80), False),
    ],
)
def test_without_a_token_it_passes_on_what_comes_from_this_machine(server, passes):
    for kind in ("http", "websocket"):
        sent = answers("", {"type": kind, "server": server})
        assert (sent == ["passed"]) == passes, sent
