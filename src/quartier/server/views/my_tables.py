"""Summary of a table for a player who has a seat there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from quartier.core.text.languages import Translator, translator
from quartier.server.commands.authorization import Caller
from quartier.server.domain.preconditions import must_not_be_cancelled
from quartier.server.domain.table import Table
from quartier.server.errors import no_seat
from quartier.server.storage.table_rows import TableRow
from quartier.server.views import bot_levels, messages
from quartier.server.views.clocks import clock_view
from quartier.server.views.finished import endings
from quartier.server.views.lobby import models


class Moments(NamedTuple):
    """When a table last moved on, and now; seconds since 1970."""

    moved: float
    now: float


def summary(row: TableRow, table: Table, caller: Caller, lang: str, at: Moments) -> models.Summary:
    """Return the summary of a table. Raises DomainError 403 without a seat there."""
    if not caller.seats:
        raise no_seat()
    must_not_be_cancelled(table)
    t, looks = translator(lang), table.state.looks()
    scores = table.state.scores() if table.over else [None] * table.seats
    visor, left = table.state.game.spec.metadata.visor, _left(row, table, caller, at.now)
    kept_names = [messages.kept_for(table, seat, row.account_names, t) for seat in range(table.seats)]
    return {
        "id": table.setup.id,
        "title": {"name": table.setup.title, "text": table.state.game.title(lang)},
        "state": _state(table, caller),
        "at": at.moved,
        "verdict": endings.headline(messages.result(table, lang), lang) if table.over else None,
        "outcome": _outcome(table, caller.seats) if table.over else None,
        "rival": _rival(table, caller.seats) if table.over else None,
        "time": _time(table, left, t),
        "left": left,
        "seats": [
            {
                "look": looks[seat],
                "face": bot_levels.face_svg(looks[seat], table.bot(seat), visor),
                "name": kept_names[seat] or messages.seat_name(table, seat, t),
                "kept": kept_names[seat] is not None,
                "yours": seat in caller.seats,
                "acting": not table.over and seat in table.to_act(),
                "score": scores[seat],
            }
            for seat in range(table.seats)
        ],
    }


def _outcome(table: Table, own: Collection[int]) -> Literal["won", "tied", "lost", "solo"]:
    """Return how a finished game ended for the person with these seats."""
    if len(own) == table.seats:
        return "solo"
    winners = set(table.winners())
    if winners.isdisjoint(own):
        return "lost"
    return "won" if winners <= set(own) else "tied"


def _rival(table: Table, own: Collection[int]) -> str | None:
    """Return the level of the only opponent, if it was a bot from the beginning and no bot has played for the caller."""
    others = [seat for seat in range(table.seats) if seat not in own]
    if len(own) != 1 or len(others) != 1 or not table.people.issuperset(own):
        return None
    return table.setup.bots[others[0]]


def _left(row: TableRow, table: Table, caller: Caller, now: float) -> float | None:
    """Return the seconds left for the client's turn; None if it isn't theirs."""
    if table.setup.time is None or table.over:
        return None
    due = caller.seats & table.to_act() & table.people
    ends = [end for seat in due if (end := row.clocks[seat].due_at) is not None]
    return max(0.0, min(ends) - now) if ends else None


def _time(table: Table, left: float | None, t: Translator) -> str:
    """Return the time left for the client's turn as text; if it isn't theirs, the time control."""
    if table.setup.time is None or table.over:
        return ""
    if left is None:
        return clock_view.text(table.setup.time, t)
    return t("{time} left").format(time=clock_view.rough(left, t))


def _state(table: Table, caller: Caller) -> Literal["yours", "running", "open", "over"]:
    if table.over:
        return "over"
    if not table.has_begun:
        return "open"
    return "yours" if caller.seats & table.to_act() else "running"
