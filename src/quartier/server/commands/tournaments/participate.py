"""What players do: join a tournament, leave it, take a place over, and sit down at their table."""

from __future__ import annotations

import hmac

from quartier.core.text.languages import N_
from quartier.server.accounts.sessions import signed_out
from quartier.server.commands import join_table
from quartier.server.commands.tournaments import organise, tables
from quartier.server.domain.preconditions import must_be_waiting
from quartier.server.domain.tournaments.model import MOST, Player, Tournament
from quartier.server.errors import DomainError
from quartier.server.storage.accounts import accounts as accounts
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Job, Transaction


def join(store: TableStore, tournament_id: str, account: str | None) -> None:
    """Be one of the players, before it begins. Who is one already stays so."""
    if account is None:
        raise signed_out()

    def joined(transaction: Transaction) -> None:
        found = organise.locked(transaction, tournament_id)
        if found.player_of(account) is not None:
            return
        if found.stage != "open":
            text = N_("The tournament has begun, and nobody can join it any more.")
            raise DomainError(409, "has_begun", text)
        if len(found.players) >= MOST:
            raise DomainError(409, "full", N_("The tournament is full: at most {most} players."), most=MOST)
        number = max((each.number for each in found.players), default=-1) + 1
        player = Player(number, account, _name(transaction, account))
        tournaments.add_players(transaction.connection, tournament_id, [player])

    store.writer.do(Job(joined, alone=True))


def withdraw(store: TableStore, tournament_id: str, account: str | None) -> None:
    """Be none of them any more. Later on a game under way is given up."""
    found = organise.look(store, tournament_id)
    tables.load_all(store, found.unfinished)

    def withdrawn(transaction: Transaction) -> None:
        found = organise.locked(transaction, tournament_id)
        player = found.player_of(account)
        if player is None:
            raise DomainError(422, "no_player", N_("You are no player of this tournament."))
        if found.stage in ("open", "running"):
            organise.drop(transaction, found, player)

    store.writer.do(Job(withdrawn, alone=True))


def take_over(store: TableStore, tournament_id: str, account: str | None, handover: str) -> None:
    """Play on for somebody, with their points and games, by the link that the organiser has given."""
    if account is None:
        raise signed_out()
    tables.load_all(store, organise.look(store, tournament_id).unfinished)

    def taken(transaction: Transaction) -> None:
        found = organise.locked(transaction, tournament_id)
        player = offered(found, handover)
        if player is None or found.stage != "running":
            text = N_("This place is not free any more. Ask the organiser for a new link.")
            raise DomainError(403, "no_place", text)
        if found.player_of(account) not in (None, player):
            raise DomainError(409, "plays_already", N_("You play in this tournament already."))
        name = _name(transaction, account)
        changed = {"account": account, "name": name, "withdrawn": None, "handover": None}
        tournaments.change_player(transaction.connection, tournament_id, player.number, **changed)
        for match in found.unfinished:
            if match.place_of(player.number) is not None:
                tables.hand_over(transaction, match, player.number, account, name)

    store.writer.do(Job(taken, alone=True))


def offered(found: Tournament, handover: str) -> Player | None:
    """Whose place a link offers."""
    return next(
        (
            player
            for player in found.players
            if player.handover is not None
            and hmac.compare_digest(player.handover.encode(), handover.encode())
        ),
        None,
    )


def sit_down(
    store: TableStore, transaction: Transaction, held: CachedTable, account: str | None, key: str, person: str
) -> int:
    """Sit down at a table of a tournament, where a seat is kept free; the seat."""
    row = next((seat for seat in held.head.seats if account is not None and seat.account == account), None)
    if row is None:
        text = N_("This table belongs to a tournament: its players sit here. You can watch.")
        raise DomainError(403, "of_tournament", text)
    if row.seat not in held.table.names:
        must_be_waiting(held.table)
        if held.table.bot(row.seat) is not None:  # they have left the tournament, and the others play
            raise join_table.taken_already()
        name = _name(transaction, account or "")
        join_table.sit(store, transaction, held, row.seat, name, key, person, account)
    return row.seat


def _name(transaction: Transaction, account: str) -> str:
    row = accounts.account_of(transaction.connection, account)
    if row is None:
        raise signed_out()
    return row.name
