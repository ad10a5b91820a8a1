"""Tournaments that no one wants fill no one's list, and end by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quartier.server.access.throttling import LoginThrottle
from quartier.server.commands.tournaments.organise import MAX_OPEN_TOURNAMENTS
from quartier.server.domain.clocks import DAY
from quartier.server.domain.tournaments.due_actions import ABANDONED_SECONDS
from quartier.server.http.routes.tournaments import MAX_LISTED

from .harness import Player, quiet
from .test_tournaments import LEAGUE, Event, code, people
from .timing import Timed, serve_timed


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "quartier.server.accounts.passwords.Passwords.hash_password", lambda self, password: "x"
    )


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def list_names(player: Player) -> list[str]:
    answer = player.client.get("/api/tournaments", params={"lang": "en"})
    return [entry["name"] for entry in answer.json()["tournaments"]]


def test_a_person_has_two_open_tournaments_in_the_list(here: Timed) -> None:
    (ada,) = people(here, "Ada")
    for number in range(MAX_OPEN_TOURNAMENTS):
        Event(here, ada, name=f"Open {number}")
    third = ada.client.post("/api/tournaments", json=LEAGUE)
    assert code(third) == (422, "too_many_open")
    Event(here, ada, name="For friends", access="link")


def test_junk_hides_no_tournament_that_people_join(here: Timed) -> None:
    trolls = []
    for number in range(16):
        here.server.services.account_service.throttle = LoginThrottle()
        trolls += people(here, f"Troll {number}")
    ada, bob, visitor = people(here, "Ada", "Bob", "Visitor")
    popular = Event(here, ada, name="Popular")
    popular.well(ada, "join")
    popular.well(bob, "join")
    for troll in trolls:
        for number in range(MAX_OPEN_TOURNAMENTS):
            here.clock.at += 1
            junk = Event(here, troll, name=f"Junk {number}")
            for other in trolls[:4]:
                junk.well(other, "join")
    assert "Popular" in list_names(visitor)
    assert len(list_names(visitor)) == MAX_LISTED


def test_a_tournament_that_no_one_starts_ends_by_itself(here: Timed) -> None:
    ada, bob = people(here, "Ada", "Bob")
    empty, joined = Event(here, ada, name="Empty"), Event(here, bob, name="Joined")
    joined.well(ada, "join")
    joined.well(bob, "join")
    here.passes(ABANDONED_SECONDS - DAY)
    assert empty.seen()["stage"] == "open"
    here.passes(DAY + 1)
    assert (empty.seen()["stage"], joined.seen()["stage"]) == ("cancelled", "open")


def test_a_tournament_with_a_date_waits_for_it(here: Timed) -> None:
    (ada,) = people(here, "Ada")
    planned = Event(here, ada, starts_in=30 * 24)
    here.passes(ABANDONED_SECONDS + DAY)
    assert planned.seen()["stage"] == "open"
