"""What every bot is: it chooses one of the legal moves of a concealed position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_


class Bot(Protocol):
    """Whoever can choose a move. A class of yours needs nothing else, and no base class."""

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """One of `position.moves(seat)`.

        `position` is what the seat knows (`state.concealed(seat)`) and a copy; whoever wants the same games for the same
        seed takes random numbers from `dice` alone.
        """
        ...


class Picker(ABC):
    """A bot for one game that picks a legal action by its number."""

    level: str
    cores = 1
    """How many processor cores it uses by itself while it thinks; an arena runs one process for bots that use several."""

    def __init__(self, game: Ruleset, level: str | None = None) -> None:
        self.game = game
        if level is not None:
            self.level = level

    def __repr__(self) -> str:
        return f"quartier.bots.make({self.level!r}, {self.game!r})"

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """The move of `seat` in notation; `position` is `state.concealed(seat)` and stays as it is.

        QuartierError if the position is of another game, shows more (or less) than the seat knows, or waits for
        somebody else.
        """
        check(self.game, position, seat)
        return position.write(self._pick(position, seat, dice))

    @abstractmethod
    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        """One of the legal actions of `seat`."""


def check(game: Ruleset, position: State, seat: int) -> None:
    """QuartierError unless `position` is one of `game`, concealed for `seat`, and waits for it."""
    if position.game.name != game.name:
        raise QuartierError(_OTHER_GAME, game=game.title(), other=position.game.title())
    if position.viewer != seat:
        raise QuartierError(_NOT_CONCEALED, seat=seat)
    if seat not in position.seats_to_act():
        raise QuartierError(_NOT_ITS_TURN, seat=seat)


_OTHER_GAME = N_("This bot plays {game}, not {other}.")
_NOT_CONCEALED = N_("A bot in seat {seat} gets only what that seat knows: pass state.concealed({seat}).")
_NOT_ITS_TURN = N_("It is not seat {seat}'s turn.")
