"""Random numbers for chance events."""

import secrets

import numpy as np


class Dice:
    """A stream of random numbers (splitmix64). Without a seed it starts from the operating system's entropy."""

    def __init__(self, seed: int | None = None) -> None:
        start = secrets.randbits(64) if seed is None else int(seed) & 0xFFFFFFFFFFFFFFFF
        self.state = np.array([start], np.uint64)

    def copy(self) -> "Dice":
        """A stream that will give the same numbers."""
        return Dice(int(self.state[0]))
