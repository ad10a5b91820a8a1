"""Letters to accounts: a link that confirms an address, and links by which somebody signs in who has lost everything else.

Nobody learns from an answer whether an address is known: what is asked for is written down for any address, and only who
sends it looks. A link opens once, ends after a while, and is stored as a hash.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import sqlalchemy as sa

from quartier.core.text.languages import N_, translator
from quartier.server.access.throttling import OF_ADDRESS, Limit
from quartier.server.accounts.login import Doors, Visit
from quartier.server.accounts.passwords import must_be_good
from quartier.server.accounts.sessions import Door
from quartier.server.errors import DomainError, TooManyRequests
from quartier.server.outbound.delivery_pool import Couriers
from quartier.server.outbound.smtp import PostOffice, Unsent, must_be_address
from quartier.server.storage.accounts import accounts, email_links
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.accounts.email_links import Letter, Link
from quartier.server.storage.secrets import hashed, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

CONFIRMS_FOR: Final = 24 * 3600.0
"""Seconds for which a link confirms an address."""
OPENS_FOR: Final = 30 * 60.0
"""Seconds for which a link signs in."""
LINKS: Final = 3
"""Links of an account that open at the same time."""
WAITING: Final = 1000
"""Letters that wait to be sent; whoever wants another one has to wait, too."""
TRIES: Final = 5
TAKEN: Final = 90.0
"""Seconds after which a letter is due again if the process that sends it has died."""
AGAIN: Final = 60.0
"""Seconds before the second try; before each further one three times as many."""
TO_ONE: Final = Limit(free=3, first=120.0, longest=3600.0, forgotten=24 * 3600.0)
"""How often somebody is written to, whoever asks for it."""
FROM_ONE: Final = Limit(free=10, first=60.0, longest=3600.0, forgotten=24 * 3600.0)
"""How often one visitor asks for letters."""


class Letters:
    """One of the keeper's chores. Thread-safe."""

    def __init__(self, tables: TableStore, doors: Doors, office: PostOffice | None) -> None:
        self._tables = tables
        self._doors = doors
        self._office = office
        self._couriers = Couriers()

    # ----- what is asked for -----

    def ask_to_confirm(
        self, visit: Visit, session: SessionRow, current: str, address: str, lang: str
    ) -> None:
        """Write to an address that shall be the account's. Raises DomainError."""
        self._must_be_an_office()
        known = self._doors.must_be_sure(visit, session, current)
        self._ask(visit, known.id, address, lang)

    def ask_to_sign_in(self, visit: Visit, address: str, lang: str) -> None:
        """Write to whoever has an account with this address, if there is anybody. Raises DomainError."""
        self._must_be_an_office()
        self._ask(visit, None, address, lang)

    def _must_be_an_office(self) -> None:
        if self._office is None:
            raise DomainError(404, "no_office", N_("This server sends no mail."))

    def _ask(self, visit: Visit, account: str | None, address: str, lang: str) -> None:
        address = must_be_address(address)
        try:
            self._doors.tries.begin((f"mail:{address.lower()}", TO_ONE), (f"asks:{visit.address}", FROM_ONE))
        except TooManyRequests as often:
            text = N_(
                "Letters were asked for too often. Look into your mail, or try again in {seconds} seconds."
            )
            raise TooManyRequests(
                "too_often", text, often.retry_after or 1, seconds=often.retry_after
            ) from None

        def asked(writing: Transaction) -> None:
            if email_links.waiting(writing.connection) >= WAITING:
                raise TooManyRequests(
                    "too_often", N_("Very many letters wait to be sent. Try again later."), 600
                )
            email_links.ask(writing.connection, account, address, lang, writing.now)

        self._do(asked)

    def remove(self, visit: Visit, session: SessionRow, current: str) -> None:
        """Let letters reach the account nowhere."""
        known = self._doors.must_be_sure(visit, session, current)
        self._do(lambda writing: email_links.drop_address(writing.connection, known.id))

    # ----- links that are opened -----

    def confirm(self, visit: Visit, token: str) -> None:
        """The address is the account's. Raises DomainError."""

        def confirmed(writing: Transaction) -> None:
            link = email_links.use_link(writing.connection, hashed(token), writing.now)
            if link is None or link.address is None:
                raise _worthless()
            email_links.keep_address(writing.connection, link.account, link.address)

        self._doors.tries.begin((f"address:{visit.address}", OF_ADDRESS))
        self._do(confirmed)
        self._doors.tries.right("", f"address:{visit.address}")

    def enter(self, visit: Visit, token: str, password: str) -> Door:
        """Sign in; with a new password every other device is signed out. Raises DomainError."""
        self._doors.tries.begin((f"address:{visit.address}", OF_ADDRESS))
        stored = self._doors.passwords.hashed(password) if password else None
        sessions = self._doors.sessions

        def entered(writing: Transaction) -> Door:
            link = email_links.use_link(writing.connection, hashed(token), writing.now)
            if link is None or link.address is not None:
                raise _worthless()
            if stored is not None:
                known = accounts.account_of(writing.connection, link.account)
                must_be_good(password, known.name if known else "?")  # if it is not, the link opens still
                accounts.change_account(writing.connection, link.account, password=stored)
                sessions.end_all_but(writing.connection, link.account, None)
            return sessions.begin(writing.connection, link.account, visit.device, visit.token)

        door = self._tables.writer.do(Job(entered, alone=True))
        self._doors.tries.right("", f"address:{visit.address}")
        sessions.look_again(door.account)
        return door

    # ----- sending -----

    def waits(self, connection: sa.Connection) -> bool:
        """Whether there is a letter to be sent, now or later."""
        return email_links.waiting(connection) > 0

    def look(self, now: float, chosen: bool) -> None:
        """Send what is due, if it is this process that does so."""
        free = self._couriers.free if chosen else 0
        if not free:
            return
        with self._tables.database.read() as connection:
            due = email_links.due(connection, now, free)
        if due:
            for letter in self._tables.writer.do(Job(partial(_taken, due, now + TAKEN), alone=True)):
                self._couriers.run(partial(self._send, letter))

    def wait(self) -> None:
        """Until everything that is being sent has been, or has failed."""
        self._couriers.wait()

    def close(self) -> None:
        self._couriers.close()

    def _send(self, letter: Letter) -> None:
        links = self._tables.writer.do(Job(partial(_links, letter), alone=True))
        again = False
        if links and self._office is not None:
            base = self._tables.database.settings.base_url.rstrip("/")
            try:
                self._office.send(letter.address, *_worded(letter, links, base))
            except Unsent as error:
                again = not error.final and letter.tries + 1 < TRIES
        due = self._tables.clock.now() + AGAIN * 3.0**letter.tries
        if again:
            self._do(lambda writing: email_links.postpone(writing.connection, letter.id, due))
        else:
            self._do(lambda writing: email_links.done(writing.connection, letter.id))

    def _do(self, act: Callable[[Transaction], None]) -> None:
        self._tables.writer.do(Job(act, alone=True))


def _taken(due: list[Letter], until: float, transaction: Transaction) -> list[Letter]:
    return [letter for letter in due if email_links.take(transaction.connection, letter, until)]


def _links(letter: Letter, transaction: Transaction) -> dict[str, str]:
    """New links of a letter, by the names of the accounts that they are for; none for an address that nobody has."""
    connection, now = transaction.connection, transaction.now
    confirms = letter.account is not None
    found = (
        [letter.account] if letter.account else email_links.accounts_at(connection, letter.address.lower())
    )
    links: dict[str, str] = {}
    for account in found:
        known, token = accounts.account_of(connection, account), new_secret()
        if known is not None:
            until = now + (CONFIRMS_FOR if confirms else OPENS_FOR)
            row = Link(hashed(token), account, letter.address if confirms else None, until)
            email_links.add_link(connection, row, now, LINKS)
            links[known.name] = token
    return links


def _worded(letter: Letter, links: dict[str, str], base: str) -> tuple[str, str]:
    """Subject and text. The token stands behind “#”: no server, proxy or log is told it when the link is opened."""
    t, confirms = translator(letter.lang), letter.account is not None
    path = "/account/mail/confirm" if confirms else "/account/mail/enter"
    parts = [f"{name}:\n{base}{path}#{token}" for name, token in links.items()]
    if confirms:
        subject = t("Quartier: is this your address?")
        why = t(
            "Somebody wants letters for this account to come here. If it was you, open the link within a day:"
        )
    else:
        subject = t("Quartier: a link to sign in")
        why = t("With this link you sign in, once, within half an hour:")
    end = t("If it was not you, there is nothing to be done: without the link nothing happens.")
    return subject, "\n\n".join([why, *parts, end]) + "\n"


def _worthless() -> DomainError:
    text = N_("This link opens nothing any more: each opens once, and for a while only. Ask for another one.")
    return DomainError(403, "worthless", text)
