"""Names of destinations on plates. On a small board each is where it has room: below its landmark, beside it or above."""

from functools import cache, lru_cache
from typing import NamedTuple

from quartier.core.drawing.svg import Svg, at, group, rect, text
from quartier.core.game.boards import Board

from .layout import at_space, centre, map_size, two_lines, width_of
from .sights import GROWTH, LIFTED, PLAZA

TOP, FOOT = 12, 39
"""Where a plate of the first size begins, and ends at the latest: of the way to the south an end is seen."""
UNDER_A_PLATE = FOOT + 23
"""How far down a small mark is, to leave the plate free."""
PLATE, COARSE_PLATE = 15, 24
"""The sizes of lettering on plates: on a board of its full size, and on one that a phone shows whole."""
MIN_LETTERING, NARROWEST, LOWEST = 11, 360, 225
"""Pixels of lettering, and of the narrowest and the lowest map that a phone shows whole: so far plates are enlarged."""
REACH = PLAZA * GROWTH
"""How far a plaza of a small board reaches from its middle."""
FLAG = (20, LIFTED - 48, 66, LIFTED)
"""Where the flag of a goal is beside the middle of its space."""
HIDDEN, CUT, ELSEWHERE = 8, 20, 400
"""How bad a square unit over another plate or off the map is, one over a landmark being 1; and not to be below it."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Spot(NamedTuple):
    """Where a plate hangs: a point beside the middle of its space, and on which side of that point it lies.

    `across`: -1 to the left, 0 in the middle, 1 to the right; `down`: -1 above, 0 in the middle, 1 below.
    """

    x: float
    y: float
    across: int
    down: int

    def box(self, width: float, height: float) -> Box:
        left, top = self.x + (self.across - 1) / 2 * width, self.y + (self.down - 1) / 2 * height
        return left, top, left + width, top + height


BELOW = Spot(0, 14, 0, 1)
_SLANT = 0.75 * REACH
SPOTS = (
    BELOW,
    Spot(REACH + 3, LIFTED, 1, 0),
    Spot(-REACH - 3, LIFTED, -1, 0),
    Spot(_SLANT, LIFTED + _SLANT, 1, 1),
    Spot(-_SLANT, LIFTED + _SLANT, -1, 1),
    Spot(-_SLANT, LIFTED - _SLANT, -1, -1),
    Spot(_SLANT, LIFTED - _SLANT, 1, -1),
    Spot(0, LIFTED - REACH - 3, 0, -1),
)


@lru_cache(1024)
def name_plate(board: Board, space: int, own: int | None) -> Svg:
    """Draw the name of a destination on a plate, in one line or two."""
    plates = _plates(
        board.data["spaces"][space]["name"], own, _shift(board, space, PLATE), spots(board)[space]
    )
    return at_space(board, space, plates, class_="unhit", aria_hidden="true")


def _plates(name: str, own: int | None, shift: float, spot: Spot) -> Svg:
    """The plate in both sizes, of which the page shows one."""
    width, height = _size(name, COARSE_PLATE)
    left, top, *_ = spot._replace(x=0, y=0).box(width, height)
    fine_top = min(TOP, round(FOOT - _size(name, PLATE)[1], 1))
    return group(
        _plate(name, own, PLATE, shift - _size(name, PLATE)[0] / 2, fine_top, "fine"),
        at(round(spot.x, 1), round(spot.y, 1), _plate(name, own, COARSE_PLATE, left, top, "coarse")),
        class_=None if own is None else f"seat-{own}",
    )


@cache
def _size(name: str, size: float) -> tuple[float, float]:
    """The width and the height of a plate."""
    words = two_lines(name)
    # Lettering that would be too small on the screen is raised by up to an eighth: it has room for that.
    width = max(width_of(line, size) for line in words) * 1.2 + size * 0.8
    return round(width, 1), round(size * (0.5 + 1.06 * len(words)), 1)


def _plate(name: str, own: int | None, size: float, left: float, top: float, class_: str) -> Svg:
    width, height = _size(name, size)
    look = "plate" if own is None else "plate wanted"
    ink = "middle bold" if own is None else "middle bold on-seat"
    lines = (
        text(round(left + width / 2, 1), round(top + size * (1.06 + 1.06 * i), 1), line, size, ink)
        for i, line in enumerate(two_lines(name))
    )
    return group(
        rect(round(left, 1), round(top, 1), width, height, 5, class_=look),
        *lines,
        class_=class_,
        data_lettering=size,
        data_rank=int(own is None),
    )


# ----- where plates have room -----


def _shift(board: Board, space: int, size: float) -> float:
    """How far a plate in the middle of its space moves to be inside the map."""
    x, width = centre(board, space)[0], map_size(board)[0]
    half = _size(board.data["spaces"][space]["name"], size)[0] / 2
    return round(max(0, half + 2 - x) - max(0, half + 2 - (width - x)), 1)


def _growth(units: float, pixels: float) -> float:
    """How much a coarse plate is enlarged where so many units of the map have so many pixels."""
    return max(1, MIN_LETTERING * units / (COARSE_PLATE * pixels))


class _Choice(NamedTuple):
    """A spot for a plate, where the plate then is at most, and how much of landmarks or of itself that hides."""

    spot: Spot
    box: Box
    cost: float


def spots(board: Board) -> dict[int, Spot]:
    """Return where the plates of a small board hang."""
    return {space: choice.spot for space, choice in _arrange(board).items()}


def plate_boxes(board: Board) -> dict[int, Box]:
    """Return where the plates of a small board are when they are as large as they can become."""
    return {space: choice.box for space, choice in _arrange(board).items()}


@lru_cache(64)
def _arrange(board: Board) -> dict[int, _Choice]:
    """Choose the spots of all plates: each time, the plate that gains most by it moves."""
    spaces = [i for i, space in enumerate(board.data["spaces"]) if space["kind"] == "destination"]
    choices = {space: [_choice(board, space, spot, spaces) for spot in SPOTS] for space in spaces}
    present = {space: choices[space][0] for space in spaces}
    for _ in spaces:
        costs = {
            space: _costs(choices[space], [present[other].box for other in spaces if other != space])
            for space in spaces
        }
        gains = {
            space: costs[space][choices[space].index(present[space])] - min(costs[space]) for space in spaces
        }
        mover = max(spaces, key=lambda space: gains[space])
        if gains[mover] < 1:
            break
        present[mover] = choices[mover][costs[mover].index(min(costs[mover]))]
    return present


def _costs(choices: list[_Choice], plates: list[Box]) -> list[float]:
    return [
        choice.cost + HIDDEN * sum(common_area(choice.box, plate) for plate in plates) for choice in choices
    ]


def _choice(board: Board, space: int, spot: Spot, spaces: list[int]) -> _Choice:
    width, height = map_size(board)
    narrow = _growth(width, NARROWEST)
    if not spot.across:
        spot = spot._replace(x=_shift(board, space, COARSE_PLATE * narrow))
    box, slim = (_box(board, space, spot, growth) for growth in (_growth(height, LOWEST), narrow))
    # A low map has room at its sides, a narrow one above and below.
    inside = common_area(box, (box[0], 0, box[2], height)) + common_area(slim, (0, slim[1], width, slim[3]))
    is_below = spot.y == BELOW.y
    spared = [other for other in spaces if other != space or not is_below]
    covered = sum(_covered_landmark(board, box, other) for other in spared) + (0 if is_below else ELSEWHERE)
    return _Choice(spot, box, CUT * (_area(box) + _area(slim) - inside) + covered)


def _box(board: Board, space: int, spot: Spot, growth: float) -> Box:
    """Where a plate is on the map."""
    width, height = _size(board.data["spaces"][space]["name"], COARSE_PLATE)
    return _move(spot.box(width * growth, height * growth), centre(board, space))


def _move(box: Box, by: tuple[float, float]) -> Box:
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def _covered_landmark(board: Board, box: Box, space: int) -> float:
    """How much of a landmark and its flag a plate covers."""
    plaza = (-REACH, LIFTED - REACH, REACH, LIFTED + REACH)
    return sum(common_area(box, _move(mark, centre(board, space))) for mark in (plaza, FLAG))


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def common_area(one: Box, other: Box) -> float:
    """The area that two boxes have in common."""
    across, down = (
        min(one[2], other[2]) - max(one[0], other[0]),
        min(one[3], other[3]) - max(one[1], other[1]),
    )
    return across * down if across > 0 and down > 0 else 0
