"""Recorded games, one for every way to end and every option, replay in both modes as they were recorded."""

import pytest

from quartier.conformance.games import compiled, interpreted
from quartier.core.game.game import Game
from tests.games.metromania.recorded import WANTED, Wanted, digest, digests, names, text_of
from tests.games.metromania.test_whole_games import follow, follow_ends

MODES = [compiled("metromania"), interpreted("metromania")]


@pytest.mark.parametrize("game", MODES, ids=["compiled", "interpreted"])
@pytest.mark.parametrize("name", names())
def test_a_recorded_game_replays_as_it_was(name: str, game: Game) -> None:
    state = game.replay(text_of(name))
    assert state.over
    assert state.record() == text_of(name)
    assert digest(state) == digests()[name]


@pytest.mark.rules("MM-12", "MM-26", "MM-27")
@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_there_is_one_for_every_end_and_option_and_number_of_players(wanted: Wanted) -> None:
    state = compiled("metromania").replay(text_of(wanted.name))
    assert (state.seats, state.rules) == (wanted.seats, wanted.rules)
    assert state.options == {**compiled("metromania").new().options, **wanted.options}
    assert wanted.shows(state)


def test_there_are_no_others() -> None:
    assert list(digests()) == names() == sorted(wanted.name for wanted in WANTED)


@pytest.mark.parametrize("name", names())
def test_it_obeys_the_slow_definition(name: str) -> None:
    follow(compiled("metromania").replay(text_of(name)))


@pytest.mark.rules("MM-26", "MM-27")
@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_its_building_ends_when_the_slow_definition_ends_it(wanted: Wanted) -> None:
    follow_ends(compiled("metromania").replay(text_of(wanted.name)))
