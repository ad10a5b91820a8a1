"""The board of BlockCity: the viewer's city, which grows while numbers are written."""

from functools import cache, lru_cache

from quartier.core.drawing.svg import Fragments, Svg, drawing, el, group, group_fragments, join, rect, text
from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator

from ..rules.derived import FITTING
from ..rules.state import ACTIVE, PARK, SIDES, Record
from ..text.labels import building_name, column_name
from .buildings import definitions, garden, standing
from .ground import draw_ground, patterns, tree
from .layout import Plan, plan_of
from .lots import lot, missed_lot
from .side_panel import draw_badges, draw_hedges
from .tallies import Mark, Miss, mark_sets, marks_of, members_of


@cache
def small_dice() -> Svg:
    """Draw all small dice with their numbers, which are used over and over."""
    return el("defs", *(small_die(die) for die in range(1, SIDES + 1)))


def small_die(die: int) -> Svg:
    """Draw a small die with its number."""
    face = rect(0, 0, 26, 26, 6, class_="fit"), text(13, 20, die, 20, "middle bold")
    return group(*face, id=f"bc-fit-{die}", class_="quartier")


def draw_fitting(s: Record, plan: Plan) -> Fragments:
    """Draw, for a seat that may write now, in the corner of each building the dice that fit there (BC-5, BC-6, BC-10)."""
    low, high = s.derived[FITTING : FITTING + 2]
    if not low | high:
        return ()
    dice = ((s.dice[0], low), (s.dice[1], high)) if s.phase == ACTIVE else ((s.other, low), (0, 0))
    return group_fragments(
        *_fitting_dice(plan, *dice), id="fitting", pointer_events="none", aria_hidden="true"
    )


def _fitting_dice(plan: Plan, one: tuple[int, int], other: tuple[int, int]) -> list[Svg]:
    """Two dice, each with the buildings where it fits; equal dice are shown once."""
    (die, spots), (second, more) = one, other
    more &= -(die != second)
    result = []
    for building in members_of(spots | more):
        both = spots >> building & 1
        result += [_fitting_die(plan, building, 0, die)] * both
        result += [_fitting_die(plan, building, both, second)] * (more >> building & 1)
    return result


@lru_cache(maxsize=4096)
def _fitting_die(plan: Plan, building: int, i: int, die: int) -> Svg:
    """The number of a die in the lower left corner of a building."""
    room = plan.rooms[building]
    x, y = room.x + plan.gap / 2 + 5 + 29 * i, room.y + room.height - plan.gap / 2 - 31
    return el("use", href=f"#bc-fit-{die}", x=round(x, 1), y=round(y, 1), class_="lettered")


def draw_board(s: Record, seat: int | None, t: Translator, last: frozenset[str]) -> Fragments:
    """Draw the whole board for one viewer (None: a spectator, who sees the first seat's city)."""
    return _city(s, seat or 0, t, last, small_dice(), *draw_fitting(s, plan_of(s.board)), group(id="ghost"))


def render_seat_board(s: Record, seat: int, t: Translator) -> Fragments:
    """Draw the city of a seat as large and whole as its own player sees it, for the others to look at."""
    return _city(s, seat, t, frozenset())


def _city(s: Record, seat: int, t: Translator, last: frozenset[str], *above: Svg) -> Fragments:
    """The city of a seat; `above`: what lies over it while it is played."""
    plan, marks = plan_of(s.board), marks_of(mark_sets(s, seat), s.buildings, s.miss_points)
    return drawing(
        plan.width,
        plan.height,
        t("City map with {count} buildings").format(count=len(plan.names)),
        patterns(),
        _definitions(s.board),
        draw_ground(plan),
        *draw_hedges(s, plan),
        *(
            _building(s.board, building, mark, around, name in last, t)
            for building, (name, mark, around) in enumerate(
                zip(plan.touches, marks, numbers_around(s, seat), strict=True)
            )
        ),
        *draw_badges(s, plan),
        *above,
        class_="quartier board",
        id="board",
    )


@lru_cache(maxsize=32)
def _definitions(board: Board) -> Svg:
    return el("defs", definitions(plan_of(board)))


@lru_cache(maxsize=8192)
def _building(
    board: Board, building: int, mark: Mark, around: tuple[int, ...], ringed: bool, t: Translator
) -> Svg:
    """A building of the viewer's city with what is written on it; `around`: the numbers next to it."""
    plan, spoken = plan_of(board), _spoken_building(board, building, mark, around, t)
    return group(
        el("title", spoken),
        draw_building(plan, building, mark),
        id=plan.touches[building],
        data_touch=plan.touches[building],
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
    )


def _spoken_building(board: Board, building: int, mark: Mark, around: tuple[int, ...], t: Translator) -> str:
    name = f"{building_name(board, building, t)}, {column_name(board, building, t)}"
    if isinstance(mark, Miss):
        return f"{name}, {t('miss')}, {mark.label}"
    if mark is None:
        neighbours = [t("next to {numbers}").format(numbers=", ".join(map(str, around)))] if around else []
        return ", ".join([name, t("empty"), *neighbours])
    return t("{building}, with a {number}").format(building=name, number=mark)


def numbers_around(s: Record, seat: int) -> list[tuple[int, ...]]:
    """Return for each building the different numbers next to it, rising, for players who plan by ear (BC-5, BC-6)."""
    wrote = [int(s.wrote[seat, number]) for number in range(1, SIDES + 1)]
    return [
        tuple(number for number, buildings in enumerate(wrote, 1) if buildings & int(around))
        for around in s.around[: s.buildings]
    ]


@lru_cache(maxsize=4096)
def draw_building(plan: Plan, building: int, mark: Mark) -> Svg:
    """Draw a building on its ground; a park with a number lies on the lawn of its group."""
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
    """Draw what a mark makes of a ground: a building or trees, or gravel."""
    if isinstance(mark, int):
        built = standing(plan.kinds[building], plan.rooms[building], mark, plan.lettering)
        return group(built, data_piece=f"built-{building}-{mark}", data_floors=mark)
    return missed_lot(plan, building, mark.label) if mark else join()
