"""View models of the chat at a table, as one device sees it."""

from __future__ import annotations

from typing import NamedTuple, cast

from quartier.core.text.languages import translator
from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
)
from quartier.server.commands.chat import visible_messages
from quartier.server.domain.table import Table
from quartier.server.storage import blocks, chat
from quartier.server.storage.chat import ChatMessage
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views import messages as wording
from quartier.server.views.lobby import chat_models as models


class Recipient(NamedTuple):
    """The recipient of chat messages: their rights, their person id if any, and their language."""

    caller: Caller
    person: str | None
    lang: str


def new_messages(
    tables: TableStore, row: TableRow, table: Table, recipient: Recipient, after: int
) -> list[models.ChatMessage]:
    """Return the messages after `after`, up to the last one that `row` knows of."""
    with tables.database.read() as connection:
        rows = visible_messages(connection, row, table, recipient.caller, recipient.person, after)
    return [
        message_view(message, recipient.person, recipient.lang)
        for message in rows
        if message.seq <= row.chat_seq
    ]


def listing(
    tables: TableStore, table_id: str, credentials: Credentials, person: str | None, lang: str
) -> models.ChatHistory:
    """Return the chat history, and the muted authors."""
    row, table = tables.load(table_id)
    caller = authenticate(row, credentials)
    authorize_viewing(row, table, caller)
    return {
        "words": new_messages(tables, row, table, Recipient(caller, person, lang), 0),
        "spared": _muted_authors(tables, table_id, person, lang) if person else [],
    }


def _muted_authors(tables: TableStore, table_id: str, person: str, lang: str) -> list[models.MutedAuthor]:
    """Return the authors that a person has muted or blocked, by the last message of each."""
    with tables.database.read() as connection:
        scopes = blocks.blocked_by(connection, person, table_id)
        last = {
            message.person: message
            for message in chat.messages_since(connection, table_id, 0)
            if message.person in scopes
        }
    return [
        {"seq": message.seq, "name": _name(message, lang), "everywhere": scopes[author] == blocks.EVERYWHERE}
        for author, message in last.items()
    ]


def message_view(message: ChatMessage, person: str | None, lang: str) -> models.ChatMessage:
    """Return a message as a person sees it."""
    return {
        "seq": message.seq,
        "seat": message.seat,
        "name": _name(message, lang),
        "kind": cast(models.ChatMessageKind, message.kind),
        "text": message.text,
        "at": message.at,
        "yours": message.person == person,
        "guest": message.guest and bool(message.name),
    }


def _name(message: ChatMessage, lang: str) -> str:
    return wording.person_name(message.name, translator(lang))
