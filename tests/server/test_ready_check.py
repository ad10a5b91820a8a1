"""A live game among strangers begins when everyone is there, and a rated game counts once everyone has moved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quartier.server.domain.ready_check import READY_SECONDS
from quartier.server.domain.table import replay_events
from quartier.server.storage.rating.rating_schema import rating

from .away import rows as stored
from .harness import FRIEND, Listener, Player, browser, me, open_table, quiet, wait_until
from .test_ratings import open_rated_table, register
from .test_tournaments import start_tournament
from .timing import DAYS, LIVE, Timed, serve_timed


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def sits_down(player: Player, table: str) -> None:
    answer = player.client.post(f"/api/lobby/{table}/join", json={"name": "Somebody new"})
    assert answer.status_code == 200, answer.text
    player.table, player.seat = table, answer.json()["seat"]
    if answer.json()["secret"]:
        player.secret = answer.json()["secret"]


def opens_page(here: Timed, player: Player) -> Listener:
    page = Listener(player)
    wait_until(lambda: player.seat in here.server.services.hub.seats_online(player.table))
    return page


def closes_page(here: Timed, page: Listener, player: Player) -> None:
    page.close()
    wait_until(lambda: player.seat not in here.server.services.hub.seats_online(player.table))


def has_begun(here: Timed, table: str) -> bool:
    return here.server.services.tables.load(table)[1].has_begun


def clock_runs(here: Timed, player: Player) -> bool:
    return any(clock.since is not None for clock in here.clocks(player))


def test_no_clock_runs_at_a_tournament_for_a_player_who_has_closed_the_page(here: Timed) -> None:
    event, players = start_tournament(here, 2, time="60+0", hours=24)
    ada, bob = event.table(players["Ada"]), event.table(players["Bob"])
    sits_down(ada, ada.table)
    page = opens_page(here, ada)
    here.look()
    closes_page(here, page, ada)
    here.passes(5)
    sits_down(bob, bob.table)
    page = opens_page(here, bob)
    here.passes(1)
    assert not clock_runs(here, ada)
    here.passes(READY_SECONDS)
    view = bob.view(lang="en")
    assert [seat["kind"] for seat in view["seats"]].count("open") == 1
    assert "Ada wasn’t here for the start and lost the seat." in [line["line"] for line in view["log"]]
    here.passes(63)
    assert not has_begun(here, ada.table)
    assert stored(here, rating) == []
    sits_down(ada, ada.table)  # the place is still theirs
    other = opens_page(here, ada)
    here.passes(1)
    assert has_begun(here, ada.table)
    assert clock_runs(here, ada)
    page.close()
    other.close()


def test_nobody_wins_at_a_rated_public_table_whose_opener_has_left(here: Timed) -> None:
    ada, eve = register(here.url, "Opener"), register(here.url, "Sniper")
    open_rated_table(ada, FRIEND, access="public")
    page = opens_page(here, ada)
    here.look()
    closes_page(here, page, ada)
    here.passes(150)
    sits_down(eve, ada.table)
    page = opens_page(here, eve)
    for _ in range(3):
        here.passes(READY_SECONDS)
    assert not has_begun(here, ada.table)
    view = eve.view()
    assert [seat["kind"] for seat in view["seats"]].count("open") == 1
    assert (view["waiting"] is None, view["seats"][eve.seat]["kind"]) == (False, "human")
    assert stored(here, rating) == []
    page.close()


def test_a_game_begins_when_all_pages_are_open(here: Timed) -> None:
    ada, bob = open_table(here.url, me("Ada"), FRIEND, access="public", time=LIVE), browser(here.url)
    pages = [opens_page(here, ada)]
    sits_down(bob, ada.table)
    bob_waits = ada.view(lang="en")["turn"]["prompt"]
    assert (
        bob_waits
        == f"Waiting for Ada and Somebody new. Players who aren’t here within {READY_SECONDS} s lose the seat."
    )
    pages.append(opens_page(here, bob))
    here.look()
    assert has_begun(here, ada.table)
    row, table = here.server.services.tables.load(ada.table)
    assert replay_events(row.setup, [entry.row for entry in table.entries]) == table
    for page in pages:
        page.close()


def test_a_client_without_a_stream_says_that_it_is_there(here: Timed) -> None:
    ada, bob = open_table(here.url, me("Ada"), FRIEND, access="public", time=LIVE), browser(here.url)
    assert ada.post("ready").json()["error"]["code"] == "no_check"  # someone is missing
    sits_down(bob, ada.table)
    assert ada.post("ready").status_code == 200
    assert ada.post("ready").status_code == 200
    assert not has_begun(here, ada.table)
    assert bob.post("ready", client_move_id="once").status_code == 200
    assert bob.post("ready", client_move_id="once").status_code == 200
    assert has_begun(here, ada.table)


def test_a_request_for_the_table_says_the_same(here: Timed) -> None:
    ada, bob = open_table(here.url, me("Ada"), FRIEND, access="public", time=LIVE), browser(here.url)
    here.look()
    sits_down(bob, ada.table)
    here.look()
    assert not has_begun(here, ada.table)  # taking a seat does not say that one stays
    for player in (ada, bob):
        player.view()
    here.look()
    assert has_begun(here, ada.table)


def test_a_table_that_everyone_has_left_is_cancelled(here: Timed) -> None:
    ada, bob = open_table(here.url, me("Ada"), FRIEND, access="public", time=LIVE), browser(here.url)
    here.look()
    sits_down(bob, ada.table)
    here.server.services.hub.take_requests()
    here.look()
    here.passes(READY_SECONDS + 1)
    assert ada.view()["cancelled"]


@pytest.mark.parametrize("wish", [{"access": "link", "time": LIVE}, {"access": "public", "time": DAYS}])
def test_friends_and_games_over_days_wait_for_nobody(here: Timed, wish: dict[str, object]) -> None:
    ada, bob = open_table(here.url, me("Ada"), FRIEND, **wish), browser(here.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    assert has_begun(here, ada.table)
