"""The proxies of docs/https.md, started with the texts of that page: HTTPS, streams, secure cookies, true addresses."""

from __future__ import annotations

import datetime
import os
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from quartier.server.limits import Limits
from tests import prerequisites

from .harness import FRIEND, TIMEOUT, Listener, Player, free_port, me, quiet, running, wait_until

ROOT = Path(__file__).parents[2]
NGINX = (ROOT / "deploy/nginx.conf").read_text("utf-8")
CADDY = "games.example.org {\n    reverse_proxy 127.0.0.1:8000\n}\n"
HTTPS_PAGE = (ROOT / "docs/https.md").read_text("utf-8")


def _indent(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def test_the_page_for_hosts_shows_what_is_tested() -> None:
    assert _indent(NGINX) in HTTPS_PAGE
    assert _indent(CADDY) in HTTPS_PAGE
    ours = (ROOT / "deploy/Caddyfile").read_text("utf-8")
    assert ours.replace("{$QUARTIER_SITE}", "games.example.org").replace(
        "quartier:", "127.0.0.1:"
    ).split() == (CADDY.split())


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for "localhost" that it signed itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    sign = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    written, secret = folder / "games.pem", folder / "games.key"
    written.write_bytes(sign.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return written, secret


def _replace_addresses(text: str, **instead: str) -> str:
    """The text with an address of this test in place of each one of the page; all of them must be there."""
    for old, new in instead.items():
        assert old in text
        text = text.replace(old, new)
    return text


def _nginx(program: Path, folder: Path, port: int, behind: int) -> list[str]:
    pem, key = _certificate(folder)
    site = _replace_addresses(
        NGINX,
        **{
            "443": f"127.0.0.1:{port}",
            "games.example.org": "localhost",
            "/etc/ssl/games.pem": str(pem),
            "/etc/ssl/games.key": str(key),
            "127.0.0.1:8000": f"127.0.0.1:{behind}",
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    directives = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'}; error_log {folder / 'error.log'};\nevents {{}}\n"
        f"http {{ access_log off;\n{directives}{site} }}\n"
    )
    return [str(program), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def _caddy(program: Path, folder: Path, port: int, behind: int) -> list[str]:
    pem, key = _certificate(folder)
    site = _replace_addresses(
        CADDY,
        **{"games.example.org": f"https://localhost:{port}", "127.0.0.1:8000": f"127.0.0.1:{behind}"},
    )
    # Its own certificates come from an authority on the internet: here it has ours.
    site = site.replace("{\n", f"{{\n    bind 127.0.0.1\n    tls {pem} {key}\n", 1)
    (folder / "Caddyfile").write_text(f"{{\n    admin off\n    auto_https disable_redirects\n}}\n{site}")
    return [str(program), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


COMMANDS: dict[str, Callable[[Path, Path, int, int], list[str]]] = {"nginx": _nginx, "caddy": _caddy}


class Proxied:
    """A server behind a proxy."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.trusted = ssl.create_default_context(cafile=str(folder / "games.pem"))

    def browser(self, address: str = "127.0.0.1") -> Player:
        """A browser on the computer of that address."""
        transport = httpx.HTTPTransport(verify=self.trusted, local_address=address)
        client = httpx.Client(base_url=self.url, transport=transport, timeout=TIMEOUT)
        client.headers["Origin"] = self.url
        return Player(client)


@pytest.fixture(params=COMMANDS)
def proxied_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxied]:
    program = prerequisites.proxy(request.param)
    if program is None:
        pytest.skip(f"{request.param} is not in PATH, and not to be had from Debian's packages")
    port = free_port()
    url = f"https://localhost:{port}"
    with running(quiet(tmp_path / "games.db", base_url=url, hosts=("localhost",), limits=Limits())) as server:
        behind = httpx.URL(server.url).port
        assert behind is not None
        command = COMMANDS[request.param](program, tmp_path, port, behind)
        homes = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with (tmp_path / "said").open("wb") as log:
            proxy = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **homes})
        try:
            wait_until(lambda: _listens(port) or proxy.poll() is not None)
            assert proxy.poll() is None, (tmp_path / "said").read_text()
            yield Proxied(url, tmp_path)
        finally:
            proxy.terminate()
            proxy.wait(TIMEOUT)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_game_through_a_proxy(proxied_server: Proxied) -> None:
    """HTTPS is known, cookies are secure, invitations name the proxy, and a move is heard at once in a stream."""
    ada, bob = proxied_server.browser(), proxied_server.browser()
    page = ada.client.get("/")
    assert "max-age=" in page.headers["Strict-Transport-Security"]
    wish = {"title": "city_blocks", "seats": [me("Ada"), FRIEND]}
    response = ada.client.post("/api/tables", json=wish)
    assert response.status_code == 201, response.text
    cookies = response.headers.get_list("set-cookie")
    assert cookies
    assert all("; secure" in cookie.lower() for cookie in cookies)
    ada.table, ada.seat = response.json()["id"], 0
    assert f'data-home="{proxied_server.url}' in ada.client.get(f"/table/{ada.table}").text
    bob.join(ada.table, response.json()["seats"][1]["invite"], "Bob")
    turn = next(view for player in (ada, bob) if (view := player.view())["turn"]["yours"])
    mover, other = (ada, bob) if turn["viewer"]["seat"] == ada.seat else (bob, ada)
    listener = Listener(other, verify=proxied_server.trusted)
    wait_until(lambda: listener.views)
    before = len(listener.events)
    answer = mover.move(turn["choices"][0]["move"], turn["version"])
    assert answer.status_code == 200, answer.text
    wait_until(lambda: len(listener.events) > before)
    listener.close()


def test_a_visitor_cannot_say_that_they_come_from_elsewhere(proxied_server: Proxied) -> None:
    """Ten wrong codes are too many for an address, whatever a visitor says of it; for another address they are none."""

    def code(player: Player, number: int) -> int:
        headers = {"X-Forwarded-For": f"198.51.100.{number}", "X-Forwarded-Proto": "http"}
        player.client.cookies.clear()
        return player.client.post("/api/tables/by-code", json={"code": "AAAAAA"}, headers=headers).status_code

    thief, friend = proxied_server.browser(), proxied_server.browser("127.0.0.2")
    assert [code(thief, number) for number in range(11)] == [404] * 10 + [429]
    assert code(friend, 0) == 404


def test_a_name_that_is_not_ours_is_refused(proxied_server: Proxied) -> None:
    answer = proxied_server.browser().client.get("/", headers={"Host": "elsewhere.example"})
    assert (
        answer.status_code == 421 or answer.content == b""
    )  # ours, or the proxy's own: it knows no such site
