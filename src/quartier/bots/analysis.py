"""What a search found about a position: the candidates, best first, and what each promises."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """One move that the search has looked at."""

    move: str
    visits: int
    """Simulations that began with it."""
    values: tuple[float, ...]
    """By seat, the expected share of the win (0 to 1) after it; alone (one seat), the expected points."""


@dataclass(frozen=True)
class Analysis:
    """What a search found for one seat, from what that seat may know."""

    seat: int
    candidates: tuple[Candidate, ...]
    """Best first: in the order in which the bot would choose them."""
    values: tuple[float, ...]
    """By seat, as in `Candidate.values`: the position with best play of all."""
    simulations: int
    seconds: float

    @property
    def best(self) -> Candidate:
        """The move that the bot would play."""
        return self.candidates[0]

    def of(self, move: str) -> Candidate | None:
        """What was found about a move; None if the search never tried it."""
        return next((candidate for candidate in self.candidates if candidate.move == move), None)
