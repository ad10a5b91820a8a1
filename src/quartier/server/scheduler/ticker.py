"""Scheduler loop: every second it runs timeouts, pauses clocks after disconnects, and runs the periodic tasks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Final, Protocol

import anyio.to_thread
import sqlalchemy as sa
import structlog

from quartier.server.commands.tournaments.adjudicate import Evaluate
from quartier.server.commands.tournaments.advance import tend
from quartier.server.domain import clocks
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.moderation.retention import Retention
from quartier.server.scheduler import disconnects
from quartier.server.scheduler.leader_election import LeaderElection
from quartier.server.scheduler.ready_checks import ReadyChecks
from quartier.server.scheduler.timeouts import LENIENCY, run_out
from quartier.server.scheduler.waiting_pages import WaitingPages
from quartier.server.storage import clocks as timing
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments as tournaments

log = structlog.get_logger("quartier.keeper")
LOOK: Final = 1.0
"""Seconds between looks."""
RELOADING: Final = 2.0
"""Seconds in which a page that has gone may come back without anything being said of it."""
RETRY_SECONDS: Final = 60.0
"""Seconds after which a tournament is tried again that could not be carried on."""
MAX_WATCHED_TABLES: Final = 4096
"""Tables whose pages are watched, the last ones."""


class ScheduledTask(Protocol):
    """A periodic task that only the leader carries out."""

    def waits(self, connection: sa.Connection) -> bool:
        """Return whether there is anything to do, now or later."""

    def look(self, now: float, is_leader: bool) -> None:
        """Do what is due. Slow work goes to other threads: the clocks wait for this."""


class Scheduler:
    """The scheduler of this process. Tests call `look` themselves."""

    def __init__(self, tables: TableStore, evaluate: Evaluate, tasks: Sequence[ScheduledTask] = ()) -> None:
        self._tables = tables
        self._evaluate = evaluate
        self._tasks = tasks
        self.election = LeaderElection(shared=tables.database.postgres)
        self._is_leader = False
        self._retention = Retention(tables)
        self._ready_checks = ReadyChecks(tables)
        self._waiting_pages = WaitingPages(tables)
        self._looking = threading.Lock()
        self._put_off: dict[str, float] = {}
        """Tournaments that could not be carried on, and when that is tried again."""
        self._stirred: set[str] = set()
        """Tables whose streams have changed since the last look."""
        self._online: LruCache[str, set[int]] = LruCache(MAX_WATCHED_TABLES)
        """By table, the seats that had a page at the last look."""
        self._lost: dict[tuple[str, int], float] = {}
        """Since when a seat that had a page has none, by table and seat."""
        tables.hub.on_change(self._stirred.add)

    async def begin(self) -> None:
        """Run once before the first request is answered: clocks didn't run while the server was down."""
        with suppress(DomainError):  # the database is away; the first look does it
            await anyio.to_thread.run_sync(self._wait_for_renewal)
            await anyio.to_thread.run_sync(self.look)

    def _wait_for_renewal(self) -> None:
        self.election.wait_for_renewal(self._tables.writer.run, self._tables.clock.now())

    async def run(self) -> None:
        """Run forever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await anyio.to_thread.run_sync(self.look)
            except DomainError:
                continue  # the database is away; the next look is soon
            except Exception:  # our own mistake must not stop the clocks of all
                log.exception("keeper_failed")

    def look(self) -> None:
        """Run everything that is due. From a thread."""
        with self._looking:
            now = self._tables.clock.now()
            runs = self._runs()
            if runs:
                if self.election.is_due(now):
                    self._send_heartbeat(now)
                if self._is_leader:
                    self._carry_out(now)
            self.election.last_active_at = now
            self._look_at_seats(now)
            self._pause_lost_clocks(now)
            self._retention.look(now)
            for task in self._tasks:
                task.look(now, runs and self._is_leader)

    def _runs(self) -> bool:
        """Return whether any clock runs, or a tournament or task waits for its time."""
        with self._tables.database.read() as connection:
            waits = timing.any_runs(connection) or tournaments.any_due(connection)
            return waits or any(task.waits(connection) for task in self._tasks)

    def _send_heartbeat(self, now: float) -> None:
        heartbeat = self._tables.writer.run(self.election.send_heartbeat(now))
        self.election.last_beat_at, self._is_leader = now, heartbeat.is_leader
        for table_id in heartbeat.refunded:
            self._tables.changed_elsewhere(table_id)

    def _carry_out(self, now: float) -> None:
        """Run timeouts and tournaments that are due, one by one: a corrupt table doesn't stop the others."""
        with self._tables.database.read() as connection:
            due = timing.due(connection, now - LENIENCY)
            rounds = [
                tournament_id
                for tournament_id in tournaments.due(connection, now)
                if self._put_off.get(tournament_id, now) <= now
            ]
        for table_id in due:
            self._attempt("clock", table_id, self._run_out)
        for tournament_id in rounds:
            if self._attempt("tournament", tournament_id, self._tend):
                self._put_off.pop(tournament_id, None)
            else:
                self._put_off[tournament_id] = now + RETRY_SECONDS

    def _run_out(self, table_id: str) -> None:
        self._tables.get_current(table_id)  # following a long log is not the writer's work
        self._tables.writer.run(run_out(table_id))

    def _tend(self, tournament_id: str) -> None:
        tend(self._tables, tournament_id, self._evaluate)

    def _attempt(self, kind: str, id_: str, act: Callable[[str], None]) -> bool:
        """Run an action on one table or tournament; return whether it succeeded."""
        try:
            act(id_)
        except DomainError as refused:
            log.warning("keeper_refused", kind=kind, id=id_, code=refused.code)
            return False
        except Exception:
            log.exception("keeper_could_not", kind=kind, id=id_)
            return False
        return True

    def _look_at_seats(self, now: float) -> None:
        """Follow who has a page, and who has sent a request without one."""
        stirred = self._take_stirred()
        requests: dict[str, set[int]] = {}
        for table_id, seat in self._tables.hub.take_requests():
            requests.setdefault(table_id, set()).add(seat)
        for table_id in stirred:
            self._track_pages(table_id, now)
        for table_id, seats in requests.items():
            self._resume(table_id, seats, now)
        self._ready_checks.watch(stirred)
        self._ready_checks.look(now, requests)
        self._waiting_pages.watch({*stirred, *requests})
        self._waiting_pages.look(now, requests)

    def _take_stirred(self) -> list[str]:
        result = []
        while self._stirred:
            result.append(self._stirred.pop())
        return result

    # ----- lost connections -----

    def _track_pages(self, table_id: str, now: float) -> None:
        """Track which seats of a table gained or lost their last page."""
        if self._live(table_id) is None:
            return
        online = self._tables.hub.seats_online(table_id)
        for seat in (self._online.get(table_id) or set()) - online:
            self._lost[table_id, seat] = now
        self._resume(table_id, online, now)
        self._online.put(table_id, online)

    def _resume(self, table_id: str, seats: AbstractSet[int], now: float) -> None:
        """Restart the clocks of seats that are there, with a page or without."""
        cached = self._live(table_id)
        for seat in seats if cached is not None else ():
            self._lost.pop((table_id, seat), None)
            if cached is not None and cached.row.clocks[seat].waits(now):
                self._tables.writer.run(disconnects.resume_clock(table_id, seat, now))

    def _pause_lost_clocks(self, now: float) -> None:
        """Pause the clocks of seats without a page, once it is their turn."""
        for (table_id, seat), at in list(self._lost.items()):
            cached = self._live(table_id)
            if cached is None:
                del self._lost[table_id, seat]
            elif now - at >= RELOADING and clocks.can_wait(cached.row.clocks[seat], now):
                self._tables.writer.run(disconnects.pause_clock(table_id, seat, at))

    def _live(self, table_id: str) -> CachedTable | None:
        """Return the cached table, if it has live clocks and isn't over."""
        cached = self._tables.cache.get(table_id)
        control = None if cached is None else cached.row.setup.time
        return cached if cached and control and control.live and not cached.table.over else None
