"""Server-sent events for API clients: `event: position` with the version as its id, and nothing else.

A client that reconnects with Last-Event-ID is sent the present position as soon as there is a later one, with the events
in between: however long it was away, and however slowly it reads, it needs only one position.
"""

from __future__ import annotations

from dataclasses import dataclass

from quartier.server.models import Presence
from quartier.server.sse.session import StreamSession, frame_event
from quartier.server.views.api_v1.positions import Positions


@dataclass
class PositionSession(StreamSession):
    """An API client's stream. `sent_seq`: the version that it has."""

    positions: Positions | None = None
    sends_presence: bool = False

    def poll(self, presence: Presence) -> list[bytes]:
        """Return the present position, if the client does not have it."""
        row, table, caller = self.load_current()
        seat = caller.seat(self.request.seat, table.to_act())
        is_known_version = self.sent_seq is not None and self.sent_seq <= table.version
        key = (table.version, seat, row.seats, row.clocks)
        # On the first poll the version says it all: a seat that was taken meanwhile is an event, too.
        is_up_to_date = not self.view_key and is_known_version and self.sent_seq == table.version
        is_same = key == self.view_key or is_up_to_date
        self.view_key, self.acked_version = key, table.version
        if is_same:
            return []
        after = self.sent_seq if is_known_version else None
        self.sent_seq = table.version
        assert self.positions is not None
        position = self.positions.position(row, table, caller, seat, after, self.request.lang)
        return [frame_event("position", position, table.version)]

    def is_behind(self) -> bool:
        """Return False: chat messages are not sent here."""
        return False
