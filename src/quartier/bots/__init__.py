"""Bots: they choose a move for any game, and know only what their seat may know.

from quartier import Dice, bots
bot = bots.make("greedy", game)
move = bot.choose(state.concealed(0), 0, Dice())
"""

from quartier.bots.ladder import LEVELS, levels, make
from quartier.bots.player import Bot

__all__ = ["LEVELS", "Bot", "levels", "make"]
