"""Provable chance: neither side can choose it, and everybody can draw it again from what the record says."""

from __future__ import annotations

import pytest

import quartier
from quartier import Dice, bots
from quartier.core.fairness import provably_fair
from quartier.core.fairness.provably_fair import (
    KEY,
    NONCES,
    TAKEN_BACK,
    Proof,
    proof_of,
)
from quartier.core.game.state import State

SECRET = "5" * 64
ADA, BEA = "a" * 32, "b" * 32


def play_with_losses(nonces: list[str], moves: int, lost: set[int]) -> State:
    """Some moves at a table where some draws were taken back."""
    game = quartier.load("city_blocks")
    state, player, dice, number = game.new(2, chance="manual"), bots.make("random", game), Dice(1), 0
    for _ in range(moves):
        while state.to_act() == {"*"}:
            if number not in lost:
                state.draw(provably_fair.dice_for(SECRET, nonces, number))
            number += 1
        seat = min(state.seats_to_act())
        state.play(seat, player.choose(state.concealed(seat), seat, dice))
    return state


def proof(nonces: list[str], lost: set[int], opened: bool = True) -> Proof:
    """What the record of such a game says."""
    result = proof_of(provably_fair.headers(SECRET, nonces, lost, opened))
    assert result is not None
    return result


@pytest.mark.parametrize("lost", [set(), {0, 7, 31}])
def test_all_draws_follow_from_key_nonces_and_their_number(lost: set[int]) -> None:
    nonces = [ADA, BEA]
    state = play_with_losses(nonces, 20, lost)
    message = proof(nonces, lost)
    assert message.is_kept
    assert message.first_departure(state) is None
    assert proof([ADA, "c" * 32], lost).first_departure(state) is not None
    assert proof(nonces, lost ^ {3}).first_departure(state) is not None


def test_a_promise_tells_nothing_and_holds() -> None:
    headers = provably_fair.headers(SECRET, [ADA, ""], set(), opened=False)
    assert SECRET not in str(headers)
    assert KEY not in headers
    assert TAKEN_BACK not in headers
    assert headers[NONCES] == f"{ADA} -"
    closed = proof_of(headers)
    assert closed is not None
    assert closed.nonces == (ADA, "")
    assert not closed.is_kept
    other = Proof(closed.commitment, closed.nonces, key="6" * 64)
    assert not other.is_kept


def test_other_games_promise_nothing() -> None:
    assert proof_of({}) is None
    with pytest.raises(ValueError, match="nonsense"):
        proof_of(provably_fair.headers(SECRET, [], set(), opened=True) | {TAKEN_BACK: "nonsense"})


def test_keys_cannot_be_foreseen() -> None:
    assert len({provably_fair.new_key() for _ in range(50)}) == 50
    assert {len(provably_fair.new_key()) for _ in range(5)} == {64}


def test_a_draw_does_not_depend_on_the_machine() -> None:
    """What was drawn once is checked for ever by the same numbers."""
    assert int(provably_fair.dice_for(SECRET, [ADA, BEA], 3).state[0]) == PINNED


PINNED = 8076605636782502060
