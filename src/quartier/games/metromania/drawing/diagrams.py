"""Diagrams for the rulebooks of Metromania: reach, stuck lines, meeting and leaving, and who gets which markers."""

from typing import NamedTuple

from quartier.core.drawing.excerpts import Excerpt, excerpt, stack
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import Svg, at, drawing, el, group, join, path, rect, text
from quartier.core.game.examples import Example
from quartier.core.text.languages import Translator

from ..rules.dealing import marker_of
from ..rules.digging import begin_line, extend
from ..rules.endings import finish_line
from ..rules.geometry import FRAMES, SIDE, TOUCHING, TRIANGLES, VERTICES, vertex_at
from ..rules.state import ACTING, COUNTERS, LINES, MARKERS, NONE, PLAIN, Record
from ..text.notation import DIRECTION_NAMES, TYPE_LETTERS
from .board import draw_network
from .layout import HEIGHT, UNIT, WIDTH, Point, triangle_middle, vertex_point
from .symbols import chip, kind_icon

EXAMPLE = Example(__package__.rpartition(".")[0])
Line = tuple[int, int, tuple[str, ...]]
"""A line with its number, its frame triangle and its ways."""


def example_lines(*lines: Line) -> Record:
    """Return an opened record with some lines in an empty city."""
    s = Record.open(Record.new())
    s.players, s.supply, s.tunnels, s.phase = 4, 9, 18, ACTING
    for triangle in range(COUNTERS):
        s.counter[triangle] = NONE
    for triangle in range(TRIANGLES):
        s.kind[triangle] = PLAIN
    for vertex in range(VERTICES):
        s.blank[vertex] = TOUCHING[vertex]
    for marker in range(MARKERS):
        s.place[marker] = NONE
    for line in range(LINES):
        s.end[line] = NONE
    for line, frame, ways in lines:
        begin_line(s, line // 2, line, frame, 0)
        for way in ways:
            extend(s, line // 2, line, DIRECTION_NAMES.index(way[:-1]), "+-".index(way[-1]))
    return s


def around(
    name: str, s: Record, vertices: list[int], title: str, margin: float, t: Translator, *over: Svg
) -> Svg:
    """Draw the map around some vertices, with a margin in edges of the lattice."""
    return stack(name, title, window(s, vertices, title, margin, *over))


def window(s: Record, vertices: list[int], title: str, margin: float, *over: Svg) -> Excerpt:
    """Cut the map around some vertices out of the board."""
    points = [vertex_point(vertex) for vertex in vertices]
    left, top = (max(min(point[i] for point in points) - margin * UNIT, 0) for i in range(2))
    right, bottom = (max(point[i] for point in points) + margin * UNIT for i in range(2))
    right, bottom = min(right, WIDTH), min(bottom, HEIGHT)
    whole = drawing(WIDTH, HEIGHT, title, *draw_network(s), *over, class_="quartier metro")
    return excerpt(whole, round(left), round(top), round(right - left), round(bottom - top))


# ----- reach, and lines that are stuck -----

BLUE = (0, 15, ("E+",) * 6)
GREEN = (4, 13, ("E+",) * 8)
ON_THE_WAY = tuple(vertex_at((q, 0)) for q in range(1, 6))
"""From the end of Blue's line straight on to the rim."""
ARROW, GREEN_ARROW = 5 * SIDE + 4, 1
"""The black arrow that Blue could reach, and the one where Green has finished."""


def arrows_everywhere(s: Record, used: int = 0) -> Record:
    """Put the usual arrows on all sides of a city in which some are used."""
    for frame in range(FRAMES):
        bit, offset = 1 << frame, frame % SIDE
        s.white |= bit if offset in (0, 3) else 0
        s.black |= bit if offset in (1, 4) else 0
    s.white_left, s.black_left = s.white, s.black & ~used
    for line in range(LINES):
        if s.length[line]:
            s.white_left &= ~(1 << int(s.start[line]))
    return s


def in_reach_lines() -> Record:
    """Return an opened record in which Blue has just enough tunnels left for a black arrow."""
    s = arrows_everywhere(example_lines(BLUE))
    s.tunnels = s.length[0] + len(ON_THE_WAY)
    return s


def stuck_lines() -> Record:
    """Return an opened record with a finished line of Green and a line of Blue that is stuck."""
    s = arrows_everywhere(example_lines(BLUE, GREEN))
    finish_line(s, 2, GREEN[0], GREEN_ARROW)
    s.tunnels = s.length[0] + 3
    return s


def reach(t: Translator) -> Svg:
    """Draw how the tunnels to a black arrow are counted."""
    points = [*map(vertex_point, ON_THE_WAY), triangle_middle(TRIANGLES + ARROW)]
    discs = [*points[1:-1], (points[-1][0] + 36, points[-1][1])]
    return around(
        "reach",
        in_reach_lines(),
        list(ON_THE_WAY),
        t("Counting tunnels to an arrow"),
        1.5,
        t,
        _count(points, discs),
    )


def stuck_line(t: Translator) -> Svg:
    """Draw a finished line and a stuck one."""
    points = list(map(vertex_point, ON_THE_WAY[:4]))
    vertices = [*ON_THE_WAY, vertex_at((3, 2))]
    return around(
        "stuck",
        stuck_lines(),
        vertices,
        t("A finished line and a stuck line"),
        1.5,
        t,
        _count(points, points[1:]),
    )


def _count(points: list[Point], numbered: list[Point]) -> Svg:
    """A dotted way, and a number for each tunnel."""
    way = path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), class_="thread")
    discs = (
        at(x, y, el("circle", r=15, class_="plaque"), text(0, 7, number, 19, "middle heavy"))
        for number, (x, y) in enumerate(numbered, 1)
    )
    return group(way, *discs, class_="seat-0")


# ----- where stations appear by themselves -----


class Case(NamedTuple):
    """Two lines, and whether the last tunnel of the second one makes a station."""

    other: Line
    own: Line
    makes_station: bool


OTHER = (4, 15, ("E+",) * 7)
CHANGING = (4, 15, ("E+", "E+", "E+", "E+", "E-", "E-", "E-"))
OWN = ("SW+", "SW+", "SE-", "SE-", "SE-")
CASES = (
    Case(OTHER, (0, 20, OWN), True),
    Case(OTHER, (0, 20, (*OWN, "E-", "E-")), False),
    Case(OTHER, (0, 20, (*OWN, "E-", "E-", "NE-")), True),
    Case(CHANGING, (0, 20, (*OWN, "E-", "E+")), False),
)
MIDDLE = [vertex_at((-2, 0)), vertex_at((0, 0))]
PANEL, CAPTION = 26, 34
"""The space between two panels, and the height of the words below each."""


def touching(t: Translator) -> Svg:
    """Draw the four cases of two lines that come together, each with what it makes."""
    title = t("When a station appears by itself")
    words = (
        t("meets the line: station"),
        t("runs beside it: no station"),
        t("leaves the line: station"),
        t("changes sides: no station"),
    )
    panels = [window(example_lines(case.other, case.own), MIDDLE, title, 1.3) for case in CASES]
    width, height = panels[0].width, panels[0].height
    placed = (
        at(
            i % 2 * (width + PANEL),
            i // 2 * (height + CAPTION + PANEL),
            el("svg", panel, width=width, height=height),
            text(width / 2, height + 25, words[i], 22, "middle"),
        )
        for i, panel in enumerate(panels)
    )
    return _whole("touching", title, 2 * width + PANEL, 2 * (height + CAPTION) + PANEL, *placed)


# ----- who gets which markers -----

DEALS = {
    2: ("AR BC CE DR EC FE", "AC BE CR DC EE FR"),
    3: ("AR DC BE CR", "DR AC EE FE", "FR BC EC CE"),
    4: ("AR BC FE", "DR AC BE", "CR DC EE", "FR EC CE"),
}
"""By number of players: markers that could be dealt, a letter and the type of its destination."""
MARKER_WIDTH, HEAD, ROW, INDENT = 40, 34, 84, 46


def deal(t: Translator) -> Svg:
    """Draw markers as they could be dealt to two, three and four players."""
    title = t("Markers for two, three and four players")
    rows = [
        at(0, i * (HEAD + ROW), _deal(players, sets, t)) for i, (players, sets) in enumerate(DEALS.items())
    ]
    return _whole("deal", title, 712, len(rows) * (HEAD + ROW), *rows)


def _deal(players: int, sets: tuple[str, ...], t: Translator) -> Svg:
    heading = t.ngettext("{count} player", "{count} players", players).format(count=players)
    widths = [INDENT + MARKER_WIDTH * len(set_.split()) for set_ in sets]
    lefts = [sum(widths[:seat]) + 12 * seat for seat in range(players)]
    groups = (
        at(left, HEAD, _set(seat, set_.split(), width))
        for seat, (left, set_, width) in enumerate(zip(lefts, sets, widths, strict=True))
    )
    return join(text(0, 23, heading, 20, "bold"), *groups)


def _set(seat: int, markers: list[str], width: int) -> Svg:
    """The markers of a player, each above the sign of its destination."""
    s = EXAMPLE.whole.open_record()
    chips = (
        at(
            INDENT + MARKER_WIDTH * (i + 0.42),
            24,
            chip(marker_of(s, "ABCDEF".index(name[0]), TYPE_LETTERS.index(name[1])), name[0], 15),
            kind_icon(TYPE_LETTERS.index(name[1]), 0, 35, 22),
        )
        for i, name in enumerate(markers)
    )
    frame = rect(0, 0, width, ROW - 8, 9, class_="tint")
    return group(frame, sign(seat, 24, 38, 22), *chips, class_=f"metro seat-{seat}")


def _whole(name: str, title: str, width: int, height: int, *content: Svg) -> Svg:
    whole = Excerpt(el("svg", *content, width=width, height=height, class_="quartier metro"))
    whole.width, whole.height = width, height
    return stack(name, title, whole)
