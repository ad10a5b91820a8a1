"""What lies on the table of Metromania, explained."""

from quartier.core.text.languages import N_, Translator
from quartier.core.text.tooltips import TooltipItem, TooltipKind

from ..rules.board import LETTER_NAMES
from ..rules.dealing import type_of
from ..rules.geometry import FRAMES, VERTICES
from ..rules.lines import has_begun, is_finished
from ..rules.state import LINES, MARKERS, NONE, TRIPS, TYPES, Record
from .labels import marker_name, type_name
from .notation import frame_text, letter_name, markers_of, vertex_text
from .trips import Trip, trips_now
from .violation_messages import STEP_NAMES, TRIANGLE_NAMES

TOOLTIP_KINDS = {
    "line": TooltipKind(
        N_("Line"),
        N_(
            "It begins at a white arrow, goes on from its end, and must be finished at a black one; an "
            "unfinished line costs points."
        ),
        (5, 10, 12, 20, 31),
    ),
    "stop": TooltipKind(
        N_("Station"),
        N_(
            "Arises where lines meet or part, or between two stations of a line. Each destination around it is a "
            "point for its builder."
        ),
        (19, 23, 24),
    ),
    "site": TooltipKind(
        N_("Place of a line"),
        N_("A station may be built here if this place lies between two stations of your own unfinished line."),
        (2, 19, 24),
    ),
    "destination": TooltipKind(
        N_("Destination"),
        N_(
            "A tunnel on it takes a marker of this type, one in each turn. The two markers of a letter are the "
            "ends of a trip."
        ),
        (3, 16, 17, 18, 28),
    ),
    "sight": TooltipKind(
        N_("Lake or park"),
        N_("No tunnel goes on it. One trip runs from the lake to the park, by stations at their corners."),
        (3, 15, 28, 29),
    ),
    "gate": TooltipKind(
        N_("White arrow"),
        N_("A line may begin here. Your second one begins, if it can, on a side of the city that is not next to the first."),
        (4, 10, 11),
    ),
    "exit": TooltipKind(
        N_("Black arrow"),
        N_("A line may end here; on the side where it began or next to it only if nothing else is left."),
        (4, 20, 21),
    ),
    "step": TooltipKind(
        N_("The way on"),
        N_("Three tunnels make a turn. No sharp bend but at a station, and a line never meets itself."),
        (9, 12, 13, 14),
    ),
    "marker": TooltipKind(
        N_("Marker"),
        N_("Goes on a destination of its type when your line gets there. A marker that is never placed costs points."),
        (6, 16, 18, 31),
    ),
    "trip": TooltipKind(
        N_("Test trip"),
        N_(
            "Run at the end: one minute to the next station, three for a change. Players with a line on a "
            "fastest route share its points."
        ),
        (28, 29, 30),
    ),
    "stations": TooltipKind(
        N_("Stations left"),
        N_("When the last station is built, the end of the game comes after one more turn for everybody else."),
        (5, 25, 27),
    ),
    "stock": TooltipKind(
        N_("What a player still has"),
        N_("Tunnels left for each line, a check for a finished one, and the markers that are not yet placed."),
        (5, 6, 27),
    ),
}  # fmt: skip


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """What has this name in the drawing, for a viewer (all is open here)."""
    sort, _, rest = name.partition("-")
    if name in _VERTICES:
        return _vertex(s, _VERTICES[name], t)
    if sort == "triangle" and rest in TRIANGLE_NAMES:
        return _triangle(s, TRIANGLE_NAMES[rest], t, names)
    if sort == "trip" and rest in map(str, range(TRIPS)):
        return _trip(trips_now(s)[int(rest)], t, names)
    if sort == "rail" and rest in map(str, range(LINES)):
        return _line(s, int(rest), t)
    if sort == "line" and rest in ("1", "2") and seat >= 0:
        return _line(s, 2 * seat + int(rest) - 1, t)
    if sort == "marker" and rest in LETTER_NAMES and seat >= 0:
        return _own_marker(s, seat, rest, t)
    if name == "stations":
        return TooltipItem(name, t("Stations left: {count}.").format(count=s.supply))
    if sort == "stock" and rest in map(str, range(s.players)):
        return TooltipItem(sort)
    return TooltipItem(_PLAIN[name]) if name in _PLAIN else None


_VERTICES = {f"vertex-{vertex_text(vertex)}": vertex for vertex in range(VERTICES)}
_PLAIN = {
    **{f"frame-{frame_text(frame)}{half}": "gate" for frame in range(FRAMES) for half in "ab"},
    **{f"end-{line}-{frame_text(frame)}": "exit" for frame in range(FRAMES) for line in "12"},
    **{f"step-{step}": "step" for step in STEP_NAMES},
    "exit": "exit",
}
"""Things of which nothing more is to be said, by their names."""


def _vertex(s: Record, vertex: int, t: Translator) -> TooltipItem:
    if s.station[vertex]:
        return TooltipItem(
            "stop", t("Lines that stop here: {count}.").format(count=s.lines[vertex].bit_count())
        )
    return TooltipItem("site", t("A new station here brings {points} points.").format(points=s.worth[vertex]))


def _triangle(s: Record, triangle: int, t: Translator, names: list[str]) -> TooltipItem | None:
    kind = s.kind[triangle]
    if not 0 <= kind < TYPES:
        return TooltipItem("sight") if kind > 0 else None
    here = [marker for marker in range(MARKERS) if s.place[marker] == triangle]
    if not here:
        return TooltipItem(
            "destination", t("It takes a marker of type {kind}.").format(kind=type_name(kind, t))
        )
    owner = next(seat for seat in range(s.players) if s.owned[seat] >> here[0] & 1)
    form = t("Here lies {letter} of {name}.")
    return TooltipItem("destination", form.format(letter=letter_name(s, here[0]), name=names[owner]))


def _line(s: Record, line: int, t: Translator) -> TooltipItem | None:
    if line >= 2 * s.players:
        return None
    if is_finished(s, line):
        return TooltipItem("line", t("It is finished."))
    if not has_begun(s, line):
        return TooltipItem("line", t("It has not begun yet."))
    left = s.tunnels - s.length[line]
    return TooltipItem("line", t("Tunnels left: {left}; so far it is unfinished.").format(left=left))


def _own_marker(s: Record, seat: int, letter: str, t: Translator) -> TooltipItem | None:
    own = [marker for marker in markers_of(s, s.hand[seat]) if letter_name(s, marker) == letter]
    if not own:
        return None
    other = next(marker for marker in range(MARKERS) if marker // 2 == own[0] // 2 and marker != own[0])
    where = t("placed already") if s.place[other] != NONE else t("not placed yet")
    form = t("{marker} is to be placed; its partner ({kind}) is {where}.")
    text = form.format(marker=marker_name(own[0], letter, t), kind=type_name(type_of(other), t), where=where)
    return TooltipItem("marker", text)


def _trip(trip: Trip, t: Translator, names: list[str]) -> TooltipItem:
    """How a trip would go now."""
    if not trip.possible:
        return TooltipItem("trip", t("Nobody can run it yet."))
    takers = ", ".join(names[seat] for seat in trip.seats)
    form = t("Now it takes {minutes} min, changes {changes}; its points go to {names}.")
    return TooltipItem("trip", form.format(minutes=trip.minutes, changes=trip.changes, names=takers))
