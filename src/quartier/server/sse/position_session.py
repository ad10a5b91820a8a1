"""The stream of positions: `event: position` with the version as its id, and nothing else.

Whoever comes back with Last-Event-ID is sent the present position as soon as there is a later one, with the events in
between: however long somebody was away, and however slow they read, one position is all that is to be told.
"""

from __future__ import annotations

from dataclasses import dataclass

from quartier.server.commands.authorization import authenticate, authorize_viewing
from quartier.server.sse.session import StreamSession, framed
from quartier.server.views.api_v1.positions import Positions
from quartier.server.views.models import Presence


@dataclass
class PositionSession(StreamSession):
    """A program's place in the log. `sent`: the version that it has."""

    positions: Positions | None = None
    tells_presence: bool = False

    def news(self, presence: Presence) -> list[bytes]:
        """The present position, if the program does not have it."""
        head, table = self.tables.present(self.table_id)
        caller = authenticate(head, self.keys())
        self.lost, self.held = bool(self.held - caller.seats), caller.seats
        authorize_viewing(head, table, caller)
        seat = caller.seat(self.wanted, table.to_act())
        known = self.sent is not None and self.sent <= table.version
        now = (table.version, seat, head.seats, head.clocks)
        # On the first look the version says it all: who sat down while a program was away is an event, too.
        fresh = not self.shown and known and self.sent == table.version
        same = now == self.shown or fresh
        self.shown, self.told = now, table.version
        if same:
            return []
        after = self.sent if known else None
        self.sent = table.version
        assert self.positions is not None
        told = self.positions.position(head, table, caller, seat, after, self.lang)
        return [self.pack(framed("position", told, table.version))]

    def is_behind(self) -> bool:
        """Talk is no news here."""
        return False
