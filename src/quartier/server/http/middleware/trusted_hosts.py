"""Under which names this server may be called."""

from __future__ import annotations

from urllib.parse import urlsplit

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.settings import Settings

ALWAYS = frozenset({"localhost", "127.0.0.1", "::1"})
"""The host's own machine, and its health check."""


def must_be_known(host: str | None, settings: Settings) -> None:
    """Raises DomainError 421 for a name that is not ours, where the host has said which are."""
    if not settings.hosts:
        return
    public = urlsplit(settings.base_url).hostname
    if _name(host) not in ALWAYS | {each.lower() for each in settings.hosts} | {public}:
        raise DomainError(
            421,
            "other_host",
            N_("This server is not known by that name. Open the page at its usual address."),
        )


def _name(host: str | None) -> str | None:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host or ''}").hostname
    except ValueError:
        return None
