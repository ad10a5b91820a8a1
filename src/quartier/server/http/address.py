"""The address under which friends reach this server."""

from __future__ import annotations

import socket
from functools import lru_cache

from fastapi import Request

_LOOPBACK = {"localhost", "127.0.0.1", "::1", "[::1]"}
_ALL = {"0.0.0.0", "::", ""}


def base_url(request: Request) -> str:
    """Without a slash at the end: as the host has set it, else as the caller came.

    A host who came by "localhost" cannot invite a phone to "localhost": if we listen on all addresses, the one
    in the local net is given instead.
    """
    settings = request.app.state.settings
    if settings.base_url:
        return str(settings.base_url).rstrip("/")
    url = request.base_url
    if url.hostname in _LOOPBACK and listens_everywhere(settings.host):
        url = url.replace(hostname=local_address())
    return str(url).rstrip("/")


def listens_everywhere(host: str) -> bool:
    """Whether a server that listens on `host` can be reached at every address of this machine."""
    return host in _ALL


@lru_cache
def local_address() -> str:
    """This machine's address in the local net. Connecting a UDP socket sends nothing; it only chooses the way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
