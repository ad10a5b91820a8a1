"""Pictures for the rulebooks of Neue Heimat: moments of the worked example."""

from typing import Any

from quartier.core.drawing.excerpts import (
    Excerpt,
    excerpt,
    stacked,
    with_preview,
)
from quartier.core.drawing.legend import legend
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
)
from quartier.core.game.examples import Example
from quartier.core.game.state import State as Position
from quartier.core.text.languages import Translator

from . import preview, render
from .auction import auction_height
from .facades import nameplate
from .layout import BAND, COLUMN, GROUND, HEIGHT, SIGN, WIDTH
from .pieces import blank_cube, permit
from .purses import purses_height
from .side_panel import HEAD, aside_height, purses_top
from .streets import multiplied

EXAMPLE = Example(__package__.rpartition(".")[0])
MIDDLE = "1 put A6"
"""In the middle of the game; the triangle has just built."""
CORNER = 540
"""Width of the part of a row that is shown alone."""


def table(t: Translator) -> Svg:
    """The three rows with fences, river, permits and mayor, and whose the colours are."""
    return _coarse("table", t("Three rows of houses"), *_table(EXAMPLE.after(MIDDLE), t))


def offer(t: Translator) -> Svg:
    """The display and the supply, with a ring around each piece that can be offered; below, what everybody has."""
    position = EXAMPLE.after(MIDDLE)
    seat = min(position.seats_to_act())
    seen = _seen(position, seat)
    drawn = render(seen, seat, t, _touches(position, seat))["aside"]
    shown = tuple(Svg(part.replace('class="last"', 'class="can-touch"')) for part in drawn)
    return stacked("offer", t("Pieces on offer"), excerpt(shown, 0, HEAD, COLUMN, aside_height(seen) - HEAD))


def auction(t: Translator) -> Svg:
    """All have bid or passed: the auctioneer decides, and sees what both ways would leave in hand."""
    seen = _seen(EXAMPLE.after("1 bid 9"), 2)
    drawn = render(seen, 2, t)["hand"]
    return stacked("auction", t("An auction"), excerpt(drawn, 0, 0, COLUMN, auction_height(seen, 2)))


def build(t: Translator) -> Svg:
    """A cube is about to go on a house of a row that a permit has shortened."""
    before, after = (_seen(at("1 put B1"), 1) for at in (EXAMPLE.before, EXAMPLE.after))
    shown = preview(before, after, 1, EXAMPLE.whole.read("put B1"), t)
    board = with_preview(render(before, 1, t)["board"], shown)
    return stacked("build", t("A cube on a house"), excerpt(board, 0, BAND, CORNER, BAND))


def end(t: Translator) -> Svg:
    """The rows at the end, with what each of them brings and costs, the colours and the boxes."""
    return _coarse("end", t("The end of a game"), *_table(EXAMPLE.whole, t))


def signs(t: Translator) -> Svg:
    """What the signs in the streets mean."""
    return legend(
        t("Signs"),
        (at(0, -GROUND - 26, nameplate(0, 11)), t("for whom the house counts, and how much")),
        (at(-33, -SIGN / 2, permit(1, 1)), t("a permit: the row is two lots longer")),
        (at(-33, -SIGN / 2, permit(1, 2)), t("a permit: the row is two lots shorter")),
        (at(-33, -SIGN / 2, blank_cube()), t("the blank cube: it takes a permit away")),
        (at(-50, -122, multiplied(2)), t("the mayor stands here: all counts double")),
    )


def _seen(position: Position, seat: int | None) -> Any:
    return position.concealed(seat).opened()


def _table(position: Position, t: Translator) -> tuple[Excerpt, Excerpt]:
    """The rows of a board, and below them what everybody has."""
    seen = _seen(position, None)
    drawn = render(seen, None, t)
    purses = excerpt(drawn["aside"], 0, purses_top(seen), COLUMN, purses_height(position.seats))
    return excerpt(drawn["board"], 0, 0, WIDTH, HEIGHT), _enlarged(purses, 2)


def _enlarged(part: Excerpt, scale: int) -> Excerpt:
    """A part that is so many times as large."""
    width, height = part.width * scale, part.height * scale
    large = Excerpt(el("svg", group(part, transform=f"scale({scale})"), width=width, height=height))
    large.width, large.height = width, height
    return large


def _coarse(name: str, title: str, *shown: Excerpt) -> Svg:
    """A picture in the form for small boards: a rulebook's column is narrower than a table."""
    return Svg(stacked(name, title, *shown).replace("<svg ", '<svg class="small" ', 1))


def _touches(position: Position, seat: int) -> set[str]:
    """What a seat can touch first."""
    words = position.game.declared.words
    paths = (words.paths(action, position.board) for action in position.legal(seat))
    return {path[0] for found in paths for path in found}


PICTURES = {"table": table, "offer": offer, "auction": auction, "build": build, "end": end, "signs": signs}
