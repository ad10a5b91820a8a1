"""What lies on a space or is built there for good: tiles and tunnels."""

from functools import cache, lru_cache

from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import (
    Svg,
    group,
    join,
    path,
)
from quartier.core.game.boards import Board

from .asphalt import asphalt, lying
from .layout import EDGE, HALF_ROW, centre, hexagon, toward


def laid(space: int, kind: int, exits: int) -> Svg:
    """A tile on a space, which can be taken from there."""
    return group(lying(kind, exits), class_="lift", data_piece=f"tile-{space}")


@cache
def tunnel(exits: int) -> Svg:
    """Roads that end in a portal."""
    ends = "".join(
        "M0 0L{:.1f} {:.1f}".format(*toward(60 * side, HALF_ROW)) for side in range(6) if exits >> side & 1
    )
    return join(
        path(hexagon(EDGE - 0.7), class_="rock"),
        asphalt(ends, ends),
        group(icon("tunnel", -22, -19, 44), class_="portal"),
    )


@lru_cache(64)
def tunnel_line(board: Board) -> Svg:
    """GL-17: a dashed line that shows which spaces the tunnels connect."""
    kinds = [space["kind"] for space in board.data["spaces"]]
    ends = [centre(board, space) for space, kind in enumerate(kinds) if kind == "tunnel"]
    if len(ends) < 2:
        return join()
    course = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ends)
    return path(course, class_="under", stroke_width=3.5)
