"""The cities of the other seats, small."""

from functools import lru_cache

from quartier.core.play.boards import Board
from quartier.core.show.pieces import sign
from quartier.core.show.svg import Svg, at, el, group, join, number, path, rect, text
from quartier.core.text.languages import Translator

from .. import rules
from ..rules.state import PASSIVE, STARTING, State
from ..words import SEAT_NAMES, mark_on
from .buildings import LOOKS, kind_of
from .layout import GAP, MARGIN, WIDTH, Plan, plan_of


def draw_cities(s: State, seats: list[int], y: int, t: Translator) -> Svg:
    """The cities of the other seats, one beside the other."""
    if not seats:
        return join()
    plan = plan_of(s.board)
    _, width = _cities_shape(plan, len(seats))
    kinds = tuple(kind_of(s, building) for building in range(len(plan.names)))
    return join(
        el("defs", _small_ground(s.board, kinds)),
        *(
            at(i * width + 6, y, _city(s, seat, _scale(plan, len(seats)), t), class_=f"seat-{seat}")
            for i, seat in enumerate(seats)
        ),
    )


def _cities_shape(plan: Plan, count: int) -> tuple[int, float]:
    """How many small cities stand in a row, and how wide one is with the space around it."""
    in_row = max(4, count)
    return in_row, WIDTH / in_row


def _scale(plan: Plan, count: int) -> float:
    _, width = _cities_shape(plan, count)
    return (width - 12) / (plan.cell * plan.columns + 2 * MARGIN)


def cities_height(plan: Plan, count: int) -> int:
    """How much room the others' cities take."""
    return round(plan.height * _scale(plan, count)) + 44 if count else 0


@lru_cache(maxsize=32)
def _small_ground(board: Board, kinds: tuple[int, ...]) -> Svg:
    """All buildings of a small city, one path for each kind; drawn once and used for each seat."""
    plan = plan_of(board)
    left, width = plan.left - MARGIN, plan.cell * plan.columns + 2 * MARGIN
    paths = [
        path(
            "".join(
                plan.outline(plan.cells[i], GAP / 2, 6) for i, other in enumerate(kinds) if other == kind
            ),
            class_=f"seat-{colour} {ground}",
        )
        for kind, (_, colour, ground) in LOOKS.items()
    ]
    # What is used elsewhere is styled by itself: the class makes the stylesheet reach it.
    ground = rect(left, 0, width, plan.height, 18, class_="street")
    return group(ground, *paths, id="small-city", class_="quartier")


def _city(s: State, seat: int, scale: float, t: Translator) -> Svg:
    """Sign and score of a seat over its city."""
    plan = plan_of(s.board)
    left = plan.left - MARGIN
    score = int(rules.score(s, seat))
    waits = s.phase in (STARTING, PASSIVE) and s.waiting >> seat & 1
    marks = (_small_mark(s, seat, building) for building in range(len(plan.names)))
    return group(
        sign(seat, 12, 17, 20),
        text(28, 25, score, 24, "bold"),
        el("circle", cx=number(scale * plan.cell * plan.columns), cy=17, r=5, class_="pill")
        if waits
        else join(),
        group(
            el("use", href="#small-city"),
            *marks,
            transform=f"translate({number(-left * scale)} 36) scale({number(round(scale, 3))})",
        ),
        id=f"city-{seat}",
        role="img",
        aria_label=_spoken_city(s, seat, score, t),
    )


def _spoken_city(s: State, seat: int, score: int, t: Translator) -> str:
    left = bin(s.empty[seat]).count("1")
    words = t("{name}: {score} points, {left} buildings empty")
    return words.format(name=t(SEAT_NAMES[seat]), score=score, left=left)


def _small_mark(s: State, seat: int, building: int) -> Svg:
    mark = mark_on(s, seat, building)
    if mark is None:
        return join()
    plan = plan_of(s.board)
    x, y = plan.rooms[building].middle
    size = plan.cell * 0.72
    return text(
        round(x, 1), round(y + size * 0.36, 1), "×" if mark == "X" else mark, round(size), "middle bold"
    )
