"""Whole games: held to the slow reference event by event, bounded in length, the same in any order of passive players."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quartier import State
from quartier.conformance.games import load_compiled
from tests.games.block_city.reference import Round
from tests.games.block_city.table import STANDARD, sheet

pytestmark = pytest.mark.slow

GAME = load_compiled("block_city")
LABELS = {
    "parks": "Parks",
    "stores": "Stores",
    "public": "Public sets",
    "houses": "Houses",
    "filled": "Full city",
    "misses": "Misses",
}
CORNERS = ["P1 H1 H1 K1", "H2 K2 S1 K1", "H2 K2 F1 T1", "P2 P2 H3 S2"]
SHEETS = {
    "standard": STANDARD,
    "harbour": GAME.spec.boards.get("Hafenzeile").data["rows"],
    "small": CORNERS,
}
READINGS = ["highest", "lowest"]
WISHES = [
    {"surrounding": surrounding, "passive_miss": passive, "miss_spoils_store": spoils}
    for surrounding in READINGS
    for passive in (False, True)
    for spoils in (False, True)
]
"""Every mixture of options."""


def agree(state: State, slow: Round) -> None:
    """The engine and the reference say the same about everything."""
    assert state.to_act() == slow.actors()
    assert state.view(None)["sheets"] == slow.cities
    assert state.scores() == slow.scores()
    for seat, city in enumerate(slow.cities):
        points = {LABELS[name]: points for name, points in slow.sources(city).items() if points}
        assert dict(state.seen_by(None, "en").sources(seat)) == points


def choose(random: Random, state: State) -> tuple[str | int, str]:
    """A random event; writing is likelier than marking a miss or passing."""
    actor = random.choice(sorted(state.to_act(), key=str))
    moves = state.moves(actor)
    writings = [move for move in moves if move[0] != "X" and move != "pass"]
    return actor, random.choice(writings if writings and random.random() < 0.7 else moves)


def play_and_compare(seed: int, seats: int, rows: list[str], wishes: dict[str, Any]) -> State:
    """A random game, compared with the reference after every event."""
    random, slow = Random(seed), Round(rows, seats, **wishes)
    state = GAME.new(seats, chance="manual", board=sheet(*rows), **wishes)
    while not state.over:
        for actor in state.to_act():
            assert state.moves(actor) == slow.moves(actor)
        actor, move = choose(random, state)
        state.play(actor, move)
        slow.play(actor, move)
        agree(state, slow)
    assert state.winners() == slow.winners()
    return state


@pytest.mark.rules("BC-5", "BC-6", "BC-7", "BC-8", "BC-9", "BC-10", "BC-11", "BC-12")
@pytest.mark.parametrize("surrounding", READINGS)
@pytest.mark.parametrize("rows", SHEETS.values(), ids=SHEETS)
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_the_reference_agrees_event_by_event(rows: list[str], surrounding: str, seats: int) -> None:
    for seed in range(2):
        play_and_compare(seed, seats, rows, {"surrounding": surrounding})


@pytest.mark.rules("BC-10", "BC-16")
@pytest.mark.parametrize("wishes", WISHES, ids=str)
def test_the_reference_agrees_in_every_mixture_of_options(wishes: dict[str, Any]) -> None:
    for seats, rows in ((2, STANDARD), (3, CORNERS)):
        assert len(play_and_compare(7, seats, rows, wishes).past) <= GAME.max_events


@pytest.mark.soak
@pytest.mark.parametrize("wishes", WISHES, ids=str)
@pytest.mark.parametrize("rows", SHEETS.values(), ids=SHEETS)
def test_the_reference_agrees_over_many_games(rows: list[str], wishes: dict[str, Any]) -> None:
    for seed in range(100):
        play_and_compare(1000 + seed, 1 + seed % 6, rows, wishes)


def turns(state: State) -> int:
    """How often the dice were rolled."""
    return sum(event.move.startswith("roll") for event in state.events)


def slowest(seats: int, rows: list[str], **wishes: Any) -> State:
    """The longest game: passive players always pass, the active one marks a miss."""
    state = GAME.new(seats, chance="manual", board=sheet(*rows), **wishes)
    while not state.over:
        for actor in sorted(state.to_act(), key=str):
            moves = state.moves(actor)
            state.play(actor, "pass" if "pass" in moves else moves[-1])
    return state


@pytest.mark.rules("BC-2", "BC-12")
@pytest.mark.parametrize("rows", SHEETS.values(), ids=SHEETS)
@pytest.mark.parametrize("seats", range(1, 7))
def test_the_bound_on_the_length_is_exact(rows: list[str], seats: int) -> None:
    """A sheet of N buildings and n players: (N - 2) n + 1 turns."""
    state, buildings = slowest(seats, rows), len({name for row in rows for name in row.split()})
    assert turns(state) == (buildings - 2) * seats + 1
    assert len(state.past) == seats + 1 + turns(state) * (seats + 1) <= GAME.max_events


@pytest.mark.rules("BC-10", "BC-12")
def test_passive_misses_make_no_game_longer() -> None:
    """Whoever passes all the same plays the longest game: the bound stays."""
    state = slowest(2, CORNERS, passive_miss=True)
    assert len(state.past) == len(slowest(2, CORNERS).past)


@pytest.mark.rules("BC-2")
def test_a_game_alone_has_35_turns_and_one_winner() -> None:
    state = slowest(1, STANDARD)
    assert turns(state) == 35
    assert state.winners() == [0]
    assert "first 0" in [event.move for event in state.events]


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_game_that_can_be_chosen_agrees_with_the_reference(data: Any) -> None:
    """Hypothesis chooses everything; a failure shrinks to the shortest game that shows it."""
    rows = data.draw(st.sampled_from(list(SHEETS.values())))
    seats, wishes = data.draw(st.integers(1, 6)), data.draw(st.sampled_from(WISHES))
    state = GAME.new(seats, chance="manual", board=sheet(*rows), **wishes)
    slow = Round(rows, seats, **wishes)
    for _ in range(data.draw(st.integers(0, 40))):
        if state.over:
            break
        actor = data.draw(st.sampled_from(sorted(state.to_act(), key=str)))
        moves = state.moves(actor)
        assert moves == slow.moves(actor)
        move = data.draw(st.sampled_from(moves))
        state.play(actor, move)
        slow.play(actor, move)
    agree(state, slow)


@pytest.mark.rules("BC-10", "BC-3")
@given(seed=st.integers(0, 2**16), order=st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_of_those_who_act_together_changes_nothing(seed: int, order: Random) -> None:
    """The same moves in another order within each turn: the same bytes, and still legal."""
    random, one = Random(seed), GAME.new(4, chance="manual")
    other = one.copy()
    while not one.over:
        actors = list(one.to_act())
        decided = {actor: choose_for(random, one, actor) for actor in actors}
        for actor in actors:
            one.play(actor, decided[actor])
        order.shuffle(actors)
        for actor in actors:
            other.play(actor, decided[actor])
        assert one.to_bytes() == other.to_bytes()
    assert one.scores() == other.scores()


def choose_for(random: Random, state: State, actor: str | int) -> str:
    """A random move of one actor."""
    return random.choice(state.moves(actor))


@pytest.mark.rules("BC-20")
def test_everyone_knows_everything() -> None:
    state = GAME.new(3, seed=4)
    for seat in (0, 1, 2):
        state.play(seat, "1@H05")
    for viewer in (None, 0, 1, 2):
        assert state.concealed(viewer).to_bytes() == state.to_bytes()
        assert state.record(viewer) == state.record()
        assert state.view(viewer) | {"concealed": None} == state.view(None) | {"concealed": None}
