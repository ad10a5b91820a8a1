"""What a move brings, in words."""

from typing import NamedTuple


class Gain(NamedTuple):
    """What a move brings, as a page says it before the move is played."""

    verb: str
    """What the button does that plays it: "Build"; empty where a title does not say."""
    amount: str
    """What it brings at once, in a few characters: "+$7", "goal 5", "0"; empty where that is open."""
    said: tuple[str, ...]
    """The same in sentences, with what it leads to. Parts that many moves share stand alone: a page is sent each once."""

    @property
    def sentence(self) -> str:
        """All that is said."""
        return " ".join(self.said)


NO_GAIN = Gain("", "", ())
"""What is said of the moves of a title that says nothing."""


def signed(points: int) -> str:
    """Points with their sign ("+7", "−3"); 0 has none."""
    return f"{points:+d}".replace("-", "−") if points else "0"
