"""What a move would change, drawn over the board: the new thing in full colour on cream, and what it brings."""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from quartier.core.drawing.preview_style import pill
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.game.boards import Board
from quartier.core.game.previews import UNTOLD
from quartier.core.text.languages import Translator

from ..rules import board as city
from ..rules import moves
from ..rules.board import NONE
from ..rules.derived import GOALS
from ..rules.scoring import score
from ..rules.state import State
from ..rules.tiles import FACE_KIND, FACE_MASK, SIDES
from ..text.names import sights_of
from .asphalt import lying
from .layout import Point, at_space, centre, map_size, width_of
from .pieces import car_spot, draw_car, draw_cone, look_of
from .routes import drawn_route, route


def preview(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes: the tile as it would lie, a zone, the way of the car; and what it connects or cuts."""
    if action >= moves.END:
        return ()
    board, space = before.board, action % city.SPACES
    if action < moves.CONE:
        return (_ghost_tile(board, space, *_laid(before, action)), *_news(before, after, t))
    if action < moves.STOP:
        return (_ghost_cone(board, space) if action < moves.UNCONE else _ghost_bare(board, space),)
    way = _way(board, route(before, space), look_of(before, seat))
    return (way, _arrival(after, seat, space), *_gain(before, after, seat, space, t))


def preview_keys(
    before: State, seat: int, actions: NDArray[np.int64], derived: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What is told of moves and shows of the position: the tile that is turned, and which goals are near.

    What opens or closes the way to a goal, and where the car drives, shows more.
    """
    turned = (actions >= moves.TURN) & (actions < moves.REMOVE)
    shown = np.where(turned, np.array(before.tile)[actions % city.SPACES], 0)
    news = (actions < moves.CONE) & (derived[:, GOALS] != before.derived[GOALS])
    return np.where(news | (actions >= moves.STOP), UNTOLD, shown)


# ----- building -----


def _laid(before: State, action: int) -> tuple[int, int]:
    """The tile that lies where something is built, and its exits; NONE where it was removed."""
    if action < moves.TURN:
        return _FACES[action // city.SPACES]
    if action < moves.REMOVE:
        return before.tile[action % city.SPACES], (action - moves.TURN) // city.SPACES + 1
    return NONE, 0


_FACES = list(zip(FACE_KIND.tolist(), FACE_MASK.tolist(), strict=True))


@lru_cache(16384)
def _ghost_tile(board: Board, space: int, kind: int, exits: int) -> Svg:
    """The tile as it will lie, or the ground that is left when it is removed."""
    if kind == NONE:
        return _ghost_bare(board, space)
    return at_space(board, space, _bare(), group(lying(kind, exits), transform="scale(.9)"))


@lru_cache(1024)
def _ghost_bare(board: Board, space: int) -> Svg:
    """The place from which something is taken."""
    return at_space(board, space, _bare())


@cache
def _bare() -> Svg:
    """Cream ground in a dashed line; like the zone it is drawn in the board's definitions."""
    return el("use", href="#bare")


def _news(before: State, after: State, t: Translator) -> Fragments:
    """At which own goals the car could arrive now, and from which it is cut off."""
    now, then = after.derived[GOALS], before.derived[GOALS]
    if now == then:
        return ()
    points_so_far = (
        _gained(before.board, before.place[sight], t("reachable")) for sight in sights_of(now & ~then)
    )
    lost = (_lost(before.board, before.place[sight], t("cut off")) for sight in sights_of(then & ~now))
    return (*points_so_far, *lost)


@lru_cache(1024)
def _gained(board: Board, space: int, words: str, size: int = 18) -> Svg:
    return pill(*_above(board, space, words), words, size)


@lru_cache(1024)
def _lost(board: Board, space: int, words: str) -> Svg:
    """A plain capsule: nothing gold is lost."""
    wide = width_of(words, 18) + 24
    x, y = _above(board, space, words)
    return at(
        x, y, rect(-wide / 2, -14, wide, 28, 14, class_="card loss"), text(0, 6.5, words, 18, "middle bold")
    )


def _above(board: Board, space: int, words: str) -> Point:
    """A place for words over a destination, or below one that lies at the upper edge; within the map."""
    x, y = centre(board, space)
    half = width_of(words, 21) / 2 + 16
    return round(min(max(x, half), map_size(board)[0] - half), 1), round(y - 68 if y > 90 else y + 68, 1)


# ----- cones -----


@lru_cache(1024)
def _ghost_cone(board: Board, space: int) -> Svg:
    """A cone and its zone (GL-14)."""
    near = board.numbers[city.NEAR + space * SIDES :][:SIDES].tolist()
    zone = sorted({space, *near} - {NONE})
    return join(
        *(at_space(board, other, _edge()) for other in zone), at_space(board, space, draw_cone(board, space))
    )


@cache
def _edge() -> Svg:
    return el("use", href="#zone")


# ----- driving -----


@lru_cache(4096)
def _way(board: Board, way: tuple[int, ...], look: int) -> Svg:
    """A shortest way of a car along the roads; the page can drive it."""
    course = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in drawn_route(board, way))
    lines = (("way-bank", 15), ("way", 9), ("way-dots", 3))
    drawn = (path(course, class_=name, stroke_width=width) for name, width in lines)
    return group(*drawn, class_=f"seat-{look}")


def _arrival(s: State, seat: int, space: int) -> Svg:
    """The car where it would stop."""
    return _arrived(s.board, space, car_spot(s, seat), look_of(s, seat), seat)


@lru_cache(4096)
def _arrived(board: Board, space: int, spot: Point, look: int, seat: int) -> Svg:
    staged = el("circle", r=25, class_="ink-line staged-edge", stroke_width=2.5)
    return at_space(board, space, at(*spot, draw_car(look, seat, False), staged))


def _gain(before: State, after: State, seat: int, space: int, t: Translator) -> Fragments:
    """GL-21: the number of the destination that a stop opens."""
    if before.opened[seat] == after.opened[seat]:
        return ()
    return (_gained(before.board, space, t("goal {count}").format(count=score(after, seat)), 21),)
