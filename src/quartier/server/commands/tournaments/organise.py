"""Commands of an organiser: announce a tournament, begin it, move a deadline, replace a player, end it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands.names import word_filter
from quartier.server.commands.tournaments import advance, organiser_limits, tables
from quartier.server.commands.tournaments.tournament_options import (
    MAX_START_HOURS,
    ROUND_HOURS,
    TournamentOptions,
)
from quartier.server.domain.clocks import HOUR
from quartier.server.domain.tournaments import due_actions
from quartier.server.domain.tournaments.model import MIN_PLAYERS, Player, Tournament
from quartier.server.errors import DomainError, signed_out_error
from quartier.server.storage.secrets import new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Job, Transaction

MAX_UNFINISHED_TOURNAMENTS = 10
"""Tournaments of one organiser that are not over."""
MAX_OPEN_TOURNAMENTS = 2
"""Those of them in the public list that wait for players."""


def announce(store: TableStore, options: TournamentOptions, account: str | None) -> str:
    """Create a tournament for players to join. Returns its id."""
    if account is None:
        raise signed_out_error()
    if options.access == "public" and not store.database.settings.lobby:
        raise DomainError(
            422,
            "no_lobby",
            N_("This server has no lobby, so tournaments can’t be public. Choose “anyone with the link”."),
        )
    plan, now = options.plan(word_filter.read(store.database.settings)), store.clock.now()
    starts_at = None if options.starts_in is None else now + options.starts_in * HOUR
    new = Tournament(new_id(), plan, account, "open", 0, starts_at, None, now)

    def run(transaction: Transaction) -> str:
        _must_not_have_many(transaction, account, plan.access)
        tournaments.add(transaction.connection, new, due_actions.look_at(new, now))
        return new.id

    return store.writer.run(Job(run, exclusive=True))


def _must_not_have_many(transaction: Transaction, account: str, access: str) -> None:
    """Raise DomainError for an organiser with many unfinished tournaments, or several that wait in the public list."""
    unfinished = tournaments.unfinished_of(transaction.connection, account)
    if len(unfinished) >= MAX_UNFINISHED_TOURNAMENTS:
        text = N_("You’re already running {most} tournaments. Finish one first.")
        raise DomainError(422, "too_many_tournaments", text, most=MAX_UNFINISHED_TOURNAMENTS)
    if access == "public" and unfinished.count(("open", True)) >= MAX_OPEN_TOURNAMENTS:
        text = N_(
            "{most} tournaments of yours are waiting for players. Start or cancel one first, or choose “anyone "
            "with the link”."
        )
        raise DomainError(422, "too_many_open", text, most=MAX_OPEN_TOURNAMENTS)


def begin(store: TableStore, tournament_id: str, account: str | None) -> None:
    """Begin a tournament now, with who has joined."""
    tournament = _require_organiser(load(store, tournament_id), account)
    _must_be(tournament, "open")
    if len(tournament.players) < MIN_PLAYERS:
        text = N_("A tournament needs at least {least} players. Wait until more have joined.")
        raise DomainError(422, "too_few_players", text, least=MIN_PLAYERS)
    if not store.writer.run(advance.step_job(tournament, "begin", store.clock.now())):
        text = N_("Someone has just joined or left. Check the player list, then start.")
        raise DomainError(409, "stale", text)


def end(store: TableStore, tournament_id: str, account: str | None) -> None:
    """End a tournament now: before the start it is cancelled; later it ends with the current standings, without unfinished
    games.
    """

    def change(transaction: Transaction, tournament: Tournament) -> Tournament:
        _must_be(tournament, "open", "running")
        organiser_limits.must_not_sit_in_unfinished_match(tournament)
        for match in tournament.unfinished_matches:
            tables.void(transaction, tournament, match)
        stage = tournament.stage == "open"
        return replace(tournament, stage="cancelled" if stage else "over", starts_at=None, deadline=None)

    _change_tournament(store, tournament_id, account, change)


def move_deadline(store: TableStore, tournament_id: str, account: str | None, hours: int) -> None:
    """Set the end of the present round, or of the time before the first one, to so many hours from now.

    A round in which games are played ends earlier only with notice. A later end gives each player a share of the time.
    """
    least, most = (0, MAX_START_HOURS) if hours == 0 else (ROUND_HOURS[0], MAX_START_HOURS)
    if not least <= hours <= most:
        text = N_("Choose a start between one hour and one year from now.")
        raise DomainError(422, "hours", text, least=ROUND_HOURS[0], most=MAX_START_HOURS)
    at = store.clock.now() + hours * HOUR

    def change(transaction: Transaction, tournament: Tournament) -> Tournament:
        _must_be(tournament, "open", "running")
        if tournament.stage == "open":
            return replace(tournament, starts_at=at)
        organiser_limits.must_not_sit_in_unfinished_match(tournament)
        organiser_limits.must_not_be_sooner(tournament, at, transaction.now)
        longer = at - (tournament.deadline or at)
        for match in tournament.unfinished_matches if longer > 0 else ():
            tables.extend_time(transaction, match, longer)
        return replace(tournament, deadline=at)

    _change_tournament(store, tournament_id, account, change)


def offer_place(store: TableStore, tournament_id: str, account: str | None, number: int) -> None:
    """Create a link by which another person takes over the place of a player who has withdrawn or misses their games.

    A new one each time.
    """

    def change(transaction: Transaction, tournament: Tournament) -> Tournament:
        _must_be(tournament, "running")
        player = _require_player(tournament, number)
        organiser_limits.must_be_replaceable(transaction, tournament, player)
        tournaments.change_player(transaction.connection, tournament.id, player.number, handover=new_secret())
        return tournament

    _change_tournament(store, tournament_id, account, change)


def remove(store: TableStore, tournament_id: str, account: str | None, number: int) -> None:
    """Remove a player: from the list before the beginning, from all further rounds later. Their game continues."""

    def change(transaction: Transaction, tournament: Tournament) -> Tournament:
        _must_be(tournament, "open", "running")
        player = _require_player(tournament, number)
        if tournament.stage == "running":
            organiser_limits.must_be_removable(transaction, tournament, player)
        drop(transaction, tournament, player, removed=True)
        return tournament

    _change_tournament(store, tournament_id, account, change)


def drop(transaction: Transaction, tournament: Tournament, player: Player, removed: bool = False) -> None:
    """Take a player out, who withdraws or is `removed` by the organiser."""
    connection = transaction.connection
    if tournament.stage == "open":
        tournaments.drop_players(connection, tournament.id, player.number)
        return
    if player.withdrawn is not None:
        return
    tournaments.change_player(connection, tournament.id, player.number, withdrawn=tournament.round)
    match = tournament.unfinished_match_of(player.number)
    if match is not None:
        tables.leave(transaction, tournament, match, player.number, removed)


# ----- what all of them need -----


def load(store: TableStore, tournament_id: str) -> Tournament:
    """Return a tournament. Raises DomainError 404."""
    with store.database.read() as connection:
        return _require_tournament(tournaments.find(connection, tournament_id))


def load_locked(transaction: Transaction, tournament_id: str) -> Tournament:
    """Return a tournament, locked until the transaction ends. Raises DomainError 404."""
    return _require_tournament(tournaments.find(transaction.connection, tournament_id, lock=True))


def _require_tournament(tournament: Tournament | None) -> Tournament:
    if tournament is None:
        raise DomainError(404, "no_tournament", N_("This tournament doesn’t exist. Check the link."))
    return tournament


def _require_organiser(tournament: Tournament, account: str | None) -> Tournament:
    if account is None:
        raise signed_out_error()
    if tournament.organiser != account:
        raise DomainError(403, "not_organiser", N_("Only the tournament’s organiser can do this."))
    return tournament


def _must_be(tournament: Tournament, *stages: str) -> None:
    if tournament.stage not in stages:
        texts = {
            "open": N_("The tournament hasn’t started yet."),
            "running": N_("The tournament has already started."),
            "over": N_("The tournament is over."),
            "cancelled": N_("The tournament was cancelled."),
        }
        raise DomainError(409, "stage", texts[tournament.stage])


def _require_player(tournament: Tournament, number: int) -> Player:
    player = next((player for player in tournament.players if player.number == number), None)
    if player is None:
        raise DomainError(422, "no_player", N_("That player isn’t in this tournament."))
    return player


Change = Callable[[Transaction, Tournament], Tournament]


def _change_tournament(store: TableStore, tournament_id: str, account: str | None, change: Change) -> None:
    tables.load_all(store, load(store, tournament_id).unfinished_matches)

    def run(transaction: Transaction) -> None:
        tournament = _require_organiser(load_locked(transaction, tournament_id), account)
        after = change(transaction, tournament)
        tournaments.change(
            transaction.connection,
            tournament.id,
            stage=after.stage,
            starts_at=after.starts_at,
            deadline=after.deadline,
            due_at=due_actions.look_at(after, transaction.now),
        )

    store.writer.run(Job(run, exclusive=True))
