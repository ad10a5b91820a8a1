"""OpenAPI document of the machine API, and its page for people."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.routing import APIRoute

from quartier.server.http.dependencies import BaseUrl
from quartier.server.http.openapi import schema
from quartier.server.http.pages import render
from quartier.server.http.routes.api_v1 import PREFIX, commands
from quartier.server.http.routes.api_v1 import router as plain
from quartier.server.root_path import root_path

router = APIRouter(prefix=PREFIX, include_in_schema=False)
ROUTES = tuple(
    route for api_router in (plain, commands) for route in api_router.routes if isinstance(route, APIRoute)
)


@cache
def _schema() -> dict[str, Any]:
    """Made when it is first asked for: no start of a server waits for it."""
    return schema.schema(ROUTES)


@router.get("/openapi.json")
def document() -> Response:
    """Return the OpenAPI 3.1 schema."""
    document = _schema() | {"servers": [{"url": root_path() or "/"}]}
    return JSONResponse(document, headers={"Cache-Control": "public, max-age=3600"})


@router.get("/docs")
def page(request: Request, home: BaseUrl) -> HTMLResponse:
    """Show the schema as a page, rendered here because our pages run no third-party scripts."""
    operations = [_operation_view(operation) for operation in schema.operations(_schema())]
    return render(request, "programs", operations=operations, refused=schema.REFUSED, home=home)


def _operation_view(operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    success = next(iter(operation["responses"].values()))["content"]
    answer = next(iter(success.values()))
    return {
        "method": operation["method"],
        "path": operation["path"],
        "text": operation["description"],
        "secret": {} not in operation["security"],
        "fields": operation.get("parameters", []),
        "body": _format_example(body.get("example")),
        "answer": _format_example(answer.get("example")),
    }


def _format_example(example: Any) -> str:
    return "" if example is None else json.dumps(example, indent=2, ensure_ascii=False)
