"""Tables with one person, whose end is told in the title's own words, and with none, of which a visitor has one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

import quartier
from quartier.server.access.ip_prefix import network_prefix, prefix_to_ban, prefixes
from quartier.server.commands.play import bot_move
from quartier.server.storage.schema import game_table
from quartier.server.storage.secrets import hash_secret

from .harness import FRIEND, GREEDY, Player, Running, browser, me, open_table, play_some, quiet, running


def _played_to_the_end(player: Player) -> dict:
    """Always the first of the offered moves that writes, or the first."""
    view = player.view(lang="de")
    while not view["over"]:
        writes = [choice for choice in view["choices"] if choice["move"][0] != "X"]
        assert player.move((writes or view["choices"])[0]["move"], view["version"]).status_code == 200
        view = player.view(lang="de")
    return view


def test_a_game_alone_ends_with_a_result_in_words(server: Running) -> None:
    player = open_table(server.url, me(), title="block_city")
    view = _played_to_the_end(player)
    record = quartier.replay(player.client.get(f"{player.path}/record").text)
    assert view["over"]["headline"] == record.seen_by(None, "de").verdict()
    assert view["over"]["headline"].startswith(f"{record.scores()[0]} Punkte: ")


def test_a_game_alone_can_be_given_up(server: Running) -> None:
    player = open_table(server.url, me(), title="block_city")
    assert player.post("resign").status_code == 200
    over = player.view()["over"]
    assert over["winners"] == []
    assert over["headline"] == "Ada resigned."


BOTS_ALONE = {"title": "city_blocks", "seats": [GREEDY, GREEDY]}


def test_a_visitor_has_one_table_without_people(server: Running) -> None:
    running = open_table(server.url, GREEDY, GREEDY).table
    refused = browser(server.url).client.post("/api/tables", json=BOTS_ALONE)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "bots_alone")
    assert f"/table/{running}" in refused.json()["error"]["text"]
    open_table(server.url, me(), GREEDY)  # with a person there may be many
    elsewhere = {"X-Forwarded-For": "192.0.2.7"}
    there = browser(server.url).client.post("/api/tables", json=BOTS_ALONE, headers=elsewhere)
    assert there.status_code == 201
    _play_for_the_bots(server, running)
    assert browser(server.url).client.post("/api/tables", json=BOTS_ALONE).status_code == 201


def _play_for_the_bots(server: Running, table_id: str) -> None:
    """To the end of the game, without thinking."""
    tables = server.services.tables
    while (seat := tables.load(table_id)[1].due_bot()) is not None:
        _, table = tables.load(table_id)
        assert tables.writer.run(bot_move(table_id, table.version, seat, table.state.moves(seat)[0]))


def test_asking_at_the_same_moment_brings_no_second(server: Running) -> None:
    with ThreadPoolExecutor(6) as pool:
        sent = [
            pool.submit(browser(server.url).client.post, "/api/tables", json=BOTS_ALONE) for _ in range(6)
        ]
    assert sorted(answer.result().status_code for answer in sent) == [201] + [429] * 5


def test_the_mark_of_a_visitor_opens_nothing(server: Running) -> None:
    player = open_table(server.url, GREEDY, GREEDY)
    mark = _mark(server, player.table)
    for secret in ("127.0.0.1", mark):
        assert player.post("claim", secret=secret).status_code == 403


def _mark(server: Running, table_id: str) -> str | None:
    """What is stored of the visitor for whom bots think at a table."""
    with server.services.database.read() as connection:
        return connection.scalar(sa.select(game_table.c.visitor).where(game_table.c.id == table_id))


def test_the_mark_of_a_visitor_is_salted_and_forgotten(server: Running, tmp_path: Path) -> None:
    """Every database has a salt of its own; when the game is over, nothing of the visitor is left."""
    table = open_table(server.url, GREEDY, GREEDY).table
    mark = _mark(server, table)
    assert mark is not None
    assert mark != hash_secret("127.0.0.1")
    with running(quiet(tmp_path / "other.db")) as other:
        assert _mark(other, open_table(other.url, GREEDY, GREEDY).table) not in (None, mark)
    _play_for_the_bots(server, table)
    assert _mark(server, table) is None
    assert _mark(server, open_table(server.url, me(), me("Bea")).table) is None  # bots think for nobody there


def test_the_mark_of_a_visitor_is_forgotten_with_a_table_that_is_cancelled(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND, GREEDY, title="block_city")
    assert _mark(server, ada.table) is not None
    ada.client.post(f"{ada.path}/cancel", json={}).raise_for_status()
    assert _mark(server, ada.table) is None


def test_bots_that_come_later_think_for_anyone_who_moves_then(server: Running) -> None:
    """Else someone with many such tables would count as many visitors."""
    marked = _mark(server, open_table(server.url, me(), GREEDY).table)
    ada = open_table(server.url, me(), FRIEND)
    assert _mark(server, ada.table) is None
    ada.post("bots").raise_for_status()
    if ada.view()["turn"]["yours"]:  # else the bot begins
        play_some((ada, ada), 1)
    cached = server.services.tables.cache.get(ada.table)
    assert cached is not None
    assert cached.table.due_bot() is not None
    assert cached.row.visitor == _mark(server, ada.table) == marked
    ada.post("resign").raise_for_status()
    assert _mark(server, ada.table) is None


def test_a_restart_leaves_a_visitor_one_table_without_people(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db")
    for expected in (201, 429):
        with running(settings) as server:
            answer = browser(server.url).client.post("/api/tables", json=BOTS_ALONE)
            assert answer.status_code == expected


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_a_visitor_is_an_ip_prefix(host: str, visitor: str) -> None:
    assert network_prefix(host) == visitor


def test_an_ipv6_address_also_counts_for_the_wider_nets() -> None:
    assert prefixes("192.0.2.7") == [("192.0.2.7", 1)]
    assert prefixes("") == [("", 1)]
    assert prefixes("2001:db8:1:2ff::/64") == [
        ("2001:db8:1:2ff::/64", 1),
        ("2001:db8:1:200::/56", 4),
        ("2001:db8:1::/48", 16),
    ]


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2ff::7", "2001:db8:1:200::/56"),
        ("2001:db8:1:2ff::7/64", "2001:db8:1:2ff::/64"),
        ("2001:db8:1:2ff::7/48", "2001:db8:1::/48"),
    ],
)
def test_a_ban_of_an_address_is_one_of_its_network(text: str, prefix: str) -> None:
    assert prefix_to_ban(text) == prefix


@pytest.mark.parametrize("text", ["", "x", "2001:db8::/32", "192.0.2.0/24", "2001:db8::1/x"])
def test_what_is_no_address_is_not_banned(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        prefix_to_ban(text)
