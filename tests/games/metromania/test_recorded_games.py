"""Recorded games, one for every way to end and number of players, replay in both modes as they were recorded."""

import pytest

from quartier.conformance.games import compiled, interpreted
from quartier.core.play.game import Game
from tests.games.metromania.recorded import REASONS, digest, digests, names, text_of
from tests.games.metromania.test_whole_games import follow

MODES = [compiled("metromania"), interpreted("metromania")]


@pytest.mark.parametrize("game", MODES, ids=["compiled", "interpreted"])
@pytest.mark.parametrize("name", names())
def test_a_recorded_game_replays_as_it_was(name: str, game: Game) -> None:
    state = game.replay(text_of(name))
    assert state.over
    assert state.record() == text_of(name)
    assert digest(state) == digests()[name]


@pytest.mark.rules("MM-27")
def test_there_is_one_for_every_reason_and_number_of_players() -> None:
    assert list(digests()) == names()
    found = {
        (state.view(None)["end"], state.seats)
        for state in map(compiled("metromania").replay, map(text_of, names()))
    }
    assert found == {(reason, seats) for reason in REASONS for seats in (2, 3, 4)}


@pytest.mark.parametrize("name", names())
def test_it_obeys_the_slow_definition(name: str) -> None:
    follow(compiled("metromania").replay(text_of(name)))
