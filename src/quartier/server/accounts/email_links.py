"""E-mail links (magic links): address confirmation, and signing in without a password.

Responses don't reveal whether an address is in use: a request is queued for any address, and only the process that sends
the e-mail looks it up. A link works once, expires, and is stored as a hash.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import sqlalchemy as sa

from quartier.core.text.languages import N_, translator
from quartier.server.access.throttling import Limit, counters_of
from quartier.server.accounts.login import AccountService, ClientInfo
from quartier.server.accounts.passwords import validate_password
from quartier.server.accounts.sessions import NewSession
from quartier.server.errors import DomainError, TooManyRequests
from quartier.server.outbound.delivery_pool import DeliveryPool
from quartier.server.outbound.smtp import DeliveryError, Mailer, validate_address
from quartier.server.storage.accounts import accounts, email_links
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.accounts.email_links import Link, QueuedEmail
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

CONFIRMATION_SECONDS: Final = 24 * 3600.0
"""Seconds for which a link confirms an address."""
LOGIN_LINK_SECONDS: Final = 30 * 60.0
"""Seconds for which a link signs in."""
MAX_LINKS: Final = 3
"""Links of an account that open at the same time."""
MAX_QUEUED: Final = 1000
"""E-mails in the queue; further requests are rejected."""
MAX_TRIES: Final = 5
CLAIM_SECONDS: Final = 90.0
"""Seconds after which an e-mail is due again if the process that sends it has died."""
FIRST_RETRY_SECONDS: Final = 60.0
"""Seconds before the second try; before each further one three times as many."""
RECIPIENT_LIMIT: Final = Limit(free=3, first=120.0, max_delay=3600.0, forgotten=24 * 3600.0)
"""How often an address is sent an e-mail, regardless of who requests it."""
SENDER_LIMIT: Final = Limit(free=10, first=60.0, max_delay=3600.0, forgotten=24 * 3600.0)
"""How often one visitor can request e-mails."""


class EmailLinks:
    """E-mail links: a scheduled task that sends queued e-mails. Thread-safe."""

    def __init__(self, tables: TableStore, account_service: AccountService, mailer: Mailer | None) -> None:
        self._tables = tables
        self._account_service = account_service
        self._mailer = mailer
        self._pool = DeliveryPool()

    # ----- what is asked for -----

    def request_confirmation(
        self, client: ClientInfo, session: SessionRow, current: str, address: str, lang: str
    ) -> None:
        """Queue an e-mail that confirms an address for the account. Raises DomainError."""
        self._require_mailer()
        account = self._account_service.reauthenticate(client, session, current)
        self._request(client, account.id, address, lang)

    def request_login_link(self, client: ClientInfo, address: str, lang: str) -> None:
        """Queue an e-mail with a login link, in case an account has this address. Raises DomainError."""
        self._require_mailer()
        self._request(client, None, address, lang)

    def _require_mailer(self) -> None:
        if self._mailer is None:
            raise DomainError(404, "no_office", N_("This server doesn’t send email."))

    def _request(self, client: ClientInfo, account: str | None, address: str, lang: str) -> None:
        address = validate_address(address)
        try:
            self._account_service.throttle.record_attempt(
                (f"mail:{address.lower()}", RECIPIENT_LIMIT),
                *counters_of("asks", client.address, SENDER_LIMIT),
            )
        except TooManyRequests as often:
            text = N_("Too many emails requested. Check your inbox, or try again in {seconds} s.")
            raise TooManyRequests(
                "too_often", text, often.retry_after or 1, seconds=often.retry_after
            ) from None

        def enqueue(writing: Transaction) -> None:
            if email_links.waiting(writing.connection) >= MAX_QUEUED:
                raise TooManyRequests(
                    "too_often", N_("Too many emails are waiting to be sent. Try again later."), 600
                )
            email_links.ask(writing.connection, account, address, lang, writing.now)

        self._do(enqueue)

    def remove(self, client: ClientInfo, session: SessionRow, current: str) -> None:
        """Remove the account's e-mail address."""
        account = self._account_service.reauthenticate(client, session, current)
        self._do(lambda writing: email_links.drop_address(writing.connection, account.id))

    # ----- links that are opened -----

    def confirm(self, client: ClientInfo, token: str) -> None:
        """Confirm an address by the token of a link. Raises DomainError."""

        def confirm_address(writing: Transaction) -> None:
            link = email_links.use_link(writing.connection, hash_secret(token), writing.now)
            if link is None or link.address is None:
                raise _invalid_link_error()
            email_links.keep_address(writing.connection, link.account, link.address)

        self._account_service.throttle.record_attempt(*client.counters)
        self._do(confirm_address)
        self._account_service.throttle.record_success(*client.counters)

    def enter(self, client: ClientInfo, token: str, password: str) -> NewSession:
        """Sign in by the token of a link; a new password signs out all other devices. Raises DomainError."""
        self._account_service.throttle.record_attempt(*client.counters)
        stored = self._account_service.passwords.hash_password(password) if password else None
        sessions = self._account_service.sessions

        def run(writing: Transaction) -> NewSession:
            link = email_links.use_link(writing.connection, hash_secret(token), writing.now)
            if link is None or link.address is not None:
                raise _invalid_link_error()
            if stored is not None:
                account = accounts.account_of(writing.connection, link.account)
                validate_password(
                    password, account.name if account else "?"
                )  # if it is not, the link opens still
                accounts.change_account(writing.connection, link.account, password=stored)
                sessions.end_all_but(writing.connection, link.account, None)
            return sessions.create(writing.connection, link.account, client.device, client.token)

        door = self._tables.writer.run(Job(run, exclusive=True))
        self._account_service.throttle.record_success(*client.counters)
        sessions.invalidate(door.account)
        return door

    # ----- sending -----

    def waits(self, connection: sa.Connection) -> bool:
        """Return whether an e-mail is queued."""
        return email_links.waiting(connection) > 0

    def look(self, now: float, is_leader: bool) -> None:
        """Send what is due, if this process is the leader."""
        free = self._pool.free_slots if is_leader else 0
        if not free:
            return
        with self._tables.database.read() as connection:
            due = email_links.due(connection, now, free)
        if due:
            for letter in self._tables.writer.run(
                Job(partial(_claim_due, due, now + CLAIM_SECONDS), exclusive=True)
            ):
                self._pool.run(partial(self._send, letter))

    def wait(self) -> None:
        """Wait until everything in flight has been sent or has failed."""
        self._pool.wait()

    def close(self) -> None:
        self._pool.close()

    def _send(self, letter: QueuedEmail) -> None:
        links = self._tables.writer.run(Job(partial(_links, letter), exclusive=True))
        retry = False
        if links and self._mailer is not None:
            base = self._tables.database.settings.base_url.rstrip("/")
            try:
                self._mailer.send(letter.address, *_compose(letter, links, base))
            except DeliveryError as error:
                retry = not error.permanent and letter.tries + 1 < MAX_TRIES
        due = self._tables.clock.now() + FIRST_RETRY_SECONDS * 3.0**letter.tries
        if retry:
            self._do(lambda writing: email_links.postpone(writing.connection, letter.id, due))
        else:
            self._do(lambda writing: email_links.delete(writing.connection, letter.id))

    def _do(self, act: Callable[[Transaction], None]) -> None:
        self._tables.writer.run(Job(act, exclusive=True))


def _claim_due(due: list[QueuedEmail], until: float, transaction: Transaction) -> list[QueuedEmail]:
    return [letter for letter in due if email_links.take(transaction.connection, letter, until)]


def _links(letter: QueuedEmail, transaction: Transaction) -> dict[str, str]:
    """Return new login or confirmation tokens by account name; none for an unknown address."""
    connection, now = transaction.connection, transaction.now
    confirms = letter.account is not None
    account_ids = (
        [letter.account] if letter.account else email_links.accounts_at(connection, letter.address.lower())
    )
    links: dict[str, str] = {}
    for account in account_ids:
        account_row, token = accounts.account_of(connection, account), new_secret()
        if account_row is not None:
            until = now + (CONFIRMATION_SECONDS if confirms else LOGIN_LINK_SECONDS)
            link = Link(hash_secret(token), account, letter.address if confirms else None, until)
            email_links.add_link(connection, link, now, MAX_LINKS)
            links[account_row.name] = token
    return links


def _compose(letter: QueuedEmail, links: dict[str, str], base: str) -> tuple[str, str]:
    """Return subject and text. The token is a URL fragment, so no server, proxy or log sees it when the link is opened."""
    t, confirms = translator(letter.lang), letter.account is not None
    path = "/account/mail/confirm" if confirms else "/account/mail/enter"
    parts = [f"{name}:\n{base}{path}#{token}" for name, token in links.items()]
    if confirms:
        subject = t("Quartier: confirm your email address")
        why = t(
            "Someone added this address to a Quartier account. If it was you, open this link within 24 "
            "hours to confirm:"
        )
    else:
        subject = t("Quartier: your sign-in link")
        why = t("Use this link to sign in. It works once and expires in 30 minutes:")
    end = t("If this wasn’t you, ignore this email. Nothing happens unless the link is opened.")
    return subject, "\n\n".join([why, *parts, end]) + "\n"


def _invalid_link_error() -> DomainError:
    text = N_("This link has expired or was already used. Request a new one.")
    return DomainError(403, "worthless", text)
