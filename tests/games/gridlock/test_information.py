"""GL-28: who knows what, and how likely the rest is."""

from collections import Counter

import pytest

from quartier import Dice, State
from quartier.conformance.chi_square import fits
from quartier.games.gridlock.rules import tiles
from quartier.games.gridlock.rules.state import HAND
from tests.games.gridlock.table import GOALS, dealt, hand, play, table

TRIALS = 4000


@pytest.mark.rules("GL-28")
def test_cards_and_tiles_are_seen_by_anyone_who_draws_them() -> None:
    state = dealt(3)
    for index, event in enumerate(state.events):
        verb = event.move.split()[0]
        drawer = (index - 3) // 5 if verb == "goal" else (index - 18) // 2
        for viewer in (None, 0, 1, 2):
            open_to_all = verb in ("start", "first")
            assert (state.event_text(index, viewer) == event.move) == (open_to_all or viewer == drawer)


@pytest.mark.rules("GL-28")
def test_what_is_public_and_what_is_not() -> None:
    state = table({"4,7": ("13", 26)}, hands={0: ("63", "1o")})
    play(state, "remove 4,7", "end")
    for viewer in (None, 1):
        view = state.view(viewer)
        assert view["discard"] == {"13": 1}
        assert view["hand_sizes"] == [2, 2]
        assert view["goals_left"] == [5, 5]
        assert view["pile_size"] == 59
        assert "63" not in view["hand"]
        assert view["goals"] == (state.view(1)["goals"] if viewer == 1 else [])
    assert state.view(0)["hand"] == ["1o", "63"]
    assert GOALS[0] in state.svg(0, "en")


@pytest.mark.slow
@pytest.mark.rules("GL-28", "GL-21")
def test_a_rivals_goals_are_any_that_its_stops_do_not_exclude() -> None:
    roads = {"1,2": ("63", 63), "2,1": ("63", 63), "4,1": ("63", 63)}
    state = table(roads, goals={0: ("Museum of Science", *GOALS[:3], "Aquarium")})
    play(state, "stop 3,0", "stop 5,4" if "stop 5,4" in state.moves(0) else "end")
    dice, counts = Dice(7), Counter()
    for _ in range(TRIALS):
        goals = state.determinize(1, dice).view(0)["goals"]
        assert len(goals) == state.view(None)["goals_left"][0]
        counts.update(goals)
    assert "MIT" not in counts, "a stop there opened no card"
    assert "Harvard" not in counts
    assert len(counts) == 10 - (state.scores()[0] - 1)
    expected = dict.fromkeys(counts, 1.0)
    assert fits(counts, expected, counts.total())


def state_after_shuffle() -> State:
    """Seat 1 holds a tile from before the last shuffle (a right turn-off) beside one drawn since then."""
    state = table(hands={0: ("13", "63"), 1: ("3", "11")})
    s = state.open_record()
    for kind in range(tiles.KINDS):
        s.pile[kind] = s.discard[kind] = 0
    s.pile[0], s.stock = 1, 1
    s.discard[2], s.discard[6] = 3, 1
    for seat in range(2):
        s.fresh[seat] = 0
        for kind in range(tiles.KINDS):
            s.took[seat, kind] = 0
    s.turn = 1
    state.play(1, "lay 3@4,7=3")
    state.play(1, "end")
    state.play("*", "tile 5")
    state.play(0, "lay 63@4,9=63")
    state.play(0, "end")
    state.play("*", "tile 9")
    return state


@pytest.mark.rules("GL-28", "GL-15")
def test_what_was_held_before_a_shuffle_is_not_in_the_pile() -> None:
    """Seat 0 knows every tile: the two that the other holds were never discarded."""
    state = state_after_shuffle()
    dice = Dice(8)
    for _ in range(200):
        world = state.determinize(0, dice)
        assert hand(world, 1) == hand(state, 1) == ["11", "5"]
        s = world.open_record()
        assert [s.pile[kind] for kind in (0, 2, 6)] == [0, 2, 1]


@pytest.mark.rules("GL-28")
def test_unseen_tiles_are_drawn_as_often_as_there_are_copies() -> None:
    state = dealt(2, hands={0: ("63", "63")})
    dice, counts = Dice(9), Counter()
    for _ in range(TRIALS):
        counts.update(hand(state.determinize(0, dice), 1))
    weights = {
        tiles.NAMES[kind]: float(tiles.COUNTS[kind])
        for kind in range(tiles.KINDS)
        if tiles.NAMES[kind] != "63"
    }
    assert "63" not in counts
    assert abs(counts["5"] / (2 * TRIALS) - weights["5"] / 62) < 0.015
    assert abs(counts["1o"] / (2 * TRIALS) - weights["1o"] / 62) < 0.008


@pytest.mark.rules("GL-28")
def test_unseen_tiles_add_up() -> None:
    state = dealt(4)
    for viewer in (None, 0, 3):
        s = state.concealed(viewer).open_record()
        visible_goals = 0 if viewer is None else 2
        assert sum(s.pile) == 64 - visible_goals
        assert s.stock == 64 - 8
        assert all(s.goals[seat] == 0 for seat in range(4) if seat != viewer)
    assert HAND == 2
