"""What a move would change, drawn over the board: the new thing in full colour on cream, and what it brings."""

from functools import cache

from quartier.core.show.signals import pill
from quartier.core.show.svg import Fragments, Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules import board as city
from ..rules import moves
from ..rules.board import NONE
from ..rules.roads import reach, steps, wild
from ..rules.scoring import score
from ..rules.spaces import within
from ..rules.state import State
from ..rules.zones import zone_at
from ..words import sights_of
from .asphalt import lying
from .layout import Point, at_space, centre, map_size, width_of
from .pieces import car_spot, draw_car, draw_cone, look_of
from .routes import drawn_route


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes: the tile as it would lie, a zone, the way of the car; and what it connects or cuts."""
    if action >= moves.END:
        return ()
    space = action % city.SPACES
    if action < moves.CONE:
        return (_ghost_tile(after, space), _news(before, after, seat, space, t))
    if action < moves.STOP:
        return (_ghost_cone(after, space, action < moves.UNCONE),)
    return (_way(before, seat, space), _arrival(after, seat, space), _gain(before, after, seat, space, t))


# ----- building -----


def _ghost_tile(s: State, space: int) -> Svg:
    """The tile as it will lie, or the ground that is left when it is removed."""
    if s.tile[space] == NONE:
        return at_space(s, space, _bare())
    drawn = group(lying(s.tile[space], s.exits[space]), transform="scale(.9)")
    return at_space(s, space, _bare(), drawn)


@cache
def _bare() -> Svg:
    """Cream ground in a dashed line; like the zone it is drawn in the board's definitions."""
    return el("use", href="#bare")


def _news(before: State, after: State, seat: int, space: int, t: Translator) -> Svg:
    """At which own goals the car could arrive now, and from which it is cut off."""
    if not (_touches_road(before, seat, space) or _touches_road(after, seat, space)):
        return join()
    now, then = _reached(after, seat), _reached(before, seat)
    gained = (_gained(after, sight, t("reachable")) for sight in sorted(now - then))
    lost = (_lost(after, sight, t("cut off")) for sight in sorted(then - now))
    return join(*gained, *lost)


def _touches_road(s: State, seat: int, space: int) -> bool:
    """Whether a space connects with anything at all, or carries the viewer's car."""
    return s.car[seat] == space or any(steps(s, space, wild(s, seat)))


def _reached(s: State, seat: int) -> set[int]:
    low, high = reach(s, seat)
    return {sight for sight in sights_of(s.goals[seat]) if within(low, high, s.place[sight])}


def _gained(s: State, sight: int, words: str) -> Svg:
    return pill(*_above(s, s.place[sight], words), words, 18)


def _lost(s: State, sight: int, words: str) -> Svg:
    """A plain capsule: nothing gold is lost."""
    wide = width_of(words, 18) + 24
    x, y = _above(s, s.place[sight], words)
    return at(
        x, y, rect(-wide / 2, -14, wide, 28, 14, class_="card loss"), text(0, 6.5, words, 18, "middle bold")
    )


def _above(s: State, space: int, words: str) -> Point:
    """A place for words over a destination, or below one that lies at the upper edge; within the map."""
    x, y = centre(s, space)
    half = width_of(words, 21) / 2 + 16
    return round(min(max(x, half), map_size(s.board)[0] - half), 1), round(y - 68 if y > 90 else y + 68, 1)


# ----- cones -----


def _ghost_cone(s: State, space: int, put: bool) -> Svg:
    """The zone of a cone, or the place where one is taken off."""
    if not put:
        return at_space(s, space, _bare())
    low, high = zone_at(s, space)
    zone = (other for other in range(s.spaces) if within(low, high, other))
    return join(*(at_space(s, other, _edge()) for other in zone), at_space(s, space, draw_cone(space)))


@cache
def _edge() -> Svg:
    return el("use", href="#zone")


# ----- driving -----


def _way(s: State, seat: int, target: int) -> Svg:
    """A shortest way of the car along the roads; the page can drive it."""
    course = "".join(
        "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in drawn_route(s, seat, target)
    )
    lines = (("way-bank", 15), ("way", 9), ("way-dots", 3))
    drawn = (path(course, class_=look, stroke_width=width) for look, width in lines)
    return group(*drawn, class_=f"seat-{look_of(s, seat)}")


def _arrival(s: State, seat: int, space: int) -> Svg:
    """The car where it would stop."""
    return at_space(s, space, at(*car_spot(s, seat), _staged_car(look_of(s, seat), seat)))


@cache
def _staged_car(look: int, seat: int) -> Svg:
    return join(
        draw_car(look, seat, False), el("circle", r=25, class_="ink-line staged-edge", stroke_width=2.5)
    )


def _gain(before: State, after: State, seat: int, space: int, t: Translator) -> Svg:
    """GL-21: the number of the destination that a stop opens."""
    if before.opened[seat] == after.opened[seat]:
        return join()
    words = t("goal {count}").format(count=score(after, seat))
    return pill(*_above(after, space, words), words, 21)
