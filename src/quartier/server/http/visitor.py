"""Who asks, where nobody has a seat yet."""

from __future__ import annotations

from fastapi import Request

from quartier.server.access.admission import VisitorIdentity
from quartier.server.access.ip_prefix import household
from quartier.server.access.rate_limits import Kind, Visitor
from quartier.server.commands.authorization import Credentials
from quartier.server.http.credentials import browser_of
from quartier.server.services import services_of


def visitor_of(request: Request) -> Visitor:
    """By the network address, and by the cookie if the browser has one."""
    return Visitor(household(request.client.host if request.client else ""), browser_of(request) or "")


def knocking(request: Request, keys: Credentials) -> VisitorIdentity:
    """The same, with the account that they are signed in to; a program comes as its owner does."""
    visitor = visitor_of(request)
    account = keys.account if keys.program is None else keys.program.account
    return VisitorIdentity(account, visitor.browser or None, visitor.address)


def within_quota(request: Request, kind: Kind) -> Visitor:
    """Who asks for something of this kind, which counts. Raises TooManyRequests."""
    visitor = visitor_of(request)
    services_of(request).quotas.take(kind, visitor)
    return visitor


_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)
"""What stands in a User-Agent, and what it is called; the first that is found counts."""


def device_of(request: Request) -> str:
    """Browser and system in words, so that somebody knows their devices again; empty where they say nothing that we know."""
    said = request.headers.get("user-agent", "")
    found = [next((name for sign, name in known if sign in said), None) for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(name for name in found if name)
