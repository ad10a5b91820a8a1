"""Moves, of people and of bots, and resigning. Each function is one command: its checks, then its events."""

from __future__ import annotations

from dataclasses import replace

from quartier.server.commands import bot_takeover
from quartier.server.commands.authorization import SERVER
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


def move(store: TableStore, table_id: str, context: CommandContext, text: str) -> Job[Answer]:
    """Play a move, and what follows without a decision."""

    def mutate(change: PendingChange) -> None:
        must_run(change.table)
        must_be_played_by_a_person(change.table, context.seat)
        must_be_to_move(change.table, context.seat)
        change.play(context.seat, text)
        change.resolve()

    return execute(
        store, table_id, context, mutate, lambda events: events[0].content == text, simultaneous=True
    )


def bot_move(table_id: str, version: int, seat: int, text: str) -> Job[bool]:
    """Play a bot's move that was computed at `version`; False if the game has moved on since."""

    def mutate(change: PendingChange) -> None:
        change.play(seat, text)
        change.resolve()

    def run(transaction: Transaction) -> bool:
        cached = transaction.table(table_id)
        if cached.table.bot(seat) is None or not cached.table.is_unaffected(seat, version):
            return False
        append(transaction, cached, SERVER, f"bot:{seat}:{version}", mutate)
        return True

    return Job(run, table_id)


def resign(store: TableStore, table_id: str, context: CommandContext) -> Job[Answer]:
    """Resign. A bot takes over where people play on with others; else the game is over."""

    def mutate(change: PendingChange) -> None:
        must_run(change.table)
        must_be_played_by_a_person(change.table, context.seat)
        goes_on = change.table.seats > 2 and bool(change.table.people - {context.seat})
        change.add_control(context.seat, Resign(bot_takeover.level(change.table) if goes_on else None))

    context = replace(context, version=None)  # the others may move meanwhile
    return execute(store, table_id, context, mutate, lambda events: isinstance(events[0].content, Resign))
