"""Whole games against the slow reference, event by event, and the invariants that the rulebook proves."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.games.neue_heimat.rules.auction import anything_to_offer
from quartier.games.neue_heimat.rules.moves import OFFER, OFFER_ROOF
from quartier.games.neue_heimat.rules.state import (
    NOTHING_TO_OFFER,
    NOTHING_TO_ROOF,
    OFFERING,
    OVER,
    ROOF,
    ROOFS_PLACED,
    TURNING,
    TWO_ROWS,
)
from tests.games.neue_heimat.players import PLAYERS, Player, play_game
from tests.games.neue_heimat.reference import Town

pytestmark = pytest.mark.slow


def agree(state: State, town: Town) -> None:
    """The engine and the reference say the same about everything."""
    actor = town.actor()
    assert state.to_act() == ({actor} if actor is not None else set())
    view = state.view(None)
    for name, row in town.rows.items():
        row_view = view["rows"][name]
        assert row_view["limit"] == row.limit()
        assert row_view["houses"] == [
            {"cubes": building.cubes, "roof": building.roof or None} for building in row.houses
        ]
        assert row_view["permits"] == sorted(permit + "-+"[sign > 0] for permit, sign in row.permits.items())
        assert row_view["mayor"] == (town.mayor == name)
        assert row_view["finished"] == row.finished()
    assert view["display"] == town.display
    assert view["supply"] == town.special + ["roof"] * bool(town.roofs)
    assert view["colours"] == town.colours
    assert view["boxes"] == town.boxes
    assert [state.view(seat)["hands"][seat] for seat in range(state.seats)] == town.hands
    assert state.scores() == town.scores()


def follow(state: State) -> Town:
    """Play a recorded game in the reference too and compare after every event."""
    town = Town(state.seats)
    for index, (actor, move) in enumerate(state.events):
        earlier = state.at(index)
        agree(earlier, town)
        assert actor == town.actor()
        assert earlier.moves(actor) == town.moves()
        town.play(move)
    agree(state, town)
    return town


@pytest.mark.rules(
    "NH-7", "NH-9", "NH-10", "NH-12", "NH-16", "NH-17", "NH-18", "NH-20", "NH-22", "NH-24", "NH-25"
)
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_reference_agrees_event_by_event(player: Player) -> None:
    for seed in range(8):
        state = play_game(player, 1000 + seed)
        town = follow(state)
        assert town.actor() is None
        assert state.winners() == town.winners()
        assert state.seen_by(None, "en").log()[-1].text.endswith(town.reason)


@pytest.mark.rules("NH-26", "NH-27", "NH-28", "NH-29", "NH-30", "NH-31")
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_reference_agrees_about_the_end(player: Player) -> None:
    for seed in range(60):
        state = play_game(player, 2000 + seed)
        town = Town(state.seats)
        for event in state.events:
            town.play(event.move)
        agree(state, town)
        assert state.winners() == town.winners()


@pytest.mark.soak
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_reference_agrees_over_many_games(player: Player) -> None:
    for seed in range(1000):
        assert follow(play_game(player, 50_000 + seed)).actor() is None


# ----- invariants -----


class Counts:
    """What the invariants are about, counted in a game while it is played."""

    def __init__(self) -> None:
        self.turns = 0

    def look(self, state: State) -> None:
        """Called after every event: count turns, then check what holds in every position."""
        s = state.open_record()
        self.turns += state.past[-1].action in range(OFFER, OFFER_ROOF + 1)
        assert self.turns <= 46
        check_money(s)
        check_rows(s)
        check_pieces(s)
        assert s.phase != OFFERING or anything_to_offer(s)
        assert s.reason != NOTHING_TO_OFFER


def check_money(s: Any) -> None:
    """NH-6: cheques only change hands."""
    seats = range(s.players)
    assert sum(s.hand[seat] + s.box[seat] for seat in seats) == 12 * s.players
    assert all(s.hand[seat] >= 0 and s.box[seat] >= 0 for seat in seats)
    assert all(s.hand[seat] == s.box[seat] == 0 for seat in range(s.players, 5))


def check_rows(s: Any) -> None:
    """NH-2, NH-16, NH-17, NH-22, NH-23: limits, gaps, heights and fences."""
    for row in range(3):
        signs = [s.sign[i] * (i + 1) for i in range(3) if s.permit[i] == row]
        assert s.limit[row] == 4 + sum(signs)
        assert 1 <= s.limit[row] <= 9
        assert s.built[row] <= s.limit[row]
        for lot in range(10):
            check_house(s, row * 10 + lot, built=lot < s.built[row])


def check_house(s: Any, spot: int, built: bool) -> None:
    """A house has one to six cubes of different values, one behind a fence; a roof only where a house is."""
    cubes = [cube for cube in range(36) if s.cubes[spot] >> cube & 1]
    values = {cube % 6 for cube in cubes}
    assert bool(cubes) == built
    assert len(values) == len(cubes) <= (1 if spot in (0, 6, 12, 14, 21) else 6)
    assert 0 <= s.roof[spot] <= (6 if built else 0)


def check_pieces(s: Any) -> None:
    """NH-3, NH-4: every cube and every valued roof is in one place."""
    pieces = [s.display[row * 8 + i] for row in range(3) for i in range(s.left[row], s.right[row])][: s.laid]
    on_board = [cube for spot in range(30) for cube in range(36) if s.cubes[spot] >> cube & 1]
    on_offer = [s.piece] if 0 <= s.piece < 36 else []
    if s.laid == 24:
        assert len(set(pieces + on_board + on_offer)) == len(pieces + on_board + on_offer) == 24
    for value in range(1, 7):
        placed = sum(s.roof[spot] == value for spot in range(30))
        offered = s.phase not in (TURNING, OVER) and s.piece == ROOF and s.piece_roof == value
        assert placed + offered + s.roofs[value] == 2


@pytest.mark.rules("NH-2", "NH-6", "NH-17", "NH-23", "NH-27")
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_proved_invariants_hold_after_every_event(player: Player) -> None:
    for seed in range(16):
        play_game(player, 4000 + seed, Counts().look)


@pytest.mark.rules("NH-6", "NH-27")
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_hundreds_of_games_end_soon_and_never_for_want_of_a_piece(player: Player) -> None:
    for seed in range(300):
        s = play_game(player, 10_000 + seed).open_record()
        assert s.reason in (TWO_ROWS, ROOFS_PLACED, NOTHING_TO_ROOF)
        check_money(s)
        check_rows(s)


@pytest.mark.soak
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_proved_invariants_hold_over_many_games(player: Player) -> None:
    for seed in range(3000):
        play_game(player, 10**6 + seed, Counts().look)


# ----- Hypothesis drives -----


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_game_that_can_be_chosen_agrees_with_the_reference(data: Any) -> None:
    """Hypothesis chooses draws and moves; a failure shrinks to the shortest game that shows it."""
    seats = data.draw(st.integers(2, 5))
    state, town = load_compiled("neue_heimat").new(seats=seats, chance="manual"), Town(seats)
    free = data.draw(st.integers(25, 120))
    random = Random(data.draw(st.integers(0, 2**16)))
    while not state.over:
        (actor,) = state.to_act()
        moves = state.moves(actor)
        assert moves == town.moves()
        chosen = data.draw(st.sampled_from(moves)) if 25 <= len(state.past) < free else random.choice(moves)
        state.play(actor, chosen)
        town.play(chosen)
    agree(state, town)
    assert len(state.past) <= state.game.max_events
