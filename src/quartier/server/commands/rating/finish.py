"""Results and ratings of a finished game, stored in the transaction of its last event: exactly once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import sqlalchemy as sa

from quartier.server.commands.rating.rating_change import all_share_a_network, new_ratings
from quartier.server.domain.events import Change, Rated, Unrated, UnratedReason
from quartier.server.domain.rating.method import Rating
from quartier.server.domain.rating.ranks import finish_ranks
from quartier.server.domain.table import Table
from quartier.server.storage import table_rows
from quartier.server.storage.rating import results
from quartier.server.storage.rating.results import Outcome

MIN_MOVES = 2
"""Moves that every person has to make so that a game counts: with fewer nothing was played."""
MAX_OPENING_LENGTH = 100
"""Characters of a first move that are kept."""


def record_result(connection: sa.Connection, table: Table, now: float) -> Rated | Unrated | None:
    """Store the result of a finished game for its accounts. Returns what it has made of ratings if it is a rated game."""
    accounts = _accounts(connection, table)
    networks = results.take_networks(connection, table.setup.id)
    if not any(accounts):
        return None
    game = _outcomes(table, accounts, networks, now)
    void = _void(game) if table.setup.rated else None
    rated = _new_ratings(connection, game) if table.setup.rated and void is None else {}
    results.add(connection, [_with_change(outcome, rated.get(outcome.seat), void) for outcome in game])
    for seat, (before, after) in rated.items():
        account = game[seat].account
        assert account is not None
        results.set_rating(connection, account, table.setup.title, after, anew=before.games == 0)
    if void is not None:
        return Unrated(void)
    return Rated(changes({seat: (old.rating, new) for seat, (old, new) in rated.items()})) if rated else None


def record_result_again(connection: sa.Connection, table: Table) -> None:
    """Store the result again after a seat was transferred to an account; rated results stay."""
    if table.over and not table.setup.rated:
        results.remove(connection, table.setup.id)
        record_result(connection, table, table_rows.moved_at(connection, table.setup.id))


def _accounts(connection: sa.Connection, table: Table) -> list[str | None]:
    """Return the account of each seat; None for one that plays several seats."""
    stored = results.accounts(connection, table.setup.id)
    own = [None if bot else stored.get(seat) for seat, bot in enumerate(table.setup.bots)]
    count = Counter(own)
    return [account if count[account] == 1 else None for account in own]


def _outcomes(
    table: Table, accounts: list[str | None], networks: Mapping[int, int], now: float
) -> list[Outcome]:
    """Return how the game went for each seat."""
    ranks, setup = finish_ranks(table), table.setup
    return [
        Outcome(
            game_id=setup.id,
            seat=seat,
            account=accounts[seat],
            bot=setup.bots[seat],
            title=setup.title,
            at=now,
            shown=setup.rated or setup.access == "public",
            place=ranks[seat],
            score=int(table.state.scores()[seat]),
            opening=_first_move(table, seat),
            moves=table.move_count(seat),
            network=networks.get(seat),
        )
        for seat in range(table.seats)
    ]


def _void(game: list[Outcome]) -> UnratedReason | None:
    """Return why a rated game changes no rating."""
    if any(outcome.bot is None and (outcome.moves or 0) < MIN_MOVES for outcome in game):
        return "moves"
    return "network" if all_share_a_network(game) else None


def _new_ratings(
    connection: sa.Connection, game: list[Outcome]
) -> dict[int, tuple[results.AccountRating, Rating]]:
    """Return ratings before and after, by seat, without seats whose account was deleted."""
    results.lock_ratings(connection)
    existing = {
        outcome.seat: results.account_rating(connection, outcome.account, outcome.title)
        for outcome in game
        if outcome.account is not None
    }
    after = new_ratings(connection, game, {seat: rating.rating for seat, rating in existing.items()})
    return {seat: (existing[seat], new) for seat, new in after.items()}


def _with_change(
    outcome: Outcome, change: tuple[results.AccountRating, Rating] | None, void: UnratedReason | None
) -> Outcome:
    if change is None:
        return replace(outcome, void=void)
    before, after = change
    return replace(outcome, before=before.value, after=after.value, deviation=after.deviation)


def changes(rated: Mapping[int, tuple[Rating, Rating]]) -> tuple[Change, ...]:
    """Return rating changes by seat as they stand in the log."""
    return tuple(
        Change(seat, round(before.value), round(after.value)) for seat, (before, after) in rated.items()
    )


def _first_move(table: Table, seat: int) -> str | None:
    first = next((index for index, past in enumerate(table.state.past) if past.actor == seat), None)
    return None if first is None else table.state.event(first).move[:MAX_OPENING_LENGTH]
