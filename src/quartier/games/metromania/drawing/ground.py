"""The city under the network, the land around it, and what lies on its triangles."""

from functools import cache, lru_cache
from itertools import groupby

from quartier.core.drawing.svg import (
    Svg,
    beyond,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.geometry import CELLS, CITY_EDGES, EDGE_ENDS, PLACES, SIDE, TRIANGLES
from ..rules.state import LAKE, NONE, PARK, PLAIN, State
from .layout import HEIGHT, WIDTH, corners, inset, point, polygon, triangle_middle, vertex_point
from .symbols import KIND_CLASSES, kind_icon

# ----- the land around the city: it goes on beyond every window -----

_RIVER = (
    "M-2000 690C-1100 560 -560 640 -160 606S90 640 210 676S420 740 560 772S800 846 980 800"
    "S1500 620 1900 700S2500 640 2932 700V1010C2300 960 1700 1120 1200 1060S500 1120 60 1030S-900 1110 -2000 1030Z"
)
_SHORE = (
    "M-2000 676C-1100 546 -560 626 -160 592S90 626 210 662S420 726 560 758S800 832 980 786"
    "S1500 606 1900 686S2500 626 2932 686"
)
_GREENS = (
    "M-900 -900H250C270 -300 250 -10 190 40S20 90 -60 150S-400 230 -620 60S-900 -300 -900 -900Z",
    "M770 -60C800 30 860 66 940 58S1180 90 1330 -30S1500 -500 1330 -700S820 -560 770 -60Z",
)
_TREES = (
    *((-40, 96), (-74, 60), (-20, 44), (-120, 104), (-150, 40), (40, 78), (-230, 90), (-300, 20), (96, 66)),
    *(
        (880, 20),
        (920, 34),
        (968, 14),
        (1010, 48),
        (1060, 10),
        (1110, 44),
        (1170, -10),
        (1240, 20),
        (846, -6),
    ),
)


def _land() -> Svg:
    """The land with its streets, the river and the parks, far beyond the play area."""
    trees = (el("circle", cx=x, cy=y, r=9 + (x + y) % 4, class_="leaf-fill") for x, y in _TREES)
    return join(
        beyond(WIDTH, HEIGHT, "land"),
        el("defs", _fabric()),
        rect(-2000, -2000, WIDTH + 4000, HEIGHT + 4000, fill="url(#metro-fabric)"),
        *(path(green, class_="green") for green in _GREENS),
        group(*trees, class_="far"),
        path(_SHORE, class_="bank"),
        path(_RIVER, class_="river"),
    )


def _fabric() -> Svg:
    """Blocks of houses, quiet, for the ground between city and river."""
    blocks = "M6 6H62V44H6ZM74 6H134V44H74ZM6 56H44V104H6ZM56 56H134V104H56Z"
    return el(
        "pattern",
        path(blocks, class_="fabric"),
        id="metro-fabric",
        width=140,
        height=110,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-14)",
    )


# ----- the city -----


@cache
def draw_city() -> Svg:
    """The city as one hexagon on its rim, every other district tinted, on the land around it."""
    rim = [point(*_corner(edge)) for edge in range(CITY_EDGES)]
    tinted = "".join(polygon(point(0, 0), rim[edge], rim[edge + 1]) for edge in range(0, CITY_EDGES, 2))
    return join(_land(), path(polygon(*rim), class_="ground"), path(tinted, class_="district"))


def _corner(edge: int) -> tuple[int, int]:
    q, r = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))[edge]
    return SIDE * q, SIDE * r


@cache
def draw_lattice() -> Svg:
    """All edges as hairlines, and a dot on each vertex."""
    edges = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*vertex_point(int(a)), *vertex_point(int(b)))
        for a, b in EDGE_ENDS
    )
    dots = "".join("M{:.1f} {:.1f}h0".format(*vertex_point(vertex)) for vertex in range(len(PLACES)))
    return join(path(edges, class_="grid"), path(dots, class_="knots"))


@cache
def draw_numbers() -> Svg:
    """The numbers of the city's sides, as moves are written with them."""
    numbers = (
        text(round(x), round(y) + 7, edge, 20, "middle quiet")
        for edge in range(CITY_EDGES)
        for x, y in [triangle_middle(TRIANGLES + edge * SIDE + SIDE // 2)]
    )
    return group(*numbers, class_="coordinates")


# ----- triangles -----

_PLAIN = PLAIN % 256
"""A plain triangle in the bytes of `State.kind`."""


@lru_cache(1024)
def specials(kinds: bytes) -> list[tuple[int, int]]:
    """The special triangles of a city with what they are."""
    return [(triangle, kind) for triangle, kind in enumerate(kinds) if kind != _PLAIN]


@lru_cache(1024)
def draw_specials(kinds: bytes) -> Svg:
    """Destinations, lake and park as tinted triangles with soft corners."""
    return join(*(_special(kind, triangle) for triangle, kind in specials(kinds)))


@cache
def _special(kind: int, triangle: int) -> Svg:
    return path(polygon(*inset(corners(triangle), 0.7)), class_=f"special {KIND_CLASSES[kind]}")


def draw_types(s: State, kinds: bytes) -> list[Svg]:
    """What the special triangles are, sector by sector; a covered destination shows its letter instead."""
    counters = s.counter.tolist()
    free = [(triangle, kind) for triangle, kind in specials(kinds) if counters[triangle] == NONE]
    return [_icons(tuple(icons)) for _, icons in groupby(free, lambda special: special[0] // CELLS)]


@lru_cache(1024)
def _icons(specials: tuple[tuple[int, int], ...]) -> Svg:
    return join(*(_icon(*special) for special in specials))


@cache
def _icon(triangle: int, kind: int) -> Svg:
    """What a special triangle is, as an icon."""
    x, y = triangle_middle(triangle)
    up = corners_point_up(triangle)
    return kind_icon(kind, x, y + (3 if up else -5) * (kind not in (LAKE, PARK)), 38)


@cache
def corners_point_up(triangle: int) -> bool:
    """Whether a triangle has one corner above and two below."""
    _, y = triangle_middle(triangle)
    return sum(corner > y for _, corner in corners(triangle)) == 2


@lru_cache(4096)
def draw_taken(kinds: bytes, triangles: tuple[int, ...], seat: int) -> Svg:
    """The triangles with a seat's counters, tinted in its colour; destinations keep their own colour."""
    plain = (triangle for triangle in triangles if triangle < TRIANGLES and kinds[triangle] == _PLAIN)
    taken = "".join(map(_taken, plain))
    return path(taken, class_=f"taken seat-{seat}") if taken else join()


@cache
def _taken(triangle: int) -> str:
    return polygon(*inset(corners(triangle), 0.5))


def words_of_river(t: Translator) -> Svg:
    """The name of the river."""
    return text(790, 868, t("Old River"), 17, "water-name fine")
