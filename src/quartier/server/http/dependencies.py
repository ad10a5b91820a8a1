"""What routes are given: the services, and what a request says about its caller.

They are coroutines so that FastAPI calls them at once: a plain function would have to wait for a thread.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from quartier.server.http.address import base_url
from quartier.server.http.caller import secrets_of
from quartier.server.http.language import language_of
from quartier.server.services import Services, services_of


async def _services(request: Request) -> Services:
    return services_of(request)


async def _language(request: Request) -> str:
    return language_of(request)


async def _secrets(request: Request) -> list[str]:
    return secrets_of(request)


async def _base_url(request: Request) -> str:
    return base_url(request)


AppServices = Annotated[Services, Depends(_services)]
Language = Annotated[str, Depends(_language)]
"""The language in which the caller is answered."""
Secrets = Annotated[list[str], Depends(_secrets)]
"""The secrets that came with the request, none of them checked."""
BaseUrl = Annotated[str, Depends(_base_url)]
"""The address for links that others open. Refused 400 where the caller names none that can stand in a link."""
