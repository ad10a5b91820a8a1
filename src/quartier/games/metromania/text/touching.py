"""What is touched for a move of Metromania, what the same touches mean first, and where a move happened."""

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_

from ..rules import moves
from ..rules.board import LETTER_NAMES
from ..rules.dealing import letter_of, type_of
from ..rules.geometry import (
    BESIDE,
    FRAMES,
    RIGHT,
    STEP,
    TRIANGLES,
)
from ..rules.lines import begun, growing, tip
from ..rules.moves import first_turn
from ..rules.state import (
    FINISHED,
    LAKE,
    MARKERS,
    NONE,
    PARK,
    PLAIN,
    TYPES,
    State,
)
from .notation import (
    DIRECTION_NAMES,
    SIDE_SIGNS,
    frame_text,
    read,
    vertex_text,
)

ENDS = (moves.DECLINE,)
TRIANGLE_NAMES = {str(triangle): triangle for triangle in range(TRIANGLES)}
STEP_NAMES = tuple(f"{line}{way}" for line in "12" for way in DIRECTION_NAMES)


def paths(action: int, board: Board) -> list[list[str]]:
    """A white arrow; the way on from a line's end; a vertex; the arrow at a line's end; or a button.

    Further touches of an arrow take the other line, of a way the other side and the markers that fit there; a line, or a
    marker, may also be touched first. Ways are relative to the end of the seat's line ("step-1SE"), wherever that is now.
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
    return f"frame-{frame_text(begin // 2 % FRAMES)}{'ab'[begin % 2]}"


def _dig_paths(code: int) -> list[list[str]]:
    step = f"step-{moves.dig_line(0, code) + 1}{DIRECTION_NAMES[moves.dig_direction(code)]}"
    letter = moves.dig_letter(code)
    return [[step]] if letter == NONE else [[step], [f"marker-{LETTER_NAMES[letter]}", step]]


def rank(s: State, seat: int, actions: NDArray[np.int64]) -> list[int]:
    """The line that goes on along the side of its last counter comes first, a marker last: none is placed unasked."""
    return [_rank(s, seat, action) for action in actions.tolist()]


def _rank(s: State, seat: int, action: int) -> int:
    if action < moves.DIG:
        return 0 if action < 2 * FRAMES or begun(s, 2 * seat) else 1
    if action >= moves.STATION:
        return 1
    code = action - moves.DIG
    if moves.dig_letter(code) != NONE:
        return 2
    line, direction = moves.dig_line(seat, code), moves.dig_direction(code)
    beside = BESIDE[tip(s, line), direction]
    alone = not all(is_blank(s, int(triangle)) for triangle in beside)
    return 0 if alone or moves.dig_side(code) == last_side(s, line) else 1


def is_blank(s: State, triangle: int) -> bool:
    """Whether a counter can lie on a triangle (-1: outside the city) without a marker."""
    return triangle >= 0 and bool(s.kind[triangle] == PLAIN) and bool(s.counter[triangle] == NONE)


GO_ON = N_("A line goes on from its end: touch the next vertex there.")


def reason(s: State, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """Triangles, lines and markers are no touches of their own; a way is meant along the destination beside it."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1:
        return None
    if kind == "ground" or (kind == "triangle" and name in TRIANGLE_NAMES):
        return _reason_of_ground(s, seat, TRIANGLE_NAMES.get(name))
    if s.phase == FINISHED or (first_turn(s, seat) and s.laid == 0):
        return None
    if kind == "step" and name in STEP_NAMES:
        return _meant(s, seat, name)
    if kind == "frame" and begun(s, 2 * seat) and begun(s, 2 * seat + 1):
        return 9, N_("Both your lines have begun. A line goes on from its end: touch the next vertex there.")
    if kind == "line" and name in ("1", "2") and growing(s, 2 * seat + int(name) - 1):
        return 12, GO_ON
    if kind == "marker" and name in LETTER_NAMES:
        return 16, N_("No way on passes a destination where that marker could be placed now.")
    return None


def _reason_of_ground(s: State, seat: int, triangle: int | None) -> int | tuple[int, str]:
    if s.phase == FINISHED or (first_turn(s, seat) and s.laid == 0):
        return moves.DIG  # what forbids every dig now
    if triangle is None or s.kind[triangle] == PLAIN:
        return 12, GO_ON
    if s.kind[triangle] in (LAKE, PARK):
        return 15, N_("No tunnel is dug under the lake or the park.")
    if s.counter[triangle] != NONE:
        return 15, N_("There is a tunnel counter on that triangle already.")
    if s.covered:
        return 17, N_("You have already covered a destination in this turn; only one is allowed.")
    if not own_markers(s, seat, int(s.kind[triangle])):
        return 16, N_("You have no such marker for that destination.")
    return 16, N_("Touch the way beside a destination, and again until your marker lies on it.")


def _meant(s: State, seat: int, step: str) -> int:
    """The dig along a way that is forbidden most to the point: past a destination with a marker of its type, or any."""
    line = 2 * seat + int(step[0]) - 1
    beside = BESIDE[tip(s, line), DIRECTION_NAMES.index(step[1:])]
    kinds = [int(s.kind[triangle]) if triangle >= 0 else PLAIN for triangle in beside]
    side = next((side for side, kind in enumerate(kinds) if 0 <= kind < TYPES), None)
    if side is None:
        return read(f"dig {step[0]} {step[1:]}{SIDE_SIGNS[RIGHT]}", s.board)
    letter = next((letter_of(s, marker) for marker in own_markers(s, seat, kinds[side])), 0)
    return read(f"dig {step[0]} {step[1:]}{SIDE_SIGNS[side]} ={LETTER_NAMES[letter]}", s.board)


def own_markers(s: State, seat: int, kind: int) -> list[int]:
    """The markers of a type that a seat still has to place."""
    return [marker for marker in range(MARKERS) if s.hand[seat] >> marker & 1 and type_of(marker) == kind]


def last_side(s: State, line: int) -> int:
    """On which side of its way the last counter of a begun line lies; the right one while it is in the frame."""
    count = int(s.length[line])
    if count < 2:
        return RIGHT
    beside = BESIDE[s.vertex[line, count - 2], s.heading[line]]
    return int(beside[RIGHT] != s.triangle[line, count - 1])


def places(s: State, actor: int, action: int, seat: int | None) -> list[str]:
    """The arrow where a line begins, else the vertex that it has reached, or where it ends or the station is."""
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
