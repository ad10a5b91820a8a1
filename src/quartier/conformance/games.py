"""A title in its two modes, compiled once per test run."""

from functools import cache

import quartier
from quartier.core.game.game import Game
from quartier.core.game.title_spec import TitleSpec


@cache
def load_compiled(name: str) -> Game:
    """Return the game with compiled rules."""
    game = quartier.load(name)
    game.compile()
    return game


@cache
def load_interpreted(name: str) -> Game:
    """Return the same game, loaded a second time and never compiled."""
    return Game(TitleSpec(quartier.load(name).spec.package, name))
