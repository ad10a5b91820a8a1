"""Recorded games, at least one for every way to end and every variant, replay in both modes as they were recorded."""

from itertools import pairwise

import pytest

from quartier.conformance.games import compiled, interpreted
from quartier.core.game.game import Game
from tests.games.gridlock.recorded import digest, digests, fixture, names, text_of

MODES = [compiled("gridlock"), interpreted("gridlock")]


@pytest.mark.parametrize("game", MODES, ids=["compiled", "interpreted"])
@pytest.mark.parametrize("name", names())
def test_a_recorded_game_replays_as_it_was(name: str, game: Game) -> None:
    state = game.replay(text_of(name))
    assert state.over
    assert state.record() == text_of(name)
    assert digest(state) == digests()[name]


def test_every_recorded_game_has_a_digest() -> None:
    assert list(digests()) == names()


@pytest.mark.rules("GL-22")
def test_the_ways_to_end() -> None:
    won, last = fixture("basic_two"), fixture("last_turns")
    assert max(won.scores()) == 6
    assert won.past[-1].actor == won.winners()[0]
    assert last.past[-1].actor != last.winners()[0]
    assert fixture("turn_limit_shared").winners() == [0, 1]
    assert len(fixture("turn_limit_won").winners()) == 1
    assert fixture("turn_limit_won").view(None)["winner"] is None


@pytest.mark.rules("GL-15")
def test_a_long_game_goes_through_the_pile() -> None:
    state = fixture("shuffled_pile")
    sizes = [state.at(index).view(None)["pile_size"] for index in range(0, len(state.past), 5)]
    assert min(sizes) < 5
    assert any(later > earlier for earlier, later in pairwise(sizes))


@pytest.mark.rules("GL-23", "GL-24", "GL-25", "GL-26", "GL-27")
def test_every_variant_has_a_recorded_game() -> None:
    played = [fixture(name).options for name in names()]
    for option in ("short_trip", "short_trip_cones", "congestion", "traffic", "specials", "last_turns"):
        assert any(options[option] for options in played), option
    assert {options["cards"] for options in played} == {4, 5, 6, 7}
    assert fixture("lindenford").board.name == "Lindenford"
