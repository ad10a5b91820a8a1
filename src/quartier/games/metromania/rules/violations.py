"""Why a move is illegal: 10 * rule number + variant; each code has a message in text/violation_messages.py."""

from quartier.core.engine.contract import CHANCE

from .dealing import dealable, marker_of
from .digging import fitting_markers, may_bend
from .endings import in_reach, open_ends, outward
from .geometry import (
    BACK,
    BEND,
    EDGE_TRIANGLES,
    EXIT,
    FRAMES,
    STEP,
    TRIANGLES,
    VERTICES,
)
from .lines import (
    FAR_FRAMES,
    has_begun,
    is_finished,
    start_edge,
    tip,
)
from .moves import (
    BEGIN,
    DEAL_SIDE,
    DECLINE,
    DIG,
    FINISH,
    FIRST,
    MARKER,
    PASS,
    PIECE,
    ROTATE,
    STATION,
    any_counter,
    dig_direction,
    dig_letter,
    dig_line,
    dig_side,
    first_turn,
    is_barred,
)
from .state import (
    CHOOSING_FIRST,
    DEALING,
    DIGGING,
    FINISHED,
    LAYING,
    NONE,
    OVER,
    TURNING,
    TYPES,
    Record,
    in_turn,
)
from .turn import to_act

PIECE_LAID, NO_TURNING_NOW = 10, 11
NO_COUNTERS_LEFT = 50
NOT_DEALT_NOW, NOT_DEALABLE, NO_SIDES_NOW = 70, 71, 72
NOT_IN_TURN, NOT_A_SEAT, NOT_CHANCE = 80, 81, 82
BEGIN_FIRST, ONE_LINE_FIRST, ALREADY_BEGUN = 90, 91, 92
NO_WHITE_ARROW, WHITE_TAKEN = 100, 101
TOO_NEAR_OTHER = 110
NOT_WITHIN_DIG, NOT_BEGUN, IS_FINISHED, LEAVES_FEWER = 120, 121, 122, 123
SHARP_ANGLE = 130
RUNS_BACK, TOUCHES_ITSELF = 140, 141
LEAVES_CITY, TRIANGLE_TAKEN, LAKE_OR_PARK = 150, 151, 152
NO_MARKER, NAME_A_MARKER, NO_DESTINATION = 160, 161, 162
SECOND_DESTINATION = 170
LETTER_NEARBY = 180
HAS_STATION, NOT_BETWEEN = 190, 191
NO_BLACK_ARROW, BLACK_TAKEN, NOT_AT_ARROW = 200, 201, 202
NOT_ON_LINE, DECIDE_STATION, NOTHING_FINISHED = 203, 204, 205
TOO_NEAR_START = 210
CAN_ACT = 220
NO_STATIONS_LEFT = 250
GAME_OVER = 270


def explain_illegal(s: Record, actor: int, action: int) -> int:
    """Return 0, or the reason why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return check_outcome(s, action)
    if not in_turn(s, actor) or action >= PIECE:
        return NOT_IN_TURN
    if s.phase == FINISHED:
        return check_after_finish(s, action)
    if action < STATION:
        return check_counter(s, actor, action)
    if s.phase == DIGGING:
        return NOT_WITHIN_DIG
    if action == DECLINE:
        return NOTHING_FINISHED
    if first_turn(s, actor):
        return BEGIN_FIRST
    if action == PASS:
        return check_pass(s, actor)
    if action < FINISH:
        return check_station(s, actor, action - STATION)
    return check_finish(s, actor, action - FINISH)


def check_after_finish(s: Record, action: int) -> int:
    """MM-20: a station on the finished line, or none."""
    if action == DECLINE:
        return 0
    if not STATION <= action < FINISH:
        return DECIDE_STATION
    vertex = action - STATION
    if not s.lines[vertex] >> s.finishing & 1:
        return NOT_ON_LINE
    return check_new_station(s, vertex)


def check_new_station(s: Record, vertex: int) -> int:
    """MM-19, MM-25: one station on a vertex, as long as there are any."""
    if s.station[vertex]:
        return HAS_STATION
    return 0 if s.supply else NO_STATIONS_LEFT


def check_counter(s: Record, seat: int, action: int) -> int:
    """MM-9 to MM-18."""
    refusal = check_begin(s, seat, action - BEGIN) if action < DIG else check_dig(s, seat, action - DIG)
    return LEAVES_FEWER if refusal == 0 and is_barred(s, action) else refusal


def check_begin(s: Record, seat: int, code: int) -> int:
    """MM-9 to MM-11."""
    line, frame = 2 * seat + code // (2 * FRAMES), code // 2 % FRAMES
    if has_begun(s, line):
        return ALREADY_BEGUN
    if s.laid > 0 and first_turn(s, seat):
        return ONE_LINE_FIRST
    if not s.white >> frame & 1:
        return NO_WHITE_ARROW
    if s.counter[TRIANGLES + frame] != NONE:
        return WHITE_TAKEN
    return check_near(s, line, frame)


def check_near(s: Record, line: int, frame: int) -> int:
    """MM-11: the two lines of a player begin on edges that do not touch, if an arrow is free there."""
    other = line ^ 1
    if not has_begun(s, other):
        return 0
    away = FAR_FRAMES[start_edge(s, other)]
    return 0 if away >> frame & 1 or s.white_left & away == 0 else TOO_NEAR_OTHER


def check_dig(s: Record, seat: int, code: int) -> int:
    """MM-12 to MM-18."""
    line, direction = dig_line(seat, code), dig_direction(code)
    if first_turn(s, seat) and s.laid == 0:
        return BEGIN_FIRST
    going = check_going_on(s, line)
    if going:
        return going
    way = check_way(s, line, direction)
    if way:
        return way
    triangle = EDGE_TRIANGLES[tip(s, line), direction, dig_side(code)]
    ground = check_ground(s, triangle)
    return ground if ground else check_cover(s, seat, triangle, dig_letter(code))


def check_going_on(s: Record, line: int) -> int:
    """MM-5, MM-12: only an unfinished line with counters left can be continued."""
    if not has_begun(s, line):
        return NOT_BEGUN
    if is_finished(s, line):
        return IS_FINISHED
    return 0 if s.length[line] < s.tunnels else NO_COUNTERS_LEFT


def check_way(s: Record, line: int, direction: int) -> int:
    """MM-13, MM-14: where the next edge leads."""
    vertex = tip(s, line)
    if STEP[vertex, direction] < 0:
        return LEAVES_CITY
    if BEND[s.heading[line], direction] == BACK:
        return RUNS_BACK
    if not may_bend(s, vertex, s.heading[line], direction):
        return SHARP_ANGLE
    return TOUCHES_ITSELF if s.lines[STEP[vertex, direction]] >> line & 1 else 0


def check_ground(s: Record, triangle: int) -> int:
    """MM-15: what is on the triangle."""
    if triangle < 0:
        return LEAVES_CITY
    if s.counter[triangle] != NONE:
        return TRIANGLE_TAKEN
    return LAKE_OR_PARK if s.kind[triangle] >= TYPES else 0


def check_cover(s: Record, seat: int, triangle: int, letter: int) -> int:
    """MM-16 to MM-18: a marker on a destination, none elsewhere."""
    if s.kind[triangle] < 0:
        return 0 if letter == NONE else NO_DESTINATION
    if s.covered:
        return SECOND_DESTINATION
    if letter == NONE:
        return NAME_A_MARKER
    marker = marker_of(s, letter, s.kind[triangle])
    if marker == NONE or not s.hand[seat] >> marker & 1:
        return NO_MARKER
    return 0 if fitting_markers(s, seat, triangle) >> marker & 1 else LETTER_NEARBY


def check_station(s: Record, seat: int, vertex: int) -> int:
    """MM-19: between two stations of an own unfinished line, the start marker included."""
    refusal = check_new_station(s, vertex)
    if refusal:
        return refusal
    return 0 if lies_between(s, 2 * seat, vertex) or lies_between(s, 2 * seat + 1, vertex) else NOT_BETWEEN


def lies_between(s: Record, line: int, vertex: int) -> bool:
    """MM-19: return whether an unfinished line passes a vertex before one of its stations."""
    if is_finished(s, line) or not s.lines[vertex] >> line & 1:
        return False
    passed = False
    for i in range(s.length[line]):
        if passed and s.station[s.vertex[line, i]]:
            return True
        passed = passed or s.vertex[line, i] == vertex
    return False


def check_finish(s: Record, seat: int, code: int) -> int:
    """MM-20, MM-21."""
    line, frame = 2 * seat + code // FRAMES, code % FRAMES
    going = check_going_on(s, line)
    if going:
        return going
    if not s.black >> frame & 1:
        return NO_BLACK_ARROW
    if s.counter[TRIANGLES + frame] != NONE:
        return BLACK_TAKEN
    side = touched_side(s, line, frame)
    if side == NONE:
        return NOT_AT_ARROW
    if not may_bend(s, tip(s, line), s.heading[line], outward(frame, side)):
        return SHARP_ANGLE
    return check_near_start(s, line, frame)


def touched_side(s: Record, line: int, frame: int) -> int:
    """MM-20: return the side of a frame triangle that ends where the line does, NONE if it does not touch it."""
    for side in range(2):
        if EXIT[tip(s, line), side] == frame:
            return side
    return NONE


def check_near_start(s: Record, line: int, frame: int) -> int:
    """MM-21: not on the start edge nor beside it, as long as another arrow is free and in reach."""
    edge = start_edge(s, line)
    away = FAR_FRAMES[edge]
    return 0 if away >> frame & 1 or not in_reach(s, line, s.black_left & away, edge) else TOO_NEAR_START


def check_pass(s: Record, seat: int) -> int:
    """MM-22: a player may pass only without any other move."""
    if any_counter(s, seat) or open_ends(s, 2 * seat) or open_ends(s, 2 * seat + 1):
        return CAN_ACT
    for vertex in range(VERTICES):
        if check_station(s, seat, vertex) == 0:
            return CAN_ACT
    return 0


def check_outcome(s: Record, action: int) -> int:
    """MM-1, MM-7, MM-8 for an outcome of chance."""
    if to_act(s) != CHANCE or action < PIECE:
        return NOT_CHANCE
    if action < ROTATE:
        return check_piece(s, action - PIECE)
    if action < MARKER:
        return 0 if s.phase == TURNING else NO_TURNING_NOW
    if action < FIRST:
        return check_marker(s, action)
    return 0 if s.phase == CHOOSING_FIRST and action - FIRST < s.players else NOT_A_SEAT


def check_piece(s: Record, piece: int) -> int:
    """MM-1: each piece once."""
    if s.phase != LAYING:
        return PIECE_LAID
    for sector in range(s.dealt):
        if s.piece[sector] == piece:
            return PIECE_LAID
    return 0


def check_marker(s: Record, action: int) -> int:
    """MM-7: a marker for three or four players, a side for two."""
    if s.phase != DEALING:
        return NOT_DEALT_NOW
    if action >= DEAL_SIDE:
        return 0 if s.players == 2 else NO_SIDES_NOW
    if s.players == 2:
        return NOT_DEALT_NOW
    marker = marker_of(s, (action - MARKER) // TYPES, (action - MARKER) % TYPES)
    return 0 if marker != NONE and dealable(s) >> marker & 1 else NOT_DEALABLE
