"""What a host's own tools ask: whether the server is well."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from quartier import __version__
from quartier.server.http.dependencies import AppServices
from quartier.server.http.responses import sent

router = APIRouter(include_in_schema=False)


@router.get("/health")
def health(services: AppServices) -> Response:
    """200 while stored games can be read, else 503."""
    services.database.check()
    return sent({"ok": True, "version": __version__})
