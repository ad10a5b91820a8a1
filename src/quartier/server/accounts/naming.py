"""Names of accounts: no two look alike, and none like a bot's, so that others know who somebody is."""

from __future__ import annotations

from functools import lru_cache

import quartier
from quartier.bots.names import OTHERS
from quartier.core.text.languages import N_
from quartier.core.text.looks import skeleton
from quartier.server.commands import names
from quartier.server.refusals import Refused

SHORTEST = 2


def named(name: str) -> tuple[str, str]:
    """The name as it is shown, and its likeness: names that look alike have the same. Raises Refused 422."""
    shown, likeness = names.clean(name), like(name)
    if len(likeness) < SHORTEST:
        text = N_("This name is too short: at least {least} letters or digits.")
        raise Refused(422, "name", text, least=SHORTEST)
    if likeness in _kept_free():
        raise Refused(422, "name", N_("A bot is called like this, or nearly. Please choose another name."))
    return shown, likeness


def like(name: str) -> str:
    """What names that look alike have in common; at most so much of it as the database keeps."""
    return skeleton(name)[:MOST]


MOST = 80


@lru_cache
def _kept_free() -> frozenset[str]:
    """How the names of all bots look, and those by which somebody could speak for the server."""
    fronts = (quartier.load(title).declared.front for title in quartier.titles())
    called = [bot.name for front in fronts for bot in front.bots]
    return frozenset(map(skeleton, (*called, *OTHERS, "quartier", "admin", "host")))
