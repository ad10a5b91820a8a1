"""OpenAPI 3.1 schema of the machine API, built from the routes, their bodies and the response models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from quartier import __version__
from quartier.server.http.openapi import examples
from quartier.server.views.api_v1 import models

VERSION = "1.0"
"""Of the API. It counts what was added; nothing is ever taken away under /api/v1."""
REF = "#/components/schemas/{model}"
NEEDS_SECRET = {"move", "resign"}
"""Routes, by name, that only a seat's secret or a program's token opens; the others show more to whoever has one."""
_SENT: Literal["serialization"] = "serialization"
REFUSED = {
    "401": "The token is invalid or has been revoked.",
    "403": "The seat belongs to someone else, the table is private, or API clients can't do this.",
    "404": "The table or game doesn't exist.",
    "409": "The position has changed (`stale`, with the current version), or someone else was faster.",
    "422": "The move breaks a rule (named in the response), or a field is missing or invalid.",
    "429": "Too many requests. `Retry-After` gives the seconds to wait.",
}
_FASTAPIS = ("HTTPValidationError", "ValidationError")
"""What FastAPI answers by itself; here every refusal is a `ProgramFailure`."""
_ABOUT = """\
Tables, positions and moves for bots. A bot joins a table with an invitation, subscribes to its stream of positions, and
plays moves in notation or by action number. It doesn't need to know the rules: each position lists the legal moves.
Messages follow `Accept-Language`, or `?lang=`.
"""


def schema(routes: Sequence[APIRoute]) -> dict[str, Any]:
    """The document."""
    result: dict[str, Any] = get_openapi(
        title="Quartier API",
        version=VERSION,
        summary=f"API for bots, Quartier {__version__}",
        description=_ABOUT,
        routes=list(routes),
    )
    answered = [(route.name, _SENT, TypeAdapter(_model(route))) for route in routes]
    failed = ("failure", _SENT, TypeAdapter(models.ProgramFailure))
    named, definitions = TypeAdapter.json_schemas([*answered, failed], ref_template=REF)
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(definitions.get("$defs", {}))
    for name in _FASTAPIS:
        components["schemas"].pop(name, None)
    components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer", "description": _SECRETS}}
    for route in routes:
        for method in route.methods or ():
            operation = result["paths"][route.path][method.lower()]
            _complete(operation, route, named[route.name, _SENT], named["failure", _SENT])
    return result


def _model(route: APIRoute) -> Any:
    """What a route answers, or each event of its stream."""
    return vars(route.endpoint).get("model", models.Position)


_SECRETS = "A seat's secret, as returned by `join` and `tables`, or an API token."


def _complete(operation: dict[str, Any], route: APIRoute, answer: Any, failure: Any) -> None:
    """What FastAPI cannot know: what is answered, what opens a route, and how both look."""
    operation["operationId"] = route.name
    operation["summary"] = route.name.replace("_", " ").capitalize()
    operation["security"] = [{"bearer": []}, *([] if route.name in NEEDS_SECRET else [{}])]
    kind = "text/event-stream" if route.name == "listen" else "application/json"
    success: dict[str, Any] = {"schema": answer}
    if route.name in examples.ANSWERS:
        success["example"] = examples.ANSWERS[route.name]
    if route.name in examples.BODIES:
        operation["requestBody"]["content"]["application/json"]["example"] = examples.BODIES[route.name]
    status = str(route.status_code or 200)
    operation["responses"] = {
        status: {"description": "Success", "content": {kind: success}},
        **{code: _refusal_response(text, failure) for code, text in REFUSED.items()},
    }


def _refusal_response(text: str, failure: Any) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": failure}}}


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """A document as the page shows it, one operation after the other."""
    return [
        {"method": method.upper(), "path": path, **operation}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
