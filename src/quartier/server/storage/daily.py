"""SQL for daily deals."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.domain.table import Table
from quartier.server.storage import table_rows
from quartier.server.storage.schema import DAYS, daily_game, secret


@dataclass(frozen=True)
class DailyResult:
    """The result of a daily game."""

    name: str
    result: str
    """The scores, in the format of a record's header."""
    points: int
    """The score; against a bot, the lead."""
    visitor: str


def days_secret(connection: sa.Connection) -> str:
    """Return the secret from which the keys of all days are derived."""
    return str(connection.execute(sa.select(secret.c.value).where(secret.c.name == DAYS)).scalar_one())


def game_of(connection: sa.Connection, day: str, title: str, visitor: str) -> str | None:
    """Return the table at which a visitor plays the deal of a day."""
    if connection.dialect.name == "postgresql":  # no one opens two at the same moment
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(visitor))))
    where = (daily_game.c.day == day) & (daily_game.c.title == title) & (daily_game.c.visitor == visitor)
    return connection.scalar(sa.select(daily_game.c.game_id).where(where))


def add_game(connection: sa.Connection, day: str, visitor: str, table: Table) -> None:
    """Store who plays the deal of a day at a new table."""
    values = {"day": day, "title": table.setup.title, "visitor": visitor, "game_id": table.setup.id}
    connection.execute(daily_game.insert().values(name=table.names[0], **values))


def give_game(connection: sa.Connection, table_id: str, visitor: str) -> None:
    """Transfer a daily game to another visitor, unless they have played the deal already."""
    game = connection.execute(sa.select(daily_game).where(daily_game.c.game_id == table_id)).one_or_none()
    if game is not None and game_of(connection, game.day, game.title, visitor) is None:
        where = daily_game.c.game_id == table_id
        connection.execute(daily_game.update().where(where).values(visitor=visitor))


def note_end(connection: sa.Connection, table: Table, now: float) -> None:
    """Store the result of a daily game that was played to its end on its day.

    Not if it was resigned or ended later: the key of the day is public then.
    """
    if not table.state.over or table_rows.day(now) != table.setup.day:
        return
    score, *others = table.state.scores()
    values = {"result": table.state.result(), "points": score - max(others, default=0), "at": now}
    connection.execute(daily_game.update().where(daily_game.c.game_id == table.setup.id).values(**values))


def results(connection: sa.Connection, day: str, title: str, most: int) -> list[DailyResult]:
    """Return the results of a day, best first, earlier ones first among equals."""
    columns = (daily_game.c.name, daily_game.c.result, daily_game.c.points, daily_game.c.visitor)
    where = (daily_game.c.day == day) & (daily_game.c.title == title) & daily_game.c.result.is_not(None)
    query = sa.select(*columns).where(where).order_by(daily_game.c.points.desc(), daily_game.c.at).limit(most)
    return [DailyResult(*row) for row in connection.execute(query)]
