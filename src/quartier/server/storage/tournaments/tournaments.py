"""SQL for tournaments, apart from results of games. Lock order: the tournament before its tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

import sqlalchemy as sa

from quartier.server.domain.clocks import TimeControl
from quartier.server.domain.tournaments.model import (
    How,
    Match,
    MatchSeat,
    Plan,
    Player,
    Stage,
    Tournament,
)
from quartier.server.storage.schema import tournament, tournament_match, tournament_player


def find(connection: sa.Connection, tournament_id: str, lock: bool = False) -> Tournament | None:
    """Return a tournament with players and matches; with `lock`, locked until the transaction ends."""
    query = sa.select(tournament).where(tournament.c.id == tournament_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return None
    return Tournament(
        row.id,
        Plan(**row.plan | {"time": TimeControl(**row.plan["time"])}),
        row.organiser,
        cast(Stage, row.stage),
        row.round,
        row.starts_at,
        row.deadline,
        row.created_at,
        _players(connection, tournament_id),
        _matches(connection, tournament_id),
    )


def _players(connection: sa.Connection, tournament_id: str) -> tuple[Player, ...]:
    columns = tournament_player.c
    query = sa.select(columns.number, columns.account, columns.name, columns.withdrawn, columns.handover)
    query = query.where(columns.tournament == tournament_id).order_by(columns.number)
    return tuple(Player(*row) for row in connection.execute(query))


def _matches(connection: sa.Connection, tournament_id: str) -> tuple[Match, ...]:
    columns = tournament_match.c
    query = sa.select(columns.round, columns.number, columns.game_id, columns.places, columns.outcome)
    query = query.where(columns.tournament == tournament_id).order_by(columns.round, columns.number)
    return tuple(
        Match(
            number,
            index,
            game_id,
            tuple(MatchSeat(**match_seat) for match_seat in match_seats),
            cast("How | None", how),
        )
        for number, index, game_id, match_seats, how in connection.execute(query)
    )


def add(connection: sa.Connection, new: Tournament, due_at: float | None) -> None:
    values = {
        "id": new.id,
        "organiser": new.organiser,
        "plan": asdict(new.plan),
        "public": new.plan.access == "public",
        "stage": new.stage,
        "round": new.round,
        "starts_at": new.starts_at,
        "deadline": new.deadline,
        "created_at": new.created_at,
    }
    connection.execute(tournament.insert().values(due_at=due_at, **values))


def change(connection: sa.Connection, tournament_id: str, **values: Any) -> None:
    """Set columns of a tournament."""
    connection.execute(tournament.update().where(tournament.c.id == tournament_id).values(values))


# ----- players -----


def add_players(connection: sa.Connection, tournament_id: str, players: Sequence[Player]) -> None:
    rows = [{"tournament": tournament_id} | asdict(player) for player in players]
    connection.execute(tournament_player.insert(), rows)


def drop_players(connection: sa.Connection, tournament_id: str, number: int | None = None) -> None:
    """Delete one player, or all."""
    where = tournament_player.c.tournament == tournament_id
    if number is not None:
        where &= tournament_player.c.number == number
    connection.execute(tournament_player.delete().where(where))


def change_player(connection: sa.Connection, tournament_id: str, number: int, **values: Any) -> None:
    where = (tournament_player.c.tournament == tournament_id) & (tournament_player.c.number == number)
    connection.execute(tournament_player.update().where(where).values(values))


# ----- tables -----


def add_matches(connection: sa.Connection, tournament_id: str, matches: Iterable[Match]) -> None:
    rows = [
        {
            "tournament": tournament_id,
            "round": match.round,
            "number": match.number,
            "game_id": match.game_id,
            "outcome": match.how,
            "places": [asdict(match_seat) for match_seat in match.seats],
            "unprocessed": False,
        }
        for match in matches
    ]
    if rows:
        connection.execute(tournament_match.insert(), rows)


def decide(
    connection: sa.Connection,
    tournament_id: str,
    match: Match,
    how: How,
    halves: Sequence[int],
    chances: Sequence[int | None] | None = None,
) -> None:
    """Set a result that was not played, unless the match has one. `chances`: by which it was decided, if at all."""
    columns = tournament_match.c
    where = (columns.tournament == tournament_id) & (columns.round == match.round) & columns.outcome.is_(None)
    decided_by = chances or [None] * len(halves)
    match_seats = [
        asdict(match_seat) | {"halves": half, "chance": chance}
        for match_seat, half, chance in zip(match.seats, halves, decided_by, strict=True)
    ]
    connection.execute(
        tournament_match.update()
        .where(where, columns.number == match.number)
        .values(outcome=how, places=match_seats, unprocessed=True)
    )


def clear_news(connection: sa.Connection, tournament_id: str) -> None:
    """Mark all results as processed."""
    where = (tournament_match.c.tournament == tournament_id) & tournament_match.c.unprocessed
    connection.execute(tournament_match.update().where(where).values(unprocessed=False))


# ----- due steps -----


def due(connection: sa.Connection, now: float) -> list[str]:
    """Return the tournaments that may need a step: a deadline has passed, or there is a new result."""
    moment = sa.select(tournament.c.id).where(tournament.c.due_at <= now)
    result = sa.select(tournament_match.c.tournament).where(tournament_match.c.unprocessed)
    return list(connection.scalars(moment.union(result)))


def any_due(connection: sa.Connection) -> bool:
    """Return whether any tournament will ever need a step."""
    return connection.scalar(sa.select(sa.func.min(tournament.c.due_at))) is not None


def refund_time(connection: sa.Connection, since: float, now: float) -> None:
    """Extend deadlines that passed between then and now, while the server was down."""
    where = (
        (tournament.c.deadline > since) & (tournament.c.deadline <= now) & (tournament.c.stage == "running")
    )
    later = tournament.c.deadline + (now - since)
    connection.execute(tournament.update().where(where).values(deadline=later, due_at=later))


# ----- lists -----


@dataclass(frozen=True)
class TournamentRow:
    """A tournament in a list."""

    id: str
    plan: Plan
    stage: Stage
    round: int
    starts_at: float | None
    created_at: float
    players: int


def list_tournaments(connection: sa.Connection, account: str | None, most: int) -> list[TournamentRow]:
    """Return public tournaments that were not cancelled, at most `most` of each stage, and the account's own; newest first.

    Of many that wait or run, those that people take part in are listed. A person counts once, in equal parts for all that
    they have joined, so that one with many tournaments hides no others.
    """
    columns, player = tournament.c, tournament_player.c
    rank = sa.func.row_number().over(
        partition_by=columns.stage,
        order_by=(sa.case((columns.stage != "over", _demand()), else_=0).desc(), columns.created_at.desc()),
    )
    listed = sa.select(columns.id, rank.label("rank")).where(columns.public, columns.stage != "cancelled")
    ranked = listed.subquery()
    where: sa.ColumnElement[bool] = columns.id.in_(sa.select(ranked.c.id).where(ranked.c.rank <= most))
    if account is not None:
        where |= (columns.organiser == account) | columns.id.in_(_of(account))
    count = sa.select(sa.func.count()).where(player.tournament == columns.id).scalar_subquery()
    query = sa.select(
        columns.id, columns.plan, columns.stage, columns.round, columns.starts_at, columns.created_at, count
    )
    rows = connection.execute(query.where(where).order_by(columns.created_at.desc()))
    return [
        TournamentRow(tournament_id, Plan(**plan | {"time": TimeControl(**plan["time"])}), *rest)
        for tournament_id, plan, *rest in rows
    ]


def _demand() -> sa.ScalarSelect[Any]:
    """Return the players of a tournament, each in equal parts for all the unfinished public ones that they take part in."""
    other, joined = tournament.alias("joined"), tournament_player.alias("joined_player")
    unfinished = other.c.public & other.c.stage.in_(("open", "running"))
    shares = (
        sa.select(joined.c.account, (1.0 / sa.func.count()).label("share"))
        .join(other, other.c.id == joined.c.tournament)
        .where(unfinished & joined.c.withdrawn.is_(None))
        .group_by(joined.c.account)
        .subquery()
    )
    player = tournament_player.c
    query = sa.select(sa.func.coalesce(sa.func.sum(shares.c.share), 0.0)).select_from(tournament_player)
    query = query.join(shares, shares.c.account == player.account)
    return query.where(player.tournament == tournament.c.id, player.withdrawn.is_(None)).scalar_subquery()


def own(connection: sa.Connection, account: str) -> set[str]:
    """Return the tournaments that an account organises or plays."""
    organised = sa.select(tournament.c.id).where(tournament.c.organiser == account)
    return set(connection.scalars(organised.union(_of(account))))


def _of(account: str) -> sa.Select[Any]:
    return sa.select(tournament_player.c.tournament).where(tournament_player.c.account == account)


def unfinished_of(connection: sa.Connection, account: str) -> list[tuple[Stage, bool]]:
    """Return stage, and whether it is public, of each unfinished tournament that an account organises."""
    where = (tournament.c.organiser == account) & tournament.c.stage.in_(("open", "running"))
    rows = connection.execute(sa.select(tournament.c.stage, tournament.c.public).where(where))
    return [(row.stage, row.public) for row in rows]
