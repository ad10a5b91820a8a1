"""What a bot may know about BlockCity beyond its rules: how promising a sheet is."""

from typing import Any

import numpy as np

from quartier.core.bits import lowest, popcount
from quartier.games.block_city.rules import SIDES, score
from quartier.games.block_city.sheet import HOUSE, PARK, STORE

# Chance that an empty building still gets a number, by the highest number around it (0: none).
FILLABLE = np.array([0.97, 1.0, 0.99, 0.97, 0.93, 0.84, 0.60])
# What a number on a house is worth on average then.
HOUSE_VALUE = np.array([3.2, 3.4, 3.6, 4.0, 4.6, 5.2, 6.0])
PUBLIC_VALUE = 10.0
STORE_VALUE = 9.0
MISS_VALUE = -2.0
LONE_PARK, JOINED_PARK = 2.0, 8.0
# A numbered department store keeps this much of its chance for each neighbour that is still empty.
STORE_PATIENCE = 0.93


def evaluate(s: Any, seat: int) -> float:
    """Points now, and for each empty building what it may bring."""
    value = float(score(s, seat))
    left = s.empty[seat]
    while left:
        value += promise(s, seat, lowest(left))
        left &= left - 1
    return value + waiting_stores(s, seat)


def bound(s: Any, seat: int, building: int) -> int:
    """The highest number around a building, 0 if there is none."""
    for number in range(SIDES, 0, -1):
        if s.near[seat, number] >> building & 1:
            return number
    return 0


def promise(s: Any, seat: int, building: int) -> float:
    """What an empty building may bring."""
    high = bound(s, seat, building)
    chance = FILLABLE[high]
    if s.kinds[HOUSE] >> building & 1:
        worth = HOUSE_VALUE[high]
    elif s.kinds[PARK] >> building & 1:
        worth = park_promise(s, seat, building, high)
    elif s.kinds[STORE] >> building & 1:
        worth = STORE_VALUE
    else:
        worth = PUBLIC_VALUE
    return chance * worth + (1.0 - chance) * MISS_VALUE


def park_promise(s: Any, seat: int, building: int, high: int) -> float:
    """A park that can take the number of a park beside it lengthens that group."""
    parks_beside = s.kinds[PARK] & s.around[building]
    for number in range(SIDES, 0, -1):
        if s.wrote[seat, number] & parks_beside:
            return JOINED_PARK if number >= high else LONE_PARK
    return JOINED_PARK if parks_beside & s.empty[seat] else LONE_PARK


def waiting_stores(s: Any, seat: int) -> float:
    """Department stores with a number that still score if no empty neighbour takes the same one."""
    value = 0.0
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[STORE]
        while left:
            around = s.around[lowest(left)]
            left &= left - 1
            if around & s.empty[seat] and not around & s.wrote[seat, number]:
                value += STORE_VALUE * STORE_PATIENCE ** popcount(around & s.empty[seat])
    return value
