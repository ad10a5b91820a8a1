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
from quartier.games.neue_heimat.text.bids import Worth, worth
from tests.games.neue_heimat.table import Table


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
        ("en", "If you get it: −"),
        ("de", "Bekommst du das: jetzt −"),
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


def sentence(table: Table, move: str) -> str:
    """What a move brings, as it is said before it is played."""
    view = table.state.seen_by(int(table.seat), "en")
    return next(choice.gain.sentence for choice in view.choices() if choice.move == move)


@pytest.mark.rules("NH-12", "NH-14")
def test_a_bid_that_no_one_can_top_and_a_pass_say_what_follows() -> None:
    table = Table("W5 W4 W3")
    table.use("W5", "put A1", bids={1: 10}, keep=True)
    table.use("W4", "put A2")
    table.offer("W3")  # the auctioneer has 2 left
    assert sentence(table, "bid 2").startswith("You pay, or the auctioneer keeps it and pays you. ")
    assert sentence(table, "bid 3").startswith("It’s yours: no one can beat this bid. ")
    assert sentence(table, "pass").startswith("If no one bids, the auctioneer gets it for free. ")
    hidden = Table("W5", seats=3, show_money=False)
    hidden.offer("W5")
    assert "no one can beat this bid" not in sentence(hidden, "bid 12")
    hidden.move("bid 4")
    assert sentence(hidden, "pass").startswith("You pay nothing. ")


@pytest.mark.rules("NH-13")
def test_selling_and_keeping_say_what_they_leave_in_hand() -> None:
    table = Table("W5")
    table.offer("W5")
    table.move("bid 4")
    assert "16 million" in sentence(table, "sell")
    assert "8 million" in sentence(table, "keep")


@pytest.mark.rules("NH-20", "NH-29")
def test_a_move_says_what_it_scores_or_costs_others() -> None:
    table = Table("W5 R3")
    table.use("W5", "put B1", bids={1: 2})
    table.auction("roof 4", bids={0: 1})
    assert "Your opponent: −4 points." in sentence(table, "put B1")
    three = Table("W5 R3", seats=3)
    three.use("W5", "put B1", bids={1: 2})
    three.auction("roof 4", bids={0: 1})
    assert "Triangle: −4 points." in sentence(three, "put B1")
