"""The log of Metromania: a line and a sound for each event."""

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator

from ..rules import moves
from ..rules.board import LETTER_NAMES, PIECE_NAMES
from ..rules.dealing import next_to_get
from ..rules.geometry import EDGE_TRIANGLES, FRAMES, VERTICES
from ..rules.lines import tip
from ..rules.moves import DECLINE, FINISH, FIRST, MARKER, PIECE, STATION
from ..rules.state import BOTH_LINES, ENOUGH_LINES, LAST_STATION, NONE, OVER, TYPES, Record
from .labels import line_name, sector_name, side_name, type_name, vertex_name, way_name


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """The log line of an event."""
    if action is None or actor == CHANCE:
        return _chance_line(before, action or 0, t, names)
    action_line = _action_line(before, actor, action, t, names[actor])
    return " ".join([action_line, *_station_lines(before, after, action, t), *end_lines(before, after, t)])


def _chance_line(before: Record, action: int, t: Translator, names: list[str]) -> str:
    if action < moves.ROTATE:
        return t("Piece {piece} is laid {where}.").format(
            piece=PIECE_NAMES[action - moves.PIECE], where=sector_name(before.dealt, t)
        )
    if action < moves.MARKER:
        return t("It is turned by {degrees}°.").format(degrees=120 * (action - moves.ROTATE))
    if action < moves.DEAL_SIDE:
        letter, kind = divmod(action - moves.MARKER, TYPES)
        return t("{name} gets marker {letter} ({type}).").format(
            name=names[next_to_get(before)], letter=LETTER_NAMES[letter], type=type_name(kind, t)
        )
    if action < moves.FIRST:
        side = action - moves.DEAL_SIDE
        return t("{name} plays the left side of the trip list, {other} the right side.").format(
            name=names[side], other=names[1 - side]
        )
    return t("{name} begins.").format(name=names[action - moves.FIRST])


def _action_line(before: Record, seat: int, action: int, t: Translator, name: str) -> str:
    if action < moves.DIG:
        return t("{name} begins {line} on the {side}.").format(
            name=name, line=line_name(action // (2 * FRAMES), t), side=side_name(action // 2 % FRAMES, t)
        )
    if action < moves.STATION:
        return _dig_line(before, seat, action - moves.DIG, t, name)
    if action < moves.FINISH:
        return t("{name} builds a station.").format(name=name)
    if action < moves.DECLINE:
        number, frame = divmod(action - moves.FINISH, FRAMES)
        return t("{name} finishes {line} on the {side}.").format(
            name=name, line=line_name(number, t), side=side_name(frame, t)
        )
    return (t("{name} builds no station.") if action == moves.DECLINE else t("{name} passes.")).format(
        name=name
    )


def _dig_line(before: Record, seat: int, code: int, t: Translator, name: str) -> str:
    number, way, letter = (
        moves.dig_line(0, code),
        way_name(moves.dig_direction(code), t),
        moves.dig_letter(code),
    )
    dug = t("{name} digs {line} to the {way}.").format(name=name, line=line_name(number, t), way=way)
    if letter == NONE:
        return dug
    triangle = EDGE_TRIANGLES[tip(before, 2 * seat + number), moves.dig_direction(code), moves.dig_side(code)]
    placed = t("Marker {letter} ({type}) is placed.").format(
        letter=LETTER_NAMES[letter], type=type_name(before.kind[triangle], t)
    )
    return f"{dug} {placed}"


def _station_lines(before: Record, after: Record, action: int, t: Translator) -> list[str]:
    built = [vertex for vertex in range(VERTICES) if after.station[vertex] and not before.station[vertex]]
    return [
        t("New station {where}: +{points}.").format(
            where=vertex_name(after, vertex, t), points=after.worth[vertex]
        )
        if after.worth[vertex]
        else t("New station {where}.").format(where=vertex_name(after, vertex, t))
        for vertex in built
    ]


def end_lines(before: Record, after: Record, t: Translator) -> list[str]:
    """What the log says when the end is triggered, and when it has come."""
    if after.phase == OVER:
        return [t("The test trips begin.")]
    if before.reason == after.reason:
        return []
    reasons = {
        BOTH_LINES: t("Both lines are finished: every other player has one more turn."),
        LAST_STATION: t("The last station is built: every other player has one more turn."),
        ENOUGH_LINES: _enough_line(after, t),
    }
    return [reasons[after.reason]]


def _enough_line(s: Record, t: Translator) -> str:
    if s.version == 1:
        return t("Enough lines are finished or blocked: every other player has one more turn.")
    return t("Enough lines are finished or can no longer be finished: every other player has one more turn.")


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Lines grow, stations are built; pieces of the city and markers are laid out."""
    if action < DECLINE:
        return "build" if STATION <= action < FINISH else "line"
    return "tile" if PIECE <= action < MARKER else "card" if MARKER <= action < FIRST else ""
