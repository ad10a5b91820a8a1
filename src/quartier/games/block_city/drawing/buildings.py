"""The viewer's city: its streets, and its buildings with what is written on them."""

from functools import lru_cache

from quartier.core.play.boards import Board
from quartier.core.show.pieces import icon
from quartier.core.show.svg import Svg, at, el, group, join, path, rect
from quartier.core.text.languages import Translator

from ..rules.state import HOUSE, KIND_COUNT, PARK, STORE, State
from ..words import building_name, mark_on
from .gardens import park_ways, tree, tree_places, way_to_door
from .layout import GAP, MARGIN, Box, Plan, plan_of
from .marks import pencilled

# By kind: the icon, the seat colour that the icon's main part borrows, and the class of the ground.
LOOKS = {
    PARK: ("park", 2, "park"),
    STORE: ("store", 0, "wash"),
    HOUSE: ("house", 1, "plot"),
    3: ("school", 3, "wash"),
    4: ("fire station", 1, "wash"),
    5: ("town hall", 4, "wash"),
}


@lru_cache(maxsize=32)
def draw_ground(board: Board) -> Svg:
    """The streets between the buildings, with their centre lines."""
    plan = plan_of(board)
    left, width = plan.left - MARGIN, plan.cell * plan.columns + 2 * MARGIN
    return join(
        rect(left, 0, width, plan.height, 18, class_="street"),
        path(plan.streets(), class_="ripple dashed", stroke_width=1.5),
    )


def draw_building(s: State, seat: int, building: int, t: Translator, last: frozenset[str]) -> Svg:
    """A building of the viewer's city with what is written on it."""
    name = f"building-{plan_of(s.board).names[building]}"
    mark, spoken = mark_on(s, seat, building), _spoken_building(s, seat, building, t)
    return group(
        el("title", spoken),
        _empty_building(s.board, building, kind_of(s, building))
        if mark is None
        else _filled_building(s, building, mark),
        _shape(s.board, building, 2.5, class_="ring hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _spoken_building(s: State, seat: int, building: int, t: Translator) -> str:
    mark = mark_on(s, seat, building)
    state = t("empty") if mark is None else t("miss") if mark == "X" else str(mark)
    return f"{building_name(s, building, t)}, {state}"


def kind_of(s: State, building: int) -> int:
    """The kind of a building."""
    return next(kind for kind in range(KIND_COUNT) if s.kinds[kind] >> building & 1)


@lru_cache(maxsize=2048)
def _shape(board: Board, building: int, inset: float, **attributes: str | float | None) -> Svg:
    """The outline of a building, `inset` units inside its cells; a plain rectangle if it is one."""
    plan = plan_of(board)
    room, cells, radius = plan.rooms[building], plan.cells[building], plan.cell / 9
    if round(room.width * room.height / plan.cell**2) == len(cells):
        double = 2 * inset
        return rect(
            round(room.x + inset, 1),
            round(room.y + inset, 1),
            round(room.width - double, 1),
            round(room.height - double, 1),
            round(radius, 1),
            **attributes,
        )
    return path(plan.outline(cells, inset, radius), **attributes)


@lru_cache(maxsize=2048)
def _empty_building(board: Board, building: int, kind: int) -> Svg:
    """A building that waits for a number: its icon, the way to the street, trees."""
    name, colour, ground = LOOKS[kind]
    plan = plan_of(board)
    room = plan.rooms[building]
    size = min(room.side * 0.64, plan.cell * 0.95)
    x, y = room.middle
    return group(
        _shape(board, building, GAP / 2, class_=ground),
        park_ways(plan, room) if kind == PARK else way_to_door(room, size),
        *(tree(plan, *place) for place in tree_places(plan, room, building)),
        icon(name, round(x - size / 2, 1), round(y - size / 2, 1), round(size, 1)),
        class_=f"seat-{colour}",
    )


def _filled_building(s: State, building: int, mark: int | str) -> Svg:
    """A building with a number, its icon small in the corner; or crossed out."""
    name, colour, ground = LOOKS[kind_of(s, building)]
    plan = plan_of(s.board)
    room = plan.rooms[building]
    x, y = room.middle
    missed = mark == "X"
    size, inset = plan.cell * 0.28, plan.cell * 0.09
    return group(
        _shape(s.board, building, GAP / 2, class_="paper" if missed else ground),
        icon(name, round(room.x + inset, 1), round(room.y + inset, 1), round(size, 1)),
        at(
            x + plan.cell * (0.12 if missed else 0.09),
            y + plan.cell * (0.1 if missed else 0.04),
            pencilled(mark, _mark_height(plan, room) * (0.82 if missed else 1)),
        ),
        class_=f"seat-{5 if missed else colour}",
    )


def _mark_height(plan: Plan, room: Box) -> float:
    return min(room.side * 0.62, plan.cell * 0.9)
