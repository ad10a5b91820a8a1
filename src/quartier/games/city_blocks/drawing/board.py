"""The board of City Blocks: a city map of 30 blocks, street names along the streets, bonuses as price tags."""

from functools import cache

from quartier.core.drawing.memo import kept
from quartier.core.drawing.pieces import roofs
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    group,
    join,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.derived import DERIVED_SIZE
from ..rules.state import COLUMNS, MOST_SEATS, ROWS, State
from ..text.names import count_blocks, size_of
from .blocks import capsule, draw_block, zero_marks
from .ground import ground
from .lawns import lawns
from .layout import board_size, reading_order
from .previews import tiles_to_build
from .streets import coordinates, names, paving
from .tags import draw_tags
from .tiles import piece_names


def draw_board(s: State, seat: int | None, t: Translator, last: frozenset[str]) -> Fragments:
    """The whole board for one viewer: what stands in front is drawn after what stands behind it."""
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


@kept("owner", "tile", "token", "award", "won", "streets", derived=slice(DERIVED_SIZE))
def _city(s: State, t: Translator, last: frozenset[str]) -> Fragments:
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
    """On the river: what the capsules on buildings say."""
    ways, words = ("row", "column", "both"), t("counts 0 in row, column, both")
    fine = (at(54 * i, 0, capsule(way, "fine")) for i, way in enumerate(ways))
    coarse = (at(80 * i, 0, capsule(way, "coarse")) for i, way in enumerate(ways))
    return join(
        group(
            at(416, 845, rect(-32, -13, 412, 26, 13, class_="card"), *fine, text(142, 5, words, 14)),
            class_="fine key",
        ),
        group(at(60, 902, *coarse, text(208, 10, words, 29)), class_="coarse key"),
    )


@cache
def _common() -> Svg:
    return join(roofs("board-roof", MOST_SEATS), zero_marks(), lawns())
