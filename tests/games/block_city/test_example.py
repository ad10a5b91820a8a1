"""The worked example of the rulebook: the recorded game behind it has each number of its text."""

import pytest

from quartier.games.block_city.drawing.pictures import EXAMPLE
from quartier.games.block_city.rules.scoring import houses, misses, parks, public, stores
from quartier.games.block_city.text.words import ids
from tests.games.block_city.reference import Sheet, sources

BLUE, OTHER = range(2)


def marks(seat: int, names: str) -> list[object]:
    """What a seat has on these buildings at the end."""
    sheet = EXAMPLE.whole.view(None)["sheets"][seat]
    return [sheet.get(name) for name in names.split()]


def around(building: str) -> list[str]:
    """The neighbours of a building of the small sheet."""
    s = EXAMPLE.whole.opened()
    names = ids(s.board)
    return [name for i, name in enumerate(names) if s.around[names.index(building)] >> i & 1]


@pytest.mark.rules("BC-6", "BC-9")
def test_the_miss_could_not_have_been_a_number_on_the_store() -> None:
    before = EXAMPLE.before("0 X5@K2")
    assert list(before.opened().dice) == [3, 5]
    left = set(ids(before.board)) - set(before.view(BLUE)["sheets"][BLUE])
    assert left == {"K2", "H3"}
    assert [move for move in before.moves(BLUE) if not move.startswith("X")] == ["5@H3"]


@pytest.mark.rules("BC-8", "BC-12")
def test_the_last_turn_fills_blues_city_with_the_other_die() -> None:
    assert [f"{event.actor} {event.move}" for event in EXAMPLE.whole.events[-3:]] == [
        "* roll 1 5",
        "1 5@H4",
        "0 1@H3",
    ]
    assert EXAMPLE.whole.over


@pytest.mark.rules("BC-13", "BC-14", "BC-15", "BC-16", "BC-17", "BC-18")
def test_blues_city() -> None:
    s = EXAMPLE.whole.opened()
    assert marks(BLUE, "P1 P2 P3 P4 P5") == [4, 4, 4, 4, 1]
    assert parks(s, BLUE) == 22 + 2
    assert marks(BLUE, "K1 K2") == [2, "X"]
    assert sorted(map(str, marks(BLUE, " ".join(around("K1"))))) == ["1", "1", "1", "3", "3", "4"]
    assert stores(s, BLUE) == 10
    assert marks(BLUE, "T1 F1 S1") == [4, 5, 6]
    assert public(s, BLUE) == 30
    assert houses(s, BLUE) == 3 + 1 + 1 + 5 + 3
    assert misses(s, BLUE) == 2
    assert EXAMPLE.whole.scores()[BLUE] == 24 + 10 + 30 + 13 - 2 + 10 == 85


@pytest.mark.rules("BC-15", "BC-16", "BC-17", "BC-18", "BC-19")
def test_the_other_city() -> None:
    s = EXAMPLE.whole.opened()
    assert marks(OTHER, "P1 P2 P3 P4 P5") == [3, 3, 3, 1, 3]
    assert parks(s, OTHER) == 16 + 2 + 2
    assert marks(OTHER, "K1 K2 H1") == [1, 1, None]
    assert "H1" in around("K1")
    assert 1 not in marks(OTHER, " ".join(around("K1")))
    assert sorted(map(str, marks(OTHER, " ".join(around("K2"))))) == ["3", "4", "4"]
    assert stores(s, OTHER) == 10
    assert marks(OTHER, "T1 F1 S1") == [6, 1, 4]
    assert houses(s, OTHER) == 3 + 4 + 5 + 5
    assert EXAMPLE.whole.scores() == [85, 20 + 10 + 30 + 17] == [85, 77]
    assert EXAMPLE.whole.winners() == [BLUE]


def test_the_slow_reference_counts_the_same() -> None:
    sheet = Sheet(EXAMPLE.whole.board.data["rows"])
    for seat, written in enumerate(EXAMPLE.whole.view(None)["sheets"]):
        assert sum(sources(sheet, written).values()) == EXAMPLE.whole.scores()[seat]


def test_the_pictures_show_what_their_captions_say() -> None:
    assert list(EXAMPLE.before("0 4@T1").opened().dice) == [2, 4]
    climbed = EXAMPLE.after("0 6@S1").view(BLUE)["sheets"][BLUE]
    assert [climbed[name] for name in ("K1", "H1", "T1", "F1", "S1")] == [2, 3, 4, 5, 6]
    before = EXAMPLE.before("1 6@T1")
    assert before.view(OTHER)["other_die"] == 6
    assert EXAMPLE.after("1 6@T1").scores()[OTHER] - before.scores()[OTHER] == 30
