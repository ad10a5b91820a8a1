"""Bots: they choose a move in any game, and know only what their seat may know.

Examples:
    >>> import quartier
    >>> from quartier import Dice, bots
    >>> game = quartier.load("city_blocks")
    >>> state, bot = game.new(seed=7), bots.make("greedy", game)
    >>> (seat,) = state.seats_to_act()
    >>> bot.choose(state.concealed(seat), seat, Dice(1)) in state.moves(seat)
    True
"""

from quartier.bots.analysis import Analysis, Candidate
from quartier.bots.mcts.search import analyse, compile_for
from quartier.bots.network_files import save_network
from quartier.bots.one_ahead import OneAhead
from quartier.bots.player import Bot, Picker
from quartier.bots.registry import (
    LEVELS,
    Level,
    characters,
    levels,
    make,
)

__all__ = [
    "LEVELS",
    "Analysis",
    "Bot",
    "Candidate",
    "Level",
    "OneAhead",
    "Picker",
    "analyse",
    "characters",
    "compile_for",
    "levels",
    "make",
    "save_network",
]
