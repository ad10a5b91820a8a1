"""Destination markers and how they are dealt (MM-6, MM-7)."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from quartier.core.engine.bits import popcount

from .state import MARKERS, NONE, TYPES, Record

ALL_MARKERS = (1 << MARKERS) - 1


def type_of(marker: int) -> int:
    """Return the type of destination on which a marker lies."""
    return (marker // 4 + marker % 2) % TYPES


def _of_type(kind: int) -> int:
    return sum(1 << marker for marker in range(MARKERS) if type_of(marker) == kind)


OF_TYPE = np.array([_of_type(kind) for kind in range(TYPES)], np.int64)
"""(3,): the markers of each type."""


def _deals_so(hand: tuple[int, ...]) -> bool:
    """MM-7: different letters, each type at least once."""
    return len({marker // 2 for marker in hand}) == len(hand) and len(set(map(type_of, hand))) == TYPES


def _hands(size: int) -> list[int]:
    hands = filter(_deals_so, combinations(range(MARKERS), size))
    return [sum(1 << marker for marker in hand) for hand in hands]


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


def _chances(hands: list[int], row: int) -> Callable[[int, int], float]:
    """How likely a hand is to be dealt from the markers left, each draw equally likely among those that may come."""

    @cache
    def choices(hand: int, left: int) -> int:
        result, possible = 0, hand | left
        for whole in hands:
            if whole & hand == hand and not whole & ~possible and DEALABLE[row, possible & ~whole]:
                result |= whole
        return result & left

    @cache
    def chance(hand: int, left: int) -> float:
        result = 0.0 if hand else 1.0
        for marker in (1 << i for i in range(MARKERS) if hand >> i & 1):
            before = hand & ~marker
            coming = choices(before, left & ~before)
            if coming & marker:
                result += chance(before, left) / coming.bit_count()
        return result

    return chance


def _all_deals(hands: list[int], row: int, seats: int) -> tuple[Any, Any]:
    """All deals, the hands of each by seat, and how likely they are."""
    chance = _chances(hands, row)
    deals: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for _ in range(seats):
        longer = []
        for deal, likely in deals:
            left = ALL_MARKERS & ~sum(deal)
            fitting = (hand for hand in hands if not hand & ~left and DEALABLE[row, left & ~hand])
            longer += [((*deal, hand), likely * chance(hand, left)) for hand in fitting]
        deals = longer
    weights = np.array([round(likely * DEAL_WEIGHT) for _, likely in deals], np.int64)
    return np.array([deal for deal, _ in deals], np.int64), weights


DEAL_WEIGHT = 1 << 30
"""What the weights of all deals add up to, nearly."""
DEALS_3, WEIGHTS_3 = _all_deals(HANDS_3.tolist(), 0, 3)
"""(1248, 3), (1248,): the deals of three players, the hands of each, and their weights (MM-7)."""
DEALS_4, WEIGHTS_4 = _all_deals(HANDS_4.tolist(), 1, 4)
"""(2784, 4), (2784,): the same for four players."""


def deal_count(players: int) -> int:
    """MM-7: return how many deals there are for three or four players."""
    return len(WEIGHTS_3) if players == 3 else len(WEIGHTS_4)


def dealt_hand(players: int, deal: int, seat: int) -> int:
    """Return the hand of a seat in one of the deals."""
    return int(DEALS_3[deal, seat] if players == 3 else DEALS_4[deal, seat])


def deal_weight(players: int, deal: int) -> int:
    """Return how likely one of the deals is, as a weight."""
    return int(WEIGHTS_3[deal] if players == 3 else WEIGHTS_4[deal])


def hand_size(players: int) -> int:
    """MM-7: return how many markers each player gets."""
    return MARKERS // players


def next_to_get(s: Record) -> int:
    """Return the seat that gets the next marker: seat 0 first its whole hand."""
    return s.dealt // hand_size(s.players)


def dealable(s: Record) -> int:
    """MM-7: return the markers that may come next: those with which some deal can be completed."""
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
    """A marker is dealt to a seat."""
    s.owned[seat] |= 1 << marker
    s.hand[seat] |= 1 << marker
    s.dealt += 1


def deal_side(s: Record, side: int) -> None:
    """MM-7: two players take one side of the trip list each."""
    first = s.listed_first
    s.owned[0] = s.hand[0] = first if side == 0 else ALL_MARKERS & ~first
    s.owned[1] = s.hand[1] = ALL_MARKERS & ~s.owned[0]
    s.dealt = MARKERS


def owner_of(s: Record, marker: int) -> int:
    """Return the seat to which a marker was dealt, NONE before."""
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


def placed(s: Record, seat: int) -> int:
    """Return the markers that a seat has placed."""
    return s.owned[seat] & ~s.hand[seat]


def unplaced(s: Record) -> int:
    """Return the markers that nobody has placed."""
    result = ALL_MARKERS
    for seat in range(s.players):
        result &= ~placed(s, seat)
    return result
