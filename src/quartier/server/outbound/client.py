"""Outbound HTTP client: one request to the resolved address, without redirects, bounded in time and size."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from quartier.server.outbound.addresses import Destination

SECONDS: Final = 10.0
"""For all of it, from the connection to the end of the answer."""
MAX_ANSWER_BYTES: Final = 64 * 1024
"""Bytes of an answer that are read."""


class RequestFailed(Exception):
    """The request failed: no connection, a wrong certificate, or a timeout."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """By name in small letters."""
    body: bytes


def send(
    destination: Destination,
    method: str,
    body: bytes | None,
    headers: Mapping[str, str],
    seconds: float = SECONDS,
) -> Answer:
    """Send a request; return the response, with at most MAX_ANSWER_BYTES of its body. Raises RequestFailed."""
    connection = _Connection(destination, seconds)
    alarm = threading.Timer(
        seconds, connection.abort
    )  # each single read has a time of its own: many take long
    alarm.daemon = True
    alarm.start()
    try:
        connection.request(method, destination.path, body, dict(headers) | {"Connection": "close"})
        answer = connection.getresponse()
        answer_headers = {name.lower(): value for name, value in answer.getheaders()}
        body = answer.read(MAX_ANSWER_BYTES)
        if connection.timed_out:  # what was cut off may look like a short answer
            raise TimeoutError
        return Answer(answer.status, answer_headers, body)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise RequestFailed(type(error).__name__) from error
    finally:
        alarm.cancel()
        connection.close()


class _Connection(http.client.HTTPConnection):
    """A connection to a resolved address under its host name, which the certificate has to match."""

    def __init__(self, destination: Destination, seconds: float) -> None:
        super().__init__(destination.host, destination.port, timeout=seconds)
        self.default_port = 443 if destination.secure else 80
        self._destination = destination
        self.timed_out = False
        """Time was up before all was said."""

    def connect(self) -> None:
        self.sock = socket.create_connection(
            (self._destination.address, self._destination.port), self.timeout
        )
        if self.timed_out:
            raise TimeoutError
        if self._destination.secure:
            context, host = ssl.create_default_context(), self._destination.host
            # In two steps, so that a very slow handshake can be aborted, too.
            secure = context.wrap_socket(self.sock, server_hostname=host, do_handshake_on_connect=False)
            self.sock = secure
            secure.do_handshake()

    def abort(self) -> None:
        """Abort on timeout, and wake the thread that waits."""
        self.timed_out = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
