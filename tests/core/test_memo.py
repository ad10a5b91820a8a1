"""Drawings that are kept: drawn once for all who see the same, and from nothing beyond what they are kept by."""

from typing import Any

import pytest

from quartier.core.drawing.memo import MAX_RESULTS, checking_reads, memoize


class Record:
    """A record with a few fields and facts."""

    def __init__(self, tile: int = 0, hand: int = 0, derived: tuple[int, ...] = (0, 0)) -> None:
        self.board, self.tile, self.hand, self.derived = "a board", tile, hand, list(derived)


def drawn_by(*fields: str, derived: slice = slice(0)) -> tuple[Any, list[int]]:
    """A kept function that reads field `tile` and fact 0, and the list of its calls."""
    calls = []

    @memoize(*fields, derived=derived)
    def draw(s: Any, size: int) -> str:
        calls.append(size)
        return f"{s.tile} {s.derived[0]} {size}"

    return draw, calls


def test_who_sees_the_same_is_shown_the_same_object() -> None:
    draw, calls = drawn_by("tile", derived=slice(1))
    first = draw(Record(hand=1), 5)
    assert draw(Record(hand=2), 5) is first
    assert draw(Record(derived=(0, 7)), 5) is first
    assert calls == [5]


def test_what_differs_is_drawn_anew() -> None:
    draw, _ = drawn_by("tile", derived=slice(1))
    assert draw(Record(tile=1), 5) == "1 0 5"
    assert draw(Record(tile=2), 5) == "2 0 5"
    assert draw(Record(tile=2, derived=(3, 0)), 5) == "2 3 5"
    assert draw(Record(tile=2, derived=(3, 0)), 6) == "2 3 6"


def test_a_field_that_is_not_named_is_found_out() -> None:
    draw, _ = drawn_by(derived=slice(1))
    draw(Record(), 5)
    with checking_reads(), pytest.raises(AttributeError, match="tile"):
        draw(Record(), 5)


def test_a_fact_that_is_not_named_is_found_out() -> None:
    draw, _ = drawn_by("tile")
    with checking_reads(), pytest.raises(AssertionError, match="draw reads more than it is kept by"):
        draw(Record(), 5)


def test_what_is_kept_does_not_grow_for_ever() -> None:
    draw, calls = drawn_by("tile", derived=slice(1))
    for tile in range(MAX_RESULTS + 1):
        draw(Record(tile), 5)
    draw(Record(0), 5)
    assert len(calls) == MAX_RESULTS + 2
