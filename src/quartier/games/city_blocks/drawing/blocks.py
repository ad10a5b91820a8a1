"""Blocks with what is built on them."""

from quartier.core.show.svg import Svg, at, el, group, join, path, rect
from quartier.core.text.languages import Translator

from ..rules.state import EMPTY, State
from ..rules.streets import column_of, counts, row_of, specials
from ..rules.tiles import VALUES
from ..words import BLOCK_NAMES, SEAT_NAMES, tile_name
from .ground import plot
from .layout import BLOCK, PITCH, ROAD, corner
from .tiles import tile_face


def draw_block(s: State, block: int, pieces: dict[int, str], t: Translator, last: frozenset[str]) -> Svg:
    """A block: its plot, the tile on it, the ring and the area that can be touched."""
    name = f"block-{BLOCK_NAMES[block]}"
    spoken = _spoken_block(s, block, t)
    return at(
        *corner(block),
        el("title", spoken),
        plot(block),
        _tile_on(s, block, pieces[block]) if block in pieces else join(),
        rect(-4, -4, BLOCK + 8, BLOCK + 8, 11, class_="ring"),
        rect(-ROAD / 2, -ROAD / 2, PITCH, PITCH, class_="hit"),
        id=name,
        data_touch=name,
        class_="block last" if name in last else "block",
        role="img",
        aria_label=spoken,
    )


def _tile_on(s: State, block: int, piece: str) -> Svg:
    """The tile on a block; its number is struck along each street in which it counts 0 (CB-17, CB-18)."""
    seat, kind = s.owner[block], s.tile[block]
    struck = strikes(*cancelled(s, block))
    return group(
        tile_face(seat, kind, "board-weave"),
        struck,
        id=f"tile-{piece}",
        data_piece=piece,
        class_=f"tile lift seat-{seat}",
    )


def cancelled(s: State, block: int) -> tuple[bool, bool]:
    """Whether the tile has a value that does not count in its row, and in its column."""
    kind = s.tile[block]
    row, column = (
        VALUES[kind] > 0 and counts(kind, specials(s, street)) == 0
        for street in (row_of(block), column_of(block))
    )
    return bool(row), bool(column)


def strikes(row: bool, column: bool) -> Svg:
    """A line along the street in which the value does not count, or across if it counts nowhere."""
    if not row and not column:
        return join()
    line = "M44 76L78 42" if row and column else "M42 60H80" if row else "M62 40V79"
    return path(line, class_="strike", stroke_width=4.5)


def _spoken_block(s: State, block: int, t: Translator) -> str:
    if s.owner[block] == EMPTY:
        return f"{BLOCK_NAMES[block]}, {t('empty')}"
    row, column = cancelled(s, block)
    notes = [t("counts 0 in its row")] * row + [t("counts 0 in its column")] * column
    owner, tile = t(SEAT_NAMES[s.owner[block]]), tile_name(s.tile[block], t)
    return ", ".join([BLOCK_NAMES[block], owner, tile, *notes])
