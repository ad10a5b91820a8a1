"""Names of accounts: no two look alike, and none like a bot's, so that others know who somebody is."""

from __future__ import annotations

from quartier.core.text.confusables import skeleton
from quartier.core.text.languages import N_
from quartier.server.commands import player_names
from quartier.server.errors import DomainError

SHORTEST = 2


def named(name: str) -> tuple[str, str]:
    """The name as it is shown, and its likeness: names that look alike have the same. Raises DomainError 422."""
    shown, likeness = player_names.clean(name), like(name)
    if len(likeness) < SHORTEST:
        text = N_("This name is too short: at least {least} letters or digits.")
        raise DomainError(422, "name", text, least=SHORTEST)
    player_names.must_be_no_bots(shown)
    return shown, likeness


def like(name: str) -> str:
    """What names that look alike have in common; at most so much of it as the database keeps."""
    return skeleton(name)[:MOST]


MOST = 80
