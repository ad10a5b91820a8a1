"""Game records as text, with the headers that only the server knows: who sat where, when, and how it ended."""

from __future__ import annotations

from quartier.core.text.languages import Translator, translator
from quartier.server.domain.table import Table
from quartier.server.views import bot_levels, messages, provable_chance


def text(table: Table, viewer: int | None) -> str:
    """The record of a table: complete when the game is over, until then as the viewer may know it."""
    state = table.state.copy()
    state.headers |= _headers(table)
    return str(state.record("all" if table.over else viewer))


def _headers(table: Table) -> dict[str, str]:
    t = translator("en")
    headers = {f"Seat{seat}": _name(table, seat, t) for seat in range(table.seats)}
    headers["Date"] = table.setup.day
    headers |= provable_chance.headers(table)
    if table.resigned is not None:
        how = "ran out of time" if table.resigned in table.out_of_time else "resigned"
        headers["Termination"] = f"seat {table.resigned} {how}"
    return headers


def _name(table: Table, seat: int, t: Translator) -> str:
    """Who played a seat; of a bot, what tells how it played."""
    bot = table.setup.bots[seat]
    return messages.seat_name(table, seat, t) if bot is None else f"Bot ({bot_levels.word(bot, t)})"
