"""FastAPI dependencies of routes: services, language, credentials, base URL, and the bodies of commands.

Dependencies are coroutines so that FastAPI calls them at once: a plain function would have to wait for a thread.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, Any, TypeVar, get_type_hints

from fastapi import Depends, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from quartier.server.commands.authorization import Credentials
from quartier.server.http.base_url import base_url
from quartier.server.http.bodies.tables import Name, TableId
from quartier.server.http.credentials import credentials_of
from quartier.server.http.language import language_of
from quartier.server.services import Services, services_of


async def _services(request: Request) -> Services:
    return services_of(request)


async def _language(request: Request) -> str:
    return language_of(request)


async def _credentials(request: Request) -> Credentials:
    return await credentials_of(request)


async def _base_url(request: Request) -> str:
    return base_url(request)


AppServices = Annotated[Services, Depends(_services)]
Language = Annotated[str, Depends(_language)]
"""The language in which the caller is answered."""
RequestCredentials = Annotated[Credentials, Depends(_credentials)]
"""What came with the request to open seats with; the secrets are not checked."""
BaseUrl = Annotated[str, Depends(_base_url)]
"""The address for links that others open. Refused 400 where the caller names none that can stand in a link."""
PlayerName = Annotated[Name, Query()]
"""What a table that is prepared for one player calls them."""


# ----- commands -----

Model = TypeVar("Model", bound=BaseModel)
_TABLE_ID: TypeAdapter[str] = TypeAdapter(TableId)


class CommandRoute(APIRoute):
    """Route whose function takes the request, the table's id and the body of a command, which are read and validated here.

    FastAPI resolves anew for each request what its function wants, which takes longer than the game needs for a move. What
    is rejected, and with which error, is the same; the schema still comes from the function's signature.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the request handler."""
        command: Callable[..., Awaitable[Response]] = self.endpoint
        model = get_type_hints(self.endpoint)["body"]

        async def answer(request: Request) -> Response:
            table_id = _TABLE_ID.validate_python(request.path_params["table_id"])
            return await command(request, table_id, await _read(request, model))

        return answer


async def _read(request: Request, model: type[Model]) -> Model:
    """Read a body. Raises RequestValidationError if it is invalid, HTTPException 400 if the client disconnects."""
    try:
        raw_body = await request.body()
    except ClientDisconnect as error:
        raise HTTPException(400) from error
    if not _is_json(request.headers.get("content-type", "")):
        # A form of another site can be sent with our cookies, JSON cannot.
        raise RequestValidationError([{"loc": ("body",)}])
    try:
        return model.model_validate_json(raw_body)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False, include_input=False)) from None


def _is_json(content_type: str) -> bool:
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))
