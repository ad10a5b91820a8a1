"""The side panel: the points of all players by category, and the cities of the others."""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import accumulate

from quartier.core.drawing.key import explaining
from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import icon, sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    group,
    group_fragments,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.board import MOST_PARKS
from ..rules.derived import GROUPS, SCORING
from ..rules.state import PUBLIC, Record
from ..text.labels import SEAT_NAMES, kind_name
from .cities import cities_height, draw_cities
from .layout import COLUMN, Plan, plan_of
from .lots import ICONS, badge, pips
from .tallies import members_of, points_of


def draw_hedges(s: Record, plan: Plan) -> list[Svg]:
    """Draw the lawns of the parks with a number: one lawn and one hedge for neighbours with the same one (BC-15)."""
    return [_hedge(plan, parks) for parks in _groups(s)]


def _groups(s: Record) -> list[int]:
    """The groups of parks, each as a set."""
    return [parks for parks in s.derived[GROUPS : GROUPS + MOST_PARKS] if parks]


@lru_cache(maxsize=2048)
def _hedge(plan: Plan, group: int) -> Svg:
    parks = members_of(group)
    if len(parks) == 1:
        return plan.shape(parks[0], plan.gap / 2 - 2, class_="park hedge")
    cells = set().union(*(plan.cells[building] for building in parks))
    return path(plan.outline(cells, plan.gap / 2 - 2, plan.cell / 11), class_="park hedge")


def draw_badges(s: Record, plan: Plan) -> Fragments:
    """Draw the points of groups of parks (BC-15) and of stores whose neighbours all differ (BC-16)."""
    groups = (_badge(plan, parks.bit_length() - 1, s.park_points[parks.bit_count()]) for parks in _groups(s))
    stores = (_badge(plan, store, s.store_points) for store in members_of(s.derived[SCORING]))
    return group_fragments(*groups, *stores, id="badges", pointer_events="none")


@lru_cache(maxsize=2048)
def _badge(plan: Plan, building: int, points: int) -> Svg:
    """A badge in the lower right corner of a building."""
    room = plan.rooms[building]
    x, y = round(room.x + room.width, 1), round(room.y + room.height, 1)
    return badge(points, x, y, plan.lettering)


LINE, LEGEND = 20, 22
NAMES = 18
"""Height of the table's head."""
LEFT = 26
"""Width of the signs of the seats, left of their points."""
SET = 38
"""Width of the points of a set, left of its buildings."""
LETTER, BETWEEN = 8.2, 42
"""Width of a letter of their names; the room for the sign before a name and the plus after it."""
DICE_HEIGHT = 44


def draw_side_panel(s: Record, seat: int | None, t: Translator) -> Fragments:
    """Draw the table of points and the others' cities; for a spectator also the dice, who has no hand."""
    own, plan = seat or 0, plan_of(s.board)
    others = [other for other in range(s.players) if other != own]
    top = DICE_HEIGHT if seat is None and s.dice[0] else 0
    table = table_height(s)
    return drawing(
        COLUMN,
        top + table + 8 + cities_height(plan, len(others)),
        t("Points by category"),
        _dice_row(s.dice[0], s.dice[1], t) if top else join(),
        *group_fragments(*draw_scores(s, own, t), transform=f"translate(0 {top})"),
        *(group_fragments(*draw_cities(s, others, top + table + 8, t), data_grows="yes") if others else ()),
        class_="quartier aside",
        id="aside",
    )


@lru_cache(maxsize=64)
def _dice_row(low: int, high: int, t: Translator) -> Svg:
    """The dice of this turn."""
    dice = (
        at(42 * i, 1, rect(0, 0, 34, 34, 8, class_="cube"), at(17, 17, pips(die, 9, 3.4)))
        for i, die in enumerate((low, high))
    )
    return group(*dice, data_about="die", role="img", aria_label=t("Dice") + f": {low}, {high}")


def draw_scores(s: Record, own: int, t: Translator) -> Fragments:
    """Draw a line of points for each seat, the viewer's own one shaded, below the names of the categories.

    A phone has no height for a line for each category.
    """
    full = _full(s)
    grid = _grid(own, s.players, full, int(s.set_points), t)
    rows = (_row(seat, s.players, points_of(s, seat), full, t) for seat in range(s.players))
    return group_fragments(grid, *rows, id="scores")


@lru_cache(maxsize=256)
def _grid(own: int, players: int, full: bool, set_points: int, t: Translator) -> Svg:
    """The names of the categories, the lines between the seats, and the ground of the viewer's own line."""
    top, columns = _head(full), _columns(full, t)
    lines = "".join(f"M0 {top + LINE * i}H{COLUMN}" for i in range(players))
    return join(
        rect(0, top + LINE * own + 1, COLUMN, LINE - 1, 6, class_=f"seat-{own} wash"),
        *(
            _label(column, _lines_of(name, full), kind, top)
            for column, name, kind in zip(columns, _categories(full, t), _KINDS, strict=False)
        ),
        path(lines, class_="line"),
        at(0, top + LINE * players, _public_kinds(set_points, t)),
    )


def _head(full: bool) -> int:
    """Return the height of the table's head; with a sixth column, long names have two lines."""
    return NAMES + (LINE - 6 if full else 0)


@lru_cache(maxsize=64)
def _columns(full: bool, t: Translator) -> tuple[tuple[float, float], ...]:
    """Return the left edge and the width of each column, as its name needs."""
    needed = [max(map(len, _lines_of(name, full))) + 1.5 for name in _categories(full, t)]
    unit = (COLUMN - LEFT) / sum(needed)
    edges = accumulate((width * unit for width in needed), initial=float(LEFT))
    return tuple((left, width * unit) for left, width in zip(edges, needed, strict=False))


def _lines_of(name: str, full: bool) -> list[str]:
    """Return a name in one line, or word by word where there are six columns."""
    return name.split() if full else [name]


@cache
def _public_kinds(points: int, t: Translator) -> Svg:
    """Which three buildings make a set, with the signs that their grounds bear, and what it scores."""
    words = [kind_name(ICONS[kind].replace(" ", "_"), t) for kind in PUBLIC]
    starts = accumulate((LETTER * len(word) + BETWEEN for word in words), initial=SET)
    buildings = (
        at(
            round(x, 1),
            5,
            text(-3, 13.5, "+" if i else f"{points} =", 12, text_anchor="end"),
            group(icon(ICONS[kind], 3, 0, 18), class_=f"kind-{kind}"),
            text(24, 13.5, word, 12, "quiet"),
        )
        for i, (x, kind, word) in enumerate(zip(starts, PUBLIC, words, strict=False))
    )
    return explaining("public", t("Public sets"), (0, 0, COLUMN, LEGEND), *buildings)


def table_height(s: Record) -> int:
    """Return how high the table of points is."""
    return _head(_full(s)) + LINE * s.players + LEGEND


def _full(s: Record) -> bool:
    """Return whether any seat has filled its city, so that a column for it is needed."""
    return any(s.empty[seat] == 0 for seat in range(s.players))


def _categories(full: bool, t: Translator) -> list[str]:
    """Return the categories' names, in the order of the table."""
    categories = [t("Parks"), t("Stores"), t("Public sets"), t("Houses"), t("Misses")]
    return [*categories, t("Full city")] if full else categories


_KINDS = ("park", "store", "public", "house", "miss", "full")
"""What the categories' names explain, in the order of the table."""


def _label(column: tuple[float, float], words: list[str], kind: str, top: int) -> Svg:
    """A category's name, word by word."""
    left, width = column
    middle = left + width / 2
    lines = (text(middle, top - 5 - 14 * i, word, 12, "middle") for i, word in enumerate(reversed(words)))
    return explaining(kind, " ".join(words), (left, 0, width, top), *lines)


@lru_cache(maxsize=4096)
def _row(seat: int, players: int, points: tuple[int, ...], full: bool, t: Translator) -> Svg:
    """The points of a seat, spoken in one sentence."""
    columns = _columns(full, t)
    values = points[: len(columns)]
    return at(
        0,
        _head(full) + LINE * seat,
        group(
            sign(seat, 13, LINE // 2, 14),
            *(_value(left + width / 2, value) for (left, width), value in zip(columns, values, strict=True)),
            rect(0, 0, COLUMN, LINE, class_="hit"),
            id=f"scores-{seat}",
            data_about=f"points-{seat}",
            role="img",
            aria_label=_spoken_points(seat, sum(points), zip(_categories(full, t), values, strict=True), t),
            **name_slot(seat, t(SEAT_NAMES[seat])),
        ),
    )


def _value(x: float, points: int) -> Svg:
    label = str(points).replace("-", "−")
    return text(round(x, 1), 15.5, label, 15, "middle bold" if points else "middle quiet")


def _spoken_points(seat: int, score: int, categories: Iterable[tuple[str, int]], t: Translator) -> str:
    details = ", ".join(f"{name} {points}" for name, points in categories)
    return f"{t(SEAT_NAMES[seat])}: {score} ({details})"
