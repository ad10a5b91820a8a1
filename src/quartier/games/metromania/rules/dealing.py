"""Destination markers and how they are dealt (MM-6, MM-7)."""

from itertools import combinations
from typing import Any

import numpy as np

from quartier.core.engine.bits import popcount

from .state import MARKERS, NONE, TYPES, State

ALL_MARKERS = (1 << MARKERS) - 1


def type_of(marker: int) -> int:
    """The type of destination on which a marker lies."""
    return (marker // 4 + marker % 2) % TYPES


def _of_type(kind: int) -> int:
    return sum(1 << marker for marker in range(MARKERS) if type_of(marker) == kind)


OF_TYPE = np.array([_of_type(kind) for kind in range(TYPES)], np.int64)
"""(3,): the markers of each type."""


def _deals_so(hand: tuple[int, ...]) -> bool:
    """MM-7: different letters, each type at least once."""
    return len({marker // 2 for marker in hand}) == len(hand) and len(set(map(type_of, hand))) == TYPES


def _hands(size: int) -> list[int]:
    found = filter(_deals_so, combinations(range(MARKERS), size))
    return [sum(1 << marker for marker in hand) for hand in found]


def _deals(hands: list[int], seats: int) -> set[int]:
    """The sets of markers that can be dealt to some of the seats."""
    result = fresh = {0}
    for _ in range(seats):
        fresh = {done | hand for done in fresh for hand in hands if not done & hand}
        result = result | fresh
    return result


HANDS_4, HANDS_3 = np.array(_hands(3), np.int64), np.array(_hands(4), np.int64)
"""The hands of one of four players (three markers) and of one of three (four markers)."""


def _dealable() -> Any:
    table = np.zeros((2, 1 << MARKERS), np.uint8)
    for row, (hands, seats) in enumerate(((HANDS_3, 3), (HANDS_4, 4))):
        table[row, list(_deals([int(hand) for hand in hands], seats))] = 1
    return table


DEALABLE = _dealable()
"""(2, 4096): 1 if a set of markers makes whole hands; rows: three players, four players."""


def hand_size(players: int) -> int:
    """MM-7: how many markers each player gets."""
    return MARKERS // players


def next_to_get(s: State) -> int:
    """The seat that gets the next marker: seat 0 first its whole hand."""
    return s.dealt // hand_size(s.players)


def dealable(s: State) -> int:
    """MM-7: the markers that may come next: some deal goes on from there."""
    hand = s.owned[next_to_get(s)]
    free = ALL_MARKERS
    for seat in range(s.players):
        free &= ~s.owned[seat]
    result, row = 0, s.players - 3
    for i in range(len(HANDS_3) if row == 0 else len(HANDS_4)):
        whole = HANDS_3[i] if row == 0 else HANDS_4[i]
        if whole & hand == hand and whole & ~(hand | free) == 0 and DEALABLE[row, (hand | free) & ~whole]:
            result |= whole & free
    return result


def marker_of(s: State, letter: int, kind: int) -> int:
    """The marker with a letter and a type, NONE if there is no such marker."""
    slot = s.slot[letter]
    b = (kind - slot // 2) % TYPES
    return 2 * slot + b if b < 2 else NONE


def letter_of(s: State, marker: int) -> int:
    """The letter on a marker."""
    return s.letter[marker // 2]


def give(s: State, seat: int, marker: int) -> None:
    """A marker is dealt to a seat."""
    s.owned[seat] |= 1 << marker
    s.hand[seat] |= 1 << marker
    s.dealt += 1


def deal_side(s: State, side: int) -> None:
    """MM-7: two players take one side of the trip list each."""
    first = s.listed_first
    s.owned[0] = s.hand[0] = first if side == 0 else ALL_MARKERS & ~first
    s.owned[1] = s.hand[1] = ALL_MARKERS & ~s.owned[0]
    s.dealt = MARKERS


def owner_of(s: State, marker: int) -> int:
    """The seat to which a marker was dealt, NONE before."""
    for seat in range(s.players):
        if s.owned[seat] >> marker & 1:
            return seat
    return NONE


def missing(s: State, seat: int) -> int:
    """How many markers a seat still has to place."""
    return popcount(s.hand[seat])
