"""The form of a table's text page: its fields come as text."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import parse_qsl

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quartier.server.http.bodies.tables import CommandId, Text

FORM = "application/x-www-form-urlencoded"
MAX_FIELDS = 20


class TextCommandBody(BaseModel):
    """What a player does on the text page. `move`: for "move", chosen or typed."""

    model_config = ConfigDict(extra="forbid")

    action: Literal["move", "undo", "restart", "ask", "agree", "decline"]
    seat: Annotated[int, Field(ge=0, le=15)]
    version: Annotated[int, Field(ge=0)]
    client_move_id: CommandId
    move: Annotated[Text, Field(max_length=100)] = ""


async def read_form(request: Request) -> TextCommandBody:
    """Read the form. Raises RequestValidationError for anything else."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        raise RequestValidationError([{"loc": ("body",)}])
    try:
        fields = dict(parse_qsl((await request.body()).decode(), max_num_fields=MAX_FIELDS))
        return TextCommandBody.model_validate(fields)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False, include_input=False)) from None
    except ValueError as error:
        raise RequestValidationError([{"loc": ("body",)}]) from error
