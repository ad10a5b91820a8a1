"""Answers to the page: models as JSON. A route declares what it answers by `answers` and returns it by `sent`.

FastAPI's own `response_model` would read every answer once more before it goes out, and build readers for all models when
the server starts. Here mypy checks who builds a model, and the tests what is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.responses import Response

from quartier.server.show.encoding import Sent, as_json

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
