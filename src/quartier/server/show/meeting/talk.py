"""Words at a table, as one device hears them."""

from __future__ import annotations

from typing import cast

from quartier.server.commands.caller import Caller, Keys, admit, identify
from quartier.server.commands.meeting.talk import heard
from quartier.server.show.meeting import table_models as models
from quartier.server.storage.meeting import people, talk
from quartier.server.storage.meeting.talk import Word
from quartier.server.storage.repository import Head
from quartier.server.storage.store import TableStore
from quartier.server.table.fold import Table


def news(
    tables: TableStore, head: Head, table: Table, caller: Caller, person: str | None, after: int
) -> list[models.Word]:
    """What was said after word `after`."""
    with tables.database.read() as connection:
        words = heard(connection, head, table, caller, person, after)
    return [described(word, person) for word in words]


def listing(tables: TableStore, table_id: str, keys: Keys, person: str | None) -> models.Talk:
    """Everything that is kept of what was said, and of whom the device is spared."""
    head, table = tables.load(table_id)
    caller = identify(head, keys)
    admit(table, caller)
    return {
        "words": news(tables, head, table, caller, person, 0),
        "spared": _spared(tables, table_id, person) if person else [],
    }


def _spared(tables: TableStore, table_id: str, person: str) -> list[models.Spared]:
    """Whom somebody hears no more, by the last word of each."""
    with tables.database.read() as connection:
        places = people.shunned_by(connection, person, table_id)
        last = {word.person: word for word in talk.since(connection, table_id, 0) if word.person in places}
    return [
        {"seq": word.seq, "name": word.name, "everywhere": places[each] == people.EVERYWHERE}
        for each, word in last.items()
    ]


def described(word: Word, person: str | None) -> models.Word:
    """A word as a person hears it."""
    return {
        "seq": word.seq,
        "seat": word.seat,
        "name": word.name,
        "kind": cast(models.WordKind, word.kind),
        "text": word.text,
        "at": word.at,
        "yours": word.person == person,
    }
