"""After a game: the same deal for a friend, and the next stronger bot."""

from __future__ import annotations

from dataclasses import replace

from quartier.core.engine.contract import CHANCE
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.server.commands import create_table
from quartier.server.commands.create_table import NewTable, Opener
from quartier.server.commands.table_options import SeatOptions, TableOptions
from quartier.server.domain.table_setup import Challenge, TableSetup
from quartier.server.errors import DomainError
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Transaction


def invite_to_deal(
    store: TableStore,
    game_id: str,
    state: State,
    seat: int,
    name: str,
    bot_levels: list[str],
    opener: Opener,
) -> NewTable:
    """Open a table at which a friend plays the same deal from the same seat, against bots. It is never rated.

    The score that `name` made in this seat is shown there as the one to beat.

    Players of the game know its draws, so they have no seat there. Raises DomainError 409 for today's daily
    challenge: its draws must stay unknown until the day is over.
    """
    _must_not_be_of_today(store, game_id)
    bots = tuple(None if number == seat else level for number, level in enumerate(bot_levels))
    seats = [SeatOptions("friend") if level is None else SeatOptions("bot", bot=level) for level in bots]
    board = state.game.spec.boards.name_or_data(state.board)
    setup = create_table.setup_of(
        TableOptions(state.game.name, dict(state.options), seats, board, hints=False)
    )
    deal = tuple(state.event(index).move for index, past in enumerate(state.past) if past.actor == CHANCE)
    setup = replace(
        setup, rules=state.rules, deal=deal, challenge=Challenge(game_id, name, state.scores()[seat])
    )
    creator_secret, invite = new_secret(), new_secret()
    rows = create_table.seat_rows(setup, {}, {seat: invite})

    def create(transaction: Transaction, marked: TableSetup, key: str) -> NewTable:
        creator = create_table.Creator(hash_secret(creator_secret), opener.visitor, opener.account, key)
        table = create_table.store_new_table(transaction, marked, creator, rows, {})
        return NewTable(table, creator_secret, {}, {seat: invite})

    return create_table.create_once(store, setup, {}, opener, create)


def _must_not_be_of_today(store: TableStore, game_id: str) -> None:
    if store.record(game_id) is not None:
        return
    setup = store.load(game_id)[1].setup
    if setup.day_key is not None and setup.day == table_rows.day(store.clock.now()):
        text = N_("Today’s daily challenge can’t be shared before the day is over (midnight UTC).")
        raise DomainError(409, "deal_of_today", text)


def against_next_bot(
    store: TableStore, state: State, seat: int, name: str, level: str, opener: Opener
) -> NewTable:
    """Open a table with the same options, against bots of another level."""
    seats = [
        SeatOptions("me", name) if number == seat else SeatOptions("bot", bot=level)
        for number in range(state.seats)
    ]
    options = TableOptions(
        state.game.name, dict(state.options), seats, state.game.spec.boards.name_or_data(state.board)
    )
    return create_table.open_table(store, options, opener)
