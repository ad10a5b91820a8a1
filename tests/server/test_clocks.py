"""Clocks at tables: they run for whoever is to move, and what happens when they run out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quartier.core.engine.dice import Dice
from quartier.server.commands import play
from quartier.server.commands.authorization import Credentials
from quartier.server.commands.execute import CommandContext
from quartier.server.domain import clocks
from quartier.server.domain.clocks import DAY
from quartier.server.domain.table import replay_events
from quartier.server.storage.writer_connection import WriterConnection

from .harness import FRIEND, GREEDY, Listener, Player, browser, me, open_table, quiet, two_players, wait_until
from .timing import DAYS, LIVE, Timed, serve_timed, times


@pytest.fixture(autouse=True)
def _ada_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who begins is drawn by lot: the same every time."""
    rng = random.Random(1)
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def _three(url: str, title: str = "block_city", **more: Any) -> list[Player]:
    players = [open_table(url, me("Ada"), FRIEND, FRIEND, title=title, **more)]
    for seat, name in ((1, "Bob"), (2, "Cem")):
        players.append(browser(url))
        players[-1].join(players[0].table, players[0].invites[seat], name)
    return players


def _plays(player: Player) -> None:
    """The first move that is offered."""
    view = player.view()
    answer = player.move(view["choices"][0]["move"], view["version"])
    assert answer.status_code == 200, answer.text


def _error(answer: Any) -> str:
    return f"{answer.status_code} {answer.json()['error']['code']}"


def _refolds(here: Timed, player: Player) -> None:
    row, table = here.server.services.tables.load(player.table)
    assert replay_events(row.setup, [entry.row for entry in table.entries]) == table


# ----- they run for whoever is to move -----


def test_a_clock_runs_for_anyone_who_is_to_move(here: Timed) -> None:
    ada = open_table(here.url, me("Ada"), FRIEND, time=LIVE)
    assert times(ada.view())[0] == {
        "left": 300.0,
        "runs": False,
        "waits": 0.0,
        "vacation": None,
        "away": 0.0,
        "total": None,
    }
    here.passes(1000)  # nobody plays alone
    bob = browser(here.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    here.passes(100)
    assert here.left(ada) == [200.0, 300.0]
    assert [time and time["runs"] for time in times(bob.view())] == [True, False]
    _plays(ada)
    assert here.left(ada) == [210.0, 300.0]  # with what each turn brings
    here.passes(25)
    assert here.left(ada) == [210.0, 275.0]
    assert ada.view()["time"] == {
        "text": "5 min + 10 s",
        "sentence": "Each player has 5 min plus 10 s per turn. "
        "If you run out of time, a bot finishes the game for you.",
        "live": True,
    }


def test_without_a_clock_there_is_none(here: Timed) -> None:
    ada, _ = two_players(here.url)
    assert (ada.view()["time"], times(ada.view())) == (None, [None, None])
    assert here.clocks(ada) == ()


def test_all_who_choose_at_the_same_time_have_their_own(here: Timed) -> None:
    ada, bob, cem = _three(here.url, time={"base": 60})
    here.passes(20)
    _plays(bob)
    here.passes(20)
    assert here.left(ada) == [20.0, 40.0, 20.0]
    here.passes(22)
    lines = [line["line"] for line in ada.view()["log"][-2:]]
    assert lines == [
        "You ran out of time. A bot (Experienced) plays on.",
        "Cem ran out of time. A bot (Experienced) plays on.",
    ]
    assert ada.view()["over"] is None
    assert cem.view()["choices"] == []
    _refolds(here, bob)


def test_a_bot_runs_nobodys_clock(here: Timed) -> None:
    ada = open_table(here.url, me(), GREEDY, time=LIVE)
    _plays(ada)
    here.passes(1000)  # no bot is at work at this server
    assert here.left(ada)[0] == 310.0
    assert times(ada.view())[1] is None


# ----- they run out -----


def test_a_bot_plays_on_to_the_end(here: Timed) -> None:
    ada, bob = two_players(here.url, time=LIVE)
    here.passes(300.5)
    assert times(ada.view())[0]["left"] == 0.0
    assert ada.view()["seats"][0]["kind"] == "human"  # a move that is on its way still counts
    here.passes(1)
    here.look()
    view = bob.view()
    assert [line["line"] for line in view["log"]].count(
        "Ada ran out of time. A bot (Experienced) plays on."
    ) == 1
    assert (view["over"], view["seats"][0]["kind"], view["seats"][0]["may_return"]) == (None, "bot", False)
    assert _error(ada.post("return")) == "422 out_of_time"
    here.passes(10_000)
    assert here.left(ada)[1] == 300.0
    _refolds(here, ada)


def test_anyone_who_agreed_to_that_loses(here: Timed) -> None:
    ada, bob = two_players(here.url, time=LIVE | {"then": "loses"})
    _plays(ada)
    here.passes(302)
    over = ada.view()["over"]
    assert (over["winners"], over["headline"]) == ([0], "Ada wins")
    assert over["reason"] == "Bob ran out of time."
    assert ada.view(lang="de")["over"]["reason"] == "Bob hat die Bedenkzeit überschritten."
    assert times(ada.view()) == [None, None]
    record = ada.client.get(f"{ada.path}/record").text
    assert '[Termination "seat 1 ran out of time"]' in record
    uploaded = ada.client.post("/api/records", content=record.encode()).json()
    assert uploaded
    _refolds(here, bob)


def test_the_last_person_ends_the_game(here: Timed) -> None:
    ada = open_table(here.url, me(), GREEDY, time=LIVE)
    here.passes(302)
    assert ada.view()["over"]["reason"] == "Ada ran out of time."


def test_over_days_a_bot_plays_until_they_are_back(here: Timed) -> None:
    ada, bob = two_players(here.url, time=DAYS)
    here.passes(2 * DAY)
    _plays(ada)
    assert here.left(ada)[0] == 3 * DAY  # each turn has its own
    here.passes(3 * DAY + 2)
    line = "Bob ran out of time. A bot (Experienced) plays until they return."
    assert ada.view()["log"][-1]["line"] == line
    assert bob.post("return").status_code == 200
    assert here.left(bob)[1] == 3 * DAY
    _plays(bob)


def test_over_days_nobody_is_replaced_for_being_away(here: Timed) -> None:
    ada, _ = two_players(here.url, time=DAYS)
    assert _error(ada.post("replace", absent=1)) == "422 has_days"


def test_a_move_that_came_in_time_is_not_lost_to_the_clock(here: Timed) -> None:
    """It reached the server before the deadline, and the database kept it waiting."""
    ada, _ = two_players(here.url, time=LIVE)
    view, tables = ada.view(), here.server.services.tables
    here.clock.at += 299
    context = CommandContext(Credentials((ada.secret,)), 0, view["version"], "late")
    came = play.move(tables, ada.table, context, view["choices"][0]["move"])
    here.clock.at += 30
    tables.writer.run(came)
    here.passes(0)
    assert here.left(ada)[0] == 11.0
    assert ada.view()["seats"][0]["kind"] == "human"


def test_what_breaks_in_the_middle_is_done_once_later(here: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process ends before the commit, or right after it: the next look finds what is to be done."""
    ada, _ = two_players(here.url, time=LIVE)
    here.passes(299)
    commit = WriterConnection.commit

    def broken(wire: WriterConnection) -> None:
        raise RuntimeError

    def committed(wire: WriterConnection) -> None:
        commit(wire)
        raise RuntimeError

    here.clock.at += 3
    for failing in (broken, committed):
        assert "!time 3" not in [line["text"] for line in ada.view()["log"]]
        with monkeypatch.context() as patched:
            patched.setattr(WriterConnection, "commit", failing)
            here.look()
    here.look()
    assert [line["text"] for line in ada.view()["log"]].count("!time 3") == 1


# ----- taking back -----


def test_a_take_back_gives_no_time_back(here: Timed) -> None:
    ada, bob = two_players(here.url, time=LIVE)
    here.passes(40)
    _plays(ada)
    here.passes(20)
    assert ada.post("takeback").status_code == 200
    assert bob.post("takeback", answer="yes").status_code == 200
    assert here.left(ada) == [270.0, 280.0]
    _plays(ada)
    assert here.left(ada) == [270.0, 280.0]  # its turn has had what it brings


# ----- lost connections -----


def test_a_lost_connection_counts_after_a_while(here: Timed) -> None:
    ada, bob = two_players(here.url, time=LIVE)
    page = _watching(here, ada)
    here.passes(10)
    _leaves(here, page)
    here.passes(3)
    assert times(bob.view())[0] == {
        "left": 290.0,
        "runs": True,
        "waits": 27.0,
        "vacation": None,
        "away": 0.0,
        "total": None,
    }
    here.passes(7)
    page = _watching(here, ada)
    here.look()
    here.passes(5)
    assert here.left(ada)[0] == 285.0
    _leaves(here, page)
    here.passes(25)
    assert here.left(ada)[0] == 280.0  # 30 s a turn: 10 s of them were used before
    _plays(ada)
    assert here.clocks(ada)[0].grace == 45.0


def test_who_is_away_when_the_turn_begins_has_the_same(here: Timed) -> None:
    ada, bob = two_players(here.url, time=LIVE)
    _leaves(here, _watching(here, bob))
    here.passes(100)
    _plays(ada)
    here.passes(3)
    assert times(ada.view())[1]["waits"] == 27.0
    _plays(bob)  # from elsewhere
    assert here.left(bob)[1] == 310.0


def test_reading_or_moving_without_a_page_ends_the_grace(here: Timed) -> None:
    """A stream that is closed at each turn, while the game is read by GET and played by POST, gains no time."""
    ada, bob = two_players(here.url, time={"base": 30})
    page = _watching(here, ada)
    thought = 0.0
    for _ in range(4):
        _leaves(here, page)
        here.passes(3)
        view = ada.view()
        here.look()
        here.passes(2)
        thought += 5
        assert ada.move(view["choices"][0]["move"], view["version"]).status_code == 200
        page = _watching(here, ada)
        _plays(bob)
    page.close()
    assert 30 - here.left(ada)[0] == pytest.approx(thought - 30 * clocks.GRACE_SHARE)


def test_the_grace_of_a_game_is_a_part_of_its_clock(here: Timed) -> None:
    ada, _ = two_players(here.url, time={"base": 40})
    page = _watching(here, ada)
    _leaves(here, page)
    here.passes(3)
    here.passes(8)
    assert here.left(ada)[0] == 39.0  # it stood still for 10 s
    assert here.clocks(ada)[0].grace == 0.0


def test_only_so_many_lost_connections_pause_a_clock(here: Timed) -> None:
    ada, bob = two_players(here.url, time={"base": 600})
    page = _watching(here, ada)
    for _ in range(clocks.MAX_PAUSES + 2):
        _leaves(here, page)
        here.passes(4)
        page = _watching(here, ada)
    page.close()
    assert here.clocks(ada)[0].pauses == 0
    assert here.left(ada)[0] == 600 - 2 * 4
    assert here.left(bob)[0] == here.left(ada)[0]


def _watching(here: Timed, player: Player) -> Listener:
    listener = Listener(player)
    wait_until(lambda: player.seat in here.server.services.hub.seats_online(player.table))
    here.look()
    return listener


def _leaves(here: Timed, page: Listener) -> None:
    page.close()
    wait_until(lambda: here.server.services.hub.streams == 0)
    here.look()


# ----- vacation -----


def test_vacation_stops_a_clock_over_days(here: Timed) -> None:
    ada, bob = two_players(here.url, time=DAYS)
    here.passes(DAY)
    assert ada.post("vacation", days=10, client_move_id="once").status_code == 200
    assert ada.post("vacation", days=10, client_move_id="once").status_code == 200
    assert times(bob.view())[0] == {
        "left": 2 * DAY, "runs": True, "waits": 10 * DAY, "vacation": 4, "away": 10 * DAY, "total": None,
    }  # fmt: skip
    here.passes(9 * DAY)
    assert _error(ada.post("vacation", days=6)) == "422 no_vacation"
    assert ada.post("vacation", days=0).status_code == 200
    assert times(ada.view())[0] == {
        "left": 2 * DAY, "runs": True, "waits": 0.0, "vacation": 5, "away": 0.0, "total": None,
    }  # fmt: skip
    assert bob.post("vacation", days=5).status_code == 200  # before the turn
    here.passes(60 * 59)
    assert bob.post("vacation", days=0).status_code == 200
    assert times(ada.view())[1]["vacation"] == 13  # a day that has begun is gone
    assert bob.post("vacation", days=5).status_code == 200
    _plays(ada)
    here.passes(6 * DAY)
    assert here.left(bob)[1] == 2 * DAY


def test_a_live_clock_knows_no_vacation(here: Timed) -> None:
    ada, _ = two_players(here.url, time=LIVE)
    assert _error(ada.post("vacation", days=1)) == "422 no_days"


# ----- the server stood still -----


def test_time_without_a_server_is_given_back(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db")
    with serve_timed(settings) as here:
        ada, bob = two_players(here.url, time=LIVE)
        here.passes(10)
        here.clock.at += 2
        clock = here.clock
    clock.at += 3600
    with serve_timed(settings, clock) as here:
        ada.client.base_url = bob.client.base_url = here.url
        assert here.left(ada) == [290.0, 300.0]  # as at the last beat, two seconds before
        here.passes(5)
        assert here.left(ada) == [285.0, 300.0]
        clock.at += 3600  # the machine slept
        here.look()
        assert here.left(ada) == [285.0, 300.0]
        _plays(ada)
        assert here.left(bob) == [295.0, 300.0]


def test_a_system_clock_set_back_while_the_server_was_down_stops_no_clock(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db")
    with serve_timed(settings) as here:
        ada, _ = two_players(here.url, time=LIVE)
        here.passes(10)
        clock = here.clock
    clock.at -= 7200
    with serve_timed(settings, clock) as here:
        ada.client.base_url = here.url
        assert here.left(ada) == [290.0, 300.0]
        here.passes(5)
        assert here.left(ada) == [285.0, 300.0]


# ----- what is asked for -----


@pytest.mark.parametrize(
    "wrong",
    [{}, {"base": 5}, {"base": 60, "days": 1}, {"days": 15}, {"base": 60, "increment": -1}, {"days": 1, "increment": 5}],
)  # fmt: skip
def test_what_is_no_clock_is_stated(here: Timed, wrong: dict[str, int]) -> None:
    body = {"title": "city_blocks", "seats": [me(), GREEDY], "time": wrong}
    refused = browser(here.url).client.post("/api/tables", json=body)
    assert _error(refused) == "422 time"
    assert "30–10800" in refused.json()["error"]["text"]


def test_a_rematch_has_the_same_clocks(here: Timed) -> None:
    ada, bob = two_players(here.url, time=LIVE | {"then": "loses"})
    here.passes(302)
    ada.post("rematch")
    again = bob.post("rematch").json()["id"]
    ada.table = again
    assert ada.view()["time"]["text"] == "5 min + 10 s"
    assert here.left(ada) == [300.0, 300.0]


def test_the_home_page_shows_what_is_left(here: Timed) -> None:
    ada, bob = two_players(here.url, time=DAYS)
    here.passes(DAY)
    summaries = [player.client.get(f"{player.path}/summary").json() for player in (ada, bob)]
    assert [clock_view["time"] for clock_view in summaries] == ["2 days left", "3 days per turn"]
    assert [clock_view["left"] for clock_view in summaries] == [2 * DAY, None]
