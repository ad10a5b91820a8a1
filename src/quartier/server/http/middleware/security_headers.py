"""Security headers: Content-Security-Policy, HSTS and others."""

from __future__ import annotations

from starlette.types import Scope

Headers = list[tuple[bytes, bytes]]

ALWAYS: Headers = [
    # Everything comes from us, in files of its own: neither scripts nor styles may stand in a page. Nobody frames it.
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), midi=(), serial=()",
    ),
    # Whoever may keep an answer says so; the others hold what only this caller may know.
    (b"cache-control", b"no-store"),
]
OVER_HTTPS: Headers = [
    (b"strict-transport-security", b"max-age=31536000"),
    # Browsers pass it over, and complain, where the page came over plain HTTP.
    (b"cross-origin-opener-policy", b"same-origin"),
]


def add_security_headers(scope: Scope, headers: Headers) -> None:
    """Add the security headers that a response doesn't set itself."""
    present = {name for name, _ in headers}
    defaults = ALWAYS + OVER_HTTPS if scope["scheme"] == "https" else ALWAYS
    headers += [header for header in defaults if header[0] not in present]
