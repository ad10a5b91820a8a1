"""SQL for what looks odd in rated games: pairs that play each other often, accounts that only lose, games with few moves."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.rating.rating_schema import game_result
from quartier.server.storage.schema import account

MAX_ROWS = 20
"""Number of rows of each kind that are shown."""
MIN_GAMES = 3
"""Games against each other in which two accounts are listed."""
MIN_ONE_SIDED = 3
"""So many more wins than losses are one-sided."""
FEW_MOVES = 5
"""A game in which a person has made fewer moves is listed."""
QUICK_MOVES = 12
"""A game that a player has lost with fewer moves was lost quickly."""
MIN_LOSERS = 3
"""So many accounts that lost quickly to one account, and to no other, are listed."""
MAX_LOSERS = 2000
"""So many of them are looked at."""


@dataclass(frozen=True)
class LosersRow:
    """An account, and those that have only lost to it, quickly, and played against no one else."""

    title: str
    winner: str
    losers: list[str]
    """Their names."""
    games: int
    gain: int
    """Points that the winner has got from them."""


@dataclass(frozen=True)
class PairRow:
    """Two accounts that have played rated games against each other."""

    title: str
    one: str
    other: str
    """Their names; `one` has won more often."""
    games: int
    wins: int
    losses: int
    void: int
    """Of them voided by a moderator."""
    gain: int
    """Points that `one` has got from them."""


@dataclass(frozen=True)
class GameRow:
    """A rated game."""

    game_id: str
    title: str
    at: float
    names: list[str]
    moves: int
    """Of the person who has made the fewest."""
    void: str | None


def pairs(connection: sa.Connection, since: float) -> list[PairRow]:
    """Return the pairs with several games against each other since a time, the most one-sided first."""
    other, one_account, other_account = (
        game_result.alias("other"),
        account.alias("one"),
        account.alias("rival"),
    )
    own, rivals = game_result, other
    wins = sa.func.sum(sa.case((own.c.place < rivals.c.place, 1), else_=0))
    losses = sa.func.sum(sa.case((own.c.place > rivals.c.place, 1), else_=0))
    games = sa.func.count()
    columns = (
        own.c.title,
        one_account.c.name,
        other_account.c.name,
        games,
        wins,
        losses,
        sa.func.sum(sa.case((own.c.void == "moderator", 1), else_=0)),
        sa.cast(sa.func.round(sa.func.sum(sa.func.coalesce(own.c.after - own.c.before, 0.0))), sa.Integer),
    )
    query = sa.select(*columns).select_from(own).join(rivals, _together(own, rivals))
    query = query.join(one_account, one_account.c.id == own.c.account)
    query = query.join(other_account, other_account.c.id == rivals.c.account)
    query = query.where(_is_counted(own) & (own.c.at > since))
    query = query.group_by(
        own.c.title, own.c.account, rivals.c.account, one_account.c.name, other_account.c.name
    )
    # Of the two ways round the one whose first has won more often, or comes first.
    first = (wins > losses) | ((wins == losses) & (own.c.account < rivals.c.account))
    query = query.having((games >= MIN_GAMES) & first)
    query = query.order_by((wins - losses).desc(), games.desc(), one_account.c.name).limit(MAX_ROWS)
    return [PairRow(*row._mapping.values()) for row in connection.execute(query)]


def _together(own: sa.FromClause, rivals: sa.FromClause) -> sa.ColumnElement[bool]:
    return (own.c.game_id == rivals.c.game_id) & (own.c.account != rivals.c.account)


def _is_counted(own: sa.FromClause) -> sa.ColumnElement[bool]:
    """Select games that have changed a rating, or would have if no moderator had voided them."""
    return own.c.after.is_not(None) | (own.c.void == "moderator")


def games_of_pair(
    connection: sa.Connection, accounts: tuple[str, str], title: str, since: float
) -> list[str]:
    """Return the games at a title in which two accounts have played each other for a rating since a time."""
    other = game_result.alias("other")
    query = sa.select(game_result.c.game_id).join(other, _together(game_result, other))
    pair = (game_result.c.account == accounts[0]) & (other.c.account == accounts[1])
    where = pair & (game_result.c.title == title) & _is_counted(game_result) & (game_result.c.at > since)
    return list(connection.scalars(query.where(where).order_by(game_result.c.at)))


def losers(connection: sa.Connection, since: float) -> list[LosersRow]:
    """Return the accounts since a time to which several others have lost quickly that played no one else, the most first."""
    own, rivals, counted = game_result, game_result.alias("other"), game_result.alias("counted")
    loser, winner = account.alias("loser"), account.alias("winner")
    games = sa.func.count()
    all_games = (
        sa.select(sa.func.count(sa.distinct(counted.c.game_id)))
        .where(counted.c.account == own.c.account, counted.c.title == own.c.title)
        .where(counted.c.after.is_not(None), counted.c.at > since)
        .correlate(own)
        .scalar_subquery()
    )
    query = sa.select(
        own.c.title,
        winner.c.name.label("winner"),
        loser.c.name.label("loser"),
        games.label("games"),
        sa.func.sum(sa.func.coalesce(rivals.c.after - rivals.c.before, 0.0)).label("gain"),
    )
    query = query.select_from(own).join(rivals, _together(own, rivals))
    query = query.join(loser, loser.c.id == own.c.account).join(winner, winner.c.id == rivals.c.account)
    lost = (own.c.place > rivals.c.place) & (own.c.moves < QUICK_MOVES)
    query = query.where(own.c.after.is_not(None), own.c.at > since, lost)
    query = query.group_by(
        own.c.title, own.c.account, rivals.c.account, winner.c.name, loser.c.name, winner.c.id
    )
    query = query.having(games == all_games).order_by(sa.func.max(own.c.at).desc()).limit(MAX_LOSERS)
    groups: dict[tuple[str, str], list[sa.Row[tuple[str, str, str, int, float]]]] = defaultdict(list)
    for row in connection.execute(query):
        groups[row.title, row.winner].append(row)
    result = [
        LosersRow(
            title,
            name,
            sorted(row.loser for row in rows),
            sum(row.games for row in rows),
            round(sum(row.gain for row in rows)),
        )
        for (title, name), rows in groups.items()
        if len(rows) >= MIN_LOSERS
    ]
    return sorted(result, key=lambda row: -len(row.losers))[:MAX_ROWS]


def short_games(connection: sa.Connection, since: float) -> list[GameRow]:
    """Return the rated games since a time in which a person has made few moves, the latest first.

    Also those with too few to count: a player who often leaves early is choosing opponents or deals.
    """
    few = sa.func.min(game_result.c.moves)
    played = _is_counted(game_result) | (game_result.c.void == "moves")
    people = played & game_result.c.bot.is_(None) & (game_result.c.at > since)
    query = sa.select(game_result.c.game_id, few).where(people).group_by(game_result.c.game_id)
    query = query.having(few < FEW_MOVES).order_by(sa.func.max(game_result.c.at).desc()).limit(MAX_ROWS)
    return _rows(connection, {row[0]: row[1] for row in connection.execute(query)})


def games_in_one_network(connection: sa.Connection, since: float) -> list[GameRow]:
    """Return the rated games since a time in which accounts shared an internet connection, the latest first."""
    where = game_result.c.network.is_not(None) & (game_result.c.at > since)
    query = sa.select(game_result.c.game_id, sa.func.min(game_result.c.moves)).where(where)
    query = (
        query.group_by(game_result.c.game_id).order_by(sa.func.max(game_result.c.at).desc()).limit(MAX_ROWS)
    )
    return _rows(connection, {row[0]: row[1] for row in connection.execute(query)})


def _rows(connection: sa.Connection, moves: dict[str, int]) -> list[GameRow]:
    """Return these games with the names of their accounts, in the same order."""
    query = sa.select(
        game_result.c.game_id, game_result.c.title, game_result.c.at, game_result.c.void, account.c.name
    )
    query = query.join(account, account.c.id == game_result.c.account)
    rows: dict[str, GameRow] = {}
    for row in connection.execute(query.where(game_result.c.game_id.in_(moves)).order_by(game_result.c.seat)):
        game = rows.setdefault(
            row.game_id, GameRow(row.game_id, row.title, row.at, [], moves[row.game_id], row.void)
        )
        game.names.append(row.name)
    return [rows[game_id] for game_id in moves if game_id in rows]
