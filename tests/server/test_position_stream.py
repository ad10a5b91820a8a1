"""Where a server listens: at the port that was named, else at the first usual one that is free."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from quartier.server import serve
from quartier.server.errors import StartupError
from quartier.server.http import base_url
from quartier.server.settings import Settings

from .harness import free_port


@pytest.fixture
def used_port() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


def port_of(settings: Settings) -> int:
    with serve._listen(settings) as listening:
        return int(listening.getsockname()[1])


def test_the_usual_port_is_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert serve.DEFAULT_PORTS[0] == 8000
    free = free_port()
    monkeypatch.setattr(serve, "DEFAULT_PORTS", [free, free_port()])
    assert port_of(Settings()) == free


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_usual_port_that_is_taken_is_passed_over(
    used_port: int, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = free_port()
    monkeypatch.setattr(serve, "DEFAULT_PORTS", [used_port, free])
    assert port_of(Settings(host=host)) == free


def test_a_named_port_that_is_taken_is_refused(used_port: int) -> None:
    with pytest.raises(StartupError, match=f"port {used_port} of 127.0.0.1: it’s in use") as refused:
        serve._listen(Settings(port=used_port))
    assert f"Port {used_port} auf 127.0.0.1 ist belegt" in refused.value.text("de")


def test_where_all_usual_ports_are_taken_the_last_is_named(
    used_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "DEFAULT_PORTS", [used_port, used_port])
    with pytest.raises(StartupError, match=f"port {used_port} of 127.0.0.1"):
        serve._listen(Settings())


def test_an_address_that_is_not_ours_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "DEFAULT_PORTS", [8000, 8001])
    with pytest.raises(StartupError, match=r"port 8000 of 192\.0\.2\.1"):
        serve._listen(Settings(host="192.0.2.1"))


@pytest.mark.parametrize(
    ("host", "local", "message"),
    [
        ("127.0.0.1", "192.0.2.7", "at http://127.0.0.1:{port} ("),
        (
            "0.0.0.0",
            "192.0.2.7",
            "at http://127.0.0.1:{port} and, for others on your network, at http://192.0.2.7:{port} (",
        ),
        ("0.0.0.0", "127.0.0.1", "at http://127.0.0.1:{port} ("),
    ],
)
def test_the_greeting_names_the_address_for_others(
    host: str, local: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "local_address", lambda: local)
    settings = Settings(host=host, port=0, lang="en")
    with serve._listen(settings) as listening:
        port = listening.getsockname()[1]
        assert message.format(port=port) in serve._greeting(settings, listening)


def test_all_addresses_have_three_names() -> None:
    assert [
        host for host in ("0.0.0.0", "::", "", "127.0.0.1", "::1") if base_url.listens_everywhere(host)
    ] == [
        "0.0.0.0",
        "::",
        "",
    ]
