"""Prepared tables in memory: positions of recorded games, each shown to one seat as a View.

Nothing is stored and no one is identified: a position is the same for all who ask for it in a language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quartier.core.game.base_state import Event
from quartier.core.game.state import State
from quartier.core.text.languages import N_, translator
from quartier.server.commands.authorization import Caller
from quartier.server.commands.names import player_names
from quartier.server.domain import table as domain_table
from quartier.server.domain.events import Row
from quartier.server.domain.table import Table
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import DomainError
from quartier.server.models import Presence
from quartier.server.storage.table_rows import SeatRow, TableRow
from quartier.server.views.models import View
from quartier.server.views.table_view import Viewer, Views

_GUEST = N_("Guest")
"""The name of a player who has none, or one that no table takes."""


def table(name: str, state: State, events: Sequence[Event], seat: int, rival: str, lang: str) -> Table:
    """Return the table after some events of a game: the viewer has one seat, bots of the level `rival` the others."""
    setup = TableSetup(
        id=f"{name}-{state.game.name}-{lang}",
        title=state.game.name,
        options=dict(state.options),
        bots=tuple(None if index == seat else rival for index in range(state.seats)),
        day="",
        board=state.game.spec.boards.name_or_data(state.board),
        rules=state.rules,
    )
    rows = [Row(seq, event.actor, event.move) for seq, event in enumerate(events, 1)]
    return with_player(domain_table.replay_events(setup, rows), seat, "", lang)


def with_player(prepared: Table, seat: int, name: str, lang: str) -> Table:
    """Return the same table with the name of its player, as a table of theirs would show it."""
    try:
        clean_name = player_names.clean(name)
    except DomainError:
        clean_name = translator(lang)(_GUEST)
    return replace(prepared, names={seat: clean_name})


def view(views: Views, prepared: Table, seat: int, lang: str, home: str) -> View:
    """Return the table as its player sees it, without what needs company or a past of its own."""
    viewer = Viewer(Caller(frozenset({seat}), creator=False), seat, lang, home)
    full_view = views.view(_head(prepared), prepared, viewer, Presence(online=[seat], spectators=0))
    return {**full_view, "undo": None, "restart": False, "hints": False}


def _head(prepared: Table) -> TableRow:
    """No seat has a secret: nobody can send anything to this table."""
    seats = (
        SeatRow(seat, "bot" if bot else "me", bot, None, None) for seat, bot in enumerate(prepared.setup.bots)
    )
    return TableRow(prepared.setup, prepared.version, "", "", tuple(seats))
