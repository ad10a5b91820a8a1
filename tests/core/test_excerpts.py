"""Pictures of rulebooks: cut from a drawing, put together, and without the names of pieces; moments of a recorded game."""

from xml.etree import ElementTree

import pytest

from quartier.core.drawing.excerpts import (
    GAP,
    excerpt,
    stack,
    with_preview,
)
from quartier.core.drawing.svg import (
    Svg,
    drawing,
    el,
    group,
    join,
    rect,
)
from quartier.core.game.examples import Example

SVG = "{http://www.w3.org/2000/svg}"
BOARD = drawing(
    400,
    300,
    "Board",
    el("defs", el("pattern", id="weave-0")),
    rect(0, 0, 40, 40, fill="url(#weave-0)", id="block-a1", data_touch="block-a1", data_piece="tile-1"),
    el("use", href="#icon-house"),
    group(id="ghost"),
    class_="quartier board",
    id="board",
)


def test_an_excerpt_shows_a_window_of_the_drawing() -> None:
    cut = excerpt(BOARD, 30, 20, 200, 100)
    outer = ElementTree.fromstring(cut)
    (inner,) = outer
    assert (cut.width, cut.height) == (200, 100)
    assert (outer.get("width"), outer.get("height")) == ("200", "100")
    assert [inner.get(name) for name in ("x", "y", "width", "height")] == ["-30", "-20", "400", "300"]
    assert outer.get("class") is None, "drawings overflow, so another svg has to cut them off"


def test_a_drawing_without_a_size_has_no_excerpts() -> None:
    with pytest.raises(ValueError, match="viewBox"):
        excerpt((Svg("<svg/>"),), 0, 0, 1, 1)


def test_excerpts_are_put_below_each_other_in_the_middle() -> None:
    whole = ElementTree.fromstring(
        stack("both", "Both", excerpt(BOARD, 0, 0, 200, 100), excerpt(BOARD, 0, 0, 100, 50))
    )
    assert whole.get("viewBox") == f"0 0 200 {100 + GAP + 50}"
    corners = [(part.get("x"), part.get("y")) for part in whole.findall(f"{SVG}svg")]
    assert corners == [("0", "0"), ("50", str(100 + GAP))]


def test_pictures_have_names_of_their_own_and_only_those_they_need() -> None:
    picture = stack("both", "Both", excerpt(BOARD, 0, 0, 200, 100))
    assert 'id="both-weave-0"' in picture
    assert 'fill="url(#both-weave-0)"' in picture
    assert 'href="#icon-house"' in picture
    assert "block-a1" not in picture
    assert "tile-1" not in picture
    assert 'id="board"' not in picture


def test_a_preview_stands_where_the_page_shows_it() -> None:
    picture = join(*with_preview(BOARD, (rect(1, 2, 3, 4),)))
    assert picture.index('x="1"') > picture.index("#icon-house")
    with pytest.raises(ValueError, match="ghost"):
        with_preview(drawing(1, 1, "Empty"), ())


def test_a_recorded_game_has_moments_by_their_events() -> None:
    example = Example("quartier.games.city_blocks")
    assert example.before("0 S2@b2").events[-1].actor == "*"
    assert example.after("0 S2@b2").events[-1] == (0, "S2@b2")
    assert example.after("* bonus 9").events[-1] == ("*", "bonus 9")
    with pytest.raises(KeyError, match="H1@a1"):
        example.after("0 H1@a1")
