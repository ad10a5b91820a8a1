"""The titles that the conformance suite and the check of the rule ids run over; a new title joins by one line."""

from functools import cache

import quartier
from quartier.core.play.game import Game
from quartier.core.play.title import Title

TITLES = ("city_blocks", "block_city", "metromania", "neue_heimat", "gridlock", "connect_four")


@cache
def compiled(name: str) -> Game:
    """The game with compiled rules; compiled once in a test run."""
    game = quartier.load(name)
    game.compile()
    return game


@cache
def interpreted(name: str) -> Game:
    """The same game, loaded a second time and never compiled."""
    return Game(Title(quartier.load(name).declared.rules.__name__.rsplit(".", 1)[0]))
