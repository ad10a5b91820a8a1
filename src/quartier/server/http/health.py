"""What a host's own tools ask: whether the server is well, and how much is going on."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from quartier import __version__
from quartier.server.http.answers import sent
from quartier.server.http.dependencies import AppServices

router = APIRouter(include_in_schema=False)


@router.get("/health")
def health(services: AppServices) -> Response:
    """200 while the database answers, else 503."""
    services.database.check()
    return sent({"ok": True, "version": __version__})


@router.get("/metrics")
def metrics(services: AppServices) -> PlainTextResponse:
    """For Prometheus."""
    return PlainTextResponse(services.metrics.text(), media_type="text/plain; version=0.0.4")
