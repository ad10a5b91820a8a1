"""The proxies of docs/https.md: HTTPS, streams, secure cookies, true addresses, and a site below a path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .harness import FRIEND, Listener, Player, me, wait_until
from .proxies import CADDY, CADDY_BELOW, COMMANDS, NGINX, ROOT, TRAEFIK_BELOW, Proxied, server_behind

HTTPS_PAGE = (ROOT / "docs/https.md").read_text("utf-8")


def _indent(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def test_the_page_for_hosts_shows_what_is_tested() -> None:
    assert _indent(NGINX) in HTTPS_PAGE
    assert _indent(CADDY) in HTTPS_PAGE
    assert _indent(CADDY_BELOW) in HTTPS_PAGE
    assert _indent(TRAEFIK_BELOW) in HTTPS_PAGE
    assert "location /quartier/ {" in HTTPS_PAGE
    ours = (ROOT / "deploy/Caddyfile").read_text("utf-8")
    assert ours.replace("{$QUARTIER_SITE}", "games.example.org").replace(
        "quartier:", "127.0.0.1:"
    ).split() == (CADDY.split())


SETUPS = [(kind, root) for kind in COMMANDS for root in ("", "/quartier") if root or kind != "traefik"]


@pytest.fixture(params=SETUPS, ids="".join)
def proxied_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxied]:
    with server_behind(*request.param, tmp_path) as server:
        yield server


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
    assert answer.status_code == 421 or answer.content in (
        b"",
        b"404 page not found\n",
    )  # ours, or the proxy's own: it knows no such site
