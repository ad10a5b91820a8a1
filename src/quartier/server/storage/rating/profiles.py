"""All SQL by which others look at people: a profile's games and rivals, and who leads at a title."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.domain.rating.method import Rating
from quartier.server.storage.rating.results import OUTCOME, AccountRating, Outcome
from quartier.server.storage.schema import account, ban, game_result, game_table, rating, seat

MOST = 2000
"""Games that a profile counts, the last ones."""
_HIDDEN = account.c.hidden | account.c.hidden_by_host
LEADERS = 100
"""People whom a leaderboard names."""


@dataclass(frozen=True)
class OpponentRow:
    """A seat at a game of somebody's: whose it was, and where it came in. Neither account nor bot: a guest, or somebody
    whose account was deleted.
    """

    game_id: str
    account: str | None
    name: str | None
    hidden: bool
    bot: str | None
    program: bool
    """A program played it."""
    place: int


@dataclass(frozen=True)
class Leader:
    """Somebody with a rating at a title."""

    name: str
    known: AccountRating


def titles(connection: sa.Connection, account_id: str, everything: bool) -> list[str]:
    """The titles that somebody has played, the one played last first."""
    last = sa.func.max(game_result.c.at)
    query = sa.select(game_result.c.title).where(_own(account_id, everything))
    return list(connection.scalars(query.group_by(game_result.c.title).order_by(last.desc())))


def games(connection: sa.Connection, account_id: str, title: str, everything: bool) -> list[Outcome]:
    """Somebody's last games of a title, the oldest of them first; those that only the players know of with `everything`."""
    where = _own(account_id, everything) & (game_result.c.title == title)
    query = sa.select(*OUTCOME).where(where).order_by(game_result.c.at.desc(), game_result.c.game_id)
    return [Outcome(*row) for row in reversed(connection.execute(query.limit(MOST)).all())]


def opponents(connection: sa.Connection, account_id: str, title: str, everything: bool) -> list[OpponentRow]:
    """Who sat at these games beside them."""
    other = game_result.alias("other")
    columns = (
        other.c.game_id,
        other.c.account,
        account.c.name,
        sa.func.coalesce(_HIDDEN, sa.false()),
        other.c.bot,
        seat.c.program.is_not(None),
        other.c.place,
    )
    there = (other.c.game_id == game_result.c.game_id) & (other.c.seat != game_result.c.seat)
    query = sa.select(*columns).select_from(game_result).join(other, there)
    query = query.outerjoin(account, account.c.id == other.c.account)
    query = query.outerjoin(seat, _seat_of(other))
    where = _own(account_id, everything) & (game_result.c.title == title)
    query = query.where(where).order_by(game_result.c.at.desc(), game_result.c.game_id)
    return [OpponentRow(*row) for row in connection.execute(query.limit(6 * MOST))]


def by_programs(connection: sa.Connection, account_id: str, title: str) -> set[str]:
    """Somebody's games of a title in which a program has played their seat."""
    query = sa.select(game_result.c.game_id).join(seat, _seat_of(game_result))
    own = (game_result.c.account == account_id) & (game_result.c.title == title)
    return set(connection.scalars(query.where(own & seat.c.program.is_not(None))))


def _seat_of(result: sa.FromClause) -> sa.ColumnElement[bool]:
    """The row of a seat, by how its game went."""
    return (seat.c.game_id == result.c.game_id) & (seat.c.seat == result.c.seat)


def ratings(connection: sa.Connection, account_id: str) -> dict[str, AccountRating]:
    """By title what is known of an account."""
    columns = (rating.c.title, rating.c.value, rating.c.deviation, rating.c.games)
    rows = connection.execute(sa.select(*columns).where(rating.c.account == account_id))
    return {row.title: AccountRating(Rating(row.value, row.deviation), row.games) for row in rows}


def leaders(connection: sa.Connection, title: str, surest: float, now: float) -> list[Leader]:
    """Who has the highest ratings at a title: those first of whom more is known than the deviation `surest` leaves open. Who
    hides, or is banned `now`, is left out.
    """
    columns = (account.c.name, rating.c.value, rating.c.deviation, rating.c.games)
    query = sa.select(*columns).join(account, account.c.id == rating.c.account)
    barred = (ban.c.account == account.c.id) & (ban.c.until.is_(None) | (ban.c.until > now))
    query = query.where((rating.c.title == title) & ~_HIDDEN & ~sa.exists().where(barred))
    unsure = sa.case((rating.c.deviation > surest, 1), else_=0)
    query = query.order_by(unsure, rating.c.value.desc(), account.c.name).limit(LEADERS)
    rows = connection.execute(query)
    return [Leader(row.name, AccountRating(Rating(row.value, row.deviation), row.games)) for row in rows]


def hide(connection: sa.Connection, account_id: str, hidden: bool) -> None:
    """Whether others see nothing of a profile."""
    connection.execute(account.update().where(account.c.id == account_id).values(hidden=hidden))


def is_hidden(connection: sa.Connection, account_id: str) -> bool:
    """The same as it is stored."""
    return bool(connection.scalar(sa.select(_HIDDEN).where(account.c.id == account_id)))


def _own(account_id: str, everything: bool) -> sa.ColumnElement[bool]:
    """The games of an account; of those that others may know of, none that a host has hidden."""
    own = game_result.c.account == account_id
    if everything:
        return own
    hidden = (game_table.c.id == game_result.c.game_id) & game_table.c.hidden
    return own & game_result.c.shown & ~sa.exists().where(hidden)
