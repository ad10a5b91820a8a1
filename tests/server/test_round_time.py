"""Rounds and clocks agree: no one saves a lost game by slow play, a vacation or coming late."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

from quartier.core.engine.dice import Dice
from quartier.server.commands.names.word_filter import WordFilter
from quartier.server.commands.tournaments import advance
from quartier.server.commands.tournaments.tournament_options import TournamentOptions
from quartier.server.domain.clocks import DAY, HOUR
from quartier.server.domain.tournaments import round_time
from quartier.server.domain.tournaments.model import Tournament
from quartier.server.domain.tournaments.results import adjudicate
from quartier.server.domain.tournaments.round_time import MINUTE
from quartier.server.workers.adjudications import MAX_ATTEMPTS, Adjudicator
from quartier.server.workers.jobs import EvaluationJob
from quartier.server.workers.queue import JobQueue

from .away import account_of
from .harness import Player, everyone_moves, quiet, wait_until
from .test_organisers import lines, ratings, run_by_ref
from .test_tournaments import Event, code, people, start_tournament
from .timing import Moved, Timed, serve_timed

NOTHING = WordFilter([])


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


class Bots:
    """Stand for the process of the hints: they give each seat its share of the win."""

    def __init__(self, *shares: float) -> None:
        self.shares: list[float] | None = list(shares)
        self.jobs: list[EvaluationJob] = []
        self.coming: list[Future[list[float] | None]] = []
        self.at_once = True

    def submit(self, job: EvaluationJob, *_: Any, **__: Any) -> Future[list[float] | None]:
        self.jobs.append(job)
        self.coming.append(Future())
        if self.at_once:
            self.coming[-1].set_result(self.shares)
        return self.coming[-1]

    def judge(self, here: Timed, monkeypatch: pytest.MonkeyPatch) -> Bots:
        monkeypatch.setattr(here.server.services.adjudicator, "_queue", self)
        return self


def moves(player: Player) -> bool:
    """Make a move if it is the player's turn; return whether the game continues."""
    view = player.view()
    if view["turn"]["yours"]:
        assert player.move(view["choices"][0]["move"], view["version"]).status_code == 200
    return not view["over"]


def plays_slowly(here: Timed, event: Event, slow: Player, quick: Player, pause: float) -> None:
    """Play until the round is over: one moves at once, the other after so many seconds each time."""
    event.table(slow), event.table(quick)
    while event.seen()["stage"] == "running":
        if not moves(quick):
            break
        if slow.view()["turn"]["yours"]:
            here.passes(pause)
            if slow.view()["turn"]["yours"]:
                moves(slow)
    here.look()


# ----- the attacks -----


def test_slow_play_saves_no_lost_game(here: Timed) -> None:
    event, ada, bob = run_by_ref(here)
    plays_slowly(here, event, slow=bob, quick=ada, pause=1.6 * DAY)  # two moves, so that the game is rated
    assert event.points() == {"Ada": "1", "Bob": "0"}
    assert "Bob ran out of time." in lines(ada)
    assert ratings(here)[account_of(here, bob)] < 1000 < ratings(here)[account_of(here, ada)]


def test_a_vacation_saves_no_lost_game(here: Timed) -> None:
    event, ada, bob = run_by_ref(here)
    everyone_moves(event.table(ada), event.table(bob))
    while not bob.view()["turn"]["yours"]:
        moves(ada)
    assert bob.post("vacation", days=3).status_code == 200
    for _ in range(4):
        here.passes(DAY)
    assert event.points() == {"Ada": "1", "Bob": "0"}
    assert ratings(here)[account_of(here, bob)] < 1000 < ratings(here)[account_of(here, ada)]


def test_coming_late_saves_no_lost_game(here: Timed) -> None:
    event, players = start_tournament(here, 2, time="300+5", hours=2)
    ada, bob = event.table(players["Ada"]), event.table(players["Bob"])
    assert ada.client.post(f"/api/lobby/{ada.table}/join", json={"name": "Ada"}).status_code == 200
    here.passes(2 * HOUR - 60)
    late = bob.client.post(f"/api/lobby/{bob.table}/join", json={"name": "Bob"})
    assert code(late) == (409, "too_late")
    here.passes(60)
    assert event.points() == {"Ada": "1", "Bob": "0"}


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"time": "3d", "hours": 143}, "hours"),
        ({"time": "14d", "hours": 168}, "hours"),
        ({"time": "3d", "hours": 168, "title": "block_city", "seats": 3}, "hours"),
        ({"time": "1d", "hours": 48, "title": "block_city"}, "hours"),
        ({"time": "900+20", "hours": 1}, "hours"),
        ({"time": "10800+600", "hours": 10}, "hours"),
    ],
)
def test_a_plan_whose_games_do_not_fit_into_its_rounds_is_refused(
    here: Timed, wish: dict[str, object], field: str
) -> None:
    (ada,) = people(here, "Ada")
    body = {"name": "Cup", "title": "city_blocks", "kind": "robin", "rounds": 1} | wish
    refused = ada.client.post("/api/tournaments", json=body, params={"lang": "en"})
    assert code(refused) == (422, field)


# ----- the time of a round -----


def test_a_longer_round_gives_each_player_a_share(here: Timed) -> None:
    event, ada, _ = run_by_ref(here, hours=168)
    share = [clock.total for clock in here.clocks(event.table(ada))]
    event.well(event.organiser, "deadline", hours=168 + 48)
    assert [clock.total for clock in here.clocks(ada)] == [seconds + DAY for seconds in share if seconds]
    event.well(event.organiser, "deadline", hours=100)  # takes nothing away
    assert [clock.total for clock in here.clocks(ada)] == [seconds + DAY for seconds in share if seconds]


def test_vacation_is_no_longer_than_the_time_for_the_round(here: Timed) -> None:
    event, ada, _ = run_by_ref(here, hours=168)
    event.table(ada)
    refused = ada.post("vacation", days=4)
    assert code(refused) == (422, "no_vacation")
    assert "at most 3 days" in refused.text
    assert ada.post("vacation", days=3).status_code == 200
    view = ada.view(lang="en")
    assert "vacation doesn’t stop it" in view["time"]["sentence"]
    assert view["seats"][ada.seat]["time"]["total"] == pytest.approx(84 * HOUR, abs=60)


def test_a_rematch_has_no_share_of_the_round(here: Timed) -> None:
    event, ada, bob = run_by_ref(here)
    everyone_moves(event.table(ada), event.table(bob))
    assert bob.post("resign").status_code == 200
    ada.table = [player.post("rematch").json()["id"] for player in (ada, bob)][-1]
    assert {clock.total for clock in here.clocks(ada)} == {None}


def test_an_earlier_end_of_a_live_round_leaves_time_to_come_and_to_play(here: Timed) -> None:
    event, ada, _ = run_by_ref(here, time="900+20", hours=4)
    event.table(ada)
    assert code(event.do(event.organiser, "deadline", hours=1)) == (422, "notice")
    event.well(event.organiser, "deadline", hours=2)
    here.clock.at += 10 * 60
    assert here.clock.at < event.seen(ada)["arrive_by"] < event.seen()["until"] - 30 * 60
    assert ada.client.post(f"/api/lobby/{ada.table}/join", json={"name": "Ada"}).status_code == 200


def test_the_shares_of_all_players_fit_into_the_round() -> None:
    for seats in range(2, 7):
        plan = TournamentOptions("Cup", "block_city", seats=seats, time="1d", hours=60 * 24).plan(NOTHING)
        tournament = Tournament("t", plan, None, "running", 1, None, plan.length, 0.0)
        total = round_time.with_share(tournament, seats, now=0.0).total
        assert plan.length - 2 * MINUTE < seats * total < plan.length


# ----- the deadline -----


def stops_in_the_middle(
    here: Timed, monkeypatch: pytest.MonkeyPatch, bots: Bots, **wish: Any
) -> tuple[Event, Player, Player]:
    """A game of two, and a round whose organiser lets it end early. Returns also its players in the order of the seats."""
    bots.judge(here, monkeypatch)
    event, ada, bob = run_by_ref(here, **wish)
    everyone_moves(event.table(ada), event.table(bob))
    event.well(event.organiser, "deadline", hours=24)
    first, second = sorted((ada, bob), key=lambda player: player.seat)
    return event, first, second


def test_at_the_deadline_the_bots_verdict_decides_and_no_rating_changes(
    here: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, first, second = stops_in_the_middle(here, monkeypatch, Bots(0.784, 0.216))
    names = [seat["name"] for seat in first.view()["seats"]]
    here.passes(DAY)
    here.look()  # the verdict is there
    assert event.points() == {names[0]: "1", names[1]: "0"}
    (match,) = event.seen()["shown"][0]["matches"]
    assert match["state"] == "decided by the bots’ evaluation on the deadline: 78% : 22%"
    line = (
        f"The round is over. The bots’ evaluation decides the match: {names[0]} 78%, you 22%. "
        "The game no longer counts in the tournament. It can be finished."
    )
    assert lines(second).count(line) == 1
    assert (ratings(here), first.view()["over"]) == ({}, None)
    assert first.post("resign").status_code == 200
    here.look()
    assert event.points() == {names[0]: "1", names[1]: "0"}


def three_stop_in_the_middle(here: Timed) -> tuple[Event, list[Player]]:
    """A game of three, and a round whose organiser lets it end early. Returns also its players in the order of the seats."""
    ref, *players = people(here, "Ref", "Ada", "Bob", "Cem")
    event = Event(here, ref, title="block_city", seats=3, kind="swiss", rounds=1, hours=300)
    for player in players:
        event.well(player, "join")
    event.well(ref, "begin")
    everyone_moves(*(event.table(player) for player in players))
    event.well(ref, "deadline", hours=2 * 24 + 12)
    return event, sorted(players, key=lambda player: player.seat)


def test_at_the_deadline_the_verdict_decides_among_three(
    here: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    Bots(0.55, 0.26, 0.19).judge(here, monkeypatch)
    event, (first, _, third) = three_stop_in_the_middle(here)
    names = [seat["name"] for seat in first.view()["seats"]]
    here.passes(2.5 * DAY)
    here.look()  # the verdict is there
    assert event.points() == {names[0]: "1", names[1]: "0.25", names[2]: "0.25"}
    (match,) = event.seen()["shown"][0]["matches"]
    assert match["state"] == "decided by the bots’ evaluation on the deadline: 55% : 26% : 19%"
    assert any("The bots’ evaluation decides the match" in line for line in lines(third))
    assert ratings(here) == {}


@pytest.mark.soak
def test_at_the_deadline_the_workers_own_verdict_decides(tmp_path: Path) -> None:
    with serve_timed(quiet(tmp_path / "games.db", workers=1, bot_deadline=300.0)) as here:
        event, players = three_stop_in_the_middle(here)
        here.passes(2.5 * DAY)

        def is_decided() -> bool:
            here.look()
            return bool(event.seen()["shown"][0]["matches"][0]["over"])

        wait_until(is_decided, 300)
        (match,) = event.seen()["shown"][0]["matches"]
        assert "decided by the bots’ evaluation" in match["state"]
        assert sorted(event.points()) == ["Ada", "Bob", "Cem"]
        assert not any(player.view()["over"] for player in players)


def test_at_the_deadline_an_even_game_is_a_draw(here: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    event, first, _ = stops_in_the_middle(here, monkeypatch, Bots(0.59, 0.41))
    here.passes(DAY)
    here.look()  # the verdict is there
    assert set(event.points().values()) == {"½"}
    assert any("because the bots’ evaluation is nearly even" in line for line in lines(first))


def test_what_is_judged_is_the_position_at_the_deadline(here: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = Bots(0.9, 0.1)
    bots.at_once = False
    event, first, second = stops_in_the_middle(here, monkeypatch, bots)
    here.passes(DAY)
    assert event.seen()["stage"] == "running"
    here.clock.at += 1
    while not moves_once(first, second):
        pass
    here.look()
    assert len(bots.jobs) == 1
    bots.coming[0].set_result([0.9, 0.1])
    here.look()
    assert event.seen()["stage"] == "over"
    assert set(event.points().values()) == {"1", "0"}


def moves_once(*players: Player) -> bool:
    """Let the player to move make a move."""
    for player in players:
        if player.view()["turn"]["yours"]:
            moves(player)
            return True
    return False


def test_without_a_verdict_the_game_is_a_draw(here: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = Bots()
    bots.shares = None
    event, _, _ = stops_in_the_middle(here, monkeypatch, bots)
    here.passes(DAY)
    for _ in range(MAX_ATTEMPTS):
        here.look()
    assert (len(bots.jobs), set(event.points().values())) == (MAX_ATTEMPTS, {"½"})


def test_two_processes_decide_a_game_once(
    here: Timed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve_timed(quiet(tmp_path / "games.db"), here.clock) as other:
        a_game_is_decided_once(here, other, monkeypatch)


def a_game_is_decided_once(here: Timed, other: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many processes come to a verdict at the same moment, one decides."""
    event, first, _ = stops_in_the_middle(here, monkeypatch, Bots(0.9, 0.1))
    Bots(0.1, 0.9).judge(other, monkeypatch)
    here.clock.at += DAY
    services = [process.server.services for process in (here, other)] * 4
    for _ in range(2):  # the verdict is there at the second look
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda it: advance.tend(it.tables, event.id, it.adjudicator.evaluate), services))
    assert len([line for line in lines(first) if line.startswith("The round is over")]) == 1
    assert sorted(event.points().values()) == ["0", "1"]


def test_a_restart_at_the_deadline_loses_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, bots = Moved(), Bots()
    bots.at_once = False
    with serve_timed(quiet(tmp_path / "games.db"), clock) as here:
        event, first, _ = stops_in_the_middle(here, monkeypatch, bots)
        here.passes(DAY)
        assert event.seen()["stage"] == "running"
    clock.at += HOUR
    monkeypatch.setattr(
        "quartier.server.services.Adjudicator",
        lambda queue, settings: Adjudicator(cast(JobQueue, Bots(0.9, 0.1)), settings),
    )
    with serve_timed(quiet(tmp_path / "games.db"), clock) as here:
        for player in (first, event.organiser):
            player.client.base_url = here.url
        here.passes(2 * HOUR)
        assert sorted(event.points().values()) == ["0", "1"]
        assert len([line for line in lines(first) if line.startswith("The round is over")]) == 1


def test_places_follow_the_verdict_where_it_is_clear() -> None:
    assert adjudicate([True, True], (60, 40)) == [2, 0]
    assert adjudicate([True, True], (59, 41)) == [1, 1]
    assert adjudicate([True, True]) == [1, 1]
    assert adjudicate([True, False]) == [2, 0]
    assert adjudicate([False, False]) == [0, 0]
    assert adjudicate([True, True, False], (40, 50, 0)) == [3, 3, 0]
    assert adjudicate([True] * 4, (55, 25, 12, 8)) == [6, 4, 1, 1]
