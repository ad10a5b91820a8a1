"""Sets of small numbers as bits of an int64, and the random numbers of compiled code.

These plain functions are the reference; `quartier.core.compiled` replaces the marked ones with machine
instructions.
"""

from typing import Any

_LOW64 = 0xFFFFFFFFFFFFFFFF


def popcount(bits: int) -> int:
    """Return the number of set bits of a non-negative int64 (compiled: one instruction)."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """Return the index of the lowest set bit; undefined for 0 (compiled: one instruction)."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """Return the index of the highest set bit; undefined for 0 (compiled: one instruction)."""
    return int(bits).bit_length() - 1


def nth(bits: int, n: int) -> int:
    """Return the index of the n-th set bit, counted from 0 and from the lowest; n < popcount(bits)."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


def list_bits(first: int, bits: int, out: Any, count: int) -> int:
    """Append `first` plus each element of a set to a list of `count` actions; return the new count."""
    while bits:
        out[count] = first + lowest(bits)
        bits &= bits - 1
        count += 1
    return count


def mark_bits(out: Any, first: int, bits: int) -> None:
    """Write a 1 for each element of a set, counted from `first` on."""
    while bits:
        out[first + lowest(bits)] = 1
        bits &= bits - 1


def scratch(count: int) -> Any:
    """Return `count` int64 zeros, valid until the calling function returns; `count` is a constant of the module.

    In compiled code they are on the stack, so rules need no allocation and no scratch memory in their record.
    Never return them.
    """
    return [0] * count


def next64(rng: Any) -> int:
    """Return the next 64 random bits of splitmix64, as a non-negative int64 (63 bits).

    `rng` is a uint64 array of shape (1,): the state is passed in, so a search can have any number of streams
    (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    """
    state = (int(rng[0]) + 0x9E3779B97F4A7C15) & _LOW64
    rng[0] = state
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _LOW64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _LOW64
    return (z ^ (z >> 31)) >> 1


def below(rng: Any, n: int) -> int:
    """Return a random number 0 <= x < n for 1 <= n < 2**31; the bias is below n / 2**32."""
    return ((next64(rng) >> 31) * n) >> 32


def random_bit(rng: Any, bits: int) -> int:
    """Return the index of a uniformly random set bit of `bits` (not 0)."""
    return nth(bits, below(rng, popcount(bits)))


def any_of(rng: Any, bits: int) -> int:
    """Return the same as `random_bit`, without drawing a random number if only one bit is set."""
    return random_bit(rng, bits) if bits & (bits - 1) else lowest(bits)
