"""Destinations: a plaza with a landmark, and its name on a plate."""

from functools import cache, lru_cache

from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.game.boards import Board

from .landmarks import landmark
from .layout import EDGE, HALF_ROW, at_space, centre, map_size, toward, two_lines, width_of
from .routes import ASPHALT

PLAZA = 32
LIFTED = -11
"""The plaza lies a little above the middle of its space, for the sake of the plate."""
TOP, FOOT = 12, 39
"""Where a plate of the first size begins, and ends at the latest: of the way to the south an end is seen."""
UNDER_A_PLATE = FOOT + 23
"""So far down a small mark lies that leaves the plate free."""
PLATE, COARSE_PLATE = 15, 24
"""The sizes of lettering on plates: on a board of its full size, and on one that a phone shows whole."""
LOW = 78
"""Nearer to the map's lower edge a plate of the second size has no room below its landmark."""


@lru_cache(1024)
def plaza(board: Board, space: int, own: int | None) -> Svg:
    """A plaza with a landmark, roads to all six sides; in the colour of the look `own` if it is a goal of the viewer."""
    rim = 2 if own is None else 6
    name = board.data["spaces"][space]["name"]
    raised = " raised" if _below(board, space) < LOW else ""  # makes room for the plate of a small map
    return join(
        path(_stubs(), class_="stub", stroke_width=ASPHALT),
        group(
            el(
                "circle",
                cy=LIFTED,
                r=PLAZA,
                class_="plaza" if own is None else "plaza wanted",
                stroke_width=rim,
            ),
            landmark(name, -19, LIFTED - 24, 38),
            class_=f"grow{raised}" if own is None else f"grow seat-{own}{raised}",
        ),
    )


def _below(board: Board, space: int) -> int:
    """How far the middle of a space is from the map's lower edge."""
    return round(map_size(board)[1] - centre(board, space)[1])


@cache
def _stubs() -> str:
    """The six ways into a destination."""
    return "".join("M0 0L{:.1f} {:.1f}".format(*toward(60 * side, HALF_ROW)) for side in range(6))


@lru_cache(1024)
def pennant(board: Board, space: int, look: int) -> Svg:
    """Draw the mark of an own goal: the page shows the way to it when it is out of sight."""
    return at_space(
        board,
        space,
        el("circle", cy=LIFTED, r=EDGE, class_="hit measure"),
        flag(look),
        data_goal=board.data["spaces"][space]["name"],
        class_=f"seat-{look} unhit",
    )


@cache
def flag(look: int) -> Svg:
    """Draw a flag with the seat's sign."""
    flag = join(
        path("M0 30V-6", class_="ink-line", stroke_width=3),
        path("M0 -5H31L24 6L31 17H0Z", class_="seat outline"),
        group(sign(look, 12, 6, 12), class_="on-seat"),
    )
    return at(22, -50, group(flag, class_="grow"))


@lru_cache(1024)
def name_plate(board: Board, space: int, own: int | None) -> Svg:
    """Draw the name of a destination on a plate below its landmark, in one line or two."""
    x, width = centre(board, space)[0], map_size(board)[0]
    edges = round(x), round(width - x), _below(board, space)
    plates = _plates(board.data["spaces"][space]["name"], own, *edges)
    return at_space(board, space, plates, class_="unhit", aria_hidden="true")


def _plates(name: str, own: int | None, left: int, right: int, below: int) -> Svg:
    """The plate in both sizes, of which the page shows one; `left`, `right`, `below`: how far the map's edges are."""
    coarse_top = min(14, round(below - 2 - _high(name, COARSE_PLATE), 1))
    plates = (
        _plate(name, own, PLATE, min(TOP, round(FOOT - _high(name, PLATE), 1)), left, right, "fine"),
        _plate(name, own, COARSE_PLATE, coarse_top, left, right, "coarse"),
    )
    return group(*plates, class_=None if own is None else f"seat-{own}")


def _high(name: str, size: float) -> float:
    return round(size * (0.5 + 1.06 * len(two_lines(name))), 1)


def _plate(name: str, own: int | None, size: float, top: float, left: int, right: int, class_: str) -> Svg:
    words = two_lines(name)
    # Lettering that would be too small on the screen is raised by up to an eighth: it has room for that.
    half = max(width_of(line, size) for line in words) * 0.6 + size * 0.4
    middle = round(max(0, half + 2 - left) - max(0, half + 2 - right), 1)
    look = "plate" if own is None else "plate wanted"
    ink = "middle bold" if own is None else "middle bold on-seat"
    lines = (
        text(middle, round(top + size * (1.06 + 1.06 * i), 1), line, size, ink)
        for i, line in enumerate(words)
    )
    return group(
        rect(round(middle - half, 1), top, round(2 * half, 1), _high(name, size), 5, class_=look),
        *lines,
        class_=class_,
        data_lettering=size,
        data_rank=int(own is None),
    )
