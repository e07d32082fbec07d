"""Who may call a server: those with its token, and by default this machine."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

_REFUSED = b"give the token of this server\n"


class TokenGate:
    """An ASGI application that passes on only requests and connections with the token.

    Parameters
    ----------
    app : ASGI application
    token : str
        Expected as ``Authorization: Bearer TOKEN``. Empty: only what reaches the server at a
        loopback address passes.
    """

    def __init__(self, app: Any, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode() if token else b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request, or refuse it: 401, or 403 for a connection (WebSocket)."""
        if scope["type"] not in ("http", "websocket") or self._passes(scope):
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": _REFUSED.decode()})
            return
        kind = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": 401, "headers": kind})
        await send({"type": "http.response.body", "body": _REFUSED})

    def _passes(self, scope: Any) -> bool:
        if not self._wanted:
            return _is_loopback(scope.get("server"))
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        return hmac.compare_digest(given, self._wanted)


def _is_loopback(server: Any) -> bool:
    """Whether this is the address of a connection that did not leave this machine."""
    if not server or server[1] is None:  # a socket of the file system
        return True
    try:
        address = ipaddress.ip_address(server[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
