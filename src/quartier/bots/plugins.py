"""Custom bots: by an entry point `quartier.bots`, as `package.module:Bot`, or as a Python object."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from typing import Any

from quartier.bots.player import Bot
from quartier.bots.settings import SEARCHES
from quartier.core.game.plugins import (
    leave_out,
    load_offer,
    offers,
    the_only,
)
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_

GROUP = "quartier.bots"
"""The entry point group that maps a bot's name to `package.module:Bot`."""

BotSpec = str | int | Bot | Callable[..., Bot]
"""What `make` accepts: a name, the number of a level, a bot, or a class or function that makes one for a game."""


def names() -> list[str]:
    """Return the names that installed packages provide."""
    return sorted(offers(GROUP))


def keep_ours(name: str) -> None:
    """Keep our own names: issue a PluginWarning for each package that claims one."""
    leave_out(GROUP, name, "quartier.bots")


def find_bot(name: str) -> Any:
    """Return what a name refers to; None if it is neither an entry point's nor of the form `package.module:Bot`.

    BadOption if there is no such thing, BrokenPlugin if the package that provides it is broken.
    """
    offer = the_only(GROUP, name)
    if offer is not None:
        return load_offer(offer, _import_attribute)
    module, colon, _ = name.partition(":")
    return _import_attribute(name) if colon and module not in SEARCHES else None


def _import_attribute(name: str) -> Any:
    module, _, attribute = name.partition(":")
    try:
        thing: Any = import_module(module)
        for part in attribute.split("."):
            thing = getattr(thing, part)
    except Exception as error:
        raise BadOption(_NOT_THERE, name=name, reason=f"{type(error).__name__}: {error}") from error
    return thing


def name_of(given: BotSpec) -> str:
    """Return its name in results."""
    level = given if isinstance(given, str | int) else getattr(given, "level", None)
    return str(level or getattr(given, "__qualname__", type(given).__qualname__))


def make_bot(given: Any, game: Ruleset, name: str) -> Bot:
    """Create a bot for a game: a copy of an instance, or what a class or function makes. BadOption says what it lacks."""
    is_instance = not isinstance(given, type) and hasattr(given, "choose")
    try:
        bot: Any = deepcopy(given) if is_instance else _call_factory(given, game)
    except QuartierError:
        raise
    except Exception as error:
        raise BadOption(_NOT_MADE, name=name, reason=f"{type(error).__name__}: {error}") from error
    if not _chooses(bot):
        raise BadOption(_NO_BOT, name=name)
    choosing: Bot = bot
    return choosing


def _call_factory(factory: Any, game: Ruleset) -> Any:
    """Call a class or a function with the game, or without arguments."""
    return factory(game) if _takes(factory, 1) else factory()


def _chooses(bot: Any) -> bool:
    choose = getattr(bot, "choose", None)
    return callable(choose) and _takes(choose, 3)


def _takes(function: Any, count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True


_NOT_THERE = N_("There’s no bot “{name}”: {reason}.")
_NOT_MADE = N_("Can’t create the bot “{name}”: {reason}.")
_NO_BOT = N_(
    "“{name}” isn’t a bot. It needs a method choose(position, seat, dice) that returns a move in notation."
)
