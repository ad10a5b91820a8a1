"""The course of a turn, and the end of the building (MM-9, MM-12, MM-20, MM-27)."""

from quartier.core.engine.contract import CHANCE

from .counters import bar_counters, lay_counter
from .dealing import deal_side, give, marker_of, next_to_get
from .endings import enough_done, finish_line
from .geometry import FRAMES
from .lines import build, finished_lines
from .moves import DEAL_SIDE, DECLINE, FINISH, FIRST, MARKER, PASS, PIECE, ROTATE, STATION, any_counter
from .setup import after_dealing, lay_piece, turn_piece
from .state import (
    ACTING,
    BOTH_LINES,
    CHOOSING_FIRST,
    COUNTERS_A_TURN,
    DIGGING,
    ENOUGH_LINES,
    FINISHED,
    GOING_ON,
    LAST_STATION,
    NONE,
    OVER,
    TYPES,
    Record,
)
from .trips import run_trips


def to_act(s: Record) -> int:
    """Return CHANCE in the setup, then the seat to move."""
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase <= CHOOSING_FIRST else 1 << s.turn


def end_triggered(s: Record) -> int:
    """MM-27: return whether the last turns have begun."""
    return int(s.reason != GOING_ON)


def play(s: Record, actor: int, action: int) -> None:
    """Apply a legal action."""
    if actor == CHANCE:
        apply_outcome(s, action)
    else:
        act(s, actor, action)
    if s.strict_dig:
        bar_counters(s)


def act(s: Record, actor: int, action: int) -> None:
    """Apply a player's action."""
    if action < STATION:
        lay_counter(s, actor, action)
        after_counter(s)
    elif action < FINISH:
        build(s, actor, action - STATION)
        end_turn(s)
    elif action < DECLINE:
        play_finish(s, actor, action - FINISH)
    elif action < PASS:
        end_turn(s)
    else:
        pass_turn(s)


def apply_outcome(s: Record, action: int) -> None:
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


def play_finish(s: Record, seat: int, code: int) -> None:
    """MM-20: apply `finish 2 4.1`; then the player decides about a station."""
    line = 2 * seat + code // FRAMES
    finish_line(s, seat, line, code % FRAMES)
    s.finishing, s.phase = line, FINISHED


def after_counter(s: Record) -> None:
    """MM-12: continue the dig until three counters are laid or none is legal."""
    s.phase = DIGGING
    if s.laid == COUNTERS_A_TURN or not any_counter(s, s.turn):
        end_turn(s)


def start_turn(s: Record, seat: int) -> None:
    """Start the next turn."""
    s.turn, s.laid, s.covered, s.finishing = seat, 0, 0, NONE
    s.phase = ACTING


def end_turn(s: Record) -> None:
    """MM-27: check after a complete turn whether the building has ended; then every other seat has one more turn."""
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


def pass_turn(s: Record) -> None:
    """MM-22: end a turn without a move; with hidden markers the game ends when all players pass in a row (MM-27).

    No one can move then, so every line is stuck, although the markers off the board don't show it.
    """
    more_passes = s.turns_left
    counts_passes = s.hidden_markers and s.reason == GOING_ON
    if counts_passes and more_passes == 0:
        s.reason, s.turns_left = ENOUGH_LINES, 1
    end_turn(s)
    if counts_passes and s.reason == GOING_ON:
        s.turns_left = more_passes - 1


def end_reason(s: Record) -> int:
    """MM-27: return the first of the three conditions that holds."""
    if finished_lines(s, s.turn) == 2:
        return BOTH_LINES
    if s.supply == 0:
        return LAST_STATION
    return ENOUGH_LINES if enough_done(s) else GOING_ON
