"""An issuer that the host has named: where it signs people in, and whom it says that it has signed in.

It is asked as others are (`outbound`): by HTTPS, at a public address, without redirects, and not for long.
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
from quartier.server.accounts.oidc.config import Named
from quartier.server.errors import DomainError
from quartier.server.outbound.addresses import Lookup, lookup, must_look_public, place
from quartier.server.outbound.client import Unanswered, send

KNOWN: Final = 600.0
"""Seconds for which it is believed what the issuer says of itself. Its keys are asked for at each sign-in."""
SECONDS: Final = 6.0
"""For each question."""
AT_ONCE: Final = 8
"""So many threads at most wait for it."""
DESCRIPTION: Final = "/.well-known/openid-configuration"

log = structlog.get_logger("quartier")


class Issuer:
    """Thread-safe."""

    def __init__(self, known: Named, look: Lookup = lookup) -> None:
        self.named = known
        self._look = look
        self._waiting = threading.BoundedSemaphore(AT_ONCE)
        self._described: tuple[Mapping[str, Any], float] | None = None

    def question(self, state: str, nonce: str, verifier: str) -> str:
        """Where a browser is sent to sign in. Raises DomainError."""
        from quartier.server.accounts.oidc import tokens

        with self._patience():
            endpoint = _text(self._description(), "authorization_endpoint")
            must_look_public(endpoint, self.named.anywhere)
        return tokens.question(endpoint, self.named.client, self.named.back, state, nonce, verifier)

    def subject(self, code: str, verifier: str, nonce: str, now: float) -> str:
        """Whom the issuer has signed in, for the code that a browser has brought. Raises DomainError."""
        from quartier.server.accounts.oidc import tokens

        with self._patience():
            described = self._description()
            token = self._token(described, code, verifier)
            keys = self._asked(_text(described, "jwks_uri"))
        try:
            return tokens.subject(token, keys, self.named.issuer, self.named.client, nonce, now)
        except tokens.Untrue as untrue:
            log.warning("oidc_token", problem=str(untrue))
            raise not_signed_in(self.named.name) from untrue

    @contextmanager
    def _patience(self) -> Iterator[None]:
        """Whatever goes wrong there is one sentence: nobody here can mend it. The log says to the host what it was."""
        if not self._waiting.acquire(blocking=False):
            raise _away(self.named.name)
        try:
            yield
        except (Unanswered, _Odd) as error:
            log.warning("oidc_issuer", problem=str(error))
            raise _away(self.named.name) from error
        except DomainError as refused:
            if refused.code in (NOT_SIGNED_IN, AWAY):
                raise
            log.warning("oidc_issuer", problem=refused.code)
            raise _away(self.named.name) from refused
        finally:
            self._waiting.release()

    def _description(self) -> Mapping[str, Any]:
        """What the issuer says of itself."""
        known = self._described
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        result = self._asked(self.named.issuer.rstrip("/") + DESCRIPTION)
        if result.get("issuer") != self.named.issuer:
            raise _Odd("another issuer")
        self._described = result, time.monotonic() + KNOWN
        return result

    def _token(self, described: Mapping[str, Any], code: str, verifier: str) -> str:
        """The id token for a code."""
        said = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.named.back}
        said |= {"code_verifier": verifier}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        client, secret = self.named.client, self.named.secret
        ways = described.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        if not secret:
            said["client_id"] = client
        elif "client_secret_basic" in ways:
            pair = f"{quote_plus(client)}:{quote_plus(secret)}".encode()
            headers["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        else:
            said |= {"client_id": client, "client_secret": secret}
        found = self._asked(_text(described, "token_endpoint"), urlencode(said).encode(), headers)
        return _text(found, "id_token")

    def _asked(
        self, url: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Mapping[str, Any]:
        """The object of JSON that the issuer answers with."""
        to = place(url, self.named.anywhere, self._look)
        asked = {"Accept": "application/json"} | dict(headers or {})
        answer = send(to, "GET" if body is None else "POST", body, asked, SECONDS)
        if body is not None and answer.status == 400:  # the code is worth nothing, or not any more
            log.warning("oidc_issuer", problem="refused the code")
            raise not_signed_in(self.named.name)
        if answer.status != 200:
            raise _Odd(f"status {answer.status}")
        try:
            result = json.loads(answer.body)
        except (ValueError, RecursionError) as error:
            raise _Odd("no JSON") from error
        if not isinstance(result, dict):
            raise _Odd("no object")
        return result


class _Odd(Exception):
    """The issuer answers, but not as one."""


def _text(found: Mapping[str, Any], field: str) -> str:
    text = found.get(field)
    if not isinstance(text, str):
        raise _Odd(f"no {field}")
    return text


AWAY: Final = "issuer_away"
NOT_SIGNED_IN: Final = "not_signed_in"


def _away(name: str) -> DomainError:
    text = N_("{name} does not answer as it should. Try again in a while, or use another way in.")
    return DomainError(503, AWAY, text, name=name)


def not_signed_in(name: str) -> DomainError:
    text = N_("{name} has not signed you in. Please begin again, or use another way in.")
    return DomainError(403, NOT_SIGNED_IN, text, name=name)
