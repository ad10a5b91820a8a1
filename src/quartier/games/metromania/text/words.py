"""Metromania in words: labels, prompts, log lines and refusals; notation and touches stand in modules of their own."""

from typing import Any

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import N_, Translator

from ..rules import moves, violations
from ..rules.board import LETTER_NAMES, PIECE_NAMES
from ..rules.dealing import missing, next_to_get, type_of
from ..rules.endings import blocked, hopeless
from ..rules.geometry import (
    BESIDE,
    CELLS,
    FRAMES,
    RIGHT,
    SECTORS,
    VERTICES,
    cell_place,
)
from ..rules.lines import (
    begun,
    finished,
    finished_lines,
    tip,
)
from ..rules.scoring import share, stranded
from ..rules.state import (
    COUNTERS_A_TURN,
    DIGGING,
    FINISHED,
    MARKERS,
    NONE,
    OVER,
    TYPES,
    State,
)
from ..rules.stations import city_vertices
from .ascii_art import ascii_art
from .effects import describe_effect
from .endings import COUNTED_LAST as COUNTED_LAST
from .endings import TIE_BREAK as TIE_BREAK
from .endings import end_lines
from .endings import ending as ending
from .explanations import GROUPS, explain
from .final_count import count
from .names import (
    SEAT_NAMES,
    arrow_name,
    beside_name,
    gate_name,
    letter_name,
    line_name,
    markers_of,
    place_name,
    sector_name,
    side_name,
    type_name,
    vertex_name,
    way_name,
)
from .notation import (
    TYPE_LETTERS,
    frame_text,
    read,
    vertex_text,
    write,
)
from .scoring_help import categories
from .sounds import sound
from .touching import (
    ENDS,
    paths,
    places,
    rank,
    reason,
)
from .trips import (
    Trip,
    trip_label,
    trip_time,
    trips_now,
)

__all__ = [
    "ASKS",
    "ENDS",
    "GROUPS",
    "PRAISE",
    "REFUSALS",
    "SEAT_NAMES",
    "STEPS",
    "SYNTAX",
    "ascii_art",
    "categories",
    "count",
    "describe_effect",
    "explain",
    "label",
    "line",
    "paths",
    "place_name",
    "places",
    "prompt",
    "rank",
    "read",
    "reason",
    "sound",
    "sources",
    "view",
    "write",
]

"""How the lines of a seat are shown in plain characters, in every language."""
PHASES = ("piece", "rotate", "markers", "first", "turn", "dig", "finished", "over")
REASONS = ("", "both lines", "last station", "enough lines")

SYNTAX = N_(
    "“{move}” is not a move. A move is begin 1 0.3a, dig 1 SE+, dig 1 SE+ =A, station 2,-3, finish 2 4.1, none or pass."
)

REFUSALS = {
    violations.PIECE_LAID: N_("That piece of the city cannot be laid now."),
    violations.NO_TURNING_NOW: N_("No piece is turned now."),
    violations.NO_COUNTERS_LEFT: N_("All counters of that line are used up."),
    violations.NOT_DEALT_NOW: N_("That marker cannot be dealt now."),
    violations.NOT_DEALABLE: N_(
        "That marker does not fit this hand, or leaves no legal deal for the others."
    ),
    violations.NO_SIDES_NOW: N_("The sides of the trip list are dealt only with two players."),
    violations.NOT_IN_TURN: N_("It is not your turn."),
    violations.NOT_A_SEAT: N_("That player cannot be drawn to go first now."),
    violations.NOT_CHANCE: N_("Nothing is drawn now."),
    violations.BEGIN_FIRST: N_("Your first turn begins a line: choose a white arrow."),
    violations.ONE_LINE_FIRST: N_("In your first turn all counters go on the line that you have begun."),
    violations.ALREADY_BEGUN: N_("That line has begun already."),
    violations.NO_WHITE_ARROW: N_("A line begins on a white arrow."),
    violations.WHITE_TAKEN: N_("Another line begins on that white arrow."),
    violations.TOO_NEAR_OTHER: N_(
        "Your second line may not begin on the same side of the city as the first one, nor next to it."
    ),
    violations.NOT_WITHIN_DIG: N_("You are digging: lay all your counters before anything else."),
    violations.NOT_BEGUN: N_("That line has not begun."),
    violations.IS_FINISHED: N_("That line is finished."),
    violations.LEAVES_FEWER: N_(
        "Another counter leaves more of this turn's three to be laid: choose such a one."
    ),
    violations.SHARP_ANGLE: N_("A line may bend that sharply only at a station."),
    violations.RUNS_BACK: N_("A line never turns back on itself."),
    violations.TOUCHES_ITSELF: N_("A line never crosses or touches itself."),
    violations.LEAVES_CITY: N_("That way leads out of the city."),
    violations.TRIANGLE_TAKEN: N_("There is a tunnel counter on that triangle already."),
    violations.LAKE_OR_PARK: N_("No tunnel is dug under the lake or the park."),
    violations.NO_MARKER: N_("You have no such marker for that destination."),
    violations.NAME_A_MARKER: N_(
        "On a destination you must place one of your markers: add its letter, as in =A."
    ),
    violations.NO_DESTINATION: N_("That triangle is not a destination, so no marker goes on it."),
    violations.SECOND_DESTINATION: N_(
        "You have already covered a destination in this turn; only one is allowed."
    ),
    violations.LETTER_NEARBY: N_("The other marker of that letter lies on a neighbouring destination."),
    violations.HAS_STATION: N_("There is already a station there."),
    violations.NOT_BETWEEN: N_("A station is built between two stations of an unfinished line of yours."),
    violations.NO_BLACK_ARROW: N_("A line ends on a black arrow."),
    violations.BLACK_TAKEN: N_("Another line ends on that black arrow."),
    violations.NOT_AT_ARROW: N_("Your line does not end at that black arrow."),
    violations.NOT_ON_LINE: N_("The line that you have just finished does not pass there."),
    violations.DECIDE_STATION: N_("First decide about a station on the line that you have just finished."),
    violations.NOTHING_FINISHED: N_("You have not just finished a line."),
    violations.TOO_NEAR_START: N_(
        "A line may not end on the side of the city where it began, nor next to it, if another is in reach."
    ),
    violations.CAN_ACT: N_("You can do something, so you may not pass."),
    violations.NO_STATIONS_LEFT: N_("All stations are built."),
    violations.GAME_OVER: N_("The game is over."),
}


# ----- things -----


def marker_name(marker: int, letter: str, t: Translator) -> str:
    """A marker with its letter in words: "A (residential)"."""
    return f"{letter} ({type_name(type_of(marker), t)})"


# ----- labels and prompts -----


def label(s: State, action: int, t: Translator) -> str:
    """A move in spoken words."""
    if action < moves.DIG:
        gate = gate_name(s, action // 2 % FRAMES, action % 2, t)
        return t("Begin {line}: {gate}").format(line=line_name(action // (2 * FRAMES), t), gate=gate)
    if action < moves.STATION:
        return _dig_label(s, action - moves.DIG, t)
    if action < moves.FINISH:
        return t("Station {where}").format(where=vertex_name(s, action - moves.STATION, t))
    if action < moves.DECLINE:
        line, frame = divmod(action - moves.FINISH, FRAMES)
        return t("Finish {line}: {gate}").format(line=line_name(line, t), gate=arrow_name(s, frame, t))
    return t("No station") if action == moves.DECLINE else t("Pass")


def _dig_label(s: State, code: int, t: Translator) -> str:
    line, direction, letter = moves.dig_line(s.turn, code), moves.dig_direction(code), moves.dig_letter(code)
    said = t("Dig {line} to the {way}, in the triangle {side}").format(
        line=line_name(line, t),
        way=way_name(direction, t),
        side=beside_name(direction, moves.dig_side(code) == RIGHT, t),
    )
    if letter == NONE:
        return said
    kind = s.kind[BESIDE[tip(s, line), direction, moves.dig_side(code)]]
    return t("{dig}, marker {letter} ({type})").format(
        dig=said, letter=LETTER_NAMES[letter], type=type_name(kind, t)
    )


PRAISE = N_("{name} runs the finest network")

ASKS = {
    "marker": N_("Along which destination?"),
    "line": N_("At which white arrow does it begin?"),
}
"""What is asked after a touch, by its id or the part of it before the first hyphen."""

STEPS = {"marker": N_("marker"), "step": N_("way"), "line": N_("line"), "frame": N_("arrow")}
"""In a word, what is touched in each step of a move, by the same keys."""


def prompt(s: State, seat: int, t: Translator) -> str:
    """What the seat in turn is asked to do."""
    if s.phase == FINISHED:
        return t("Your line is finished: put a station on it, or none.")
    if s.phase == DIGGING:
        left = COUNTERS_A_TURN - s.laid
        return t("Lay the last counter.") if left == 1 else t("Lay {left} more counters.").format(left=left)
    if moves.first_turn(s, seat):
        return t("Begin a line: choose a white arrow and a line.")
    return t("Dig three tunnels, build a station, or finish a line at a black arrow.")


# ----- the log -----


def line(before: State, after: State, actor: int, action: int | None, t: Translator, names: list[str]) -> str:
    """The log line of an event."""
    if action is None or actor == CHANCE:
        return _chance_line(before, action or 0, t, names)
    deed = _deed(before, actor, action, t, names[actor])
    return " ".join([deed, *_station_lines(before, after, action, t), *end_lines(before, after, t)])


def _chance_line(before: State, action: int, t: Translator, names: list[str]) -> str:
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


def _deed(before: State, seat: int, action: int, t: Translator, name: str) -> str:
    if action < moves.DIG:
        return t("{name} begins {line} on the {side}.").format(
            name=name, line=line_name(action // (2 * FRAMES), t), side=side_name(action // 2 % FRAMES, t)
        )
    if action < moves.STATION:
        return _dig_deed(before, seat, action - moves.DIG, t, name)
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


def _dig_deed(before: State, seat: int, code: int, t: Translator, name: str) -> str:
    number, way, letter = (
        moves.dig_line(0, code),
        way_name(moves.dig_direction(code), t),
        moves.dig_letter(code),
    )
    dug = t("{name} digs {line} to the {way}.").format(name=name, line=line_name(number, t), way=way)
    if letter == NONE:
        return dug
    triangle = BESIDE[tip(before, 2 * seat + number), moves.dig_direction(code), moves.dig_side(code)]
    placed = t("Marker {letter} ({type}) is placed.").format(
        letter=LETTER_NAMES[letter], type=type_name(before.kind[triangle], t)
    )
    return f"{dug} {placed}"


def _station_lines(before: State, after: State, action: int, t: Translator) -> list[str]:
    built = [vertex for vertex in range(VERTICES) if after.station[vertex] and not before.station[vertex]]
    return [
        t("New station {where}: +{points}.").format(
            where=vertex_name(after, vertex, t), points=after.worth[vertex]
        )
        if after.worth[vertex]
        else t("New station {where}.").format(where=vertex_name(after, vertex, t))
        for vertex in built
    ]


# ----- scores, view, picture -----


def sources(s: State, seat: int, t: Translator) -> list[tuple[str, int]]:
    """Stations; at the end also the test trips and the penalties."""
    result = [(t("Stations"), int(s.points[seat]))]
    if s.phase != OVER:
        return result
    for trip in trips_now(s):
        points = int(share(s, trip.number, seat))
        if points:
            result.append((f"{trip_label(trip, t)}, {trip_time(trip, t)}", points))
    losses = (
        (t("Unfinished lines"), s.unfinished_points * (2 - finished_lines(s, seat))),
        (t("Markers not placed"), s.unplaced_points * missing(s, seat)),
        (t("Markers of trips without a route"), s.impossible_points * stranded(s, seat)),
    )
    return result + [(name, int(points)) for name, points in losses if points]


def view(s: State, seat: int) -> dict[str, Any]:
    """A position in the terms of the rulebook; everything is open (MM-34)."""
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "counters_laid": s.laid,
        "end": REASONS[s.reason],
        "turns_left": s.turns_left,
        "stations_left": s.supply,
        "pieces": [_piece_view(s, sector) for sector in range(SECTORS) if s.piece[sector] != NONE],
        "stations": [vertex_text(vertex) for vertex in range(VERTICES) if s.station[vertex]],
        "lines": [[_line_view(s, 2 * other + number) for number in range(2)] for other in range(s.players)],
        "markers": [[letter_name(s, m) + TYPE_LETTERS[type_of(m)] for m in markers_of(s, s.hand[other])]
                    for other in range(s.players)],
        "placed": {letter_name(s, m) + TYPE_LETTERS[type_of(m)]: _triangle_view(s, s.place[m])
                   for m in range(MARKERS) if s.place[m] != NONE},
        "trips": [_trip_view(trip) for trip in trips_now(s)],
    }  # fmt: skip


def _piece_view(s: State, sector: int) -> dict[str, Any]:
    return {"piece": PIECE_NAMES[s.piece[sector]], "rotate": s.rotation[sector]}


def _line_view(s: State, number: int) -> dict[str, Any]:
    return {
        "start": frame_text(s.start[number]) if begun(s, number) else None,
        "end": frame_text(s.end[number]) if finished(s, number) else None,
        "vertices": [vertex_text(s.vertex[number, i]) for i in range(city_vertices(s, number))],
        "blocked": bool(blocked(s, number)),
        "can_be_finished": begun(s, number) and not finished(s, number) and not hopeless(s, number),
    }


def _triangle_view(s: State, triangle: int) -> dict[str, Any]:
    sector, cell = divmod(triangle, CELLS)
    return {"sector": sector, "cell": list(cell_place(cell)), "seat": s.counter[triangle] // 2}


def _trip_view(trip: Trip) -> dict[str, Any]:
    minutes = trip.minutes if trip.possible else None
    return {
        "trip": trip.name or "lake-park",
        "minutes": minutes,
        "changes": trip.changes,
        "seats": trip.seats,
    }
