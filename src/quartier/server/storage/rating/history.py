"""SQL for the history of rated games: what came before a game, and what a moderator voids."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from quartier.server.domain.events import UnratedReason
from quartier.server.domain.rating.method import NEWCOMER, Rating
from quartier.server.domain.rating.repetition import WINDOW
from quartier.server.storage.rating.rating_schema import game_result, rating
from quartier.server.storage.rating.results import OUTCOME, Outcome
from quartier.server.storage.schema import game_table

_WAS_RATED = game_result.c.after.is_not(None)


def lead(connection: sa.Connection, one: Outcome, other: Outcome) -> int:
    """Return how many more games `one` has won than lost against `other` shortly before this game of theirs."""
    rival = game_result.alias("rival")
    won = sa.case(
        (game_result.c.place < rival.c.place, 1), (game_result.c.place > rival.c.place, -1), else_=0
    )
    query = sa.select(sa.func.sum(won)).select_from(game_result)
    query = query.join(rival, (rival.c.game_id == game_result.c.game_id) & (rival.c.account == other.account))
    own = (game_result.c.account == one.account) & (game_result.c.title == one.title) & _WAS_RATED
    where = own & rival.c.after.is_not(None) & (game_result.c.at > one.at - WINDOW) & _before(one)
    return int(connection.scalar(query.where(where)) or 0)


def rating_before(connection: sa.Connection, outcome: Outcome) -> Rating:
    """Return the rating that an account had before a game."""
    own = (game_result.c.account == outcome.account) & (game_result.c.title == outcome.title) & _WAS_RATED
    query = sa.select(game_result.c.after, game_result.c.deviation).where(own & _before(outcome))
    query = query.order_by(game_result.c.at.desc(), game_result.c.game_id.desc()).limit(1)
    last = connection.execute(query).one_or_none()
    return NEWCOMER if last is None else Rating(last.after, last.deviation)


def _before(outcome: Outcome) -> sa.ColumnElement[bool]:
    """Select results before a game; of the same moment those with lesser ids."""
    same_moment = (game_result.c.at == outcome.at) & (game_result.c.game_id < outcome.game_id)
    return (game_result.c.at < outcome.at) | same_moment


def games_since(connection: sa.Connection, title: str, at: float) -> list[list[Outcome]]:
    """Return the rated games of a title from a time on, void ones too, in order; of each the results of all seats."""
    query = sa.select(*OUTCOME).join(game_table, game_table.c.id == game_result.c.game_id)
    where = game_table.c.rated & (game_result.c.title == title) & (game_result.c.at >= at)
    query = query.where(where).order_by(game_result.c.at, game_result.c.game_id, game_result.c.seat)
    games: dict[str, list[Outcome]] = {}
    for row in connection.execute(query):
        games.setdefault(row.game_id, []).append(Outcome(*row))
    return list(games.values())


def outcomes(connection: sa.Connection, game_id: str) -> list[Outcome]:
    """Return the results of a rated game for all its seats; none of another game."""
    query = sa.select(*OUTCOME).join(game_table, game_table.c.id == game_result.c.game_id)
    where = game_table.c.rated & (game_result.c.game_id == game_id)
    return [Outcome(*row) for row in connection.execute(query.where(where).order_by(game_result.c.seat))]


def set_void(connection: sa.Connection, game_ids: Collection[str], void: UnratedReason | None) -> None:
    """Store why games change no rating; None: they do."""
    connection.execute(game_result.update().where(game_result.c.game_id.in_(game_ids)).values(void=void))


def set_change(
    connection: sa.Connection, outcome: Outcome, before: Rating | None, after: Rating | None
) -> None:
    """Store what a game makes of the rating of a seat; None: nothing."""
    values = {
        "before": None if before is None else before.value,
        "after": None if after is None else after.value,
        "deviation": None if after is None else after.deviation,
    }
    where = (game_result.c.game_id == outcome.game_id) & (game_result.c.seat == outcome.seat)
    connection.execute(game_result.update().where(where).values(values))


def set_last_rating(connection: sa.Connection, account_id: str, title: str, last: Rating) -> None:
    """Store the rating of an account after its last rated game; without any it has none."""
    own = (game_result.c.account == account_id) & (game_result.c.title == title) & _WAS_RATED
    games = connection.scalar(sa.select(sa.func.count()).select_from(game_result).where(own)) or 0
    where = (rating.c.account == account_id) & (rating.c.title == title)
    connection.execute(rating.delete().where(where))
    if games:
        values = {"value": last.value, "deviation": last.deviation, "games": games}
        connection.execute(rating.insert().values(account=account_id, title=title, **values))
