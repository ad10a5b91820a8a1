"""Responses: models as JSON, and SVG. A route declares its model by `response_model` and returns it by `json_response`.

FastAPI's own `response_model` would validate every response once more before it goes out, and build validators for all
models when the server starts. Here mypy checks who builds a model, and the tests what is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from quartier.server.views.encoding import Sent, as_json

Route = TypeVar("Route", bound=Callable[..., Any])


def response_model(model: Any) -> Callable[[Route], Route]:
    """Declare the model that a route responds with on success."""

    def declare(route: Route) -> Route:
        route.__dict__["model"] = model
        return route

    return declare


def json_response(model: Sent, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a model as JSON. Nothing copies or validates a View of 350 kB once more."""
    return Response(as_json(model), status, headers, "application/json")


def accepts_gzip(request: Request) -> bool:
    """Return whether the client can unpack gzip."""
    return "gzip" in request.headers.get("accept-encoding", "")


def gzip_json_response(packed: bytes) -> Response:
    """Return JSON that is packed already."""
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, 200, headers, "application/json")


def svg_response(svg: str, shared: bool = True) -> Response:
    """Return an SVG document that may run nothing. `shared`: caches may keep it for all users."""
    headers = {
        "Cache-Control": f"{'public' if shared else 'private'}, max-age=86400",
        "Vary": "Accept-Language, Cookie",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    }
    return Response(svg, media_type="image/svg+xml", headers=headers)
