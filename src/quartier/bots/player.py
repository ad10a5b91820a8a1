"""The protocol of bots: each chooses one of the legal moves of a concealed position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_


class Bot(Protocol):
    """Protocol of bots: any object with `choose`, without a base class."""

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Choose a move.

        Args:
            position: What the seat knows, `state.concealed(seat)`. It is a copy, so the bot may play on it.
            seat: The seat to move.
            dice: Random numbers. A bot that uses no others plays the same game for the same seed.

        Returns:
            One of `position.moves(seat)`.
        """
        ...


class Picker(ABC):
    """A bot for one game that picks a legal action by its number.

    Args:
        game: The game that it plays.
        level: The name of the bot, as `make` takes it; None for that of its class.
    """

    level: str
    """The name of the bot, as `make` takes it."""
    cores = 1
    """How many processor cores it uses while it thinks; an arena runs one process for bots that use several."""

    def __init__(self, game: Ruleset, level: str | None = None) -> None:
        self.game = game
        if level is not None:
            self.level = level

    def __repr__(self) -> str:
        return f"quartier.bots.make({self.level!r}, {self.game!r})"

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Choose a move.

        Args:
            position: What the seat knows, `state.concealed(seat)`. It isn't changed.
            seat: The seat to move.
            dice: Random numbers.

        Returns:
            The move in notation.

        Raises:
            QuartierError: The position is of another game, isn't concealed for the seat, or another seat is to move; or
                `dice` is something else.
        """
        check(self.game, position, seat)
        if not isinstance(dice, Dice):
            raise QuartierError(_NO_DICE, dice=repr(dice))
        return position.write(self._pick(position, seat, dice))

    @abstractmethod
    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        """Return one of the legal actions of `seat`."""


def check(game: Ruleset, position: State, seat: int) -> None:
    """Check a position that a bot is given.

    Raises:
        QuartierError: The position isn't one of `game`, isn't concealed for `seat`, or another seat is to move.
    """
    if position.game.name != game.name:
        raise QuartierError(_OTHER_GAME, game=game.title(), other=position.game.title())
    if position.viewer != seat:
        raise QuartierError(_NOT_CONCEALED, seat=seat)
    if seat not in position.seats_to_act():
        raise QuartierError(_NOT_ITS_TURN, seat=seat)


_OTHER_GAME = N_("This bot plays {game}, not {other}.")
_NOT_CONCEALED = N_("The bot in seat {seat} may only see what that seat knows. Pass state.concealed({seat}).")
_NO_DICE = N_("“dice” must be Dice, such as quartier.Dice(7), not {dice}.")
_NOT_ITS_TURN = N_("It isn’t seat {seat}’s turn.")
