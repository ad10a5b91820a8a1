"""Round robin pairing, two at a table: the Berger tables, used in chess since 1886."""

from __future__ import annotations


def rounds(count: int) -> int:
    """Return the number of rounds."""
    return count - 1 + count % 2


def pairs(count: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of a round, first seat first.

    Args:
        count: The number of players; they are 0 to `count` - 1. If it is odd, one has a bye.
        number: The round, from 0 on. Over all rounds everyone has both seats equally often, except for one
            game.
    """
    even = count + count % 2
    others, fixed = even - 1, even - 1
    first = number * (even // 2) % others
    pairings = [(first, fixed) if number % 2 == 0 else (fixed, first)]
    pairings += [((first + step) % others, (first - step) % others) for step in range(1, even // 2)]
    return [pair for pair in pairings if max(pair) < count]
