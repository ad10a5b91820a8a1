"""What is to be done at a tournament now, and when to look again."""

from __future__ import annotations

from typing import Literal

from quartier.server.domain.tournaments.model import FEWEST, Tournament

Step = Literal["begin", "adjudge", "next", "end", "cancel"]
"""Open the tables of the first round; decide the games whose time is over; open those of the next round; all is played;
there are too few players.
"""


def due(tournament: Tournament, now: float) -> Step | None:
    """The next thing that is due, None while there is nothing to be done."""
    if tournament.stage == "open":
        if tournament.starts_at is None or now < tournament.starts_at:
            return None
        return "begin" if len(tournament.players) >= FEWEST else "cancel"
    if tournament.stage != "running":
        return None
    late = tournament.deadline is not None and now >= tournament.deadline
    if tournament.unfinished:
        return "adjudge" if late else None
    if tournament.round >= tournament.rounds or len(tournament.active) < FEWEST:
        return "end"
    return "next" if late or not tournament.plan.appointed else None


def look_at(tournament: Tournament) -> float | None:
    """When it is worth looking again, if nothing happens before; None: never."""
    if tournament.stage == "open":
        return tournament.starts_at
    return tournament.deadline if tournament.stage == "running" else None


def next_deadline(tournament: Tournament, now: float) -> float:
    """When the time of a round is over that begins now. Appointed rounds follow each other without a gap, however late the
    server was.
    """
    before, length = tournament.deadline, tournament.plan.length
    on_time = tournament.plan.appointed and before is not None and before <= now < before + length / 2
    return (before if on_time and before is not None else now) + length
