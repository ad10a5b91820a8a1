"""Models as they go over the wire."""

from __future__ import annotations

from pydantic_core import to_json

from quartier.server.show.models import Patch, Presence, Sent, TableEvent


def as_json(model: Sent | TableEvent | Patch | Presence) -> bytes:
    """A model as compact JSON in UTF-8."""
    return to_json(model)
