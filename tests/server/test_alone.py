"""Tables with one person, whose end is told in the title's own words, and with none, of which a visitor has one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

import quartier
from quartier.server.commands.play import bot_move
from quartier.server.http.visitor import visitor_of

from .harness import GREEDY, Player, Running, browser, me, open_table


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
    assert over["headline"] == "Ada has resigned."


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
        assert bot_move(tables, table_id, table.version, seat, table.state.moves(seat)[0])


def test_asking_at_the_same_moment_brings_no_second(server: Running) -> None:
    with ThreadPoolExecutor(6) as pool:
        sent = [
            pool.submit(browser(server.url).client.post, "/api/tables", json=BOTS_ALONE) for _ in range(6)
        ]
    assert sorted(answer.result().status_code for answer in sent) == [201] + [429] * 5


def test_the_mark_of_a_visitor_opens_nothing(server: Running) -> None:
    player = open_table(server.url, GREEDY, GREEDY)
    head, _ = server.services.tables.load(player.table)
    assert head.creator_hash.startswith("visitor:")
    assert "127.0.0.1" not in head.creator_hash
    for secret in ("127.0.0.1", head.creator_hash):
        assert player.post("claim", secret=secret).status_code == 403


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_a_visitor_is_a_household(host: str, visitor: str) -> None:
    assert visitor_of(SimpleNamespace(client=SimpleNamespace(host=host))) == visitor
