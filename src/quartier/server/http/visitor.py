"""Visitor identity: network address prefix, browser cookie, account and device name."""

from __future__ import annotations

from fastapi import Request

from quartier.server.access.admission import VisitorIdentity
from quartier.server.access.ip_prefix import network_prefix
from quartier.server.access.rate_limits import Kind, Visitor
from quartier.server.commands.authorization import Credentials
from quartier.server.http.credentials import browser_hash
from quartier.server.services import services_of


def address_of(request: Request) -> str:
    """Return the network address prefix of the client."""
    return network_prefix(request.client.host if request.client else "")


def visitor_of(request: Request) -> Visitor:
    """Return the visitor: network address prefix, and browser cookie if there is one."""
    return Visitor(address_of(request), browser_hash(request) or "")


def identity_of(request: Request, credentials: Credentials) -> VisitorIdentity:
    """Return the visitor's identity with the account, for access control; a program has its owner's."""
    visitor = visitor_of(request)
    account = credentials.account if credentials.program is None else credentials.program.account
    return VisitorIdentity(account, visitor.browser or None, visitor.address)


def within_quota(request: Request, kind: Kind) -> Visitor:
    """Count a request of this kind; return its visitor. Raises TooManyRequests."""
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
    """Return browser and system for display, so that users recognize their devices; "" if unknown."""
    user_agent = request.headers.get("user-agent", "")
    labels = [
        next((name for sign, name in table if sign in user_agent), None) for table in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in labels if name)
