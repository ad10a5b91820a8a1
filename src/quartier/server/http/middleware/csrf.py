"""Commands come from our own pages, or from programs: never from a page of somebody else in a player's browser.

A browser says of each command where it comes from; a program, which has no other sites' cookies to misuse, says nothing.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
OWN = frozenset({"same-origin", "none"})
"""What Sec-Fetch-Site says of our own pages, and of what a person does in the browser's own window."""


def must_be_ours(method: str, headers: Headers, base_url: str) -> None:
    """Raises DomainError 403 for a command from another site's page. `base_url`: our address as the host has set it, or ""."""
    if method not in SAFE and not _is_ours(headers, base_url):
        raise DomainError(
            403, "foreign_page", N_("This came from a page of another site. Open Quartier itself.")
        )


def _is_ours(headers: Headers, base_url: str) -> bool:
    # Browsers send Sec-Fetch-Site over HTTPS and to this machine only, Origin always.
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in OWN
    origin = headers.get("origin")
    if origin is None:
        return True
    return _place(origin) in {_place(f"//{headers.get('host', '')}"), _place(base_url)} - {None}


def _place(address: str) -> str | None:
    """Host and port of an address, without a usual port; None if it has none, as the origin "null"."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname:
        return None
    return parts.hostname if port in (None, 80, 443) else f"{parts.hostname}:{port}"
