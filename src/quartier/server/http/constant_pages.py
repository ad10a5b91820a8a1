"""Constant pages: rendered and packed once per language and theme, and not sent again to a browser that has them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fastapi import Request
from starlette.responses import Response

from quartier.server.http.language import language_of
from quartier.server.http.responses import accepts_gzip
from quartier.server.http.static import content_hash
from quartier.server.lru_cache import LruCache
from quartier.server.services import services_of
from quartier.server.views.daily import puzzles
from quartier.server.views.title_pictures import THEMES

MAX_PAGES: Final = 256
"""Pages that are kept, the last used ones."""


@dataclass(frozen=True)
class ConstantPage:
    """A page as it is sent: its content, the same as gzip, and its headers."""

    content: bytes
    packed: bytes
    headers: dict[str, str]


_PAGES: LruCache[tuple[object, ...], ConstantPage] = LruCache(MAX_PAGES)


def constant_page(request: Request, make: Callable[[], Response]) -> Response:
    """Return a page that depends on its path, language and theme alone; `make` renders it."""
    cookie = request.cookies.get("theme", "")
    theme = cookie if cookie in THEMES else ""
    common = services_of(request).settings.lobby, puzzles.today()  # the navigation names them
    key = request.url.path, language_of(request), theme, *common
    page = _PAGES.get_or_create(key, lambda: _keep(make()))
    if page.headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=page.headers)
    if accepts_gzip(request):
        return Response(page.packed, headers=page.headers | {"content-encoding": "gzip"})
    return Response(page.content, headers=page.headers)


def _keep(response: Response) -> ConstantPage:
    content = bytes(response.body)
    packed = zlib.compress(content, 9, zlib.MAX_WBITS | 16)
    vary = f"{response.headers['vary']}, Accept-Encoding"
    kept_headers = {name: response.headers[name] for name in ("content-type", "cache-control")}
    return ConstantPage(
        content, packed, kept_headers | {"vary": vary, "etag": f'W/"{content_hash(content)}"'}
    )
