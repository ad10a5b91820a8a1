"""Destinations: a square with a landmark, and its name."""

from functools import cache

from quartier.core.show.svg import Svg, at, el, join, path, rect, text

from ..rules.state import State
from ..words import sight_name
from .asphalt import asphalt
from .landmarks import landmark
from .layout import EDGE, HALF_ROW, at_space, hexagon, toward


def destination(s: State, space: int, viewer: int) -> Svg:
    """A square with a landmark, asphalt to all six sides; marked if it is an own goal or visited."""
    sight = s.sight[space]
    wanted = viewer >= 0 and s.goals[viewer] >> sight & 1
    return join(
        _crossroads(),
        el("circle", r=35, class_="plaza wanted" if wanted else "plaza", stroke_width=5 if wanted else 2),
        landmark(sight_name(s, sight), -19, -27, 38),
        _flag() if wanted else join(),
    )


@cache
def _crossroads() -> Svg:
    stubs = "".join("M0 0L{:.1f} {:.1f}".format(*toward(60 * side, HALF_ROW)) for side in range(6))
    return join(path(hexagon(EDGE - 1), class_="pavement"), asphalt(stubs, stubs))


def _flag() -> Svg:
    """The mark of an own goal."""
    return at(
        23,
        -39,
        path("M0 24V0", class_="pole", stroke_width=3),
        path("M0 0H19L14 6.5L19 13H0Z", class_="pill"),
    )


def name_label(s: State, sight: int) -> Svg:
    """The name of a destination on a label, in one line or two."""
    words = two_lines(sight_name(s, sight))
    wide = max(map(len, words)) * 8.4 + 10
    top = 13 if len(words) == 2 else 16
    label = rect(-wide / 2, top, wide, 5 + 14 * len(words), 5, class_="plot sign-board")
    lines = (text(0, top + 14 + 14 * i, line, 13.5, "middle bold") for i, line in enumerate(words))
    return at_space(s, s.place[sight], label, *lines, class_="unhit", aria_hidden="true")


def two_lines(name: str) -> list[str]:
    words = name.split()
    if len(words) == 1 or len(name) <= 8:
        return [name]
    cut = min(range(1, len(words)), key=lambda i: max(len(" ".join(words[:i])), len(" ".join(words[i:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]
