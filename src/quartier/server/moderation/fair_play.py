"""Moderator actions on rated games: voiding those that were not played fairly, and reinstating them."""

from __future__ import annotations

from typing import Final, Literal

from quartier.core.text.languages import N_
from quartier.server.commands.rating import recompute
from quartier.server.errors import DomainError
from quartier.server.moderation.service import ModerationService, account_named, nothing_there
from quartier.server.storage.moderation import bans
from quartier.server.storage.moderation.hosts import ActingModerator
from quartier.server.storage.rating import history, oddities
from quartier.server.storage.rating.results import Outcome
from quartier.server.storage.transaction import Transaction

PERIOD: Final = 30 * 24 * 3600.0
"""Seconds for which rated games are looked at."""
FairPlayAction = Literal["void", "reinstate"]


def judge_game(service: ModerationService, by: ActingModerator, game_id: str, action: FairPlayAction) -> None:
    """Void a rated game, or reinstate it; the ratings are computed again."""

    def act(transaction: Transaction) -> None:
        game = history.outcomes(transaction.connection, game_id)
        if not game:
            raise nothing_there(game_id)
        if not _is_open_to(game, action):
            text = N_("This game changes no ratings, or a moderator has decided about it already.")
            raise DomainError(409, "decided", text)
        _judge(transaction, by, [game], action)
        service.note(transaction, by, f"{action}_game", game_id)

    service.do(by, act, game_id)


def judge_pair(
    service: ModerationService,
    by: ActingModerator,
    names: tuple[str, str],
    title: str,
    action: FairPlayAction,
) -> int:
    """Void all rated games of two accounts at a title in the last weeks, or reinstate them. Returns their number."""

    def act(transaction: Transaction) -> int:
        connection = transaction.connection
        one, other = (account_named(connection, name).id for name in names)
        ids = oddities.games_of_pair(connection, (one, other), title, transaction.now - PERIOD)
        games = [history.outcomes(connection, game_id) for game_id in ids]
        games = [game for game in games if game and _is_open_to(game, action)]
        if not games:
            raise DomainError(404, "no_games", N_("These two have no such games."))
        _judge(transaction, by, games, action)
        service.note(transaction, by, f"{action}_pair", f"{one} {other}", f"{title}: {len(games)}")
        return len(games)

    return service.do(by, act)


def _is_open_to(game: list[Outcome], action: FairPlayAction) -> bool:
    if action == "reinstate":
        return game[0].void == "moderator"
    return game[0].void is None and any(outcome.after is not None for outcome in game)


def _judge(
    transaction: Transaction, by: ActingModerator, games: list[list[Outcome]], action: FairPlayAction
) -> None:
    if by.account is not None and any(
        bans.has_seat(transaction.connection, by.account, game[0].game_id) for game in games
    ):
        raise DomainError(403, "own_game", N_("You have a seat in this game. Ask another moderator."))
    if action == "void":
        recompute.void(transaction, games)
    else:
        recompute.reinstate(transaction, games)
