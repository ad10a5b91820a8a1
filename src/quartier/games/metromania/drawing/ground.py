"""The city under the network: triangles, districts and the frame with its arrows."""

from functools import cache

from quartier.core.show.svg import Svg, join, path, text
from quartier.core.text.languages import Translator

from ..rules.geometry import EDGE_ENDS, SIDE, TRIANGLES
from ..rules.state import NONE, PLAIN, State
from .layout import corners, inset, point, polygon, triangle_middle, vertex_point
from .symbols import KIND_CLASSES, kind_icon


@cache
def draw_ground() -> Svg:
    """The city as one hexagon."""
    rim = polygon(*(point(*_corner(edge)) for edge in range(6)))
    return path(rim, class_="ground")


def _corner(edge: int) -> tuple[int, int]:
    q, r = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))[edge]
    return SIDE * q, SIDE * r


@cache
def draw_lattice() -> Svg:
    """All edges, the borders of the districts stronger, a dot on each vertex."""
    edges = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*vertex_point(int(a)), *vertex_point(int(b)))
        for a, b in EDGE_ENDS
    )
    spokes = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*point(0, 0), *point(*_corner(edge))) for edge in range(6)
    )
    return join(path(edges, class_="grid"), path(spokes, class_="district"))


def draw_special(s: State, triangle: int, t: Translator) -> Svg:
    """A destination, the lake or the park as a tinted triangle."""
    return path(polygon(*inset(corners(triangle), 0.97)), class_=KIND_CLASSES[s.kind[triangle]])


def type_icon(s: State, triangle: int) -> Svg:
    """What a special triangle is, as an icon; a covered destination shows its letter instead."""
    if s.counter[triangle] != NONE:
        return join()
    x, y = triangle_middle(triangle)
    return kind_icon(s.kind[triangle], x, y, 31)


def draw_taken(s: State, triangle: int) -> Svg:
    """A triangle with a counter, tinted in the colour of its line's owner; a destination keeps its own colour."""
    if triangle >= TRIANGLES or s.kind[triangle] != PLAIN:
        return join()
    return path(polygon(*inset(corners(triangle), 0.92)), class_=f"taken seat-{s.counter[triangle] // 2}")


def draw_frame(s: State, frame: int, t: Translator) -> Svg:
    """A frame triangle: an arrow into the city, one out of it, or the number of the city edge."""
    x, y = triangle_middle(TRIANGLES + frame)
    plate = path(polygon(*inset(corners(TRIANGLES + frame), 0.93)), class_="plate")
    if s.white >> frame & 1:
        return join(plate, _arrow(frame, x, y, True))
    if s.black >> frame & 1:
        return join(plate, _arrow(frame, x, y, False))
    number = text(x, y + 7, frame // SIDE, 21, "middle quiet") if frame % SIDE == SIDE // 2 else join()
    return join(path(polygon(*inset(corners(TRIANGLES + frame), 0.93)), class_="plate dashed"), number)


def _arrow(frame: int, x: float, y: float, inwards: bool) -> Svg:
    """A white arrow points into the city, a black one out of it."""
    angle = 60 * (frame // SIDE) + 30 + (180 if inwards else 0)
    head = "M14 0L0 12V5H-12V-5H0V-12Z"
    return path(
        head,
        class_="white-arrow" if inwards else "black-arrow",
        transform=f"translate({x:.1f} {y:.1f}) rotate({angle})",
    )
