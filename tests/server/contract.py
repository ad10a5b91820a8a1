"""Holds everything that a client is sent against the server's models: no field is missing, of another kind, or too many."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
from fastapi.routing import APIRoute
from pydantic import ConfigDict, TypeAdapter

from quartier.server.http.programs import routes as programs
from quartier.server.http.programs import tokens
from quartier.server.http.routes import (
    account,
    lessons,
    lobby,
    mail,
    notices,
    replays,
    tables,
    talk,
    today,
    waiting,
)
from quartier.server.http.tournaments import routes as tournaments
from quartier.server.show import models
from quartier.server.show.accounts import models as account_models
from quartier.server.show.daily import models as daily_models
from quartier.server.show.finished import models as finished_models
from quartier.server.show.meeting import models as meeting_models
from quartier.server.show.meeting import table_models
from quartier.server.show.programs import models as program_models
from quartier.server.show.teaching import models as teaching_models
from quartier.server.show.tournaments import models as tournament_models

STRICT = ConfigDict(extra="forbid", strict=True)
for _model in (
    *vars(models).values(),
    *vars(finished_models).values(),
    *vars(teaching_models).values(),
    *vars(daily_models).values(),
    *vars(meeting_models).values(),
    *vars(account_models).values(),
    *vars(table_models).values(),
    *vars(tournament_models).values(),
    *vars(program_models).values(),
):
    if hasattr(_model, "__required_keys__"):
        _model.__pydantic_config__ = getattr(_model, "__pydantic_config__", {}) | STRICT

DECLARED = [
    route
    for router in (
        *(each.router for each in (tables, waiting, talk, replays, lessons, today, lobby, account, notices)),
        *(mail.router, tournaments.router, programs.router, programs.commands, tokens.router),
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


def _failure(path: str, told: dict[str, Any]) -> TypeAdapter[Any]:
    """The model of a refusal: programs are told what they have missed in events of their own."""
    if path.startswith("/api/v1/"):
        return PROGRAM_FAILURE
    return MISSED if "events" in told else FAILURE


def check_event(kind: str, data: str) -> dict[str, Any]:
    """Read what an event of the stream carries."""
    read: dict[str, Any] = json.loads(data)
    STREAM[kind].validate_json(data)
    return read
