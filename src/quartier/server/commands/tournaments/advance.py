"""Steps of a tournament that are due: rounds begin, and end at their deadline. The scheduler calls this.

Any process may do so at any time, as often as it likes. Each step is one transaction: under the lock the tournament
must be as it was when the step was computed, so a step is done once, completely, and by one process.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import quartier
from quartier.server.commands.tournaments import adjudicate, tables
from quartier.server.commands.tournaments.adjudicate import Evaluate
from quartier.server.domain.tournaments import due_actions, pairing
from quartier.server.domain.tournaments.due_actions import Step
from quartier.server.domain.tournaments.model import Tournament
from quartier.server.domain.tournaments.results import Judgement
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Job, Transaction

_NONE: Final[Mapping[int, Judgement]] = {}
MAX_STEPS: Final = 4
"""At most so many at a time; what is due then is done at the next look."""


def tend(store: TableStore, tournament_id: str, evaluate: Evaluate) -> None:
    """Do all steps that are due. From a thread. `evaluate`: for games that are unfinished at the deadline."""
    for _ in range(MAX_STEPS):
        if not _do_step(store, tournament_id, evaluate):
            return


def _do_step(store: TableStore, tournament_id: str, evaluate: Evaluate) -> bool:
    """Do the next step; False if none is due, it waits for the bots' evaluations, or another process was faster."""
    with store.database.read() as connection:
        tournament = tournaments.find(connection, tournament_id)
    if tournament is None:
        return False
    now = store.clock.now()
    step = due_actions.due(tournament, now)
    judgements = adjudicate.judge(store, tournament, evaluate) if step == "adjudge" else {}
    if judgements is None:
        return False
    return store.writer.run(step_job(tournament, step, now, judgements))


def step_job(
    tournament: Tournament, step: Step | None, now: float, judgements: Mapping[int, Judgement] = _NONE
) -> Job[bool]:
    """Return the job of a step, which does nothing if the tournament has changed since.

    The pairing is computed here, not in the writer. `judgements`: of unfinished games, by the number of the match.
    """
    after = shuffle_players(tournament) if step == "begin" else tournament
    after = _after(after, step, now)
    matches = (
        pairing.tables(_with_round_of(tournament, after), _min_seats(tournament))
        if step in ("begin", "next")
        else []
    )

    def run(transaction: Transaction) -> bool:
        connection = transaction.connection
        if tournaments.find(connection, tournament.id, lock=True) != tournament:
            return False
        tournaments.clear_news(connection, tournament.id)
        if step is None:
            tournaments.change(connection, tournament.id, due_at=due_actions.look_at(tournament, now))
            return False
        if step == "begin":
            tournaments.drop_players(connection, tournament.id)
            tournaments.add_players(connection, tournament.id, after.players)
        if step == "adjudge":
            for match in tournament.unfinished_matches:
                tables.adjudge(transaction, tournament, match, judgements[match.number])
        tournaments.add_matches(connection, tournament.id, tables.open_tables(transaction, after, matches))
        tournaments.change(
            connection,
            tournament.id,
            stage=after.stage,
            round=after.round,
            starts_at=after.starts_at,
            deadline=after.deadline,
            due_at=due_actions.look_at(after, now),
        )
        return True

    return Job(run, exclusive=True)


def shuffle_players(tournament: Tournament) -> Tournament:
    """Return the players in random order, from which the first round follows."""
    order = list(tournament.players)
    secrets.SystemRandom().shuffle(order)
    return replace(
        tournament, players=tuple(replace(player, number=index) for index, player in enumerate(order))
    )


def _with_round_of(tournament: Tournament, after: Tournament) -> Tournament:
    """Return the state from which the next round is paired: players numbered as after it, the round before."""
    return replace(after, round=tournament.round)


def _after(tournament: Tournament, step: Step | None, now: float) -> Tournament:
    if step in ("begin", "next"):
        deadline = due_actions.next_deadline(tournament, now)
        return replace(
            tournament, stage="running", round=tournament.round + 1, starts_at=None, deadline=deadline
        )
    if step in ("end", "cancel"):
        return replace(
            tournament, stage="over" if step == "end" else "cancelled", starts_at=None, deadline=None
        )
    return tournament


def _min_seats(tournament: Tournament) -> int:
    return max(2, quartier.load(tournament.plan.title).seats[0])
