"""Moves, of people and of bots, and giving up. Each function is one command: its check, then its events."""

from __future__ import annotations

from quartier.server.commands import bot_takeover
from quartier.server.commands.authorization import NOBODY
from quartier.server.commands.execute import (
    Answer,
    CommandContext,
    append,
    execute,
)
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import Resign
from quartier.server.domain.preconditions import must_be_played_by_a_person, must_be_to_move, must_run
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


def move(store: TableStore, table_id: str, ticket: CommandContext, text: str) -> Job[Answer]:
    """Play a move, and what follows from it without a decision."""

    def act(draft: PendingChange) -> None:
        must_run(draft.table)
        must_be_played_by_a_person(draft.table, ticket.seat)
        must_be_to_move(draft.table, ticket.seat)
        draft.play(ticket.seat, text)
        draft.settle()

    return execute(store, table_id, ticket, act, lambda first: first.said == text, simultaneous=True)


def bot_move(table_id: str, version: int, seat: int, text: str) -> Job[bool]:
    """A bot's move that was thought for `version`; False when the game has moved on meanwhile."""

    def act(draft: PendingChange) -> None:
        draft.play(seat, text)
        draft.settle()

    def played(transaction: Transaction) -> bool:
        held = transaction.table(table_id)
        if held.table.bot(seat) is None or not held.table.unaffected(seat, version):
            return False
        append(transaction, held, NOBODY, f"bot:{seat}:{version}", act)
        return True

    return Job(played, table_id)


def resign(store: TableStore, table_id: str, ticket: CommandContext) -> Job[Answer]:
    """Give up. Where people are left who play with others still, a bot takes over; else the game is over."""

    def act(draft: PendingChange) -> None:
        must_run(draft.table)
        must_be_played_by_a_person(draft.table, ticket.seat)
        goes_on = draft.table.seats > 2 and bool(draft.table.people - {ticket.seat})
        draft.say(ticket.seat, Resign(bot_takeover.level(draft.table) if goes_on else None))

    return execute(store, table_id, ticket, act, lambda first: isinstance(first.said, Resign))
