"""Notation of Metromania: moves as text and as touches, positions as plain data."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_

from ..rules import moves
from ..rules.board import LETTER_NAMES, PIECE_NAMES
from ..rules.dealing import hidden_count, letter_of, type_of
from ..rules.endings import hopeless, is_blocked
from ..rules.geometry import (
    CELLS,
    EDGE_TRIANGLES,
    FRAMES,
    RIGHT,
    SECTORS,
    SIDE,
    STEP,
    VERTEX_COORDINATES,
    VERTICES,
    cell_place,
)
from ..rules.lines import city_vertices, has_begun, is_finished, tip
from ..rules.state import MARKERS, NONE, PLAIN, TYPES, Record
from .trips import Trip, trips_now

DIRECTION_NAMES = ("E", "SE", "SW", "W", "NW", "NE")
SIDE_SIGNS = "+-"
TYPE_LETTERS = "RCE"


def vertex_text(vertex: int) -> str:
    """Format a vertex as `2,-3`."""
    q, r = VERTEX_COORDINATES[vertex]
    return f"{q},{r}"


def frame_text(frame: int) -> str:
    """Format a frame triangle as `0.3`: city edge, place."""
    return f"{frame // SIDE}.{frame % SIDE}"


def vertex_of(text: str) -> int:
    """Return the vertex of a text like `2,-3`."""
    q, _, r = text.partition(",")
    return VERTEX_COORDINATES.index((int(q), int(r)))


def frame_of(text: str) -> int:
    """Return the frame triangle of a text like `0.3`."""
    edge, _, offset = text.partition(".")
    return int(edge) * SIDE + int(offset)


def _text(action: int) -> str:
    if action < moves.DIG:
        line, frame, side = action // (2 * FRAMES), action // 2 % FRAMES, action % 2
        return f"begin {line + 1} {frame_text(frame)}{'ab'[side]}"
    if action < moves.STATION:
        return _dig_text(action - moves.DIG)
    if action < moves.FINISH:
        return f"station {vertex_text(action - moves.STATION)}"
    if action < moves.DECLINE:
        return (
            f"finish {(action - moves.FINISH) // FRAMES + 1} {frame_text((action - moves.FINISH) % FRAMES)}"
        )
    return {moves.DECLINE: "none", moves.PASS: "pass"}.get(action) or _outcome(action)


def _dig_text(code: int) -> str:
    way = DIRECTION_NAMES[moves.dig_direction(code)] + SIDE_SIGNS[moves.dig_side(code)]
    letter = moves.dig_letter(code)
    return f"dig {moves.dig_line(0, code) + 1} {way}" + (
        "" if letter == NONE else f" ={LETTER_NAMES[letter]}"
    )


def _outcome(action: int) -> str:
    if action < moves.ROTATE:
        return f"piece {PIECE_NAMES[action - moves.PIECE]}"
    if action < moves.MARKER:
        return f"rotate {action - moves.ROTATE}"
    if action < moves.DEAL_SIDE:
        letter, kind = divmod(action - moves.MARKER, TYPES)
        return f"marker {LETTER_NAMES[letter]} {TYPE_LETTERS[kind]}"
    return f"side {action - moves.DEAL_SIDE}" if action < moves.FIRST else f"first {action - moves.FIRST}"


_TEXTS = tuple(_text(action) for action in range(moves.ACTIONS))
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}


def write(action: int, board: Board) -> str:
    """Return the notation of an action."""
    return _TEXTS[action]


def read(text: str, board: Board) -> int:
    """Return the action of a notation, or -1."""
    return _ACTIONS.get(text, -1)


PHASES = ("piece", "rotate", "markers", "first", "turn", "dig", "finished", "over")
REASONS = ("", "both lines", "last station", "enough lines")
SYNTAX = N_(
    "“{move}” isn’t a move. Moves look like begin 1 0.3a, dig 1 SE+, dig 1 SE+ =A, station 2,-3, finish "
    "2 4.1, none or pass."
)


def view(s: Record, seat: int) -> dict[str, Any]:
    """Return a position in the terms of the rulebook; a concealed marker in a hand is a question mark (MM-34)."""
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
        "markers": [hand_texts(s, other) for other in range(s.players)],
        "placed": {letter_name(s, m) + TYPE_LETTERS[type_of(m)]: _triangle_view(s, s.place[m])
                   for m in range(MARKERS) if s.place[m] != NONE},
        "trips": [_trip_view(trip) for trip in trips_now(s)],
    }  # fmt: skip


def hand_texts(s: Record, seat: int) -> list[str]:
    """Return the markers in a hand as letter and type, a question mark for each concealed one."""
    visible = [letter_name(s, m) + TYPE_LETTERS[type_of(m)] for m in markers_of(s, s.hand[seat])]
    return visible + ["?"] * hidden_count(s, seat)


def _piece_view(s: Record, sector: int) -> dict[str, Any]:
    return {"piece": PIECE_NAMES[s.piece[sector]], "rotate": s.rotation[sector]}


def _line_view(s: Record, number: int) -> dict[str, Any]:
    return {
        "start": frame_text(s.start[number]) if has_begun(s, number) else None,
        "end": frame_text(s.end[number]) if is_finished(s, number) else None,
        "vertices": [vertex_text(s.vertex[number, i]) for i in range(city_vertices(s, number))],
        "blocked": bool(is_blocked(s, number)),
        "can_be_finished": has_begun(s, number) and not is_finished(s, number) and not hopeless(s, number),
    }


def _triangle_view(s: Record, triangle: int) -> dict[str, Any]:
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


ENDS = (moves.DECLINE,)


def paths(action: int, board: Board) -> list[list[str]]:
    """Return the touches: a white arrow; a way on from a line's end; a vertex; the arrow at a line's end; or a button.

    Further touches of an arrow select the other way into the city and the other line, of a way the other side and
    the markers that fit there;
    a line, or a marker, may also be touched first. Ways are relative to the end of the seat's line
    ("step-1SE"), wherever that is now.
    """
    if action < moves.DIG:
        frame = _frame(action)
        return [[f"line-{action // (2 * FRAMES) + 1}", frame], [frame]]
    if action < moves.STATION:
        return _dig_paths(action - moves.DIG)
    if action < moves.FINISH:
        return [[f"vertex-{vertex_text(action - moves.STATION)}"]]
    if action < moves.DECLINE:
        line, end = divmod(action - moves.FINISH, FRAMES)
        return [[f"end-{line + 1}-{frame_text(end)}"]]
    return {moves.DECLINE: [["button-none"]], moves.PASS: [["button-pass"]]}.get(action, [])


def _frame(begin: int) -> str:
    return f"frame-{frame_text(begin // 2 % FRAMES)}"


def _dig_paths(code: int) -> list[list[str]]:
    step = f"step-{moves.dig_line(0, code) + 1}{DIRECTION_NAMES[moves.dig_direction(code)]}"
    letter = moves.dig_letter(code)
    return [[step]] if letter == NONE else [[step], [f"marker-{LETTER_NAMES[letter]}", step]]


def rank(s: Record, seat: int, actions: NDArray[np.int64]) -> list[int]:
    """Rank the moves of a touch: the line that keeps the side of its last counter first; markers last, never by default."""
    return [_rank(s, seat, action) for action in actions.tolist()]


def _rank(s: Record, seat: int, action: int) -> int:
    if action < moves.DIG:
        return 0 if action < 2 * FRAMES or has_begun(s, 2 * seat) else 1
    if action >= moves.STATION:
        return 1
    code = action - moves.DIG
    if moves.dig_letter(code) != NONE:
        return 2
    line, direction = moves.dig_line(seat, code), moves.dig_direction(code)
    triangles = EDGE_TRIANGLES[tip(s, line), direction]
    alone = not all(is_blank(s, int(triangle)) for triangle in triangles)
    return 0 if alone or moves.dig_side(code) == last_side(s, line) else 1


def is_blank(s: Record, triangle: int) -> bool:
    """Return whether a counter can be on a triangle (-1: outside the city) without a marker."""
    return triangle >= 0 and bool(s.kind[triangle] == PLAIN) and bool(s.counter[triangle] == NONE)


def last_side(s: Record, line: int) -> int:
    """Return on which side of its way a begun line has its last counter; the right one while it is in the frame."""
    count = int(s.length[line])
    if count < 2:
        return RIGHT
    triangles = EDGE_TRIANGLES[s.vertex[line, count - 2], s.heading[line]]
    return int(triangles[RIGHT] != s.triangle[line, count - 1])


def places(s: Record, actor: int, action: int, seat: int | None) -> list[str]:
    """Return the arrow where a line begins, or the vertex that it has reached, where it ends, or of the station."""
    if action < moves.DIG:
        return [_frame(action)]
    if action < moves.STATION:
        line, direction = moves.dig_line(actor, action - moves.DIG), moves.dig_direction(action - moves.DIG)
        return [f"vertex-{vertex_text(int(STEP[tip(s, line), direction]))}"]
    if action < moves.FINISH:
        return [f"vertex-{vertex_text(action - moves.STATION)}"]
    if action < moves.DECLINE:
        return [f"vertex-{vertex_text(tip(s, 2 * actor + (action - moves.FINISH) // FRAMES))}"]
    return []


def letter_name(s: Record, marker: int) -> str:
    """Return the letter on a marker."""
    return LETTER_NAMES[letter_of(s, marker)]


def markers_of(s: Record, markers: int) -> list[int]:
    """Return the markers of a set by their letters."""
    selected = [marker for marker in range(MARKERS) if markers >> marker & 1]
    return sorted(selected, key=lambda marker: (letter_name(s, marker), type_of(marker)))
