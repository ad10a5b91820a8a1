"""The dice, the cross of a miss, and the points of parks."""

from quartier.core.show.svg import Svg, at, el, group, join, path, picture, rect, text
from quartier.core.text.languages import Translator

from ..rules.board import MOST_PARKS
from ..rules.scoring import PARK_POINTS
from ..rules.state import ACTIVE, PASSIVE, SIDES, STARTING, State
from ..words import CROSS
from .layout import DIE, HAND_HEIGHT, WIDTH
from .marks import pencilled, pips
from .scores import small_icon


def draw_hand(s: State, t: Translator) -> Svg:
    """The dice, or the numbers of the first writing; the cross of a miss; the points of parks."""
    starting = s.phase == STARTING
    shown = list(range(1, SIDES + 1)) if starting else [die for die in s.dice if die]
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Numbers to write") if starting else t("Dice"),
        *(_die(s, i, die, t) for i, die in enumerate(shown)),
        _cross(len(shown), t) if _may_miss(s) else join(),
        join() if starting else at(WIDTH - 452, 8, _park_table(t)),
        class_="quartier hand",
        id="hand",
    )


def _may_miss(s: State) -> bool:
    """BC-9, BC-10: whether those who write now may mark a miss instead."""
    return s.phase == ACTIVE or (s.phase == PASSIVE and s.passive_miss != 0)


def _die(s: State, i: int, die: int, t: Translator) -> Svg:
    """A die, or in the setup a number to write. The die that the active player has taken is crossed out."""
    taken = s.phase == PASSIVE and i == _taken(s)
    spoken = t("die {number}, taken") if taken else t("die {number}")
    return at(
        8 + 104 * i,
        12,
        el("title", spoken.format(number=die)),
        group(
            rect(1, 1, DIE - 2, DIE - 2, 16, class_="street" if taken else "tag"),
            at(DIE / 2, DIE / 2, pencilled(die, 50) if s.phase == STARTING else pips(die, 22, 8)),
            rect(-4, -4, DIE + 8, DIE + 8, 19, class_="ring"),
            class_="lift",
        ),
        rect(-8, -12, 104, HAND_HEIGHT, class_="hit"),
        id=f"die-{i}",
        # After doubles the taken die shows the number of the other one: only that one is touched.
        data_touch=None if taken and die == s.other else f"die-{die}",
        role="img",
        aria_label=spoken.format(number=die),
    )


def _taken(s: State) -> int:
    """The place of the die that the active player chose."""
    chosen = s.dice[0] + s.dice[1] - s.other
    return 0 if s.dice[0] == chosen else 1


def _cross(place: int, t: Translator) -> Svg:
    """What to touch for a miss."""
    spoken = t("Mark a miss")
    return at(
        8 + 104 * place,
        12,
        el("title", spoken),
        group(
            rect(1, 1, DIE - 2, DIE - 2, 16, class_="line dashed", stroke_width=2),
            at(DIE / 2, DIE / 2 - 8, pencilled("X", 40)),
            text(DIE / 2, DIE - 9, "−2", 20, "middle quiet"),
            rect(-4, -4, DIE + 8, DIE + 8, 19, class_="ring"),
            class_="lift",
        ),
        rect(-8, -12, 104, HAND_HEIGHT, class_="hit"),
        id="cross",
        data_touch=CROSS,
        role="img",
        aria_label=spoken,
    )


def _park_table(t: Translator) -> Svg:
    """BC-15: what a group of so many parks brings."""
    spoken = t("Points by the size of a park group")
    sizes = [(size, int(PARK_POINTS[size])) for size in range(1, MOST_PARKS + 1)]
    return group(
        el("title", spoken),
        rect(0, 0, 446, 96, 12, class_="plot"),
        at(6, 30, small_icon("park", 2)),
        *(text(66 + 40 * i, 36, size, 18, "middle quiet") for i, (size, _) in enumerate(sizes)),
        path("M48 50H434", class_="line", stroke_width=2),
        *(text(66 + 40 * i, 80, points, 22, "middle bold") for i, (_, points) in enumerate(sizes)),
        role="img",
        aria_label=f"{spoken}: " + ", ".join(f"{size}: {points}" for size, points in sizes),
    )
