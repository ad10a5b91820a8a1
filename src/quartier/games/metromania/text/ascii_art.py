"""The city of Metromania in characters, for a terminal."""

from collections.abc import Iterator

from quartier.core.text.ascii_art import QUIET, SIGNS, Canvas, Picture, Run, number
from quartier.core.text.languages import Translator

from ..rules.geometry import (
    CORNERS,
    EDGE_ENDS,
    FRAMES,
    SIDE,
    TRIANGLES,
    VERTEX_COORDINATES,
    VERTICES,
    Axial,
    apex,
    vertex_at,
)
from ..rules.lines import has_begun, is_finished, tip
from ..rules.state import MARKERS, NONE, PLAIN, Record
from .labels import SEAT_NAMES, line_name
from .notation import frame_text, hand_texts, letter_name, vertex_text

_TYPES = "⌂$♪~♣"
"""By type of a triangle: houses, shops, theatres, the lake, the park."""
_SEAT_LETTERS = "brgy"
_OPEN, _CLOSED = "○", "◉"


def ascii_art(s: Record, t: Translator) -> Picture:
    """Draw the network: on each edge the letters of the seats that dug it, beside each row its first place."""
    result = Picture()
    result.add_canvases(_map(s))
    legend = t("⌂ house, $ shop, ♪ theatre, ~ lake, ♣ park, O station, + line, ' tunnel")
    result.legend(legend)
    arrows = t("{open} white arrow (lines begin), {closed} black arrow (lines end), A–F markers")
    result.legend(arrows.format(open=_OPEN, closed=_CLOSED))
    ways = t("begin 1 0.3a: from arrow 0.3, right (a) or left (b) as you look into the city")
    result.say(Run(ways, QUIET))
    sides = t("dig 1 SE+: dig south-east, with the tunnel on the right (+) or left (-)")
    result.say(Run(sides, QUIET))
    for seat in range(s.players):
        result.say(*_seat(s, seat, t))
    left = t.ngettext("{count} station left", "{count} stations left", s.supply)
    result.say(left.format(count=s.supply))
    return result


def _at(axial: Axial) -> tuple[int, int]:
    """Return row and column of a place on the canvas."""
    q, r = axial
    return 2 * r, 4 * q + 2 * r


def _map(s: Record) -> Canvas:
    canvas = Canvas()
    for edge in range(len(EDGE_ENDS)):
        _edge(s, edge, canvas)
    for triangle in range(TRIANGLES):
        _triangle(s, triangle, canvas)
    for vertex in range(VERTICES):
        canvas.put(*_at(VERTEX_COORDINATES[vertex]), *_vertex(s, vertex))
    for frame in range(FRAMES):
        _arrow(s, frame, canvas)
    for row in range(-SIDE, SIDE + 1):
        first = next(vertex for vertex in VERTEX_COORDINATES if vertex[1] == row)
        line, column = _at(first)
        canvas.put(line, column - 13, vertex_text(vertex_at(first)).rjust(4), QUIET)
    return canvas


def _edge(s: Record, edge: int, canvas: Canvas) -> None:
    """Return the letters of the seats whose lines run along an edge; on a slanting one & for several seats."""
    seats = _seats(s, s.shared[edge])
    (line, left), (other, right) = (_at(VERTEX_COORDINATES[int(vertex)]) for vertex in EDGE_ENDS[edge])
    if line == other:
        letters = "".join(_SEAT_LETTERS[seat] for seat in seats[:3])
        canvas.put(line, left + 1, letters.center(3, "─") if seats else "   ", _look(seats))
        return
    letter = "&" if len(seats) > 1 else _SEAT_LETTERS[seats[0]] if seats else ""
    canvas.put(line + 1, (left + right) // 2, letter, _look(seats))


def _seats(s: Record, lines: int) -> list[int]:
    """Return the seats that own some of a set of lines."""
    return [seat for seat in range(s.players) if lines >> 2 * seat & 0b11]


def _look(seats: list[int]) -> int | None:
    """Return the look of a single seat; None for none or several."""
    return seats[0] if len(seats) == 1 else None


def _triangle(s: Record, triangle: int, canvas: Canvas) -> None:
    """Return the kind of a triangle, a placed marker's letter, or a counter."""
    corners = [_at(VERTEX_COORDINATES[int(vertex)]) for vertex in CORNERS[triangle]]
    line = (min(corners)[0] + max(corners)[0]) // 2
    column = sum(column for _, column in corners) // 3
    marker = next((marker for marker in range(MARKERS) if s.place[marker] == triangle), NONE)
    if s.kind[triangle] != PLAIN:
        canvas.put(line, column, _TYPES[s.kind[triangle]], QUIET)
    if s.counter[triangle] != NONE:
        canvas.put(line, column, "'", int(s.counter[triangle]) // 2)
    if marker != NONE:
        canvas.put(line, column, letter_name(s, marker))


def _vertex(s: Record, vertex: int) -> tuple[str, int | None]:
    if s.station[vertex]:
        return "O", None
    seats = _seats(s, s.lines[vertex])
    return ("+", _look(seats)) if seats else ("·", QUIET)


def _arrow(s: Record, frame: int, canvas: Canvas) -> None:
    """Return a free arrow with its name, "" once it is used."""
    sign = _OPEN if s.white_left >> frame & 1 else _CLOSED if s.black_left >> frame & 1 else ""
    if not sign:
        return
    line, column = _at(apex(frame))
    name, level = frame_text(frame), abs(apex(frame)[1]) > SIDE
    canvas.put(line, column, sign)
    if level:
        canvas.put(line + (1 if line > 0 else -1), column - 1, name, QUIET)
    else:
        canvas.put(line, column + 1 if column > 0 else column - 3, name, QUIET)


def _seat(s: Record, seat: int, t: Translator) -> Iterator[Run]:
    """Return a seat's points, both lines with their present ends, and the markers in hand."""
    points = t.ngettext("{count} point", "{count} points", int(s.points[seat]))
    points = points.format(count=number(s.points[seat]))
    yield Run(f"{SIGNS[seat]} {t(SEAT_NAMES[seat])} ({_SEAT_LETTERS[seat]})", seat)
    yield Run(f": {points}")
    for line in (2 * seat, 2 * seat + 1):
        yield Run(", " + _line(s, line, t))
    yield Run(", " + t("markers {markers}").format(markers=" ".join(hand_texts(s, seat)) or "–"))


def _line(s: Record, line: int, t: Translator) -> str:
    fields = {"line": line_name(line, t), "count": s.length[line], "most": s.tunnels}
    if not has_begun(s, line):
        return t("{line} not begun").format(**fields)
    if is_finished(s, line):
        return t("{line} finished, {count} of {most} tunnels").format(**fields)
    return t("{line} at {place}, {count} of {most} tunnels").format(place=vertex_text(tip(s, line)), **fields)
