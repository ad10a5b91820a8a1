"""Bots: they choose a move for any game, and know only what their seat may know.

from quartier import Dice, bots
bot = bots.make("greedy", game)
move = bot.choose(state.concealed(0), 0, Dice())
"""

from quartier.bots.analysis import Analysis, Candidate
from quartier.bots.ladder import LEVELS, Level, levels, make
from quartier.bots.player import Bot
from quartier.bots.search import analyse

__all__ = ["LEVELS", "Analysis", "Bot", "Candidate", "Level", "analyse", "levels", "make"]
