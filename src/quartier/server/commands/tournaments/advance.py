"""What happens at a tournament by itself: rounds begin, and end when their time is over. The keeper calls this.

Any process may do so at any time, as often as it likes. Each step is one transaction: under the lock the tournament must be
as it was when the step was worked out, so a step is done once, whole, and by one process.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

import quartier
from quartier.server.commands.tournaments import tables
from quartier.server.domain.tournaments import due_actions, pairing
from quartier.server.domain.tournaments.due_actions import Step
from quartier.server.domain.tournaments.model import Tournament
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.transaction import Job, Transaction

STEPS: Final = 4
"""At most so many at a time; what is due then is done at the next look."""


def tend(store: TableStore, tournament_id: str) -> None:
    """Do what is due. From a thread."""
    for _ in range(STEPS):
        if not _stepped(store, tournament_id):
            return


def _stepped(store: TableStore, tournament_id: str) -> bool:
    """Do the next thing; False if there is nothing to be done, or somebody else was faster."""
    with store.database.read() as connection:
        found = tournaments.find(connection, tournament_id)
    if found is None:
        return False
    now = store.clock.now()
    step = due_actions.due(found, now)
    if step == "adjudge":
        tables.load_all(store, found.unfinished)
    return store.writer.do(step_job(found, step, now))


def step_job(found: Tournament, step: Step | None, now: float) -> Job[bool]:
    """The job of doing a step at a tournament that was found so. Who meets whom is worked out here, not in the writer."""
    after = drawn(found) if step == "begin" else found
    after = _after(after, step, now)
    matches = (
        pairing.tables(_seen_as_begun(found, after), _fewest(found)) if step in ("begin", "next") else []
    )

    def done(transaction: Transaction) -> bool:
        connection = transaction.connection
        if tournaments.find(connection, found.id, lock=True) != found:
            return False
        tournaments.have_seen(connection, found.id)
        if step is None:
            return False
        if step == "begin":
            tournaments.drop_players(connection, found.id)
            tournaments.add_players(connection, found.id, after.players)
        if step == "adjudge":
            for match in found.unfinished:
                tables.adjudge(transaction, found, match)
        tournaments.add_matches(connection, found.id, tables.opened(transaction, after, matches))
        tournaments.change(
            connection,
            found.id,
            stage=after.stage,
            round=after.round,
            starts_at=after.starts_at,
            deadline=after.deadline,
            due_at=due_actions.look_at(after),
        )
        return True

    return Job(done, alone=True)


def drawn(found: Tournament) -> Tournament:
    """The players in an order drawn by lot, from which the first round follows."""
    order = list(found.players)
    secrets.SystemRandom().shuffle(order)
    return replace(found, players=tuple(replace(each, number=index) for index, each in enumerate(order)))


def _seen_as_begun(found: Tournament, after: Tournament) -> Tournament:
    """The state from which the next round's tables follow: the players as they are numbered then, the round before."""
    return replace(after, round=found.round)


def _after(found: Tournament, step: Step | None, now: float) -> Tournament:
    if step in ("begin", "next"):
        deadline = due_actions.next_deadline(found, now)
        return replace(found, stage="running", round=found.round + 1, starts_at=None, deadline=deadline)
    if step in ("end", "cancel"):
        return replace(found, stage="over" if step == "end" else "cancelled", starts_at=None, deadline=None)
    return found


def _fewest(found: Tournament) -> int:
    return max(2, quartier.load(found.plan.title).seats[0])
