"""OpenID Connect providers: one configured by options, or several in a TOML file, each under a key.

The key is part of URLs and chosen by the host; identities belong to the issuer's own name. So a provider can move from the
options into the file, or get another key, and its users keep their accounts.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from quartier.core.text.files import read_text
from quartier.core.text.languages import N_
from quartier.server.errors import DomainError, StartupError
from quartier.server.outbound.addresses import validate_public_url
from quartier.server.settings import Settings

DEFAULT_KEY: Final = "openid"
"""The key of the one that is named by options. Its address to come back to has none: it is older than keys."""
MAX_NAME_LENGTH: Final = 30
"""Characters on the button."""
MAX_PROVIDERS: Final = 12
"""Buttons."""
_KEY: Final = re.compile(r"[a-z0-9-]{1,20}")
_REQUIRED_FIELDS: Final = ("issuer", "client")
_FIELDS: Final = (*_REQUIRED_FIELDS, "secret", "name")


@dataclass(frozen=True)
class ProviderConfig:
    """The configuration of an identity provider, and our client credentials there."""

    key: str
    issuer: str
    """As it names itself."""
    client: str
    secret: str = field(repr=False)
    name: str
    """On the button."""
    callback_url: str
    """Where the issuer sends browsers back to."""
    anywhere: bool


def load_providers(settings: Settings) -> tuple[ProviderConfig, ...]:
    """Return the configured providers, in the host's order. Raises StartupError if the configuration is invalid."""
    result = (*_from_options(settings), *_from_file(settings))
    if len(result) > MAX_PROVIDERS:
        text = N_(
            "Too many OpenID Connect providers: at most {most}, because each gets a button on the "
            "sign-in page."
        )
        raise StartupError("oidc", text, most=MAX_PROVIDERS)
    for number, provider in enumerate(result):
        for other in result[:number]:
            if provider.key == other.key:
                text = N_("Two providers use the key “{key}”. Change one of them.")
                raise StartupError("oidc", text, key=provider.key)
            if provider.issuer == other.issuer:
                text = N_(
                    "The provider {issuer} is configured twice. Remove it from the options or from the file."
                )
                raise StartupError("oidc", text, issuer=provider.issuer)
    return result


def _from_options(settings: Settings) -> tuple[ProviderConfig, ...]:
    if not (settings.oidc_issuer or settings.oidc_client):
        return ()
    if not (settings.oidc_issuer and settings.oidc_client and settings.base_url):
        text = N_("OpenID Connect sign-in requires --oidc-issuer, --oidc-client and --base-url.")
        raise StartupError("oidc", text)
    name = settings.oidc_name.strip() or "OpenID"
    if len(name) > MAX_NAME_LENGTH:
        text = N_("--oidc-name is too long for a button: at most {most} characters.")
        raise StartupError("oidc", text, most=MAX_NAME_LENGTH)
    _must_be_public(settings.oidc_issuer, settings)
    callback_url = f"{settings.base_url.rstrip('/')}/account/oidc/back"
    client, secret = settings.oidc_client, settings.oidc_secret
    return (
        ProviderConfig(
            DEFAULT_KEY, settings.oidc_issuer, client, secret, name, callback_url, settings.anywhere
        ),
    )


def _from_file(settings: Settings) -> tuple[ProviderConfig, ...]:
    if settings.issuers is None:
        return ()
    if not settings.base_url:
        raise StartupError("oidc", N_("Signing in through the providers in --issuers requires --base-url."))
    tables = _read(settings.issuers)
    return tuple(_from_table(key, table, settings) for key, table in tables.items())


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(file))
    except OSError as error:
        text = N_("Can’t read the provider file {file}: {problem}.")
        raise StartupError("oidc", text, file=file, problem=error.strerror or error) from error
    except ValueError as error:  # no UTF-8, or no TOML: neither says anything of a secret but its place
        text = N_("The provider file {file} isn’t valid TOML: {problem}.")
        raise StartupError("oidc", text, file=file, problem=error) from error


def _from_table(key: str, table: Any, settings: Settings) -> ProviderConfig:
    """Return the provider of one table of the TOML file."""
    file = settings.issuers
    if _KEY.fullmatch(key) is None:
        text = N_(
            "{file}: invalid key “{key}”. Keys appear in URLs: use up to 20 lower-case letters, digits "
            "and “-”."
        )
        raise StartupError("oidc", text, file=file, key=key)
    if not isinstance(table, dict):
        raise StartupError("oidc", N_("{file}: “{key}” must be a TOML table: [{key}]."), file=file, key=key)
    for name, value in table.items():
        if name not in _FIELDS or not isinstance(value, str):
            text = N_("{file}: invalid entry “{field}” in [{key}]. Allowed: {fields}, each a string.")
            raise StartupError("oidc", text, file=file, key=key, fields=", ".join(_FIELDS), field=name)
    for name in _REQUIRED_FIELDS:
        if not table.get(name):
            text = N_("{file}: [{key}] is missing “{field}”.")
            raise StartupError("oidc", text, file=file, key=key, field=name)
    display_name = table.get("name", "").strip() or key
    if len(display_name) > MAX_NAME_LENGTH:
        text = N_("{file}: the name of [{key}] is too long for a button: at most {most} characters.")
        raise StartupError("oidc", text, file=file, key=key, most=MAX_NAME_LENGTH)
    _must_be_public(table["issuer"], settings)
    callback_url = f"{settings.base_url.rstrip('/')}/account/oidc/back/{key}"
    secret = table.get("secret", "")
    return ProviderConfig(
        key, table["issuer"], table["client"], secret, display_name, callback_url, settings.anywhere
    )


def _must_be_public(issuer: str, settings: Settings) -> None:
    try:
        validate_public_url(issuer, settings.anywhere)
    except DomainError as error:
        text = N_("The provider “{issuer}” needs a public URL that starts with https://.")
        raise StartupError("oidc", text, issuer=issuer) from error
