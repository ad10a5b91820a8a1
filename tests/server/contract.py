"""Holds everything that a client is sent against the server's models: no field is missing, of another kind, or too many."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
from fastapi.routing import APIRoute
from pydantic import ConfigDict, TypeAdapter

from quartier.server.http.routes import (
    accounts,
    api_tokens,
    chat,
    daily,
    email,
    lessons,
    lobby,
    notifications,
    replays,
    tables,
    waiting_room,
)
from quartier.server.http.routes import api_v1 as programs
from quartier.server.http.routes import tournaments as tournaments
from quartier.server.views import models
from quartier.server.views.accounts import models as account_models
from quartier.server.views.api_v1 import models as program_models
from quartier.server.views.daily import models as daily_models
from quartier.server.views.finished import models as finished_models
from quartier.server.views.learning import models as teaching_models
from quartier.server.views.lobby import chat_models
from quartier.server.views.lobby import models as meeting_models
from quartier.server.views.tournaments import models as tournament_models

STRICT = ConfigDict(extra="forbid", strict=True)
for _model in (
    *vars(models).values(),
    *vars(finished_models).values(),
    *vars(teaching_models).values(),
    *vars(daily_models).values(),
    *vars(meeting_models).values(),
    *vars(account_models).values(),
    *vars(chat_models).values(),
    *vars(tournament_models).values(),
    *vars(program_models).values(),
):
    if hasattr(_model, "__required_keys__"):
        _model.__pydantic_config__ = getattr(_model, "__pydantic_config__", {}) | STRICT

DECLARED = [
    route
    for router in (
        *(
            table.router
            for table in (tables, waiting_room, chat, replays, lessons, daily, lobby, accounts, notifications)
        ),
        *(email.router, tournaments.router, programs.router, programs.commands, api_tokens.router),
    )
    for route in router.routes
    if isinstance(route, APIRoute) and "model" in vars(route.endpoint)
]
"""The routes that answer with a model."""
ROUTES = [
    (route.name, method, route.path_regex, TypeAdapter(route.endpoint.model))
    for route in DECLARED
    for method in route.methods
]
STREAM = {event: TypeAdapter(model) for event, model in models.StreamEvents.__annotations__.items()}
STREAM["position"] = TypeAdapter(program_models.Position)
FAILURE, MISSED = TypeAdapter(models.Failure), TypeAdapter(models.Missed)
PROGRAM_FAILURE = TypeAdapter(program_models.ProgramFailure)
answered: set[str] = set()
"""Names of the routes that have answered with success in this process."""


def check_answer(response: httpx.Response) -> None:
    """Read an answer by the model that its route declares; ValidationError when it is another."""
    if not response.headers.get("content-type", "").startswith("application/json"):
        return
    content = response.read()
    if response.is_error:
        _failure(response.request.url.path, json.loads(content)).validate_json(content)
        return
    path, method = response.request.url.path, response.request.method
    for name, verb, pattern, model in ROUTES:
        if verb == method and re.fullmatch(pattern, path):
            model.validate_json(content)
            answered.add(name)


def _failure(path: str, message: dict[str, Any]) -> TypeAdapter[Any]:
    """The model of a refusal: programs are told what they have missed in events of their own."""
    if path.startswith("/api/v1/"):
        return PROGRAM_FAILURE
    return MISSED if "events" in message else FAILURE


def check_event(kind: str, data: str) -> dict[str, Any]:
    """Read what an event of the stream carries."""
    read: dict[str, Any] = json.loads(data)
    STREAM[kind].validate_json(data)
    return read
