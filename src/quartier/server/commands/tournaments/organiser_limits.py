"""Limits of an organiser: each function raises DomainError for an act that would decide a player's game.

An organiser who plays doesn't touch matches in which they sit, and a place goes to someone else only if its player has
withdrawn or misses their games.
"""

from __future__ import annotations

from typing import Final

from quartier.core.text.languages import N_
from quartier.server.commands.tournaments import tables
from quartier.server.domain.clocks import DAY, HOUR
from quartier.server.domain.tournaments import round_time
from quartier.server.domain.tournaments.model import Match, Player, Tournament
from quartier.server.errors import DomainError
from quartier.server.storage.transaction import Transaction

MIN_NOTICE, MAX_NOTICE = HOUR, DAY
"""Seconds between the announcement of an earlier deadline and the deadline: a quarter of the round, within these."""
MISSED_SHARE: Final = 0.5
"""The part of a round after which a player who hasn't come to its table misses it."""


def must_not_sit_in_unfinished_match(tournament: Tournament) -> None:
    """Raise DomainError while the organiser's own match of the present round has no result."""
    own = _organisers_player(tournament)
    if own is not None and tournament.unfinished_match_of(own.number) is not None:
        text = N_("You’re playing in this round, so you can do this once your own game is over.")
        raise DomainError(403, "own_match", text)


def must_not_be_sooner(tournament: Tournament, deadline: float, now: float) -> None:
    """Raise DomainError for an earlier deadline at too short a notice, while games are in progress."""
    plan = tournament.plan
    notice = max(MIN_NOTICE, min(MAX_NOTICE, plan.length / 4))
    if plan.time.live:  # who is on time by the old deadline must not be late by the new one
        notice = max(notice, round_time.min_round_hours(plan.title, plan.seats, plan.time) * HOUR)
    present = tournament.deadline
    if tournament.unfinished_matches and present is not None and deadline < min(present, now + notice):
        text = N_("Games are in progress: a round can’t end earlier than {hours} h from now.")
        raise DomainError(422, "notice", text, hours=round(notice / HOUR))


def must_be_removable(transaction: Transaction, tournament: Tournament, player: Player) -> None:
    """Raise DomainError for an organiser who plays, unless the player misses their games and never met them."""
    own = _organisers_player(tournament)
    if own is None:
        return
    met = any({own.number, player.number} <= set(match.players) for match in tournament.matches)
    if met or player == own or not misses_games(transaction, tournament, player):
        text = N_(
            "You play in this tournament, so you can only remove players who miss their games and whom you "
            "haven’t met. Withdraw first, or let the deadline decide."
        )
        raise DomainError(403, "own_match", text)


def must_be_replaceable(transaction: Transaction, tournament: Tournament, player: Player) -> None:
    """Raise DomainError for the place of a player who is there, or of the organiser's own opponent."""
    own = _organisers_player(tournament)
    match = tournament.unfinished_match_of(player.number)
    if own is not None and own != player and match is not None and own.number in match.players:
        text = N_("You’re playing against this player now, so you can do this once your game is over.")
        raise DomainError(403, "own_match", text)
    if player.plays and not misses_games(transaction, tournament, player):
        text = N_("This player is taking part. Their place is free once they withdraw or miss a round.")
        raise DomainError(409, "plays", text)


def _organisers_player(tournament: Tournament) -> Player | None:
    """Return the player who is the organiser, if they take part and have not withdrawn."""
    own = tournament.player_of(tournament.organiser)
    return own if own is not None and own.plays else None


def misses_games(transaction: Transaction, tournament: Tournament, player: Player) -> bool:
    """Return whether a player hasn't come to the last round, or not yet to the present one after half of its time.

    That is half of the round, or, if it is their turn in a game over days, half of the turn.
    """
    absent_before = _was_absent(tournament, player)
    match = tournament.unfinished_match_of(player.number)
    if match is None:
        return absent_before
    if tables.player_has_come(transaction, match, player.number):
        return False
    late_from = (tournament.deadline or 0.0) - tournament.plan.length * MISSED_SHARE
    late = transaction.now >= late_from or tables.half_of_turn_is_over(transaction, match, player.number)
    return absent_before or late


def _was_absent(tournament: Tournament, player: Player) -> bool:
    """Return whether the last match of a player was lost at the deadline because they did not come."""
    decided: list[Match] = [
        match
        for match in tournament.matches
        if player.number in match.players and match.how not in (None, "bye", "void")
    ]
    if not decided:
        return False
    last = max(decided, key=lambda match: match.round)
    match_seat = last.seat_of(player.number)
    absent = match_seat is not None and not match_seat.halves and match_seat.chance is None
    return last.how in ("deadline", "verdict") and absent
