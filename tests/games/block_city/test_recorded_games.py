"""Recorded games, at least one for every way to end, replay in both modes as they were recorded."""

import pytest

from quartier import State
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.game.game import Game
from tests.games.block_city.recorded import digest, digests, fixture, names, text_of

MODES = [load_compiled("block_city"), load_interpreted("block_city")]


def filled_buildings(state: State) -> list[int]:
    """How many buildings each seat has filled."""
    return [len(marks) for marks in state.view(None)["sheets"]]


def full(state: State) -> list[int]:
    """The seats whose city is full."""
    return [
        seat for seat in range(state.seats) if dict(state.seen_by(None, "en").sources(seat)).get("Full city")
    ]


@pytest.mark.parametrize("game", MODES, ids=["compiled", "interpreted"])
@pytest.mark.parametrize("name", names())
def test_a_recorded_game_replays_as_it_was(name: str, game: Game) -> None:
    state = game.replay(text_of(name))
    assert state.over
    assert state.record() == text_of(name)
    assert digest(state) == digests()[name]


def test_every_recorded_game_has_a_digest() -> None:
    assert list(digests()) == names()


@pytest.mark.rules("BC-2")
def test_alone() -> None:
    state = fixture("solo")
    assert filled_buildings(state) == [36]
    assert state.winners() == [0]
    assert len(state.past) == 2 + 2 * 35


@pytest.mark.rules("BC-12", "BC-14", "BC-19")
def test_one_city_is_full() -> None:
    state = fixture("one_filled")
    assert full(state) == state.winners() == [0]
    state = fixture("one_filled_and_loses")
    assert full(state) == [2]
    assert state.winners() == [0]


@pytest.mark.rules("BC-12", "BC-14")
def test_several_cities_are_full() -> None:
    state = fixture("several_filled")
    assert full(state) == [1, 3]
    assert fixture("passive_filled").open_record().active not in full(fixture("passive_filled"))


@pytest.mark.rules("BC-10")
def test_a_passive_player_marks_a_miss() -> None:
    state = fixture("passive_miss")
    assert state.options["passive_miss"]
    assert any(
        event.move.startswith("X") and state.at(index).open_record().active != event.actor
        for index, event in enumerate(state.events)
    )


@pytest.mark.rules("BC-16")
def test_a_miss_spoils_a_store() -> None:
    """The same moves without the option bring the winner more."""
    spoilt = fixture("miss_spoils_store")
    others = text_of("miss_spoils_store").replace('[Options "miss_spoils_store=true"]\n', "")
    lines = [line for line in others.splitlines(keepends=True) if not line.startswith("[Result")]
    lenient = load_compiled("block_city").replay("".join(lines))
    gained = [there - here for here, there in zip(spoilt.scores(), lenient.scores(), strict=True)]
    assert max(gained) >= 10
    assert all(points % 10 == 0 for points in gained)


@pytest.mark.rules("BC-19")
def test_ties() -> None:
    shared, broken = fixture("tie_shared"), fixture("tie_broken")
    assert shared.winners() == [1, 2]
    assert filled_buildings(shared)[1] == filled_buildings(shared)[2]
    assert broken.scores()[0] == broken.scores()[2] == max(broken.scores())
    assert filled_buildings(broken)[0] > filled_buildings(broken)[2]
    assert broken.winners() == [0]


@pytest.mark.rules("BC-12")
def test_the_longest_game_of_two() -> None:
    state = fixture("longest_of_two")
    assert sum(event.move.startswith("roll") for event in state.events) == 34 * 2 + 1
    others = {event.move for event in state.events[2:] if event.move[0] not in "Xfr"}
    assert others == {"pass"}
