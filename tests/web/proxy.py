"""A TCP proxy between browser and server that fails as networks do: requests get no answer, connections break or freeze."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

CHUNK_BYTES = 65_536
Loss = Literal["request", "answer"]
"""What gets lost: the request before it reaches the server, or only the server's answer."""


@dataclass
class _Link:
    """One connection of the browser and its counterpart to the server."""

    client: socket.socket
    server: socket.socket
    is_dead: bool = False
    """Whether nothing more passes, although both ends remain open."""

    def close(self) -> None:
        for end in (self.client, self.server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@dataclass
class Proxy:
    """Forwards connections to the server at `port`; `url` is the proxy's own address."""

    port: int
    url: str = ""
    requests: list[str] = field(default_factory=list)
    """The first lines of all requests, in order."""
    _links: list[_Link] = field(default_factory=list)
    _losses: list[tuple[re.Pattern[str], Loss]] = field(default_factory=list)
    _flowing: threading.Event = field(default_factory=threading.Event)
    _is_cut: bool = False

    def start(self) -> Proxy:
        """Accept connections from now on."""
        self._flowing.set()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def lose(self, pattern: str, loss: Loss = "request") -> None:
        """Leave the next request whose first line matches `pattern` without an answer."""
        self._losses.append((re.compile(pattern), loss))

    def freeze(self) -> None:
        """Accept connections and bytes from now on, and pass nothing on."""
        self._flowing.clear()

    def thaw(self) -> None:
        """Pass on what has arrived meanwhile, and everything that follows."""
        self._flowing.set()

    def cut(self) -> None:
        """Break all connections and refuse new ones."""
        self._is_cut = True
        for link in self._links:
            link.close()

    def mend(self) -> None:
        """Let new connections through again."""
        self._is_cut = False

    def stop(self) -> None:
        """Break all connections, for good."""
        self._flowing.set()
        self.cut()
        self._socket.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._socket.accept()
                if self._is_cut:
                    client.close()
                    continue
                link = _Link(client, socket.create_connection(("127.0.0.1", self.port)))
                self._links.append(link)
                threading.Thread(target=self._forward_requests, args=(link,), daemon=True).start()
                threading.Thread(target=self._forward_answers, args=(link,), daemon=True).start()

    def _forward_requests(self, link: _Link) -> None:
        with contextlib.suppress(OSError):
            for chunk in _chunks(link.client):
                self._note(link, chunk)
                self._flowing.wait()
                if not link.is_dead:
                    link.is_dead = self._loses(chunk, "answer")
                    link.server.sendall(chunk)
        link.close()

    def _forward_answers(self, link: _Link) -> None:
        with contextlib.suppress(OSError):
            for chunk in _chunks(link.server):
                self._flowing.wait()
                if not link.is_dead:
                    link.client.sendall(chunk)
        link.close()

    def _note(self, link: _Link, chunk: bytes) -> None:
        if re.match(rb"(GET|POST) ", chunk):
            self.requests.append(_first_line(chunk))
        link.is_dead = link.is_dead or self._loses(chunk, "request")

    def _loses(self, chunk: bytes, loss: Loss) -> bool:
        """Return whether a loss was ordered for this request; each order counts once."""
        for order in self._losses:
            if order[1] == loss and order[0].search(_first_line(chunk)):
                self._losses.remove(order)
                return True
        return False


def _chunks(connection: socket.socket) -> Iterator[bytes]:
    while chunk := connection.recv(CHUNK_BYTES):
        yield chunk


def _first_line(chunk: bytes) -> str:
    return chunk.partition(b"\r\n")[0].decode("latin-1")
