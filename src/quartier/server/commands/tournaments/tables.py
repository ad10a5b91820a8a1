"""The tables of a tournament: created with the players' seats reserved, and decided for absent players."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from quartier.server.commands import bot_takeover, create_table
from quartier.server.commands.authorization import SERVER
from quartier.server.commands.execute import Mutation, append
from quartier.server.commands.names import player_names
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.seat_rating import seat_rating
from quartier.server.commands.table_options import SeatOptions, TableOptions
from quartier.server.domain.clocks import add_total
from quartier.server.domain.events import (
    Cancel,
    FillWithBot,
    Join,
    OutOfTournament,
    Resign,
    Substitute,
)
from quartier.server.domain.rating.levels import bot_rating
from quartier.server.domain.table import Table
from quartier.server.domain.table_setup import TableSetup
from quartier.server.domain.tournaments import results, round_time
from quartier.server.domain.tournaments.model import Match, Plan, Tournament
from quartier.server.domain.tournaments.results import Judgement
from quartier.server.errors import DomainError, Quarantined
from quartier.server.storage.accounts import accounts as accounts
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Transaction


def open_tables(transaction: Transaction, tournament: Tournament, matches: Sequence[Match]) -> list[Match]:
    """Create tables for matches with opponents. Returns the matches with their tables.

    Correspondence games begin at once; a live clock must not run for an absent player, so there players sit
    down first.
    """
    return [
        match if match.how is not None else replace(match, game_id=_open(transaction, tournament, match))
        for match in matches
    ]


def _open(transaction: Transaction, tournament: Tournament, match: Match) -> str:
    plan = tournament.plan
    players = {player.number: player for player in tournament.players}
    there = {
        seat: players[match_seat.player]
        for seat, match_seat in enumerate(match.seats)
        if match_seat.player is not None
    }
    bots = [match_seat.player is None for match_seat in match.seats]
    setup = replace(
        _setup(tournament, bots), time=round_time.with_share(tournament, len(bots), transaction.now)
    )
    seats = [
        SeatRow(seat, "human", None, None, None, account=there[seat].account)
        if seat in there
        else SeatRow(seat, "bot", plan.bot, None, None)
        for seat in range(len(match.seats))
    ]
    names = {seat: current_name(transaction, player.account, player.name) for seat, player in there.items()}
    joining = {} if plan.time.live else names
    creator = create_table.Creator(hash_secret(new_secret()), f"tournament:{tournament.id}")
    create_table.store_new_table(transaction, setup, creator, seats, joining)
    return setup.id


def _setup(tournament: Tournament, bots: Sequence[bool]) -> TableSetup:
    plan = tournament.plan
    seats = [SeatOptions("bot", bot=plan.bot or "") if bot else SeatOptions("friend") for bot in bots]
    options = TableOptions(plan.title, options_of(plan), seats, plan.board, hints=False)
    return replace(create_table.setup_of(options), tournament=tournament.id, rated=is_rated(plan))


def is_rated(plan: Plan) -> bool:
    """Return whether its games are rated: unless a bot of unknown strength may sit there."""
    return plan.bot is None or bot_rating(plan.title, plan.bot, plan.seats) is not None


def options_of(plan: Plan) -> dict[str, object]:
    """Return the title's options, as a new table takes them."""
    return dict(plan.options)


def current_name(transaction: Transaction, account: str | None, existing: str) -> str:
    """Return the present name of an account; the former one, if it was deleted."""
    row = None if account is None else accounts.account_of(transaction.connection, account)
    return existing if row is None else row.name


def adjudge(transaction: Transaction, tournament: Tournament, match: Match, judgement: Judgement) -> None:
    """Decide a match whose round is over. The game may continue."""
    came, chances = judgement.came, judgement.chances
    halves = results.adjudicate(came, chances)
    if chances is None:
        tournaments.decide(transaction.connection, tournament.id, match, "deadline", halves)
    else:
        percentages = [chance if there else None for chance, there in zip(chances, came, strict=True)]
        tournaments.decide(transaction.connection, tournament.id, match, "verdict", halves, percentages)
    _take_out(transaction, _load_playable(transaction, match), OutOfTournament("deadline", chances or ()))


def extend_time(transaction: Transaction, match: Match, seconds: float) -> None:
    """Give the players of a running game over days their shares of the time by which its round is longer."""
    cached = _load_playable(transaction, match)
    if cached is not None and not cached.table.over:
        share = seconds / len(match.seats)
        clocks = tuple(add_total(clock, share) for clock in cached.row.clocks)
        transaction.set_clocks(cached, clocks)


def void(transaction: Transaction, tournament: Tournament, match: Match) -> None:
    """Decide a match without a result: the tournament ends before the game, which may go on."""
    cached = _load_playable(transaction, match)
    tournaments.decide(transaction.connection, tournament.id, match, "void", [0] * len(match.seats))
    _take_out(transaction, cached, OutOfTournament("ended"))


def _take_out(transaction: Transaction, cached: CachedTable | None, left: OutOfTournament) -> None:
    """Cancel a table that waits; the players of a running game read that it no longer counts in the tournament."""
    if cached is None or cached.table.over or cached.table.cancelled:
        return
    event = Cancel() if cached.table.waiting else left
    _append(transaction, cached, lambda change: change.add_control("*", event))


def player_has_come(transaction: Transaction, match: Match, player: int) -> bool:
    """Return whether a player has come to their table; of a table that can't be loaded that is assumed."""
    cached = _load_playable(transaction, match)
    return cached is None or has_come(cached.table, _seat_of(match, player))


def half_of_turn_is_over(transaction: Transaction, match: Match, player: int) -> bool:
    """Return whether it is a player's turn in a game over days, and half of its time has passed."""
    cached = _load_playable(transaction, match)
    control = None if cached is None else cached.row.setup.time
    if cached is None or control is None or control.live:
        return False
    clock = cached.row.clocks[_seat_of(match, player)]
    return clock.since is not None and clock.left(transaction.now) <= control.first / 2


def _seat_of(match: Match, player: int) -> int:
    return next(seat for seat, match_seat in enumerate(match.seats) if match_seat.player == player)


def has_come(table: Table, seat: int) -> bool:
    """Return whether a player sat down and, in a correspondence game, moved if it was their turn."""
    if table.setup.bots[seat] is not None:
        return True
    moved, control = table.move_count(seat) > 0, table.setup.time
    if moved:
        return True
    if control is not None and control.live:
        return _has_joined(table, seat)
    return seat in table.names and seat not in table.to_act()


def _has_joined(table: Table, seat: int) -> bool:
    """Return whether a player ever sat down: one who then fails a ready check, called by the opponent, has still come."""
    rows = (entry.row for entry in table.entries)
    return any(row.control and row.actor == seat and isinstance(row.content, Join) for row in rows)


def leave(transaction: Transaction, tournament: Tournament, match: Match, player: int, removed: bool) -> None:
    """Take a player out of a match; the others play on if they can.

    A player who withdraws resigns. Where the organiser has `removed` them, their opponent has won the match, and the game
    continues by its own rules: no one but its players decides it.
    """
    seat = _seat_of(match, player)
    cached = _load_playable(transaction, match)
    others = [match_seat.player for match_seat in match.seats if match_seat.player not in (player, None)]
    if cached is None or (len(others) < 2 and (removed or cached.table.waiting)):
        came = [match_seat.player != player for match_seat in match.seats]
        tournaments.decide(transaction.connection, tournament.id, match, "forfeit", results.adjudicate(came))
    if cached is None:
        return
    if cached.table.waiting:
        _append(transaction, cached, lambda change: _not_there(change, seat, goes_on=len(others) > 1))
    elif cached.table.over or cached.table.bot(seat) is not None:
        return
    elif removed:
        _append(transaction, cached, lambda change: change.add_control(seat, OutOfTournament("removed")))
    else:
        goes_on = cached.table.seats > 2 and bool(cached.table.people - {seat})
        level = bot_takeover.level(cached.table) if goes_on else None
        _append(transaction, cached, lambda change: change.add_control(seat, Resign(level)))


def _not_there(change: PendingChange, seat: int, goes_on: bool) -> None:
    if not goes_on:
        change.add_control("*", Cancel())
        return
    change.add_control(seat, FillWithBot(bot_takeover.level(change.table)))
    change.resolve()


def hand_over(transaction: Transaction, match: Match, player: int, account: str, name: str) -> None:
    """Transfer a player's seat to another account, unless the player has made a move: then the game stays theirs."""
    seat = _seat_of(match, player)
    cached = _load_playable(transaction, match)
    if cached is None or match.game_id is None or cached.table.over or cached.table.cancelled:
        return
    if cached.table.move_count(seat):
        return
    others = [names for other, names in cached.table.names.items() if other != seat]
    if seat in cached.table.names:
        _append(
            transaction,
            cached,
            lambda change: change.add_control(seat, Substitute(player_names.make_unique(name, others))),
        )
    rating = seat_rating(transaction.connection, cached.table.setup, account)
    transaction.change_seat(match.game_id, seat, account=account, person=None, secret_hash=None, **rating)


def _load_playable(transaction: Transaction, match: Match) -> CachedTable | None:
    """Return the table; None if there is none, or it is quarantined or hidden."""
    if match.game_id is None:
        return None
    with suppress(Quarantined, DomainError):
        return transaction.load_locked(match.game_id)
    return None


def _append(transaction: Transaction, cached: CachedTable, mutate: Mutation) -> None:
    append(transaction, cached, SERVER, f"tournament:{cached.table.version}", mutate)


def load_all(store: TableStore, matches: Sequence[Match]) -> None:
    """Replay the logs of tables before the writer needs them: long ones would hold it up. From a thread."""
    for match in matches:
        if match.game_id is not None:
            with suppress(DomainError):
                store.get_current(match.game_id)
