"""Words at a table, as one device hears them."""

from __future__ import annotations

from typing import NamedTuple, cast

from quartier.core.text.languages import translator
from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
)
from quartier.server.commands.chat import heard
from quartier.server.domain.table import Table
from quartier.server.storage import blocks, chat
from quartier.server.storage.chat import Word
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views import messages as wording
from quartier.server.views.lobby import chat_models as models


class Listener(NamedTuple):
    """Who hears it: what they may play, who they are if they are known, and in which language."""

    caller: Caller
    person: str | None
    lang: str


def news(
    tables: TableStore, head: TableRow, table: Table, listener: Listener, after: int
) -> list[models.Word]:
    """What was said after word `after`, up to the last one of which `head` knows: a later one has news of its own."""
    with tables.database.read() as connection:
        words = heard(connection, head, table, listener.caller, listener.person, after)
    return [described(word, listener.person, listener.lang) for word in words if word.seq <= head.chat_seq]


def listing(
    tables: TableStore, table_id: str, keys: Credentials, person: str | None, lang: str
) -> models.Talk:
    """Everything that is kept of what was said, and of whom the device is spared."""
    head, table = tables.load(table_id)
    caller = authenticate(head, keys)
    authorize_viewing(head, table, caller)
    return {
        "words": news(tables, head, table, Listener(caller, person, lang), 0),
        "spared": _spared(tables, table_id, person, lang) if person else [],
    }


def _spared(tables: TableStore, table_id: str, person: str, lang: str) -> list[models.Spared]:
    """Whom somebody hears no more, by the last word of each."""
    with tables.database.read() as connection:
        places = blocks.shunned_by(connection, person, table_id)
        last = {word.person: word for word in chat.since(connection, table_id, 0) if word.person in places}
    return [
        {"seq": word.seq, "name": _name(word, lang), "everywhere": places[each] == blocks.EVERYWHERE}
        for each, word in last.items()
    ]


def described(word: Word, person: str | None, lang: str) -> models.Word:
    """A word as a person hears it."""
    return {
        "seq": word.seq,
        "seat": word.seat,
        "name": _name(word, lang),
        "kind": cast(models.WordKind, word.kind),
        "text": word.text,
        "at": word.at,
        "yours": word.person == person,
    }


def _name(word: Word, lang: str) -> str:
    return wording.person_name(word.name, translator(lang))
