"""The board of City Blocks: a city map of 30 blocks, street names along the streets, bonuses as price tags."""

from functools import cache

from quartier.core.drawing.key import explaining
from quartier.core.drawing.memo import memoize
from quartier.core.drawing.pieces import roofs
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules.derived import DERIVED_SIZE
from ..rules.state import COLUMNS, MOST_SEATS, NOBODY, OPEN, ROWS, Record
from ..text.labels import STREET_LETTERS, count_blocks, short_street, size_of, street_name, streets_of
from .blocks import capsule, draw_block, zero_marks
from .ground import ground, lawns
from .hand import piece_names
from .layout import (
    LEFT,
    LOT_HEIGHT,
    LOT_WIDTH,
    ROAD,
    TOP,
    board_size,
    corner,
    map_size,
    reading_order,
    street_corner,
)
from .previews import tiles_to_build
from .tags import draw_tags

_SHOULDER = 4
"""Between the kerb of a paved street and the blocks."""
_DASHES = ("0.1 8", "11 6")
"""By seat: its dash, dots or strokes."""


def paving(s: Record) -> list[Svg]:
    """Draw the finished streets, in the wash of those who won them."""
    size = size_of(s)
    return [_pavement(street, s.award[street], *size) for street in streets_of(s) if s.award[street] != OPEN]


@cache
def _pavement(street: int, taker: int, rows: int, columns: int) -> Svg:
    """A band over the whole street, with the winner's dash on both kerbs; one that no one won is plain."""
    length = map_size(rows, columns)[0 if street < ROWS else 1] - 2 * _SHOULDER
    width = ROAD - 2 * _SHOULDER
    lanes = (
        rect(0, 0, length, width, width / 2, class_="land" if taker == NOBODY else "wash"),
        path(f"M12 1.5H{length - 12}M12 {width - 1.5}H{length - 12}", **_kerb(taker)),
    )
    x, y = street_corner(street)
    inner = at(_SHOULDER, _SHOULDER, *lanes)
    along = f"translate({x} {y})" if street < ROWS else f"translate({x + ROAD} {y}) rotate(90)"
    whose = None if taker == NOBODY else f"seat-{taker}"
    # A new one (by its ID) is paved from one end to the other.
    paved = group(inner, id=f"paving-{STREET_LETTERS[street]}-{taker}", class_="unrolls")
    return group(paved, transform=along, class_=whose)


def _kerb(taker: int) -> dict[str, str | float]:
    if taker == NOBODY:
        return {"class_": "quiet-line", "stroke_width": 1.5, "stroke_dasharray": "3 7"}
    dots = taker == 0
    return {
        "class_": "kerb round" if dots else "kerb",
        "stroke_width": 3.4 if dots else 2.6,
        "stroke_dasharray": _DASHES[taker],
    }


def names(s: Record) -> list[Svg]:
    """Draw the names of all streets, over what pokes into them; in a paved street on its paving."""
    _, height = map_size(*size_of(s))
    return [_name(street, s.award[street], height) for street in streets_of(s)]


@cache
def _name(street: int, taker: int, height: int) -> Svg:
    """A name at the left or lower end of its street, close to its blocks; only the name itself where the board is small."""
    x, y = street_corner(street)
    whole, short = street_name(street), short_street(street)
    is_row = street < ROWS
    look = "map-name" if taker in (OPEN, NOBODY) else f"map-name paved seat-{taker}"
    look = look if is_row else f"{look} upright"
    lines = (
        text(10 if is_row else 2, 13, whole, 13, f"{look} fine"),
        # A row's name begins beside the first crossing, which the name of the column there reaches; that stands clear of
        # the lowest row's tag.
        text(ROAD + 2 if is_row else 2, 12 if is_row else 17, short, 28, f"{look} coarse"),
    )
    named = {"data_about": f"street-{STREET_LETTERS[street]}"}
    if is_row:
        return at(x, y + ROAD // 2, *lines, **named)
    return group(*lines, transform=f"translate({x + ROAD // 2} {y + height}) rotate(-90)", **named)


@cache
def coordinates(rows: int, columns: int) -> Svg:
    """Draw the letters and numbers of the notation, at the far edges of the map, for those who want to see them."""
    half, (width, height) = ROAD // 2, map_size(rows, columns)
    numbers = (
        text(LEFT + width - half, _row_middle(i), STREET_LETTERS[i], 18, "middle bold")
        for i in range(ROWS - rows, ROWS)
    )
    letters = (
        text(
            corner(i)[0] + LOT_WIDTH // 2,
            TOP + height - half + 6,
            STREET_LETTERS[ROWS + i],
            18,
            "middle bold",
        )
        for i in range(columns)
    )
    return group(*numbers, *letters, class_="coordinates")


def _row_middle(row: int) -> int:
    return corner(row * COLUMNS)[1] + LOT_HEIGHT // 2 + 6


def draw_board(s: Record, seat: int | None, t: Translator, last: frozenset[str]) -> Fragments:
    """Draw the whole board for one viewer: what stands in front is drawn after what stands behind it."""
    return drawing(
        *board_size(*size_of(s)),
        t("City map with {count} blocks").format(count=count_blocks(s)),
        _common(),
        *tiles_to_build(s, seat),
        *_city(s, t, last),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )


@memoize("owner", "tile", "token", "award", "won", "streets", derived=slice(DERIVED_SIZE))
def _city(s: Record, t: Translator, last: frozenset[str]) -> Fragments:
    """Ground, streets, blocks and tags, which all viewers see alike."""
    pieces, size = piece_names(s), size_of(s)
    return (
        ground(*size),
        legend(t) if size == (ROWS, COLUMNS) else join(),
        *paving(s),
        *(draw_block(s, block, pieces, t, last) for block in reading_order(*size)),
        *names(s),
        coordinates(*size),
        *draw_tags(s, t, last),
    )


@cache
def legend(t: Translator) -> Svg:
    """On the river: what the capsules on buildings say. A small board has no room for it: a touch explains them there."""
    begin, ends = t("counts 0 in its"), {"row": t("row"), "column": t("column"), "both": t("both")}
    frame = (-32, -13, 530, 26)  # with room for lettering that the page raises where it would be small
    spots = zip((148, 257, 402), ends.items(), strict=True)
    parts = (join(at(x, 0, capsule(way, "fine")), text(x + 30, 5, word, 14)) for x, (way, word) in spots)
    card, first = rect(*frame, 13, class_="card"), text(118, 5, begin, 14, "end")
    key = explaining("zero", f"{begin} {', '.join(ends.values())}", frame, card, first, *parts)
    return group(at(382, 845, key), class_="fine")


@cache
def _common() -> Svg:
    return join(roofs("board-roof", MOST_SEATS), zero_marks(), lawns())
