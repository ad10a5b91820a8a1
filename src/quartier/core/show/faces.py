"""Faces: the sign of a look with eyes and a smile, for people and for bots."""

from functools import cache

from quartier.core.show.pieces import SIGNS
from quartier.core.show.svg import Svg, el, group, join, path, rect

SIZE = 24
"""A face is drawn around (0, 0) in a square of this many units; a bot's antenna stands 6 units above it."""


@cache
def face(look: int, x: float, y: float, size: float) -> Svg:
    """The face of a look around (x, y), about `size` units wide: a person's, or a bot's where the page says that one plays
    (`--person-N` and `--robot-N`), for positions do not know who sits where.
    """
    person, robot = (
        group(shapes(look, bot), class_=f"{who}-{look}") for bot, who in ((False, "person"), (True, "robot"))
    )
    return group(
        person, robot, class_=f"seat-{look}", transform=f"translate({x} {y}) scale({size / SIZE:.3f})"
    )


@cache
def shapes(look: int, bot: bool) -> Svg:
    """The face around (0, 0): white eyes with pupils, or antenna and visor; the colour comes from a `seat-N` around it."""
    shape = path(SIGNS[look], class_="seat")
    drop = 2 if look == _TRIANGLE else 0  # a triangle's room is in its lower half
    mouth = path(f"M-2.4 {3.4 + drop}q2.4 1.9 4.8 0", class_="smile")
    looks = join(_antenna(look), shape, _visor(drop)) if bot else join(shape, _eyes(drop), _lids(drop))
    return join(looks, mouth)


_TRIANGLE = 1


def _eyes(drop: int) -> Svg:
    white = (el("circle", cx=x, cy=-1 + drop, r=1.9, class_="eye") for x in (-3.3, 3.3))
    pupils = (el("circle", cx=x + 0.3, cy=-0.7 + drop, r=0.95, class_="pupil") for x in (-3.3, 3.3))
    return group(*white, *pupils, class_="eyes")


def _lids(drop: int) -> Svg:
    """Closed eyes; the stylesheet shows them in place of the open ones by `--eyes` and `--lids`."""
    return path(f"M-5.2 {-0.8 + drop}q1.9 1.6 3.8 0M1.4 {-0.8 + drop}q1.9 1.6 3.8 0", class_="smile lids")


def _visor(drop: int) -> Svg:
    lamps = (el("circle", cx=x, cy=-0.6 + drop, r=1.2, class_="lit") for x in (-2.6, 2.6))
    return group(rect(-5.2, -3 + drop, 10.4, 4.8, 2.2, class_="pupil"), *lamps, class_="eyes")


def _antenna(look: int) -> Svg:
    top = -8 if look == _SQUARE else -9.5
    ball = el("circle", cx=0, cy=top - 5, r=2, class_="gold antenna-ball")
    return join(path(f"M0 {top}V{top - 4}", class_="antenna"), ball)


_SQUARE = 2
