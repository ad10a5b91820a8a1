"""Tournaments on a server: rounds begin and end by themselves, results come from the tables, and organisers can help."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.core.engine.dice import Dice
from quartier.server.commands.tournaments import advance
from quartier.server.domain.clocks import DAY, HOUR
from quartier.server.notifications.triggers import Notification, current_notifications
from quartier.server.storage.notifications import preferences
from quartier.server.storage.notifications.notification_schema import notification_queue
from quartier.server.storage.rating.rating_schema import rating
from quartier.server.storage.tournaments import tournaments

from .away import account_of
from .away import rows as stored
from .harness import Player, browser, everyone_moves, quiet
from .timing import Moved, Timed, serve_timed

PASSWORD = "three green bicycles"
LEAGUE = {
    "name": "Club league",
    "title": "city_blocks",
    "kind": "robin",
    "rounds": 1,
    "time": "3d",
    "hours": 168,
}


@pytest.fixture(autouse=True)
def _by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance at the tables is the same every time."""
    rng = random.Random(1)
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing is slow on purpose, and no matter of these tests."""
    monkeypatch.setattr(
        "quartier.server.accounts.passwords.Passwords.hash_password", lambda self, password: "x"
    )


def people(here: Timed, *names: str) -> list[Player]:
    """Browsers that are signed in."""
    result = []
    for name in names:
        player = browser(here.url)
        answer = player.client.post("/api/account/register", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        result.append(player)
    return result


class Event:
    """A tournament, as its organiser and its players see it over HTTP."""

    def __init__(self, here: Timed, organiser: Player, **wish: Any) -> None:
        self.here, self.organiser = here, organiser
        response = organiser.client.post("/api/tournaments", json=LEAGUE | wish, params={"lang": "en"})
        assert response.status_code == 201, response.text
        self.id = response.json()["id"]

    def do(self, player: Player, what: str, **body: Any) -> httpx.Response:
        return player.client.post(f"/api/tournaments/{self.id}/{what}", json=body, params={"lang": "en"})

    def well(self, player: Player, what: str, **body: Any) -> None:
        answer = self.do(player, what, **body)
        assert answer.status_code == 200, answer.text

    def seen(self, player: Player | None = None) -> dict[str, Any]:
        answer = (player or self.organiser).client.get(f"/api/tournaments/{self.id}", params={"lang": "en"})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def table(self, player: Player) -> Player:
        """The player at the table of the present round."""
        player.table = self.seen(player)["own_table"]
        seats = player.client.get(f"{player.path}/summary").json()["seats"]  # a View would take far longer
        player.seat = next(seat for seat, seat_view in enumerate(seats) if seat_view["yours"])
        return player

    def table_of_before(self, player: Player) -> Player:
        """The same, at the first table of the last round."""
        match_view = self.seen(player)["shown"][0]["matches"][0]
        player.table, player.seat = (
            match_view["table"],
            [seat["you"] for seat in match_view["seats"]].index(True),
        )
        return player

    def resigns(self, player: Player) -> None:
        answer = self.table(player).post("resign")
        assert answer.status_code == 200, answer.text

    def points(self) -> dict[str, str]:
        return {line["name"]: line["points"] for line in self.seen()["standings"]}


def start_tournament(here: Timed, count: int, **wish: Any) -> tuple[Event, dict[str, Player]]:
    """A tournament of so many players, by their names; the first of them holds it."""
    names = ["Ada", "Bob", "Cem", "Dora", "Enzo", "Fay"][:count]
    players = people(here, *names)
    event = Event(here, players[0], **wish)
    for player in players:
        event.well(player, "join")
    event.well(players[0], "begin")
    return event, dict(zip(names, players, strict=True))


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_league_is_played_round_by_round_to_its_end(here: Timed) -> None:
    event, players = start_tournament(here, 4)
    strength = list(players)  # whoever comes first in the alphabet wins
    for number in (1, 2, 3):
        event_view = event.seen()
        assert (event_view["stage"], event_view["round"], event_view["rounds"]) == ("running", number, 3)
        for match in event_view["shown"][0]["matches"]:
            loser = max((seat["name"] for seat in match["seats"]), key=strength.index)
            event.resigns(players[loser])
        here.look()
    event_view = event.seen()
    assert event_view["stage"] == "over"
    assert [(line["place"], line["name"], line["points"]) for line in event_view["standings"]] == [
        (1, "Ada", "3"),
        (2, "Bob", "2"),
        (3, "Cem", "1"),
        (4, "Dora", "0"),
    ]
    assert [line["cross"] for line in event_view["standings"]][1] == ["0", "", "1", "1"]
    assert len({match["table"] for round_view in event_view["shown"] for match in round_view["matches"]}) == 6


def test_players_find_their_table_among_their_games_and_only_they_sit_there(here: Timed) -> None:
    event, players = start_tournament(here, 2)
    games = players["Bob"].client.get("/api/account/games").json()["games"]
    assert [game["id"] for game in games] == [event.seen(players["Bob"])["own_table"]]
    stranger = browser(here.url)
    assert event.seen(stranger)["own_table"] is None
    stranger.table = games[0]["id"]
    assert stranger.view()["viewer"]["seats"] == []
    sat = stranger.client.post(f"/api/lobby/{stranger.table}/join", json={"name": "Eve"})
    assert code(sat) == (403, "of_tournament")
    assert code(event.table(players["Ada"]).post("replace", absent=1 - players["Ada"].seat)) == (
        422,
        "of_tournament",
    )


def test_a_result_is_taken_once(here: Timed) -> None:
    event, players = start_tournament(here, 2, rounds=2)
    event.resigns(players["Bob"])
    here.look()
    here.look()
    assert event.points() == {"Ada": "1", "Bob": "0"}
    assert event.seen()["round"] == 2
    event.resigns(players["Bob"])
    for _ in range(3):
        here.look()
    assert (event.points(), event.seen()["stage"]) == ({"Ada": "2", "Bob": "0"}, "over")


def test_who_does_not_move_loses_when_the_rounds_time_is_over(here: Timed) -> None:
    ref, *both = people(here, "Ref", "Ada", "Bob")
    players, event = dict(zip(("Ada", "Bob"), both, strict=True)), Event(here, ref)
    for player in both:
        event.well(player, "join")
    event.well(ref, "begin")
    event.well(ref, "deadline", hours=24)
    seats = event.table(players["Ada"]).client.get(f"{players['Ada'].path}/summary").json()["seats"]
    late = next(seat["name"] for seat in seats if seat["acting"])
    (other,) = {"Ada", "Bob"} - {late}
    here.passes(DAY - 10)
    assert event.seen()["stage"] == "running"
    here.passes(20)
    event_view = event.seen()
    assert (event_view["stage"], event.points()) == ("over", {other: "1", late: "0"})
    assert event_view["shown"][0]["matches"][0]["state"] == "decided on the deadline"
    assert event.table_of_before(players[other]).post("resign").status_code == 200
    here.look()
    assert event.points() == {other: "1", late: "0"}  # what is played on does not count


def test_with_a_live_clock_the_players_sit_down_first(here: Timed) -> None:
    event, players = start_tournament(here, 2, time="300+5", hours=24)
    ada, bob = event.table(players["Ada"]), event.table(players["Bob"])
    here.passes(HOUR)
    seats = ada.view()["seats"]
    assert {seat["kind"] for seat in seats} == {"open"}  # nobody's clock runs
    assert {(seat["name"], seat["kept"]) for seat in seats} == {("Ada", True), ("Bob", True)}
    short = ada.client.get(f"{ada.path}/summary").json()
    assert short["state"] == "open"
    assert {(seat["name"], seat["kept"]) for seat in short["seats"]} == {("Ada", True), ("Bob", True)}
    for player in (ada, ada):  # the answer may have been lost
        sat = player.client.post(f"/api/lobby/{player.table}/join", json={"name": "Queen"})
        assert (sat.status_code, sat.json()["seat"], sat.json()["secret"]) == (200, ada.seat, None)
    assert ada.view()["seats"][ada.seat]["name"] == "Ada"
    assert ada.view()["waiting"]["bots_in"] is None
    assert code(ada.post("bots")) == (422, "of_tournament")
    assert ada.client.post(f"{ada.path}/remove", json={"seat": ada.seat}).status_code == 200
    assert ada.client.post(f"/api/lobby/{ada.table}/join", json={"name": "Ada"}).status_code == 200
    here.passes(DAY)
    assert event.points() == {"Ada": "1", "Bob": "0"}  # Bob did not come
    assert bob.view()["cancelled"]
    late = bob.client.post(f"/api/lobby/{bob.table}/join", json={"name": "Bob"})
    assert code(late) == (410, "cancelled")


def test_players_are_notified_that_a_table_waits_for_them(here: Timed) -> None:
    names = ["Ada", "Bob"]
    ada, bob = people(here, *names)
    account = account_of(here, bob)
    with here.server.services.database.write() as connection:
        preferences.upsert(connection, account, lang="en", webhook="https://example.org")
    event = Event(here, ada, time="300+5", hours=24)
    for player in (ada, bob):
        event.well(player, "join")
    event.well(ada, "begin")
    table = event.table(ada).table
    assert table in [row.game_id for row in stored(here, notification_queue)]
    tables, now = here.server.services.tables, here.clock.now()
    assert Notification(account, "round") in current_notifications(*tables.load(table), now)
    event.table(bob).client.post(f"/api/lobby/{table}/join", json={"name": "Bob"}).raise_for_status()
    assert [change.kind for change in current_notifications(*tables.load(table), now)] == ["round"]
    assert Notification(account, "round") not in current_notifications(*tables.load(table), now)


def test_games_of_a_tournament_are_rated(here: Timed) -> None:
    event, players = start_tournament(here, 2)
    assert "rated" in event.seen()["facts"]
    everyone_moves(*(event.table(player) for player in players.values()))
    event.resigns(players["Bob"])
    ratings = {row.account: row.value for row in stored(here, rating)}
    assert ratings[account_of(here, players["Ada"])] > 1000 > ratings[account_of(here, players["Bob"])]


def test_rounds_by_appointment_begin_at_their_time(here: Timed) -> None:
    event, players = start_tournament(here, 4, appointed=True)
    for loser in [match["seats"][0]["name"] for match in event.seen()["shown"][0]["matches"]]:
        event.resigns(players[loser])
    here.passes(3 * DAY)
    assert event.seen()["round"] == 1
    until = event.seen()["until"]
    here.passes(4 * DAY + 60)
    assert (event.seen()["round"], event.seen()["until"]) == (2, until + 7 * DAY)


def test_it_begins_by_itself_at_its_time(here: Timed) -> None:
    ada, bob, cem = people(here, "Ada", "Bob", "Cem")
    event, empty = Event(here, ada, starts_in=24), Event(here, ada, starts_in=24, name="Nobody comes")
    for player in (ada, bob, cem):
        event.well(player, "join")
    event.well(cem, "withdraw")
    here.passes(DAY - 1)
    assert event.seen()["stage"] == "open"
    here.passes(1)
    assert (event.seen()["stage"], empty.seen()["stage"]) == ("running", "cancelled")
    assert sorted(event.points()) == ["Ada", "Bob"]
    assert code(event.do(cem, "join")) == (409, "has_begun")


def test_who_withdraws_gives_up_the_game_and_meets_nobody_any_more(here: Timed) -> None:
    event, players = start_tournament(here, 4, kind="swiss", rounds=3)
    event.well(players["Dora"], "withdraw")
    event.well(players["Dora"], "withdraw")
    rival = next(
        seat["name"]
        for match in event.seen()["shown"][0]["matches"]
        if "Dora" in [seat["name"] for seat in match["seats"]]
        for seat in match["seats"]
        if seat["name"] != "Dora"
    )
    assert event.points()[rival] == "1"
    for match in event.seen()["shown"][0]["matches"]:
        if not match["over"]:
            event.resigns(players[match["seats"][0]["name"]])
    here.look()
    seats = [seat["name"] for match in event.seen()["shown"][0]["matches"] for seat in match["seats"]]
    assert sorted(seats) == ["Ada", "Bob", "Cem"]
    assert sorted(match["state"] for match in event.seen()["shown"][0]["matches"]) == [
        "bye",
        "in progress",
    ]


def test_a_place_goes_to_someone_else_with_its_points(here: Timed) -> None:
    event, players = start_tournament(here, 2, rounds=2)
    event.resigns(players["Ada"])
    here.look()
    bob = next(line["number"] for line in event.seen()["standings"] if line["name"] == "Bob")
    event.well(players["Bob"], "withdraw")
    event.well(players["Ada"], "place", number=bob)
    assert event.seen(players["Bob"])["handovers"] == []
    (offer,) = event.seen()["handovers"]
    (eve,) = people(here, "Eve")
    secret = offer["url"].partition("place=")[2]
    assert eve.client.get(offer["url"]).status_code == 200
    assert code(event.do(eve, "take-over", place="wrong")) == (403, "no_place")
    assert code(event.do(players["Ada"], "take-over", place=secret)) == (409, "plays_already")
    event.well(eve, "take-over", place=secret)
    assert code(event.do(people(here, "Late")[0], "take-over", place=secret)) == (403, "no_place")
    assert event.seen(players["Bob"])["own_table"] is None
    here.look()
    assert (event.points(), event.seen()["stage"]) == ({"Eve": "1", "Ada": "1"}, "over")


def test_the_organiser_moves_a_deadline_and_ends_it_early_and_nobody_else_does(here: Timed) -> None:
    ref, ada, bob = people(here, "Ref", "Ada", "Bob")
    event, stranger = Event(here, ref, time="14d", hours=720), browser(here.url)
    for player in (ada, bob):
        event.well(player, "join")
    event.well(ref, "begin")
    for what, body in (("begin", {}), ("end", {}), ("deadline", {"hours": 2}), ("remove", {"number": 0})):
        assert code(event.do(bob, what, **body)) == (403, "not_organiser")
        assert code(event.do(stranger, what, **body)) == (401, "signed_out")
    event.well(ref, "deadline", hours=2 * 168)
    here.passes(8 * DAY)
    assert event.seen()["until"] == here.clock.at + 6 * DAY
    event.well(ref, "end")
    assert (event.seen()["stage"], event.points()) == ("over", {"Ada": "0", "Bob": "0"})
    assert code(event.do(ref, "end")) == (409, "stage")
    assert event.table_of_before(bob).post("resign").status_code == 200
    here.look()
    assert event.points() == {"Ada": "0", "Bob": "0"}


def test_more_than_two_at_a_table_and_bots_where_someone_is_missing(here: Timed) -> None:
    event, players = start_tournament(here, 5, title="block_city", seats=3, kind="swiss", rounds=1, hours=300)
    tables = event.seen()["shown"][0]["matches"]
    assert sorted(len(match["seats"]) for match in tables) == [2, 3]
    large = max(tables, key=lambda match: len(match["seats"]))["seats"]
    for seat in large[:2]:
        event.resigns(players[seat["name"]])
    here.look()
    assert event.seen()["stage"] == "running"
    odd = Event(here, players["Ada"], bots="true")
    for name in ("Ada", "Bob", "Cem"):
        odd.well(players[name], "join")
    odd.well(players["Ada"], "begin")
    assert sum(seat["bot"] for match in odd.seen()["shown"][0]["matches"] for seat in match["seats"]) == 1


def test_a_tournament_that_cannot_be_is_refused_with_a_reason(here: Timed) -> None:
    (ada,) = people(here, "Ada")
    assert code(browser(here.url).client.post("/api/tournaments", json=LEAGUE)) == (401, "signed_out")
    for wrong, why in (
        ({"name": "\u200b\u200b\u200b"}, "name"),
        ({"title": "chess"}, "unknown_title"),
        ({"rounds": 3}, "rounds"),
        ({"seats": 9}, "seats"),
        ({"time": "soon"}, "time"),
        ({"time": "90d"}, "time"),
        ({"hours": 0}, "hours"),
        ({"starts_in": 99_999}, "starts_in"),
        ({"rounds": "many"}, "malformed"),
    ):
        answer = ada.client.post("/api/tournaments", json=LEAGUE | wrong)
        assert code(answer) == (422, why), answer.text
    german = {"Accept-Language": "de"}
    answer = ada.client.post("/api/tournaments", json=LEAGUE | {"rounds": 3}, headers=german)
    assert "Alle gegen alle hat 1 oder 2 Runden" in answer.text
    event = Event(here, ada)
    assert code(event.do(ada, "begin")) == (422, "too_few_players")
    assert code(ada.client.get("/api/tournaments/none")) == (404, "no_tournament")
    for number in range(9):
        Event(here, ada, name=f"Another {number}", access="link")
    again = ada.client.post("/api/tournaments", json=LEAGUE)
    assert code(again) == (422, "too_many_tournaments")


def test_two_processes_that_look_at_once_begin_a_round_once(here: Timed, tmp_path: Path) -> None:
    with serve_timed(quiet(tmp_path / "games.db"), here.clock) as other:
        a_round_begins_once(here, other)


def a_round_begins_once(here: Timed, other: Timed) -> None:
    """However many look at the same moment; and whichever process ends a game, its result is there."""
    event, players = start_tournament(here, 4)
    for number, match in enumerate(event.seen()["shown"][0]["matches"]):
        loser = players[match["seats"][0]["name"]]
        loser.client.base_url = httpx.URL((here, other)[number].url)
        event.resigns(loser)
    services = [process.server.services for process in (here, other)] * 4
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda it: advance.tend(it.tables, event.id, it.adjudicator.evaluate), services))
    with here.server.services.database.read() as connection:
        tournament = tournaments.find(connection, event.id)
    assert tournament is not None
    assert (tournament.round, len(tournament.present)) == (2, 2)
    assert len({match.game_id for match in tournament.matches}) == 4
    assert sorted(event.points().values()) == ["0", "0", "1", "1"]


def test_it_goes_on_after_a_restart_and_a_deadline_waits_for_a_server_that_stood_still(
    tmp_path: Path,
) -> None:
    clock = Moved()
    with serve_timed(quiet(tmp_path / "games.db"), clock) as here:
        event, players = start_tournament(here, 2, rounds=2)
        event.resigns(players["Ada"])
        here.look()
        cookies = players["Bob"].client.cookies
    clock.at += 9 * DAY
    with serve_timed(quiet(tmp_path / "games.db"), clock) as there:
        bob = browser(there.url)
        bob.client.cookies = cookies
        event.organiser = bob
        assert (event.seen()["round"], event.seen()["stage"]) == (2, "running")
        assert event.seen()["until"] == pytest.approx(clock.at + 7 * DAY, abs=60)
        event.resigns(bob)
        there.look()
        assert (event.seen()["stage"], event.points()) == ("over", {"Ada": "1", "Bob": "1"})
