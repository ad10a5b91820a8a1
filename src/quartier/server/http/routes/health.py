"""Health check for monitoring."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from quartier import __version__
from quartier.server.http.dependencies import AppServices
from quartier.server.http.responses import json_response

router = APIRouter(include_in_schema=False)


@router.get("/health")
def health(services: AppServices) -> Response:
    """200 while stored games can be read and written, else 503."""
    services.database.check()
    services.tables.writer.check()
    return json_response({"ok": True, "version": __version__})
