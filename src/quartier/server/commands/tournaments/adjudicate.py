"""Games that a round's deadline finds unfinished: absent players lose, and the bots' evaluation decides between the others.

What counts is the position at the deadline, which no later move changes: so every process comes to the same judgement,
however often it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from quartier.server.commands.tournaments import tables
from quartier.server.domain.table import Table, replay_events
from quartier.server.domain.tournaments.model import Match, Tournament
from quartier.server.domain.tournaments.results import Judgement, Verdict
from quartier.server.errors import DomainError
from quartier.server.storage import table_rows
from quartier.server.storage.table_store import TableStore

Evaluate = Callable[[Table], Verdict | None]
"""Return the verdict on a position from public knowledge of it; None while it is being computed."""


def judge(store: TableStore, tournament: Tournament, evaluate: Evaluate) -> Mapping[int, Judgement] | None:
    """Return the judgement of each unfinished match by its number; None while evaluations are being computed."""
    positions = {
        match.number: _at_deadline(store, tournament, match) for match in tournament.unfinished_matches
    }
    came = {
        match.number: _who_came(match, positions[match.number]) for match in tournament.unfinished_matches
    }
    verdicts = {
        number: evaluate(position)
        for number, position in positions.items()
        if position is not None and position.to_act() and sum(came[number]) > 1
    }
    if None in verdicts.values():
        return None
    return {number: Judgement(there, _chances(verdicts.get(number), there)) for number, there in came.items()}


def _at_deadline(store: TableStore, tournament: Tournament, match: Match) -> Table | None:
    """Return a match's table as it was at the deadline; None if there is none, or it can't be loaded."""
    if match.game_id is None or tournament.deadline is None:
        return None
    with suppress(DomainError):
        _, table = store.load(match.game_id)
        with store.database.read() as connection:
            last = table_rows.last_seq(connection, match.game_id, tournament.deadline)
        if last >= table.version:
            return table
        return replay_events(table.setup, [entry.row for entry in table.entries[:last]])
    return None


def _who_came(match: Match, position: Table | None) -> tuple[bool, ...]:
    """Return by seat who came; at a table that can't be loaded that is assumed."""
    return tuple(position is None or tables.has_come(position, seat) for seat in range(len(match.seats)))


def _chances(verdict: Verdict | None, came: tuple[bool, ...]) -> tuple[int, ...] | None:
    """Return the percentages by seat, 0 of an absent player; None without an evaluation."""
    if verdict is None or verdict.shares is None:
        return None
    return tuple(
        round(100 * share) if there else 0 for share, there in zip(verdict.shares, came, strict=True)
    )
