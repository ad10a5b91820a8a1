"""Recorded games, at least one for every way to end, replay in both modes as they were recorded."""

import pytest

from quartier.conformance.games import compiled, interpreted
from quartier.core.game.game import Game
from quartier.games.neue_heimat.rules.state import NOTHING_TO_ROOF, ROOFS_PLACED, TWO_ROWS
from tests.games.neue_heimat.golden import STORY, story
from tests.games.neue_heimat.recorded import FOLDER, digest, digests, fixture, names, text_of

MODES = [compiled("neue_heimat"), interpreted("neue_heimat")]


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


@pytest.mark.rules("NH-27")
def test_every_reason_that_can_occur_is_recorded() -> None:
    """NOTHING_TO_OFFER cannot: see the invariant in test_whole_games."""
    reasons = {fixture(name).opened().reason for name in names()}
    assert reasons == {TWO_ROWS, ROOFS_PLACED, NOTHING_TO_ROOF}


@pytest.mark.rules("NH-25")
def test_a_recorded_blank_cube_removes_a_permit() -> None:
    state = fixture("permit_removed")
    (index,) = (i for i, event in enumerate(state.events) if event.move.startswith("remove"))
    permit = state.events[index].move.split()[1]
    before, after = (
        [name for row in state.at(i).view(None)["rows"].values() for name in row["permits"]]
        for i in (index, index + 1)
    )
    assert [name for name in before if name not in after] in ([permit + "+"], [permit + "-"])
