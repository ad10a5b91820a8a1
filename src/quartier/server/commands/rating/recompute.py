"""Ratings computed again after a moderator has voided games, or has reinstated them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from quartier.server.commands.authorization import SERVER
from quartier.server.commands.execute import append
from quartier.server.commands.rating.finish import changes
from quartier.server.commands.rating.rating_change import new_ratings
from quartier.server.domain.events import Rated, Unrated
from quartier.server.domain.rating.method import Rating
from quartier.server.errors import Quarantined
from quartier.server.storage.rating import history, results
from quartier.server.storage.rating.results import Outcome
from quartier.server.storage.transaction import Transaction


def void(transaction: Transaction, games: Collection[Sequence[Outcome]]) -> None:
    """Void games of one title: they change no rating, and those after them are computed again."""
    ids = _ids(games)
    history.set_void(transaction.connection, ids, "moderator")
    _recompute(transaction, games)
    for game_id in ids:
        _announce(transaction, game_id, Unrated("moderator"))


def reinstate(transaction: Transaction, games: Collection[Sequence[Outcome]]) -> None:
    """Let voided games of one title count again."""
    ids = _ids(games)
    history.set_void(transaction.connection, ids, None)
    rated = _recompute(transaction, games)
    for game_id in ids:
        if rated.get(game_id):
            _announce(transaction, game_id, Rated(changes(rated[game_id])))


def _ids(games: Collection[Sequence[Outcome]]) -> set[str]:
    return {game[0].game_id for game in games}


def _announce(transaction: Transaction, game_id: str, event: Unrated | Rated) -> None:
    """Write into a game's log what has become of it, where the log is intact."""
    try:
        cached = transaction.load_locked(game_id)
    except Quarantined:
        return
    key = f"ratings:{cached.table.version}"
    append(transaction, cached, SERVER, key, lambda change: change.add_control("*", event))


def _recompute(
    transaction: Transaction, games: Collection[Sequence[Outcome]]
) -> dict[str, dict[int, tuple[Rating, Rating]]]:
    """Compute the ratings again from the first of some games on. Returns what those games have changed, by seat.

    Only games of players whose rating before them is another than at the time: what is stored of the others stays.
    """
    connection, ids = transaction.connection, _ids(games)
    results.lock_ratings(connection)
    title, since = next((game[0].title, game[0].at) for game in sorted(games, key=lambda game: game[0].at))
    current: dict[str, Rating] = {}
    changed: dict[str, dict[int, tuple[Rating, Rating]]] = {}
    for game in history.games_since(connection, title, since):
        accounts = {outcome.account for outcome in game if outcome.account is not None}
        if game[0].game_id not in ids and accounts.isdisjoint(current):
            continue
        before = {
            outcome.seat: current.get(outcome.account) or history.rating_before(connection, outcome)
            for outcome in game
            if outcome.account is not None
        }
        after = {} if game[0].void else new_ratings(connection, game, {**before, **_deleted_players(game)})
        changed[game[0].game_id] = {seat: (before[seat], after[seat]) for seat in before if seat in after}
        for outcome in game:
            if outcome.account is not None:
                old, new = changed[game[0].game_id].get(outcome.seat, (None, None))
                history.set_change(connection, outcome, old, new)
                current[outcome.account] = before[outcome.seat] if new is None else new
    for account, last in current.items():
        history.set_last_rating(connection, account, title, last)
    return changed


def _deleted_players(game: Sequence[Outcome]) -> Mapping[int, Rating]:
    """Return the ratings of players whose accounts were deleted since, as they were in this game."""
    return {
        outcome.seat: replace(Rating(outcome.before), deviation=outcome.deviation, fixed=True)
        for outcome in game
        if outcome.account is None and outcome.before is not None and outcome.deviation is not None
    }
