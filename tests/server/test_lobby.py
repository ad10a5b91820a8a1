"""Strangers meet: public tables are found, others are not; whoever waits is joined; nobody waits with ghosts."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quartier.server.commands.lobby import ATTENDED_SECONDS, ATTENDED_SECONDS_OVER_DAYS
from quartier.server.commands.waiting.waiting_room import PRESENT_SECONDS
from quartier.server.commands.waiting.waiting_tables import LISTED_SECONDS, PAGE_SECONDS

from .harness import (
    FRIEND,
    GREEDY,
    Listener,
    Player,
    Running,
    browser,
    me,
    quiet,
    running,
    wait_until,
)

USUAL_SEATS = [me("Ada"), FRIEND]


def _open(
    url: str, access: str, seats: list[dict[str, str]] = USUAL_SEATS, title: str = "city_blocks", **more: Any
) -> Player:
    player = browser(url)
    answer = player.client.post(
        "/api/tables", json={"title": title, "seats": seats, "access": access, **more}
    )
    assert answer.status_code == 201, answer.text
    body = answer.json()
    player.table = body["id"]
    for seat in body["seats"]:
        if "invite" in seat:
            player.invites[seat["seat"]] = seat["invite"]
        elif "secret" in seat:
            player.secret = seat["secret"]
    return player


def _lobby(player: Player) -> dict[str, list[dict[str, Any]]]:
    return dict(player.client.get("/api/lobby").json())


def _sit(player: Player, table: str, name: str) -> Any:
    answer = player.client.post(f"/api/lobby/{table}/join", json={"name": name})
    if answer.status_code == 200:
        player.table, player.seat = table, answer.json()["seat"]
    return answer


def _anyone(player: Player, name: str, title: str = "city_blocks") -> dict[str, Any]:
    answer = player.client.post("/api/lobby/play", json={"title": title, "name": name})
    assert answer.status_code == 200, answer.text
    player.table, player.seat = answer.json()["id"], answer.json()["seat"]
    return dict(answer.json())


def test_anyone_who_chooses_clock_and_number_meets_who_chose_the_same(server: Running) -> None:
    wishes = [{}, {"time": "3d"}, {"time": "3d", "seats": "3"}, {"time": "300+10", "seats": ""}]
    meetings = []
    for number, wish in enumerate(wishes * 2):
        body = {"title": "neue_heimat", "name": f"Person {number}", **wish}
        answer = browser(server.url).client.post("/api/lobby/play", json=body)
        assert answer.status_code == 200, answer.text
        meetings.append(answer.json()["id"])
    assert meetings[:4] == meetings[4:]
    assert len(set(meetings)) == 4
    table = browser(server.url).client.get(f"/api/tables/{meetings[2]}").json()
    assert (len(table["seats"]), table["time"]["text"]) == (3, "3 days per turn")
    for wrong in ({"time": "soon"}, {"seats": 9}, {"seats": "x"}):
        body = {"title": "neue_heimat", "name": "Ada", **wrong}
        assert browser(server.url).client.post("/api/lobby/play", json=body).status_code == 422


def test_among_strangers_nobody_is_called_like_a_bot(server: Running) -> None:
    table = _open(server.url, "public").table
    for name in ("Clara", "Cl\u0430ra", "Quartier"):
        visitor = browser(server.url)
        opening = {"title": "city_blocks", "seats": [me(name), FRIEND]}
        for path, body in (
            ("/api/lobby/play", {"title": "city_blocks", "name": name}),
            (f"/api/lobby/{table}/join", {"name": name}),
            ("/api/tables", opening | {"access": "public"}),
            (f"/api/tables/{table}/words", {"text": "Hello", "name": name}),
        ):
            answer = visitor.client.post(path, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "name"), path
        assert (
            visitor.client.post("/api/tables", json=opening).status_code == 201
        )  # among friends bots step aside


class Clock:
    """The time, as the test moves it."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._time = time.time

    def __call__(self) -> float:
        return self._time() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(time, "time", moved)
    return moved


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the lobby has found is asked anew each time."""
    monkeypatch.setattr("quartier.server.views.lobby.lobby.CACHE_SECONDS", -1.0)


@pytest.mark.usefixtures("fresh")
def test_only_public_tables_are_listed(server: Running) -> None:
    by_access = {access: _open(server.url, access) for access in ("public", "link", "private")}
    stranger = browser(server.url)
    (listed,) = _lobby(stranger)["open"]
    assert listed["id"] == by_access["public"].table
    assert [seat["name"] for seat in listed["seats"]] == ["Ada (guest)", ""]
    text = stranger.client.get("/api/lobby").text
    for player in by_access.values():
        for secret in (player.secret, *player.invites.values(), player.view()["code"]):
            assert secret not in text
    for access in ("link", "private"):
        assert _sit(stranger, by_access[access].table, "Bea").status_code == 404


@pytest.mark.usefixtures("fresh")
def test_a_table_is_open_then_running_then_gone(server: Running) -> None:
    ada, bea, cem = _open(server.url, "public"), browser(server.url), browser(server.url)
    assert [table["yours"] for player in (ada, bea) for table in _lobby(player)["open"]] == [True, False]
    assert _sit(bea, ada.table, "Bea").status_code == 200
    lobby = _lobby(cem)
    assert lobby["open"] == []
    assert [seat["name"] for seat in lobby["running"][0]["seats"]] == ["Ada (guest)", "Bea (guest)"]
    late = _sit(cem, ada.table, "Cem")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "has_begun")
    again = _sit(bea, ada.table, "Bea")  # she sits there already
    assert again.json()["secret"] is None
    ada.post("resign").raise_for_status()
    assert _lobby(cem) == {"open": [], "running": []}
    for player in (ada, bea):
        player.post("rematch").raise_for_status()
    assert len(_lobby(cem)["running"]) == 1


@pytest.mark.usefixtures("fresh")
def test_what_is_not_usual_is_reported(server: Running) -> None:
    seats = [me("Ada"), FRIEND, {"kind": "bot", "bot": "4"}]
    _open(server.url, "public", seats, "neue_heimat", options={"show_money": False}, hints=True)
    (listed,) = _lobby(browser(server.url))["open"]
    assert listed["level"] == "Strong"
    assert listed["hints"] is True
    assert listed["variants"] == [] or all(listed["variants"])
    assert listed["minutes"] == 0


def test_play_anyone_brings_strangers_together(server: Running) -> None:
    ada, bea, cem = (browser(server.url) for _ in range(3))
    opened = _anyone(ada, "Ada")
    assert _anyone(ada, "Ada") == opened | {"secret": None}  # once more leads back there
    _anyone(cem, "Cem", "gridlock")
    assert _anyone(bea, "Bea")["id"] == opened["id"]
    assert [seat["name"] for seat in bea.view()["seats"]] == ["Ada", "Bea"]
    for player in (ada, bea):
        player.post("ready").raise_for_status()
    assert ada.view()["waiting"] is None
    assert cem.view()["waiting"] is not None


def test_two_at_the_same_moment_meet(server: Running) -> None:
    players = [browser(server.url) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        meetings = list(pool.map(_anyone, players, "ABCDEF"))
    assert len({meeting["id"] for meeting in meetings}) == 3


def test_play_anyone_leads_to_the_oldest_that_fits(server: Running) -> None:
    _open(server.url, "public", hints=True)  # a table to learn at
    _open(server.url, "link")
    oldest = _open(server.url, "public")
    _open(server.url, "public")
    assert _anyone(browser(server.url), "Bea")["id"] == oldest.table


@pytest.mark.usefixtures("fresh")
def test_a_game_over_days_waits_for_days(server: Running, clock: Clock) -> None:
    """It is listed with its clock, and nobody is led there who wants to play now."""
    slow = _open(server.url, "public", time={"days": 3})
    live = _open(server.url, "public", time={"base": 300, "increment": 10})
    stranger = browser(server.url)
    assert [table["variants"] for table in _lobby(stranger)["open"]] == [
        ["3 days per turn"],
        ["5 min + 10 s"],
    ]
    assert _anyone(stranger, "Bea")["id"] == live.table
    clock.ahead = ATTENDED_SECONDS + 1
    assert [table["id"] for table in _lobby(stranger)["open"]] == [slow.table]
    clock.ahead = ATTENDED_SECONDS_OVER_DAYS + 1
    assert _lobby(stranger)["open"] == []


def test_strangers_have_a_clock(server: Running) -> None:
    ada, bea = browser(server.url), browser(server.url)
    _anyone(ada, "Ada")
    _anyone(bea, "Bea")
    assert server.services.tables.load(ada.table)[1].setup.time is not None


def test_nobody_is_led_to_a_table_that_was_left(server: Running, clock: Clock) -> None:
    _anyone(browser(server.url), "Ada")
    clock.ahead = ATTENDED_SECONDS + 1
    alone = browser(server.url)
    assert _anyone(alone, "Bea")["seat"] == 0


@pytest.mark.usefixtures("fresh")
def test_who_watches_their_table_is_there(server: Running, clock: Clock) -> None:
    ada = _open(server.url, "public")
    ear = Listener(ada)
    wait_until(lambda: ear.views)
    clock.ahead = ATTENDED_SECONDS + 1
    wait_until(lambda: _lobby(ada)["open"])
    ear.close()
    wait_until(lambda: not server.services.hub.watched_tables())
    clock.ahead += LISTED_SECONDS + PAGE_SECONDS
    wait_until(lambda: _lobby(ada)["open"] == [])


# ----- bots after a wait -----


def test_bots_come_when_all_agree_who_are_there(tmp_path: Path, clock: Clock) -> None:
    with running(quiet(tmp_path / "games.db", bots_after=60.0)) as server:
        ada = _open(server.url, "public", [me("Ada"), FRIEND, FRIEND], "block_city")
        bea = browser(server.url)
        _sit(bea, ada.table, "Bea")
        early = ada.post("bots")
        assert (early.status_code, early.json()["error"]["code"]) == (422, "too_early")
        assert ada.view()["waiting"]["bots_in"] > 50
        clock.ahead = 61
        server.services.hub.last_seen.note(ada.table, {0, 1})
        ada.post("bots").raise_for_status()
        waiting = ada.view()["waiting"]
        assert (waiting["waited"] >= 61, waiting["bots_in"], waiting["agreed"]) == (True, 0, [0])
        bea.post("bots").raise_for_status()
        view = bea.view()
        assert view["waiting"] is None
        assert [seat["kind"] for seat in view["seats"]] == ["human", "human", "bot"]
        lines = [line["line"] for line in view["log"] if line["actor"] in (0, 1, 2)]
        assert "Ada suggested filling the open seats with bots." in lines
        late = browser(server.url)
        late.table = ada.table
        assert late.post("join", invite=ada.invites[2], name="Cem").status_code == 409
        assert server.services.tables.load(ada.table)[1].bot(2) is not None


def test_who_has_left_is_not_waited_for(tmp_path: Path, clock: Clock) -> None:
    with running(quiet(tmp_path / "games.db", bots_after=0.0)) as server:
        ada = _open(server.url, "public", [me("Ada"), FRIEND, FRIEND], "block_city")
        _sit(browser(server.url), ada.table, "Bea")
        clock.ahead = PRESENT_SECONDS + 1
        server.services.hub.last_seen.note(ada.table, {0})
        ada.post("bots").raise_for_status()
        assert ada.view()["waiting"] is None


# ----- what whoever opened the table may do -----


def test_an_opener_removes_someone_for_good(server: Running) -> None:
    ada, bea = _open(server.url, "public", [me("Ada"), FRIEND, FRIEND], "block_city"), browser(server.url)
    _sit(bea, ada.table, "Bea")
    ear = Listener(bea)
    wait_until(lambda: ear.views)
    code = ada.view()["code"]
    refused = bea.client.post(f"{bea.path}/remove", json={"seat": 0})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_opener")
    ada.client.post(f"{ada.path}/remove", json={"seat": 1}).raise_for_status()
    wait_until(lambda: ear.views[-1]["viewer"]["seat"] is None)
    assert ear.views[-1]["log"][-1]["line"] == "Bea was removed by the table’s host."
    ear.close()
    assert ada.view()["code"] not in (None, code)
    again = _sit(bea, ada.table, "Bea")
    assert (again.status_code, again.json()["error"]["code"]) == (403, "removed")
    by_old_link = bea.post("join", invite=ada.invites[1], name="Bea")
    assert by_old_link.json()["error"]["code"] == "no_invitation"
    cem = browser(server.url)
    assert _sit(cem, ada.table, "Cem").status_code == 200
    log = [line["line"] for line in ada.view()["log"]]
    assert log[:4] == ["You joined.", "Bea (guest) joined.", log[2], "Cem (guest) joined."]


def test_who_has_sat_down_may_leave(server: Running) -> None:
    ada, bea = _open(server.url, "public", [me("Ada"), FRIEND, FRIEND], "block_city"), browser(server.url)
    _sit(bea, ada.table, "Bea")
    bea.client.post(f"{bea.path}/remove", json={"seat": bea.seat}).raise_for_status()
    assert bea.view()["viewer"]["seat"] is None
    assert ada.view()["log"][-1]["line"] == "Bea left the table."
    assert _sit(bea, ada.table, "Bea").status_code == 200  # and may come back


def test_an_invitation_is_withdrawn(server: Running) -> None:
    ada = _open(server.url, "link")
    was = ada.view()
    ear = Listener(ada)
    wait_until(lambda: ear.views)
    ada.client.post(f"{ada.path}/withdraw", json={"seat": 1}).raise_for_status()
    wait_until(lambda: ear.views[-1]["code"] != was["code"])
    ear.close()
    bea = browser(server.url)
    bea.table = ada.table
    assert bea.post("join", invite=ada.invites[1], name="Bea").status_code == 403
    assert bea.client.post("/api/tables/by-code", json={"code": was["code"]}).status_code == 404
    fresh = ada.view()["seats"][1]["invite_url"].partition("#join=")[2]
    assert bea.post("join", invite=fresh, name="Bea").status_code == 200
    assert ada.client.post(f"{ada.path}/withdraw", json={"seat": 1}).status_code == 409


@pytest.mark.usefixtures("fresh")
def test_a_waiting_table_is_cancelled(server: Running) -> None:
    ada, bea = _open(server.url, "public", [me("Ada"), FRIEND, FRIEND], "block_city"), browser(server.url)
    _sit(bea, ada.table, "Bea")
    assert bea.client.post(f"{bea.path}/cancel", json={}).status_code == 403
    ada.client.post(f"{ada.path}/cancel", json={}).raise_for_status()
    view = bea.view()
    assert view["cancelled"]
    assert view["turn"]["prompt"].startswith("This table was cancelled")
    assert _lobby(bea)["open"] == []
    for answer in (
        _sit(browser(server.url), ada.table, "Cem"),
        bea.post("join", invite=ada.invites[2], name="Bea"),
        bea.post("bots"),
        bea.post("replace", absent=2),
        ada.client.get(f"{ada.path}/summary"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (410, "cancelled"), answer.text


def test_nothing_of_that_after_the_beginning(server: Running) -> None:
    ada, bea = _open(server.url, "public"), browser(server.url)
    _sit(bea, ada.table, "Bea")
    for command, body in (("remove", {"seat": 1}), ("withdraw", {"seat": 1}), ("cancel", {})):
        answer = ada.client.post(f"{ada.path}/{command}", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "has_begun")


# ----- who may watch -----


def test_nobody_watches_a_private_game_while_it_runs(server: Running) -> None:
    ada, eve = _open(server.url, "private"), browser(server.url)
    eve.table = ada.table
    assert eve.client.get(eve.path).status_code == 200  # an invitation has to be seen
    ear = Listener(eve)
    wait_until(lambda: ear.views)
    bea = browser(server.url)
    bea.join(ada.table, ada.invites[1], "Bea")
    assert ear.ended.wait(30)
    assert all(view["waiting"] for view in ear.views)
    for path in ("", "/stream", "/record", "/past?at=1", "/about/block-a1", "/boards/0"):
        answer = eve.client.get(eve.path + path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "private"), path
        assert bea.client.get(bea.path).status_code == 200
    ada.post("resign").raise_for_status()
    assert eve.client.get(eve.path).status_code == 200


def test_a_private_table_of_bots_is_seen_by_who_opened_it(server: Running) -> None:
    ada, eve = _open(server.url, "private", [GREEDY, GREEDY]), browser(server.url)
    eve.table = ada.table
    assert ada.client.get(ada.path).status_code == 200
    assert eve.client.get(eve.path).status_code == 403


def test_a_host_may_want_no_lobby(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", lobby=False)) as server:
        visitor = browser(server.url)
        for answer in (
            visitor.client.get("/api/lobby"),
            visitor.client.post("/api/lobby/play", json={"title": "city_blocks", "name": "Ada"}),
            visitor.client.post(f"/api/lobby/{_open(server.url, 'link').table}/join", json={"name": "Ada"}),
        ):
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_lobby")
        assert visitor.client.get("/lobby").status_code == 404
        assert "/lobby" not in visitor.client.get("/").text
        wish = {"title": "city_blocks", "seats": USUAL_SEATS, "access": "public"}
        assert visitor.client.post("/api/tables", json=wish).status_code == 422


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/lobby/play", {"title": "city_blocks"}, "name"),
        ("/api/lobby/play", {"title": 7, "name": "Ada"}, "title"),
        ("/api/lobby/x/join", {"name": "Ada", "more": 1}, "more"),
        ("/api/tables/x/remove", {"seat": -1}, "seat"),
        ("/api/tables/x/withdraw", {}, "seat"),
        ("/api/tables", {"title": "city_blocks", "seats": USUAL_SEATS, "access": "open"}, "access"),
    ],
)
def test_bad_wishes_are_reported_by_their_field(
    server: Running, path: str, body: dict[str, Any], field: str
) -> None:
    answer = browser(server.url).client.post(path, json=body)
    assert answer.status_code == 422
    assert f"“{field}”" in answer.json()["error"]["text"]


def test_unknown_titles_and_tables(server: Running) -> None:
    visitor = browser(server.url)
    answer = visitor.client.post("/api/lobby/play", json={"title": "citi_blocks", "name": "Ada"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unknown_title")
    assert _sit(visitor, "nothing", "Ada").status_code == 404
    assert (
        visitor.client.post("/api/lobby/play", json={"title": "gridlock", "name": "B0T"}).status_code == 422
    )
