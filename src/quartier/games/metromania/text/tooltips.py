"""Tooltips for the objects of Metromania."""

from quartier.core.text.languages import N_, Translator
from quartier.core.text.tooltips import TooltipItem, TooltipKind, kind_item

from ..rules.board import LETTER_NAMES
from ..rules.dealing import type_of
from ..rules.geometry import FRAMES, VERTICES
from ..rules.lines import has_begun, is_finished
from ..rules.state import LINES, MARKERS, NONE, TRIPS, TYPES, Record
from .labels import line_name, marker_name, type_name
from .notation import frame_text, letter_name, markers_of, vertex_text
from .trips import Trip, share_of, spoken_worths, trips_now, worths_of
from .violation_messages import STEP_NAMES, TRIANGLE_NAMES

TOOLTIP_KINDS = {
    "line": TooltipKind(
        N_("Line"),
        N_(
            "Runs from a white arrow to a black one and grows only at its end. Unfinished at the end, it costs "
            "{unfinished} points."
        ),
        (5, 10, 12, 20, 31),
    ),
    "stop": TooltipKind(
        N_("Station"),
        N_(
            
                "Appears where lines meet or part. You can also build one between two stations of your line. "
                "When it’s new, it scores 1 point per house, shop or theatre that it touches."
            
        ),
        (19, 23, 24),
    ),
    "site": TooltipKind(
        N_("Point on a line"),
        N_("You can build a station here if the point is between two stations of your unfinished line."),
        (2, 19, 24),
    ),
    "destination": TooltipKind(
        N_("Destination"),
        N_(
            
                "A tunnel here needs one of your markers of this type, and you can cover one destination a "
                "turn. Two markers with the same letter are the ends of a test trip."
            
        ),
        (3, 16, 17, 18, 28),
    ),
    "sight": TooltipKind(
        N_("Lake or park"),
        N_(
            "You can’t dig here. The seventh test trip runs between lake and park, from stations at their "
            "corners."
        ),
        (3, 15, 28, 29),
    ),
    "gate": TooltipKind(
        N_("White arrow"),
        N_(
            "A line can begin here. Your second line must begin at least two sides of the city away from "
            "your first, if it can."
        ),
        (4, 10, 11),
    ),
    "exit": TooltipKind(
        N_("Black arrow"),
        N_("A line can end here, but near its start only if no other black arrow is in reach."),
        (4, 20, 21),
    ),
    "step": TooltipKind(
        N_("Next tunnel"),
        N_("Dig three tunnels a turn. Turn sharply only at a station. A line never touches itself."),
        (9, 12, 13, 14),
    ),
    "marker": TooltipKind(
        N_("Marker"),
        N_(
            "Place it when your line covers a destination of its type. Left over at the end, it costs {unplaced} "
            "points; placed without a route for its trip, {stranded}."
        ),
        (6, 16, 18, 31),
    ),
    "trip": TooltipKind(
        N_("Test trip"),
        N_(
            "At the end, the fastest route between its two ends wins {points} points, shared by all players with a "
            "line on it. To the next station: {hop} min. Changing lines: {change} min."
        ),
        (28, 29, 30),
    ),
    "stations": TooltipKind(
        N_("Stations left"),
        N_("When the last one is built, all other players have one more turn."),
        (5, 25, 27),
    ),
    "aim": TooltipKind(
        N_("How to win"),
        N_(
            "Stations score at once, the seven test trips at the end. Unfinished lines and unplaced markers "
            "cost points. The last round starts when {enough} lines are finished or stuck, when someone finishes both of "
            "theirs, or with the last station."
        ),
        (24, 27, 30, 31, 32),
    ),
    "stock": TooltipKind(
        N_("A player’s supply"),
        N_("Tunnels left on each line (a tick if it’s finished) and markers still to place."),
        (5, 6, 27),
    ),
}  # fmt: skip


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """Return the tooltip of an object of the drawing, for a viewer."""
    item = _tooltip_item(s, seat, name, t, names) or kind_item(TOOLTIP_KINDS, name)
    return item and item._replace(figures=_figures(s))


def _figures(s: Record) -> dict[str, int]:
    """MM-27, MM-29 to MM-31: return what this city scores and ends by, losses without their sign."""
    losses = {
        "unfinished": s.unfinished_points,
        "unplaced": s.unplaced_points,
        "stranded": s.impossible_points,
    }
    gains = {"points": s.trip_points, "hop": s.hop, "change": s.change, "enough": s.enough}
    return {name: abs(int(figure)) for name, figure in (losses | gains).items()}


def _tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    sort, _, rest = name.partition("-")
    if name in _VERTICES:
        return _vertex(s, _VERTICES[name], t)
    if sort == "triangle" and rest in TRIANGLE_NAMES:
        return _triangle(s, TRIANGLE_NAMES[rest], t, names)
    if sort == "trip" and rest in map(str, range(TRIPS)):
        return _trip(s, trips_now(s)[int(rest)], t, names)
    if sort == "rail" and rest in map(str, range(LINES)):
        return _line(s, int(rest), t)
    if sort == "line" and rest in ("1", "2") and seat >= 0:
        return _line(s, 2 * seat + int(rest) - 1, t)
    if sort == "marker" and rest in LETTER_NAMES and seat >= 0:
        return _own_marker(s, seat, rest, t)
    if name == "stations":
        text = t.ngettext("There is {count} station left.", "There are {count} stations left.", s.supply)
        return TooltipItem(name, text.format(count=s.supply))
    if sort == "stock" and rest in map(str, range(s.players)):
        return TooltipItem(sort)
    return TooltipItem(_PLAIN[name]) if name in _PLAIN else None


_VERTICES = {f"vertex-{vertex_text(vertex)}": vertex for vertex in range(VERTICES)}
_PLAIN = {
    **{f"frame-{frame_text(frame)}": "gate" for frame in range(FRAMES)},
    **{f"end-{line}-{frame_text(frame)}": "exit" for frame in range(FRAMES) for line in "12"},
    **{f"step-{step}": "step" for step in STEP_NAMES},
    "exit": "exit",
}
"""Objects whose tooltip is just their name."""


def _vertex(s: Record, vertex: int, t: Translator) -> TooltipItem:
    if s.station[vertex]:
        lines = s.lines[vertex].bit_count()
        text = t.ngettext("{count} line stops here.", "{count} lines stop here.", lines)
        return TooltipItem("stop", text.format(count=lines))
    worth = int(s.worth[vertex])
    if not worth:
        return TooltipItem(
            "site", t("A new station here scores nothing: it touches no house, shop or theatre.")
        )
    text = t.ngettext(
        "A new station here scores {count} point at once: it touches {count} destination.",
        "A new station here scores {count} points at once: it touches {count} destinations.",
        worth,
    )
    return TooltipItem("site", text.format(count=worth))


def _triangle(s: Record, triangle: int, t: Translator, names: list[str]) -> TooltipItem | None:
    kind = s.kind[triangle]
    if not 0 <= kind < TYPES:
        return TooltipItem("sight") if kind > 0 else None
    here = [marker for marker in range(MARKERS) if s.place[marker] == triangle]
    if not here:
        return TooltipItem(
            "destination", t("It takes a marker for a {kind}.").format(kind=type_name(kind, t))
        )
    owner = next(seat for seat in range(s.players) if s.owned[seat] >> here[0] & 1)
    form = t("{name} has marker {letter} here.")
    return TooltipItem("destination", form.format(letter=letter_name(s, here[0]), name=names[owner]))


def _line(s: Record, line: int, t: Translator) -> TooltipItem | None:
    if line >= 2 * s.players:
        return None
    worths = spoken_worths(worths_of(s, trips_now(s), line, t), t)
    return TooltipItem("line", f"{_state_of_line(s, line, t)} {worths}")


def _state_of_line(s: Record, line: int, t: Translator) -> str:
    if is_finished(s, line):
        return t("It’s finished.")
    if not has_begun(s, line):
        return t("It hasn’t begun yet.")
    left = int(s.tunnels - s.length[line])
    text = t.ngettext("{count} tunnel left, not finished.", "{count} tunnels left, not finished.", left)
    return text.format(count=left)


def _own_marker(s: Record, seat: int, letter: str, t: Translator) -> TooltipItem | None:
    own = [marker for marker in markers_of(s, s.hand[seat]) if letter_name(s, marker) == letter]
    if not own:
        return None
    other = next(marker for marker in range(MARKERS) if marker // 2 == own[0] // 2 and marker != own[0])
    where = t("placed") if s.place[other] != NONE else t("not placed yet")
    form = t("{marker} isn’t placed yet. Its partner ({kind}) is {where}.")
    text = form.format(marker=marker_name(own[0], letter, t), kind=type_name(type_of(other), t), where=where)
    return TooltipItem("marker", text)


def _trip(s: Record, trip: Trip, t: Translator, names: list[str]) -> TooltipItem:
    """Describe how a trip would run now, and whom it would bring points."""
    if not trip.possible:
        return TooltipItem("trip", t("It has no route yet, so no one gets its points."))
    time = t.ngettext(
        "{minutes} min with {count} change.", "{minutes} min with {count} changes.", trip.changes
    )
    if not trip.changes:
        time = t("{minutes} min without changing lines.")
    takers = ", ".join(_taker(trip, seat, names[seat], t) for seat in trip.seats)
    share = (
        t("{points} points for {names}.") if len(trip.seats) == 1 else t("{points} points each for {names}.")
    )
    sentences = (
        time.format(minutes=trip.minutes, count=trip.changes),
        share.format(points=share_of(s, trip), names=takers),
    )
    return TooltipItem("trip", " ".join((t("As things stand:"), *sentences)))


def _taker(trip: Trip, seat: int, name: str, t: Translator) -> str:
    """Return who shares a trip, with the lines on its fastest routes: "Max (line 1, line 2)"."""
    lines = ", ".join(line_name(line, t) for line in (2 * seat, 2 * seat + 1) if trip.lines >> line & 1)
    return f"{name} ({lines})"
