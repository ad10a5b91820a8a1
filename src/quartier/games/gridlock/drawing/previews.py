"""What a move would change, drawn over the board: the new thing in full colour on cream, and what it brings."""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from quartier.core.drawing.preview_style import pill
from quartier.core.drawing.svg import Fragments, Svg, at, el, group, join, path
from quartier.core.game.boards import Board
from quartier.core.game.previews import UNCACHED
from quartier.core.text.effects import with_sign
from quartier.core.text.languages import Translator

from ..rules import board as city
from ..rules import moves
from ..rules.board import NONE
from ..rules.derived import GOALS
from ..rules.scoring import score
from ..rules.state import Record
from ..rules.tiles import FACE_KIND, FACE_MASK, SIDES
from ..text.labels import destinations_of
from .layout import Point, at_space, centre, map_size, width_of
from .pieces import car_spot, draw_car, draw_cone, look_of
from .routes import draw_route, lying, route
from .sights import LIFTED, reach_mark


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    """Draw what a move changes: the tile as it would lie, a zone, the way of the car; and what it connects or cuts."""
    if action >= moves.END:
        return ()
    board, space = before.board, action % city.SPACES
    if action < moves.CONE:
        return (_preview_tile(board, space, *_tile_after(before, action)), *_news(before, after))
    if action < moves.STOP:
        return (_preview_cone(board, space) if action < moves.UNCONE else _preview_bare(board, space),)
    way = _draw_route(board, route(before, space), look_of(before, seat))
    return (way, _arrival(after, seat, space), *_gain(before, after, seat, space))


def preview_keys(
    before: Record, seat: int, actions: NDArray[np.int64], derived: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return what the previews of moves show of the position: the tile that is turned, and which goals are near.

    What opens or closes the way to a goal, and where the car drives, shows more.
    """
    turned = (actions >= moves.TURN) & (actions < moves.REMOVE)
    keys = np.where(turned, np.array(before.tile)[actions % city.SPACES], 0)
    news = (actions < moves.CONE) & (derived[:, GOALS] != before.derived[GOALS])
    return np.where(news | (actions >= moves.STOP), UNCACHED, keys)


def _tile_after(before: Record, action: int) -> tuple[int, int]:
    """The tile that lies where something is built, and its exits; NONE where it was removed."""
    if action < moves.TURN:
        return _FACES[action // city.SPACES]
    if action < moves.REMOVE:
        return before.tile[action % city.SPACES], (action - moves.TURN) // city.SPACES + 1
    return NONE, 0


_FACES = list(zip(FACE_KIND.tolist(), FACE_MASK.tolist(), strict=True))


@lru_cache(16384)
def _preview_tile(board: Board, space: int, kind: int, exits: int) -> Svg:
    """The tile as it will lie, or the ground that is left when it is removed."""
    if kind == NONE:
        return _preview_bare(board, space)
    return at_space(board, space, _bare(), group(lying(kind, exits), transform="scale(.9)"))


@lru_cache(1024)
def _preview_bare(board: Board, space: int) -> Svg:
    """The place from which something is taken."""
    return at_space(board, space, _bare())


@cache
def _bare() -> Svg:
    """Cream ground in a dashed line; like the zone it is drawn in the board's definitions."""
    return el("use", href="#bare")


def _news(before: Record, after: Record) -> Fragments:
    """Mark at which own goals the car could arrive now, and from which it is cut off; the prompt says so in words."""
    now, then = after.derived[GOALS], before.derived[GOALS]
    if now == then:
        return ()
    near = (_mark(before.board, before.place[goal], reach_mark()) for goal in destinations_of(now & ~then))
    cut_off = (_mark(before.board, before.place[goal], _cut_mark()) for goal in destinations_of(then & ~now))
    return (*near, *cut_off)


@lru_cache(1024)
def _mark(board: Board, space: int, mark: Svg) -> Svg:
    """A mark on the rim of a destination, where it covers neither a name nor a road."""
    grown = group(group(mark, transform="scale(1.6)"), class_="grow")
    return at_space(board, space, at(-34, LIFTED, grown), class_="gain-pill")


@cache
def _cut_mark() -> Svg:
    """A cross on a plain disc: nothing gold is lost."""
    return join(
        el("circle", r=8, class_="card loss"), path("M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5", class_="ink-line")
    )


_LARGEST_LETTERING = 32
"""The size of text, in drawing units, to which a phone raises it."""
_PADDING = 16
"""Between words and the end of their capsule."""


@lru_cache(1024)
def _gain_label(board: Board, space: int, words: str) -> Svg:
    return pill(*_above(board, space, words), words, 21)


def _above(board: Board, space: int, words: str) -> Point:
    """A place within the map for words over a destination, or below it at the upper edge."""
    x, y = centre(board, space)
    half = width_of(words, _LARGEST_LETTERING) / 2 + _PADDING
    return round(min(max(x, half), map_size(board)[0] - half), 1), round(y - 68 if y > 90 else y + 68, 1)


@lru_cache(1024)
def _preview_cone(board: Board, space: int) -> Svg:
    """A cone and its zone (GL-14)."""
    near = board.numbers[city.NEIGHBOURS + space * SIDES :][:SIDES].tolist()
    zone = sorted({space, *near} - {NONE})
    return join(
        *(at_space(board, other, _edge()) for other in zone), at_space(board, space, draw_cone(board, space))
    )


@cache
def _edge() -> Svg:
    return el("use", href="#zone")


@lru_cache(4096)
def _draw_route(board: Board, route: tuple[int, ...], look: int) -> Svg:
    """A shortest way of a car along the roads; the page can drive it."""
    course = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in draw_route(board, route))
    lines = (("way-bank", 15), ("way", 9), ("way-dots", 3))
    strokes = (path(course, class_=name, stroke_width=width) for name, width in lines)
    return group(*strokes, class_=f"seat-{look}")


def _arrival(s: Record, seat: int, space: int) -> Svg:
    """The car where it would stop."""
    return _arriving_car(s.board, space, car_spot(s, seat), look_of(s, seat), seat)


@lru_cache(4096)
def _arriving_car(board: Board, space: int, spot: Point, look: int, seat: int) -> Svg:
    staged_ground = el("circle", r=25, class_="ink-line staged-edge", stroke_width=2.5)
    return at_space(board, space, at(*spot, draw_car(look, seat, False), staged_ground))


def _gain(before: Record, after: Record, seat: int, space: int) -> Fragments:
    """GL-21: the point that a stop at a goal brings."""
    if before.opened[seat] == after.opened[seat]:
        return ()
    return (_gain_label(before.board, space, with_sign(score(after, seat) - score(before, seat))),)
