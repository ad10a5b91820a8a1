"""Everybody meets everybody once, two at a table: the tables of Johann Berger, by which chess has been paired since 1886."""

from __future__ import annotations


def rounds(count: int) -> int:
    """How many rounds that takes."""
    return count - 1 + count % 2


def pairs(count: int, number: int) -> list[tuple[int, int]]:
    """Who meets whom in round `number` (from 0 on) of players 0 to `count` - 1, each pair's first seat first; with an odd
    number the one who is in no pair sits out. Everybody has each of the two seats as often as the other, but for one time.
    """
    even = count + count % 2
    others, fixed = even - 1, even - 1
    first = number * (even // 2) % others
    found = [(first, fixed) if number % 2 == 0 else (fixed, first)]
    found += [((first + step) % others, (first - step) % others) for step in range(1, even // 2)]
    return [pair for pair in found if max(pair) < count]
