"""Commands of players: join a tournament, leave it, take over a place, and sit down at their table."""

from __future__ import annotations

import hmac

from quartier.core.text.languages import N_
from quartier.server.commands import join_table
from quartier.server.commands.tournaments import organise, organiser_limits, tables
from quartier.server.domain.preconditions import must_be_waiting
from quartier.server.domain.tournaments import round_time
from quartier.server.domain.tournaments.model import MAX_PLAYERS, Player, Tournament
from quartier.server.errors import DomainError, signed_out_error
from quartier.server.storage.accounts import accounts as accounts
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Job, Transaction


def join(store: TableStore, tournament_id: str, account: str | None) -> None:
    """Join a tournament before it begins; joining twice changes nothing."""
    if account is None:
        raise signed_out_error()

    def run(transaction: Transaction) -> None:
        tournament = organise.load_locked(transaction, tournament_id)
        if tournament.player_of(account) is not None:
            return
        if tournament.stage != "open":
            text = N_("The tournament has started. It’s too late to join.")
            raise DomainError(409, "has_begun", text)
        if len(tournament.players) >= MAX_PLAYERS:
            raise DomainError(409, "full", N_("The tournament is full ({most} players)."), most=MAX_PLAYERS)
        number = max((player.number for player in tournament.players), default=-1) + 1
        player = Player(number, account, _name(transaction, account))
        tournaments.add_players(transaction.connection, tournament_id, [player])

    store.writer.run(Job(run, exclusive=True))


def withdraw(store: TableStore, tournament_id: str, account: str | None) -> None:
    """Leave a tournament; a running game is given up."""
    tournament = organise.load(store, tournament_id)
    tables.load_all(store, tournament.unfinished_matches)

    def run(transaction: Transaction) -> None:
        tournament = organise.load_locked(transaction, tournament_id)
        player = tournament.player_of(account)
        if player is None:
            raise DomainError(422, "no_player", N_("You aren’t in this tournament."))
        if tournament.stage in ("open", "running"):
            organise.drop(transaction, tournament, player)

    store.writer.run(Job(run, exclusive=True))


def take_over(store: TableStore, tournament_id: str, account: str | None, handover: str) -> None:
    """Take over a player's place and points by the organiser's link, and the game in which they haven't moved yet."""
    if account is None:
        raise signed_out_error()
    tables.load_all(store, organise.load(store, tournament_id).unfinished_matches)

    def run(transaction: Transaction) -> None:
        tournament = organise.load_locked(transaction, tournament_id)
        player = player_of_handover(tournament, handover)
        if player is None or tournament.stage != "running":
            text = N_("This place is no longer available. Ask the organiser for a new link.")
            raise DomainError(403, "no_place", text)
        if tournament.player_of(account) not in (None, player):
            raise DomainError(409, "plays_already", N_("You’re already in this tournament."))
        organiser_limits.must_be_replaceable(transaction, tournament, player)
        name = _name(transaction, account)
        changed = {"account": account, "name": name, "withdrawn": None, "handover": None}
        tournaments.change_player(transaction.connection, tournament_id, player.number, **changed)
        match = tournament.unfinished_match_of(player.number)
        if match is not None:
            tables.hand_over(transaction, match, player.number, account, name)

    store.writer.run(Job(run, exclusive=True))


def player_of_handover(tournament: Tournament, handover: str) -> Player | None:
    """Return the player whose place a link offers."""
    return next(
        (
            player
            for player in tournament.players
            if player.handover is not None
            and hmac.compare_digest(player.handover.encode(), handover.encode())
        ),
        None,
    )


def sit_down(
    store: TableStore,
    transaction: Transaction,
    cached: CachedTable,
    account: str | None,
    key: str,
    person: str,
) -> int:
    """Sit down at a table of a tournament, where a seat is reserved. Returns the seat."""
    row = next((seat for seat in cached.row.seats if account is not None and seat.account == account), None)
    if row is None:
        text = N_("This is a tournament table, reserved for its players. You can watch.")
        raise DomainError(403, "of_tournament", text)
    if row.seat not in cached.table.names:
        must_be_waiting(cached.table)
        _must_not_be_late(transaction, cached)
        if cached.table.bot(row.seat) is not None:  # they have left the tournament, and the others play
            raise join_table.seat_taken()
        name = _name(transaction, account or "")
        join_table.take_seat(store, transaction, cached, row.seat, name, key, person, account)
    return row.seat


def _must_not_be_late(transaction: Transaction, cached: CachedTable) -> None:
    """Raise DomainError if a game that begins now could outlast its round: coming late must not save anyone from losing."""
    tournament = tournaments.find(transaction.connection, cached.row.setup.tournament or "")
    latest = None if tournament is None else round_time.latest_arrival(tournament, cached.table.seats)
    if latest is not None and transaction.now > max(latest, cached.row.opened_at + round_time.MIN_WAIT):
        text = N_("It’s too late for this round: the game could no longer end in it.")
        raise DomainError(409, "too_late", text)


def _name(transaction: Transaction, account: str) -> str:
    row = accounts.account_of(transaction.connection, account)
    if row is None:
        raise signed_out_error()
    return row.name
