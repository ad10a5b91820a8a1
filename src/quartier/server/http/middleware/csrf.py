"""CSRF protection: commands are accepted from our own pages and from programs, never from another site's page.

A browser says of each command where it comes from; a program, which has no other sites' cookies to misuse, says nothing.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
OWN = frozenset({"same-origin", "none"})
"""What Sec-Fetch-Site says of our own pages, and of what a person does in the browser's own window."""


def check_csrf(method: str, headers: Headers, base_url: str) -> None:
    """Raise DomainError 403 for a command from another site's page.

    Args:
        method: The HTTP method.
        headers: The request's headers.
        base_url: Our address as configured, or "".
    """
    if method not in SAFE_METHODS and not _is_same_origin(headers, base_url):
        raise DomainError(
            403, "foreign_page", N_("Request from another website rejected. Open Quartier directly.")
        )


def _is_same_origin(headers: Headers, base_url: str) -> bool:
    # Browsers send Sec-Fetch-Site over HTTPS and to this machine only, Origin always.
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in OWN
    origin = headers.get("origin")
    if origin is None:
        return True
    return _host_and_port(origin) in {
        _host_and_port(f"//{headers.get('host', '')}"),
        _host_and_port(base_url),
    } - {None}


def _host_and_port(address: str) -> str | None:
    """Return host and port of a URL, without a default port; None if it has none, as the origin "null"."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname:
        return None
    return parts.hostname if port in (None, 80, 443) else f"{parts.hostname}:{port}"
