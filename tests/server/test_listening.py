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
def taken() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


def port_of(settings: Settings) -> int:
    with serve._listen(settings) as listening:
        return int(listening.getsockname()[1])


def test_the_usual_port_is_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert serve.USUAL_PORTS[0] == 8000
    free = free_port()
    monkeypatch.setattr(serve, "USUAL_PORTS", [free, free_port()])
    assert port_of(Settings()) == free


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_usual_port_that_is_taken_is_passed_over(
    taken: int, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = free_port()
    monkeypatch.setattr(serve, "USUAL_PORTS", [taken, free])
    assert port_of(Settings(host=host)) == free


def test_a_named_port_that_is_taken_is_refused(taken: int) -> None:
    with pytest.raises(StartupError, match=f"Port {taken} on 127.0.0.1 is taken") as refused:
        serve._listen(Settings(port=taken))
    assert f"Port {taken} auf 127.0.0.1 ist belegt" in refused.value.text("de")


def test_where_all_usual_ports_are_taken_the_last_is_named(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "USUAL_PORTS", [taken, taken])
    with pytest.raises(StartupError, match=f"Port {taken}"):
        serve._listen(Settings())


def test_an_address_that_is_not_ours_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "USUAL_PORTS", [8000, 8001])
    with pytest.raises(StartupError, match=r"Port 8000 on 192\.0\.2\.1"):
        serve._listen(Settings(host="192.0.2.1"))


@pytest.mark.parametrize(
    ("host", "local", "said"),
    [
        ("127.0.0.1", "192.0.2.7", "at http://127.0.0.1:{port} ("),
        (
            "0.0.0.0",
            "192.0.2.7",
            "at http://127.0.0.1:{port} and, for others in your network, at http://192.0.2.7:{port} (",
        ),
        ("0.0.0.0", "127.0.0.1", "at http://127.0.0.1:{port} ("),
    ],
)
def test_the_greeting_names_the_address_for_others(
    host: str, local: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "local_address", lambda: local)
    settings = Settings(host=host, port=0, lang="en")
    with serve._listen(settings) as listening:
        port = listening.getsockname()[1]
        assert said.format(port=port) in serve._greeting(settings, listening)


def test_all_addresses_have_three_names() -> None:
    assert [
        host for host in ("0.0.0.0", "::", "", "127.0.0.1", "::1") if base_url.listens_everywhere(host)
    ] == [
        "0.0.0.0",
        "::",
        "",
    ]
