"""Base URL under which players reach this server."""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from fastapi import Request

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError, StartupError
from quartier.server.services import services_of

_LOOPBACK = {"localhost", "127.0.0.1", "::1", "[::1]"}
_ALL = {"0.0.0.0", "::", ""}
_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?")
_PATH = re.compile(r"(?:/[A-Za-z0-9_-]+)*/?")
LAST_PORT = 65535


def base_url(request: Request) -> str:
    """Return the base URL without a trailing slash: as configured, else as the client came.

    A host who came by "localhost" can't invite a phone to "localhost": if the server listens on all addresses, the local
    network's is returned instead. Raises DomainError 400 for an invalid Host header.
    """
    settings = services_of(request).settings
    if settings.base_url:
        return settings.base_url.rstrip("/")
    if not _is_address(request.headers.get("host")):
        raise DomainError(
            400,
            "bad_host",
            N_("Can’t create a link from this address. Open Quartier at its public URL."),
        )
    url = request.base_url
    if url.hostname in _LOOPBACK and listens_everywhere(settings.host):
        url = url.replace(hostname=local_address())
    return str(url).rstrip("/")


def validate_base_url(public: str) -> None:
    """Raise StartupError for an invalid base URL: invitations would lead nowhere."""
    if public and not _is_public(public):
        raise StartupError("base_url", _NO_ADDRESS, said=public[:80], example="https://games.example.org")
    parts = urlsplit(public)
    if parts.query or parts.fragment or not _PATH.fullmatch(parts.path):
        raise StartupError(
            "base_url", _BAD_PATH, said=public[:80], example="https://games.example.org/quartier"
        )


def _is_public(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:  # an open bracket, for one
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


_NO_ADDRESS = N_("Invalid URL “{said}”. Example: {example}")
_BAD_PATH = N_(
    "Invalid URL “{said}”: after the host name there may only be a path of letters, digits, “-” and “_”. "
    "Example: {example}"
)


def listens_everywhere(host: str) -> bool:
    """Return whether a server that listens on `host` can be reached at every address of this machine."""
    return host in _ALL


def _is_address(host: str | None) -> bool:
    """Return whether a Host header can stand in a link; without one the server's own address is used."""
    if host is None:
        return True
    match = _HOST.fullmatch(host)
    return match is not None and int(match["port"] or 0) <= LAST_PORT


@lru_cache
def local_address() -> str:
    """Return this machine's address in the local network. Connecting a UDP socket sends nothing; it only selects a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
