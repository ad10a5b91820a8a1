"""Whole games in every mixture of variants: roads against a slow reference, and what must always hold."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quartier
from quartier import Dice, State
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import step
from quartier.games.gridlock.rules import tiles
from quartier.games.gridlock.rules.scoring import score
from quartier.games.gridlock.rules.spaces import size, within
from quartier.games.gridlock.rules.state import CONES
from quartier.lab import loops
from tests.games.gridlock.reference import Map
from tests.games.gridlock.table import stops

pytestmark = pytest.mark.slow

GAME = load_compiled("gridlock")
TRIPS = [{}, {"short_trip": True}, {"short_trip": True, "short_trip_cones": True}]
SETUPS = st.fixed_dictionaries(
    {
        "seats": st.integers(2, 4),
        "board": st.sampled_from(["Boston", "Lindenford"]),
        "cards": st.sampled_from([4, 5, 6, 7]),
        "colours": st.sampled_from(["rgby", "by", "ygr", "gyrb", "br"]),
        "turn_limit": st.sampled_from([5, 10]),
        "trip": st.sampled_from(TRIPS),
        **{name: st.booleans() for name in ("congestion", "traffic", "specials", "last_turns")},
    }
).map(
    lambda positions: {
        **{name: wish for name, wish in positions.items() if name != "trip"},
        **positions["trip"],
    }
)


def hasty(state: State, random: Random, dice: Dice) -> None:
    """One event; a seat drives if it can more often than not, so that games get somewhere."""
    if state.to_act() == {"*"}:
        state.draw(dice)
        return
    (seat,) = state.to_act()
    drives = [move for move in state.moves(seat) if move.startswith("stop")]
    if drives and random.random() < 0.6:
        state.play(seat, random.choice(drives))
    else:
        step(state, dice)


def whole(setup: dict[str, Any], seed: int) -> State:
    random, dice = Random(seed), Dice(seed)
    state = GAME.new(chance="manual", **setup)
    while not state.over:
        hasty(state, random, dice)
        assert_sound(state)
    return state


def assert_sound(state: State) -> None:
    """No tile is lost, sets agree with each other, hands are in order, and nobody has more than all cards."""
    s = state.open_record()
    on_board = [s.tile[space] for space in range(s.spaces) if s.tile[space] >= 0]
    assert len(on_board) + sum(s.held[: s.players]) + s.stock + sum(s.discard) == tiles.TILES
    assert sum(s.pile) == s.stock
    for space in range(s.spaces):
        assert within(s.empty[0], s.empty[1], space) == (s.terrain[space] == 0 and s.tile[space] < 0)
        if s.tile[space] >= 0:
            assert tiles.CANONICAL[s.exits[space]] == tiles.MASKS[s.tile[space]]
    for seat in range(s.players):
        assert s.hand[seat, 0] >= s.hand[seat, 1]
        assert int(s.goals[seat]).bit_count() == s.secret[seat]
        assert not s.goals[seat] & (s.opened[seat] | s.refuted[seat])
        assert score(s, seat) <= s.cards
    no_cones = state.options["short_trip"] and not state.options["short_trip_cones"]
    assert size(s.cone[0], s.cone[1]) <= (0 if no_cones else CONES)


@pytest.mark.rules(
    "GL-1", "GL-9", "GL-15", "GL-16", "GL-17", "GL-19", "GL-20", "GL-22", "GL-25", "GL-26", "GL-27"
)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(SETUPS, st.integers(0, 2**32))
def test_whole_games_follow_the_reference(setup: dict[str, Any], seed: int) -> None:
    state = whole(setup, seed)
    assert quartier.replay(state.record()) == state
    random = Random(seed)
    for index in random.sample(range(len(state.past)), min(25, len(state.past))):
        earlier = state.at(index)
        for seat in earlier.to_act() - {"*"}:
            expected_stops = stops(earlier, int(seat))
            if earlier.view(None)["phase"] == "turn" and earlier.view(None)["mode"] != "build":
                spaces = earlier.board.data["spaces"]
                assert expected_stops == Map(spaces, earlier.view(None), int(seat)).stops(), repr(earlier)
            else:
                assert not expected_stops


@pytest.mark.rules("GL-22")
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(SETUPS, st.integers(0, 2**32))
def test_anyone_who_is_first_wins_and_nobody_else(setup: dict[str, Any], seed: int) -> None:
    state = whole({**setup, "cards": 4, "turn_limit": 30, "board": "Lindenford"}, seed)
    full = [seat for seat in range(state.seats) if state.scores()[seat] == 4]
    if not full:
        assert state.winners() == [
            seat for seat in range(state.seats) if state.scores()[seat] == max(state.scores())
        ]
        return
    (winner,) = state.winners()
    first = next(index for index, past in enumerate(state.past) if state.at(index + 1).scores()[winner] == 4)
    assert state.past[first].actor == winner
    assert max(state.at(first).scores()) < 4
    turns = {past.actor for past in state.past[first + 1 :] if past.actor >= 0}
    assert turns == (set(range(state.seats)) - {winner} if setup["last_turns"] else set())


@pytest.mark.rules("GL-4", "GL-12", "GL-15")
def test_thousands_of_random_games_lose_no_tile() -> None:
    """Compiled play-outs; the last position of each is looked at."""
    start = GAME.new(3, chance="manual", turn_limit=20)
    rng, board = Dice(3).state, start.array.copy()
    out, weights = start.buffers()
    for _ in range(2000):
        GAME.bound(loops).playouts(board, start.array, 1, rng, out, weights, np.zeros(2, np.int64))
        state_array = board[0]
        on_board = int((state_array["tile"] >= 0).sum())
        assert (
            on_board
            + int(state_array["held"].sum())
            + int(state_array["pile"].sum())
            + int(state_array["discard"].sum())
            == 64
        )
        assert int(state_array["turns"]) <= 60
        counts = state_array["pile"] + state_array["discard"]
        for kind in range(tiles.KINDS):
            held_count = int((state_array["hand"] == kind).sum())
            assert counts[kind] + held_count + int((state_array["tile"] == kind).sum()) == tiles.COUNTS[kind]


def test_stubborn_play_never_ends_without_a_limit_and_always_with_one() -> None:
    for limit, ends in ((0, False), (5, True)):
        state = GAME.new(2, seed=1, turn_limit=limit)
        for _ in range(300):
            if state.over:
                break
            (seat,) = state.to_act()
            state.play(seat, "end" if "end" in state.moves(seat) else state.moves(seat)[0])
        assert state.over == ends


def test_the_evaluation_of_a_position_leaves_no_trace() -> None:
    for seed in range(20):
        state = GAME.new(2, seed=seed, specials=True)
        before = state.to_bytes()
        values = {
            GAME.kernels.evaluate_at(state.concealed(0).array, 0),
            GAME.kernels.evaluate_at(state.array, 0),
        }
        assert len(values) == 1, "it uses what the seat knows"
        assert state.to_bytes() == before
