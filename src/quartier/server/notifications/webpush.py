"""The two standards of Web Push: what is sent only the browser can read (RFC 8291, in the form of RFC 8188), and the push
service knows from whom it comes (VAPID, RFC 8292).
"""

from __future__ import annotations

import base64
import json
import secrets
from dataclasses import dataclass

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_CURVE = ec.SECP256R1()
_RECORD = 4096
"""Bytes of a record; there is one."""
_LAST = b"\x02"
"""Ends the text of the last record."""
_SALT = 16
"""Bytes of the salt, and of a browser's secret."""


@dataclass(frozen=True)
class BrowserKeys:
    """What a browser says of itself when it subscribes, in base64 for URLs: its public key, and a secret."""

    p256dh: str
    auth: str

    def check(self) -> None:
        """Raises ValueError for what no browser has."""
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, read(self.p256dh))
        if len(read(self.auth)) != _SALT:
            raise ValueError


def encrypted(text: bytes, to: BrowserKeys) -> bytes:
    """A body of the coding "aes128gcm", which only this browser can read."""
    own, salt = ec.generate_private_key(_CURVE), secrets.token_bytes(_SALT)
    return sealed(text, read(to.p256dh), read(to.auth), own, salt)


def sealed(text: bytes, browser: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The same with a given key and salt, which are used once."""
    public = point(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, browser))
    key_material = _derived(shared, auth, b"WebPush: info\0" + browser + public, 32)
    key = _derived(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key_material, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, text + _LAST, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass(frozen=True)
class Signer:
    """By whom push services know this server."""

    key: ec.EllipticCurvePrivateKey
    contact: str
    """Where the host is reached: "mailto:..." or "https://..."."""

    @property
    def public(self) -> str:
        """As a browser wants it, when it subscribes."""
        return written(point(self.key))

    def header(self, origin: str, until: float) -> str:
        """`Authorization` for a push service, good until a moment."""
        said = {"aud": origin, "exp": int(until), "sub": self.contact}
        text = ".".join(written(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, said))
        r, s = decode_dss_signature(self.key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = written(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={self.public}"


def new_key() -> str:
    """A key for `key_of`, drawn once for each database."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return written(number.to_bytes(32, "big"))


def key_of(stored: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(read(stored), "big"), _CURVE)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Its public part, uncompressed."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def written(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Raises ValueError for what is not written so."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
