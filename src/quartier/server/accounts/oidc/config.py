"""The issuers that a host has named: one by options, or any number in a file, each under a key of its own.

The key stands in addresses and is the host's choice; whose identity is whose goes by what the issuer calls itself. So an
issuer may move from the options into the file, or get another key, and everybody finds their account again.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError, StartupError
from quartier.server.outbound.addresses import must_look_public
from quartier.server.settings import Settings

USUAL: Final = "openid"
"""The key of the one that is named by options. Its address to come back to has none: it is older than keys."""
NAME: Final = 30
"""Characters on the button."""
MOST: Final = 12
"""Buttons."""
_KEY: Final = re.compile(r"[a-z0-9-]{1,20}")
_NEEDED: Final = ("issuer", "client")
_FIELDS: Final = (*_NEEDED, "secret", "name")


@dataclass(frozen=True)
class Named:
    """What the host has said of an issuer, and how we are known there."""

    key: str
    issuer: str
    """As it names itself."""
    client: str
    secret: str = field(repr=False)
    name: str
    """On the button."""
    back: str
    """Where the issuer sends browsers back to."""
    anywhere: bool


def named(settings: Settings) -> tuple[Named, ...]:
    """All of them, in the host's order; none where nobody is named. Raises StartupError for what is none."""
    result = (*_by_options(settings), *_in_file(settings))
    if len(result) > MOST:
        text = N_(
            "More than {most} issuers are too many: each has a button on the page where people sign in."
        )
        raise StartupError("oidc", text, most=MOST)
    for number, each in enumerate(result):
        for other in result[:number]:
            if each.key == other.key:
                text = N_("Two issuers have the key “{key}”. Give one of them another key.")
                raise StartupError("oidc", text, key=each.key)
            if each.issuer == other.issuer:
                text = N_("The issuer {issuer} is named twice. Take it out of the options, or of the file.")
                raise StartupError("oidc", text, issuer=each.issuer)
    return result


def _by_options(settings: Settings) -> tuple[Named, ...]:
    if not (settings.oidc_issuer or settings.oidc_client):
        return ()
    if not (settings.oidc_issuer and settings.oidc_client and settings.base_url):
        text = N_("Signing in by OpenID Connect needs --oidc-issuer, --oidc-client and --base-url.")
        raise StartupError("oidc", text)
    name = settings.oidc_name.strip() or "OpenID"
    if len(name) > NAME:
        text = N_("The name of --oidc-name stands on a button: it may have {most} characters.")
        raise StartupError("oidc", text, most=NAME)
    _must_be_public(settings.oidc_issuer, settings)
    back = f"{settings.base_url.rstrip('/')}/account/oidc/back"
    client, secret = settings.oidc_client, settings.oidc_secret
    return (Named(USUAL, settings.oidc_issuer, client, secret, name, back, settings.anywhere),)


def _in_file(settings: Settings) -> tuple[Named, ...]:
    if settings.issuers is None:
        return ()
    if not settings.base_url:
        raise StartupError("oidc", N_("Signing in by the issuers of --issuers needs --base-url."))
    tables = _read(settings.issuers)
    return tuple(_of_table(key, table, settings) for key, table in tables.items())


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        text = N_("The file of issuers {file} cannot be read: {problem}.")
        raise StartupError("oidc", text, file=file, problem=error.strerror or error) from error
    except ValueError as error:  # no UTF-8, or no TOML: neither says anything of a secret but its place
        text = N_("The file of issuers {file} is no TOML: {problem}.")
        raise StartupError("oidc", text, file=file, problem=error) from error


def _of_table(key: str, said: Any, settings: Settings) -> Named:
    """One table of the file."""
    file = settings.issuers
    if _KEY.fullmatch(key) is None:
        text = N_(
            "{file}: the key “{key}” stands in addresses. It may have small letters, digits and “-”, 20 at most."
        )
        raise StartupError("oidc", text, file=file, key=key)
    if not isinstance(said, dict):
        raise StartupError("oidc", N_("{file}: “{key}” has to be a table: [{key}]."), file=file, key=key)
    for name, value in said.items():
        if name not in _FIELDS or not isinstance(value, str):
            text = N_("{file}: [{key}] may say {fields}, each as a text; “{field}” is wrong.")
            raise StartupError("oidc", text, file=file, key=key, fields=", ".join(_FIELDS), field=name)
    for name in _NEEDED:
        if not said.get(name):
            text = N_("{file}: [{key}] does not say “{field}”.")
            raise StartupError("oidc", text, file=file, key=key, field=name)
    shown = said.get("name", "").strip() or key
    if len(shown) > NAME:
        text = N_("{file}: the name of [{key}] stands on a button: it may have {most} characters.")
        raise StartupError("oidc", text, file=file, key=key, most=NAME)
    _must_be_public(said["issuer"], settings)
    back = f"{settings.base_url.rstrip('/')}/account/oidc/back/{key}"
    secret = said.get("secret", "")
    return Named(key, said["issuer"], said["client"], secret, shown, back, settings.anywhere)


def _must_be_public(issuer: str, settings: Settings) -> None:
    try:
        must_look_public(issuer, settings.anywhere)
    except DomainError as refused:
        text = N_("The issuer “{issuer}” has to have a public address that begins with https://.")
        raise StartupError("oidc", text, issuer=issuer) from refused
