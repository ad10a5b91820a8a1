"""GL-6 to GL-8, GL-23: starts, cards, tiles, the first player and the first round."""

import pytest

import quartier
from quartier.conformance.games import load_compiled
from quartier.games.gridlock.rules.roads import congested_spaces
from tests.games.gridlock.table import GOALS, dealt, hand, play, refusal, table, verbs

GAME = load_compiled("gridlock")


@pytest.mark.rules("GL-6")
def test_equal_starts_are_drawn_again_by_those_of_this_round() -> None:
    state = GAME.new(4, chance="manual")
    for name in ("MIT", "Harvard", "MIT", "Aquarium"):
        assert len(state.moves("*")) == 12
        state.play("*", f"start {name}")
    assert state.view(None)["starts"] == [None, "Harvard", None, "Aquarium"]
    # Seat 0 draws what seat 1 holds: seat 1 stands, seat 0 draws once more, from all twelve again.
    state.play("*", "start Harvard")
    state.play("*", "start North End")
    assert state.view(None)["starts"] == [None, "Harvard", "North End", "Aquarium"]
    assert len(state.moves("*")) == 12
    assert "redraw" in state.seen_by(None, "en").log()[-1].text
    state.play("*", "start MIT")
    assert state.view(None)["starts"] == ["MIT", "Harvard", "North End", "Aquarium"]
    assert state.view(None)["cars"] == ["3,0", "0,3", "10,1", "10,7"]
    assert state.scores() == [1, 1, 1, 1]


@pytest.mark.rules("GL-7")
def test_five_cards_and_two_tiles_are_dealt_seat_by_seat() -> None:
    state = dealt(3)
    moves = [event.move.split()[0] for event in state.events]
    assert moves == ["start"] * 3 + ["goal"] * 15 + ["tile"] * 6 + ["first"]
    assert state.view(1)["goals"] == sorted(GOALS[:5], key=GOALS.index)
    assert state.view(None)["pile_size"] == 64 - 6
    fresh = GAME.new(chance="manual")
    for name in ("MIT", "Harvard"):
        fresh.play("*", f"start {name}")
    assert "goal MIT" not in fresh.moves("*")
    fresh.play("*", "goal Harvard")
    assert refusal(fresh, -1, "goal Harvard") == "GL-7"


@pytest.mark.rules("GL-8", "GL-15")
def test_in_the_first_round_everyone_lays_one_tile() -> None:
    state = dealt(3, first=1, hands={1: ("13", "9")})
    assert state.to_act() == {1}
    assert verbs(state, 1) == {"lay"}
    assert len(state.moves(1)) == 67 * (6 + 3)
    assert refusal(state, 1, "end") == refusal(state, 1, "cone 4,7") == "GL-8"
    state.play(1, "lay 13@4,7=26")
    assert state.to_act() == {"*"}
    state.play("*", "tile 63")
    assert sorted(hand(state, 1)) == ["63", "9"]
    play(state, "lay 5@4,5=5", "lay 5@4,9=5")
    assert state.to_act() == {1}
    assert {"lay", "turn", "remove", "cone", "end"} <= verbs(state, 1)


@pytest.mark.rules("GL-23")
@pytest.mark.parametrize("cards", [4, 6, 7])
def test_the_start_counts_among_the_cards(cards: int) -> None:
    state = dealt(cards=cards)
    assert state.view(0)["goals_left"] == [cards - 1] * 2
    assert len(state.view(0)["goals"]) == cards - 1
    assert state.scores() == [1, 1]


@pytest.mark.rules("GL-23", "GL-25")
def test_with_seven_cards_the_start_has_no_cube() -> None:
    """Congestion counts cubes: a second visitor jams the other's start only if there was a cube on it."""
    roads = {"0,5": ("9", 9)}
    goals = {0: ("Aquarium", *GOALS[:5]), 1: ("Harvard", *GOALS[:5])}
    for cards, jammed in ((6, True), (7, False)):
        state = table(roads, goals=goals, congestion=True, cards=cards)
        s = state.open_record()
        harvard = 1 << s.sight[0]
        s.opened[1] |= harvard
        s.goals[1] &= ~harvard
        low, _ = congested_spaces(s)
        assert bool(low) == jammed


@pytest.mark.rules("GL-5")
@pytest.mark.parametrize(("colours", "looks"), [("rgby", [1, 2]), ("by", [0, 3])])
def test_seats_look_like_their_cars_everywhere(colours: str, looks: list[int]) -> None:
    state = quartier.load("gridlock").new(seats=2, seed=1, colours=colours)
    assert state.looks() == looks
    assert all(f"seat-{look}" in state.parts(None, "en")["board"] for look in looks)
