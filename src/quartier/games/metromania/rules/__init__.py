"""The rules of Metromania as the engine asks for them: setup, turns, legal actions, end and scores.

What lies on the board is in `state`, the lattice in `geometry`; counters are laid by `digging`, stations by
`stations`, markers are dealt by `dealing`, and `trips` runs the test trips.
"""

from typing import Any

from quartier.core.engine.bits import below, lowest, nth, popcount
from quartier.core.engine.contract import CHANCE
from quartier.games.metromania.rules import board as city
from quartier.games.metromania.rules import state
from quartier.games.metromania.rules.board import lay_out
from quartier.games.metromania.rules.dealing import (
    deal_side,
    dealable,
    give,
    letter_of,
    marker_of,
    missing,
    next_to_get,
    type_of,
)
from quartier.games.metromania.rules.digging import (
    FAR,
    begin_line,
    begun,
    blocked,
    can_dig,
    diggable,
    extend,
    finish_line,
    finished,
    fitting_markers,
    free_black,
    free_white,
    growing,
    in_reach,
    may_bend,
    next_vertex,
    open_ends,
    open_starts,
    outward,
    put_marker,
    start_edge,
    tip,
)
from quartier.games.metromania.rules.geometry import (
    BACK,
    BEND,
    BESIDE,
    CELLS,
    CORNERS,
    DIRECTIONS,
    EXIT,
    FRAMES,
    LANDED,
    SECTORS,
    STEP,
    TRIANGLES,
    TURNS,
    VERTICES,
)
from quartier.games.metromania.rules.state import (
    ACTING,
    BEGIN,
    BOTH_LINES,
    CHOOSING_FIRST,
    COUNTERS,
    DEAL_SIDE,
    DEALING,
    DECLINE,
    DIG,
    DIGGING,
    ENOUGH_LINES,
    FINISH,
    FINISHED,
    FIRST,
    GOING_ON,
    LAKE,
    LAST_STATION,
    LAYING,
    LETTERS,
    LINES,
    MARKER,
    MARKERS,
    NONE,
    OVER,
    PASS,
    PIECE,
    PLAIN,
    ROTATE,
    SEATS_MOST,
    STATION,
    TRIPS,
    TUNNELS,
    TURNING,
    TYPES,
)
from quartier.games.metromania.rules.stations import build, city_vertices, last_stop
from quartier.games.metromania.rules.trips import run_trips

NAME = "Metromania"
PREFIX = "MM"
RULES = 34
SEATS = (2, SEATS_MOST)
OPTIONS: dict[str, Any] = {}

State, ACTIONS = state.State, state.ACTIONS
read_board = city.read_board

COUNTERS_A_TURN = 3
# Setup; a counter each, and a station for each finish; a turn for each station; and of every four turns at most three are
# passes, because who passes has no line to go on with, and when all pass the building has ended.
LONGEST = (
    2 * SECTORS
    + MARKERS
    + 1
    + LINES * (TUNNELS + 1)
    + VERTICES
    + 3 * (LINES * TUNNELS + VERTICES)
    + 2 * SEATS_MOST
)


# ----- setup (MM-1 to MM-8) -----


def begin(s: Any, seats: int, options: Any, board: Any) -> None:
    """An empty city, before the first piece is laid."""
    s.players, s.finishing = seats, NONE
    lay_out(s, board)
    for triangle in range(COUNTERS):
        s.counter[triangle] = NONE
    for triangle in range(TRIANGLES):
        s.kind[triangle] = PLAIN
    for i in range(2):
        s.sights[i] = NONE
    for line in range(LINES):
        s.start[line] = s.end[line] = NONE
        for i in range(TUNNELS):
            s.vertex[line, i] = s.triangle[line, i] = NONE
    for marker in range(MARKERS):
        s.place[marker] = NONE
    for sector in range(SECTORS):
        s.piece[sector] = NONE
    for trip in range(TRIPS):
        s.cost[trip] = NONE


def lay_piece(s: Any, piece: int) -> None:
    """MM-1: a piece comes into the next sector."""
    s.piece[s.dealt] = piece
    s.phase = TURNING


def turn_piece(s: Any, turn: int) -> None:
    """MM-1: the piece of the sector is turned, and its triangles come to lie."""
    sector = s.dealt
    s.rotation[sector] = turn
    for cell in range(CELLS):
        mark_triangle(s, LANDED[sector, turn, cell], s.pieces[s.piece[sector], cell])
    s.dealt += 1
    s.phase = LAYING
    if s.dealt == SECTORS:
        s.phase, s.dealt = DEALING, 0


def mark_triangle(s: Any, triangle: int, kind: int) -> None:
    """MM-3: what a triangle is; a destination is worth a point at each of its corners (MM-24)."""
    s.kind[triangle] = kind
    if 0 <= kind < TYPES:
        for i in range(3):
            s.worth[CORNERS[triangle, i]] += 1
    elif kind != PLAIN:
        s.sights[0 if kind == LAKE else 1] = triangle


def after_dealing(s: Any) -> None:
    """MM-8: with the last marker dealt, the first player is drawn."""
    if s.dealt == MARKERS:
        s.phase, s.dealt = CHOOSING_FIRST, 0


# ----- turns (MM-9, MM-12) -----


def to_act(s: Any) -> int:
    """Chance in the setup, then the seat in turn."""
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase <= CHOOSING_FIRST else 1 << s.turn


def play(s: Any, actor: int, action: int) -> None:
    """Apply a legal action."""
    if actor == CHANCE:
        happen(s, action)
    elif action < STATION:
        if action < DIG:
            play_begin(s, actor, action - BEGIN)
        else:
            play_dig(s, actor, action - DIG)
        after_counter(s)
    elif action < FINISH:
        build(s, actor, action - STATION)
        end_turn(s)
    elif action < DECLINE:
        play_finish(s, actor, action - FINISH)
    else:
        end_turn(s)


def happen(s: Any, action: int) -> None:
    """Apply an outcome of chance."""
    if action < ROTATE:
        lay_piece(s, action - PIECE)
    elif action < MARKER:
        turn_piece(s, action - ROTATE)
    elif action < FIRST:
        if action < DEAL_SIDE:
            give(s, next_to_get(s), marker_of(s, (action - MARKER) // TYPES, (action - MARKER) % TYPES))
        else:
            deal_side(s, action - DEAL_SIDE)
        after_dealing(s)
    else:
        start_turn(s, action - FIRST)


def play_begin(s: Any, seat: int, code: int) -> None:
    """MM-10: `begin 1 0.3a`."""
    line = 2 * seat + code // (2 * FRAMES)
    begin_line(s, seat, line, code // 2 % FRAMES, code % 2)


def play_dig(s: Any, seat: int, code: int) -> None:
    """MM-12, MM-16: `dig 1 SE+ =A`."""
    line, direction, side, letter = (
        dig_line(seat, code),
        dig_direction(code),
        dig_side(code),
        dig_letter(code),
    )
    triangle = BESIDE[tip(s, line), direction, side]
    extend(s, seat, line, direction, side)
    if letter != NONE:
        put_marker(s, seat, marker_of(s, letter, s.kind[triangle]), triangle)


def dig_line(seat: int, code: int) -> int:
    """The line of a dig."""
    return 2 * seat + code // (DIRECTIONS * 2 * (LETTERS + 1))


def dig_direction(code: int) -> int:
    """The direction of a dig."""
    return code // (2 * (LETTERS + 1)) % DIRECTIONS


def dig_side(code: int) -> int:
    """On which side of the way the counter of a dig lies."""
    return code // (LETTERS + 1) % 2


def dig_letter(code: int) -> int:
    """The letter of the marker of a dig, NONE without one."""
    return code % (LETTERS + 1) - 1


def play_finish(s: Any, seat: int, code: int) -> None:
    """MM-20: `finish 2 4.1`; then the player decides about a station."""
    line = 2 * seat + code // FRAMES
    finish_line(s, seat, line, code % FRAMES)
    s.finishing, s.phase = line, FINISHED


def after_counter(s: Any) -> None:
    """MM-12: the dig goes on until three counters are laid or none is legal."""
    s.laid += 1
    s.phase = DIGGING
    if s.laid == COUNTERS_A_TURN or not any_counter(s, s.turn):
        end_turn(s)


def any_counter(s: Any, seat: int) -> bool:
    """MM-12: whether any counter, a begin included, is legal."""
    line = 2 * seat
    if can_dig(s, line, s.covered) or can_dig(s, line + 1, s.covered):
        return True
    return bool(can_begin(s, seat, line) and open_starts(s, line)) or bool(
        can_begin(s, seat, line + 1) and open_starts(s, line + 1)
    )


def first_turn(s: Any, seat: int) -> bool:
    """MM-9: whether this is the seat's first turn: all its counters were laid in it."""
    return bool(s.length[2 * seat] + s.length[2 * seat + 1] == s.laid)


def can_begin(s: Any, seat: int, line: int) -> bool:
    """MM-9: a line not begun; in the first turn only as its first counter."""
    return bool(s.length[line] == 0 and (s.laid == 0 or not first_turn(s, seat)))


def start_turn(s: Any, seat: int) -> None:
    """The next turn."""
    s.turn, s.laid, s.covered, s.finishing = seat, 0, 0, NONE
    s.phase = ACTING


def end_turn(s: Any) -> None:
    """MM-27: after a complete turn the building may have ended; then every other seat has one more turn."""
    if s.reason != GOING_ON:
        s.turns_left -= 1
    else:
        s.reason = end_reason(s)
        s.turns_left = s.players - 1
    if s.reason != GOING_ON and s.turns_left == 0:
        s.phase = OVER
        run_trips(s)
    else:
        start_turn(s, (s.turn + 1) % s.players)


def end_reason(s: Any) -> int:
    """MM-27: the first of the three conditions that holds."""
    if finished_lines(s, s.turn) == 2:
        return BOTH_LINES
    if s.supply == 0:
        return LAST_STATION
    return ENOUGH_LINES if done_lines(s) >= s.enough else GOING_ON


def finished_lines(s: Any, seat: int) -> int:
    """How many lines a seat has finished."""
    return (1 if finished(s, 2 * seat) else 0) + (1 if finished(s, 2 * seat + 1) else 0)


def done_lines(s: Any) -> int:
    """MM-26, MM-27: finished or blocked lines of all players."""
    count = 0
    for line in range(2 * s.players):
        if finished(s, line) or blocked(s, line):
            count += 1
    return count


# ----- what is legal -----


def legal(s: Any, actor: int, out: Any) -> int:
    """Every legal action of the seat in turn."""
    if to_act(s) != 1 << actor:
        return 0
    if s.phase == FINISHED:
        return list_free_vertices(s, s.finishing, out)
    count = list_without_begins(s, actor, out)
    for line in range(2 * actor, 2 * actor + 2):
        if can_begin(s, actor, line):
            count = list_begins(s, line, out, count)
    if count == 0:
        out[0] = PASS
        return 1
    return count


def list_without_begins(s: Any, seat: int, out: Any) -> int:
    """MM-9, MM-12: digs, and at the beginning of a turn finishes and stations."""
    count = 0
    for line in range(2 * seat, 2 * seat + 2):
        if growing(s, line):
            count = list_digs(s, line, out, count)
            if s.phase == ACTING:
                count = list_finishes(s, line, out, count)
    return count if s.phase == DIGGING else list_stations(s, seat, out, count)


def list_begins(s: Any, line: int, out: Any, count: int) -> int:
    """MM-10: both sides of every white arrow that is open."""
    starts = open_starts(s, line)
    for number in range(2 * popcount(starts)):
        out[count] = begin_action(line, starts, number)
        count += 1
    return count


def list_digs(s: Any, line: int, out: Any, count: int) -> int:
    """MM-13 to MM-18: every counter at the end of a line."""
    vertex, heading = tip(s, line), s.heading[line]
    for direction in range(DIRECTIONS):
        if next_vertex(s, line, vertex, heading, direction) == NONE:
            continue
        for side in range(2):
            triangle = BESIDE[vertex, direction, side]
            if diggable(s, triangle):
                first = DIG + ((line % 2 * DIRECTIONS + direction) * 2 + side) * (LETTERS + 1)
                count = list_covers(s, line // 2, triangle, first, out, count)
    return count


def list_covers(s: Any, seat: int, triangle: int, first: int, out: Any, count: int) -> int:
    """MM-16 to MM-18: a plain triangle, or a destination with each marker that fits."""
    if s.kind[triangle] < 0:
        out[count] = first
        return count + 1
    markers = 0 if s.covered else fitting_markers(s, seat, triangle)
    while markers:
        out[count] = first + 1 + letter_of(s, lowest(markers))
        markers &= markers - 1
        count += 1
    return count


def list_finishes(s: Any, line: int, out: Any, count: int) -> int:
    """MM-20, MM-21: the open arrows at the end of a line."""
    ends = open_ends(s, line)
    while ends:
        out[count] = FINISH + line % 2 * FRAMES + lowest(ends)
        ends &= ends - 1
        count += 1
    return count


def list_stations(s: Any, seat: int, out: Any, count: int) -> int:
    """MM-19: free vertices before the last station of an own unfinished line; shared ones once."""
    if s.supply == 0:
        return count
    own = 0b11 << 2 * seat
    for line in range(2 * seat, 2 * seat + 2):
        if finished(s, line):
            continue
        for i in range(last_stop(s, line)):
            vertex = s.vertex[line, i]
            if s.station[vertex] or (s.lines[vertex] & own == own and listed(out, count, STATION + vertex)):
                continue
            out[count] = STATION + vertex
            count += 1
    return count


def listed(out: Any, count: int, action: int) -> bool:
    """Whether an action is among those listed so far."""
    i = count - 1
    while i >= 0 and out[i] != action:
        i -= 1
    return i >= 0


def list_free_vertices(s: Any, line: int, out: Any) -> int:
    """MM-20: a station anywhere on a line that has just been finished, or none."""
    count = 0
    if s.supply:
        for i in range(city_vertices(s, line)):
            if not s.station[s.vertex[line, i]]:
                out[count] = STATION + s.vertex[line, i]
                count += 1
    out[count] = DECLINE
    return count + 1


def sample(s: Any, seat: int, rng: Any, out: Any) -> int:
    """A uniformly random legal action, without listing the begins."""
    if s.phase == FINISHED:
        return out[below(rng, list_free_vertices(s, s.finishing, out))]
    line = 2 * seat
    count = list_without_begins(s, seat, out)
    starts = open_starts(s, line) if can_begin(s, seat, line) else 0
    others = open_starts(s, line + 1) if can_begin(s, seat, line + 1) else 0
    here, there = 2 * popcount(starts), 2 * popcount(others)
    if count + here + there == 0:
        return PASS
    pick = below(rng, count + here + there)
    if pick < count:
        return out[pick]
    pick -= count
    return begin_action(line, starts, pick) if pick < here else begin_action(line + 1, others, pick - here)


def begin_action(line: int, starts: int, number: int) -> int:
    """The begin of a line with this number among those on these frame triangles."""
    return BEGIN + line % 2 * 2 * FRAMES + 2 * nth(starts, number // 2) + number % 2


# Refusals: 10 * rule number + variant; each has its sentence in words.py.
PIECE_LAID, NO_TURNING_NOW = 10, 11
NO_COUNTERS_LEFT = 50
NOT_DEALT_NOW, NOT_DEALABLE, NO_SIDES_NOW = 70, 71, 72
NOT_IN_TURN, NOT_A_SEAT, NOT_CHANCE = 80, 81, 82
BEGIN_FIRST, ONE_LINE_FIRST, ALREADY_BEGUN = 90, 91, 92
NO_WHITE_ARROW, WHITE_TAKEN = 100, 101
TOO_NEAR_OTHER = 110
NOT_WITHIN_DIG, NOT_BEGUN, IS_FINISHED = 120, 121, 122
SHARP_ANGLE = 130
RUNS_BACK, TOUCHES_ITSELF = 140, 141
LEAVES_CITY, TRIANGLE_TAKEN, LAKE_OR_PARK = 150, 151, 152
NO_MARKER, NAME_A_MARKER, NO_DESTINATION = 160, 161, 162
SECOND_DESTINATION = 170
LETTER_NEARBY = 180
HAS_STATION, NOT_BETWEEN = 190, 191
NO_BLACK_ARROW, BLACK_TAKEN, NOT_AT_ARROW, NOT_ON_LINE, DECIDE_STATION, NOTHING_FINISHED = (
    200,
    201,
    202,
    203,
    204,
    205,
)
TOO_NEAR_START = 210
CAN_ACT = 220
NO_STATIONS_LEFT = 250
GAME_OVER = 270


def forbid(s: Any, actor: int, action: int) -> int:
    """0, or why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return forbid_outcome(s, action)
    if to_act(s) != 1 << actor or action >= PIECE:
        return NOT_IN_TURN
    if s.phase == FINISHED:
        return forbid_after_finish(s, action)
    if action < DIG:
        return forbid_begin(s, actor, action - BEGIN)
    if action < STATION:
        return forbid_dig(s, actor, action - DIG)
    if s.phase == DIGGING:
        return NOT_WITHIN_DIG
    if action == DECLINE:
        return NOTHING_FINISHED
    if first_turn(s, actor):
        return BEGIN_FIRST
    if action == PASS:
        return forbid_pass(s, actor)
    if action < FINISH:
        return forbid_station(s, actor, action - STATION)
    return forbid_finish(s, actor, action - FINISH)


def forbid_after_finish(s: Any, action: int) -> int:
    """MM-20: a station on the finished line, or none."""
    if action == DECLINE:
        return 0
    if not STATION <= action < FINISH:
        return DECIDE_STATION
    vertex = action - STATION
    if not s.lines[vertex] >> s.finishing & 1:
        return NOT_ON_LINE
    return forbid_new_station(s, vertex)


def forbid_new_station(s: Any, vertex: int) -> int:
    """MM-19, MM-25: one station on a vertex, as long as there are any."""
    if s.station[vertex]:
        return HAS_STATION
    return 0 if s.supply else NO_STATIONS_LEFT


def forbid_begin(s: Any, seat: int, code: int) -> int:
    """MM-9 to MM-11."""
    line, frame = 2 * seat + code // (2 * FRAMES), code // 2 % FRAMES
    if begun(s, line):
        return ALREADY_BEGUN
    if s.laid > 0 and first_turn(s, seat):
        return ONE_LINE_FIRST
    if not s.white >> frame & 1:
        return NO_WHITE_ARROW
    if s.counter[TRIANGLES + frame] != NONE:
        return WHITE_TAKEN
    return forbid_near(s, line, frame)


def forbid_near(s: Any, line: int, frame: int) -> int:
    """MM-11: the two lines of a player begin on edges that do not touch, if an arrow is free there."""
    other = line ^ 1
    if not begun(s, other):
        return 0
    away = FAR[start_edge(s, other)]
    return 0 if away >> frame & 1 or free_white(s) & away == 0 else TOO_NEAR_OTHER


def forbid_dig(s: Any, seat: int, code: int) -> int:
    """MM-12 to MM-18."""
    line, direction = dig_line(seat, code), dig_direction(code)
    if first_turn(s, seat) and s.laid == 0:
        return BEGIN_FIRST
    going = forbid_going_on(s, line)
    if going:
        return going
    way = forbid_way(s, line, direction)
    if way:
        return way
    triangle = BESIDE[tip(s, line), direction, dig_side(code)]
    ground = forbid_ground(s, triangle)
    return ground if ground else forbid_cover(s, seat, triangle, dig_letter(code))


def forbid_going_on(s: Any, line: int) -> int:
    """MM-5, MM-12: only an unfinished line with counters left goes on."""
    if not begun(s, line):
        return NOT_BEGUN
    if finished(s, line):
        return IS_FINISHED
    return 0 if s.length[line] < s.tunnels else NO_COUNTERS_LEFT


def forbid_way(s: Any, line: int, direction: int) -> int:
    """MM-13, MM-14: where the next edge leads."""
    vertex = tip(s, line)
    if STEP[vertex, direction] < 0:
        return LEAVES_CITY
    if BEND[s.heading[line], direction] == BACK:
        return RUNS_BACK
    if not may_bend(s, vertex, s.heading[line], direction):
        return SHARP_ANGLE
    return TOUCHES_ITSELF if s.lines[STEP[vertex, direction]] >> line & 1 else 0


def forbid_ground(s: Any, triangle: int) -> int:
    """MM-15: what lies on the triangle."""
    if triangle < 0:
        return LEAVES_CITY
    if s.counter[triangle] != NONE:
        return TRIANGLE_TAKEN
    return LAKE_OR_PARK if s.kind[triangle] >= TYPES else 0


def forbid_cover(s: Any, seat: int, triangle: int, letter: int) -> int:
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


def forbid_station(s: Any, seat: int, vertex: int) -> int:
    """MM-19: between two stations of an own unfinished line, the start marker included."""
    refusal = forbid_new_station(s, vertex)
    if refusal:
        return refusal
    return 0 if lies_between(s, 2 * seat, vertex) or lies_between(s, 2 * seat + 1, vertex) else NOT_BETWEEN


def lies_between(s: Any, line: int, vertex: int) -> bool:
    """MM-19: whether an unfinished line passes a vertex before one of its stations."""
    if finished(s, line) or not s.lines[vertex] >> line & 1:
        return False
    passed = False
    for i in range(s.length[line]):
        if passed and s.station[s.vertex[line, i]]:
            return True
        passed = passed or s.vertex[line, i] == vertex
    return False


def forbid_finish(s: Any, seat: int, code: int) -> int:
    """MM-20, MM-21."""
    line, frame = 2 * seat + code // FRAMES, code % FRAMES
    going = forbid_going_on(s, line)
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
    return forbid_near_start(s, line, frame)


def touched_side(s: Any, line: int, frame: int) -> int:
    """MM-20: the side of a frame triangle that ends where the line does, NONE if it does not touch it."""
    for side in range(2):
        if EXIT[tip(s, line), side] == frame:
            return side
    return NONE


def forbid_near_start(s: Any, line: int, frame: int) -> int:
    """MM-21: not on the edge of the start nor beside it, as long as another arrow is free and in reach."""
    away = FAR[start_edge(s, line)]
    return 0 if away >> frame & 1 or not in_reach(s, line, free_black(s) & away) else TOO_NEAR_START


def forbid_pass(s: Any, seat: int) -> int:
    """MM-22: only who can do nothing else passes."""
    if any_counter(s, seat) or open_ends(s, 2 * seat) or open_ends(s, 2 * seat + 1):
        return CAN_ACT
    for vertex in range(VERTICES):
        if forbid_station(s, seat, vertex) == 0:
            return CAN_ACT
    return 0


def forbid_outcome(s: Any, action: int) -> int:
    """MM-1, MM-7, MM-8 for an outcome of chance."""
    if to_act(s) != CHANCE or action < PIECE:
        return NOT_CHANCE
    if action < ROTATE:
        return forbid_piece(s, action - PIECE)
    if action < MARKER:
        return 0 if s.phase == TURNING else NO_TURNING_NOW
    if action < FIRST:
        return forbid_marker(s, action)
    return 0 if s.phase == CHOOSING_FIRST and action - FIRST < s.players else NOT_A_SEAT


def forbid_piece(s: Any, piece: int) -> int:
    """MM-1: each piece once."""
    if s.phase != LAYING:
        return PIECE_LAID
    for sector in range(s.dealt):
        if s.piece[sector] == piece:
            return PIECE_LAID
    return 0


def forbid_marker(s: Any, action: int) -> int:
    """MM-7: a marker for three or four players, a side for two."""
    if s.phase != DEALING:
        return NOT_DEALT_NOW
    if action >= DEAL_SIDE:
        return 0 if s.players == 2 else NO_SIDES_NOW
    if s.players == 2:
        return NOT_DEALT_NOW
    marker = marker_of(s, (action - MARKER) // TYPES, (action - MARKER) % TYPES)
    return 0 if marker != NONE and dealable(s) >> marker & 1 else NOT_DEALABLE


# ----- chance -----


def outcomes(s: Any, out: Any, weights: Any) -> int:
    """The outcomes of the chance event now due, all equally likely."""
    count = 0
    if s.phase == DEALING and s.players > 2:
        count = list_markers(s, out)
    else:
        left, first = choices_left(s), first_choice(s)
        while left:
            out[count] = first + lowest(left)
            left &= left - 1
            count += 1
    for i in range(count):
        weights[i] = 1
    return count


def list_markers(s: Any, out: Any) -> int:
    """MM-7: the markers that may come next."""
    markers, count = dealable(s), 0
    while markers:
        out[count] = marker_action(s, lowest(markers))
        markers &= markers - 1
        count += 1
    return count


def marker_action(s: Any, marker: int) -> int:
    """The action that deals a marker."""
    return MARKER + letter_of(s, marker) * TYPES + type_of(marker)


def first_choice(s: Any) -> int:
    """The first action of the chance event now due, markers left aside."""
    if s.phase == LAYING:
        return PIECE
    if s.phase == TURNING:
        return ROTATE
    return DEAL_SIDE if s.phase == DEALING else FIRST


def choices_left(s: Any) -> int:
    """The outcomes of the chance event now due as bits from `first_choice` on, markers left aside."""
    if s.phase == TURNING:
        return (1 << TURNS) - 1
    if s.phase != LAYING:
        return (1 << (2 if s.phase == DEALING else s.players)) - 1
    left = (1 << SECTORS) - 1
    for sector in range(s.dealt):
        left &= ~(1 << s.piece[sector])
    return left


def draw(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """A random outcome, each equally likely."""
    if s.phase == DEALING and s.players > 2:
        markers = dealable(s)
        return marker_action(s, nth(markers, below(rng, popcount(markers))))
    left = choices_left(s)
    return first_choice(s) + nth(left, below(rng, popcount(left)))


# ----- scoring (MM-30 to MM-32) -----


def score(s: Any, seat: int) -> int:
    """Station points; at the end also the test trips and the penalties."""
    if s.phase != OVER:
        return s.points[seat]
    return s.points[seat] + trip_points(s, seat) + penalties(s, seat)


def trip_points(s: Any, seat: int) -> int:
    """MM-30: the seat's shares of all test trips."""
    total = 0
    for trip in range(TRIPS):
        total += share(s, trip, seat)
    return total


def share(s: Any, trip: int, seat: int) -> int:
    """MM-30: what a trip brings a seat: the points divided among those who take part, rounded down."""
    if not s.runners[trip] >> 2 * seat & 0b11:
        return 0
    return s.trip_points // partners(s, trip)


def partners(s: Any, trip: int) -> int:
    """MM-30: how many players have a line on a trip's fastest routes."""
    count = 0
    for seat in range(s.players):
        if s.runners[trip] >> 2 * seat & 0b11:
            count += 1
    return count


def penalties(s: Any, seat: int) -> int:
    """MM-31: unfinished lines, markers not placed, placed markers of trips that nobody can run."""
    return (
        s.unfinished_points * (2 - finished_lines(s, seat))
        + s.unplaced_points * missing(s, seat)
        + s.impossible_points * stranded(s, seat)
    )


def stranded(s: Any, seat: int) -> int:
    """MM-31: the seat's placed markers of trips that nobody can run."""
    placed, count = s.owned[seat] & ~s.hand[seat], 0
    while placed:
        if s.cost[letter_of(s, lowest(placed))] == NONE:
            count += 1
        placed &= placed - 1
    return count


def winners(s: Any) -> int:
    """MM-32: most points; a tie goes to more finished lines, then it is shared."""
    best, found = -(10**9), 0
    for seat in range(s.players):
        rank = score(s, seat) * 4 + finished_lines(s, seat)
        if rank > best:
            best, found = rank, 0
        if rank == best:
            found |= 1 << seat
    return found


# ----- information (MM-34): everything is open -----


def sees(s: Any, seat: int) -> int:
    """Everybody sees every draw."""
    return 1


def conceal(s: Any, seat: int) -> None:
    """Nothing is hidden."""


def imagine(s: Any, seat: int, rng: Any) -> None:
    """Nothing is hidden."""
