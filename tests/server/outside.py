"""Other people's machines, for tests: a server that takes what is posted to it, a browser's keys, and a mail server."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from quartier.server.notifications.webpush import base64url_decode, base64url_encode, public_point


@dataclass
class Posted:
    """Something that was posted."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Outside:
    """A server of somebody else. `status` is what it answers, `headers` what it says with it."""

    url: str
    posted: list[Posted] = field(default_factory=list)
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)


@contextmanager
def outside(certificate: Path | None = None, key: Path | None = None) -> Iterator[Outside]:
    """A server on this machine, until the block ends; with a certificate it speaks TLS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            server_outside.posted.append(Posted(self.path, headers, body))
            self.send_response(server_outside.status)
            for name, value in server_outside.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda request, address: None  # who hangs up is no fault of the server
    server_outside = Outside(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server_outside
    server.shutdown()
    server.server_close()
    thread.join()


class BrowserOutside:
    """What a browser makes when it subscribes: a pair of keys and a secret. It reads what is sent to it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": base64url_encode(public_point(self.key)), "auth": base64url_encode(self.secret)}

    def read(self, posted: Posted) -> dict[str, Any]:
        """By another implementation of the standard than ours."""
        assert posted.headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(
            posted.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        return dict(json.loads(text))


def signed_claims(posted: Posted, public: str) -> dict[str, Any]:
    """What the signature of a message says, if it is that of the server with this public key (RFC 8292)."""
    kind, _, rest = posted.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (kind, parts["k"]) == ("vapid", public)
    row, claims, signature = parts["t"].split(".")
    r, s = base64url_decode(signature)[:32], base64url_decode(signature)[32:]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), base64url_decode(public))
    der = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    key.verify(der, f"{row}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(base64url_decode(row)) == {"typ": "JWT", "alg": "ES256"}
    return dict(json.loads(base64url_decode(claims)))


@dataclass
class Letters:
    """A mail server: the letters that it was given. `answer` is what it says to each."""

    url: str = ""
    messages: list[EmailMessage] = field(default_factory=list)
    answer: str = "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Called by aiosmtpd for each letter."""
        if self.answer.startswith("250"):
            content = envelope.content
            assert isinstance(content, bytes)
            self.messages.append(message_from_bytes(content, policy=policy.default))  # type: ignore[arg-type]
        return self.answer


@contextmanager
def mail_server() -> Iterator[Letters]:
    """A mail server on this machine, until the block ends."""
    letters, loop = Letters(), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def begin() -> asyncio.Server:
        return await loop.create_server(lambda: SMTP(letters, loop=loop), "127.0.0.1", 0)

    server = asyncio.run_coroutine_threadsafe(begin(), loop).result()
    letters.url = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield letters
    loop.call_soon_threadsafe(server.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
