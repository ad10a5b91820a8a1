"""Pictures for the rulebooks of Neue Heimat: moments of the worked example."""

from typing import Any

from quartier.core.drawing.excerpts import Excerpt, excerpt, stack, with_preview
from quartier.core.drawing.legend import legend
from quartier.core.drawing.svg import Svg, at, el, group
from quartier.core.game.examples import Example
from quartier.core.game.state import State
from quartier.core.text.languages import Translator

from . import render
from .auction import auction_height
from .board import mayor_sign
from .facades import nameplate
from .layout import BAND, COLUMN, GROUND, HEIGHT, SIGN, WIDTH
from .pieces import blank_cube, permit
from .previews import preview
from .side_panel import HEAD, purses_height, purses_top, side_panel_height

EXAMPLE = Example(__package__.rpartition(".")[0])
MIDDLE = "1 put A6"
"""In the middle of the game; the triangle has just built."""
CORNER = 540
"""Width of the part of a row that is shown alone."""


def table(t: Translator) -> Svg:
    """Draw the three rows with fences, river, permits and mayor, and whose the colours are."""
    return _coarse("table", t("Three rows of houses"), *_table(EXAMPLE.after(MIDDLE), t))


def offer(t: Translator) -> Svg:
    """Draw the display and the supply, with a ring around each piece that can be offered; below, what all seats have."""
    position = EXAMPLE.after(MIDDLE)
    seat = min(position.seats_to_act())
    view = _open_view(position, seat)
    fragments = render(view, seat, t, _touches(position, seat))["aside"]
    marked = tuple(Svg(part.replace('class="last"', 'class="can-touch"')) for part in fragments)
    return stack(
        "offer", t("Pieces still for sale"), excerpt(marked, 0, HEAD, COLUMN, side_panel_height(view) - HEAD)
    )


def auction(t: Translator) -> Svg:
    """Draw the moment when all have bid or passed: the auctioneer decides, and sees what both ways would leave in hand."""
    view = _open_view(EXAMPLE.after("1 bid 9"), 2)
    fragments = render(view, 2, t)["hand"]
    return stack("auction", t("An auction"), excerpt(fragments, 0, 0, COLUMN, auction_height(view, 2)))


def build(t: Translator) -> Svg:
    """Draw a cube that is about to go on a house of a row that a permit has shortened."""
    before, after = (_open_view(at("1 put B1"), 1) for at in (EXAMPLE.before, EXAMPLE.after))
    preview_layer = preview(before, after, 1, EXAMPLE.whole.read("put B1"), t)
    board = with_preview(render(before, 1, t)["board"], preview_layer)
    return stack("build", t("A cube on a house"), excerpt(board, 0, BAND, CORNER, BAND))


def end(t: Translator) -> Svg:
    """Draw the rows at the end, with what each of them brings and costs, the colours and the boxes."""
    return _coarse("end", t("The end of a game"), *_table(EXAMPLE.whole, t))


def signs(t: Translator) -> Svg:
    """Draw what the signs in the streets mean."""
    return legend(
        t("Signs"),
        (at(0, -GROUND - 26, nameplate(0, 11)), t("who owns the house, and its points")),
        (at(-33, -SIGN / 2, permit(1, 1)), t("permit: row two lots longer")),
        (at(-33, -SIGN / 2, permit(1, 2)), t("permit: row two lots shorter")),
        (at(-33, -SIGN / 2, blank_cube()), t("cancel cube: removes a permit")),
        (at(-50, -122, mayor_sign(2)), t("mayor: everything in the row counts double")),
    )


def _open_view(position: State, seat: int | None) -> Any:
    return position.concealed(seat).open_record()


def _table(position: State, t: Translator) -> tuple[Excerpt, Excerpt]:
    """The rows of a board, and below them what all seats have."""
    view = _open_view(position, None)
    fragments = render(view, None, t)
    purses = excerpt(fragments["aside"], 0, purses_top(view), COLUMN, purses_height(position.seats))
    return excerpt(fragments["board"], 0, 0, WIDTH, HEIGHT), _enlarge(purses, 2)


def _enlarge(part: Excerpt, scale: int) -> Excerpt:
    """A part that is so many times as large."""
    width, height = part.width * scale, part.height * scale
    large = Excerpt(el("svg", group(part, transform=f"scale({scale})"), width=width, height=height))
    large.width, large.height = width, height
    return large


def _coarse(name: str, title: str, *excerpts: Excerpt) -> Svg:
    """A picture in the form for small boards: a rulebook's column is narrower than a table."""
    return Svg(stack(name, title, *excerpts).replace("<svg ", '<svg class="small" ', 1))


def _touches(position: State, seat: int) -> set[str]:
    """What a seat can touch first."""
    words = position.game.spec.text
    paths = (words.paths(action, position.board) for action in position.legal(seat))
    return {path[0] for action_paths in paths for path in action_paths}


PICTURES = {"table": table, "offer": offer, "auction": auction, "build": build, "end": end, "signs": signs}
