"""The log of Metromania: a line and a sound for each event."""

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator
from quartier.core.text.own_name import by_name

from ..rules import moves
from ..rules.board import LETTER_NAMES, PIECE_NAMES
from ..rules.dealing import next_to_get
from ..rules.geometry import FRAMES, VERTICES
from ..rules.moves import DECLINE, FINISH, FIRST, MARKER, PIECE, STATION
from ..rules.state import BOTH_LINES, LAST_STATION, NONE, OVER, TYPES, Record
from .labels import line_name, place_touched, sector_name, side_name, type_name, way_name


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """Return the log line of an event."""
    if action is None or actor == CHANCE:
        return _chance_line(before, action, t, names)
    built = [vertex for vertex in range(VERTICES) if after.station[vertex] and not before.station[vertex]]
    end = _end_line(before, after, t, brief=bool(built) or _places_marker(action))
    sentences = (
        _action_line(before, after, action, built, t, names[actor]),
        _station_line(after, action, built, bool(end), t),
        end,
    )
    return " ".join(sentence for sentence in sentences if sentence)


def _chance_line(before: Record, action: int | None, t: Translator, names: list[str]) -> str:
    if action is None:
        name = names[next_to_get(before)]
        return by_name(
            name,
            t("{name} draws a marker that others can’t see."),
            t("You draw a marker that others can’t see."),
        ).format(name=name)
    if action < moves.ROTATE:
        return t("District {piece} goes {where}.").format(
            piece=PIECE_NAMES[action - moves.PIECE], where=sector_name(before.dealt, t)
        )
    if action < moves.MARKER:
        degrees = 120 * (action - moves.ROTATE)
        return t("It’s rotated by {degrees}°.").format(degrees=degrees) if degrees else t("It isn’t rotated.")
    if action < moves.DEAL_SIDE:
        letter, kind = divmod(action - moves.MARKER, TYPES)
        name = names[next_to_get(before)]
        return by_name(
            name,
            t("{name} gets marker {letter} ({type}), an end of trip {letter}."),
            t("You get marker {letter} ({type}), an end of trip {letter}."),
        ).format(name=name, letter=LETTER_NAMES[letter], type=type_name(kind, t))
    if action < moves.FIRST:
        side = action - moves.DEAL_SIDE
        return _sides_line(names[side], names[1 - side], t)
    name = names[action - moves.FIRST]
    return by_name(name, t("{name} begins."), t("You begin.")).format(name=name)


def _sides_line(name: str, other: str, t: Translator) -> str:
    form = by_name(
        name,
        t("Markers: of each trip A–F {name} gets the first end, {other} the second."),
        t("Markers: of each trip A–F you get the first end, {other} the second."),
    )
    own_other = t("Markers: of each trip A–F {name} gets the first end, you the second.")
    return by_name(other, form, own_other).format(name=name, other=other)


def _action_line(
    before: Record, after: Record, action: int, built: list[int], t: Translator, name: str
) -> str:
    if action < moves.DIG:
        return by_name(
            name, t("{name} begins {line} on the {side}."), t("You begin {line} on the {side}.")
        ).format(
            name=name, line=line_name(action // (2 * FRAMES), t), side=side_name(action // 2 % FRAMES, t)
        )
    if action < moves.STATION:
        return _dig_line(action - moves.DIG, t, name)
    if action < moves.FINISH:
        return _built_line(after, built[0], t, name)
    if action < moves.DECLINE:
        number, frame = divmod(action - moves.FINISH, FRAMES)
        return by_name(
            name, t("{name} finishes {line} on the {side}."), t("You finish {line} on the {side}.")
        ).format(name=name, line=line_name(number, t), side=side_name(frame, t))
    return (
        by_name(name, t("{name} adds no station."), t("You add no station."))
        if action == moves.DECLINE
        else by_name(name, t("{name} passes."), t("You pass."))
    ).format(name=name)


def _dig_line(code: int, t: Translator, name: str) -> str:
    letter = moves.dig_letter(code)
    form = (
        by_name(name, t("{name} digs {line} {way}."), t("You dig {line} {way}."))
        if letter == NONE
        else by_name(
            name, t("{name} digs {line} {way}, marker {letter}."), t("You dig {line} {way}, marker {letter}.")
        )
    )
    return form.format(
        name=name,
        line=line_name(moves.dig_line(0, code), t),
        way=way_name(moves.dig_direction(code), t),
        letter=LETTER_NAMES[letter],
    )


def _built_line(after: Record, vertex: int, t: Translator, name: str) -> str:
    """Describe a station that took a move, with the destination that it touches."""
    location, worth = place_touched(after, vertex, t), after.worth[vertex]
    if not worth:
        return by_name(name, t("{name} builds a station."), t("You build a station.")).format(name=name)
    return by_name(
        name,
        t("{name} builds a station at the {place}: +{points}."),
        t("You build a station at the {place}: +{points}."),
    ).format(name=name, place=location, points=worth)


def _places_marker(action: int) -> bool:
    return moves.DIG <= action < moves.STATION and moves.dig_letter(action - moves.DIG) != NONE


def _station_line(after: Record, action: int, built: list[int], brief: bool, t: Translator) -> str:
    """Describe the stations that are built automatically, with their points."""
    if not built or moves.STATION <= action < moves.FINISH:
        return ""
    points = sum(after.worth[vertex] for vertex in built)
    if len(built) > 1:
        return (t("Two stations: +{points}.") if points else t("Two new stations.")).format(points=points)
    if not points:
        return t("New station.")
    if brief or _places_marker(action):
        return t("New station: +{points}.").format(points=points)
    location = place_touched(after, built[0], t)
    return t("Station at the {place}: +{points}.").format(place=location, points=points)


def _end_line(before: Record, after: Record, t: Translator, brief: bool) -> str:
    """Announce the last round, and the test trips."""
    if after.phase == OVER:
        return t("The test trips begin.")
    if before.reason == after.reason:
        return ""
    if after.reason == BOTH_LINES:
        return t("Both lines finished: last round.")
    if after.reason == LAST_STATION:
        return t("Last station, last round.")
    if brief:
        return t("Enough lines done: last round.")
    if after.version == 1:
        return t("Enough lines are finished or stuck: last round.")
    return t("Enough lines are finished or stuck: last round.")


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Return the sound of an event: lines, stations, pieces of the city, and markers."""
    if action < DECLINE:
        return "build" if STATION <= action < FINISH else "line"
    return "tile" if PIECE <= action < MARKER else "card" if MARKER <= action < FIRST else ""
