"""What one finished game makes of ratings: weighted comparisons, the same at its end and when computed again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from quartier.server.domain.rating.levels import bot_rating
from quartier.server.domain.rating.method import PairWeight, Rating, update_ratings
from quartier.server.domain.rating.repetition import repetition_weight
from quartier.server.storage.rating import history
from quartier.server.storage.rating.results import Outcome


def new_ratings(
    connection: sa.Connection, game: Sequence[Outcome], before: Mapping[int, Rating]
) -> dict[int, Rating]:
    """Return the ratings after a game, by seat; empty without two players to compare.

    Args:
        connection: Of a database that has the earlier games.
        game: The results of all seats.
        before: The ratings of the people before it, by seat; the bots' are known.
    """
    players = dict(before)
    for outcome in game:
        strength = None if outcome.bot is None else bot_rating(outcome.title, outcome.bot, len(game))
        if strength is not None:
            players[outcome.seat] = strength
    compared = [outcome for outcome in game if outcome.seat in players]
    if len(compared) < 2:
        return {}
    ratings, ranks = [players[outcome.seat] for outcome in compared], [outcome.place for outcome in compared]
    after = update_ratings(ratings, ranks, _weights(connection, compared))
    return {outcome.seat: new for outcome, new in zip(compared, after, strict=True) if outcome.seat in before}


def all_share_a_network(game: Sequence[Outcome]) -> bool:
    """Return whether all players have the same internet connection, so that no comparison counts."""
    networks = {outcome.network for outcome in game}
    return len(networks) == 1 and None not in networks


def _weights(connection: sa.Connection, compared: Sequence[Outcome]) -> PairWeight:
    weights = {
        frozenset((one, other)): _weight(connection, compared[one], compared[other])
        for one in range(len(compared))
        for other in range(one)
    }
    return lambda own, other: weights[frozenset((own, other))]


def _weight(connection: sa.Connection, one: Outcome, other: Outcome) -> float:
    """Return how much the comparison of two players counts."""
    if one.network is not None and one.network == other.network:
        return 0.0
    if one.account is None or other.account is None or one.place == other.place:
        return 1.0
    winner, loser = (one, other) if one.place < other.place else (other, one)
    return repetition_weight(history.lead(connection, winner, loser))
