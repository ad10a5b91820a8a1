"""Recorded games, at least one for every way to end, replay in both modes as they were recorded."""

import pytest

from quartier import State
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.game.game import Game
from tests.games.city_blocks.golden import STORY, story
from tests.games.city_blocks.recorded import FOLDER, digest, digests, fixture, names, text_of
from tests.games.city_blocks.table import tokens

MODES = [load_compiled("city_blocks"), load_interpreted("city_blocks")]


def moves_of(state: State) -> list[str]:
    """The moves of the seats."""
    return [event.move for event in state.events if event.actor != "*"]


@pytest.mark.parametrize("game", MODES, ids=["compiled", "interpreted"])
@pytest.mark.parametrize("name", names())
def test_a_recorded_game_replays_as_it_was(name: str, game: Game) -> None:
    state = game.replay(text_of(name))
    assert state.over
    assert state.record() == text_of(name)
    assert digest(state) == digests()[name]


def test_every_recorded_game_has_a_digest() -> None:
    assert list(digests()) == names()


def test_the_play_through_reads_as_it_did() -> None:
    expected = (FOLDER / f"{STORY}.story").read_text(encoding="utf-8")
    assert story(fixture(STORY)) == expected


@pytest.mark.rules("CB-10", "CB-11", "CB-15")
def test_the_longest_game_has_nine_rebuilds_and_39_turns() -> None:
    state = fixture("most_rebuilds")
    turns = [move for move in moves_of(state) if move[2] in "@x"]
    assert len(turns) == 39
    assert sum(move[2] == "x" for move in turns) == 9
    assert len(state.past) == 94 < state.game.max_events  # parameters can add tiles
    view = state.view(None)
    assert [view["hand_sizes"][seat] + view["pile_sizes"][seat] for seat in (0, 1)] in ([0, 1], [1, 0])


@pytest.mark.rules("CB-12", "CB-14")
def test_a_rebuilt_courthouse_swaps() -> None:
    moves = moves_of(fixture("rebuilt_courthouse"))
    indices = [index for index, move in enumerate(moves) if move.startswith("CHx")]
    assert any(moves[index + 1].startswith("swap ") for index in indices)


@pytest.mark.rules("CB-12", "CB-13")
def test_a_courthouse_may_decline_on_a_full_board() -> None:
    state = fixture("courthouse_declines_last")
    assert moves_of(state)[-2].startswith("CH@")
    assert moves_of(state)[-1] == "stay"


@pytest.mark.rules("CB-20", "CB-22")
def test_a_game_may_end_without_any_token() -> None:
    state = fixture("draw_without_tokens")
    assert tokens(state) == [[], []]
    assert state.winners() == [0, 1]
    assert fixture("draw").scores()[0] > 0
