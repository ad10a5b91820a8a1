"""Texts of notifications. They contain no names and no secrets, because they pass through third parties."""

from __future__ import annotations

from quartier.core.text.languages import N_, translator
from quartier.server.domain.table import Table
from quartier.server.notifications.triggers import Kind

_SENTENCES: dict[Kind, str] = {
    "turn": N_("It’s your turn."),
    "begun": N_("Everyone has joined and the game has started."),
    "low": N_("Your time for this turn is running out."),
    "over": N_("The game is over."),
    "rematch": N_("You’ve been offered a rematch."),
    "round": N_("A new round of your tournament has started. Your table is ready."),
}


def title(table: Table, lang: str) -> str:
    """Return the title of the table's game."""
    return str(table.state.game.title(lang))


def sentence(kind: Kind, lang: str) -> str:
    """Return what has happened, as a sentence."""
    return translator(lang)(_SENTENCES[kind])


def path(table: Table) -> str:
    """Return the table's path on this server."""
    return f"/table/{table.setup.id}"
