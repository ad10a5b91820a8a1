"""What others have named is asked at public addresses only, by HTTPS, where it was looked up, and for a short time."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from quartier.server.errors import DomainError
from quartier.server.outbound import addresses, client
from quartier.server.outbound.addresses import Destination, is_public, resolve, validate_public_url
from quartier.server.outbound.client import RequestFailed, send

from .outside import outside

PRIVATE = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::1",
    "2001:0:7f00:1::1",
    "100::1",
]
PUBLIC = ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9"]


@pytest.mark.parametrize("address", PRIVATE)
def test_no_address_that_is_not_public_is_asked(address: str) -> None:
    assert not is_public(address)
    with pytest.raises(DomainError) as refused:
        resolve("https://push.example.org/x", look=lambda host, port: [address])
    assert refused.value.code == "private_address"
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(DomainError):
        validate_public_url(f"https://{literal}/x")


@pytest.mark.parametrize("address", PUBLIC)
def test_public_ones_are(address: str) -> None:
    assert resolve("https://push.example.org/x", look=lambda host, port: [address]).address == address


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(DomainError):
        resolve("https://push.example.org", look=lambda host, port: ["9.9.9.9", "127.0.0.1"])


@pytest.mark.parametrize(
    "url", ["https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://localhost:1/"]
)
def test_other_ways_to_write_this_machine_are_found_out_too(url: str) -> None:
    """By the system's own look-up, which understands them."""
    with pytest.raises(DomainError):
        resolve(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example.org/",
        "ftp://push.example.org/",
        "https://",
        "https:///x",
        "https://user:secret@push.example.org/",
        "https://user@push.example.org/",
        "https://push.example.org:99999/",
        "https://push.example.org/\r\nX: y",
        "https://push.example.org/a b",
        "https://push.example.org/ü",
        "https://" + "a" * 70 + ".example.org/",
        "https://push.example.org/" + "x" * 1000,
        "javascript:alert(1)",
        "",
        "https://[::1",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    for look in (resolve, validate_public_url):
        with pytest.raises(DomainError) as refused:
            look(url)
        assert refused.value.status == 422


@pytest.mark.parametrize(
    "url", ["https://printer/", "https://router.local/", "https://x.internal/", "https://a.lan."]
)
def test_names_of_a_home_are_refused_at_once(url: str) -> None:
    with pytest.raises(DomainError):
        validate_public_url(url)


def test_a_name_is_looked_up_once_and_what_it_says_later_does_not_count() -> None:
    """A name may lead elsewhere a moment later: whoever connects does so to the address that was checked."""
    hosts: list[str] = []

    def look(host: str, port: int) -> list[str]:
        hosts.append(host)
        return ["9.9.9.9"] if len(hosts) == 1 else ["127.0.0.1"]

    destination = resolve("https://rebinding.example.org/x?y=1", look=look)
    assert destination == Destination(True, "rebinding.example.org", 443, "/x?y=1", "9.9.9.9")
    assert hosts == ["rebinding.example.org"]


def test_a_connection_goes_to_the_address_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_look(*args: object, **more: object) -> None:
        raise AssertionError("looked up again")

    with outside() as there:
        port = int(there.url.rpartition(":")[2])
        connect = socket.create_connection
        reached: list[tuple[str, int]] = []

        def connecting(address: tuple[str, int], timeout: float) -> socket.socket:
            reached.append(address)
            return connect(address, timeout)

        monkeypatch.setattr(addresses, "lookup", no_look)
        monkeypatch.setattr(client.socket, "create_connection", connecting)
        destination = Destination(False, "push.example.org", port, "/x", "127.0.0.1")
        assert send(destination, "POST", b"hello", {}).status == 201
        assert reached == [("127.0.0.1", port)]
        assert there.posted[0].headers["host"] == f"push.example.org:{port}"


@pytest.fixture
def slow() -> Iterator[int]:
    """The port of a server that says its answer letter by letter, for ever."""
    listening, ended = socket.create_server(("127.0.0.1", 0)), threading.Event()

    def drip() -> None:
        connection, _ = listening.accept()
        connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while not ended.wait(0.02):
            try:
                connection.sendall(b"x")
            except OSError:
                break
        connection.close()

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    ended.set()
    thread.join()
    listening.close()


def test_nobody_is_waited_for_longer_than_a_while(slow: int) -> None:
    """Each single letter comes soon enough; all of them together do not."""
    with pytest.raises(RequestFailed):
        send(Destination(False, "localhost", slow, "/", "127.0.0.1"), "POST", b"", {}, seconds=0.3)


def test_anyone_who_shakes_hands_for_ever_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(RequestFailed):
        send(
            Destination(True, "localhost", silent.getsockname()[1], "/", "127.0.0.1"),
            "POST",
            b"",
            {},
            seconds=0.3,
        )


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """The port of a server with a certificate for push.example.org, and that certificate."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")]),
    )
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = (
        builder.serial_number(1).not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    )
    builder = builder.add_extension(
        x509.SubjectAlternativeName([x509.DNSName("push.example.org")]), critical=False
    )
    plain = serialization.NoEncryption()
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    pem, own = tmp_path / "certificate.pem", tmp_path / "own.pem"
    pem.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    own.write_bytes(key.private_bytes(*form))
    with outside(pem, own) as there:
        yield int(there.url.rpartition(":")[2]), pem


def test_a_server_has_to_prove_that_it_is_who_was_asked(
    secure: tuple[int, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its certificate has to be of somebody whom the system trusts, and of the name, not of the address."""
    port, pem = secure
    destination, other = (
        Destination(True, f"{name}.example.org", port, "/", "127.0.0.1") for name in ("push", "other")
    )
    with pytest.raises(RequestFailed):
        send(destination, "POST", b"", {})
    trusting = ssl.create_default_context(cafile=pem)
    monkeypatch.setattr(client.ssl, "create_default_context", lambda: trusting)
    assert send(destination, "POST", b"", {}).status == 201
    with pytest.raises(RequestFailed):
        send(other, "POST", b"", {})


def test_anyone_who_is_not_there_is_no_failure_of_ours() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(RequestFailed):
        send(Destination(False, "localhost", port, "/", "127.0.0.1"), "POST", b"", {})
