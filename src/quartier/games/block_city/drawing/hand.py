"""The dice, the miss, and what the same numbers in parks bring."""

from functools import cache, lru_cache

from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, el, group, join, path, rect, text
from quartier.core.text.effects import with_sign
from quartier.core.text.languages import Translator

from ..rules.state import ACTIVE, PASSIVE, SIDES, STARTING, Record
from ..text.notation import CROSS
from .layout import COLUMN
from .lots import pips

HAND_HEIGHT = 84
DIE, PITCH = 66, 76
NUMBER, NUMBER_PITCH = 54, 60
"""The numbers to choose from at the start: six beside each other."""


def draw_hand(s: Record, t: Translator) -> Fragments:
    """Draw the dice, or the numbers of the first writing; the cross of a miss; the points of parks."""
    starting = s.phase == STARTING
    dice = [die for die in s.dice if die]
    return drawing(
        COLUMN,
        HAND_HEIGHT,
        t("Numbers to write") if starting else t("Dice"),
        *(
            (_number(number, t) for number in range(1, SIDES + 1))
            if starting
            else (_die(i, die, s.active, *_use_of(s, i), t) for i, die in enumerate(dice))
        ),
        _miss(len(dice), with_sign(-s.miss_points), t) if _may_miss(s) else join(),
        join() if starting else _park_table(tuple(s.park_points), t),
        class_="quartier hand",
        id="hand",
    )


def _may_miss(s: Record) -> bool:
    """BC-9, BC-10: whether those who write now may mark a miss instead."""
    return s.phase == ACTIVE or (s.phase == PASSIVE and s.passive_miss != 0)


@lru_cache(maxsize=64)
def _number(number: int, t: Translator) -> Svg:
    """A number to write first, freely chosen."""
    spoken = t("number {number}").format(number=number)
    return at(
        3 + NUMBER_PITCH * (number - 1),
        10,
        el("title", spoken),
        group(
            rect(0, 0, NUMBER, DIE, 12, class_="cube"),
            text(NUMBER / 2, 45, number, 32, "middle heavy"),
            rect(0, 0, NUMBER, DIE, 12, class_="ring"),
            class_="lift",
        ),
        rect(-3, -10, NUMBER_PITCH, HAND_HEIGHT, class_="hit"),
        id=f"die-{number - 1}",
        data_touch=f"die-{number}",
        role="img",
        aria_label=spoken,
    )


def _use_of(s: Record, i: int) -> tuple[int | None, bool]:
    """Who has taken a die, and whether it can still be touched: after doubles the other one shows its number too."""
    if s.phase != PASSIVE or i != _chosen_die(s):
        return None, True
    return s.active, s.dice[i] != s.other


@lru_cache(maxsize=256)
def _die(i: int, die: int, roller: int, taker: int | None, touched: bool, t: Translator) -> Svg:
    """A die of this turn, which rolls in. The one that the active player has taken is pale and bears that player's sign."""
    spoken = (t("die {number}") if taker is None else t("die {number}, used")).format(number=die)
    return at(
        6 + PITCH * i,
        10,
        el("title", spoken),
        _cube(i, die, roller, taker),
        rect(-6, -10, PITCH, HAND_HEIGHT, class_="hit"),
        id=f"die-{i}",
        data_touch=f"die-{die}" if touched else None,
        data_about=None if touched else f"die-{die}",
        role="img",
        aria_label=spoken,
    )


@cache
def _cube(i: int, die: int, roller: int, taker: int | None) -> Svg:
    """A large die, a new one (by its ID) for each player who rolls; `taker`: whose choice it was."""
    face = join(
        rect(0, 0, DIE, DIE, 14, class_="cube" if taker is None else "cube taken"),
        at(DIE / 2, DIE / 2, pips(die, 17, 6.5), class_=None if taker is None else "faint"),
    )
    whose = join() if taker is None else sign(taker, DIE - 1, DIE - 1, 20)
    rolled = group(face, id=f"rolled-{i}-{roller}", class_="rolls")
    return group(rolled, rect(0, 0, DIE, DIE, 14, class_="ring"), whose, class_="lift")


def _chosen_die(s: Record) -> int:
    """The place of the die that the active player chose."""
    chosen = s.dice[0] + s.dice[1] - s.other
    return 0 if s.dice[0] == chosen else 1


@lru_cache(maxsize=64)
def _miss(index: int, cost: str, t: Translator) -> Svg:
    """What to touch for a miss."""
    spoken = f"{t('Mark a miss')}, {cost}"
    return at(
        6 + PITCH * index,
        10,
        el("title", spoken),
        group(
            rect(0, 0, DIE, DIE, 14, class_="cube gravel"),
            path("M22 12L44 34M44 12L22 34", class_="cross", stroke_width=7),
            text(DIE / 2, 56, cost, 18, "middle heavy"),
            rect(0, 0, DIE, DIE, 14, class_="ring"),
            class_="lift",
        ),
        rect(-6, -10, PITCH, HAND_HEIGHT, class_="hit"),
        id="cross",
        data_touch=CROSS,
        role="img",
        aria_label=spoken,
    )


@lru_cache(maxsize=16)
def _park_table(points_by_size: tuple[int, ...], t: Translator) -> Svg:
    """BC-15: what a group of so many parks brings."""
    spoken = t("Points by park group size")
    sizes = list(enumerate(points_by_size))[1:]
    table = group(
        el("title", spoken),
        text(126, 12, t("Park group"), 12, "end quiet"),
        *(_park_box(size, points) for size, points in sizes),
        data_about="parks",
        role="img",
        aria_label=f"{spoken}: " + ", ".join(f"{size}: {points}" for size, points in sizes),
    )
    return at(COLUMN - 126, 2, table)


@cache
def _park_box(size: int, points: int) -> Svg:
    """One size of a group and its points: five beside each other in two lines."""
    return at(
        25.4 * ((size - 1) % 5),
        18 + 33 * ((size - 1) // 5),
        rect(0, 0, 24, 31, 6, class_="park"),
        text(12, 12, size, 12, "middle"),
        text(12, 27, points, 14, "middle heavy"),
    )
