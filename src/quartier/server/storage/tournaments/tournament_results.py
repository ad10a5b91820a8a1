"""SQL for the result of a tournament's table, written in the transaction that ends its game."""

from __future__ import annotations

import sqlalchemy as sa

from quartier.server.domain.table import Table
from quartier.server.domain.tournaments import results
from quartier.server.storage.schema import tournament_match


def note_end(connection: sa.Connection, table: Table) -> None:
    """Store the result of a game, unless its match was decided before."""
    where = (tournament_match.c.game_id == table.setup.id) & tournament_match.c.outcome.is_(None)
    query = sa.select(tournament_match).where(where).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        return
    players = {seat for seat, match_seat in enumerate(row.places) if match_seat["player"] is not None}
    halves, scores = results.of_game(table, players), _scores(table)
    match_seats = [
        match_seat | {"halves": halves[seat], "score": scores[seat]}
        for seat, match_seat in enumerate(row.places)
    ]
    connection.execute(
        tournament_match.update().where(where).values(places=match_seats, outcome="played", unprocessed=True)
    )


def _scores(table: Table) -> list[int | None]:
    if table.resigned is not None:
        return [None] * table.seats
    return [int(score) for score in table.state.scores()]
