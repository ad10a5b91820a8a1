"""Language negotiation: `?lang=`, then the cookie `lang`, then Accept-Language, then the server's default."""

from __future__ import annotations

from fastapi import Request

from quartier.core.text.languages import languages
from quartier.server.services import services_of

COOKIE = "lang"


def language_of(request: Request) -> str:
    """Return one of languages(); unsupported wishes are ignored."""
    for tag in (request.query_params.get("lang", ""), request.cookies.get(COOKIE, "")):
        if tag in languages():
            return tag
    supported = (
        tag
        for tag in _parse_accept_language(request.headers.get("accept-language", ""))
        if tag in languages()
    )
    return next(supported, services_of(request).settings.lang)


def _parse_accept_language(header: str) -> list[str]:
    """Return the primary languages of an Accept-Language header, the most preferred first."""
    wishes = []
    for part in header.split(",")[:20]:
        tag, _, quality = part.partition(";q=")
        wishes.append((-_number(quality), tag.strip().split("-")[0].lower()))
    return [tag for _, tag in sorted(wishes, key=lambda tag: tag[0])]


def _number(quality: str) -> float:
    try:
        return float(quality) if quality else 1.0
    except ValueError:
        return 0.0
