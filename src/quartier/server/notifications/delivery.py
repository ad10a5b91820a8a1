"""Who delivers one thing that is to be told: looks whether it is still news, delivers it, and notes what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from quartier.server.errors import DomainError
from quartier.server.notifications import channels, webpush
from quartier.server.notifications.channels import DONE, Item, Outcome
from quartier.server.notifications.triggers import news
from quartier.server.notifications.visibility import SURE
from quartier.server.notifications.webpush import Signer
from quartier.server.outbound.smtp import PostOffice
from quartier.server.storage import table_rows
from quartier.server.storage.notifications import preferences, queue
from quartier.server.storage.notifications.preferences import Way, Wish
from quartier.server.storage.notifications.queue import Notice
from quartier.server.storage.schema import PUSHING
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

log = structlog.get_logger("quartier.notices")
TRIES: Final = 6
FIRST_WAIT: Final = 30.0
"""Seconds before the second try; before each further one four times as many."""
STALE: Final = 24 * 3600.0
"""Seconds after which nothing is news any more."""
MAIL_EVERY: Final = 3 * 3600.0
"""Seconds between two letters to somebody."""


@dataclass(frozen=True)
class Known:
    """What is still to be told, and how its reader wants it."""

    item: Item
    wish: Wish


class Teller:
    """Called by several threads at the same time, for different notices."""

    def __init__(self, tables: TableStore, office: PostOffice | None) -> None:
        self._tables = tables
        self._settings = tables.database.settings
        self._office = office
        self._signer: Signer | None = None

    def signer(self) -> Signer:
        """By whom push services know this server; its key is drawn when it is first asked for."""
        if self._signer is None:
            key = self._tables.writer.do(Job(_key, alone=True))
            mail, home = self._settings.mail_from, self._settings.base_url
            contact = f"mailto:{mail}" if mail else home if home.startswith("https:") else "https://localhost"
            self._signer = Signer(webpush.key_of(key), contact)
        return self._signer

    def tell(self, notice: Notice) -> None:
        """Deliver it, with everything else that the same letter can tell."""
        if notice.way == "mail":
            self._write_to(notice.listener)
            return
        found = self._looked_at(notice)
        outcome = found if isinstance(found, Outcome) else self._by(notice, found)
        if outcome.status is not None and outcome.status >= 300:
            log.warning("notice_refused", way=notice.way, status=outcome.status)
        self._write(partial(_settle, notice, outcome, self._tables.clock.now()))

    def _looked_at(self, notice: Notice) -> Known | Outcome:
        """What is to be told; or why it is not, or not now."""
        now = self._tables.clock.now()
        with self._tables.database.read() as connection:
            wish = preferences.of(connection, notice.listener)
            quiet = notice.game_id in preferences.quiet_tables(connection, notice.listener)
        if wish is None or quiet or notice.tries >= TRIES or now - notice.created_at > STALE:
            return DONE
        if wish.seen_at is not None and wish.seen_at >= notice.created_at:
            return DONE  # they have seen it, or could
        if wish.seen_at is not None and now - wish.seen_at < SURE:
            return Outcome(wait=SURE - (now - wish.seen_at))
        item = self._still_true(notice, now)
        return DONE if item is None else Known(item, wish)

    def _still_true(self, notice: Notice, now: float) -> Item | None:
        try:
            head, table = self._tables.load(notice.game_id)
        except DomainError:  # set aside, or gone
            return None
        wanted = (notice.listener, notice.kind, notice.mark)
        found = (each for each in news(head, table, now) if (each.listener, each.kind, each.mark) == wanted)
        return next((Item(table, each.kind) for each in found), None)

    def _by(self, notice: Notice, known: Known) -> Outcome:
        wish, settings = known.wish, self._settings
        if notice.way == "webhook":
            if wish.webhook is None:
                return DONE
            base = settings.base_url.rstrip("/")
            return channels.webhook(known.item, wish.lang, wish.webhook, base, settings.anywhere)
        with self._tables.database.read() as connection:
            to = preferences.subscription(connection, notice.subscription or "")
        if to is None or to.listener != notice.listener:
            return DONE
        now = time.time()  # a push service looks at its own clock
        return channels.push(known.item, wish.lang, to, self.signer(), now, settings.anywhere)

    # ----- by mail -----

    def _write_to(self, account: str) -> None:
        """Everything that is to be told to an account by mail, in one letter, and not too often."""
        now = self._tables.clock.now()
        with self._tables.database.read() as connection:
            found = queue.by_mail(connection, account)
            wish, to = preferences.of(connection, account), preferences.address(connection, account)
        if wish is None or not wish.mail or to is None or self._office is None:
            self._write(partial(_mailed, account, found, None, now))
        elif wish.mailed_at is not None and now - wish.mailed_at < MAIL_EVERY:
            due = wish.mailed_at + MAIL_EVERY
            self._write(lambda writing: queue.postpone_mail(writing.connection, account, due))
        else:
            self._write(partial(_mailed, account, *self._sent(found, wish, to, self._office), now))

    def _sent(
        self, found: list[Notice], wish: Wish, to: str, office: PostOffice
    ) -> tuple[list[Notice], Outcome | None]:
        """Send the letter: what needs no other one, and what came of this one, if there was anything to be written."""
        looked = [(notice, self._looked_at(notice)) for notice in found]
        idle = [notice for notice, what in looked if isinstance(what, Outcome) and what.wait is None]
        known = [(notice, what.item) for notice, what in looked if isinstance(what, Known)]
        if not known:
            return idle, None
        base = self._settings.base_url.rstrip("/")
        outcome = channels.letter([item for _, item in known], wish.lang, office, to, base)
        if outcome.again is None:
            idle += [notice for notice, _ in known]
        return idle, outcome

    def _write(self, act: Callable[[Transaction], None]) -> None:
        self._tables.writer.do(Job(act, alone=True))


def _key(transaction: Transaction) -> str:
    return table_rows.get_or_create_secret(transaction.connection, PUSHING, webpush.new_key)


def _settle(notice: Notice, outcome: Outcome, now: float, transaction: Transaction) -> None:
    """Note what came of it: it is gone, or due again, later each time and not for ever."""
    connection = transaction.connection
    if outcome.gone:
        if notice.way == "webhook":
            preferences.keep(connection, notice.listener, webhook=None)
        else:
            preferences.unsubscribe(connection, notice.subscription or "")
        queue.drop(connection, notice.listener, Way(notice.way, notice.subscription))
        preferences.forget_idle(connection, notice.listener)
    elif outcome.wait is not None:  # somebody may be there: no try was made
        queue.postpone(connection, notice.id, now + outcome.wait, notice.tries)
    elif outcome.again is not None and notice.tries + 1 < TRIES:
        wait = max(outcome.again, FIRST_WAIT * 4.0**notice.tries)
        queue.postpone(connection, notice.id, now + wait, notice.tries + 1)
    else:
        queue.done(connection, [notice.id])


def _mailed(
    account: str, idle: list[Notice], outcome: Outcome | None, now: float, transaction: Transaction
) -> None:
    """Note what came of a letter."""
    connection = transaction.connection
    queue.done(connection, [notice.id for notice in idle])
    if outcome is None:
        queue.postpone_mail(connection, account, now + SURE)
    elif outcome.again is None:
        preferences.keep(connection, account, mailed_at=now)
    else:
        queue.postpone_mail(connection, account, now + FIRST_WAIT * 4)
