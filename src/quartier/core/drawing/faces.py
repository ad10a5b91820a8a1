"""Faces: a seat's symbol with eyes and a smile, for people and for bots."""

from functools import cache

from quartier.core.drawing.pieces import SIGNS
from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    join,
    path,
    rect,
)

SIZE = 24
"""A face is drawn around (0, 0) in a square of this size; a bot's antenna rises 6 units above it."""


PERSON = 0
"""The level of a person: no bot's."""


@cache
def face(look: int, x: float, y: float, size: float) -> Svg:
    """Draw the face of a look around (x, y), about `size` units wide.

    It is a person's until a page inserts the actual player's, because positions do not know who sits where.
    """
    return group(
        shapes(look, PERSON),
        class_=f"seat-{look}",
        transform=f"translate({x} {y}) scale({size / SIZE:.3f})",
        data_face=look,
    )


@cache
def shapes(look: int, level: int, visor: int = 0) -> Svg:
    """Draw the face around (0, 0); the colour comes from a `seat-N` around it.

    White eyes with pupils for a person (level 0), antenna and visor for a bot: the antenna shows its level,
    the visor its title.
    """
    shape = path(SIGNS[look], class_="seat")
    drop = 2 if look == _TRIANGLE else 0  # a triangle has its space in the lower half
    mouth = path(f"M-2.4 {3.4 + drop}q2.4 1.9 4.8 0", class_="smile")
    if level == PERSON:
        return join(shape, _eyes(drop), _lids(drop), mouth)
    return join(_antenna(look, level), shape, _visor(drop, visor), mouth)


_TRIANGLE = 1


def _eyes(drop: int) -> Svg:
    white = (el("circle", cx=x, cy=-1 + drop, r=1.9, class_="eye") for x in (-3.3, 3.3))
    pupils = (el("circle", cx=x + 0.3, cy=-0.7 + drop, r=0.95, class_="pupil") for x in (-3.3, 3.3))
    return group(*white, *pupils, class_="eyes")


def _lids(drop: int) -> Svg:
    """Closed eyes; the stylesheet shows them in place of the open ones by `--eyes` and `--lids`."""
    return path(f"M-5.2 {-0.8 + drop}q1.9 1.6 3.8 0M1.4 {-0.8 + drop}q1.9 1.6 3.8 0", class_="smile lids")


def _lamps(drop: int, radius: float, *xs: float) -> Svg:
    return join(*(el("circle", cx=x, cy=-0.6 + drop, r=radius, class_="lit") for x in xs))


def _pill(drop: int, *lamps: Svg) -> Svg:
    return join(rect(-5.2, -3 + drop, 10.4, 4.8, 2.2, class_="pupil"), *lamps)


def _goggles(drop: int) -> Svg:
    glasses = (el("circle", cx=x, cy=-0.6 + drop, r=2.6, class_="pupil") for x in (-2.9, 2.9))
    return join(*glasses, _lamps(drop, 1.3, -2.9, 2.9))


def _slit(drop: int) -> Svg:
    lamp = rect(-3.6, -1.2 + drop, 7.2, 1.4, 0.7, class_="lit")
    return join(rect(-5.4, -2.5 + drop, 10.8, 4, 1, class_="pupil"), lamp)


def _windows(drop: int) -> Svg:
    return _pill(drop, *(rect(x, -1.8 + drop, 2.4, 2.4, class_="lit") for x in (-3.6, 1.2)))


_VISORS = (
    lambda drop: _pill(drop, _lamps(drop, 1.2, -2.6, 2.6)),
    _goggles,
    _slit,
    _windows,
    lambda drop: _pill(drop, _lamps(drop, 1, -3.2, 0, 3.2)),
)


def _visor(drop: int, number: int) -> Svg:
    return group(_VISORS[number % len(_VISORS)](drop), class_="eyes")


_SQUARE = 2


def _antenna(look: int, level: int) -> Svg:
    """Draw a bot's antenna: a stem, two feelers, a spring, a ring, a dish, a crown, by level."""
    top = -8 if look == _SQUARE else -9.5
    return _ANTENNAS[(level - 1) % len(_ANTENNAS)](top)


def _wire(d: str) -> Svg:
    return path(d, class_="antenna")


def _ball(x: float, y: float, radius: float) -> Svg:
    return el("circle", cx=x, cy=y, r=radius, class_="gold antenna-ball")


_ANTENNAS = (
    lambda top: join(_wire(f"M0 {top}V{top - 4}"), _ball(0, top - 5, 2)),
    lambda top: join(
        _wire(f"M0 {top + 1}L-4.4 {top - 3.4}M0 {top + 1}L4.4 {top - 3.4}"),
        _ball(-4.6, top - 4.2, 1.7),
        _ball(4.6, top - 4.2, 1.7),
    ),
    lambda top: join(_wire(f"M0 {top}l-2.4 -1l4.8 -1.3l-4.8 -1.3l2.4 -1"), _ball(0, top - 5.2, 1.7)),
    lambda top: join(_wire(f"M0 {top}v-1.4a2.4 2.4 0 1 1 .1 0"), _ball(0, top - 3.8, 1.3)),
    lambda top: join(_wire(f"M0 {top}v-2.4M-4.4 {top - 5.4}q4.4 6 8.8 0"), _ball(0, top - 5, 1.7)),
    lambda top: join(
        _wire(f"M-4.6 {top + 6}V{top - 2}M0 {top}V{top - 3.6}M4.6 {top + 6}V{top - 2}"),
        *(_ball(x, y + top, 1.7) for x, y in ((-4.6, -3), (0, -5), (4.6, -3))),
    ),
)
