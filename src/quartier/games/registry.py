"""Every title by its name: a new one needs its folder and one line here."""

from quartier.core.play.game import Game, game_of
from quartier.core.text.errors import UnknownTitle

TITLES = {
    "city_blocks": "quartier.games.city_blocks",
    "block_city": "quartier.games.block_city",
    "metromania": "quartier.games.metromania",
    "neue_heimat": "quartier.games.neue_heimat",
    "gridlock": "quartier.games.gridlock",
}

# Worked examples of the documentation: loaded when asked for, listed nowhere.
EXAMPLES = {
    "connect_four": "quartier.examples.connect_four",
}


def titles() -> list[str]:
    """The names of all titles."""
    return list(TITLES)


def load(name: str) -> Game:
    """The game of that name; UnknownTitle suggests the nearest. Loading compiles nothing."""
    package = TITLES.get(name) or EXAMPLES.get(name)
    if package is None:
        raise UnknownTitle(str(name), titles())
    return game_of(package)
