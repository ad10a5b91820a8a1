"""Personal data (GDPR): export and erasure of what is stored of a person. Their games stay, anonymised.

A table with a column for an account must be in `OF_AN_ACCOUNT`; a test compares it with the schema.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import sqlalchemy as sa

from quartier.server.domain.events import Join, Leave, NotReady, Substitute
from quartier.server.storage.accounts import browser_seats
from quartier.server.storage.api_tokens import program
from quartier.server.storage.lobby.lobby_schema import absence
from quartier.server.storage.notifications.notification_schema import (
    email_queue,
    last_notification,
    mail_address,
    mail_link,
    muted_table,
    notification,
    notification_preference,
    push_subscription,
)
from quartier.server.storage.rating.rating_schema import game_result, rating
from quartier.server.storage.schema import (
    account,
    account_session,
    ban,
    chat_block,
    chat_message,
    daily_game,
    event,
    game_table,
    host,
    host_action,
    oidc_identity,
    passkey,
    recovery_code,
    report,
    seat,
    table_kick,
    tournament,
    tournament_player,
)

ANONYMOUS: Final = ""
"""The name of erased people; it is shown as “someone”."""
_JOINS: Final = (Join("").write(), Join("", guest=True).write())
_VERBS: Final = (
    *_JOINS,
    Leave("", removed=False).write(),
    Leave("", removed=True).write(),
    NotReady("").write(),
    Substitute("").write(),
)
"""The prefixes of events that contain a name."""


@dataclass(frozen=True)
class PersonalDataSource:
    """What a table stores about the account in `column`."""

    column: sa.Column[Any]
    shown_columns: tuple[str, ...]
    """The exported columns: never credentials."""
    leaving: Literal["deleted", "emptied"] = "deleted"
    """What happens to the rows, or to the column, when the account is deleted."""
    emptied: tuple[tuple[str, str], ...] = ()
    """Other columns that are emptied with it."""
    export_key: str = ""
    """The key of the rows in the exported JSON; if empty, the name of the table."""


OF_AN_ACCOUNT: Final = (
    PersonalDataSource(account_session.c.account, ("device", "created_at", "seen_at")),
    PersonalDataSource(recovery_code.c.account, ()),
    PersonalDataSource(passkey.c.account, ("device", "created_at", "used_at")),
    PersonalDataSource(oidc_identity.c.account, ("issuer", "subject", "created_at", "used_at")),
    PersonalDataSource(program.c.account, ("name", "created_at", "used_at")),
    PersonalDataSource(host.c.account, ("since",)),
    PersonalDataSource(ban.c.account, ("reason", "since", "until")),
    PersonalDataSource(
        notification_preference.c.listener, ("mail", "mailed_at", "lang", "seen_at"), export_key="notice_wish"
    ),
    PersonalDataSource(push_subscription.c.listener, ("device", "created_at")),
    PersonalDataSource(muted_table.c.account, ("game_id",), export_key="quiet_table"),
    PersonalDataSource(last_notification.c.listener, ("game_id", "kind"), export_key="told"),
    PersonalDataSource(
        notification.c.listener, ("game_id", "kind", "way", "created_at"), export_key="notice"
    ),
    PersonalDataSource(mail_address.c.account, ("address",)),
    PersonalDataSource(mail_link.c.account, ()),
    PersonalDataSource(email_queue.c.account, ()),
    PersonalDataSource(rating.c.account, ("title", "value", "deviation", "games")),
    PersonalDataSource(
        game_result.c.account,
        ("game_id", "at", "place", "score", "before", "after", "deviation", "void"),
        "emptied",
    ),
    PersonalDataSource(tournament.c.organiser, ("id", "plan", "stage", "created_at"), "emptied"),
    PersonalDataSource(
        tournament_player.c.account,
        ("tournament", "name", "withdrawn"),
        "emptied",
        (("name", ANONYMOUS),),
    ),
    PersonalDataSource(host_action.c.host, ("at", "action", "subject", "note"), "emptied"),
    PersonalDataSource(seat.c.account, ("game_id", "seat"), "emptied"),
    PersonalDataSource(game_table.c.owner, ("id", "title", "created_at"), "emptied"),
)


# ----- export -----


def account_data(connection: sa.Connection, account_id: str) -> dict[str, list[dict[str, Any]]]:
    """Return what each table stores about an account, by the keys of the export."""
    result: dict[str, list[dict[str, Any]]] = {}
    for source in OF_AN_ACCOUNT:
        table = source.column.table
        if source.shown_columns:
            query = sa.select(*(table.c[name] for name in source.shown_columns)).where(
                source.column == account_id
            )
            result[source.export_key or str(table.name)] = _rows(connection, query)
    return result


def messages_of(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Return a person's chat messages."""
    columns = (chat_message.c.game_id, chat_message.c.kind, chat_message.c.text, chat_message.c.at)
    return _rows(
        connection, sa.select(*columns).where(chat_message.c.person == person).order_by(chat_message.c.at)
    )


def reports_by(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Return a person's reports."""
    columns = (report.c.game_id, report.c.name, report.c.text, report.c.at)
    return _rows(connection, sa.select(*columns).where(report.c.reporter == person).order_by(report.c.at))


def blocks_of(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Return where a person has muted or blocked others, without saying whom."""
    return _rows(connection, sa.select(chat_block.c.game_id).where(chat_block.c.viewer == person))


def deals(connection: sa.Connection, visitor: str) -> list[dict[str, Any]]:
    """Return a visitor's daily games."""
    columns = (
        daily_game.c.day,
        daily_game.c.title,
        daily_game.c.game_id,
        daily_game.c.result,
        daily_game.c.at,
    )
    return _rows(
        connection, sa.select(*columns).where(daily_game.c.visitor == visitor).order_by(daily_game.c.day)
    )


def _rows(connection: sa.Connection, query: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(query)]


def tournaments_of(connection: sa.Connection, account_id: str) -> list[str]:
    """Return the tournaments that an account plays in."""
    where = tournament_player.c.account == account_id
    return list(connection.scalars(sa.select(tournament_player.c.tournament).where(where)))


def seats_of(connection: sa.Connection, account_id: str) -> dict[str, list[int]]:
    """Return the seats of an account by table, including tables that it has only opened."""
    query = sa.select(seat.c.game_id, seat.c.seat).where(seat.c.account == account_id)
    opened = sa.select(game_table.c.id).where(game_table.c.owner == account_id)
    result: dict[str, list[int]] = {table_id: [] for table_id in connection.scalars(opened)}
    for table_id, number in connection.execute(query.order_by(seat.c.game_id, seat.c.seat)):
        result.setdefault(table_id, []).append(number)
    return result


# ----- erasure -----


def names_at(connection: sa.Connection, table_id: str, seats: Collection[int]) -> dict[int, str]:
    """Return the names under which these seats were last taken, from the log."""
    result = {}
    for number in seats:
        joined = sa.or_(*(event.c.move.startswith(verb) for verb in _JOINS))
        where = (event.c.game_id == table_id) & (event.c.actor == str(number)) & joined
        query = sa.select(event.c.move).where(where).order_by(event.c.seq.desc()).limit(1)
        last = connection.scalar(query)
        if last is not None:
            result[number] = str(last).partition(" ")[2]
    return result


def forget_seats(
    connection: sa.Connection,
    table_id: str,
    names: Mapping[int, str],
    theirs: sa.ColumnElement[bool],
    nobody: str,
) -> None:
    """Anonymise the seats that were played under these names, and their messages.

    Seats that are still `theirs` are emptied. Later players of the same seats are left alone.
    """
    for number, name in names.items():
        _forget_name(connection, table_id, number, name)
        spoken = (
            (chat_message.c.game_id == table_id)
            & (chat_message.c.seat == number)
            & (chat_message.c.name == name)
        )
        connection.execute(chat_message.update().where(spoken).values(name=ANONYMOUS, person=nobody))
        played = (daily_game.c.game_id == table_id) & (daily_game.c.name == name)
        connection.execute(daily_game.update().where(played).values(name=ANONYMOUS, visitor=nobody))
    where = (seat.c.game_id == table_id) & theirs
    nobodys = {"account": None, "person": None, "secret_hash": None, "program": None}
    connection.execute(seat.update().where(where).values(nobodys))
    browser_seats.drop_void(connection, table_id)


def _forget_name(connection: sa.Connection, table_id: str, number: int, name: str) -> None:
    """Anonymise a name in the log of a table, in reports and in challenges."""
    challenged = (game_table.c.challenge_of == table_id) & (game_table.c.challenger == name)
    connection.execute(
        game_table.update().where(challenged).values(challenger=ANONYMOUS, edition=game_table.c.edition + 1)
    )
    for verb in _VERBS:
        where = (event.c.game_id == table_id) & (event.c.actor == str(number)) & (event.c.move == verb + name)
        connection.execute(event.update().where(where).values(move=verb + ANONYMOUS))
    for column in (report.c.name, report.c.reporter_name):
        where = (report.c.game_id == table_id) & (column == name)
        connection.execute(report.update().where(where).values({column.name: ANONYMOUS}))


def forget_person(connection: sa.Connection, person: str, nobody: str) -> None:
    """Anonymise a person everywhere; their messages stay."""
    connection.execute(
        chat_message.update().where(chat_message.c.person == person).values(name=ANONYMOUS, person=nobody)
    )
    connection.execute(report.update().where(report.c.person == person).values(name=ANONYMOUS, person=nobody))
    connection.execute(
        report.update().where(report.c.reporter == person).values(reporter=nobody, reporter_name=ANONYMOUS)
    )
    connection.execute(seat.update().where(seat.c.person == person).values(person=None))
    connection.execute(
        chat_block.delete().where((chat_block.c.viewer == person) | (chat_block.c.person == person))
    )
    connection.execute(table_kick.delete().where(table_kick.c.person == person))
    connection.execute(absence.delete().where(absence.c.person == person))
    connection.execute(ban.delete().where(ban.c.person == person))


def forget_deals(connection: sa.Connection, visitor: str, nobody: str) -> None:
    """Anonymise a visitor's daily results."""
    where = daily_game.c.visitor == visitor
    connection.execute(daily_game.update().where(where).values(name=ANONYMOUS, visitor=nobody))


def forget_account(connection: sa.Connection, account_id: str) -> None:
    """Delete an account with all of its own data."""
    for source in OF_AN_ACCOUNT:
        where = source.column == account_id
        table = source.column.table
        assert isinstance(table, sa.Table)
        if source.leaving == "deleted":
            connection.execute(table.delete().where(where))
        else:
            connection.execute(
                table.update().where(where).values({source.column.name: None} | dict(source.emptied))
            )
    connection.execute(account.delete().where(account.c.id == account_id))
