"""What a piece on offer is worth, against every use of it played by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quartier
from quartier.games.neue_heimat.rules.moves import legal
from quartier.games.neue_heimat.rules.scoring import row_points, score
from quartier.games.neue_heimat.rules.state import BIDDING, MAYOR, PERMIT, PLACING, ROOF, ROWS, Record
from quartier.games.neue_heimat.rules.turn import use
from quartier.games.neue_heimat.text.effects import Worth, worth


def by_the_rules(position: Any, seat: int) -> Worth:
    """The best use for a seat that has the piece: at once, and with all rows counted as finished."""

    def used(action: int | None) -> Worth:
        s: Record = Record.open(Record.copy_of(position))
        s.phase, s.bidder = PLACING, seat
        if action is not None:
            use(s, seat, action)
        return Worth(score(s, seat), sum(row_points(s, row, seat) for row in range(ROWS)))

    successor: Record = Record.open(Record.copy_of(position))
    successor.phase, successor.bidder = PLACING, seat
    actions: list[int] = [0] * 64
    before, values = used(None), [used(action) for action in actions[: legal(successor, seat, actions)]]
    return Worth(
        max(value.now for value in values) - before.now, max(value.then for value in values) - before.then
    )


@pytest.mark.slow
@pytest.mark.rules("NH-15", "NH-21", "NH-26", "NH-28")
def test_worth_is_what_the_best_use_brings() -> None:
    game, rng, kinds = quartier.load("neue_heimat"), random.Random(1), set()
    for number in range(8):
        state = game.new(seats=2 + number % 4, seed=number)
        while not state.over:
            s = state.open_record()
            if s.phase == BIDDING:
                kinds.add(min(s.piece, PERMIT) if s.piece < MAYOR else s.piece)
                for seat in range(state.seats):
                    assert worth(s, seat) == by_the_rules(state.array, seat), state.record()
            seat = min(state.seats_to_act())
            moves = state.moves(seat)
            state.play(seat, rng.choice([move for move in moves if not move.startswith("bid")] or moves))
    assert {MAYOR, ROOF, PERMIT} <= kinds


@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("en", "Best spot: −"),
        ("de", "Beste Stelle: jetzt −"),
    ],
)
def test_bids_and_answers_say_what_the_piece_brings(lang: str, message: str) -> None:
    state = quartier.load("neue_heimat").new(seats=3, seed=2)
    seat = next(iter(state.seats_to_act()))
    state.play(seat, "offer 1L")
    for choice in state.seen_by(next(iter(state.seats_to_act())), lang).choices():
        assert message in choice.gain.sentence


@pytest.mark.parametrize(("lang", "unit"), [("en", " point"), ("de", " Punkt")])
def test_a_loss_is_named_in_points(lang: str, unit: str) -> None:
    """A bare "−5" on a button would look like a price."""
    state = quartier.load("neue_heimat").new(seats=2, seed=2)
    rng, losses = random.Random(1), []
    while not state.over:
        seat = min(state.seats_to_act())
        gains = [choice.gain.amount for choice in state.seen_by(seat, lang).choices()]
        losses += [gain for gain in gains if gain.startswith("−")]
        state.play(seat, rng.choice(state.moves(seat)))
    assert losses
    assert all(unit in loss for loss in losses)
