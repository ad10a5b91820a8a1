"""Strangers are matched with people who are there: not with tables that were left, and with people before bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quartier.server.commands.waiting.waiting_tables import (
    ARRIVAL_SECONDS,
    AWAY_SECONDS,
    CLOSED_SECONDS,
    HOST_AWAY_SECONDS,
    LISTED_SECONDS,
    PAGE_SECONDS,
)
from quartier.server.domain.ready_check import READY_SECONDS, REMATCH_READY_SECONDS
from quartier.server.limits import Limits
from quartier.server.scheduler.waiting_pages import RELOADING, RENEW_SECONDS
from quartier.server.settings import Settings

from .harness import FRIEND, Listener, Player, browser, me, open_table, quiet, wait_until
from .timing import DAYS, LIVE, Moved, Timed, serve_timed

THREE = {"title": "block_city", "seats": 3}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Timed]:
    monkeypatch.setattr("quartier.server.views.lobby.lobby.CACHE_SECONDS", -1.0)
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def anyone(player: Player, name: str, title: str = "city_blocks", **wish: Any) -> bool:
    """Ask for a quick match; whether someone was there already."""
    answer = player.client.post("/api/lobby/play", json={"title": title, "name": name, **wish})
    assert answer.status_code == 200, answer.text
    player.table, player.seat = answer.json()["id"], answer.json()["seat"]
    return bool(player.seat)


def opens(player: Player, title: str = "city_blocks", seats: int = 2, **more: Any) -> Any:
    body = {"title": title, "seats": [me("Ada"), *[FRIEND] * (seats - 1)], "access": "public", **more}
    answer = player.client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    player.table, player.seat = answer.json()["id"], 0
    return answer.json()


def sits_down(player: Player, table: str) -> None:
    answer = player.client.post(f"/api/lobby/{table}/join", json={"name": "Somebody new"})
    assert answer.status_code == 200, answer.text
    player.table, player.seat = table, answer.json()["seat"]


def comes(here: Timed, player: Player) -> Listener:
    """The player's page is open, and all processes know it."""
    page = Listener(player)
    wait_until(lambda: player.seat in here.server.services.hub.seats_online(player.table))
    here.look()
    return page


def goes(here: Timed, player: Player, page: Listener) -> None:
    page.close()
    wait_until(lambda: player.seat not in here.server.services.hub.seats_online(player.table))
    here.look()


def lobby_tables(here: Timed) -> list[dict[str, Any]]:
    return list(browser(here.url).client.get("/api/lobby").json()["open"])


def is_cancelled(here: Timed, table: str) -> bool:
    return here.server.services.tables.load(table)[1].cancelled


# ----- who is matched with whom -----


def test_forty_tables_that_were_left_keep_nobody_from_a_person_who_waits(here: Timed) -> None:
    for number in range(40):  # each by a browser of its own: of one browser, one is left anyway
        anyone(browser(here.url), f"Gone {number}")
        here.passes(ARRIVAL_SECONDS / 40)
    here.passes(ARRIVAL_SECONDS)
    ada = browser(here.url)
    assert not anyone(ada, "Ada")
    pages = [comes(here, ada)]
    here.passes(60)
    for name in ("Bea", "Dan", "Fay"):
        newcomer = browser(here.url)
        assert anyone(newcomer, name) == (name in ("Bea", "Fay"))
        pages.append(comes(here, newcomer))
        here.passes(5)
    assert {seat["name"] for seat in ada.view()["seats"]} == {"Ada", "Bea"}
    assert here.server.services.tables.load(ada.table)[1].has_begun
    for page in pages:
        page.close()


def test_one_browser_waits_at_one_table(here: Timed) -> None:
    ada, tables = browser(here.url), []
    for title in ("city_blocks", "neue_heimat", "gridlock"):
        anyone(ada, "Ada", title)
        tables.append(ada.table)
    opens(ada, "block_city", time=LIVE)
    assert [is_cancelled(here, table) for table in tables] == [True, True, True]
    assert [table["id"] for table in lobby_tables(here)] == [ada.table]
    opens(ada, time=DAYS)  # no one has to be present there
    assert len(lobby_tables(here)) == 2


def test_who_joins_another_table_leaves_the_first(here: Timed) -> None:
    ada, bea, cem = (browser(here.url) for _ in range(3))
    opens(ada, "block_city", 3, time=LIVE)
    sits_down(bea, ada.table)
    shared = ada.table
    opens(cem, time=LIVE)
    sits_down(ada, cem.table)
    table = here.server.services.tables.load(shared)[1]
    assert (table.cancelled, table.names) == (False, {1: "Somebody new"})
    answer = bea.client.post(f"/api/tables/{shared}/cancel", json={})  # she is the host now
    assert answer.status_code == 200, answer.text


def test_nobody_is_led_to_a_table_of_which_one_person_has_left(here: Timed) -> None:
    ada, bea, cem = (browser(here.url) for _ in range(3))
    anyone(ada, "Ada", **THREE)
    page = comes(here, ada)
    assert anyone(bea, "Bea", **THREE)
    here.look()
    here.passes(ARRIVAL_SECONDS + 1)  # her page never opens
    assert not anyone(cem, "Cem", **THREE)
    other = comes(here, cem)
    here.passes(AWAY_SECONDS)
    assert list(here.server.services.tables.load(ada.table)[1].names) == [0]
    assert anyone(cem, "Cem", **THREE)  # who waits asks again, and the older table has room now
    assert cem.table == ada.table
    page.close()
    other.close()


def test_two_who_wait_apart_meet_when_they_ask_again(here: Timed) -> None:
    ada, bea = browser(here.url), browser(here.url)
    anyone(ada, "Ada")
    here.passes(ARRIVAL_SECONDS + 1)  # no page yet: a slow phone
    assert not anyone(bea, "Bea")
    pages = [comes(here, ada), comes(here, bea)]
    own_table = bea.table
    assert not anyone(ada, "Ada")  # the older one stays
    assert ada.table != own_table
    assert anyone(bea, "Bea")
    assert (bea.table, is_cancelled(here, own_table)) == (ada.table, True)
    for page in pages:
        page.close()


def test_a_page_that_is_reloaded_stays_there(here: Timed) -> None:
    ada = browser(here.url)
    anyone(ada, "Ada")
    page = comes(here, ada)
    here.passes(RENEW_SECONDS)
    goes(here, ada, page)
    here.passes(RELOADING - 1)
    assert anyone(browser(here.url), "Bea")


def test_a_page_that_was_closed_is_gone_at_once(here: Timed) -> None:
    ada = browser(here.url)
    anyone(ada, "Ada")
    page = comes(here, ada)
    goes(here, ada, page)
    here.passes(RELOADING + 1)
    assert not anyone(browser(here.url), "Bea")


def test_a_person_without_a_page_who_asks_for_the_table_is_there(here: Timed) -> None:
    ada = browser(here.url)
    anyone(ada, "Ada")
    for _ in range(4):
        here.passes(ARRIVAL_SECONDS - 1)
        ada.view()
        here.look()
    assert anyone(browser(here.url), "Bea")


def test_a_game_over_days_waits_without_anyone(here: Timed) -> None:
    ada = browser(here.url)
    anyone(ada, "Ada", time="3d")
    here.passes(24 * 3600)
    (table,) = lobby_tables(here)
    assert [seat["there"] for seat in table["seats"]] == [None, None]
    assert anyone(browser(here.url), "Bea", time="3d")


def test_asking_again_costs_no_share_of_new_tables(tmp_path: Path) -> None:
    with serve_timed(quiet(tmp_path / "games.db", limits=Limits())) as here:
        ada = browser(here.url)
        for _ in range(Limits().tables.per_browser + 1):
            anyone(ada, "Ada")


# ----- the list of the lobby -----


def test_the_lobby_shows_who_is_there_and_drops_a_table_that_was_left(here: Timed) -> None:
    ada = browser(here.url)
    opens(ada, time=LIVE)
    page = comes(here, ada)
    here.passes(PAGE_SECONDS - 1)
    assert [seat["there"] for seat in lobby_tables(here)[0]["seats"]] == [True, None]
    goes(here, ada, page)
    here.passes(RELOADING + 1)
    assert [seat["there"] for seat in lobby_tables(here)[0]["seats"]] == [False, None]
    here.passes(LISTED_SECONDS)
    assert lobby_tables(here) == []
    page = comes(here, ada)
    assert [table["id"] for table in lobby_tables(here)] == [ada.table]
    goes(here, ada, page)
    here.passes(CLOSED_SECONDS + RELOADING)
    here.passes(RENEW_SECONDS)
    assert is_cancelled(here, ada.table)


def test_a_flood_of_tables_hides_nobody(here: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quartier.server.storage.lobby.lobby.MAX_LISTED_TABLES", 3)
    ada = browser(here.url)
    anyone(ada, "Ada")
    page = comes(here, ada)
    for _ in range(4):
        opens(browser(here.url), "gridlock", time=LIVE)
        opens(browser(here.url), "gridlock", time=DAYS)
    here.passes(LISTED_SECONDS + ARRIVAL_SECONDS + 1)
    assert [table["id"] for table in lobby_tables(here) if table["variants"] != ["3 days per turn"]] == [
        ada.table
    ]
    page.close()


# ----- the ready check -----


def test_the_host_who_loses_the_seat_is_host_no_longer(here: Timed) -> None:
    ada, bea = open_table(here.url, me("Ada"), FRIEND, access="public", time=LIVE), browser(here.url)
    here.look()
    sits_down(bea, ada.table)
    page = comes(here, bea)
    assert bea.view()["waiting"]["check"] == {"left": READY_SECONDS, "missing": [0]}
    here.passes(READY_SECONDS / 2)
    assert bea.view()["waiting"]["check"]["left"] == READY_SECONDS / 2
    here.passes(READY_SECONDS / 2)
    assert (bea.view()["waiting"]["check"], bea.view()["opener"]) == (None, True)
    for command in ("cancel", "remove"):
        body = {"seat": bea.seat} if command == "remove" else {}
        assert ada.client.post(f"{ada.path}/{command}", json=body).status_code == 403
    assert ada.view()["opener"] is False
    page.close()


def test_the_heir_of_a_host_does_not_remove_them(here: Timed) -> None:
    ada, bea = browser(here.url), browser(here.url)
    opens(ada, **THREE)
    sits_down(bea, ada.table)
    pages = [comes(here, ada), comes(here, bea)]
    goes(here, ada, pages[0])
    here.passes(AWAY_SECONDS + 10)
    assert bea.view()["opener"] is False  # the host's seat is kept for longer than others'
    here.passes(HOST_AWAY_SECONDS - AWAY_SECONDS)
    assert bea.view()["opener"] is True
    sits_down(ada, ada.table)
    removal = bea.client.post(f"{ada.path}/remove", json={"seat": ada.seat})
    assert (removal.status_code, removal.json()["error"]["code"]) == (403, "heir")
    pages[1].close()


def test_a_page_that_is_open_unseen_does_not_say_that_its_person_is_there(here: Timed) -> None:
    ada, bea = open_table(here.url, me("Ada"), FRIEND, access="public", time=LIVE), browser(here.url)
    page = Listener(ada, form="fragments")
    wait_until(lambda: 0 in here.server.services.hub.seats_online(ada.table))
    here.look()
    here.server.services.hub.take_requests()
    sits_down(bea, ada.table)
    bea.post("ready").raise_for_status()
    here.look()
    assert bea.view()["waiting"]["check"]["missing"] == [0]
    ada.post("ready").raise_for_status()
    assert bea.view()["waiting"] is None
    page.close()


def test_a_rematch_leaves_time_to_come(here: Timed) -> None:
    ada, bea = open_table(here.url, me("Ada"), FRIEND, access="public", time=LIVE), browser(here.url)
    sits_down(bea, ada.table)
    for player in (ada, bea):
        player.post("ready").raise_for_status()
    ada.post("resign").raise_for_status()
    for player in (ada, bea):
        player.post("rematch").raise_for_status()
    following = bea.view()["rematch"]["url"].rsplit("/", 1)[1]
    ada.table = bea.table = following
    page = comes(here, bea)
    here.passes(REMATCH_READY_SECONDS - 1)
    assert [seat["kind"] for seat in bea.view()["seats"]] == ["human", "human"]
    late = comes(here, ada)
    here.look()
    assert here.server.services.tables.load(following)[1].has_begun
    page.close()
    late.close()


# ----- several processes -----


def test_two_processes_know_of_each_others_pages(on_postgresql: Settings) -> None:
    clock = Moved()

    def meet() -> None:
        with serve_timed(on_postgresql, clock) as one, serve_timed(on_postgresql, clock) as two:
            ada, bea, cem = browser(one.url), browser(two.url), browser(two.url)
            anyone(ada, "Ada")
            page = comes(one, ada)
            for _ in range(10):
                one.passes(RENEW_SECONDS)
                two.look()
            assert anyone(bea, "Bea")
            assert bea.table == ada.table
            page.close()
            anyone(ada, "Ada", "gridlock")
            page = comes(one, ada)
            goes(one, ada, page)
            one.passes(RELOADING + 1)
            two.look()
            assert not anyone(cem, "Cem", "gridlock")

    meet()
