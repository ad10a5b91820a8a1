"""The network of Metromania in words, for people who can't see it."""

from quartier.core.text.description import Section
from quartier.core.text.languages import N_, Translator

from ..rules.geometry import TRIANGLES, VERTICES
from ..rules.lines import city_vertices, has_begun, is_finished
from ..rules.state import MARKERS, NONE, PLAIN, Record
from .labels import arrow_name, corners_text, line_name, special_name, vertex_name, with_coordinates
from .notation import letter_name, vertex_text


def describe_position(s: Record, seat: int, t: Translator, names: list[str]) -> list[Section]:
    """Describe how places are numbered, where the special places lie, and where the lines and stations are."""
    sections = [
        Section(t("Numbers of places"), [t(_NUMBERS)]),
        Section(t("Buildings, lake and park"), [_special(s, triangle, t) for triangle in _specials(s)]),
        Section(t("Lines"), _lines(s, t, names)),
        Section(t("Stations"), [_vertex(s, vertex, t) for vertex in range(VERTICES) if s.station[vertex]]),
    ]
    return [section for section in sections if section.lines]


_NUMBERS = N_(
    "Every place has two numbers, such as 2,-3; the centre of the city is 0,0. A step east adds 1 to the first number, a "
    "step south-east adds 1 to the second. A step north-east adds 1 to the first and takes 1 from the second; steps the "
    "other way do the opposite."
)


def _specials(s: Record) -> list[int]:
    return [triangle for triangle in range(TRIANGLES) if s.kind[triangle] != PLAIN]


def _special(s: Record, triangle: int, t: Translator) -> str:
    """Describe a special triangle with its corners, and the marker on it."""
    name, corners = special_name(s.kind[triangle], triangle, t), corners_text(triangle)
    marker = next((marker for marker in range(MARKERS) if s.place[marker] == triangle), NONE)
    if marker == NONE:
        return t("{place} between {corners}").format(place=name, corners=corners)
    letter = letter_name(s, marker)
    return t("{place} between {corners}, marker {letter}").format(place=name, corners=corners, letter=letter)


def _lines(s: Record, t: Translator, names: list[str]) -> list[str]:
    return [_line(s, line, t, names[line // 2]) for line in range(2 * s.players) if has_begun(s, line)]


def _line(s: Record, line: int, t: Translator, name: str) -> str:
    """Describe a line with its owner, its start, its places in order, and its length."""
    tunnels = t("{count} of {most} tunnels").format(count=s.length[line], most=s.tunnels)
    end = [arrow_name(s, s.end[line], t)] if is_finished(s, line) else []
    way = [int(s.vertex[line, number]) for number in range(city_vertices(s, line))]
    return t("{name}, {line}: {way}; {tunnels}").format(
        name=name,
        line=line_name(line, t),
        way=" – ".join([arrow_name(s, s.start[line], t), *map(vertex_text, way), *end]),
        tunnels=tunnels,
    )


def _vertex(s: Record, vertex: int, t: Translator) -> str:
    return with_coordinates(vertex, vertex_name(s, vertex, t))
