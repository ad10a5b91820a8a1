"""Words at a table: who may say what, how often, and who is spared them."""

from __future__ import annotations

import re
import time
import unicodedata
from dataclasses import dataclass
from math import ceil
from typing import Literal

import sqlalchemy as sa
import structlog

from quartier.core.text.confusables import visible
from quartier.core.text.languages import N_
from quartier.server.commands import player_names, word_filter
from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
)
from quartier.server.domain.preconditions import must_not_be_cancelled
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, TooManyRequests, no_seat
from quartier.server.storage import blocks, chat
from quartier.server.storage.chat import Reporter, Word
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

log = structlog.get_logger("quartier")
LONGEST = 200
REACTIONS = ("well_done", "thanks", "hello", "oops", "thinking", "hurry")
"""What can be said by one press."""
PACE = ((5, 10.0), (30, 300.0))
"""So many words of one person at a table in so many seconds."""
PACE_OF_WATCHERS = ((20, 10.0),)
"""Of all together who watch: who has no seat may come back as somebody else."""
MOST_REPORTS = (10, 3600.0)
Shun = Literal["mute", "block", "hear"]


@dataclass(frozen=True)
class Speaker:
    """Who speaks: the keys of a device, the person, and the seat or, for who watches, a name."""

    keys: Credentials
    person: str
    seat: int | None
    name: str = ""


def say(store: TableStore, table_id: str, speaker: Speaker, kind: str, text: str) -> Job[Word]:
    """Say something. Raises DomainError."""
    unwanted = word_filter.read(store.database.settings)
    said = unwanted.masked(clean(text)) if kind == "chat" else _reaction(text)
    name = player_names.clean(speaker.name, unwanted) if speaker.seat is None else ""
    player_names.must_be_no_bots(name)

    def spoken(transaction: Transaction) -> Word:
        held = transaction.looked_up(table_id)
        _may_speak(held, speaker, kind)
        _must_not_rush(transaction.connection, table_id, speaker)
        word = Word(
            held.head.chat_seq + 1,
            speaker.seat,
            speaker.person,
            _called(held.table, speaker.seat, name),
            kind,
            said,
            time.time(),
        )
        chat.add(transaction.connection, table_id, word)
        transaction.count_words(table_id, word.seq)
        return word

    return Job(spoken, table_id, alone=True)


def clean(text: str) -> str:
    """What is kept of a text: one line in one form, nothing of which is invisible. Raises DomainError 422."""
    text = "".join(" " if sign.isspace() else sign for sign in unicodedata.normalize("NFKC", text))
    shown = re.sub(" {2,}", " ", visible(text)).strip()
    if not shown:
        raise DomainError(422, "words", N_("There is nothing to say in that. Please type a text."))
    if len(shown) > LONGEST:
        text = N_("This is too long: at most {most} characters at a time.")
        raise DomainError(422, "words", text, most=LONGEST)
    return shown


def _reaction(name: str) -> str:
    if name not in REACTIONS:
        text = N_("There is no such reaction. Choose one of: {known}.")
        raise DomainError(422, "reaction", text, known=", ".join(REACTIONS))
    return name


def _called(table: Table, seat: int | None, name: str) -> str:
    """Somebody who watches is not taken for a player."""
    return table.names[seat] if seat is not None else player_names.unlike(name, table.names.values())


def _may_speak(held: CachedTable, speaker: Speaker, kind: str) -> None:
    caller = authenticate(held.head, speaker.keys)
    authorize_viewing(held.head, held.table, caller)
    must_not_be_cancelled(held.table)
    if speaker.seat is not None and (
        speaker.seat not in caller.seats or speaker.seat not in held.table.names
    ):
        raise no_seat()
    if speaker.seat is None and caller.seats:
        text = N_("You play at this table: say it from your seat.")
        raise DomainError(403, "has_seat", text)
    if held.head.chat_disabled:
        raise DomainError(403, "hushed", N_("Whoever opened this table has switched the chat off."))
    if kind == "reaction" and speaker.seat is None:
        raise DomainError(403, "no_seat", N_("Reactions are for those who play."))


def _must_not_rush(connection: sa.Connection, table_id: str, speaker: Speaker) -> None:
    _keep_pace(connection, table_id, speaker.seat, speaker.person, PACE)
    if speaker.seat is None:
        _keep_pace(connection, table_id, None, None, PACE_OF_WATCHERS)


def _keep_pace(
    connection: sa.Connection,
    table_id: str,
    seat: int | None,
    person: str | None,
    pace: tuple[tuple[int, float], ...],
) -> None:
    now = time.time()
    for most, seconds in pace:
        spoken = chat.times(connection, table_id, seat, person, now - seconds)
        if len(spoken) >= most:
            left = ceil(spoken[most - 1] + seconds - now)
            text = N_("That was a lot at once. You can say more in {seconds} s.")
            raise TooManyRequests("too_fast", text, left, seconds=max(1, left))


def hears(table: Table, caller: Caller, word: Word) -> bool:
    """Players do not hear who watches before the game is over: nobody whispers to them what to do."""
    return word.seat is not None or not caller.seats or table.over


def heard(
    connection: sa.Connection, head: TableRow, table: Table, caller: Caller, person: str | None, after: int
) -> list[Word]:
    """What somebody hears of what was said after word `after`, in order."""
    spared = blocks.shunned_by(connection, person, head.setup.id) if person else {}
    words = chat.since(connection, head.setup.id, after)
    return [word for word in words if word.person not in spared and hears(table, caller, word)]


def hush(table_id: str, keys: Credentials, hushed: bool) -> Job[Table]:
    """Switch the chat of a table off for everybody, or on again."""

    def done(transaction: Transaction) -> Table:
        held = transaction.looked_up(table_id)
        if not authenticate(held.head, keys).creator:
            raise DomainError(403, "not_opener", N_("Only whoever opened this table can do this."))
        transaction.hush(table_id, hushed)
        return held.table

    return Job(done, table_id, alone=True)


def shun(table_id: str, keys: Credentials, person: str, seq: int, how: Shun) -> Job[None]:
    """Hear nothing more at this table, or anywhere, of who said a word; or hear them again."""

    def done(transaction: Transaction) -> None:
        connection, word = transaction.connection, _heard_word(transaction, table_id, keys, person, seq)
        for place in (table_id, blocks.EVERYWHERE):
            blocks.unshun(connection, person, word.person, place)
        if how != "hear":
            place = table_id if how == "mute" else blocks.EVERYWHERE
            blocks.shun(connection, person, word.person, place)

    return Job(done, table_id, alone=True)


def tell_host(table_id: str, keys: Credentials, person: str, seq: int) -> Job[None]:
    """Keep a word for the host to read."""

    def done(transaction: Transaction) -> None:
        connection, now = transaction.connection, time.time()
        word = _heard_word(transaction, table_id, keys, person, seq)
        most, seconds = MOST_REPORTS
        if chat.reports_since(connection, person, now - seconds) >= most:
            text = N_("You have reported a lot within an hour. Mute or block instead, and try again later.")
            raise TooManyRequests("too_many_reports", text, seconds)
        held = transaction.looked_up(table_id)
        playing = authenticate(held.head, keys).seats & set(held.table.names)
        name = held.table.names[min(playing)] if playing else ""
        if chat.add_report(connection, table_id, word, Reporter(person, name), now):
            log.warning("reported", table=table_id, word=seq)

    return Job(done, table_id, alone=True)


def _heard_word(transaction: Transaction, table_id: str, keys: Credentials, person: str, seq: int) -> Word:
    """A word of somebody else that the caller can hear. Raises DomainError 404."""
    held = transaction.looked_up(table_id)
    caller = authenticate(held.head, keys)
    authorize_viewing(held.head, held.table, caller)
    word = chat.find(transaction.connection, table_id, seq)
    if word is None or not hears(held.table, caller, word):
        raise DomainError(404, "no_word", N_("There is no such message at this table (any more)."))
    if word.person == person:
        raise DomainError(422, "own_word", N_("These are your own words."))
    return word
