"""A passkey in software, for tests of the server: it signs what it is asked as a device would."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One key for one site. `verified`: the device has seen a finger or a PIN."""

    def __init__(self, origin: str, verified: bool = True) -> None:
        self.origin = origin
        self.credential = hashlib.sha256(origin.encode()).digest()
        self.count = 1
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._flags = PRESENT | (VERIFIED if verified else 0)

    def made(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to what a new passkey shall sign."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        own = bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], ATTESTED) + own
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer({"clientDataJSON": client, "attestationObject": attestation})

    def signed(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to what is asked for signing in."""
        self.count += 1
        data, client = self._data(options["rpId"]), self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def _data(self, host: str, more: int = 0) -> bytes:
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", self._flags | more, self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        assert len(base64url_to_bytes(challenge)) == 32
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, response: dict[str, bytes]) -> dict[str, Any]:
        name = bytes_to_base64url(self.credential)
        coded = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": coded}
