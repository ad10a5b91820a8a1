"""Names and attributes of the cookies that the server sets.

Browsers don't separate the cookies of two servers on one host by port, so each name has an id of the database. Over
HTTPS it has the prefix `__Host-`, or `__Secure-` where the server's path isn't "/": other hosts and plain HTTP can't
set such a cookie. So over HTTPS no other name is read: a subdomain could plant a visitor whose seats it knows. Over
plain HTTP, where anyone on the way can plant cookies, names of earlier releases are read where there is no present one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from fastapi import Request, Response

from quartier.server.services import services_of

YEAR = 365 * 24 * 3600
LOGIN_SECONDS = 600
"""Seconds for which a login that has begun can be completed."""


class Cookie(StrEnum):
    """What a cookie is for."""

    SESSION = "session"
    """The token of a session."""
    VISITOR = "visitor"
    """The random id of a browser: it opens the seats that the browser holds as a guest."""
    PASSKEY = "passkey"
    """The seal of a passkey challenge."""
    OIDC = "oidc"
    """The secret of a pending OpenID Connect login."""
    DEVICE = "device"
    """The accounts to which a browser has signed in before."""


def cookie_name(cookie: Cookie, database_id: str, secure: bool, path: str = "/") -> str:
    """Return the name of a cookie.

    Args:
        cookie: What it is for.
        database_id: The id of the server's database.
        secure: Whether the page came over HTTPS.
        path: The path under which the server is reached.
    """
    prefix = "" if not secure else "__Host-" if path == "/" else "__Secure-"
    return f"{prefix}quartier_{cookie}_{database_id}"


def read_cookie(request: Request, cookie: Cookie) -> str | None:
    """Return the value of a cookie, None if there is none or it is empty."""
    values = (request.cookies.get(name) for name in _names(request, cookie))
    return next((value for value in values if value), None)


def set_cookie(request: Request, response: Response, cookie: Cookie, value: str, seconds: int = YEAR) -> None:
    """Set a cookie that scripts can't read."""
    response.set_cookie(_present_name(request, cookie), value, max_age=seconds, **_attributes(request))


def delete_cookie(request: Request, response: Response, cookie: Cookie) -> None:
    """Delete a cookie under its present name and the earlier ones."""
    for name in (_present_name(request, cookie), *_earlier_names(request, cookie)):
        response.delete_cookie(name, **_attributes(request))


def renew_cookies(request: Request, response: Response) -> None:
    """Set the cookies that came under an earlier name under their present one."""
    for cookie in (Cookie.SESSION, Cookie.VISITOR):
        value = read_cookie(request, cookie)
        if value is not None and _present_name(request, cookie) not in request.cookies:
            set_cookie(request, response, cookie, value)


def _names(request: Request, cookie: Cookie) -> list[str]:
    """Return the names under which a cookie is read, the present one first."""
    earlier = [] if _is_secure(request) else _earlier_names(request, cookie)
    return [_present_name(request, cookie), *earlier]


def _present_name(request: Request, cookie: Cookie) -> str:
    return cookie_name(cookie, services_of(request).database_id, _is_secure(request), _path(request))


def _earlier_names(request: Request, cookie: Cookie) -> list[str]:
    """Return the names of plain HTTP and of earlier releases, without the present one."""
    names = cookie_name(cookie, services_of(request).database_id, secure=False), f"quartier_{cookie}"
    return [name for name in names if name != _present_name(request, cookie)]


def _attributes(request: Request) -> dict[str, Any]:
    return {"path": _path(request), "httponly": True, "samesite": "lax", "secure": _is_secure(request)}


def _path(request: Request) -> str:
    return services_of(request).settings.root_path + "/"


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"
