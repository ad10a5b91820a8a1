"""The heartbeat of this server in its database: for how long nobody was at work, and who carries out what has run out.

While clocks run, every process notes now and then that it is at work. Whoever begins, or wakes up after a while in which the
whole machine stood still, gives all clocks the time back in which nobody did. Of several processes at one database one is
chosen; when it is not heard of any more, the next one chooses itself. Times are those of the machines, which have to agree
to a second or so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from quartier.server.storage import clocks, heartbeats
from quartier.server.storage.heartbeats import Heartbeat
from quartier.server.storage.tournaments import tournaments as rounds
from quartier.server.storage.transaction import Job, Transaction

EVERY: Final = 5.0
"""Seconds between beats. So much at most is given back too much."""
STALL: Final = 20.0
"""So long a process at work is never silent; then it has stood still."""
LEASE: Final = 15.0
"""Seconds without a beat after which another process takes over."""


@dataclass(frozen=True)
class Beat:
    """What a beat has found: whether this process is the chosen one, and the tables whose clocks were given time back."""

    chosen: bool
    given_back: list[str]


class Pulse:
    """The beats of this process. `shared`: others may be at work at its database."""

    def __init__(self, shared: bool) -> None:
        self._me = uuid4().hex
        self._shared = shared
        self.beaten: float | None = None
        """When it has last told the database so."""
        self.looked: float | None = None
        """When this process was last seen to be at work, by itself."""

    def is_due(self, now: float) -> bool:
        """Whether it is time for a beat, or the process has stood still."""
        return self.beaten is None or abs(now - self.beaten) >= EVERY

    def beat(self, now: float) -> Job[Beat]:
        """Note that this process is at work."""

        def beaten(transaction: Transaction) -> Beat:
            before = heartbeats.last(transaction.connection)
            stood = self._stood_still_since(before, now)
            back = [] if stood is None else clocks.give_back(transaction.connection, stood, now)
            if stood is not None:
                rounds.give_back(transaction.connection, stood, now)
            after = self._after(before, now)
            heartbeats.beat(transaction.connection, after)
            return Beat(after.leader == self._me, back)

        return Job(beaten, alone=True)

    def _stood_still_since(self, before: Heartbeat, now: float) -> float | None:
        """Since when nobody was at work; None if somebody was."""
        if self.looked is None:
            return before.at
        since = max(before.at, self.looked)
        return since if now - since > STALL else None

    def _after(self, before: Heartbeat, now: float) -> Heartbeat:
        taken = self._shared and before.leader not in (None, self._me) and before.leader_until >= now
        return (
            Heartbeat(now, before.leader, before.leader_until)
            if taken
            else Heartbeat(now, self._me, now + LEASE)
        )
