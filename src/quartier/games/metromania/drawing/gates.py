"""The gates of the city (MM-4): a white chevron where a line may begin, a dark disc with an arrow where one may end."""

from functools import cache

from quartier.core.show.svg import Svg, el, group, join, path

from ..rules.geometry import FRAMES, SIDE, TRIANGLES
from ..rules.state import NONE, State
from .layout import triangle_middle

CHEVRON = "M-8 -10.5L4 0L-8 10.5"
ARROW = "M6 0L-4 -6.5V6.5Z"
"""Both point to the right."""


def draw_gates(s: State) -> Svg:
    """All gates that no line has used."""
    return join(*(gate(s, frame) for frame in range(FRAMES) if s.counter[TRIANGLES + frame] == NONE))


def gate(s: State, frame: int) -> Svg:
    """The gate of a frame triangle; most have none."""
    if s.white >> frame & 1:
        return _way_in(frame)
    return _way_out(frame) if s.black >> frame & 1 else join()


@cache
def _way_in(frame: int) -> Svg:
    return group(chevron(), transform=_turned(frame, 180))


@cache
def _way_out(frame: int) -> Svg:
    return group(disc(), transform=_turned(frame, 0))


def _turned(frame: int, more: int) -> str:
    x, y = triangle_middle(TRIANGLES + frame)
    return f"translate({x:.1f} {y:.1f}) rotate({60 * (frame // SIDE) + 30 + more})"


@cache
def chevron() -> Svg:
    """A line may begin here."""
    return join(path(CHEVRON, class_="way-in-rim"), path(CHEVRON, class_="way-in"))


@cache
def disc() -> Svg:
    """A line may end here."""
    return join(el("circle", r=12.5, class_="way-out"), path(ARROW, class_="way-out-arrow"))
