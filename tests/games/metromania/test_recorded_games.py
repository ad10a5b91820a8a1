"""Recorded games, one for every way to end and every option, replay in both modes as they were recorded."""

import pytest

from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.game.game import Game
from tests.games.metromania.recorded import SPECS, GameSpec, digest, digests, names, text_of
from tests.games.metromania.test_whole_games import follow, follow_ends

MODES = [load_compiled("metromania"), load_interpreted("metromania")]


@pytest.mark.parametrize("game", MODES, ids=["compiled", "interpreted"])
@pytest.mark.parametrize("name", names())
def test_a_recorded_game_replays_as_it_was(name: str, game: Game) -> None:
    state = game.replay(text_of(name))
    assert state.over
    assert state.record() == text_of(name)
    assert digest(state) == digests()[name]


@pytest.mark.rules("MM-12", "MM-26", "MM-27")
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_there_is_one_for_every_end_and_option_and_number_of_players(spec: GameSpec) -> None:
    state = load_compiled("metromania").replay(text_of(spec.name))
    assert (state.seats, state.rules) == (spec.seats, spec.rules)
    assert state.options == {**load_compiled("metromania").new().options, **spec.options}
    assert spec.is_wanted(state)


def test_there_are_no_others() -> None:
    assert list(digests()) == names() == sorted(spec.name for spec in SPECS)


@pytest.mark.parametrize("name", names())
def test_it_obeys_the_slow_definition(name: str) -> None:
    follow(load_compiled("metromania").replay(text_of(name)))


@pytest.mark.rules("MM-26", "MM-27")
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_its_building_ends_when_the_slow_definition_ends_it(spec: GameSpec) -> None:
    follow_ends(load_compiled("metromania").replay(text_of(spec.name)))
