"""A title in its two modes, compiled once in a test run."""

from functools import cache

import quartier
from quartier.core.game.game import Game
from quartier.core.game.title_spec import Title


@cache
def compiled(name: str) -> Game:
    """The game with compiled rules."""
    game = quartier.load(name)
    game.compile()
    return game


@cache
def interpreted(name: str) -> Game:
    """The same game, loaded a second time and never compiled."""
    return Game(Title(quartier.load(name).declared.package, name))
