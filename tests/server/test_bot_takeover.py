"""Bots for people: for whoever has given up while others play on, and for whoever is away, until they return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
import sqlalchemy as sa

import quartier
from quartier.server.commands.bot_takeover import away_for, last_seen
from quartier.server.domain.table import replay_events
from quartier.server.pubsub.presence import LastSeen

from .harness import (
    FRIEND,
    GREEDY,
    Listener,
    Player,
    Running,
    browser,
    me,
    open_table,
    quiet,
    running,
    two_players,
    wait_until,
)
from .timing import Moved

TITLE = "block_city"


def _three(url: str) -> list[Player]:
    players = [open_table(url, me("Ada"), FRIEND, FRIEND, title=TITLE)]
    for seat, name in ((1, "Bob"), (2, "Cem")):
        players.append(browser(url))
        players[-1].join(players[0].table, players[0].invites[seat], name)
    return players


def _refolds(server: Running, player: Player) -> None:
    """The table is the fold of its stored events: nothing lives in memory only."""
    row, table = server.services.tables.load(player.table)
    assert replay_events(row.setup, [entry.row for entry in table.entries]) == table


def _error(answer: Any) -> str:
    return f"{answer.status_code} {answer.json()['error']['code']}"


def test_with_three_the_game_goes_on_without_who_resigns(server: Running) -> None:
    ada, bob, cem = _three(server.url)
    assert bob.post("resign").status_code == 200
    view = ada.view()
    assert view["over"] is None
    assert (view["seats"][1]["kind"], view["seats"][1]["name"]) == ("bot", "Bob (bot)")
    assert view["log"][-1]["line"] == "Bob resigned. A bot (Experienced) plays on."
    assert bob.view()["choices"] == []
    assert _error(bob.move("1@H01", view["version"])) == "422 resigned"
    assert _error(bob.post("return")) == "422 resigned"
    _refolds(server, ada)

    assert cem.post("resign").status_code == 200
    assert ada.view()["over"] is None
    assert ada.post("resign").status_code == 200  # nobody is left for whom the game could go on
    over = ada.view()["over"]
    assert over["winners"] == [1, 2]
    _refolds(server, ada)


def test_with_two_it_is_over(server: Running) -> None:
    ada, bob = two_players(server.url)
    assert bob.post("resign").status_code == 200
    assert ada.view()["over"]["winners"] == [0]


def test_alone_with_bots_resigning_ends_the_game(server: Running) -> None:
    ada = open_table(server.url, me(), GREEDY, GREEDY, title=TITLE)
    assert ada.post("resign").status_code == 200
    assert ada.view()["over"]["winners"] == [1, 2]


def test_a_bot_for_who_is_away_until_the_return(server: Running) -> None:
    ada, bob, cem = _three(server.url)
    assert ada.post("replace", absent=1).status_code == 200
    assert cem.view()["absence"] == {"asker": 0, "seat": 1, "missing": [2]}
    assert ada.view()["seats"][1]["kind"] == "human"  # Cem has not agreed yet
    assert _error(ada.post("replace", answer="yes")) == "422 not_asked"
    assert _error(bob.post("replace", answer="yes")) == "422 not_asked"
    assert _error(cem.post("replace", absent=1)) == "422 already_asked"
    assert cem.post("replace", answer="yes").status_code == 200
    seat = ada.view()["seats"][1]
    assert (seat["kind"], seat["substituted"], seat["may_return"]) == ("bot", True, True)
    assert ada.view()["absence"] is None
    assert server.services.tables.load(ada.table)[1].due_bot() == 1
    _refolds(server, ada)

    mine = bob.view()
    assert mine["turn"]["yours"] is False
    assert mine["turn"]["prompt"] == "A bot is playing for you."
    assert _error(bob.move("1@H01", mine["version"])) == "422 substituted"
    assert bob.post("return").status_code == 200
    assert bob.view()["turn"]["yours"] is True
    assert ada.view()["log"][-1]["line"] == "Bob is back."
    assert _error(bob.post("return")) == "422 not_substituted"
    _refolds(server, ada)


def test_nobody_waits_for_the_answer_of_who_resigns(server: Running) -> None:
    """Else the question would stay open for ever, and nobody could ask anew."""
    ada, _, cem = _three(server.url)
    assert ada.post("replace", absent=1).status_code == 200
    assert cem.post("resign").status_code == 200
    assert ada.view()["absence"] is None
    assert ada.post("replace", absent=1).status_code == 200
    assert ada.view()["seats"][1]["kind"] == "bot"
    _refolds(server, ada)


def test_who_has_resigned_is_not_asked(server: Running) -> None:
    players = [open_table(server.url, me("Ada"), FRIEND, FRIEND, FRIEND, title=TITLE)]
    for seat, invite in players[0].invites.items():
        players.append(browser(server.url))
        players[-1].join(players[0].table, invite, f"Guest {seat}")
    ada, _, cem, dan = players
    assert cem.post("resign").status_code == 200
    assert ada.post("replace", absent=1).status_code == 200
    for answer in ("no", "yes"):
        assert _error(cem.post("replace", answer=answer)) == "422 not_asked"
    assert dan.post("replace", answer="yes").status_code == 200
    assert ada.view()["seats"][1]["kind"] == "bot"
    view = ada.view()
    assert ada.move(view["choices"][0]["move"], view["version"]).status_code == 200
    _refolds(server, ada)


def test_anyone_who_holds_a_connection_waits_for_no_second(server: Running) -> None:
    """With few connections, those who ask at the same time would wait for each other."""
    ada, _, cem = _three(server.url)
    engine, connections_held, most = server.services.database.engine, Counter[int](), 0

    def taken(*_: object) -> None:
        nonlocal most
        connections_held[get_ident()] += 1
        most = max(most, connections_held[get_ident()])

    def given_back(*_: object) -> None:
        connections_held[get_ident()] -= 1

    sa.event.listen(engine, "checkout", taken)
    sa.event.listen(engine, "checkin", given_back)
    assert ada.post("replace", absent=1).status_code == 200
    assert cem.post("replace", answer="yes").status_code == 200
    wait_until(lambda: not any(connections_held.values()))
    # of one thread: what the one that looks for absent players holds meanwhile is its own
    assert most == 1


@pytest.mark.parametrize("how", ["refusal", "coming back", "move"])
def test_the_question_ends(server: Running, how: str) -> None:
    ada, bob, cem = _three(server.url)
    assert ada.post("replace", absent=1).status_code == 200
    if how == "refusal":
        assert cem.post("replace", answer="no").status_code == 200
    elif how == "coming back":
        assert bob.post("replace", answer="no").status_code == 200
    else:
        view = bob.view()
        assert bob.move(view["choices"][0]["move"], view["version"]).status_code == 200
    assert ada.view()["absence"] is None
    assert ada.view()["seats"][1]["kind"] == "human"
    assert _error(cem.post("replace", answer="yes")) == "422 not_asked"


def test_with_nobody_to_ask_the_bot_plays_at_once(server: Running) -> None:
    ada, bob = two_players(server.url)
    assert ada.post("replace", absent=1).status_code == 200
    assert ada.view()["seats"][1]["kind"] == "bot"
    assert bob.view()["choices"] == []


@pytest.mark.parametrize("named", ["random", "6", "gready"])
@pytest.mark.parametrize(("bots", "level"), [((), "3"), (("4",), "4"), (("4", "4"), "4"), (("1", "4"), "3")])
def test_no_rival_names_the_level(server: Running, bots: tuple[str, ...], level: str, named: str) -> None:
    """The table's own, where one was chosen for all its bots, else the usual one."""
    seats = [me("Ada"), FRIEND, *({"kind": "bot", "bot": bot} for bot in bots)]
    ada = open_table(server.url, *seats, title=TITLE)
    assert ada.post("replace", absent=1, bot=named).status_code == 200
    assert ada.view()["seats"][1]["bot"] == level


@contextmanager
def _waits(path: Path, clock: Moved | None = None) -> Iterator[tuple[Running, Moved]]:
    """A server at which a player who has left counts as away after three minutes, and its clock."""
    moved = Moved() if clock is None else clock
    with running(quiet(path / "games.db", away_after=180.0), moved) as server:
        yield server, moved


def test_nobody_is_replaced_at_once(tmp_path: Path) -> None:
    with _waits(tmp_path) as (server, clock):
        ada, bob = two_players(server.url)
        refused = ada.post("replace", absent=1)
        assert _error(refused) == "422 not_yet_away"
        assert "in 180 s" in refused.json()["error"]["text"]
        view = bob.view()
        clock.at += 170
        bob.post("resign", seat=0)  # refused, and no sign of life: it is not his seat
        assert "in 10 s" in ada.post("replace", absent=1).json()["error"]["text"]
        assert (
            bob.post("takeback", version=view["version"]).status_code == 422
        )  # refused, and yet he is there
        clock.at += 20
        assert "in 160 s" in ada.post("replace", absent=1).json()["error"]["text"]
        clock.at += 161
        assert ada.post("replace", absent=1).status_code == 200


@pytest.mark.parametrize(
    ("question", "body"), [("why", {"path": ["block-a1"]}), ("hint", {"version": 10_000})]
)
def test_anyone_who_asks_something_is_there(tmp_path: Path, question: str, body: dict[str, Any]) -> None:
    """What is touched without a stream, or asked for in vain, is a sign of life like a command."""
    with _waits(tmp_path) as (server, clock):
        ada, bob = two_players(server.url)
        clock.at += 170
        bob.client.post(f"{bob.path}/{question}", json={"seat": 0} | body)  # refused: it is not his seat
        assert "in 10 s" in ada.post("replace", absent=1).json()["error"]["text"]
        bob.client.post(f"{bob.path}/{question}", json={"seat": 1} | body)
        assert "in 180 s" in ada.post("replace", absent=1).json()["error"]["text"]


def test_a_stream_that_ends_is_the_beginning_of_being_away(tmp_path: Path) -> None:
    with _waits(tmp_path) as (server, clock):
        ada, bob = two_players(server.url)
        listener = Listener(bob)
        wait_until(lambda: listener.views)
        clock.at += 1000
        assert _error(ada.post("replace", absent=1)) == "422 present"
        listener.close()
        wait_until(lambda: ada.view()["seats"][1]["online"] is False)
        assert _error(ada.post("replace", absent=1)) == "422 not_yet_away"
        clock.at += 181
        assert ada.post("replace", absent=1).status_code == 200


def test_joining_late_and_a_new_process_are_signs_of_life(tmp_path: Path) -> None:
    with _waits(tmp_path) as (server, clock):
        ada = open_table(server.url, me("Ada"), FRIEND)
        assert _error(ada.post("replace", absent=1)) == "422 not_yet_away"  # nobody came, so far
        clock.at += 170
        bob = browser(server.url)
        bob.join(ada.table, ada.invites[1], "Bob")
        clock.at += 170
        assert "in 10 s" in ada.post("replace", absent=1).json()["error"]["text"]
    clock.at += 1000
    with _waits(tmp_path, clock) as (server, _):  # Bob's stream broke with the old process
        ada.client.base_url = server.url
        assert "in 180 s" in ada.post("replace", absent=1).json()["error"]["text"]


def test_another_process_knows_of_him(tmp_path: Path) -> None:
    """What is stored counts as well as what this process has seen."""
    with _waits(tmp_path) as (server, clock):
        ada, bob = two_players(server.url)
        clock.at += 1000
        view = bob.view()
        bob.post("resign", version=view["version"])
        server.services.hub.last_seen = LastSeen(clock)
        server.services.hub.last_seen._began = 0.0
        seen_at = last_seen(server.services.tables, ada.table)
        assert away_for(server.services.tables, ada.table, 1, seen_at[1]) < 10
        assert away_for(server.services.tables, ada.table, 0, seen_at[0]) > 900


def test_who_comes_back_while_the_others_are_asked_stays(tmp_path: Path) -> None:
    with _waits(tmp_path) as (server, clock):
        ada, bob, cem = _three(server.url)
        clock.at += 200
        assert ada.post("replace", absent=1).status_code == 200
        listener = Listener(bob)
        wait_until(lambda: listener.views)
        assert _error(cem.post("replace", answer="yes")) == "422 present"
        listener.close()


def test_a_bot_for_a_friend_who_never_came(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND, FRIEND, title=TITLE)
    late = browser(server.url)
    assert ada.post("replace", absent=1).status_code == 200
    assert ada.post("replace", absent=2).status_code == 200
    assert ada.view()["turn"]["actors"] == [0, 1, 2]  # the game has begun
    late.join(ada.table, ada.invites[1], "Bob")  # and yet the invitation still holds
    assert late.view()["turn"]["yours"] is True
    assert ada.view()["seats"][1]["name"] == "Bob"


def test_only_for_another_person_who_is_away(server: Running) -> None:
    ada, bob, _ = _three(server.url)
    for absent in (0, 7, None):
        assert _error(ada.post("replace", absent=absent)) == "422 not_absent"
    listener = Listener(bob)
    wait_until(lambda: listener.views)
    assert _error(ada.post("replace", absent=1)) == "422 present"
    listener.close()


def test_only_who_holds_the_seat_comes_back(server: Running) -> None:
    ada, _ = two_players(server.url)
    assert ada.post("replace", absent=1).status_code == 200
    assert ada.post("return", seat=1).status_code == 403


def test_a_move_that_comes_between_refuses_no_return_request_or_resignation(server: Running) -> None:
    """They mean the same at every position: a page that shows the one before loses none of them."""
    ada, bob, cem = _three(server.url)
    before = ada.view()["version"]
    view = next(view for view in (ada.view(), bob.view(), cem.view()) if view["turn"]["yours"])
    mover = (ada, bob, cem)[view["viewer"]["seat"]]
    assert mover.move(view["choices"][0]["move"], before).status_code == 200
    assert ada.post("replace", absent=1, version=before).status_code == 200
    assert cem.post("replace", answer="yes", version=before).status_code == 200
    assert bob.post("return", version=before).status_code == 200
    assert cem.post("resign", version=before).status_code == 200
    _refolds(server, ada)


def test_a_rematch_without_who_was_replaced(server: Running) -> None:
    ada, bob, cem = _three(server.url)
    bob.post("resign")
    cem.post("resign")
    ada.post("resign")
    assert cem.post("rematch").json()["url"] is None  # who has given up may still want to play again
    new = ada.post("rematch").json()
    assert cem.post("rematch").json()["id"] == new["id"]  # fetches the cookie
    ada.table = new["id"]
    seats = [seat["kind"] for seat in ada.view()["seats"]]
    assert sorted(seats) == ["bot", "human", "human"]
    cem.table = new["id"]
    assert cem.view()["viewer"]["seats"] != []
    bob.table = new["id"]
    assert bob.view()["viewer"]["seats"] == []


@pytest.mark.parametrize(("board", "expected"), [("Hafenzeile", 201), ("Hafenzeil", 422), ("../x", 422)])
def test_boards_by_name(server: Running, board: str, expected: int) -> None:
    client = browser(server.url).client
    body = {"title": TITLE, "seats": [me()], "board": board, "options": {"surrounding": "lowest"}}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == expected
    if expected == 422:
        assert answer.json()["error"]["code"] == "bad_board"
        return
    view = client.get(f"/api/tables/{answer.json()['id']}").json()
    assert view["setup"]["board"] == board
    usual = {name: option.default for name, option in quartier.load("block_city").options.items()}
    assert view["setup"]["options"] == {**usual, "surrounding": "lowest"}
    record = client.get(view["links"]["record"]).text
    assert f'[Board "{board}"]' in record
