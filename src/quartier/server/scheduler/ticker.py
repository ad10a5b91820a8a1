"""Who keeps the time: a look at all clocks every second, which carries out what has run out, heeds lost connections, and
lets everything else be done that one process does in time.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

import anyio.to_thread
import sqlalchemy as sa
import structlog

from quartier.server.commands.tournaments.advance import tend
from quartier.server.domain import clocks
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.moderation.retention import Tidying
from quartier.server.scheduler import disconnects
from quartier.server.scheduler.leader_election import Pulse
from quartier.server.scheduler.timeouts import LENIENCY, run_out
from quartier.server.storage import clocks as timing
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments as tournaments

log = structlog.get_logger("quartier.keeper")
LOOK: Final = 1.0
"""Seconds between looks."""
RELOADING: Final = 2.0
"""Seconds in which a page that has gone may come back without anything being said of it."""
PUT_OFF: Final = 60.0
"""Seconds after which a tournament is tried again that could not be carried on."""
MOST: Final = 4096
"""Tables whose pages are watched, the last ones."""


class Chore(Protocol):
    """What else is to be done in time, by the one process that is chosen for it."""

    def waits(self, connection: sa.Connection) -> bool:
        """Whether there is anything to be done, now or later."""

    def look(self, now: float, chosen: bool) -> None:
        """Do what is due. What takes long goes elsewhere: the clocks wait for this."""


class Keeper:
    """The looks of this process. Tests call `look` themselves."""

    def __init__(self, tables: TableStore, chores: Sequence[Chore] = ()) -> None:
        self._tables = tables
        self._chores = chores
        self.pulse = Pulse(shared=tables.database.postgres)
        self._chosen = False
        self._tidying = Tidying(tables)
        self._looking = threading.Lock()
        self._put_off: dict[str, float] = {}
        """Tournaments that could not be carried on, and when that is tried again."""
        self._stirred: set[str] = set()
        """Tables of which somebody was told something since the last look."""
        self._online: LruCache[str, set[int]] = LruCache(MOST)
        """By table, the seats that had a page at the last look."""
        self._lost: dict[tuple[str, int], float] = {}
        """Since when a seat that had a page has none, by table and seat."""
        tables.hub.on_change(self._stirred.add)

    async def begin(self) -> None:
        """Before anybody is answered: no clock has run while the server did not."""
        with suppress(DomainError):  # the database is away; the first look does it
            await anyio.to_thread.run_sync(self.look)

    async def run(self) -> None:
        """Look for ever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await anyio.to_thread.run_sync(self.look)
            except DomainError:
                continue  # the database is away; the next look is soon
            except Exception:  # our own mistake must not stop the clocks of all
                log.exception("keeper_failed")

    def look(self) -> None:
        """See what time has brought. From a thread."""
        with self._looking:
            now = self._tables.clock.now()
            runs = self._runs()
            if runs:
                if self.pulse.is_due(now):
                    self._beat(now)
                if self._chosen:
                    self._carry_out(now)
            self.pulse.looked = now
            self._heed_pages(now)
            self._heed_lost(now)
            self._tidying.look(now)
            for chore in self._chores:
                chore.look(now, runs and self._chosen)

    def _runs(self) -> bool:
        """Whether anywhere a clock runs, or something else, a tournament say, waits for its time."""
        with self._tables.database.read() as connection:
            waits = timing.any_runs(connection) or tournaments.any_due(connection)
            return waits or any(chore.waits(connection) for chore in self._chores)

    def _beat(self, now: float) -> None:
        beat = self._tables.writer.do(self.pulse.beat(now))
        self.pulse.beaten, self._chosen = now, beat.chosen
        for table_id in beat.given_back:
            self._tables.changed_elsewhere(table_id)

    def _carry_out(self, now: float) -> None:
        """What has run out, one by one: a table that cannot be followed does not stop the others."""
        with self._tables.database.read() as connection:
            due = timing.due(connection, now - LENIENCY)
            rounds = [
                each for each in tournaments.due(connection, now) if self._put_off.get(each, now) <= now
            ]
        for table_id in due:
            self._attempt("clock", table_id, self._run_out)
        for tournament_id in rounds:
            if self._attempt("tournament", tournament_id, lambda each: tend(self._tables, each)):
                self._put_off.pop(tournament_id, None)
            else:
                self._put_off[tournament_id] = now + PUT_OFF

    def _run_out(self, table_id: str) -> None:
        self._tables.present(table_id)  # following a long log is not the writer's work
        self._tables.writer.do(run_out(table_id))

    def _attempt(self, kind: str, each: str, act: Callable[[str], None]) -> bool:
        """Carry one out; whether that was possible."""
        try:
            act(each)
        except DomainError as refused:
            log.warning("keeper_refused", kind=kind, id=each, code=refused.code)
            return False
        except Exception:
            log.exception("keeper_could_not", kind=kind, id=each)
            return False
        return True

    # ----- lost connections -----

    def _heed_pages(self, now: float) -> None:
        """See who has come and gone since the last look."""
        while self._stirred:
            table_id = self._stirred.pop()
            held = self._live(table_id)
            if held is None:
                continue
            online = self._tables.hub.seats_online(table_id)
            for seat in (self._online.get(table_id) or set()) - online:
                self._lost[table_id, seat] = now
            for seat in online:
                self._lost.pop((table_id, seat), None)
                if held.head.clocks[seat].waits(now):
                    self._tables.writer.do(disconnects.found(table_id, seat, now))
            self._online.put(table_id, online)

    def _heed_lost(self, now: float) -> None:
        """Let the clocks of those stand still who have gone, once it is their turn."""
        for (table_id, seat), at in list(self._lost.items()):
            held = self._live(table_id)
            if held is None:
                del self._lost[table_id, seat]
            elif now - at >= RELOADING and clocks.can_wait(held.head.clocks[seat], now):
                self._tables.writer.do(disconnects.lost(table_id, seat, at))

    def _live(self, table_id: str) -> CachedTable | None:
        """The table, if it has live clocks and is not over, as far as this process knows."""
        held = self._tables.memory.get(table_id)
        control = None if held is None else held.head.setup.time
        return held if held and control and control.live and not held.table.over else None
