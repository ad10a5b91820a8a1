"""What is said to somebody who is away. No names of others and no secrets: it goes by way of strangers' machines."""

from __future__ import annotations

from quartier.core.text.languages import N_, translator
from quartier.server.domain.table import Table
from quartier.server.notifications.triggers import Kind
from quartier.server.views import catalogue

_SAID: dict[Kind, str] = {
    "turn": N_("It is your turn."),
    "begun": N_("Everybody is there, and the game has begun."),
    "low": N_("Your time for this turn is running out."),
    "over": N_("The game is over."),
    "rematch": N_("You are asked for a rematch."),
    "round": N_("A round of your tournament has begun: your table waits for you."),
}


def title(table: Table, lang: str) -> str:
    """Which game it is about."""
    return catalogue.title(table.setup.title, lang)["text"]


def sentence(kind: Kind, lang: str) -> str:
    """What has happened."""
    return translator(lang)(_SAID[kind])


def path(table: Table) -> str:
    """Where it is seen, on this server."""
    return f"/table/{table.setup.id}"
