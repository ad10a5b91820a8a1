"""Bots of somebody's own, as a stranger would write them, where worker processes can import them."""

from __future__ import annotations

from typing import Any

from quartier import Dice, Game, State
from quartier.bots import OneAhead


class First:
    """The first legal move."""

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        return position.moves(seat)[0]


class Rash(First):
    """Fails in its third move of every game: it remembers nothing of the one before."""

    def __init__(self, game: Game) -> None:
        self.moves = 0

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        self.moves += 1
        if self.moves == 3:
            raise RuntimeError("I forgot the way")
        return super().choose(position, seat, dice)


class Cheat:
    """Its moves are not moves."""

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        return "win"


class Mute:
    """No bot at all."""


ONE = Rash(None)  # type: ignore[arg-type]


def patient(game: Game) -> First:
    """A function that makes a bot."""
    return First()


class Total(OneAhead):
    """Prefers positions whose observations have the highest sum."""

    def values(self, observations: Any) -> Any:
        return observations.sum(axis=1)
