"""The effect of a move, in words."""

from typing import NamedTuple


class Gain(NamedTuple):
    """The effect of a move, as a page shows it before the move is played."""

    verb: str
    """The label of the button that plays it: "Build"; empty if a title has none."""
    amount: str
    """The immediate gain, in a few characters: "+$7", "goal 5", "0"; empty if it is unknown."""
    sentences: tuple[str, ...]
    """The same in sentences, with the consequences. Parts that many moves share are separate: a page is sent each once."""

    @property
    def sentence(self) -> str:
        """Return the full text."""
        return " ".join(self.sentences)


NO_GAIN = Gain("", "", ())
"""The effect of the moves of a title without texts for it."""


def with_sign(points: int) -> str:
    """Format points with their sign ("+7", "−3"); 0 has none."""
    return f"{points:+d}".replace("-", "−") if points else "0"
