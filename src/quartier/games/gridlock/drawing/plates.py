"""Names of destinations on plates. On a small board they would hide roads: there the landmarks stand alone, a touch names
them, and the plates are there once the board is nearer.
"""

from functools import cache, lru_cache

from quartier.core.drawing.svg import Svg, group, rect, text
from quartier.core.game.boards import Board

from .layout import at_space, centre, map_size, two_lines, width_of

TOP, FOOT = 12, 39
"""Where a plate begins, and ends at the latest: of the way to the south an end is seen."""
UNDER_A_PLATE = FOOT + 23
"""How far down a small mark is, to leave the plate free."""
LETTERING = 15


@lru_cache(1024)
def name_plate(board: Board, space: int, own: int | None) -> Svg:
    """Draw the name of a destination on a plate, in one line or two."""
    name = board.data["spaces"][space]["name"]
    left, top, width, height = plate_box(board, space)
    look = "plate" if own is None else "plate wanted"
    ink = "middle bold" if own is None else "middle bold on-seat"
    lines = (
        text(round(left + width / 2, 1), round(top + LETTERING * 1.06 * i, 1), line, LETTERING, ink)
        for i, line in enumerate(two_lines(name), 1)
    )
    plate = group(
        rect(left, top, width, height, 5, class_=look),
        *lines,
        class_="fine" if own is None else f"fine seat-{own}",
        data_lettering=LETTERING,
        data_rank=int(own is None),
    )
    return at_space(board, space, plate, class_="unhit", aria_hidden="true")


@lru_cache(1024)
def plate_box(board: Board, space: int) -> tuple[float, float, float, float]:
    """Return the left and top edges, width and height of a plate beside the middle of its space, inside the map."""
    width, height = _size(board.data["spaces"][space]["name"])
    x, right = centre(board, space)[0], map_size(board)[0]
    shift = max(0, width / 2 + 2 - x) - max(0, width / 2 + 2 - (right - x))
    return round(shift - width / 2, 1), min(TOP, round(FOOT - height, 1)), width, height


@cache
def _size(name: str) -> tuple[float, float]:
    """The width and the height of a plate."""
    words = two_lines(name)
    width = max(width_of(line, LETTERING) for line in words) * 1.08 + LETTERING * 0.6
    return round(width, 1), round(LETTERING * (0.5 + 1.06 * len(words)), 1)
