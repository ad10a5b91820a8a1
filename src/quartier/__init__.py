"""Quartier: city-building board games, exact to their rulebooks.

Examples:
    >>> import quartier
    >>> game = quartier.load("city_blocks")
    >>> state = game.new(seats=2, seed=7)
    >>> (seat,) = state.to_act()
    >>> state.play(seat, state.moves(seat)[0])
    >>> quartier.replay(state.record()) == state
    True
"""

from quartier.core.engine.dice import Dice
from quartier.core.play.boards import BadBoard
from quartier.core.play.game import Game
from quartier.core.play.state import State
from quartier.core.text import notation
from quartier.core.text.errors import BadOption, BadRecord, IllegalMove, QuartierError, UnknownTitle
from quartier.core.text.languages import N_, language
from quartier.games.registry import load, titles

__all__ = [
    "BadBoard",
    "BadOption",
    "BadRecord",
    "Dice",
    "Game",
    "IllegalMove",
    "QuartierError",
    "State",
    "UnknownTitle",
    "language",
    "load",
    "replay",
    "titles",
]

__version__ = "0.2.0.dev0"
"""The one place that says it; the build reads it here."""


def replay(text: str) -> State:
    """The position at the end of a record, with its whole past; chance is manual. BadRecord names the line."""
    document = notation.parse(text)
    name = document.headers.get("Game")
    if name is None:
        raise BadRecord(1, N_('There is no header [Game "..."] that names the game.'))
    try:
        game = load(name)
    except UnknownTitle as error:
        raise BadRecord(document.header_lines["Game"], error) from error
    return game.replay_document(document)
