"""Nagle's algorithm holds the second part of an answer back until the first is acknowledged: 40 ms for every answer."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from quartier.server.serve import _listen

from .harness import quiet, wait_until


async def _hello(scope: dict[str, Any], _receive: Any, send: Any) -> None:
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


def test_answers_are_not_held_back(tmp_path: Path) -> None:
    """Every accepted connection of the server's own socket, in the server's own event loop, sends at once."""
    delays: list[int] = []

    class Watched(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
        def connection_made(self, transport: asyncio.Transport) -> None:
            connection = transport.get_extra_info("socket")
            delays.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            super().connection_made(transport)

    listening = _listen(quiet(tmp_path / "games.db"))
    config = uvicorn.Config(_hello, http=Watched, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started)
        assert httpx.get(f"http://127.0.0.1:{listening.getsockname()[1]}").text == "hello"
    finally:
        server.should_exit = True
        thread.join(5)
    assert delays
    assert all(delays)
