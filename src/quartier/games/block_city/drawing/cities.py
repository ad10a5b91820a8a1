"""The cities of the other seats, small: they stand beside the board, as large as the column allows."""

from functools import lru_cache
from typing import NamedTuple

from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    el,
    group,
    group_fragments,
    join,
    number,
    path,
    rect,
    text,
)
from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator

from ..rules.state import KIND_COUNT, PARK, PASSIVE, STARTING, Record
from ..text.labels import SEAT_NAMES, count_empty, count_points
from ..text.notation import elsewhere, ids
from .layout import COLUMN, MARGIN, TOP, Plan, plan_of
from .tallies import Mark, Miss, Sets, mark_sets, marks_of, score_of

HEAD = 22
"""The line above a city: whose it is."""
LOW = 119
"""How high the cities may be together: so much is free beside a coach in a low window. In others they grow."""
MAX_LABELLED_CITIES = 3
"""So many opponents' cities show their numbers and names; those of more stand in one row, and open large."""
BETWEEN = 10


class City(NamedTuple):
    """What is drawn of a seat's city."""

    board: Board
    seat: int
    sets: Sets
    score: int
    waits: bool
    """Whether the others wait for that seat."""


def draw_cities(s: Record, seats: list[int], y: int, t: Translator) -> Fragments:
    """Draw the cities of other seats, in the arrangement in which they are largest."""
    if not seats:
        return ()
    in_row, cell = _arrangement(plan_of(s.board), len(seats))
    plan = plan_of(s.board)
    # Close together: so they can grow to the width of the column.
    wide = min((COLUMN + BETWEEN) / in_row, cell * plan.columns + 2 * BETWEEN)
    high = HEAD + cell * plan.rows + BETWEEN
    fragments = [_small_ground(s.board)]
    for i, seat in enumerate(seats):
        corner = round(wide * (i % in_row), 1), round(y + high * (i // in_row), 1)
        waits = s.phase in (STARTING, PASSIVE) and bool(s.waiting >> seat & 1)
        small = len(seats) > MAX_LABELLED_CITIES
        city = City(s.board, seat, mark_sets(s, seat), score_of(s, seat), waits)
        fragments += _city(city, small, corner, cell, t)
    return tuple(fragments)


def cities_height(plan: Plan, count: int) -> int:
    """Return how much room the others' cities take."""
    if not count:
        return 0
    in_row, cell = _arrangement(plan, count)
    return round(-(-count // in_row) * (HEAD + cell * plan.rows + BETWEEN)) - BETWEEN


@lru_cache(maxsize=64)
def _arrangement(plan: Plan, count: int) -> tuple[int, float]:
    """How many cities stand beside each other, and the side of their cells."""
    return max(
        (
            (in_row, _cell(plan, in_row, -(-count // in_row)))
            for in_row in range(1 if count <= MAX_LABELLED_CITIES else count, count + 1)
        ),
        key=lambda option: option[1],
    )


def _cell(plan: Plan, in_row: int, lines: int) -> float:
    width = (COLUMN + BETWEEN) / in_row - BETWEEN
    height = (LOW + BETWEEN) / lines - HEAD - BETWEEN
    return round(min(width / plan.columns, height / plan.rows), 1)


@lru_cache(maxsize=32)
def _small_ground(board: Board) -> Svg:
    """All grounds of a small city, one path for each kind; drawn once and used for each seat."""
    plan = plan_of(board)
    paths = [
        path(
            "".join(_outline(plan, building) for building, other in enumerate(plan.kinds) if other == kind),
            class_=f"kind-{kind} " + ("park" if kind == PARK else "wash"),
        )
        for kind in range(KIND_COUNT)
    ]
    # What is used elsewhere is styled by itself: the class makes the stylesheet reach it.
    return el("defs", group(*paths, id="bc-small-city", class_="quartier"))


def _outline(plan: Plan, building: int) -> str:
    return plan.outline(plan.cells[building], plan.gap / 2, plan.cell / 10)


@lru_cache(maxsize=2048)
def _city(city: City, small: bool, corner: tuple[float, float], cell: float, t: Translator) -> Fragments:
    """A seat's sign and name over its city. `corner`: its top left corner; `cell`: size of a cell; `small`: no letters."""
    board, seat, sets, score, waits = city
    plan = plan_of(board)
    left = len(plan.names) - sum(buildings.bit_count() for buildings in sets)
    words, name = t("{name}: {points}, {left}"), t(SEAT_NAMES[seat])
    fragments = group_fragments(
        _caption(seat, waits, "" if small else name, plan.columns * cell),
        rect(0, HEAD - 4, round(plan.columns * cell), round(plan.rows * cell), class_="hit"),
        *_marks(board, seat, marks_of(sets, len(plan.names), 0), cell, small),
        id=f"city-{seat}",
        data_opens=seat,
        data_about=f"city-{seat}",
        role="img",
        aria_label=words.format(name=name, points=count_points(score, t), left=count_empty(left, t)),
        **name_slot(seat, name),
    )
    return group_fragments(*fragments, transform=f"translate({number(corner[0])} {number(corner[1])})")


def _caption(seat: int, waits: bool, name: str, right: float) -> Svg:
    """Draw whose city it is; dots if the others wait for that seat."""
    return group(
        sign(seat, 8, 10, 14),
        text(20, 15, name, 13, "bold", data_room=round(right - 38), **name_slot(seat, name))
        if name
        else join(),
        text(right, 15, "…", 16, "end bold") if waits else join(),
    )


def _marks(board: Board, seat: int, marks: tuple[Mark, ...], cell: float, small: bool) -> Fragments:
    """The grounds of a city and what is written on them, in cells of another size than the board's."""
    plan = plan_of(board)
    scale = cell / plan.cell
    offset = f"translate({number(-MARGIN * scale)} {number(HEAD - 4 - TOP * scale)})"
    return group_fragments(
        el("use", href="#bc-small-city"),
        *(
            _small_mark(board, seat, building, mark, small)
            for building, mark in enumerate(marks)
            if mark is not None
        ),
        transform=f"{offset} scale({number(round(scale, 3))})",
    )


@lru_cache(maxsize=4096)
def _small_mark(board: Board, seat: int, building: int, mark: int | Miss, small: bool) -> Svg:
    """A number on a ground in the strong colour of its kind, as large as a cell; or a cross. `small`: no letters."""
    plan = plan_of(board)
    x, y = plan.rooms[building].middle
    size = plan.cell * 0.97
    ground = path(
        _outline(plan, building),
        class_="hit" if isinstance(mark, Miss) else f"kind-{plan.kinds[building]} strong",
    )
    letter, look = ("×", "middle heavy quiet") if isinstance(mark, Miss) else (mark, "middle heavy on-strong")
    return group(
        ground,
        join() if small else text(x, round(y + size * 0.36, 1), letter, round(size), look),
        data_place=elsewhere(seat, f"building-{ids(board)[building]}"),
    )
