"""A table in short, for somebody who has a seat there and looks at all of theirs."""

from __future__ import annotations

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


def summary(head: TableRow, table: Table, caller: Caller, lang: str, at: Moments) -> models.Summary:
    """Raises DomainError 403 for whoever has no seat."""
    if not caller.seats:
        raise no_seat()
    must_not_be_cancelled(table)
    t, looks = translator(lang), table.state.looks()
    scores = table.state.scores() if table.over else [None] * table.seats
    visor, left = table.state.game.declared.front.visor, _left(head, table, caller, at.now)
    kept = [messages.kept_for(table, seat, head.called, t) for seat in range(table.seats)]
    return {
        "id": table.setup.id,
        "title": {"name": table.setup.title, "text": table.state.game.title(lang)},
        "state": _state(table, caller),
        "at": at.moved,
        "verdict": endings.headline(messages.result(table, lang), lang) if table.over else None,
        "time": _time(table, left, t),
        "left": left,
        "seats": [
            {
                "look": looks[seat],
                "face": bot_levels.drawn(looks[seat], table.bot(seat), visor),
                "name": kept[seat] or messages.seat_name(table, seat, t),
                "kept": kept[seat] is not None,
                "yours": seat in caller.seats,
                "acting": not table.over and seat in table.to_act(),
                "score": scores[seat],
            }
            for seat in range(table.seats)
        ],
    }


def _left(head: TableRow, table: Table, caller: Caller, now: float) -> float | None:
    """What the caller has for the turn; None while nobody waits for them."""
    if table.setup.time is None or table.over:
        return None
    due = caller.seats & table.to_act() & table.people
    return min((head.clocks[seat].left(now) + head.clocks[seat].waits(now) for seat in due), default=None)


def _time(table: Table, left: float | None, t: Translator) -> str:
    """What the caller has for the turn; while nobody waits for them, what was agreed on."""
    if table.setup.time is None or table.over:
        return ""
    if left is None:
        return clock_view.text(table.setup.time, t)
    return t("{time} left").format(time=clock_view.rough(left, t))


def _state(table: Table, caller: Caller) -> Literal["yours", "running", "open", "over"]:
    if table.over:
        return "over"
    if not table.begun:
        return "open"
    return "yours" if caller.seats & table.to_act() else "running"
