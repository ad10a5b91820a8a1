"""Answers to the page: models as JSON, and drawings. A route declares what it answers by `answers` and returns it by `sent`.

FastAPI's own `response_model` would read every answer once more before it goes out, and build readers for all models when
the server starts. Here mypy checks who builds a model, and the tests what is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.responses import Response

from quartier.server.views.encoding import Sent, as_json

Route = TypeVar("Route", bound=Callable[..., Any])


def answers(model: Any) -> Callable[[Route], Route]:
    """Declare which model a route answers with, when it does not refuse."""

    def declare(route: Route) -> Route:
        route.__dict__["model"] = model
        return route

    return declare


def sent(model: Sent, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """The answer. It goes out as it is: nothing copies or checks a View of 350 kB once more."""
    return Response(as_json(model), status, headers, "application/json")


def drawing(drawn: str, shared: bool = True) -> Response:
    """A drawing as a document of its own, which carries its styles and may do nothing else. `shared`: kept for everybody."""
    headers = {
        "Cache-Control": f"{'public' if shared else 'private'}, max-age=86400",
        "Vary": "Accept-Language, Cookie",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    }
    return Response(drawn, media_type="image/svg+xml", headers=headers)
