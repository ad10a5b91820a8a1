"""Destination markers and how they are dealt (MM-6, MM-7)."""

from functools import cache, reduce
from itertools import combinations
from operator import or_
from typing import Any

import numpy as np

from quartier.core.engine.bits import popcount

from .state import MARKERS, NONE, TYPES, Record

ALL_MARKERS = (1 << MARKERS) - 1


def type_of(marker: int) -> int:
    """Return the type of destination on which a marker can be placed."""
    return (marker // 4 + marker % 2) % TYPES


def _of_type(kind: int) -> int:
    return sum(1 << marker for marker in range(MARKERS) if type_of(marker) == kind)


OF_TYPE = np.array([_of_type(kind) for kind in range(TYPES)], np.int64)
"""(3,): the markers of each type."""


def _deals_so(hand: tuple[int, ...]) -> bool:
    """MM-7: return whether a hand has different letters, and each type at least once."""
    return len({marker // 2 for marker in hand}) == len(hand) and len(set(map(type_of, hand))) == TYPES


def _hands(size: int) -> list[int]:
    hands = filter(_deals_so, combinations(range(MARKERS), size))
    return [sum(1 << marker for marker in hand) for hand in hands]


def _deals(hands: list[int], seats: int) -> set[int]:
    """Return the sets of markers that can be dealt to some of the seats."""
    result = fresh = {0}
    for _ in range(seats):
        fresh = {done | hand for done in fresh for hand in hands if not done & hand}
        result = result | fresh
    return result


HANDS_4, HANDS_3 = np.array(_hands(3), np.int64), np.array(_hands(4), np.int64)
"""The possible hands of one of four players (three markers) and of one of three (four markers)."""


def _dealable() -> Any:
    table = np.zeros((2, 1 << MARKERS), np.uint8)
    for row, (hands, seats) in enumerate(((HANDS_3, 3), (HANDS_4, 4))):
        table[row, list(_deals([int(hand) for hand in hands], seats))] = 1
    return table


DEALABLE = _dealable()
"""(2, 4096): 1 if a set of markers can be split into whole hands; rows: three players, four players."""


def _deal_table(hands: list[int], row: int, seats: int) -> tuple[Any, Any]:
    """Return all deals, the hand of each seat, and their weights: each draw is equally likely among the dealable markers."""
    dealable_sets = set(np.flatnonzero(DEALABLE[row]).tolist())

    @cache
    def next_hands(left: int) -> list[int]:
        return [hand for hand in hands if not hand & ~left and left & ~hand in dealable_sets]

    @cache
    def probability(draws: int, left: int) -> float:
        """Return the probability that the first draws of a hand are these, in any order."""
        if draws == 0:
            return 1.0
        result = 0.0
        for earlier in (draws & ~(1 << i) for i in range(MARKERS) if draws >> i & 1):
            choices = reduce(or_, (hand for hand in next_hands(left) if not earlier & ~hand))
            result += probability(earlier, left) / (choices & ~earlier).bit_count()
        return result

    deals: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for _ in range(seats):
        deals = [
            ((*deal, hand), before * probability(hand, left))
            for deal, before in deals
            for left in [ALL_MARKERS & ~sum(deal)]
            for hand in next_hands(left)
        ]
    weights = np.array([round(share * TOTAL_WEIGHT) for _, share in deals], np.int64)
    return np.array([deal for deal, _ in deals], np.int64), weights


TOTAL_WEIGHT = 1 << 30
"""The sum of the weights of all deals, up to rounding."""
DEALS_3, WEIGHTS_3 = _deal_table(HANDS_3.tolist(), 0, 3)
"""(1248, 3), (1248,): the deals for three players, the hand of each, and their weights (MM-7)."""
DEALS_4, WEIGHTS_4 = _deal_table(HANDS_4.tolist(), 1, 4)
"""(2784, 4), (2784,): the same for four players."""


def deal_count(players: int) -> int:
    """MM-7: return how many deals there are for three or four players."""
    return len(WEIGHTS_3) if players == 3 else len(WEIGHTS_4)


def dealt_hand(players: int, deal: int, seat: int) -> int:
    """Return the hand of a seat in one of the deals."""
    return int(DEALS_3[deal, seat] if players == 3 else DEALS_4[deal, seat])


def deal_weight(players: int, deal: int) -> int:
    """Return the weight of one of the deals: its relative frequency."""
    return int(WEIGHTS_3[deal] if players == 3 else WEIGHTS_4[deal])


def hand_size(players: int) -> int:
    """MM-7: return how many markers each player gets."""
    return MARKERS // players


def next_to_get(s: Record) -> int:
    """Return the seat that gets the next marker: whole hands, seat 0 first."""
    return s.dealt // hand_size(s.players)


def dealable(s: Record) -> int:
    """MM-7: return the markers that may be dealt next: those with which some deal can be completed."""
    hand = s.owned[next_to_get(s)] & ALL_MARKERS
    free = ALL_MARKERS
    for seat in range(s.players):
        free &= ~s.owned[seat]
    result, row = 0, s.players - 3
    for i in range(len(HANDS_3) if row == 0 else len(HANDS_4)):
        whole = HANDS_3[i] if row == 0 else HANDS_4[i]
        if whole & hand == hand and whole & ~(hand | free) == 0 and DEALABLE[row, (hand | free) & ~whole]:
            result |= whole & free
    return result


def marker_of(s: Record, letter: int, kind: int) -> int:
    """Return the marker with a letter and a type, NONE if there is no such marker."""
    slot = s.slot[letter]
    b = (kind - slot // 2) % TYPES
    return 2 * slot + b if b < 2 else NONE


def letter_of(s: Record, marker: int) -> int:
    """Return the letter on a marker."""
    return s.letter[marker // 2]


def give(s: Record, seat: int, marker: int) -> None:
    """Deal a marker to a seat."""
    s.owned[seat] |= 1 << marker
    s.hand[seat] |= 1 << marker
    s.dealt += 1


def deal_side(s: Record, side: int) -> None:
    """MM-7: with two players, give each one side of the trip list."""
    first = s.listed_first
    s.owned[0] = s.hand[0] = first if side == 0 else ALL_MARKERS & ~first
    s.owned[1] = s.hand[1] = ALL_MARKERS & ~s.owned[0]
    s.dealt = MARKERS


def owner_of(s: Record, marker: int) -> int:
    """Return the seat to which a marker was dealt, NONE before that."""
    for seat in range(s.players):
        if s.owned[seat] >> marker & 1:
            return seat
    return NONE


def missing(s: Record, seat: int) -> int:
    """Return how many markers a seat still has to place."""
    return popcount(s.hand[seat] & ALL_MARKERS) + hidden_count(s, seat)


def hidden_count(s: Record, seat: int) -> int:
    """Return how many markers in the hand of a seat are concealed."""
    return s.hand[seat] >> MARKERS


def placed_markers(s: Record, seat: int) -> int:
    """Return the markers that a seat has placed."""
    return s.owned[seat] & ~s.hand[seat]


def markers_off_board(s: Record) -> int:
    """Return the markers that no seat has placed."""
    result = ALL_MARKERS
    for seat in range(s.players):
        result &= ~placed_markers(s, seat)
    return result
