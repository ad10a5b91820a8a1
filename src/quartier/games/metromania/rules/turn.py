"""The course of a turn, and the end of the building (MM-9, MM-12, MM-20, MM-27)."""

from quartier.core.engine.contract import CHANCE

from .dealing import deal_side, give, marker_of, next_to_get
from .digging import begin_line, extend, put_marker
from .endings import done_lines, finish_line
from .geometry import BESIDE, FRAMES
from .lines import finished_lines, tip
from .moves import (
    BEGIN,
    DEAL_SIDE,
    DECLINE,
    DIG,
    FINISH,
    FIRST,
    MARKER,
    PIECE,
    ROTATE,
    STATION,
    any_counter,
    dig_direction,
    dig_letter,
    dig_line,
    dig_side,
)
from .setup import after_dealing, lay_piece, turn_piece
from .state import (
    ACTING,
    BOTH_LINES,
    CHOOSING_FIRST,
    DIGGING,
    ENOUGH_LINES,
    FINISHED,
    GOING_ON,
    LAST_STATION,
    NONE,
    OVER,
    TYPES,
    State,
)
from .stations import build
from .trips import run_trips

COUNTERS_A_TURN = 3


def to_act(s: State) -> int:
    """Chance in the setup, then the seat in turn."""
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase <= CHOOSING_FIRST else 1 << s.turn


def play(s: State, actor: int, action: int) -> None:
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


def happen(s: State, action: int) -> None:
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


def play_begin(s: State, seat: int, code: int) -> None:
    """MM-10: `begin 1 0.3a`."""
    line = 2 * seat + code // (2 * FRAMES)
    begin_line(s, seat, line, code // 2 % FRAMES, code % 2)


def play_dig(s: State, seat: int, code: int) -> None:
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


def play_finish(s: State, seat: int, code: int) -> None:
    """MM-20: `finish 2 4.1`; then the player decides about a station."""
    line = 2 * seat + code // FRAMES
    finish_line(s, seat, line, code % FRAMES)
    s.finishing, s.phase = line, FINISHED


def after_counter(s: State) -> None:
    """MM-12: the dig goes on until three counters are laid or none is legal."""
    s.laid += 1
    s.phase = DIGGING
    if s.laid == COUNTERS_A_TURN or not any_counter(s, s.turn):
        end_turn(s)


def start_turn(s: State, seat: int) -> None:
    """The next turn."""
    s.turn, s.laid, s.covered, s.finishing = seat, 0, 0, NONE
    s.phase = ACTING


def end_turn(s: State) -> None:
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


def end_reason(s: State) -> int:
    """MM-27: the first of the three conditions that holds."""
    if finished_lines(s, s.turn) == 2:
        return BOTH_LINES
    if s.supply == 0:
        return LAST_STATION
    return ENOUGH_LINES if done_lines(s) >= s.enough else GOING_ON
