"""Destinations: a plaza with a landmark, and the flag of those that are goals."""

from functools import cache, lru_cache

from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import Svg, at, el, group, join, path
from quartier.core.game.boards import Board

from .landmarks import landmark
from .layout import EDGE, HALF_ROW, at_space, toward
from .routes import ASPHALT

PLAZA = 32
LIFTED = -11
"""The plaza is a little above the middle of its space, to leave room for its name plate."""
GROWTH = 1.35
"""How much larger a plaza and its flag are on a small board (theme.css)."""


@lru_cache(1024)
def plaza(board: Board, space: int, own: int | None) -> Svg:
    """A plaza with a landmark, roads to all six sides; in the colour of the look `own` if it is a goal of the viewer."""
    rim = 2 if own is None else 6
    name = board.data["spaces"][space]["name"]
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
            class_="grow" if own is None else f"grow seat-{own}",
        ),
    )


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


@cache
def reach_mark() -> Svg:
    """Draw an arrow on a gold disc: the car can reach this goal."""
    disc = el("circle", r=8, class_="pill")
    return join(disc, path("M-4.5 0H4M.5 -3.5L4 0L.5 3.5", class_="gold-arrow", stroke_width=2.2))
