"""What an organiser does: announce a tournament, begin it, move a deadline, let somebody be replaced, end it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.accounts.sessions import signed_out
from quartier.server.commands import word_filter
from quartier.server.commands.tournaments import advance, tables
from quartier.server.commands.tournaments.tournament_options import HOURS, START, TournamentOptions
from quartier.server.domain.clocks import HOUR
from quartier.server.domain.tournaments import due_actions
from quartier.server.domain.tournaments.model import FEWEST, Player, Tournament
from quartier.server.errors import DomainError
from quartier.server.storage.secrets import new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Job, Transaction

AT_A_TIME = 10
"""Tournaments of one organiser that are not over."""


def announce(store: TableStore, wish: TournamentOptions, account: str | None) -> str:
    """A new tournament for players to join; its id."""
    if account is None:
        raise signed_out()
    if wish.access == "public" and not store.database.settings.lobby:
        raise DomainError(
            422, "no_lobby", N_("There is no lobby here, so nothing can be public. Choose “by link”.")
        )
    plan, now = wish.plan(word_filter.read(store.database.settings)), store.clock.now()
    starts_at = None if wish.starts_in is None else now + wish.starts_in * HOUR
    new = Tournament(new_id(), plan, account, "open", 0, starts_at, None, now)

    def announced(transaction: Transaction) -> str:
        if tournaments.running_of(transaction.connection, account) >= AT_A_TIME:
            text = N_("You hold {most} tournaments already. End one of them first.")
            raise DomainError(422, "too_many_tournaments", text, most=AT_A_TIME)
        tournaments.add(transaction.connection, new, due_actions.look_at(new))
        return new.id

    return store.writer.do(Job(announced, alone=True))


def begin(store: TableStore, tournament_id: str, account: str | None) -> None:
    """Begin now, with who has joined."""
    found = _own(look(store, tournament_id), account)
    _must_be(found, "open")
    if len(found.players) < FEWEST:
        text = N_("A tournament needs at least {least} players. Wait until more have joined.")
        raise DomainError(422, "too_few_players", text, least=FEWEST)
    if not store.writer.do(advance.step_job(found, "begin", store.clock.now())):
        text = N_("Somebody has just joined or left. Look at the players again, then begin.")
        raise DomainError(409, "stale", text)


def end(store: TableStore, tournament_id: str, account: str | None) -> None:
    """End it now. Before the beginning there is none then; later it ends as it stands, and games under way do not count."""

    def ended(transaction: Transaction, found: Tournament) -> Tournament:
        _must_be(found, "open", "running")
        for match in found.unfinished:
            tables.void(transaction, found, match)
        stage = found.stage == "open"
        return replace(found, stage="cancelled" if stage else "over", starts_at=None, deadline=None)

    _changed(store, tournament_id, account, ended)


def move_deadline(store: TableStore, tournament_id: str, account: str | None, hours: int) -> None:
    """The present round, or the time before the first one, ends so many hours from now."""
    least, most = (0, START) if hours == 0 else (HOURS[0], START)
    if not least <= hours <= most:
        text = N_("The new time lies {least} to {most} hours ahead.")
        raise DomainError(422, "hours", text, least=HOURS[0], most=START)
    at = store.clock.now() + hours * HOUR

    def moved(_: Transaction, found: Tournament) -> Tournament:
        _must_be(found, "open", "running")
        return replace(found, starts_at=at) if found.stage == "open" else replace(found, deadline=at)

    _changed(store, tournament_id, account, moved)


def offer_place(store: TableStore, tournament_id: str, account: str | None, number: int) -> None:
    """Make a link by which somebody else takes a player's place over, with points and games; a new one each time."""

    def offered(transaction: Transaction, found: Tournament) -> Tournament:
        _must_be(found, "running")
        player = _numbered(found, number)
        tournaments.change_player(transaction.connection, found.id, player.number, handover=new_secret())
        return found

    _changed(store, tournament_id, account, offered)


def remove(store: TableStore, tournament_id: str, account: str | None, number: int) -> None:
    """A player is out: of the list before the beginning, of all further rounds later."""

    def removed(transaction: Transaction, found: Tournament) -> Tournament:
        _must_be(found, "open", "running")
        drop(transaction, found, _numbered(found, number))
        return found

    _changed(store, tournament_id, account, removed)


def drop(transaction: Transaction, found: Tournament, player: Player) -> None:
    """Somebody is out, by themselves or by the organiser."""
    connection = transaction.connection
    if found.stage == "open":
        tournaments.drop_players(connection, found.id, player.number)
        return
    if player.withdrawn is not None:
        return
    tournaments.change_player(connection, found.id, player.number, withdrawn=found.round)
    for match in found.unfinished:
        if match.place_of(player.number) is not None:
            tables.leave(transaction, found, match, player.number)


# ----- what all of them need -----


def look(store: TableStore, tournament_id: str) -> Tournament:
    """The tournament. Raises DomainError 404."""
    with store.database.read() as connection:
        return _there(tournaments.find(connection, tournament_id))


def locked(transaction: Transaction, tournament_id: str) -> Tournament:
    """The tournament, which nobody else changes before the transaction ends."""
    return _there(tournaments.find(transaction.connection, tournament_id, lock=True))


def _there(found: Tournament | None) -> Tournament:
    if found is None:
        raise DomainError(404, "no_tournament", N_("There is no such tournament. Check the link."))
    return found


def _own(found: Tournament, account: str | None) -> Tournament:
    if account is None:
        raise signed_out()
    if found.organiser != account:
        raise DomainError(403, "not_organiser", N_("Only whoever has announced this tournament can do this."))
    return found


def _must_be(found: Tournament, *stages: str) -> None:
    if found.stage not in stages:
        said = {
            "open": N_("The tournament has not begun yet."),
            "running": N_("The tournament has begun."),
            "over": N_("The tournament is over."),
            "cancelled": N_("The tournament was cancelled."),
        }
        raise DomainError(409, "stage", said[found.stage])


def _numbered(found: Tournament, number: int) -> Player:
    player = next((each for each in found.players if each.number == number), None)
    if player is None:
        raise DomainError(422, "no_player", N_("There is no such player in this tournament."))
    return player


Change = Callable[[Transaction, Tournament], Tournament]


def _changed(store: TableStore, tournament_id: str, account: str | None, change: Change) -> None:
    tables.load_all(store, look(store, tournament_id).unfinished)

    def changed(transaction: Transaction) -> None:
        found = _own(locked(transaction, tournament_id), account)
        after = change(transaction, found)
        tournaments.change(
            transaction.connection,
            found.id,
            stage=after.stage,
            starts_at=after.starts_at,
            deadline=after.deadline,
            due_at=due_actions.look_at(after),
        )

    store.writer.do(Job(changed, alone=True))
