"""The result of a search: the candidate moves, best first, with visits and values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """One move that the search has tried."""

    move: str
    """The move in notation."""
    visits: int
    """The number of simulations that began with it."""
    values: tuple[float, ...]
    """By seat, the expected share of the win (0 to 1) after the move; with one seat, its expected points."""
    is_proven: bool = False
    """Whether the values are certain: the search has followed every answer to the end of the game."""


@dataclass(frozen=True)
class Analysis:
    """The result of a search for one seat, from what that seat may know."""

    seat: int
    """The seat that was to act."""
    candidates: tuple[Candidate, ...]
    """The moves that were tried, best first: in the order in which the bot would choose them."""
    values: tuple[float, ...]
    """By seat, as in `Candidate.values`: the value of the position if every seat plays its best move."""
    simulations: int
    """The number of simulations, in all trees together."""
    seconds: float
    """How long the search took."""

    @property
    def best(self) -> Candidate:
        """The move that the bot would play. Raises IndexError if the search was stopped before it tried any."""
        return self.candidates[0]

    def of(self, move: str) -> Candidate | None:
        """Return the candidate with a given move.

        Args:
            move: The move in notation.

        Returns:
            The candidate; None if the search never tried that move.
        """
        return next((candidate for candidate in self.candidates if candidate.move == move), None)
