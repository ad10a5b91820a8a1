"""Web Push: payload encryption (RFC 8291, aes128gcm of RFC 8188) and VAPID signatures (RFC 8292)."""

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
    """A browser's keys for a subscription, in base64url: its public key, and a secret."""

    p256dh: str
    auth: str

    def check(self) -> None:
        """Raise ValueError for invalid keys."""
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, base64url_decode(self.p256dh))
        if len(base64url_decode(self.auth)) != _SALT:
            raise ValueError


def encrypt(text: bytes, to: BrowserKeys) -> bytes:
    """Encrypt a message for a browser, with the content coding "aes128gcm"."""
    own, salt = ec.generate_private_key(_CURVE), secrets.token_bytes(_SALT)
    return encrypt_with(text, base64url_decode(to.p256dh), base64url_decode(to.auth), own, salt)


def encrypt_with(
    text: bytes, browser: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt a message with a given key and salt, which are used once."""
    public = public_point(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, browser))
    key_material = _derive_key(shared, auth, b"WebPush: info\0" + browser + public, 32)
    key = _derive_key(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(key_material, salt, b"Content-Encoding: nonce\0", 12)
    row = salt + _RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return row + AESGCM(key).encrypt(nonce, text + _LAST, None)


def _derive_key(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass(frozen=True)
class Signer:
    """Signs requests to push services by VAPID."""

    key: ec.EllipticCurvePrivateKey
    contact: str
    """Where the host is reached: "mailto:..." or "https://..."."""

    @property
    def public(self) -> str:
        """The public key, as a browser needs it to subscribe."""
        return base64url_encode(public_point(self.key))

    def header(self, origin: str, until: float) -> str:
        """Return the `Authorization` header for a push service, valid until a moment in seconds since 1970."""
        claims = {"aud": origin, "exp": int(until), "sub": self.contact}
        text = ".".join(
            base64url_encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self.key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = base64url_encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={self.public}"


def new_key() -> str:
    """Return a new private key for `key_of`, created once for each database."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return base64url_encode(number.to_bytes(32, "big"))


def key_of(stored: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(base64url_decode(stored), "big"), _CURVE)


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key as an uncompressed point."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def base64url_encode(data: bytes) -> str:
    """Encode in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def base64url_decode(text: str) -> bytes:
    """Decode base64url without padding. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
