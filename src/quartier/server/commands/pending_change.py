"""Unit of work on a copy of a table: the events that a command adds, before they are stored."""

from __future__ import annotations

from collections.abc import Sequence

from quartier.core.engine.dice import Dice
from quartier.core.fairness import daily_seed, provably_fair, verifiable_rng
from quartier.core.game.base_state import Event
from quartier.core.text.errors import IllegalMove
from quartier.server.commands.authorization import Caller
from quartier.server.domain import forced_moves
from quartier.server.domain.events import ControlEvent, Row
from quartier.server.domain.table import (
    Table,
    apply,
    extend,
    note_played,
)
from quartier.server.errors import IllegalMoveError


class PendingChange:
    """A copy of a table, and the events that a command of `caller` adds to it; `command` is its id."""

    def __init__(self, table: Table, caller: Caller, command: str | None = None) -> None:
        self.table = extend(table, [])
        self.caller = caller
        self.command = command
        self.rows: list[Row] = []

    def add_control(self, actor: str | int, control: ControlEvent) -> None:
        """Add a control event."""
        row = self._row(actor, control.write())
        apply(self.table, row)
        self.rows.append(row)

    def play(self, seat: int, move: str) -> None:
        """Add a player's move. Raises IllegalMoveError; the engine knows no move that begins with "!"."""
        try:
            self.table.state.play(seat, move)
        except IllegalMove as illegal:
            raise IllegalMoveError(self.table.setup.title, illegal) from illegal
        self._log_played(seat, self.table.state.event(-1).move)

    def replay(self, events: Sequence[Event]) -> None:
        """Add the events of another game, as they stand in its record."""
        for event in events:
            self.table.state.play(event.actor, event.move)
            self._log_played(event.actor, event.move)

    def resolve(self) -> None:
        """Add everything that is no decision: chance and, if the table wants it, forced moves."""
        self._draw()
        for _ in range(forced_moves.MAX_FORCED_MOVES if self.table.setup.automatic else 0):
            due = forced_moves.due(self.table.state) if self.table.to_act() else None
            if due is None:
                return
            self.play(*due)
            self._draw()

    def _draw(self) -> None:
        """Draw all due chance events."""
        while "*" in self.table.to_act():
            event = self._repeated_draw() or self.table.state.draw(self._dice())
            self._log_played(event.actor, event.move)

    def _repeated_draw(self) -> Event | None:
        """Draw what was drawn at this point of the game whose deal is played again.

        None where there is no such draw, or where it is not possible here.
        """
        deal, state = self.table.setup.deal or (), self.table.state
        number = verifiable_rng.drawn_before(state)
        if number >= len(deal):
            return None
        try:
            state.play("*", deal[number])
        except IllegalMove:
            return None
        event: Event = state.event(-1)
        return event

    def _dice(self) -> Dice:
        """Return the dice of the next draw: from the operating system, unpredictable and independent.

        At a daily deal, and where chance is provable, they come from the key.
        """
        table, setup = self.table, self.table.setup
        if setup.day_key is not None:
            return daily_seed.dice_for(setup.day_key, table.state)
        if setup.draw_key is not None:
            nonces = [table.nonces.get(seat, "") for seat in range(table.seats)]
            return provably_fair.dice_for(setup.draw_key, nonces, len(table.draws()))
        return Dice()

    def _log_played(self, actor: str | int, move: str) -> None:
        row = self._row(actor, move)
        note_played(self.table, row)
        self.rows.append(row)

    def _row(self, actor: str | int, move: str) -> Row:
        return Row(self.table.version + 1, actor, move, None if self.rows else self.command)
