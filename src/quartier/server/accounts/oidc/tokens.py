"""OpenID Connect messages: authorization URL and ID token validation, by Authlib, which is imported on first use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
    "Ed25519",
)
"""By a key that only the issuer has: never unsigned, nor by a secret that others know, too."""
LEEWAY_SECONDS: Final = 60
"""Seconds by which the issuer's clock may differ from ours."""
MAX_SUBJECT_LENGTH: Final = 255
"""Characters of a subject."""


class InvalidToken(Exception):
    """The ID token is invalid. The message contains no part of it."""


def authorization_url(
    endpoint: str, client: str, callback_url: str, state: str, nonce: str, verifier: str
) -> str:
    """Return the URL of the authorization request."""
    challenge = create_s256_code_challenge(verifier)
    return str(
        prepare_grant_uri(
            endpoint,
            client,
            "code",
            redirect_uri=callback_url,
            scope="openid",
            state=state,
            nonce=nonce,
            code_challenge=challenge,
            code_challenge_method="S256",
        )
    )


def subject(token: str, keys: Mapping[str, Any], issuer: str, client: str, nonce: str, now: float) -> str:
    """Return the subject of an ID token. Raises InvalidToken unless it is the issuer's, ours, current and of this login."""
    try:
        key_set = KeySet.import_key_set({"keys": list(keys["keys"])})
        decoded = jwt.decode(token, key_set, algorithms=list(ALGORITHMS))
        claims = CodeIDToken(
            decoded.claims,
            decoded.header,
            {"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": client}},
            {"nonce": nonce, "client_id": client},
        )
        claims.validate(int(now), LEEWAY_SECONDS)
    except Exception as error:  # whatever a stranger gives a parser
        raise InvalidToken(type(error).__name__) from None
    sub = claims["sub"]
    if not isinstance(sub, str) or not 0 < len(sub) <= MAX_SUBJECT_LENGTH or not sub.isprintable():
        raise InvalidToken("subject")
    return sub
