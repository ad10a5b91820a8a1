"""Bot errors: a bot that raises an exception or plays an illegal move forfeits the game; thinking time is not limited
here.
"""

from __future__ import annotations

from quartier.bots.player import Bot
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_


class Forfeited(QuartierError):
    """A bot has lost its game; `reason` says in English what it did."""

    def __init__(self, bot: str, seat: int, reason: str) -> None:
        self.reason = reason
        super().__init__(_FORFEITED, bot=bot, seat=seat + 1, reason=reason)


def play_bot(state: State, seat: int, bot: Bot, name: str, dice: Dice) -> None:
    """Play the move that a bot chooses from its seat's view. Raises Forfeited if it fails or the move is illegal."""
    try:
        move = bot.choose(state.concealed(seat), seat, dice)
    except (Exception, SystemExit) as error:
        raise Forfeited(name, seat, f"{type(error).__name__}: {error}") from error
    if not isinstance(move, str):
        raise Forfeited(name, seat, f"choose returned {move!r}, which isn’t text")
    try:
        state.play(seat, move)
    except QuartierError as error:
        raise Forfeited(name, seat, f"{move}: {error.text('en')}") from error


_FORFEITED = N_("{bot} in seat {seat} forfeits this game: {reason}")
