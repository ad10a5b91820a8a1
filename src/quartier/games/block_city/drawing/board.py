"""The board of BlockCity: the viewer's city, which grows while numbers are written."""

from functools import lru_cache

from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    drawing,
    el,
    group,
    join,
)
from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator

from ..rules.state import PARK, State
from ..text.names import building_name
from .buildings import definitions, garden, standing
from .fitting import draw_fitting, small_dice
from .gardens import tree
from .ground import draw_ground, patterns
from .honours import draw_badges, draw_hedges
from .layout import Plan, plan_of
from .lots import lot, missed
from .tallies import Mark, Miss, marks_of, written


def draw_board(s: State, seat: int | None, t: Translator, last: frozenset[str]) -> Fragments:
    """The whole board for one viewer (None: a spectator, who sees the first seat's city)."""
    return _city(s, seat or 0, t, last, small_dice(), *draw_fitting(s, plan_of(s.board)), group(id="ghost"))


def render_seat_board(s: State, seat: int, t: Translator) -> Fragments:
    """The city of a seat as large and whole as its own player sees it, for the others to look at."""
    return _city(s, seat, t, frozenset())


def _city(s: State, seat: int, t: Translator, last: frozenset[str], *above: Svg) -> Fragments:
    """The city of a seat; `above`: what lies over it while it is played."""
    plan, marks = plan_of(s.board), marks_of(written(s, seat), s.buildings, s.miss_points)
    return drawing(
        plan.width,
        plan.height,
        t("{name}, a city with {count} buildings").format(name=s.board.name, count=len(plan.names)),
        patterns(),
        _defined(s.board),
        draw_ground(plan),
        *draw_hedges(s, plan),
        *(
            _building(s.board, building, mark, name in last, t)
            for building, (name, mark) in enumerate(zip(plan.touches, marks, strict=True))
        ),
        *draw_badges(s, plan),
        *above,
        class_="quartier board",
        id="board",
    )


@lru_cache(maxsize=32)
def _defined(board: Board) -> Svg:
    return el("defs", definitions(plan_of(board)))


@lru_cache(maxsize=8192)
def _building(board: Board, building: int, mark: Mark, ringed: bool, t: Translator) -> Svg:
    """A building of the viewer's city with what is written on it."""
    plan, spoken = plan_of(board), _spoken_building(board, building, mark, t)
    return group(
        el("title", spoken),
        drawn_building(plan, building, mark),
        id=plan.touches[building],
        data_touch=plan.touches[building],
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
    )


def _spoken_building(board: Board, building: int, mark: Mark, t: Translator) -> str:
    state = (
        t("empty") if mark is None else f"{t('miss')}, {mark.said}" if isinstance(mark, Miss) else str(mark)
    )
    return f"{building_name(board, building, t)}, {state}"


@lru_cache(maxsize=4096)
def drawn_building(plan: Plan, building: int, mark: Mark) -> Svg:
    """A building on its ground; a park with a number lies on the lawn of its group."""
    kind, room = plan.kinds[building], plan.rooms[building]
    return group(
        join() if kind == PARK and isinstance(mark, int) else _ground(plan, building),
        lot(kind, room)
        if mark is None
        else join()
        if kind == PARK or isinstance(mark, Miss)
        else garden(room),
        _corner_trees(plan, building),
        content(plan, building, mark),
        plan.shape(building, 3, class_="ring hit"),
        class_=f"kind-{kind}",
        # Roofs reach over the street behind: only the ring's area is touched.
        pointer_events="none",
    )


def _ground(plan: Plan, building: int) -> Svg:
    kind = plan.kinds[building]
    return plan.shape(building, plan.gap / 2, class_="park" if kind == PARK else "wash")


def _corner_trees(plan: Plan, building: int) -> Svg:
    """Trees on the cells that a building of another shape than a rectangle leaves free."""
    room = plan.rooms[building]
    if len(plan.cells[building]) == room.columns * room.rows:
        return join()
    free = [cell for cell in sorted(plan.cells[building]) if not room.holds(plan.middle(cell))]
    return join(*(tree(*plan.middle(cell), plan.scale * 1.2) for cell in free))


def content(plan: Plan, building: int, mark: Mark) -> Svg:
    """What a mark makes of a ground: a building or trees, or gravel."""
    if isinstance(mark, int):
        built = standing(plan.kinds[building], plan.rooms[building], mark, plan.lettering)
        return group(built, data_piece=f"built-{building}-{mark}", data_floors=mark)
    return missed(plan, building, mark.said) if mark else join()
