"""Requests byte by byte, as no well-behaved client would send them."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

TIMEOUT = 20.0


@dataclass(frozen=True)
class Reply:
    """Status 0: the connection was closed without an answer. `body` is what came with the head, not more."""

    status: int
    body: bytes = b""

    def code(self) -> str:
        """The code of a refusal."""
        return str(json.loads(self.body)["error"]["code"])


@dataclass(frozen=True)
class Request:
    """One request; header values and the path go out as they are, even where they are wrong."""

    method: bytes
    path: bytes
    headers: Sequence[tuple[bytes, bytes]] = field(default=())
    body: bytes = b""

    def wire(self) -> bytes:
        named = {name.lower() for name, _ in self.headers}
        headers = [*self.headers, (b"Connection", b"close")]
        headers += [] if b"host" in named else [(b"Host", b"localhost")]
        headers += [] if b"content-length" in named else [(b"Content-Length", b"%d" % len(self.body))]
        lines = [b"%s: %s\r\n" % header for header in headers]
        return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (self.method, self.path, b"".join(lines), self.body)


def send(url: str, request: Request) -> Reply:
    """Send it and read the answer's head; streams are cut there."""
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=TIMEOUT) as connection:
        connection.sendall(request.wire())
        return _reply(connection)


def post(url: str, path: str, body: Any, *headers: tuple[bytes, bytes]) -> Reply:
    """A JSON body; texts may hold what no UTF-8 can."""
    kind = (b"Content-Type", b"application/json")
    return send(url, Request(b"POST", path.encode(), (kind, *headers), json.dumps(body).encode()))


def get(url: str, path: str, *headers: tuple[bytes, bytes]) -> Reply:
    return send(url, Request(b"GET", path.encode(), headers))


def _reply(connection: socket.socket) -> Reply:
    """The status, and as much of the body as its length says (none of a stream's)."""
    got = b""
    while b"\r\n\r\n" not in got:
        try:
            more = connection.recv(65536)
        except ConnectionResetError:
            more = b""
        if not more:
            return Reply(0)
        got += more
    row, _, body = got.partition(b"\r\n\r\n")
    length = _length(row)
    while len(body) < length and (more := connection.recv(65536)):
        body += more
    return Reply(int(row.split(b" ")[1]), body)


def _length(row: bytes) -> int:
    for line in row.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0
