"""OpenID Connect provider client: metadata, token endpoint and keys.

Requests go out as all others do (`outbound`): HTTPS, public addresses, no redirects, short timeouts.
"""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import quote_plus, urlencode

import structlog

from quartier.core.text.languages import N_
from quartier.server.accounts.oidc.config import ProviderConfig
from quartier.server.errors import DomainError
from quartier.server.outbound.addresses import Lookup, lookup, resolve, validate_public_url
from quartier.server.outbound.client import RequestFailed, send

METADATA_SECONDS: Final = 600.0
"""Seconds for which it is believed what the issuer says of itself. Its keys are asked for at each sign-in."""
REQUEST_SECONDS: Final = 6.0
"""For each question."""
MAX_REQUESTS: Final = 8
"""So many threads at most wait for it."""
METADATA_PATH: Final = "/.well-known/openid-configuration"

log = structlog.get_logger("quartier")


class Provider:
    """Client of one identity provider. Thread-safe."""

    def __init__(self, config: ProviderConfig, look: Lookup = lookup) -> None:
        self.config = config
        self._look = look
        self._waiting = threading.BoundedSemaphore(MAX_REQUESTS)
        self._cached_metadata: tuple[Mapping[str, Any], float] | None = None

    def authorization_url(self, state: str, nonce: str, verifier: str) -> str:
        """Return the URL to which a browser is redirected for login. Raises DomainError."""
        from quartier.server.accounts.oidc import tokens

        with self._guarded_request():
            endpoint = _text(self._metadata(), "authorization_endpoint")
            validate_public_url(endpoint, self.config.anywhere)
        return tokens.authorization_url(
            endpoint, self.config.client, self.config.callback_url, state, nonce, verifier
        )

    def subject(self, code: str, verifier: str, nonce: str, now: float) -> str:
        """Exchange a callback's code for the subject of its ID token. Raises DomainError."""
        from quartier.server.accounts.oidc import tokens

        with self._guarded_request():
            metadata = self._metadata()
            token = self._token(metadata, code, verifier)
            keys = self._fetch_json(_text(metadata, "jwks_uri"))
        try:
            return tokens.subject(token, keys, self.config.issuer, self.config.client, nonce, now)
        except tokens.InvalidToken as error:
            log.warning("oidc_token", problem=str(error))
            raise login_failed_error(self.config.name) from error

    @contextmanager
    def _guarded_request(self) -> Iterator[None]:
        """Limit concurrency and turn every failure into one message for users; the log has the details for the host."""
        if not self._waiting.acquire(blocking=False):
            raise _unavailable_error(self.config.name)
        try:
            yield
        except (RequestFailed, _UnexpectedAnswer) as error:
            log.warning("oidc_issuer", problem=str(error))
            raise _unavailable_error(self.config.name) from error
        except DomainError as error:
            if error.code in (NOT_SIGNED_IN, AWAY):
                raise
            log.warning("oidc_issuer", problem=error.code)
            raise _unavailable_error(self.config.name) from error
        finally:
            self._waiting.release()

    def _metadata(self) -> Mapping[str, Any]:
        """Return the provider's metadata document, cached for `METADATA_SECONDS`."""
        cached = self._cached_metadata
        if cached is not None and time.monotonic() < cached[1]:
            return cached[0]
        result = self._fetch_json(self.config.issuer.rstrip("/") + METADATA_PATH)
        if result.get("issuer") != self.config.issuer:
            raise _UnexpectedAnswer("another issuer")
        self._cached_metadata = result, time.monotonic() + METADATA_SECONDS
        return result

    def _token(self, metadata: Mapping[str, Any], code: str, verifier: str) -> str:
        """Return the ID token for a code."""
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.config.callback_url}
        form |= {"code_verifier": verifier}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        client, secret = self.config.client, self.config.secret
        auth_methods = metadata.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        if not secret:
            form["client_id"] = client
        elif "client_secret_basic" in auth_methods:
            pair = f"{quote_plus(client)}:{quote_plus(secret)}".encode()
            headers["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        else:
            form |= {"client_id": client, "client_secret": secret}
        answer = self._fetch_json(_text(metadata, "token_endpoint"), urlencode(form).encode(), headers)
        return _text(answer, "id_token")

    def _fetch_json(
        self, url: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Mapping[str, Any]:
        """Return the JSON object of a response."""
        to = resolve(url, self.config.anywhere, self._look)
        all_headers = {"Accept": "application/json"} | dict(headers or {})
        answer = send(to, "GET" if body is None else "POST", body, all_headers, REQUEST_SECONDS)
        if body is not None and answer.status == 400:  # the code is worth nothing, or not any more
            log.warning("oidc_issuer", problem="refused the code")
            raise login_failed_error(self.config.name)
        if answer.status != 200:
            raise _UnexpectedAnswer(f"status {answer.status}")
        try:
            result = json.loads(answer.body)
        except (ValueError, RecursionError) as error:
            raise _UnexpectedAnswer("no JSON") from error
        if not isinstance(result, dict):
            raise _UnexpectedAnswer("no object")
        return result


class _UnexpectedAnswer(Exception):
    """The provider's response is not what the protocol says."""


def _text(fields: Mapping[str, Any], field: str) -> str:
    text = fields.get(field)
    if not isinstance(text, str):
        raise _UnexpectedAnswer(f"no {field}")
    return text


AWAY: Final = "issuer_away"
NOT_SIGNED_IN: Final = "not_signed_in"


def _unavailable_error(name: str) -> DomainError:
    text = N_("{name} isn’t responding properly. Try again later, or sign in another way.")
    return DomainError(503, AWAY, text, name=name)


def login_failed_error(name: str) -> DomainError:
    text = N_("{name} didn’t sign you in. Try again, or sign in another way.")
    return DomainError(403, NOT_SIGNED_IN, text, name=name)
