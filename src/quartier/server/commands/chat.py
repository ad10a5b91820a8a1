"""Chat at a table: who may post what, how often, and who sees it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from math import ceil
from typing import Literal

import sqlalchemy as sa

from quartier.core.text.confusables import visible
from quartier.core.text.languages import N_
from quartier.server.commands import reports
from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
)
from quartier.server.commands.names import player_names, seat_names, word_filter
from quartier.server.domain.preconditions import must_not_be_cancelled
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, TooManyRequests, no_seat, reused_id
from quartier.server.storage import blocks, chat
from quartier.server.storage.chat import ChatMessage, Report, Reporter
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

MAX_MESSAGE_LENGTH = 200
REACTIONS = ("well_done", "thanks", "hello", "oops", "thinking", "hurry")
"""What can be said by one press."""
RATE_LIMITS = ((5, 10.0), (30, 300.0))
"""(messages, seconds): rate limits of one person at a table."""
SPECTATOR_RATE_LIMITS = ((20, 10.0),)
"""The same for all spectators together: one without a seat may come back under another name."""
BlockAction = Literal["mute", "block", "hear"]


@dataclass(frozen=True)
class Sender:
    """Who posts: the credentials of a device, the person, and the seat or, for a spectator, a name; under which
    idempotency key.
    """

    credentials: Credentials
    person: str
    seat: int | None
    name: str = ""
    client_move_id: str | None = None


def post_message(store: TableStore, table_id: str, sender: Sender, kind: str, text: str) -> Job[ChatMessage]:
    """Post a chat message or a reaction. A retry with the same `client_move_id` returns it. Raises DomainError."""
    unwanted = word_filter.read(store.database.settings)
    text_shown = unwanted.mask(clean(text)) if kind == "chat" else _reaction(text)
    name = player_names.clean(sender.name, unwanted) if sender.seat is None else ""

    def run(transaction: Transaction) -> ChatMessage:
        cached = transaction.load_locked(table_id)
        _may_speak(cached, sender, kind)
        if sender.seat is None:
            _check_spectator_name(transaction.connection, cached.table, name, sender.credentials.account)
        if (posted := _find_repeated(transaction.connection, table_id, sender)) is not None:
            if (posted.kind, posted.text) != (kind, text_shown):
                raise reused_id()
            return posted
        _check_rate(transaction, table_id, sender)
        message = ChatMessage(
            cached.row.chat_seq + 1,
            sender.seat,
            sender.person,
            _sender_name(cached.table, sender.seat, name),
            kind,
            text_shown,
            transaction.now,
            sender.client_move_id,
            _is_guest(cached, sender),
        )
        chat.add(transaction.connection, table_id, message)
        transaction.set_message_count(table_id, message.seq)
        return message

    return Job(run, table_id, exclusive=True)


def clean(text: str) -> str:
    """Return the stored form of a message: one line, NFKC, nothing invisible. Raises DomainError 422."""
    text = "".join(" " if sign.isspace() else sign for sign in unicodedata.normalize("NFKC", text))
    cleaned = re.sub(" {2,}", " ", visible(text)).strip()
    if not cleaned:
        raise DomainError(422, "words", N_("The message is empty. Type something."))
    if len(cleaned) > MAX_MESSAGE_LENGTH:
        text = N_("This message is too long: at most {most} characters.")
        raise DomainError(422, "words", text, most=MAX_MESSAGE_LENGTH)
    return cleaned


def _reaction(name: str) -> str:
    if name not in REACTIONS:
        text = N_("Unknown reaction. Choose one of: {known}.")
        raise DomainError(422, "reaction", text, known=", ".join(REACTIONS))
    return name


def _sender_name(table: Table, seat: int | None, name: str) -> str:
    """Return the sender's name; a spectator's is made unlike all players'."""
    return table.names[seat] if seat is not None else player_names.make_unique(name, table.names.values())


def _is_guest(cached: CachedTable, sender: Sender) -> bool:
    if sender.seat is None:
        return sender.credentials.account is None
    return cached.row.seats[sender.seat].of_guest


def _check_spectator_name(connection: sa.Connection, table: Table, name: str, account: str | None) -> None:
    player_names.must_not_be_reserved(name)
    if table.setup.among_strangers:
        seat_names.must_not_be_another_accounts(connection, name, account)


def _may_speak(cached: CachedTable, sender: Sender, kind: str) -> None:
    caller = authenticate(cached.row, sender.credentials)
    authorize_viewing(cached.row, cached.table, caller)
    must_not_be_cancelled(cached.table)
    if sender.seat is not None and (sender.seat not in caller.seats or sender.seat not in cached.table.names):
        raise no_seat()
    if sender.seat is None and caller.seats:
        text = N_("You’re playing at this table. Send the message from your seat.")
        raise DomainError(403, "has_seat", text)
    if cached.row.chat_disabled:
        raise DomainError(403, "hushed", N_("The table’s host has turned chat off."))
    if kind == "reaction" and sender.seat is None:
        raise DomainError(403, "no_seat", N_("Only players can send reactions."))


def _find_repeated(connection: sa.Connection, table_id: str, sender: Sender) -> ChatMessage | None:
    if sender.client_move_id is None:
        return None
    return chat.find_repeated(connection, table_id, sender.seat, sender.person, sender.client_move_id)


def _check_rate(transaction: Transaction, table_id: str, sender: Sender) -> None:
    _check_rate_limits(transaction, table_id, sender.seat, sender.person, RATE_LIMITS)
    if sender.seat is None:
        _check_rate_limits(transaction, table_id, None, None, SPECTATOR_RATE_LIMITS)


def _check_rate_limits(
    transaction: Transaction,
    table_id: str,
    seat: int | None,
    person: str | None,
    limits: tuple[tuple[int, float], ...],
) -> None:
    now = transaction.now
    for most, seconds in limits:
        sent_at = chat.message_times(transaction.connection, table_id, seat, person, now - seconds)
        if len(sent_at) >= most:
            left = ceil(sent_at[most - 1] + seconds - now)
            text = N_("You’re sending messages too fast. Try again in {seconds} s.")
            raise TooManyRequests("too_fast", text, left, seconds=max(1, left))


def can_see(table: Table, caller: Caller, message: ChatMessage) -> bool:
    """Return whether a caller sees a message: players see spectators' only after the game, so no one can whisper
    moves.
    """
    return message.seat is not None or not caller.seats or table.over


def visible_messages(
    connection: sa.Connection, row: TableRow, table: Table, caller: Caller, person: str | None, after: int
) -> list[ChatMessage]:
    """Return the messages after number `after` that a caller sees, in order."""
    blocked = blocks.blocked_by(connection, person, row.setup.id) if person else {}
    messages = chat.messages_since(connection, row.setup.id, after)
    return [
        message for message in messages if message.person not in blocked and can_see(table, caller, message)
    ]


def set_chat_disabled(table_id: str, credentials: Credentials, disabled: bool) -> Job[Table]:
    """Switch the chat of a table off or on, for everyone."""

    def run(transaction: Transaction) -> Table:
        cached = transaction.load_locked(table_id)
        if not authenticate(cached.row, credentials).creator:
            raise DomainError(403, "not_opener", N_("Only the table’s host can do this."))
        transaction.set_chat_disabled(table_id, disabled)
        return cached.table

    return Job(run, table_id, exclusive=True)


def block_sender(
    table_id: str, credentials: Credentials, person: str, seq: int, how: BlockAction
) -> Job[None]:
    """Mute the sender of a message at this table, or block them everywhere; or undo that."""

    def run(transaction: Transaction) -> None:
        connection, message = (
            transaction.connection,
            _visible_message(transaction, table_id, credentials, person, seq),
        )
        for scope in (table_id, blocks.EVERYWHERE):
            blocks.unblock(connection, person, message.person, scope)
        if how != "hear":
            scope = table_id if how == "mute" else blocks.EVERYWHERE
            blocks.block(connection, person, message.person, scope)

    return Job(run, table_id, exclusive=True)


def report_message(table_id: str, credentials: Credentials, person: str, seq: int) -> Job[None]:
    """Report a message to the hosts."""

    def run(transaction: Transaction) -> None:
        message = _visible_message(transaction, table_id, credentials, person, seq)
        cached = transaction.load_locked(table_id)
        playing = authenticate(cached.row, credentials).seats & set(cached.table.names)
        name = cached.table.names[min(playing)] if playing else ""
        report = Report(table_id, "message", seq, message.name, message.text, message.person)
        reports.store_report(transaction, report, Reporter(person, name))

    return Job(run, table_id, exclusive=True)


def _visible_message(
    transaction: Transaction, table_id: str, credentials: Credentials, person: str, seq: int
) -> ChatMessage:
    """Return another person's message that the caller sees. Raises DomainError 404."""
    cached = transaction.load_locked(table_id)
    caller = authenticate(cached.row, credentials)
    authorize_viewing(cached.row, cached.table, caller)
    message = chat.find(transaction.connection, table_id, seq)
    if message is None or not can_see(cached.table, caller, message):
        raise DomainError(404, "no_word", N_("That message no longer exists at this table."))
    if message.person == person:
        raise DomainError(422, "own_word", N_("That’s your own message."))
    return message
