"""Pictures for the rulebooks of Neue Heimat: moments of the worked example."""

from typing import Any

from quartier.core.drawing.excerpts import Excerpt, excerpt, stack, with_preview
from quartier.core.drawing.legend import legend
from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import Fragments, Svg, at, el, group, join, path, text
from quartier.core.game.examples import Example
from quartier.core.game.state import State
from quartier.core.text.languages import Translator

from ..rules.state import DISPLAYED
from . import render
from .bidders import PANEL
from .board import mayor_sign
from .facades import nameplate
from .layout import BAND, COLUMN, GROUND, HEIGHT, SIGN, WIDTH, lot_left, pitch
from .pieces import blank_cube, mayor, permit, roof, swatch, tile
from .previews import preview
from .side_panel import HEAD, purses_height, purses_top, side_panel_height

EXAMPLE = Example(__package__.rpartition(".")[0])
MIDDLE = "1 put A6"
"""In the middle of the game; the triangle has just built."""
CORNER = 540
"""Width of the part of a row that is shown alone."""


def components(t: Translator) -> Svg:
    """Draw a row of the board with its parts named, and below it one line for each kind of piece."""
    return _coarse("components", t("Components"), _labelled_row(t), _piece_list(t))


def _labelled_row(t: Translator) -> Excerpt:
    """The empty row A with the names of its parts above them."""
    view = _open_view(_start(), None)
    apart = pitch(view)
    labels = (
        (lot_left(apart, 0) // 2 + 2, GROUND, t("street")),
        (lot_left(apart, 1) - 10, GROUND - 26, t("fence")),
        (lot_left(apart, 2) + apart // 2, GROUND - 60, t("lots")),
        (lot_left(apart, 5), GROUND + 4, t("river")),
    )
    board = excerpt(render(view, None, t)["board"], 0, 0, WIDTH, BAND)
    names = (
        at(x, 0, text(0, 118, words, 25, "middle bold on-sky"), path(f"M0 128V{foot}", class_="rail"))
        for x, foot, words in labels
    )
    return _own_excerpt(WIDTH, BAND, board, *names)


LINE, WORDS = 66, 290
"""Height of a line in the list of pieces, and where its words begin."""


def _piece_list(t: Translator) -> Excerpt:
    """The pieces, each kind beside what it is called."""
    tiles = join(*(at(40 * colour, 10, tile(6 * colour + 5 - colour, 36, 44)) for colour in range(6)))
    roofs = join(at(14, 12, roof(4, 86)), at(138, 12, roof(0, 86)))
    swatches = join(*(at(40 * colour, 18, swatch(colour, 30)) for colour in range(6)))
    lines = (
        (tiles, t("36 cubes: six colours, values 1 to 6")),
        (roofs, t("17 roofs: 12 with a value, 5 blanks")),
        (join(*(at(78 * number, 13, permit(number)) for number in range(3))), t("3 permits")),
        (at(0, 13, blank_cube()), t("1 cancel cube")),
        (group(mayor(), transform="translate(6 3) scale(.95)"), t("1 mayor")),
        (swatches, t("6 colour cubes: who owns which colour")),
        (group(icon("cheque", 8, 8, 50), class_="seat-5"), t("12 cheques of 1 million for each player")),
    )
    pieces = (
        at(10, LINE * i, sign, text(WORDS, LINE / 2 + 9, words, 26)) for i, (sign, words) in enumerate(lines)
    )
    return _own_excerpt(WIDTH, LINE * len(lines), *pieces)


def setup(t: Translator) -> Svg:
    """Draw the table before the first turn: empty rows, the display with the supply beside it, what all seats have."""
    view = _open_view(_start(), None)
    fragments: dict[str, Fragments] = render(view, None, t)
    aside = excerpt(fragments["aside"], 0, 0, COLUMN, side_panel_height(view))
    board = excerpt(fragments["board"], 0, 0, WIDTH, HEIGHT)
    return _coarse("setup", t("Before the first turn"), board, _enlarge(aside, 2))


def _start() -> State:
    """The worked example before its first turn."""
    return EXAMPLE.whole.at(DISPLAYED + 1)


def _own_excerpt(width: int, height: int, *parts: Svg) -> Excerpt:
    """A part of a picture that is drawn for it."""
    result = Excerpt(el("svg", *parts, width=width, height=height, class_="quartier"))
    result.width, result.height = width, height
    return result


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
    """Draw the moment when all have bid or passed: the auctioneer decides."""
    view = _open_view(EXAMPLE.after("1 bid 9"), 2)
    fragments = render(view, 2, t)["hand"]
    return stack("auction", t("An auction"), excerpt(fragments, 0, 0, COLUMN, PANEL))


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
    purses = excerpt(fragments["aside"], 0, purses_top(view), COLUMN, purses_height(view))
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


PICTURES = {
    "components": components,
    "setup": setup,
    "table": table,
    "offer": offer,
    "auction": auction,
    "build": build,
    "end": end,
    "signs": signs,
}
