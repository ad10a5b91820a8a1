"""What every request passes before it is answered, and every answer before it leaves."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.server.errors import StartupError
from quartier.server.http.middleware import connections
from quartier.server.http.middleware.connections import LARGEST_HEAD, LEEWAY, max_connections
from quartier.server.serve import serve
from quartier.server.settings import Settings

from . import raw
from .harness import FRIEND, TIMEOUT, Running, free_port, me, open_table, quiet, running

SECURE = {"X-Forwarded-Proto": "https"}
TABLE = {"title": "city_blocks", "seats": [me(), FRIEND]}


# ----- headers -----


@pytest.mark.parametrize(
    "path", ["/", "/health", "/api/lessons/city_blocks", "/nothing", "/api/tables/nothing"]
)
def test_every_answer_protects_anyone_who_looks_at_it(server: Running, path: str) -> None:
    plain = httpx.get(server.url + path).headers
    assert "frame-ancestors 'none'" in plain["content-security-policy"]
    assert plain["x-content-type-options"] == "nosniff"
    assert plain["referrer-policy"] == "same-origin"
    assert "camera=()" in plain["permissions-policy"]
    assert "server" not in plain
    for only_secure in ("strict-transport-security", "cross-origin-opener-policy"):
        assert only_secure not in plain
        assert only_secure in httpx.get(server.url + path, headers=SECURE).headers


@pytest.mark.parametrize(
    ("path", "cache_control"),
    [
        ("/", "private, no-cache"),
        ("/rules/city_blocks", "private, no-cache"),
        ("/health", "no-store"),
        ("/api/lessons/city_blocks", "no-store"),
        ("/style/metromania.css", "no-cache"),
        ("/picture/city_blocks", "public, max-age=86400"),
    ],
)
def test_every_answer_says_who_may_keep_it(server: Running, path: str, cache_control: str) -> None:
    assert httpx.get(server.url + path).headers["cache-control"] == cache_control


def test_a_page_is_of_its_language_and_its_visitor(server: Running) -> None:
    vary = httpx.get(server.url).headers["vary"]
    assert {"accept-language", "cookie"} <= {part.strip().lower() for part in vary.split(",")}


# ----- HEAD -----


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/rules/city_blocks",
        "/health",
        "/static/table.js",
        "/api/lessons/city_blocks",
        "/nothing",
        "{table}",
    ],
)
def test_head_is_get_without_the_body(server: Running, path: str) -> None:
    path = path.format(table=open_table(server.url, me(), FRIEND).path)
    got = httpx.get(server.url + path)
    row, again = httpx.head(server.url + path), httpx.get(server.url + path)
    while got.content != again.content:  # a table that has just been opened still tells who is there
        got, row, again = again, httpx.head(server.url + path), httpx.get(server.url + path)
    assert (row.status_code, row.content) == (got.status_code, b"")
    for name in ("content-type", "content-length", "cache-control", "content-security-policy"):
        assert row.headers.get(name) == got.headers.get(name)


def test_what_never_ends_has_no_head(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND)
    assert httpx.head(f"{server.url}{ada.path}/stream").status_code == 405


# ----- where a command comes from -----


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "{url}"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        ({"Origin": "{url}"}, 201),
        ({"Origin": "https://games.example.org", "Host": "games.example.org"}, 201),
        ({"Origin": "http://games.example.org", "Host": "games.example.org:80"}, 201),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "{url}"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://a:99999999"}, 403),
        ({"Origin": "{url}.evil.example"}, 403),
    ],
)
def test_a_command_comes_from_our_own_page_or_a_program(
    server: Running, headers: dict[str, str], status: int
) -> None:
    sent = {name: value.format(url=server.url) for name, value in headers.items()}
    answer = httpx.post(f"{server.url}/api/tables", json=TABLE, headers=sent)
    assert answer.status_code == status, answer.text
    if status == 403:
        assert answer.json()["error"]["code"] == "foreign_page"
    assert (
        httpx.get(f"{server.url}/", headers=sent).status_code == 200
    )  # who only looks may come from anywhere


def test_behind_a_proxy_a_command_comes_from_the_public_address(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", base_url="https://games.example.org")) as server:
        for origin, status in (("https://games.example.org", 201), ("https://games.example.net", 403)):
            answer = httpx.post(f"{server.url}/api/tables", json=TABLE, headers={"Origin": origin})
            assert answer.status_code == status


# ----- names of the server -----


def test_a_server_is_called_by_its_names(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db", hosts=("Club.example",), base_url="https://games.example.org")
    with running(settings) as server:
        for host in (
            "club.example",
            "CLUB.example:8000",
            "games.example.org",
            "127.0.0.1:80",
            "[::1]",
            "localhost",
        ):
            assert httpx.get(server.url, headers={"Host": host}).status_code == 200, host
        for host in ("evil.example", "xclub.example", "[", ""):
            response = raw.get(server.url, "/api/tables/x", (b"Host", host.encode()))
            assert (response.status, response.code()) == (421, "other_host"), host
            assert raw.get(server.url, "/health", (b"Host", host.encode())).status == 200


def test_at_home_every_name_is_right(server: Running) -> None:
    assert httpx.get(server.url, headers={"Host": "kitchen.local:8000"}).status_code == 200


# ----- connections -----


def _connect(server: Running) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=TIMEOUT)


def _ends(connection: socket.socket) -> bool:
    """Whether the server ends it, at last, without a word."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("request_bytes", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "])
def test_anyone_who_does_not_say_what_they_want_is_not_waited_for(
    tmp_path: Path, request_bytes: bytes
) -> None:
    with running(quiet(tmp_path / "games.db", head_timeout=0.5)) as server:
        with _connect(server) as connection:
            connection.sendall(request_bytes)
            assert _ends(connection)
        with _connect(server) as connection:  # nor in the second request of a connection
            connection.sendall(b"HEAD /health HTTP/1.1\r\nHost: a\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")
            connection.sendall(b"GET / HT")
            assert _ends(connection)


def test_a_request_has_no_endless_head(server: Running) -> None:
    with _connect(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
        endless = b"X: " + b"x" * LARGEST_HEAD + b"\r\n"
        with pytest.raises(ConnectionError):
            connection.sendall(endless * 1000)


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", body_timeout=0.05)) as server:
        request = raw.Request(b"POST", b"/api/tables", ((b"Content-Length", b"99"),), b'{"title":')
        send = raw.send(server.url, request)
        assert (send.status, send.code()) == (408, "http_408")


def test_there_are_only_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LEEWAY", 2)
    with running(quiet(tmp_path / "games.db", connections=16)) as server:
        idle = [_connect(server) for _ in range(15)]
        assert httpx.get(f"{server.url}/health").status_code == 503  # the sixteenth is told
        idle += [_connect(server) for _ in range(3)]
        with _connect(server) as one_too_many:
            assert _ends(one_too_many)
        for connection in idle:
            connection.close()
        while httpx.get(f"{server.url}/health").status_code != 200:
            pass


@pytest.mark.parametrize(("proxies", "cut"), [("192.0.2.0/24", True), ("192.0.2.1, 127.0.0.0/8", False)])
def test_one_address_has_a_part_of_the_connections(tmp_path: Path, proxies: str, cut: bool) -> None:
    """But a proxy, through which all come."""
    with running(quiet(tmp_path / "games.db", connections=64, proxies=proxies)) as server:
        idle = [_connect(server) for _ in range(16)]
        with _connect(server) as another:
            another.sendall(b"HEAD /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert _ends(another) == cut
        for connection in idle:
            connection.close()


@pytest.mark.parametrize("proxies", ["*", "", "proxy.example", "192.0.2.1,", "10.0.0.0/99"])
def test_what_is_no_address_of_a_proxy_is_refused_at_the_start(
    proxies: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With “*” every visitor could say that they come from anywhere."""
    settings = quiet(tmp_path / "games.db", proxies=proxies)
    assert serve(settings, open_browser=False) == StartupError.EXIT_CODE
    assert "Invalid proxy" in capsys.readouterr().err


def test_connections_leave_descriptors_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_descriptors", lambda: 1024)
    assert max_connections(Settings()) + LEEWAY < 1024 - 100
    assert max_connections(Settings(connections=50)) == 50


# ----- numbers for the host -----


def test_metrics_have_a_port_of_their_own(server: Running) -> None:
    port = free_port()
    server.services.metrics.serve("127.0.0.1", port)
    httpx.get(server.url)
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert 'quartier_requests_total{method="GET",route="/",status="200"} 1.0' in text
    assert httpx.get(f"{server.url}/metrics").status_code == 404
    with pytest.raises(StartupError, match=f"port {port}"):
        server.services.metrics.serve("127.0.0.1", port)


def test_an_unknown_method_is_a_wrong_request_in_one_metric(server: Running) -> None:
    for method in (b"BREW", b"PROPFIND", b"TRACE"):
        send: Any = raw.send(server.url, raw.Request(method, b"/"))
        assert 400 <= send.status < 500
