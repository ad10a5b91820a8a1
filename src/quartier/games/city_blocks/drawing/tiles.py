"""How the physical tiles of City Blocks are told apart."""

from collections.abc import Iterable

from quartier.core.drawing.memo import kept

from ..rules.state import BLOCKS, EMPTY, State
from ..rules.tiles import KINDS
from ..text.names import tiles_of


def kinds_in(tiles: int) -> list[int]:
    """The kinds in a set of tiles, both schools if there are two."""
    return [KINDS.index(code) for code in tiles_of(tiles)]


@kept("owner", "tile")
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
