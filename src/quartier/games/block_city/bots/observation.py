"""Observation encoding: the seat's own sheet in planes, all sheets in numbers, the dice, and who still has to write.

Seats are relative to the observing seat: 0 is itself, 1 the next one. Which buildings are neighbours depends
on the board; `bound` encodes what of it matters for the next number.
"""

from typing import Any

from quartier.core.engine.bits import lowest, mark_bits, popcount
from quartier.core.engine.observations import Part, starts

from ..rules.scoring import score
from ..rules.state import (
    BUILDINGS,
    CHOOSING_FIRST,
    KINDS,
    MOST_SEATS,
    OVER,
    PARAMETERS,
    SIDES,
    Record,
)

_PHASES, _MARKS = OVER + 1, SIDES + 1
_MISS = SIDES + 1
OBSERVATION = (
    Part(
        "mine",
        (_MARKS, BUILDINGS),
        0,
        1,
        "own buildings with each number, from 1; then those that are missed",
    ),
    Part("bound", (BUILDINGS,), 0, SIDES, "highest number around each own building, 0 without one"),
    Part(
        "sheets",
        (MOST_SEATS, BUILDINGS),
        0,
        _MISS,
        "by seat, the number on each building; 7: missed, 0: empty",
    ),
    Part("kinds", (len(KINDS), BUILDINGS), 0, 1, "parks, stores, houses, schools, fire stations, town halls"),
    Part("empty", (MOST_SEATS,), 0, BUILDINGS, "empty buildings of each seat"),
    Part("points", (MOST_SEATS,), -PARAMETERS["miss_points"].most * BUILDINGS, 1000, "each seat's score"),
    Part("dice", (2,), 0, SIDES, "the dice of this turn, the lower one first"),
    Part("other", (1,), 0, SIDES, "the die for the passive players, 0 before it is known"),
    Part("active", (MOST_SEATS,), 0, 1, "the active seat, once it has been drawn"),
    Part("waiting", (MOST_SEATS,), 0, 1, "seats that still have to write in this phase"),
    Part("phase", (_PHASES,), 0, 1, "starting, choosing the first, rolling, active, passive, over"),
    Part("options", (3,), 0, 1, "surrounding (1: lowest), passive_miss, miss_spoils_store"),
    Part("seats", (MOST_SEATS,), 0, 1, "the seats that are taken"),
)
(
    _MINE,
    _BOUND,
    _SHEETS,
    _KINDS,
    _EMPTY,
    _POINTS,
    _DICE,
    _OTHER,
    _ACTIVE,
    _WAITING,
    _PHASE,
    _OPTIONS,
    _SEATS,
) = starts(OBSERVATION)


def observe(s: Record, seat: int, out: Any) -> None:
    """Encode the sheets, the dice, and the phase."""
    observe_own(s, seat, out)
    for kind in range(len(KINDS)):
        mark_bits(out, _KINDS + kind * BUILDINGS, s.kinds[kind])
    for ahead in range(s.players):
        observe_seat(s, (seat + ahead) % s.players, ahead, out)
    if s.phase > CHOOSING_FIRST:
        out[_ACTIVE + (s.active - seat) % s.players] = 1
    out[_DICE], out[_DICE + 1], out[_OTHER] = s.dice[0], s.dice[1], s.other
    out[_OPTIONS], out[_OPTIONS + 1], out[_OPTIONS + 2] = s.reading, s.passive_miss, s.miss_spoils
    out[_PHASE + s.phase] = 1


def observe_own(s: Record, seat: int, out: Any) -> None:
    """Encode the seat's own sheet, number by number."""
    for number in range(1, SIDES + 1):
        mark_bits(out, _MINE + (number - 1) * BUILDINGS, s.wrote[seat, number])
        write_bits(out, _BOUND, s.near[seat, number], number)
    mark_bits(out, _MINE + SIDES * BUILDINGS, s.missed[seat])


def observe_seat(s: Record, other: int, ahead: int, out: Any) -> None:
    """Encode the public information about a seat."""
    first = _SHEETS + ahead * BUILDINGS
    for number in range(1, SIDES + 1):
        write_bits(out, first, s.wrote[other, number], number)
    write_bits(out, first, s.missed[other], _MISS)
    out[_EMPTY + ahead], out[_POINTS + ahead] = popcount(s.empty[other]), score(s, other)
    out[_WAITING + ahead] = s.waiting >> other & 1
    out[_SEATS + ahead] = 1


def write_bits(out: Any, first: int, bits: int, number: int) -> None:
    """Write a number for each element of a set."""
    while bits:
        out[first + lowest(bits)] = number
        bits &= bits - 1
