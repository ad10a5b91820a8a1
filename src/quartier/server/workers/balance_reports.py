"""The balance report of moderators: its cost is estimated, then it is computed by one worker process behind all bots."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from quartier.core.game.game import Game
from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.settings import Settings
from quartier.server.storage.moderation import balance_reports as stored
from quartier.server.storage.moderation.balance_reports import ReportRow
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction
from quartier.server.workers.jobs import BalanceJob
from quartier.server.workers.queue import JobQueue
from quartier.server.workers.worker_pool import BEHIND_BOTS

T = TypeVar("T")
log = structlog.get_logger("quartier.balance")
HEARTBEAT = 5.0
"""Seconds between two signs of life of a report in progress."""
_MINUTE = 60.0


@dataclass(frozen=True)
class Request:
    """What a moderator wants to know, as the form says it."""

    title: str
    bots: str
    vary: str
    players: str
    games: int

    def job(self, game: Game, only_cost: bool) -> BalanceJob:
        """Return the job. Raises BadOption."""
        # The first page after a start must not wait for the laboratory.
        from quartier.lab.balance import runner
        from quartier.lab.balance.variants import variants

        seats = runner.read_seats(game, self.players) or [runner.usual_seats(game)]
        assignments = self.vary.split()
        for count in seats:
            variants(game, game.spec.checked_seats(count), assignments)
        return BalanceJob(
            game.name, tuple(self.bots.split(",")), self.games, tuple(seats), tuple(assignments), only_cost
        )

    @classmethod
    def from_fields(cls, fields: dict[str, str]) -> Request:
        """Return the request of a stored form."""
        return cls(fields["title"], fields["bots"], fields["vary"], fields["players"], int(fields["games"]))

    def as_fields(self) -> dict[str, str]:
        """Return the fields of the form."""
        return {key: str(value) for key, value in vars(self).items()}


class BalanceReports:
    """Computes one report at a time; the last one is stored."""

    def __init__(self, tables: TableStore, settings: Settings) -> None:
        self._tables = tables
        self.minutes = settings.balance_minutes
        self._working = ""
        """The id of the report in progress in this process."""
        self._queue = JobQueue("balance", self.minutes * _MINUTE, settings.worker_memory, BEHIND_BOTS)

    def look(self) -> ReportRow | None:
        """Return the last report, or the one in progress."""
        with self._tables.database.read() as connection:
            return stored.find(connection, self._tables.clock.now())

    def page(self, lang: str) -> str | None:
        """Return the finished report as HTML."""
        with self._tables.database.read() as connection:
            return stored.page(connection, lang)

    def estimate(self, game: Game, request: Request) -> None:
        """Begin a report in place of the last one: find out what it costs. Raises BadOption, DomainError."""
        job, report_id = request.job(game, only_cost=True), new_id()

        def replace(writing: Transaction) -> None:
            last = stored.find(writing.connection, writing.now)
            if last is not None and last.status in stored.ACTIVE:
                raise DomainError(409, "busy", _BUSY)
            stored.replace(writing.connection, report_id, request.as_fields(), writing.now)

        self._write(replace)
        self._submit(report_id, job, stored.ESTIMATING, stored.ESTIMATED)

    def start(self, game: Game, report: ReportRow) -> None:
        """Compute a report whose cost is known. Raises DomainError."""
        if (report.seconds or 0.0) > self.minutes * _MINUTE:
            raise DomainError(422, "too_long", _TOO_LONG, minutes=self.minutes)
        job = Request.from_fields(report.request).job(game, only_cost=False)
        now = self._tables.clock.now()
        if not self._change(report.id, stored.ESTIMATED, status=stored.RUNNING, seen_at=now):
            raise DomainError(409, "busy", _BUSY)
        self._submit(report.id, job, stored.RUNNING, stored.READY)

    def cancel(self, report: ReportRow) -> None:
        """Cancel a report in progress, in whichever process; delete one that is not."""
        if report.status in stored.ACTIVE:
            self._change(report.id, report.status, status=stored.CANCELLED)
        else:
            self._write(lambda writing: stored.delete(writing.connection))

    def _submit(self, report_id: str, job: BalanceJob, status: str, then: str) -> None:
        part, checked, useless = 0.0, -HEARTBEAT, False

        def progress(now_done: float) -> None:
            nonlocal part
            part = now_done

        def is_cancelled() -> bool:
            nonlocal checked, useless
            if not useless and time.monotonic() - checked > HEARTBEAT:
                checked = time.monotonic()
                with suppress(DomainError):  # the database is away; the next sign of life is soon
                    useless = not self._change(report_id, status, seen_at=self._tables.clock.now(), part=part)
            return useless

        self._working = report_id
        coming = self._queue.submit(job, self.minutes * _MINUTE, is_cancelled, progress)
        if coming is None:
            self._change(report_id, status, status=stored.FAILED)
            return
        coming.add_done_callback(lambda done: self._finish(report_id, done, status, then))

    def _finish(self, report_id: str, done: Future[dict[str, Any] | None], status: str, then: str) -> None:
        """Store the outcome; what was cancelled meanwhile stays so."""
        result = None if done.cancelled() else done.result()
        self._working = ""
        try:
            if result is None:
                log.warning("balance_failed", report=report_id)
                self._change(report_id, status, status=stored.FAILED)
            else:
                values = result if then == stored.ESTIMATED else {"pages": result}
                self._change(report_id, status, status=then, part=1.0, **values)
        except Exception as error:  # the database is unavailable, for example
            log.warning("balance_failed", report=report_id, exc_info=error)

    def _change(self, report_id: str, before: str, **values: Any) -> bool:
        return self._write(lambda writing: stored.update(writing.connection, report_id, before, **values))

    def _write(self, work: Callable[[Transaction], T]) -> T:
        return self._tables.writer.run(Job(work, exclusive=True))

    def close(self) -> None:
        """Stop; a report in progress is interrupted."""
        report = self.look()
        if report is not None and report.id == self._working:
            self._change(report.id, report.status, status=stored.INTERRUPTED)
        self._queue.close()


_BUSY = N_("A balance report is already in progress. Cancel it first, or wait for it.")
_TOO_LONG = N_("That takes too long: this server allows {minutes} min. Choose fewer games, values or bots.")
