"""What is touched for a move of Metromania, what the same touches mean first, and where a move happened."""

from quartier.core.play.boards import Board

from .notation import DIRECTION_NAMES, frame_text, vertex_text
from .rules import moves
from .rules.board import LETTER_NAMES
from .rules.geometry import BESIDE, FRAMES, RIGHT, STEP
from .rules.lines import begun, tip
from .rules.state import NONE, PLAIN, State

ENDS = (moves.DECLINE,)


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


def rank(s: State, seat: int, action: int) -> int:
    """The line that goes on along the side of its last counter comes first, a marker last: none is placed unasked."""
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
