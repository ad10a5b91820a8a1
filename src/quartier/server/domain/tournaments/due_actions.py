"""The steps due at a tournament now, and when to check again."""

from __future__ import annotations

from typing import Final, Literal

from quartier.server.domain.clocks import DAY
from quartier.server.domain.tournaments.model import MIN_PLAYERS, Tournament

Step = Literal["begin", "adjudge", "next", "end", "cancel"]
"""Open the first round; decide overdue games; open the next round; all is played; too few players."""
ABANDONED_SECONDS: Final = 14 * DAY
"""Seconds after its announcement when a tournament that waits for its organiser ends, if it has too few players."""


def due(tournament: Tournament, now: float) -> Step | None:
    """Return the step that is due, None if there is none."""
    if tournament.stage == "open":
        if now < _ends_waiting_at(tournament):
            return None
        if len(tournament.players) < MIN_PLAYERS:
            return "cancel"
        return None if tournament.starts_at is None else "begin"
    if tournament.stage != "running":
        return None
    late = tournament.deadline is not None and now >= tournament.deadline
    if tournament.unfinished_matches:
        return "adjudge" if late else None
    if tournament.round >= tournament.rounds or len(tournament.active) < MIN_PLAYERS:
        return "end"
    return "next" if late or not tournament.plan.appointed else None


def _ends_waiting_at(tournament: Tournament) -> float:
    """Return when a tournament begins, or is cancelled with too few players."""
    if tournament.starts_at is None:
        return tournament.created_at + ABANDONED_SECONDS
    return tournament.starts_at


def look_at(tournament: Tournament, now: float) -> float | None:
    """Return when to check again if nothing happens before; None: never."""
    if tournament.stage == "open":
        at = _ends_waiting_at(tournament)
        return at if tournament.starts_at is not None else max(at, now + DAY)
    return tournament.deadline if tournament.stage == "running" else None


def next_deadline(tournament: Tournament, now: float) -> float:
    """Return the deadline of a round that begins now. Scheduled rounds follow without a gap, even after downtime."""
    before, length = tournament.deadline, tournament.plan.length
    on_time = tournament.plan.appointed and before is not None and before <= now < before + length / 2
    return (before if on_time and before is not None else now) + length
