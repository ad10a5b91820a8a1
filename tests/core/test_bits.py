"""Sets as bits and random numbers: the plain reference, and the machine instructions of the compiled twins."""

import numpy as np
import pytest

from quartier import Dice
from quartier.conformance.chi_square import chi_square, limit
from quartier.core.engine import bits

SAMPLES = [1, 2, 3, 0b1011000, (1 << 20) - 1, 1 << 62, (1 << 63) - 1, 0x5A5A5A5A5A5A5A5A]


@pytest.mark.parametrize("value", SAMPLES)
def test_sets_are_what_their_bits_say(value: int) -> None:
    members = [bit for bit in range(63) if value >> bit & 1]
    assert bits.popcount(value) == len(members)
    assert bits.lowest(value) == members[0]
    assert bits.highest(value) == members[-1]
    assert [bits.nth(value, n) for n in range(len(members))] == members


@pytest.mark.parametrize("value", [0, *SAMPLES])
def test_a_set_is_listed_after_what_is_there(value: int) -> None:
    out = np.full(70, -1, np.int64)
    count = bits.list_bits(100, value, out, 2)
    assert count == 2 + value.bit_count()
    assert list(out[2:count]) == [100 + bit for bit in range(63) if value >> bit & 1]
    assert set(out[:2]) | set(out[count:]) == {-1}


def test_numpy_integers_are_taken_too() -> None:
    assert bits.popcount(np.int64(0b1011)) == 3
    assert bits.lowest(np.int64(1 << 40)) == 40


def test_the_stream_is_splitmix64() -> None:
    """The first numbers for seed 0 as Steele, Lea and Flood's reference gives them, without the lowest bit."""
    rng = Dice(0).state
    assert [bits.next64(rng) for _ in range(3)] == [
        0xE220A8397B1DCDAF >> 1,
        0x6E789E6AA1B965F4 >> 1,
        0x06C45D188009454F >> 1,
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 20, 105])
def test_numbers_below_n_are_uniform(n: int) -> None:
    rng, trials = Dice(3).state, 200 * n
    counts = [0] * n
    for _ in range(trials):
        counts[bits.below(rng, n)] += 1
    assert chi_square(counts, [trials / n] * n) <= limit(n - 1)


def test_a_random_bit_is_one_of_the_set() -> None:
    rng = Dice(4).state
    assert {bits.random_bit(rng, 0b100110) for _ in range(200)} == {1, 2, 5}


def test_dice_repeat_with_a_seed_and_differ_without() -> None:
    assert Dice(7).state[0] == Dice(7).state[0]
    assert len({int(Dice().state[0]) for _ in range(50)}) == 50
    dice = Dice(8)
    twin = dice.copy()
    assert bits.next64(dice.state) == bits.next64(twin.state)
    assert Dice(-1).state[0] == 2**64 - 1
