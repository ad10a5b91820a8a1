"""Organisers: what they do changes their tournament's table, never a rating, and never speaks for a player."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quartier.core.engine.dice import Dice
from quartier.server.domain.clocks import DAY, HOUR
from quartier.server.storage.rating.rating_schema import rating

from .away import account_of
from .away import rows as stored
from .harness import Player, everyone_moves, quiet
from .test_tournaments import Event, code, people, start_tournament
from .timing import Timed, serve_timed


@pytest.fixture(autouse=True)
def _by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance at the tables is the same every time, and hashing is quick."""
    rng = random.Random(1)
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))
    monkeypatch.setattr(
        "quartier.server.accounts.passwords.Passwords.hash_password", lambda self, password: "x"
    )


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def ratings(here: Timed) -> dict[str | None, float]:
    return {row.account: row.value for row in stored(here, rating)}


def number_of(event: Event, name: str) -> int:
    return next(line["number"] for line in event.seen()["standings"] if line["name"] == name)


def lines(player: Player) -> list[str]:
    return [line["line"] for line in player.view(lang="en")["log"]]


def each_moves(event: Event, *players: Player) -> None:
    """Each of the players makes a move."""
    everyone_moves(*(event.table(player) for player in players))


def run_by_ref(
    here: Timed, names: tuple[str, str, str] = ("Ref", "Ada", "Bob"), **wish: Any
) -> tuple[Event, Player, Player]:
    """A tournament of Ada and Bob, organised by Ref, who does not play."""
    ref, ada, bob = people(here, *names)
    event = Event(here, ref, **wish)
    event.well(ada, "join")
    event.well(bob, "join")
    event.well(ref, "begin")
    return event, ada, bob


# ----- the attacks -----


def test_removing_a_rival_wins_nothing(here: Timed) -> None:
    event, players = start_tournament(here, 2)
    each_moves(event, players["Ada"], players["Bob"])
    assert code(event.do(players["Ada"], "remove", number=number_of(event, "Bob"))) == (403, "own_match")
    assert (ratings(here), event.seen(players["Bob"])["own_table"] is None) == ({}, False)
    assert not any("resigned" in line for line in lines(event.table(players["Bob"])))


def test_nobody_takes_the_seat_of_a_player_who_is_there(here: Timed) -> None:
    event, players = start_tournament(here, 2)
    each_moves(event, players["Ada"], players["Bob"])
    assert code(event.do(players["Ada"], "place", number=number_of(event, "Bob"))) == (403, "own_match")
    other, ada, bob = run_by_ref(here, ("Ref", "Cem", "Dora"))
    each_moves(other, ada, bob)
    assert code(other.do(other.organiser, "place", number=number_of(other, "Dora"))) == (409, "plays")
    assert other.table(bob).view()["viewer"]["seats"] == [bob.seat]


def test_a_lost_game_is_not_handed_on(here: Timed) -> None:
    event, players = start_tournament(here, 2)
    ada, bob = players["Ada"], players["Bob"]
    each_moves(event, ada, bob)
    assert code(event.do(ada, "place", number=number_of(event, "Ada"))) == (409, "plays")
    event.well(ada, "withdraw")
    assert ratings(here)[account_of(here, ada)] < 1000 < ratings(here)[account_of(here, bob)]


def test_no_deadline_ends_a_lost_round(here: Timed) -> None:
    event, players = start_tournament(here, 2)
    until = event.seen()["until"]
    for hours in (0, 1, 24, 500):
        assert code(event.do(players["Ada"], "deadline", hours=hours)) == (403, "own_match")
    assert code(event.do(players["Ada"], "end")) == (403, "own_match")
    here.look()
    assert (event.seen()["until"], event.seen()["stage"]) == (until, "running")


# ----- what an organiser may do -----


def test_the_game_of_a_removed_player_continues_by_its_own_rules(here: Timed) -> None:
    event, ada, bob = run_by_ref(here, kind="swiss")
    each_moves(event, ada, bob)
    event.well(event.organiser, "remove", number=number_of(event, "Bob"))
    assert event.points() == {"Ada": "1", "Bob": "0"}
    assert "The organiser removed Bob from the tournament. The game continues." in lines(ada)
    assert (ratings(here), bob.view()["over"]) == ({}, None)
    assert ada.post("resign").status_code == 200  # the removed player has won
    assert ratings(here)[account_of(here, bob)] > 1000 > ratings(here)[account_of(here, ada)]
    here.look()
    assert event.points() == {"Ada": "1", "Bob": "0"}


def test_at_a_table_of_three_the_match_of_a_removed_player_counts_for_the_others(here: Timed) -> None:
    ref, *players = people(here, "Ref", "Ada", "Bob", "Cem")
    event = Event(here, ref, title="block_city", seats=3, kind="swiss", rounds=1, time="2d", hours=300)
    for player in players:
        event.well(player, "join")
    event.well(ref, "begin")
    event.well(ref, "remove", number=number_of(event, "Cem"))
    assert event.seen()["stage"] == "running"
    for player in players:
        event.resigns(player)
    here.look()
    assert event.seen()["stage"] == "over"


def test_a_round_ends_earlier_only_with_notice(here: Timed) -> None:
    event, _, _ = run_by_ref(here)
    for hours in (0, 1, 23):
        assert code(event.do(event.organiser, "deadline", hours=hours)) == (422, "notice")
    event.well(event.organiser, "deadline", hours=24)
    event.well(event.organiser, "deadline", hours=300)
    short, _, _ = run_by_ref(here, ("Cem", "Dora", "Enzo"), time="300+5", hours=2)
    assert code(short.do(short.organiser, "deadline", hours=0)) == (422, "notice")
    short.well(short.organiser, "deadline", hours=1)
    here.passes(HOUR - 60)
    short.well(short.organiser, "deadline", hours=1)  # later is always possible
    assert short.seen()["stage"] == "running"


def test_the_end_of_a_round_is_in_the_log_and_decides_no_game(here: Timed) -> None:
    event, ada, bob = run_by_ref(here)
    event.table(ada), event.table(bob)
    event.well(event.organiser, "deadline", hours=24)
    here.passes(DAY)
    assert sorted(event.points().values()) == ["0", "1"]
    assert "The round is over: this game no longer counts in the tournament. It can be finished." in lines(
        ada
    )
    assert (ratings(here), ada.view()["over"]) == ({}, None)


def test_an_early_end_is_in_the_log_and_decides_no_game(here: Timed) -> None:
    event, ada, bob = run_by_ref(here)
    each_moves(event, ada, bob)
    event.well(event.organiser, "end")
    line = "The tournament is over: this game no longer counts in it. It can be finished."
    assert line in lines(ada)
    assert (ratings(here), ada.view()["over"]) == ({}, None)


def test_a_place_is_free_when_its_player_has_withdrawn(here: Timed) -> None:
    event, ada, bob = run_by_ref(here, rounds=2)
    each_moves(event, ada, bob)
    event.well(bob, "withdraw")
    event.well(event.organiser, "place", number=number_of(event, "Bob"))
    (eve,) = people(here, "Eve")
    (offer,) = event.seen()["handovers"]
    event.well(eve, "take-over", place=offer["url"].partition("place=")[2])
    assert event.points() == {"Ada": "1", "Eve": "0"}


def test_a_place_is_free_when_its_player_misses_a_round_and_no_longer_once_they_come(here: Timed) -> None:
    event, _, bob = run_by_ref(here, rounds=2, time="300+5", hours=24)
    assert code(event.do(event.organiser, "place", number=number_of(event, "Bob"))) == (409, "plays")
    here.passes(13 * HOUR)
    event.well(event.organiser, "place", number=number_of(event, "Bob"))
    (offer,) = event.seen()["handovers"]
    bob = event.table(bob)
    assert bob.client.post(f"/api/lobby/{bob.table}/join", json={"name": "Bob"}).status_code == 200
    (eve,) = people(here, "Eve")
    secret = offer["url"].partition("place=")[2]
    assert code(event.do(eve, "take-over", place=secret)) == (409, "plays")
    here.passes(12 * HOUR)  # the second round: Ada, who did not come to the first, loses her place
    assert code(event.do(event.organiser, "place", number=number_of(event, "Bob"))) == (409, "plays")
    event.well(event.organiser, "place", number=number_of(event, "Ada"))
    (offer,) = [offer for offer in event.seen()["handovers"] if offer["name"] == "Ada"]
    event.well(eve, "take-over", place=offer["url"].partition("place=")[2])
    assert event.seen(eve)["own_table"] == event.seen(bob)["own_table"]


def test_a_game_in_which_a_player_has_moved_stays_theirs(here: Timed) -> None:
    event, ada, bob = run_by_ref(here, rounds=2)
    each_moves(event, ada, bob)
    event.well(event.organiser, "remove", number=number_of(event, "Bob"))
    event.well(event.organiser, "place", number=number_of(event, "Bob"))
    (eve,) = people(here, "Eve")
    (offer,) = event.seen()["handovers"]
    event.well(eve, "take-over", place=offer["url"].partition("place=")[2])
    assert bob.view()["viewer"]["seats"] == [bob.seat]


def test_a_substitute_is_named_in_the_log_as_such(here: Timed) -> None:
    event, ada, bob = run_by_ref(here)
    here.passes(1.5 * DAY)
    (late,) = [player for player in (ada, bob) if event.table(player).view()["turn"]["yours"]]
    name = {id(ada): "Ada", id(bob): "Bob"}[id(late)]
    event.well(event.organiser, "place", number=number_of(event, name))
    (eve,) = people(here, "Eve")
    (offer,) = event.seen()["handovers"]
    event.well(eve, "take-over", place=offer["url"].partition("place=")[2])
    assert "You took over this seat." in lines(event.table(eve))
    (other,) = [player for player in (ada, bob) if player is not late]
    assert "Eve took over this seat." in lines(event.table(other))


def test_an_organiser_who_plays_removes_only_who_misses_their_games(here: Timed) -> None:
    event, players = start_tournament(here, 4, kind="swiss", rounds=3)
    (rival,) = [
        seat["name"]
        for match in event.seen()["shown"][0]["matches"]
        for seat in match["seats"]
        if "Ada" in [other["name"] for other in match["seats"]] and seat["name"] != "Ada"
    ]
    others = [name for name in players if name not in ("Ada", rival)]
    for name in (*others, rival, "Ada"):
        refused = event.do(players["Ada"], "remove", number=number_of(event, name))
        assert code(refused) == (403, "own_match")
    here.passes(1.5 * DAY)
    late = [name for name in others if event.table(players[name]).view()["turn"]["yours"]]
    event.well(players["Ada"], "remove", number=number_of(event, late[0]))
    assert code(event.do(players["Ada"], "remove", number=number_of(event, rival))) == (403, "own_match")
