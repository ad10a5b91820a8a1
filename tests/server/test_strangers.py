"""Attacks on people who play with strangers: seats taken only to leave them, floods, hidden connections, easy ratings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quartier.server.commands.lobby import MAX_OWED_GAMES
from quartier.server.commands.waiting.absences import cooldown
from quartier.server.commands.waiting.waiting_tables import MAX_DAYS_OF_ADDRESS, MAX_TABLES_OVER_DAYS
from quartier.server.domain.ready_check import READY_SECONDS
from quartier.server.moderation import queries
from quartier.server.moderation.service import open_moderation

from .harness import FRIEND, browser, me, open_table, quiet
from .test_fair_ratings import connects_from, gains, sits
from .test_ratings import code, open_rated_table, register, request_table
from .test_ready_check import closes_page, has_begun, opens_page, sits_down
from .test_tournaments import start_tournament
from .timing import DAYS, LIVE, Timed, serve_timed

BOT = {"kind": "bot", "bot": "6"}


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def test_who_takes_seats_and_leaves_starts_no_live_game(here: Timed) -> None:
    hosts = [open_table(here.url, me(f"Nice {n}x"), FRIEND, access="public", time=LIVE) for n in range(3)]
    pages = [opens_page(here, host) for host in hosts]
    here.look()
    troll = browser(here.url)
    for host in hosts:
        sits_down(troll, host.table)
        here.passes(1)
    here.passes(READY_SECONDS)
    assert not any(has_begun(here, host.table) for host in hosts)
    here.passes(cooldown(1))
    again = troll.client.post(f"/api/lobby/{hosts[-1].table}/join", json={"name": "Troll"})
    assert code(again) == (403, "removed")
    for page in pages:
        page.close()


def test_a_check_does_not_wait_for_a_page_that_was_closed(here: Timed) -> None:
    host = open_table(here.url, me("Nice"), FRIEND, access="public", time=LIVE)
    page = opens_page(here, host)
    here.look()
    sits_down(browser(here.url), host.table)
    for _ in range(READY_SECONDS // 2 + 1):
        here.passes(1)
    view = host.view()
    assert (view["waiting"]["check"], view["seats"][1]["kind"]) == (None, "open")
    page.close()


def test_who_misses_the_start_waits_longer_each_time(here: Timed) -> None:
    hosts = [open_table(here.url, me(f"Nice {n}x"), FRIEND, access="public", time=LIVE) for n in range(4)]
    pages = [opens_page(here, host) for host in hosts]
    troll = browser(here.url)
    waits = []
    for host in hosts[:3]:
        sits_down(troll, host.table)
        here.passes(1)
        here.passes(READY_SECONDS)
        for path, body in (
            (f"/api/lobby/{hosts[3].table}/join", {"name": "Troll"}),
            ("/api/lobby/play", {"name": "Troll", "title": "city_blocks"}),
            ("/api/tables", {"title": "city_blocks", "seats": [me("Troll"), FRIEND], "access": "public"}),
        ):
            answer = troll.client.post(path, json=body)
            assert code(answer) == (429, "cooldown"), answer.text
        waits.append(int(answer.headers["Retry-After"]))
        here.passes(waits[-1])
    assert waits == [cooldown(1), cooldown(2), cooldown(3)]
    for page in pages:
        page.close()


def test_who_leaves_games_early_waits_before_the_next(here: Timed) -> None:
    troll, waits = browser(here.url), []
    for number in range(2):
        host = open_table(here.url, me(f"Nice {number}x"), FRIEND, access="public", time=LIVE)
        sits_down(troll, host.table)
        for player in (host, troll):
            player.post("ready").raise_for_status()
        troll.post("resign").raise_for_status()
        answer = troll.client.post("/api/lobby/play", json={"name": "Troll", "title": "city_blocks"})
        assert code(answer) == (429, "cooldown"), answer.text
        waits.append(int(answer.headers["Retry-After"]))
        here.passes(waits[-1])
    assert waits == [cooldown(1), cooldown(2)]
    friends = {"title": "city_blocks", "seats": [me("Troll"), FRIEND], "time": LIVE}
    assert troll.client.post("/api/tables", json=friends).status_code == 201


def test_who_never_moves_takes_only_a_few_seats_over_days(here: Timed) -> None:
    troll, answers = browser(here.url), []
    for number in range(2 * MAX_OWED_GAMES + 2):
        host = open_table(here.url, me(f"Nice {number}x"), FRIEND, access="public", time=DAYS)
        answers.append(troll.client.post(f"/api/lobby/{host.table}/join", json={"name": "Troll"}))
        view = host.view()
        if view["turn"]["yours"]:
            host.move(view["choices"][0]["move"], view["version"])
    assert sum(answer.status_code == 200 for answer in answers) == MAX_OWED_GAMES
    assert code(answers[-1]) == (409, "first_moves")


def test_one_person_does_not_fill_the_lobby_over_days(here: Timed) -> None:
    troll = browser(here.url)
    wish = {"title": "city_blocks", "seats": [me("Troll"), FRIEND], "access": "public", "time": DAYS}
    answers = [troll.client.post("/api/tables", json=wish) for _ in range(MAX_TABLES_OVER_DAYS + 1)]
    assert [answer.status_code for answer in answers] == [201] * MAX_TABLES_OVER_DAYS + [409]


def test_one_connection_does_not_fill_the_lobby_over_days(tmp_path: Path) -> None:
    wish = {"title": "city_blocks", "seats": [me("Troll"), FRIEND], "access": "public", "time": DAYS}
    with serve_timed(quiet(tmp_path / "games.db", proxies="127.0.0.1")) as here:

        def asks(address: str, path: str = "/api/tables", body: dict[str, object] = wish) -> tuple[int, str]:
            answer = connects_from(browser(here.url), address).client.post(path, json=body)
            return answer.status_code, answer.text

        one_net = [f"2001:db8:1:{number:x}::1" for number in range(MAX_DAYS_OF_ADDRESS + 1)]
        answers = [asks(address) for address in one_net]
        assert [status for status, _ in answers] == [201] * MAX_DAYS_OF_ADDRESS + [409]
        assert asks("203.0.113.9")[0] == 201
        match = {"name": "Troll", "title": "gridlock", "time": "3d"}
        assert asks(one_net[0], "/api/lobby/play", match)[0] == 409


def test_the_opponent_wins_no_match_by_calling_the_ready_check(here: Timed) -> None:
    event, players = start_tournament(here, 2, time="60+0", hours=24)
    ada, bob = event.table(players["Ada"]), event.table(players["Bob"])
    sits_down(ada, ada.table)
    page = opens_page(here, ada)
    here.look()
    here.passes(3600)
    closes_page(here, page, ada)
    here.passes(3600)
    sits_down(bob, bob.table)
    here.passes(1)
    here.passes(READY_SECONDS + 1)
    here.passes(24 * 3600)
    assert event.points()["Bob"] != "1"


def test_planned_moves_hide_no_shared_connection(here: Timed) -> None:
    one, two = (connects_from(register(here.url, name), "203.0.113.5") for name in ("One P", "Two P"))
    opened = open_rated_table(one, FRIEND, title="metromania", time=DAYS, automatic=False)
    sits(two, opened).raise_for_status()
    first, second = (one, two) if one.view()["turn"]["yours"] else (two, one)
    line: list[str] = []
    body = {"seat": second.seat, "version": second.view()["version"]}
    while len(line) < 24:
        position = second.client.post(f"{second.path}/plan/position", json=body | {"moves": line}).json()
        line.append(position["moves"][0]["move"])
    second.client.post(f"{second.path}/plan", json=body | {"lines": [line]}).raise_for_status()
    for move in line:
        if (view := first.view())["turn"]["yours"]:
            first.move(move, view["version"])
    assert here.server.services.tables.load(one.table)[1].move_count(second.seat) > 1
    second.post("resign").raise_for_status()
    assert gains(here, one.table) == [None, None]


def test_many_reports_of_one_thing_hide_no_other(here: Timed) -> None:
    tables = [open_table(here.url, me(name), FRIEND, access="public", time=DAYS) for name in ("Ada", "Awful")]
    for table in [tables[0]] * 3 + [tables[1]]:
        browser(here.url).client.post(f"/api/tables/{table.table}/seats/0/report", json={}).raise_for_status()
    service = open_moderation(here.server.services.database.settings)
    try:
        assert [(row.name, row.number) for row in queries.reports(service, "en")] == [
            ("Ada", 3),
            ("Awful", 1),
        ]
    finally:
        service.close()


@pytest.mark.parametrize("wish", [{"options": {"turn_limit": 5}}, {"board": "Lindenford"}])
def test_a_bots_rating_holds_for_the_usual_rules_only(here: Timed, wish: dict[str, object]) -> None:
    answer = request_table(register(here.url, "Odd"), me(), BOT, title="gridlock", **wish)
    assert code(answer) == (422, "not_ratable"), answer.text
