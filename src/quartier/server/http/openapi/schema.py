"""The schema of the machine API: OpenAPI 3.1, made of the routes, the bodies that they read, and the models of answers."""

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
    "401": "The token opens nothing, or not any more.",
    "403": "The seat is another's, the table is private, or programs may not do this.",
    "404": "There is no such table or title.",
    "409": "The table has moved on (`stale`, with the present version), or somebody was faster.",
    "422": "A rule of the game forbids the move (with the rule), or a field is missing or wrong.",
    "429": "Too much in a short time; `Retry-After` says for how long.",
}
_FASTAPIS = ("HTTPValidationError", "ValidationError")
"""What FastAPI answers by itself; here every refusal is a `ProgramFailure`."""
_ABOUT = """\
Tables, positions and moves for programs. A program sits down by an invitation, follows one stream of positions, and plays
moves in notation or by number; it needs no rules of its own, for each position says what is legal. Sentences come in English
or German (`Accept-Language`, or `?lang=`).
"""


def schema(routes: Sequence[APIRoute]) -> dict[str, Any]:
    """The document."""
    result: dict[str, Any] = get_openapi(
        title="Quartier for programs",
        version=VERSION,
        summary=f"The machine API of Quartier {__version__}",
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


_SECRETS = "The secret of a seat, as `join` and `tables` give it, or the token of a program."


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
        status: {"description": "Done", "content": {kind: success}},
        **{code: _refused(text, failure) for code, text in REFUSED.items()},
    }


def _refused(text: str, failure: Any) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": failure}}}


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """A document as the page shows it, one operation after the other."""
    return [
        {"method": method.upper(), "path": path, **operation}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
