"""Action numbers and legal move generation."""

from typing import Any

from quartier.core.engine.bits import below, list_bits, lowest, nth, popcount

from .dealing import letter_of
from .digging import can_dig, directions_from, fitting_markers, open_starts, ways_along
from .endings import open_ends
from .geometry import DIRECTIONS, EDGE_TRIANGLES, FRAMES, SECTORS, TURNS, VERTICES
from .lines import city_vertices, growing, is_finished, last_stop, tip
from .state import ACTING, BEGINS, DIGGING, DIGS, FINISHED, LETTERS, MOST_SEATS, TYPES, WORD, Record, in_turn

# The alphabet: a range of numbers for each kind of action.
BEGIN = 0  # line, frame triangle, side
DIG = BEGIN + BEGINS  # line, direction, side, letter (0: none)
STATION = DIG + DIGS
FINISH = STATION + VERTICES  # line, frame triangle
DECLINE = FINISH + 2 * FRAMES
PASS = DECLINE + 1
PIECE = PASS + 1
ROTATE = PIECE + SECTORS
MARKER = ROTATE + TURNS  # letter, type
DEAL_SIDE = MARKER + LETTERS * TYPES
FIRST = DEAL_SIDE + 2
ACTIONS = FIRST + MOST_SEATS


def begin_action(line: int, starts: int, number: int) -> int:
    """Return the begin of a line with this index among those on these frame triangles."""
    return BEGIN + line % 2 * 2 * FRAMES + 2 * nth(starts, number // 2) + number % 2


def dig_line(seat: int, code: int) -> int:
    """Return the line of a dig."""
    return 2 * seat + code // (DIRECTIONS * 2 * (LETTERS + 1))


def dig_direction(code: int) -> int:
    """Return the direction of a dig."""
    return code // (2 * (LETTERS + 1)) % DIRECTIONS


def dig_side(code: int) -> int:
    """Return on which side of the way a dig lays its counter."""
    return code // (LETTERS + 1) % 2


def dig_letter(code: int) -> int:
    """Return the letter of the marker of a dig, NONE without one."""
    return code % (LETTERS + 1) - 1


def legal(s: Record, actor: int, out: Any) -> int:
    """List every legal action of the seat in turn."""
    if not in_turn(s, actor):
        return 0
    if s.phase == FINISHED:
        return list_free_vertices(s, s.finishing, out)
    count = list_all_begins(s, actor, out, list_without_begins(s, actor, out))
    if s.strict_dig:
        count = without_barred(s, out, count)
    if count == 0:
        out[0] = PASS
        return 1
    return count


def list_without_begins(s: Record, seat: int, out: Any) -> int:
    """MM-9, MM-12: digs, and at the beginning of a turn finishes and stations."""
    count = 0
    for line in range(2 * seat, 2 * seat + 2):
        if growing(s, line):
            count = list_digs(s, line, out, count)
            if s.phase == ACTING:
                count = list_finishes(s, line, out, count)
    return count if s.phase == DIGGING else list_stations(s, seat, out, count)


def list_counters(s: Record, seat: int, out: Any) -> int:
    """MM-9 to MM-18: list digs and begins, barred or not."""
    count = 0
    for line in range(2 * seat, 2 * seat + 2):
        if growing(s, line):
            count = list_digs(s, line, out, count)
    return list_all_begins(s, seat, out, count)


def list_all_begins(s: Record, seat: int, out: Any, count: int) -> int:
    """MM-9, MM-10: list the begins of each line that may begin."""
    for line in range(2 * seat, 2 * seat + 2):
        if can_begin(s, seat, line):
            count = list_begins(s, line, out, count)
    return count


def list_begins(s: Record, line: int, out: Any, count: int) -> int:
    """MM-10: list both sides of every white arrow that is open."""
    starts = open_starts(s, line)
    for number in range(2 * popcount(starts)):
        out[count] = begin_action(line, starts, number)
        count += 1
    return count


def list_digs(s: Record, line: int, out: Any, count: int) -> int:
    """MM-13 to MM-18: list every counter at the end of a line; a way is 2 * direction + side."""
    vertex, directions = tip(s, line), directions_from(s, line)
    first = DIG + line % 2 * (DIGS // 2)
    plain = ways_along(directions, s.blank[vertex])
    ways = plain if s.covered else plain | ways_along(directions, s.goals[vertex])
    while ways:
        way = lowest(ways)
        if plain >> way & 1:
            out[count] = first + way * (LETTERS + 1)
            count += 1
        else:
            triangle = EDGE_TRIANGLES[vertex, way // 2, way % 2]
            count = list_covers(s, line // 2, triangle, first + way * (LETTERS + 1), out, count)
        ways &= ways - 1
    return count


def list_covers(s: Record, seat: int, triangle: int, first: int, out: Any, count: int) -> int:
    """MM-16, MM-18: list a counter on a destination, with each marker that fits."""
    markers = fitting_markers(s, seat, triangle)
    while markers:
        out[count] = first + 1 + letter_of(s, lowest(markers))
        markers &= markers - 1
        count += 1
    return count


def list_finishes(s: Record, line: int, out: Any, count: int) -> int:
    """MM-20, MM-21: list the open arrows at the end of a line."""
    return list_bits(FINISH + line % 2 * FRAMES, open_ends(s, line), out, count)


def list_stations(s: Record, seat: int, out: Any, count: int) -> int:
    """MM-19: list free vertices before the last station of the seat's unfinished lines; shared ones once."""
    if s.supply == 0:
        return count
    own = 0b11 << 2 * seat
    for line in range(2 * seat, 2 * seat + 2):
        if is_finished(s, line):
            continue
        for i in range(last_stop(s, line)):
            vertex = s.vertex[line, i]
            if s.station[vertex] or (
                s.lines[vertex] & own == own and is_listed(out, count, STATION + vertex)
            ):
                continue
            out[count] = STATION + vertex
            count += 1
    return count


def is_listed(out: Any, count: int, action: int) -> bool:
    """Return whether an action has already been listed."""
    i = count - 1
    while i >= 0 and out[i] != action:
        i -= 1
    return i >= 0


def list_free_vertices(s: Record, line: int, out: Any) -> int:
    """MM-20: list a station anywhere on a line that has just been finished, or none."""
    count = 0
    if s.supply:
        for i in range(city_vertices(s, line)):
            if not s.station[s.vertex[line, i]]:
                out[count] = STATION + s.vertex[line, i]
                count += 1
    out[count] = DECLINE
    return count + 1


def is_barred(s: Record, action: int) -> bool:
    """MM-12: return whether strict_dig forbids a counter."""
    return bool(s.barred[action // WORD] >> action % WORD & 1)


def without_barred(s: Record, out: Any, count: int) -> int:
    """MM-12: return the listed actions without the barred counters."""
    remaining = 0
    for i in range(count):
        if out[i] >= STATION or not is_barred(s, out[i]):
            out[remaining] = out[i]
            remaining += 1
    return remaining


def any_counter(s: Record, seat: int) -> bool:
    """MM-12: return whether any counter, a begin included, is legal."""
    line = 2 * seat
    if can_dig(s, line, s.covered) or can_dig(s, line + 1, s.covered):
        return True
    return bool(can_begin(s, seat, line) and open_starts(s, line)) or bool(
        can_begin(s, seat, line + 1) and open_starts(s, line + 1)
    )


def first_turn(s: Record, seat: int) -> bool:
    """MM-9: return whether this is the seat's first turn: all its counters were laid in it."""
    return bool(s.length[2 * seat] + s.length[2 * seat + 1] == s.laid)


def can_begin(s: Record, seat: int, line: int) -> bool:
    """MM-9: return whether a line may begin: it has not begun, and in the first turn only with its first counter."""
    return bool(s.length[line] == 0 and (s.laid == 0 or not first_turn(s, seat)))


def sample(s: Record, seat: int, rng: Any, out: Any) -> int:
    """Return a uniformly random legal action, without listing the begins."""
    if s.phase == FINISHED:
        return int(out[below(rng, list_free_vertices(s, s.finishing, out))])
    if s.strict_dig:
        return int(out[below(rng, legal(s, seat, out))])
    line = 2 * seat
    count = list_without_begins(s, seat, out)
    starts = open_starts(s, line) if can_begin(s, seat, line) else 0
    others = open_starts(s, line + 1) if can_begin(s, seat, line + 1) else 0
    here, there = 2 * popcount(starts), 2 * popcount(others)
    if count + here + there == 0:
        return PASS
    pick = below(rng, count + here + there)
    if pick < count:
        return int(out[pick])
    pick -= count
    return begin_action(line, starts, pick) if pick < here else begin_action(line + 1, others, pick - here)
