"""Trusted hosts: rejects requests with an unknown Host header."""

from __future__ import annotations

from urllib.parse import urlsplit

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.settings import Settings

ALWAYS = frozenset({"localhost", "127.0.0.1", "::1"})
"""The host's own machine, and its health check."""


def check_host(host: str | None, settings: Settings) -> None:
    """Raise DomainError 421 for an unknown Host header, where the host has configured names."""
    if not settings.hosts:
        return
    public = urlsplit(settings.base_url).hostname
    if _name(host) not in ALWAYS | {host_name.lower() for host_name in settings.hosts} | {public}:
        raise DomainError(
            421,
            "other_host",
            N_("Unknown host name. Open Quartier at its public URL."),
        )


def _name(host: str | None) -> str | None:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host or ''}").hostname
    except ValueError:
        return None
