"""SQL for profiles and leaderboards."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.domain.rating.method import Rating
from quartier.server.storage.rating.rating_schema import game_result, rating
from quartier.server.storage.rating.results import OUTCOME, AccountRating, Outcome
from quartier.server.storage.schema import account, ban, game_table, seat

MAX_PROFILE_GAMES = 2000
"""Number of the latest games that a profile counts."""
_HIDDEN = account.c.hidden | account.c.hidden_by_host
MAX_LEADERS = 100
"""Maximum number of people on a leaderboard."""


@dataclass(frozen=True)
class OpponentRow:
    """Another seat of an account's game. Neither account nor bot: a guest, or a deleted account."""

    game_id: str
    account: str | None
    name: str | None
    hidden: bool
    bot: str | None
    program: bool
    """An API client played it."""
    place: int


@dataclass(frozen=True)
class Leader:
    """An account on the leaderboard of a title."""

    name: str
    account_rating: AccountRating


def titles(connection: sa.Connection, account_id: str, everything: bool) -> list[str]:
    """Return the titles that an account has played, last played first."""
    last = sa.func.max(game_result.c.at)
    query = sa.select(game_result.c.title).where(_own(account_id, everything))
    return list(connection.scalars(query.group_by(game_result.c.title).order_by(last.desc())))


def games(connection: sa.Connection, account_id: str, title: str, everything: bool) -> list[Outcome]:
    """Return an account's last games of a title, oldest first; with `everything` including private ones."""
    where = _own(account_id, everything) & (game_result.c.title == title)
    query = sa.select(*OUTCOME).where(where).order_by(game_result.c.at.desc(), game_result.c.game_id)
    return [Outcome(*row) for row in reversed(connection.execute(query.limit(MAX_PROFILE_GAMES)).all())]


def opponents(connection: sa.Connection, account_id: str, title: str, everything: bool) -> list[OpponentRow]:
    """Return the other seats of these games."""
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
    return [OpponentRow(*row) for row in connection.execute(query.limit(6 * MAX_PROFILE_GAMES))]


def by_programs(connection: sa.Connection, account_id: str, title: str) -> set[str]:
    """Return an account's games of a title in which an API client played its seat."""
    query = sa.select(game_result.c.game_id).join(seat, _seat_of(game_result))
    own = (game_result.c.account == account_id) & (game_result.c.title == title)
    return set(connection.scalars(query.where(own & seat.c.program.is_not(None))))


def _seat_of(result: sa.FromClause) -> sa.ColumnElement[bool]:
    """Select the seat of a result."""
    return (seat.c.game_id == result.c.game_id) & (seat.c.seat == result.c.seat)


def ratings(connection: sa.Connection, account_id: str) -> dict[str, AccountRating]:
    """Return an account's ratings, by title."""
    columns = (rating.c.title, rating.c.value, rating.c.deviation, rating.c.games)
    rows = connection.execute(sa.select(*columns).where(rating.c.account == account_id))
    return {row.title: AccountRating(Rating(row.value, row.deviation), row.games) for row in rows}


def leaders(connection: sa.Connection, title: str, surest: float, now: float) -> list[Leader]:
    """Return the highest ratings at a title, those with a deviation above `surest` last.

    Hidden accounts, and those banned `now`, are left out.
    """
    columns = (account.c.name, rating.c.value, rating.c.deviation, rating.c.games)
    query = sa.select(*columns).join(account, account.c.id == rating.c.account)
    barred = (ban.c.account == account.c.id) & (ban.c.until.is_(None) | (ban.c.until > now))
    query = query.where((rating.c.title == title) & ~_HIDDEN & ~sa.exists().where(barred))
    unsure = sa.case((rating.c.deviation > surest, 1), else_=0)
    query = query.order_by(unsure, rating.c.value.desc(), account.c.name).limit(MAX_LEADERS)
    rows = connection.execute(query)
    return [Leader(row.name, AccountRating(Rating(row.value, row.deviation), row.games)) for row in rows]


def hide(connection: sa.Connection, account_id: str, hidden: bool) -> None:
    """Hide a profile from others, or show it."""
    connection.execute(account.update().where(account.c.id == account_id).values(hidden=hidden))


def is_hidden(connection: sa.Connection, account_id: str) -> bool:
    """Return whether a profile is hidden."""
    return bool(connection.scalar(sa.select(_HIDDEN).where(account.c.id == account_id)))


def _own(account_id: str, everything: bool) -> sa.ColumnElement[bool]:
    """Select the games of an account; without `everything` only public ones that no moderator has hidden."""
    own = game_result.c.account == account_id
    if everything:
        return own
    hidden = (game_table.c.id == game_result.c.game_id) & game_table.c.hidden
    return own & game_result.c.shown & ~sa.exists().where(hidden)
