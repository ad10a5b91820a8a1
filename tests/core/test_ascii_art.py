"""Pictures in characters."""

from __future__ import annotations

import pytest

import quartier
from quartier import Dice
from quartier.conformance.positions import step
from quartier.core.text.ascii_art import (
    GLUE,
    QUIET,
    SIGNS,
    Canvas,
    Picture,
    Run,
    as_picture,
)

NARROW = 60


def lines(picture: Picture, width: int) -> list[str]:
    return ["".join(run.text for run in row).rstrip() for row in picture.rows(width)]


def square(sign: str) -> Canvas:
    canvas = Canvas()
    for row in range(2):
        canvas.put(row, 0, sign * 3, 0 if row else QUIET)
    return canvas


def test_a_canvas_begins_at_its_least_place_and_knows_looks() -> None:
    canvas = Canvas()
    canvas.put(-1, -2, "ab", 0)
    canvas.put(0, 0, "c")
    canvas.put(0, 0, "d", 1)
    canvas.put_centred(1, 0, "xyz", QUIET)
    assert canvas.rows() == [
        [Run("ab", 0)],
        [Run("  ", None), Run("d", 1)],
        [Run(" ", None), Run("xyz", QUIET)],
    ]
    assert Canvas().rows() == [[]]


def test_canvases_stand_beside_each_other_where_there_is_room() -> None:
    picture = Picture()
    picture.add_canvases(square("a"), square("b"), square("c"))
    assert lines(picture, 17) == ["aaa    bbb    ccc"] * 2
    assert lines(picture, 16) == ["aaa    bbb", "aaa    bbb", "", "ccc", "ccc"]
    assert lines(picture, 3) == ["aaa", "aaa", "", "bbb", "bbb", "", "ccc", "ccc"]


def test_words_break_between_words_and_keep_their_looks() -> None:
    picture = Picture()
    picture.say("one two", Run("; three", 2), " four" + GLUE + "five")
    assert lines(picture, 20) == ["one two; three", "  four five"]
    assert lines(picture, 8) == ["one two;", "  three", "  four five"]
    assert Run(";", 2) in picture.rows(20)[0]


def test_plain_text_is_a_picture_too() -> None:
    assert str(as_picture("a b\n  c")) == "a b\n  c"
    assert str(as_picture(as_picture(""))) == ""


@pytest.mark.parametrize("title", quartier.titles())
def test_every_table_fits_a_narrow_terminal(title: str) -> None:
    """Through a random game, in both languages of its words; every seat has its sign."""
    game, dice = quartier.load(title), Dice(4)
    state = game.new(seats=game.seats[1], seed=4, **game.ending)
    for number in range(240):
        if state.over:
            break
        if number % 16 == 0:
            rows = lines(state.concealed(0).plain(), NARROW)
            assert max(map(len, rows)) <= NARROW, "\n".join(rows)
            if title != "connect_four":
                assert all(SIGNS[look] in "".join(rows) for look in state.looks())
        step(state, dice)
        state.settle_own()
    assert lines(state.plain(), NARROW)
