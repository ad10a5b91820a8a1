"""Tiles of City Blocks: their icons, their faces, and how they are told apart."""

from collections.abc import Iterable
from functools import cache

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, join, rect, text

from ..rules.state import BLOCKS, EMPTY, State
from ..rules.tiles import KINDS, VALUES
from ..words import tiles_of
from .layout import BLOCK

ICONS = {
    "H": "house",
    "S": "store",
    "F": "factory",
    "SC": "school",
    "PP": "power plant",
    "MA": "mall",
    "CH": "courthouse",
}


def icon_name(kind: int) -> str:
    """The icon of a kind of tile."""
    code = KINDS[kind]
    return ICONS[code] if code in ICONS else ICONS[code[0]]


def kinds_in(tiles: int) -> list[int]:
    """The kinds in a set of tiles, both schools if there are two."""
    return [KINDS.index(code) for code in tiles_of(tiles)]


@cache
def tile_face(seat: int, kind: int, weave: str) -> Svg:
    """A tile, 84 units wide: ground with the seat's pattern, the building, its value and the seat's sign."""
    value = int(VALUES[kind])
    return join(
        rect(2, 2, BLOCK - 4, BLOCK - 4, 7, fill=f"url(#{weave}-{seat})"),
        rect(2, 2, BLOCK - 4, BLOCK - 4, 7, class_="edge", stroke_width=4),
        icon(icon_name(kind), 7, 7, 46) if value else icon(icon_name(kind), 12, 18, 58),
        text(77, 76, value, 46, "end bold") if value else join(),
        sign(seat, 70, 15, 15),
    )


def piece_names(s: State) -> dict[int, str]:
    """By block: the physical tile on it. The second school of a seat is called SC-2."""
    names: dict[int, str] = {}
    for block in range(BLOCKS):
        if s.owner[block] != EMPTY:
            names[block] = piece_name(s.owner[block], s.tile[block], names.values())
    return names


def piece_name(seat: int, kind: int, taken: Iterable[str]) -> str:
    """The name of a further tile of a seat, beside those that are taken."""
    name = f"{seat}-{KINDS[kind]}"
    return f"{name}-2" if name in taken else name
