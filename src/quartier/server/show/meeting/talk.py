"""Words at a table, as one device hears them."""

from __future__ import annotations

from typing import NamedTuple, cast

from quartier.core.text.languages import translator
from quartier.server.commands.caller import Caller, Keys, admit, identify
from quartier.server.commands.meeting.talk import heard
from quartier.server.show import words as wording
from quartier.server.show.meeting import table_models as models
from quartier.server.storage.meeting import people, talk
from quartier.server.storage.meeting.talk import Word
from quartier.server.storage.repository import Head
from quartier.server.storage.store import TableStore
from quartier.server.table.fold import Table


class Listener(NamedTuple):
    """Who hears it: what they may play, who they are if they are known, and in which language."""

    caller: Caller
    person: str | None
    lang: str


def news(tables: TableStore, head: Head, table: Table, listener: Listener, after: int) -> list[models.Word]:
    """What was said after word `after`, up to the last one of which `head` knows: a later one has news of its own."""
    with tables.database.read() as connection:
        words = heard(connection, head, table, listener.caller, listener.person, after)
    return [described(word, listener.person, listener.lang) for word in words if word.seq <= head.chat_seq]


def listing(tables: TableStore, table_id: str, keys: Keys, person: str | None, lang: str) -> models.Talk:
    """Everything that is kept of what was said, and of whom the device is spared."""
    head, table = tables.load(table_id)
    caller = identify(head, keys)
    admit(head, table, caller)
    return {
        "words": news(tables, head, table, Listener(caller, person, lang), 0),
        "spared": _spared(tables, table_id, person, lang) if person else [],
    }


def _spared(tables: TableStore, table_id: str, person: str, lang: str) -> list[models.Spared]:
    """Whom somebody hears no more, by the last word of each."""
    with tables.database.read() as connection:
        places = people.shunned_by(connection, person, table_id)
        last = {word.person: word for word in talk.since(connection, table_id, 0) if word.person in places}
    return [
        {"seq": word.seq, "name": _name(word, lang), "everywhere": places[each] == people.EVERYWHERE}
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
