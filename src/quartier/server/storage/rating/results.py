"""SQL for results of games, and for ratings."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.domain.events import UnratedReason
from quartier.server.domain.rating.method import NEWCOMER, Rating
from quartier.server.storage.rating.rating_schema import game_result, rating
from quartier.server.storage.schema import seat


@dataclass(frozen=True)
class Outcome:
    """The result of a game for one seat. `before` to `deviation`: the change of its rating, if it was rated."""

    game_id: str
    seat: int
    account: str | None
    """None: a guest, a bot, or a deleted account."""
    bot: str | None
    """Its level."""
    title: str
    at: float
    shown: bool
    """It was rated or public, so others may see it."""
    place: int
    score: int
    opening: str | None
    """The seat's first move in notation."""
    before: float | None = None
    after: float | None = None
    deviation: float | None = None
    moves: int | None = None
    """How many its person has made; None: from an earlier release."""
    network: int | None = None
    """The first seat of the game with the same internet connection, if there are several."""
    void: UnratedReason | None = None
    """Why the rated game changes no rating."""


@dataclass(frozen=True)
class AccountRating:
    """The rating of an account at a title, after `games` rated games."""

    rating: Rating
    games: int

    @property
    def value(self) -> float:
        """The rating as a number."""
        return self.rating.value


OUTCOME = [game_result.c[field.name] for field in fields(Outcome)]


def lock_ratings(connection: sa.Connection) -> None:
    """Lock all ratings until the transaction ends: each game builds on the result of the one before."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext("ratings"))))


def accounts(connection: sa.Connection, table_id: str) -> dict[int, str | None]:
    """Return the accounts of a table, by seat."""
    query = sa.select(seat.c.seat, seat.c.account).where(seat.c.game_id == table_id)
    return {row.seat: row.account for row in connection.execute(query)}


def take_networks(connection: sa.Connection, table_id: str) -> dict[int, int]:
    """Return for each seat that shares its internet connection the first of those seats; and erase the connections."""
    where = (seat.c.game_id == table_id) & seat.c.network.is_not(None)
    rows = connection.execute(sa.select(seat.c.seat, seat.c.network).where(where).order_by(seat.c.seat)).all()
    if rows:
        connection.execute(seat.update().where(where).values(network=None))
    together: dict[str, list[int]] = {}
    for row in rows:
        together.setdefault(row.network, []).append(row.seat)
    return {number: seats[0] for seats in together.values() if len(seats) > 1 for number in seats}


def add(connection: sa.Connection, outcomes: list[Outcome]) -> None:
    """Store the result of a game for all its seats."""
    connection.execute(game_result.insert(), [vars(outcome) for outcome in outcomes])


def remove(connection: sa.Connection, table_id: str) -> None:
    """Delete the result of a game."""
    connection.execute(game_result.delete().where(game_result.c.game_id == table_id))


def account_rating(connection: sa.Connection, account_id: str, title: str) -> AccountRating:
    """Return the rating of an account; a newcomer's if it has none."""
    where = (rating.c.account == account_id) & (rating.c.title == title)
    columns = (rating.c.value, rating.c.deviation, rating.c.games)
    row = connection.execute(sa.select(*columns).where(where)).one_or_none()
    return (
        AccountRating(NEWCOMER, 0)
        if row is None
        else AccountRating(Rating(row.value, row.deviation), row.games)
    )


def set_rating(connection: sa.Connection, account_id: str, title: str, new: Rating, anew: bool) -> None:
    """Store the rating of an account after another rated game; `anew`: it was the first."""
    values = {"value": new.value, "deviation": new.deviation}
    if anew:
        connection.execute(rating.insert().values(account=account_id, title=title, games=1, **values))
        return
    where = (rating.c.account == account_id) & (rating.c.title == title)
    connection.execute(rating.update().where(where).values(games=rating.c.games + 1, **values))


def tables_of(connection: sa.Connection, account_id: str) -> list[str]:
    """Return all tables at which an account has seats."""
    query = sa.select(seat.c.game_id).where(seat.c.account == account_id).distinct()
    return list(connection.scalars(query.order_by(seat.c.game_id)))
