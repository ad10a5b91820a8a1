"""The board of City Blocks: a city map of 30 blocks, street names along the streets, bonuses as price tags."""

from quartier.core.show.pieces import patterns
from quartier.core.show.svg import Svg, group, picture
from quartier.core.text.languages import Translator

from ..rules.state import MOST_SEATS, STREETS, State
from .blocks import draw_block
from .ground import ground
from .layout import HEIGHT, WIDTH, reading_order
from .places import draw_place, out_of_game
from .previews import tiles_to_build
from .streets import draw_street
from .tiles import piece_names


def draw_board(s: State, seat: int | None, t: Translator, last: frozenset[str]) -> Svg:
    """The whole board for one viewer."""
    pieces = piece_names(s)
    return picture(
        WIDTH,
        HEIGHT,
        t("City map with 30 blocks"),
        patterns("board-weave", MOST_SEATS),
        tiles_to_build(s, seat),
        ground(),
        *(draw_block(s, block, pieces, t, last) for block in reading_order()),
        *(draw_street(s, street, t, last) for street in range(STREETS)),
        *(draw_place(s, seat, t) for seat in range(2)),
        out_of_game(s, t),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )
