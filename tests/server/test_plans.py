"""Conditional moves: what may be planned, when the answers are played, and that no other player notices."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import quartier
from quartier.core.engine.dice import Dice
from quartier.server.domain.clocks import DAY
from quartier.server.domain.table import replay_events
from quartier.server.storage import planned_moves
from quartier.server.storage.moderation.game_deletion import remove_table

from .harness import FRIEND, Player, browser, me, open_table, quiet, to_act, two_players
from .hosting import with_account
from .timing import DAYS, LIVE, Timed, serve_timed


@pytest.fixture(autouse=True)
def _same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def _pair(here: Timed, title: str = "metromania") -> tuple[Player, Player]:
    """Who is to move, and who waits."""
    players = two_players(here.url, title=title, time=DAYS, automatic=False)
    turn = to_act(players)
    assert turn is not None
    return turn[0], players[players[0] is turn[0]]


def _position(waiting: Player, *moves: str) -> dict[str, Any]:
    body = {"seat": waiting.seat, "version": waiting.view()["version"], "moves": list(moves)}
    answer = waiting.client.post(f"{waiting.path}/plan/position", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def _plan(waiting: Player, *lines: list[str], **changes: Any) -> httpx.Response:
    body = {"seat": waiting.seat, "version": waiting.view()["version"], "lines": list(lines)} | changes
    return waiting.client.post(f"{waiting.path}/plan", json=body)


def _lines_of(waiting: Player) -> list[list[str]]:
    answer = waiting.client.get(f"{waiting.path}/plan", params={"seat": waiting.seat})
    assert answer.status_code == 200, answer.text
    return [[step["move"] for step in line] for line in answer.json()["lines"]]


def _rows_of(here: Timed, player: Player) -> dict[int, Any]:
    with here.server.services.database.read() as connection:
        return planned_moves.find(connection, player.table)


def _line(waiting: Player, turns: int = 1, pick: int = 0) -> list[str]:
    """A line to the end of the waiting seat's turn number `turns`; each move is the one offered at place `pick`."""
    line: list[str] = []
    own, was_own = 0, False
    while True:
        position = _position(waiting, *line)
        is_own = position["actor"] == waiting.seat
        own += was_own and not is_own
        if position["actor"] is None or own == turns:
            return line
        was_own = is_own
        line.append(position["moves"][pick if not line else 0]["move"])


def _error(answer: httpx.Response) -> str:
    return f"{answer.status_code} {answer.json()['error']['code']}"


def _play(player: Player, move: str) -> dict[str, Any]:
    answer = player.move(move, player.view()["version"])
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def _log(player: Player) -> list[tuple[int, str]]:
    lines = player.view()["log"]
    return [
        (line["actor"], line["text"]) for line in lines if line["actor"] != "*" and line["text"][0] != "!"
    ]


def test_an_expected_move_is_answered_at_once(here: Timed) -> None:
    mover, waiting = _pair(here)
    assert (mover.view()["plans"], waiting.view()["plans"], browser_view(here, waiting)["plans"]) == (
        True,
        True,
        False,
    )
    line = _line(waiting, turns=2)
    before = here.left(waiting)
    saved = _plan(waiting, line)
    assert saved.status_code == 200, saved.text
    steps = saved.json()["lines"][0]
    assert [step["move"] for step in steps] == line == _lines_of(waiting)[0]
    assert {step["seat"] for step in steps} == {0, 1}
    assert all(step["label"] and step["name"] in ("Ada", "Bob") for step in steps)
    for step in steps:
        if step["yours"]:
            continue
        here.passes(DAY)
        answer = _play(mover, step["move"])
        assert [event["text"] for event in answer["events"]] == [
            step["move"]
        ]  # the answer is an event of its own
    assert [move for _, move in _log(mover)[-len(line) :]] == line
    assert _log(mover) == _log(waiting)
    assert here.left(waiting)[waiting.seat] == before[waiting.seat]
    assert _rows_of(here, waiting) == {}
    row, table = here.server.services.tables.load(waiting.table)
    assert replay_events(row.setup, [entry.row for entry in table.entries]) == table
    commands = [entry.row.command for entry in table.entries if entry.row.actor == waiting.seat]
    assert any(command and command.startswith(f"plan:{waiting.seat}:") for command in commands)
    for player in (mover, waiting):
        for line_shown in player.view(lang="en")["log"]:
            is_marked = line_shown["line"].endswith("(planned ahead)")
            command = table.entries[line_shown["seq"] - 1].row.command or ""
            assert is_marked == (player is waiting and command.startswith("plan:"))


def browser_view(here: Timed, player: Player) -> dict[str, Any]:
    """The table as a spectator sees it."""
    spectator = browser(here.url)
    spectator.table = player.table
    return spectator.view()


def test_another_move_ends_the_lines_that_did_not_expect_it(here: Timed) -> None:
    """In Metromania a turn has several moves."""
    mover, waiting = _pair(here)
    first, second = _line(waiting), _line(waiting, pick=1)
    assert first[0] != second[0]
    assert _plan(waiting, first, second).status_code == 200
    _play(mover, second[0])
    assert _lines_of(waiting) == [second[1:]]
    others = [choice["move"] for choice in mover.view()["choices"] if choice["move"] != second[1]]
    _play(mover, others[0])
    assert _rows_of(here, waiting) == {}
    while not waiting.view()["turn"]["yours"]:
        _play(mover, mover.view()["choices"][0]["move"])
    assert {seat for seat, _ in _log(mover)} == {mover.seat}  # nothing was answered


def test_hidden_tiles_and_draws_that_one_does_not_see_are_no_obstacle(here: Timed) -> None:
    """City Blocks: the opponent plays from a hidden hand and draws; one's own draw ends the line."""
    mover, waiting = _pair(here, "city_blocks")
    offered = {move["move"] for move in _position(waiting)["moves"]}
    real = [choice["move"] for choice in mover.view()["choices"]]
    expected = next(move for move in real if move in offered)
    assert offered - set(real), "what the opponent holds shows in what may be planned"
    line = [expected]
    while (position := _position(waiting, *line))["actor"] is not None:
        line.append(position["moves"][0]["move"])
    assert position["moves"] == []
    assert _error(_plan(waiting, [*line, line[0]])) == "422 plan_ends"
    assert _plan(waiting, line).status_code == 200
    _play(mover, expected)
    own = [step[1] for step in _log(waiting) if step[0] == waiting.seat]
    assert own
    assert own == [move for move in line if move in own]


def test_nobody_else_learns_of_a_plan(here: Timed) -> None:
    mover, waiting = _pair(here)
    before_planning = [
        (player.view(), player.client.get(f"{player.path}/record").text) for player in (mover, waiting)
    ]
    watched = browser_view(here, mover)
    assert _plan(waiting, _line(waiting)).status_code == 200
    assert [
        (player.view(), player.client.get(f"{player.path}/record").text) for player in (mover, waiting)
    ] == before_planning
    assert browser_view(here, mover) == watched
    for stranger in (mover, browser(here.url)):
        answer = stranger.client.get(f"{waiting.path}/plan", params={"seat": waiting.seat})
        assert _error(answer) == "403 no_seat"
        body = {"seat": waiting.seat, "version": 1, "lines": []}
        assert _error(stranger.client.post(f"{waiting.path}/plan", json=body)) == "403 no_seat"
        body = {"seat": waiting.seat, "version": 1, "moves": []}
        assert _error(stranger.client.post(f"{waiting.path}/plan/position", json=body)) == "403 no_seat"
    assert len(_lines_of(waiting)) == 1


def test_what_cannot_be_planned_is_refused(here: Timed) -> None:
    mover, waiting = _pair(here)
    line = _line(waiting)
    assert _error(_plan(waiting, line, version=0)) == "409 stale"
    assert _error(_plan(waiting, ["nonsense"])) == "422 illegal"
    assert _error(_plan(waiting, line[:1] * 2)) == "422 illegal"
    assert _plan(waiting, *[line] * 11).status_code == 422  # too many
    assert _plan(waiting, line * 31).status_code == 422  # too long
    assert _error(_plan(waiting, [])) == "422 no_answer"
    own = next(
        index for index in range(len(line)) if _position(waiting, *line[:index])["actor"] == waiting.seat
    )
    assert _error(_plan(waiting, line[:own])) == "422 no_answer"
    other = _position(waiting, *line[:own])["moves"][1]["move"]
    assert _error(_plan(waiting, line, [*line[:own], other])) == "422 two_answers"
    assert _error(_plan(mover, [])) == "422 your_turn"
    assert _rows_of(here, waiting) == {}
    assert _plan(waiting, line, line).status_code == 200
    assert _lines_of(waiting) == [line[: len(_lines_of(waiting)[0])]]  # once
    assert _plan(waiting).status_code == 200  # nothing any more
    assert _rows_of(here, waiting) == {}
    for title, time in (("metromania", LIVE), ("metromania", None), ("block_city", DAYS)):
        players = two_players(here.url, title=title, time=time)
        turn = to_act(players)
        assert turn is not None
        idle = players[players[0] is turn[0]]
        assert not idle.view()["plans"]
        assert _error(_plan(idle)) == "422 no_plans"


def test_a_takeback_of_ones_own_move_and_the_end_clear_a_plan(here: Timed) -> None:
    """Otherwise the move that was taken back would be played again immediately."""
    mover, waiting = _pair(here)
    steps = _plan(waiting, _line(waiting, turns=2)).json()["lines"][0]
    for step in steps[: next(index for index, step in enumerate(steps) if step["yours"])]:
        _play(mover, step["move"])
    assert _lines_of(waiting)
    assert waiting.post("takeback").status_code == 200
    assert mover.post("takeback", answer="yes").status_code == 200
    assert _rows_of(here, waiting) == {}
    turn = to_act((mover, waiting))
    assert turn is not None
    idle = waiting if turn[0] is mover else mover
    assert _plan(idle, _line(idle)).status_code == 200
    assert turn[0].post("resign").status_code == 200
    assert _rows_of(here, idle) == {}
    assert not idle.view()["plans"]


def test_an_undone_move_is_expected_again(here: Timed) -> None:
    """In Metromania a turn has several moves. What another line expected is gone, as it was before the undo."""
    mover, waiting = _pair(here)
    line = _line(waiting)
    assert line[1:]
    assert _plan(waiting, line).status_code == 200
    _play(mover, line[0])
    assert _lines_of(waiting) == [line[1:]]
    version = mover.view()["version"]
    assert mover.post("undo", version=version).status_code == 200
    assert _lines_of(waiting) == [line]
    _play(mover, line[0])
    assert _lines_of(waiting) == [line[1:]]


def test_the_export_of_an_account_has_its_plans(here: Timed) -> None:
    mover, waiting = _pair(here)
    for player, name in ((mover, "Mover"), (waiting, "Waiting")):
        with_account(here.server, name, player)
    line = _line(waiting)
    assert _plan(waiting, line).status_code == 200
    exports = [player.client.get("/api/account/export").json() for player in (mover, waiting)]
    plans = [export["games"][0]["plans"] for export in exports]
    assert plans[0] == {}
    assert [[move for _, move in steps] for steps in plans[1][str(waiting.seat)]] == [line]


def test_a_table_and_its_plans_are_deleted_together(here: Timed) -> None:
    _, waiting = _pair(here)
    assert _plan(waiting, _line(waiting)).status_code == 200
    assert set(_rows_of(here, waiting)) == {waiting.seat}
    with here.server.services.database.write() as connection:
        assert remove_table(connection, waiting.table)
    assert _rows_of(here, waiting) == {}


@pytest.mark.parametrize("title", ["city_blocks", "gridlock", "metromania"])
def test_which_titles_allow_it(title: str) -> None:
    assert quartier.load(title).spec.plans_ahead


def test_three_at_a_table(here: Timed) -> None:
    """Between one's turns others move: a line goes through the moves of both."""
    players = [open_table(here.url, me("Ada"), FRIEND, FRIEND, title="gridlock", time=DAYS)]
    for seat, name in ((1, "Bob"), (2, "Cem")):
        players.append(browser(here.url))
        players[-1].join(players[0].table, players[0].invites[seat], name)
    actor = players[0].view()["turn"]["actors"][0]
    last = players[actor - 1]
    position = _position(last)
    assert position["actor"] == actor
    assert position["moves"]
