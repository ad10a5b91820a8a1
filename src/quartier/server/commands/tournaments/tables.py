"""The tables of a tournament: opened with the players' seats reserved, and ended for who does not play any more."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from quartier.server.commands import bot_takeover, create_table, player_names
from quartier.server.commands.authorization import NOBODY
from quartier.server.commands.execute import Mutation, append
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.table_options import SeatOptions, TableOptions
from quartier.server.domain.events import (
    Cancel,
    FillWithBot,
    Join,
    Resign,
)
from quartier.server.domain.rating.levels import measured
from quartier.server.domain.table import TableSetup
from quartier.server.domain.tournaments import results
from quartier.server.domain.tournaments.model import Match, Plan, Tournament
from quartier.server.errors import DomainError, Quarantined
from quartier.server.storage.accounts import accounts as accounts
from quartier.server.storage.secrets import hashed, new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Transaction


def opened(transaction: Transaction, tournament: Tournament, matches: Sequence[Match]) -> list[Match]:
    """The matches with their tables, where they have rivals. Where people have days for a turn the game begins at once; a
    live clock must not run for somebody who is not there, so there each sits down first.
    """
    return [
        match if match.how is not None else replace(match, game_id=_open(transaction, tournament, match))
        for match in matches
    ]


def _open(transaction: Transaction, tournament: Tournament, match: Match) -> str:
    plan = tournament.plan
    players = {each.number: each for each in tournament.players}
    there = {
        seat: players[place.player] for seat, place in enumerate(match.places) if place.player is not None
    }
    setup = _setup(tournament, [place.player is None for place in match.places])
    seats = [
        SeatRow(seat, "human", None, None, None, account=there[seat].account)
        if seat in there
        else SeatRow(seat, "bot", plan.bot, None, None)
        for seat in range(len(match.places))
    ]
    called = {seat: name_of(transaction, player.account, player.name) for seat, player in there.items()}
    joining = {} if plan.time.live else player_names.all_unlike(called)
    create_table.begin(
        transaction, setup, hashed(new_secret()), seats, joining, f"tournament:{tournament.id}"
    )
    return setup.id


def _setup(tournament: Tournament, bots: Sequence[bool]) -> TableSetup:
    plan = tournament.plan
    seats = [SeatOptions("bot", bot=plan.bot or "") if bot else SeatOptions("friend") for bot in bots]
    wish = TableOptions(plan.title, wished(plan), seats, plan.board, hints=False)
    return replace(create_table.setup_of(wish), time=plan.time, tournament=tournament.id, rated=rated(plan))


def rated(plan: Plan) -> bool:
    """Whether its games are: accounts play them by a clock and without help, so all is as it has to be, unless a bot may sit
    there of whom nobody knows how strong it is.
    """
    return plan.bot is None or measured(plan.title, plan.bot, plan.seats) is not None


def wished(plan: Plan) -> dict[str, object]:
    """The options, as a new table is asked for them."""
    return dict(plan.options)


def name_of(transaction: Transaction, account: str | None, known: str) -> str:
    """How somebody is called now; as they were called, if the account is no more."""
    row = None if account is None else accounts.account_of(transaction.connection, account)
    return known if row is None else row.name


def adjudge(transaction: Transaction, tournament: Tournament, match: Match) -> None:
    """The time of the round is over: who has not come has lost, who plays still is equal. Nothing later counts."""
    held = _held(transaction, match)
    came = (
        [True] * len(match.places)
        if held is None
        else [_came(held, seat) for seat in range(len(match.places))]
    )
    tournaments.decide(transaction.connection, tournament.id, match, "deadline", results.adjudged(came))
    if held is not None and held.table.waiting:
        _say(transaction, held, lambda draft: draft.say("*", Cancel()))


def void(transaction: Transaction, tournament: Tournament, match: Match) -> None:
    """The tournament is ended before the game: it may be played on, and does not count."""
    held = _held(transaction, match)
    tournaments.decide(transaction.connection, tournament.id, match, "void", [0] * len(match.places))
    if held is not None and held.table.waiting:
        _say(transaction, held, lambda draft: draft.say("*", Cancel()))


def _came(held: CachedTable, seat: int) -> bool:
    """Whether somebody has sat down, and where a game over days began by itself, has moved or never had to."""
    table, control = held.table, held.head.setup.time
    if table.setup.bots[seat] is not None:
        return True
    moved = any(entry.row.actor == seat and not entry.row.control for entry in table.entries)
    if moved or seat not in table.names:
        return moved
    return (control is not None and control.live) or seat not in table.to_act()


def leave(transaction: Transaction, tournament: Tournament, match: Match, player: int) -> None:
    """Somebody leaves the tournament while they have a game: they give it up. The others play on if they can."""
    seat = next(seat for seat, place in enumerate(match.places) if place.player == player)
    held = _held(transaction, match)
    others = [place.player for place in match.places if place.player not in (player, None)]
    if held is None or (held.table.waiting and len(others) < 2):
        came = [place.player != player for place in match.places]
        tournaments.decide(transaction.connection, tournament.id, match, "forfeit", results.adjudged(came))
    if held is None:
        return
    if held.table.waiting:
        _say(transaction, held, lambda draft: _not_there(draft, seat, goes_on=len(others) > 1))
    elif not held.table.over and held.table.bot(seat) is None:
        goes_on = held.table.seats > 2 and bool(held.table.people - {seat})
        level = bot_takeover.level(held.table) if goes_on else None
        _say(transaction, held, lambda draft: draft.say(seat, Resign(level)))


def _not_there(draft: PendingChange, seat: int, goes_on: bool) -> None:
    if not goes_on:
        draft.say("*", Cancel())
        return
    draft.say(seat, FillWithBot(bot_takeover.level(draft.table)))
    draft.settle()


def hand_over(transaction: Transaction, match: Match, player: int, account: str, name: str) -> None:
    """The seat of a player is somebody else's from now on."""
    seat = next(seat for seat, place in enumerate(match.places) if place.player == player)
    held = _held(transaction, match)
    if held is None or match.game_id is None or held.table.over or held.table.cancelled:
        return
    others = [called for other, called in held.table.names.items() if other != seat]
    if seat in held.table.names:
        _say(transaction, held, lambda draft: draft.say(seat, Join(player_names.unlike(name, others))))
    transaction.change_seat(match.game_id, seat, account=account, person=None, secret_hash=None)


def _held(transaction: Transaction, match: Match) -> CachedTable | None:
    """The table; None if there is none any more, or nobody can play there."""
    if match.game_id is None:
        return None
    with suppress(Quarantined, DomainError):
        return transaction.looked_up(match.game_id)
    return None


def _say(transaction: Transaction, held: CachedTable, act: Mutation) -> None:
    append(transaction, held, NOBODY, f"tournament:{held.table.version}", act)


def load_all(store: TableStore, matches: Sequence[Match]) -> None:
    """Follow the logs of tables before the writer asks for them: long ones are not its work. From a thread."""
    for match in matches:
        if match.game_id is not None:
            with suppress(DomainError):
                store.present(match.game_id)
