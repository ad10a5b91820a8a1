"""Leader election and heartbeat: one of several server processes at a database runs scheduled work.

While clocks run, every process writes a heartbeat. A process that starts, or wakes up after the whole machine stood still,
gives the lost time back to all clocks. When the leader's lease expires, another process takes over. Times are those of the
machines, which have to agree to a second or so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from quartier.server.storage import clocks, heartbeats
from quartier.server.storage.heartbeats import Heartbeat
from quartier.server.storage.tournaments import tournaments as rounds
from quartier.server.storage.transaction import Job, Transaction

HEARTBEAT_INTERVAL: Final = 5.0
"""Seconds between heartbeats: the most by which a refund is too large."""
STALL_SECONDS: Final = 20.0
"""Seconds without a heartbeat after which a process counts as having stood still."""
LEASE_SECONDS: Final = 15.0
"""Seconds without a heartbeat after which another process takes over."""


@dataclass(frozen=True)
class HeartbeatResult:
    """The result of a heartbeat: whether this process is the leader, and the tables whose clocks got time back."""

    is_leader: bool
    refunded: list[str]


class LeaderElection:
    """Heartbeats of this process. `shared`: other processes may use its database."""

    def __init__(self, shared: bool) -> None:
        self._process_id = uuid4().hex
        self._shared = shared
        self.last_beat_at: float | None = None
        """The time of its last heartbeat; None before the first one."""
        self.last_active_at: float | None = None
        """The time when its scheduler last ran; None before that."""

    def wait_for_renewal(self, run: Callable[[Job[Any]], Any], now: float) -> None:
        """Wait if the lease ends later than any can, and drop it if it isn't renewed meanwhile. In a thread.

        Then the clocks of all machines were set back while no process ran. Else only that of this machine is behind.

        Args:
            run: Run a job and return its result.
            now: The time.
        """
        lease = run(Job(_read, exclusive=True))
        if self._shared and lease.leader_until > now + 2 * LEASE_SECONDS:
            time.sleep(LEASE_SECONDS)
            run(_drop(lease))

    def is_due(self, now: float) -> bool:
        """Return whether it is time for a heartbeat, or the process has stood still."""
        return self.last_beat_at is None or abs(now - self.last_beat_at) >= HEARTBEAT_INTERVAL

    def send_heartbeat(self, now: float) -> Job[HeartbeatResult]:
        """Return a job that writes a heartbeat, elects a leader, and gives lost time back to clocks."""

        def run(transaction: Transaction) -> HeartbeatResult:
            before = heartbeats.last(transaction.connection)
            stood = self._stood_still_since(before, now)
            back = [] if stood is None else clocks.refund_time(transaction.connection, stood, now)
            if stood is not None:
                rounds.refund_time(transaction.connection, stood, now)
            after = self._after(before, now)
            heartbeats.store(transaction.connection, after)
            return HeartbeatResult(after.leader == self._process_id, back)

        return Job(run, exclusive=True)

    def _stood_still_since(self, before: Heartbeat, now: float) -> float | None:
        """Return since when no process was at work; None if one was."""
        if self.last_active_at is None:
            # Where another process leads, its clock is right: this machine's is not set back for all.
            return min(before.at, now) if self._is_taken(before, now) else before.at
        since = max(before.at, self.last_active_at)
        return since if now - since > STALL_SECONDS else None

    def _after(self, before: Heartbeat, now: float) -> Heartbeat:
        return (
            Heartbeat(now, before.leader, before.leader_until)
            if self._is_taken(before, now)
            else Heartbeat(now, self._process_id, now + LEASE_SECONDS)
        )

    def _is_taken(self, before: Heartbeat, now: float) -> bool:
        """Return whether another process leads."""
        return self._shared and before.leader not in (None, self._process_id) and before.leader_until >= now


def _read(transaction: Transaction) -> Heartbeat:
    return heartbeats.last(transaction.connection)


def _drop(lease: Heartbeat) -> Job[None]:
    """Return a job that ends a lease, unless its leader has renewed it."""

    def run(transaction: Transaction) -> None:
        if _read(transaction) == lease:
            heartbeats.store(transaction.connection, Heartbeat(lease.at, None, 0.0))

    return Job(run, exclusive=True)
