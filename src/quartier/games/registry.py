"""Every title by its name: our own, and those that other packages bring by an entry point `quartier.titles`."""

from functools import cache

from quartier.core.game.game import Game, game_of
from quartier.core.game.plugins import loaded, the_only, usable
from quartier.core.text.errors import UnknownTitle

GROUP = "quartier.titles"
"""Entry points of this group give the name of a title the package of its folder."""

OURS = {
    "city_blocks": "quartier.games.city_blocks",
    "block_city": "quartier.games.block_city",
    "metromania": "quartier.games.metromania",
    "neue_heimat": "quartier.games.neue_heimat",
    "gridlock": "quartier.games.gridlock",
}
"""Known without looking through what is installed: they play from a bare source tree too, and come first."""


def titles() -> list[str]:
    """The names of all titles, ours first. One that cannot be used is left out, with a PluginWarning."""
    return [*OURS, *_outside()]


@cache
def _outside() -> tuple[str, ...]:
    return usable(GROUP, OURS, load)


def load(name: str) -> Game:
    """The game of that name; UnknownTitle suggests the nearest. Loading compiles nothing.

    BrokenPlugin if the package that brings it is not right.
    """
    if name in OURS:
        return game_of(OURS[name], name)
    offer = the_only(GROUP, name)
    if offer is None:
        raise UnknownTitle(str(name), titles())
    game = loaded(offer, lambda package: game_of(package, name))
    loaded(offer, lambda _: game.declared.check())
    return game
