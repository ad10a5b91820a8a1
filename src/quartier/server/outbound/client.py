"""One request to another server: to the address that was looked up for it, without redirects, within a time, and with no
more of the answer than is wanted.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from quartier.server.outbound.addresses import Place

SECONDS: Final = 10.0
"""For all of it, from the connection to the end of the answer."""
MOST: Final = 64 * 1024
"""Bytes of an answer that are read."""


class Unanswered(Exception):
    """No answer came: the other server is away, is not who it says, or takes too long."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """By name in small letters."""
    body: bytes


def send(
    place: Place, method: str, body: bytes | None, headers: Mapping[str, str], seconds: float = SECONDS
) -> Answer:
    """Ask, and read the answer, at most MOST of it; a redirect is an answer like others. Raises Unanswered."""
    connection = _Connection(place, seconds)
    alarm = threading.Timer(seconds, connection.cut)  # each single read has a time of its own: many take long
    alarm.daemon = True
    alarm.start()
    try:
        connection.request(method, place.path, body, dict(headers) | {"Connection": "close"})
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        body = answer.read(MOST)
        if connection.late:  # what was cut off may look like a short answer
            raise TimeoutError
        return Answer(answer.status, found, body)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unanswered(type(error).__name__) from error
    finally:
        alarm.cancel()
        connection.close()


class _Connection(http.client.HTTPConnection):
    """To one address, under the name that leads there: the certificate has to be that name's."""

    def __init__(self, place: Place, seconds: float) -> None:
        super().__init__(place.host, place.port, timeout=seconds)
        self.default_port = 443 if place.secure else 80
        self._place = place
        self.late = False
        """Time was up before all was said."""

    def connect(self) -> None:
        self.sock = socket.create_connection((self._place.address, self._place.port), self.timeout)
        if self.late:
            raise TimeoutError
        if self._place.secure:
            context, host = ssl.create_default_context(), self._place.host
            # In two steps, so that whoever shakes hands very slowly can be cut off, too.
            secure = context.wrap_socket(self.sock, server_hostname=host, do_handshake_on_connect=False)
            self.sock = secure
            secure.do_handshake()

    def cut(self) -> None:
        """Time is up: whoever waits for the other side is woken."""
        self.late = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
