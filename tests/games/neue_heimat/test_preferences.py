"""What the network says of all bids at once is what it says of the position after each, however the auction goes on."""

from __future__ import annotations

import pytest

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.conformance.suite.networks import any_net, worth_of_moves
from quartier.games.neue_heimat.rules.state import BIDDING, DECIDING, PLACING


def follows(state: State, seat: int, move: str) -> tuple[str, bool]:
    """How an auction goes on after a bid, and whether somebody has paid."""
    after = state.copy()
    hands = list(state.open_record().hand)
    after.play(seat, move)
    phase = {BIDDING: "on", DECIDING: "decide", PLACING: "place"}[int(after.open_record().phase)]
    return phase, list(after.open_record().hand) != hands


@pytest.mark.slow
@pytest.mark.rules("NH-12", "NH-13", "NH-14")
@pytest.mark.parametrize("show_money", [True, False])
def test_bids_are_worth_what_each_is_alone(show_money: bool) -> None:
    game, worths, chosen = load_compiled("neue_heimat"), set(), 0
    net = any_net(game)
    for number in range(8):
        state = game.new(seats=2 + number % 4, seed=number, show_money=show_money)
        while not state.over:
            seat = min(state.seats_to_act())
            moves = state.moves(seat)
            if state.open_record().phase == BIDDING:
                worths |= {follows(state, seat, move) for move in moves}
                together, alone = worth_of_moves(state.concealed(seat), seat, net)
                assert together == alone, state.record()
            chosen += 1
            state.play(seat, moves[chosen * 7919 % len(moves)])
    assert worths == {("on", False), ("decide", False), ("place", True), ("place", False)}
