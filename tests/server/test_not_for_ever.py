"""Taking back has an end where others wait: of asking again and again, and of moving and undoing for ever."""

from __future__ import annotations

from quartier.server.commands.authorization import SERVER
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain import undo
from quartier.server.domain.events import (
    AnswerTakeback,
    AskTakeback,
    Join,
    Undo,
)
from quartier.server.domain.table import empty
from quartier.server.domain.table_setup import TableSetup

from .harness import Player, Running, to_act, two_players


def _error(answer: object) -> str:
    return f"{answer.status_code} {answer.json()['error']['code']}"  # type: ignore[attr-defined]


def _players_after_move(server: Running) -> tuple[Player, Player]:
    """Who has just made a move that only the other can let go, and the other."""
    players = two_players(server.url)
    while True:
        turn = to_act(players)
        assert turn is not None
        mover, view = turn
        other = players[0] if mover is players[1] else players[1]
        mover.move(view["choices"][0]["move"], view["version"])
        if mover.view()["undo"] == "ask":
            return mover, other


def test_a_question_that_was_refused_is_not_asked_again(server: Running) -> None:
    mover, other = _players_after_move(server)
    assert mover.post("takeback").status_code == 200
    assert other.post("takeback", answer="no").status_code == 200
    assert mover.view()["undo"] is None
    assert _error(mover.post("takeback")) == "422 refused_before"


def _start_table() -> PendingChange:
    change = PendingChange(
        empty(TableSetup("tabletable", "gridlock", {}, (None, None), "2026-11-21")), SERVER
    )
    for seat, name in enumerate("AB"):
        change.add_control(seat, Join(name))
    change.resolve()
    return change


def _turns_it_about(change: PendingChange, seat: int, times: int) -> None:
    move = next(move for move in change.table.state.moves(seat) if move.startswith("cone"))
    for _ in range(times):
        change.play(seat, move)
        change.add_control(seat, Undo(change.table.version))
    change.play(seat, move)


def test_moving_and_undoing_has_an_end() -> None:
    change = _start_table()
    for _ in range(2):
        (seat,) = change.table.to_act()
        change.play(seat, change.table.state.moves(seat)[0])
        change.resolve()
    (seat,) = change.table.to_act()
    _turns_it_about(change, seat, undo.MAX_UNDONE - 1)
    assert undo.offers(change.table, seat, {seat}).tier == "free"
    change.add_control(seat, Undo(change.table.version))
    _turns_it_about(change, seat, 0)
    assert undo.offers(change.table, seat, {seat}).tier == "ask"
    assert undo.offers(change.table, seat, {0, 1}).tier == "free"  # alone at one device no one waits


def test_it_is_sent_over_the_line(server: Running) -> None:
    """Gridlock's players may take back what they have laid."""
    players = two_players(server.url, title="gridlock")
    player, move, version = _freely(players)
    for _ in range(undo.MAX_UNDONE):
        version = player.post("undo", version=version).json()["version"]
        version = player.move(move, version).json()["version"]
    refused = player.post("undo", version=version)
    assert _error(refused) == "422 undone_enough"
    assert str(undo.MAX_UNDONE) in refused.json()["error"]["text"]


def _freely(players: tuple[Player, Player]) -> tuple[Player, str, int]:
    """Somebody who has just made a move that they can take back freely, the move, and the version after it."""
    while True:
        turn = to_act(players)
        assert turn is not None
        player, view = turn
        move = view["choices"][0]["move"]
        version = player.move(move, view["version"]).json()["version"]
        if player.view()["undo"] == "free":
            return player, move, version


def test_nobody_asks_for_ever_without_an_answer() -> None:
    change = _start_table()
    (seat,) = change.table.to_act()
    change.play(seat, change.table.state.moves(seat)[0])
    change.resolve()
    start = undo.asked_from(change.table, seat)
    assert start is not None
    for number in range(undo.MAX_ASKED):
        assert undo.offers(change.table, seat, {seat}).tier == "ask"
        assert undo.questions(change.table, seat, start) == (number, False)
        change.add_control(seat, AskTakeback())
        change.table.settle_takeback()  # as the others' moves do
    assert undo.offers(change.table, seat, {seat}).tier is None
    assert undo.questions(change.table, seat, start) == (undo.MAX_ASKED, False)


def test_refusals_are_counted_over_a_game() -> None:
    change = _start_table()
    for _ in range(3):
        (seat,) = change.table.to_act()
        change.play(seat, change.table.state.moves(seat)[0])
        change.resolve()
        change.add_control(seat, AskTakeback())
        change.add_control(1 - seat, AnswerTakeback(yes=False))
    assert sum(undo.refusals(change.table, seat) for seat in (0, 1)) == 3
