"""Web Push by its standards: the example of RFC 8291 byte by byte, and what another implementation makes of ours."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec

from quartier.server.notifications.webpush import (
    BrowserKeys,
    base64url_decode,
    base64url_encode,
    encrypt,
    encrypt_with,
    key_of,
    new_key,
    public_point,
)

from .outside import BrowserOutside, Posted

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SERVER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out() -> None:
    message = encrypt_with(
        TEXT, base64url_decode(BROWSER), base64url_decode(SECRET), key_of(SERVER), base64url_decode(SALT)
    )
    assert base64url_encode(message) == SEALED


def test_another_implementation_reads_what_we_write() -> None:
    outside = BrowserOutside()
    body = encrypt('{"body": "Zug um Zug – Größe"}'.encode(), BrowserKeys(**outside.keys))
    assert outside.read(Posted("/", {"content-encoding": "aes128gcm"}, body)) == {
        "body": "Zug um Zug – Größe"
    }


def test_each_message_has_a_key_of_its_own() -> None:
    keys = BrowserKeys(**BrowserOutside().keys)
    heads = {encrypt(b"{}", keys)[:86] for _ in range(3)}
    assert len(heads) == 3


def test_the_servers_key_is_kept_as_text() -> None:
    stored = new_key()
    assert len(stored) <= 64
    assert public_point(key_of(stored)) == public_point(key_of(stored))
    assert isinstance(key_of(stored).curve, ec.SECP256R1)
