"""Random numbers for chance events."""

import secrets

import numpy as np

from quartier.core.text.integers import check_integer


class Dice:
    """A stream of random numbers (splitmix64).

    Args:
        seed: An integer, of which the lowest 64 bits are used; None for the operating system's entropy.

    Raises:
        BadOption: The seed is no integer.

    Attributes:
        state: The state of the generator, uint64 of shape (1,). Every draw advances it in place.
    """

    def __init__(self, seed: int | None = None) -> None:
        start = secrets.randbits(64) if seed is None else check_integer("seed", seed) & 0xFFFFFFFFFFFFFFFF
        self.state = np.array([start], np.uint64)

    def copy(self) -> "Dice":
        """Return an independent stream that yields the same numbers from here on."""
        return Dice(int(self.state[0]))
