"""Time control: pure arithmetic on clocks; the caller passes the current time.

A clock runs while its seat is to move and a person plays it. Its start may be in the future: until then it is
paused, because of a lost connection or a vacation. A turn gets its time once: an increment, or in a
correspondence game all of its days. A move that is undone and played again gets none, and the time it took
stays deducted.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

HOUR: Final = 3_600.0
DAY: Final = 24 * HOUR
MAX_GRACE_PER_TURN: Final = 30.0
"""Seconds of lost connection in one turn that are not deducted, with a live clock."""
MAX_GRACE_PER_GAME: Final = 120.0
"""The same in a whole game."""
GRACE_SHARE: Final = 0.25
"""The largest share of a clock's base time that they are: disconnecting must not buy time to think."""
MAX_PAUSES: Final = 4
"""Lost connections of a seat in one game that pause its clock."""
VACATION_DAYS: Final = 14
"""Days of vacation of a seat in a correspondence game."""


@dataclass(frozen=True)
class TimeControl:
    """The time control of a table: a live clock, or else `days` for each turn."""

    base: int = 0
    """Initial seconds of each seat."""
    increment: int = 0
    """Increment in seconds for each turn."""
    days: int = 0
    bot: bool = True
    """A bot continues for a seat that runs out of time; otherwise the game is lost."""
    total: int = 0
    """Seconds of each seat for all its turns, in a tournament's correspondence game: its share of the round; 0: no limit."""

    @property
    def live(self) -> bool:
        """Whether it is played in one sitting."""
        return self.days == 0

    @property
    def first(self) -> float:
        """Return the seconds of a clock that has not run yet."""
        return float(self.base) if self.live else self.days * DAY

    @property
    def grace(self) -> float:
        """Seconds of lost connections in a game that do not count."""
        return min(MAX_GRACE_PER_GAME, self.base * GRACE_SHARE)

    @property
    def turn_grace(self) -> float:
        """The same in a turn."""
        return min(MAX_GRACE_PER_TURN, self.grace)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class SeatClock:
    """One seat's clock. Durations in seconds, times in seconds since 1970."""

    remaining: float
    """When it last started or stopped."""
    since: float | None = None
    """The time from which it runs; None: it is stopped."""
    paid: int = 0
    """Number of the seat's moves that have received their time."""
    kept: float = 0.0
    """The seconds left at the end of the last turn, in a correspondence game: restored by a takeback."""
    grace: float = 0.0
    """The remaining grace for lost connections in this game."""
    turn_grace: float = 0.0
    """The same in this turn."""
    vacation: int = VACATION_DAYS
    """The remaining days of vacation."""
    back_at: float | None = None
    """The end of the present or of the last vacation."""
    pauses: int = MAX_PAUSES
    """How many more lost connections pause it."""
    total: float | None = None
    """The seconds left for all turns when the present or last one began or ended; None: no limit."""
    turn_since: float | None = None
    """When the turn began, from which `total` runs: a vacation doesn't stop it. None: not to move."""

    @property
    def due_at(self) -> float | None:
        """Return when it runs out."""
        if self.since is None:
            return None
        turn = self.since + self.remaining
        if self.total is None or self.turn_since is None:
            return turn
        return min(turn, self.turn_since + self.total)

    def left(self, now: float) -> float:
        """Return the remaining seconds, at least 0."""
        total = self.total_left(now)
        return self.turn_left(now) if total is None else min(self.turn_left(now), total)

    def turn_left(self, now: float) -> float:
        """Return the remaining seconds of the turn, or of a live clock."""
        return self.remaining if self.since is None else max(0.0, self.remaining - max(0.0, now - self.since))

    def total_left(self, now: float) -> float | None:
        """Return the remaining seconds for all turns, at least 0; None: no limit."""
        if self.total is None or self.turn_since is None:
            return self.total
        return max(0.0, self.total - max(0.0, now - self.turn_since))

    def vacation_left(self, now: float) -> int:
        """Return how many days of vacation the seat can take: none beyond the time for all turns."""
        total = self.total_left(now)
        return self.vacation if total is None else min(self.vacation, int(total / DAY))

    def waits(self, now: float) -> float:
        """Return for how many seconds the clock is still paused although its seat is to move."""
        return 0.0 if self.since is None else max(0.0, self.since - now)

    def on_vacation(self, now: float) -> bool:
        return self.back_at is not None and self.back_at > now


Clocks = tuple[SeatClock, ...]


def new(control: TimeControl, seats: int) -> Clocks:
    """Return the clocks of a table before it begins."""
    return tuple(
        SeatClock(
            control.first,
            grace=control.grace,
            turn_grace=control.turn_grace,
            vacation=0 if control.live else VACATION_DAYS,
            total=control.total or None,
        )
        for _ in range(seats)
    )


@dataclass(frozen=True)
class Turns:
    """Which clocks run now, how many moves of each seat count, and whose turn has ended, even if they are to move again."""

    running: AbstractSet[int]
    moves: Mapping[int, int]
    ended: AbstractSet[int] = frozenset()


def after(clocks: Clocks, control: TimeControl, turns: Turns, arrived: float, now: float) -> Clocks:
    """Return the clocks after a command that arrived at `arrived` and is executed `now`."""
    return tuple(
        _after(clock, control, seat, turns, min(arrived, now), now) for seat, clock in enumerate(clocks)
    )


def _after(
    clock: SeatClock, control: TimeControl, seat: int, turns: Turns, arrived: float, now: float
) -> SeatClock:
    moves, runs = turns.moves.get(seat, 0), seat in turns.running
    if clock.since is not None and (not runs or seat in turns.ended):
        clock = _stop(clock, control, moves, arrived)
    if runs and clock.since is None:
        clock = _start(clock, control, moves, now)
    return clock


def _stop(clock: SeatClock, control: TimeControl, moves: int, at: float) -> SeatClock:
    """End a turn and add its increment, unless a move that was undone has already received it."""
    clock = reconnect(clock, at) if control.live else clock
    left = clock.turn_left(at)
    clock = replace(
        clock,
        remaining=left,
        since=None,
        turn_grace=control.turn_grace,
        total=clock.total_left(at),
        turn_since=None,
    )
    if moves <= clock.paid:
        return clock
    if control.live:
        return replace(clock, remaining=left + control.increment, paid=moves)
    return replace(clock, remaining=control.first, kept=left, paid=moves)


def _start(clock: SeatClock, control: TimeControl, moves: int, now: float) -> SeatClock:
    if control.live:
        return replace(clock, since=now)
    left = control.first if moves >= clock.paid else min(clock.remaining, clock.kept)
    return replace(clock, remaining=left, since=max(now, clock.back_at or now), turn_since=now)


def add_total(clock: SeatClock, seconds: float) -> SeatClock:
    """Add to the time for all turns, where it is limited."""
    return clock if clock.total is None else replace(clock, total=clock.total + seconds)


# ----- lost connections -----


def can_wait(clock: SeatClock, now: float) -> bool:
    """Return whether a live clock runs and has grace left for a lost connection."""
    runs = clock.since is not None and clock.since <= now
    return runs and clock.pauses > 0 and min(clock.grace, clock.turn_grace) > 0


def disconnect(clock: SeatClock, at: float) -> SeatClock:
    """Stop a running clock when the connection is lost, until its grace is used up."""
    if not can_wait(clock, at):
        return clock
    grace = min(clock.grace, clock.turn_grace)
    return replace(
        clock,
        remaining=clock.left(at),
        since=at + grace,
        grace=clock.grace - grace,
        turn_grace=clock.turn_grace - grace,
        pauses=clock.pauses - 1,
    )


def reconnect(clock: SeatClock, at: float) -> SeatClock:
    """Restart the clock and return unused grace: the player has shown a sign of life."""
    unused = clock.waits(at)
    if not unused:
        return clock
    return replace(clock, since=at, grace=clock.grace + unused, turn_grace=clock.turn_grace + unused)


# ----- vacation and downtime -----


def start_vacation(clock: SeatClock, days: int, now: float) -> SeatClock:
    """Start a vacation of some days; none may be running."""
    back_at = now + days * DAY
    clock = replace(clock, vacation=clock.vacation - days, back_at=back_at)
    return clock if clock.since is None else replace(clock, remaining=clock.turn_left(now), since=back_at)


def end_vacation(clock: SeatClock, now: float) -> SeatClock:
    """End a vacation early: the remaining whole days can be taken later."""
    if clock.back_at is None or clock.back_at <= now:
        return clock
    clock = replace(clock, vacation=clock.vacation + int((clock.back_at - now) / DAY + 1e-6), back_at=now)
    return clock if clock.since is None else replace(clock, since=min(clock.since, now))


def refund_downtime(clock: SeatClock, since: float, now: float) -> SeatClock:
    """Refund the time from `since` until now, in which the server was down.

    If now is before `since`, the system's clock was set back meanwhile, and the clock moves with it; a
    vacation ends on its date.
    """
    return replace(
        clock,
        since=clock.since
        if now < since and clock.on_vacation(now)
        else _shift_start(clock.since, since, now),
        turn_since=_shift_start(clock.turn_since, since, now),
    )


def _shift_start(start: float | None, since: float, now: float) -> float | None:
    """Return when a clock began to run, as if time had stood still from `since` until now."""
    if start is None:
        return None
    if now < since:
        return start + now - since
    return start if start >= now else min(now, start + now - max(since, start))
