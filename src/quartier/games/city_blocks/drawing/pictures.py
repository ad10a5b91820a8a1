"""Pictures for the rulebooks of City Blocks: moments of the worked example, and the streets of the printed example."""

from functools import cache
from typing import Any

from quartier.core.drawing.excerpts import (
    Excerpt,
    excerpt,
    stack,
    with_preview,
)
from quartier.core.drawing.legend import legend
from quartier.core.drawing.pieces import roofs
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
    join,
    rect,
    text,
)
from quartier.core.game.boards import NO_BOARD
from quartier.core.game.examples import Example
from quartier.core.game.state import State
from quartier.core.text.languages import Translator

from ..rules import streets
from ..rules.setup import begin, lay_bonus
from ..rules.state import COLUMNS, MOST_SEATS, NOBODY, Record
from ..rules.tiles import KINDS
from ..text.labels import card_name
from . import render
from .blocks import zero_sign
from .buildings import building
from .layout import COLUMN, HAND_HEIGHT, HEIGHT, PITCH_Y, ROAD, TAG_HEIGHT, TAG_WIDTH, TOP, WIDTH, corner
from .previews import PIECES, draw_fragment, preview
from .side_panel import PLACES_HEIGHT
from .tags import price, tag

EXAMPLE = Example(__package__.rpartition(".")[0])
FIRST_MOVE = "0 S6@e3"
# The three streets of the printed example, from the lowest up: red tiles in lower case.
AWARDED = ("h1 S2 h2 s3 H3 ch", "f3 F4 H1 sc f5 f7", "S3 pp f6 MA H4 h5")
TOKENS = (8, 12, 5, 1, 3, 14, 6, 10, 2, 9, 11)


_LABELS, _TILE, _TILES_ROW, _TOKENS_ROW = 190, 116, 134, 92
"""Of the picture of the components: the width of its labels and tiles, the height of its rows."""


def components(t: Translator) -> Svg:
    """Draw one player's tiles by kind, and some of the tokens, each with a label."""
    rows = (
        (t("Houses"), "H1 H2 H3 H4 H5"),
        (t("Stores"), "S2 S3 S4 S5 S6"),
        (t("Factories"), "F3 F4 F5 F6 F7"),
    )
    parts = [roofs("part-roof", MOST_SEATS)]
    for i, (name, codes) in enumerate(rows):
        parts.append(_row_of_tiles(i * _TILES_ROW, name, codes, t))
    top = len(rows) * _TILES_ROW
    parts.append(_row_of_tiles(top, t("Special buildings"), "SC SC PP MA CH", t))
    top += _TILES_ROW + 34
    parts.append(text(0, top + 42, t("Bonus tokens"), 21))
    parts += [at(_LABELS + i * 138, top, _bare_token(value, t)) for i, value in enumerate((1, 8, 15))]
    width, height = _LABELS + 5 * _TILE, top + _TOKENS_ROW
    whole = Excerpt(el("svg", *parts, width=width, height=height, class_="quartier"))
    whole.width, whole.height = width, height
    return stack("components", t("Components"), whole)


def _row_of_tiles(top: int, name: str, codes: str, t: Translator) -> Svg:
    """Five tiles of Blue with their label; special buildings have their names below them."""
    tiles = []
    for i, code in enumerate(codes.split()):
        kind = KINDS.index(code)
        names = () if code[1:].isdigit() else card_name(kind, t).split("\n")
        below = (text(52, 124 + 17 * line, word, 16, "middle") for line, word in enumerate(names))
        tiles.append(at(_LABELS + i * _TILE, 14, building(0, kind, "part-roof"), *below))
    return at(0, top, text(0, 84, name, 21), el("g", *tiles, class_="seat-0"))


def _bare_token(value: int, t: Translator) -> Svg:
    """A token that lies at no street yet."""
    return join(rect(0, 0, TAG_WIDTH, TAG_HEIGHT, 10, class_="tag"), at(0, 9, price(value, t)))


def setup(t: Translator) -> Svg:
    """Draw the board before the first turn, with all tokens, and a first hand."""
    start = render(_open_view(EXAMPLE.before(FIRST_MOVE), 0), 0, t)
    board = excerpt(start["board"], 0, 0, WIDTH, HEIGHT)
    return stack("setup", t("Before the first turn"), board, _enlarge(start["hand"], HAND_HEIGHT))


def turn(t: Translator) -> Svg:
    """Blue is about to build: the tile in its place, the new sums, the bonus that it brings, and the hand."""
    board = _preview_board(0, "S2@b2", t)
    hand = render(_open_view(EXAMPLE.before("0 S2@b2"), 0), 0, t)["hand"]
    return stack("turn", t("A turn"), excerpt(board, 0, 0, WIDTH, HEIGHT), _enlarge(hand, HAND_HEIGHT))


def street(t: Translator) -> Svg:
    """Draw a finished street with its sums, and who took the token."""
    return stack("street", t("A finished street"), _rows(0, 1, t))


def special_buildings(t: Translator) -> Svg:
    """Draw a street with a school, and above it one with a power plant and a mall."""
    return stack("cancelled", t("Two streets with special buildings"), _rows(1, 3, t))


def swap(t: Translator) -> Svg:
    """Red's courthouse, and the two tokens that change places before the street is awarded."""
    board = _preview_board(1, "swap 3 5", t)
    return stack("swap", t("Two tokens are swapped"), excerpt(board, 0, 0, WIDTH, TOP + 3 * PITCH_Y + 4))


def end(t: Translator) -> Svg:
    """Draw the last board, and what both players have won."""
    final = render(_open_view(EXAMPLE.after("0 MA@f4"), None), None, t, ["block-f4"])
    board, panel = excerpt(final["board"], 0, 0, WIDTH, HEIGHT), _enlarge(final["aside"], PLACES_HEIGHT)
    return stack("end", t("The end of the game"), board, panel)


def signs(t: Translator) -> Svg:
    """Draw what the signs on buildings and tags mean."""
    tie = at(
        -0.4 * TAG_WIDTH, -0.4 * TAG_HEIGHT, el("g", tag(9, NOBODY, (6, 6), True, t), transform="scale(.8)")
    )
    return legend(
        t("Signs"),
        (zero_sign("row"), t("counts 0 in its row")),
        (zero_sign("column"), t("counts 0 in its column")),
        (zero_sign("both"), t("counts 0 in both its row and its column")),
        (tie, t("tied: no one wins the token")),
    )


def _open_view(position: State, seat: int | None) -> Any:
    return position.concealed(seat).open_record()


def _enlarge(fragments: Fragments, height: int) -> Excerpt:
    """The top of a hand or an aside, twice as large: it was drawn for a column in which a unit is a pixel."""
    cut = excerpt(fragments, 0, 0, COLUMN, height)
    box = f"0 0 {COLUMN} {height}"
    larger = Excerpt(el("svg", cut, viewBox=box, width=2 * COLUMN, height=2 * height))
    larger.width, larger.height = 2 * COLUMN, 2 * height
    return larger


def _preview_board(seat: int, move: str, t: Translator) -> Fragments:
    """The board as a player sees it who has chosen a move, but not confirmed it."""
    before, after = (_open_view(at(f"{seat} {move}"), seat) for at in (EXAMPLE.before, EXAMPLE.after))
    action = EXAMPLE.whole.read(move)
    pieces = [draw_fragment(before, after, seat, action, kind, t)[1] for kind in PIECES]
    return with_preview(
        render(before, seat, t)["board"], sum(pieces, preview(before, after, seat, action, t))
    )


def _rows(low: int, high: int, t: Translator) -> Excerpt:
    """Rows of the printed example with their tags and sums, from `low` up to below `high`."""
    board = render(position_with_awards(), None, t)["board"]
    _, y = corner((high - 1) * COLUMNS)
    return excerpt(board, 0, y - ROAD, WIDTH, (high - low) * PITCH_Y + 4)


@cache
def position_with_awards() -> Any:
    """Return an opened record in which the three lowest streets are finished."""
    position = Record.new()
    s = Record.open(position, derived=lambda: EXAMPLE.whole.game.derived_values(position, -1))
    begin(s, 2, EXAMPLE.whole.game.spec.encode_options({}, 1), NO_BOARD.numbers)
    for value in TOKENS:
        lay_bonus(s, value)
    for row, tiles in enumerate(AWARDED):
        for column, code in enumerate(tiles.split()):
            _build(s, code, row * COLUMNS + column)
        streets.award(s, row)
    return s


def _build(s: Record, code: str, block: int) -> None:
    seat = 0 if code.isupper() else 1
    s.tile[block], s.owner[block] = KINDS.index(code.upper()), seat
    s.own[seat] |= 1 << block
    s.empty &= ~(1 << block)


PICTURES = {
    "components": components,
    "setup": setup,
    "turn": turn,
    "street": street,
    "cancelled": special_buildings,
    "swap": swap,
    "end": end,
    "signs": signs,
}
