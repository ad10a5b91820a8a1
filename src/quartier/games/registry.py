"""Every title by its name: our own, and those that other packages bring by an entry point `quartier.titles`."""

from functools import cache

from quartier.core.game.game import Game, game_of
from quartier.core.game.plugins import load_offer, the_only, usable
from quartier.core.game.title_trial import try_out
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
    """Return the names of all titles: first ours, then those of installed packages.

    Returns:
        Names for `load`. A title that can't be used is left out, with a PluginWarning.
    """
    return [*OURS, *_outside()]


@cache
def _outside() -> tuple[str, ...]:
    return usable(GROUP, OURS, load)


def load(name: str) -> Game:
    """Load a game by its name. Nothing is compiled yet.

    Args:
        name: The name of a title, one of `titles()`, such as "city_blocks".

    Returns:
        The game; the same object for each call in a process.

    Raises:
        UnknownTitle: There is no such title; the message suggests the nearest name.
        BrokenPlugin: The installed package that provides the title is faulty.
    """
    if name in OURS:
        return game_of(OURS[name], name)
    offer = the_only(GROUP, name)
    if offer is None:
        raise UnknownTitle(str(name), titles())
    game = load_offer(offer, lambda package: game_of(package, name))
    load_offer(offer, lambda _: game.spec.check())
    load_offer(offer, lambda _: try_out(game))
    return game
