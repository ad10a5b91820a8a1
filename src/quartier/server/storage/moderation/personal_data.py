"""What is stored of a person: told to them, and forgotten when they wish it. Their games stay, under nobody's name.

Whatever table gets a column that says whose account it is belongs into `OF_AN_ACCOUNT`; a test holds it to the schema.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import sqlalchemy as sa

from quartier.server.domain.events import Join, Leave
from quartier.server.storage.api_tokens import program
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
from quartier.server.storage.schema import (
    account,
    account_session,
    ban,
    chat_block,
    chat_message,
    daily_game,
    event,
    game_result,
    game_table,
    host,
    host_action,
    oidc_identity,
    passkey,
    rating,
    recovery_code,
    report,
    seat,
    table_kick,
    tournament,
    tournament_player,
)

NOBODY: Final = ""
"""The name of whoever is forgotten; it is shown as “somebody”."""
_JOIN: Final = Join("").write()
_VERBS: Final = (_JOIN, Leave("", removed=False).write(), Leave("", removed=True).write())
"""How the events begin that hold a name."""


@dataclass(frozen=True)
class PersonalDataSource:
    """What a table keeps of the account in `column`."""

    column: sa.Column[Any]
    told: tuple[str, ...]
    """The columns that its owner is given: never what opens anything."""
    leaving: Literal["deleted", "emptied"] = "deleted"
    """What becomes of the rows, or of the column, when the account is deleted."""
    emptied: tuple[tuple[str, str], ...] = ()
    """What else is emptied with the column."""
    export_key: str = ""
    """The key of the rows in the exported JSON; the name of the table where empty."""


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
    PersonalDataSource(notification.c.listener, ("game_id", "kind", "way", "created_at"), export_key="notice"),
    PersonalDataSource(mail_address.c.account, ("address",)),
    PersonalDataSource(mail_link.c.account, ()),
    PersonalDataSource(email_queue.c.account, ()),
    PersonalDataSource(rating.c.account, ("title", "value", "deviation", "games")),
    PersonalDataSource(
        game_result.c.account, ("game_id", "at", "place", "score", "before", "after", "deviation"), "emptied"
    ),
    PersonalDataSource(tournament.c.organiser, ("id", "plan", "stage", "created_at"), "emptied"),
    PersonalDataSource(
        tournament_player.c.account,
        ("tournament", "name", "withdrawn"),
        "emptied",
        (("name", NOBODY),),
    ),
    PersonalDataSource(host_action.c.host, ("at", "action", "subject", "note"), "emptied"),
    PersonalDataSource(seat.c.account, ("game_id", "seat"), "emptied"),
    PersonalDataSource(game_table.c.owner, ("id", "title", "created_at"), "emptied"),
)


# ----- telling -----


def told(connection: sa.Connection, account_id: str) -> dict[str, list[dict[str, Any]]]:
    """Return what each table stores of an account, by the keys of the export."""
    result: dict[str, list[dict[str, Any]]] = {}
    for kept in OF_AN_ACCOUNT:
        table = kept.column.table
        if kept.told:
            query = sa.select(*(table.c[name] for name in kept.told)).where(kept.column == account_id)
            result[kept.export_key or str(table.name)] = _rows(connection, query)
    return result


def said(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """What somebody has said at tables."""
    columns = (chat_message.c.game_id, chat_message.c.kind, chat_message.c.text, chat_message.c.at)
    return _rows(
        connection, sa.select(*columns).where(chat_message.c.person == person).order_by(chat_message.c.at)
    )


def reported(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """What somebody has asked the hosts to read."""
    columns = (report.c.game_id, report.c.name, report.c.text, report.c.at)
    return _rows(connection, sa.select(*columns).where(report.c.reporter == person).order_by(report.c.at))


def shunned_by(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Where somebody hears nothing more of others: at a table, or ("") anywhere. Who the others are is not theirs."""
    return _rows(connection, sa.select(chat_block.c.game_id).where(chat_block.c.viewer == person))


def deals(connection: sa.Connection, visitor: str) -> list[dict[str, Any]]:
    """The deals of a day that somebody has played."""
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
    """Those that an account plays in."""
    where = tournament_player.c.account == account_id
    return list(connection.scalars(sa.select(tournament_player.c.tournament).where(where)))


def seats_of(connection: sa.Connection, account_id: str) -> dict[str, list[int]]:
    """The seats of an account, by table; also the tables that it has only opened."""
    query = sa.select(seat.c.game_id, seat.c.seat).where(seat.c.account == account_id)
    opened = sa.select(game_table.c.id).where(game_table.c.owner == account_id)
    result: dict[str, list[int]] = {table_id: [] for table_id in connection.scalars(opened)}
    for table_id, number in connection.execute(query.order_by(seat.c.game_id, seat.c.seat)):
        result.setdefault(table_id, []).append(number)
    return result


# ----- forgetting -----


def names_at(connection: sa.Connection, table_id: str, seats: Collection[int]) -> dict[int, str]:
    """What those are called who have sat down last at these seats, as the log says."""
    result = {}
    for number in seats:
        where = (
            (event.c.game_id == table_id) & (event.c.actor == str(number)) & event.c.move.startswith(_JOIN)
        )
        query = sa.select(event.c.move).where(where).order_by(event.c.seq.desc()).limit(1)
        last = connection.scalar(query)
        if last is not None:
            result[number] = str(last).removeprefix(_JOIN)
    return result


def forget_seats(
    connection: sa.Connection,
    table_id: str,
    names: Mapping[int, str],
    theirs: sa.ColumnElement[bool],
    nobody: str,
) -> None:
    """Nobody in particular has sat there under these names, or spoken there; seats that are still `theirs` are nobody's.
    Who has sat down there since is left alone.
    """
    for number, name in names.items():
        _forget_name(connection, table_id, number, name)
        spoken = (
            (chat_message.c.game_id == table_id)
            & (chat_message.c.seat == number)
            & (chat_message.c.name == name)
        )
        connection.execute(chat_message.update().where(spoken).values(name=NOBODY, person=nobody))
        played = (daily_game.c.game_id == table_id) & (daily_game.c.name == name)
        connection.execute(daily_game.update().where(played).values(name=NOBODY, visitor=nobody))
    where = (seat.c.game_id == table_id) & theirs
    nobodys = {"account": None, "person": None, "secret_hash": None, "program": None}
    connection.execute(seat.update().where(where).values(nobodys))


def _forget_name(connection: sa.Connection, table_id: str, number: int, name: str) -> None:
    """Also where they got up again; others who sat there before are called otherwise."""
    for verb in _VERBS:
        where = (event.c.game_id == table_id) & (event.c.actor == str(number)) & (event.c.move == verb + name)
        connection.execute(event.update().where(where).values(move=verb + NOBODY))
    for column in (report.c.name, report.c.reporter_name):
        where = (report.c.game_id == table_id) & (column == name)
        connection.execute(report.update().where(where).values({column.name: NOBODY}))


def forget_person(connection: sa.Connection, person: str, nobody: str) -> None:
    """Forget whom others have met, wherever that was: what was said stays."""
    connection.execute(
        chat_message.update().where(chat_message.c.person == person).values(name=NOBODY, person=nobody)
    )
    connection.execute(report.update().where(report.c.person == person).values(name=NOBODY, person=nobody))
    connection.execute(
        report.update().where(report.c.reporter == person).values(reporter=nobody, reporter_name=NOBODY)
    )
    connection.execute(seat.update().where(seat.c.person == person).values(person=None))
    connection.execute(
        chat_block.delete().where((chat_block.c.viewer == person) | (chat_block.c.person == person))
    )
    connection.execute(table_kick.delete().where(table_kick.c.person == person))
    connection.execute(ban.delete().where(ban.c.person == person))


def forget_deals(connection: sa.Connection, visitor: str, nobody: str) -> None:
    """The results of a day stay, under nobody's name."""
    where = daily_game.c.visitor == visitor
    connection.execute(daily_game.update().where(where).values(name=NOBODY, visitor=nobody))


def forget_account(connection: sa.Connection, account_id: str) -> None:
    """Delete an account with all that is its own."""
    for kept in OF_AN_ACCOUNT:
        where = kept.column == account_id
        table = kept.column.table
        assert isinstance(table, sa.Table)
        if kept.leaving == "deleted":
            connection.execute(table.delete().where(where))
        else:
            connection.execute(
                table.update().where(where).values({kept.column.name: None} | dict(kept.emptied))
            )
    connection.execute(account.delete().where(account.c.id == account_id))
