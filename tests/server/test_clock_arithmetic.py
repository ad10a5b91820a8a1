"""The arithmetic of clocks, for whatever may happen in whatever order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from quartier.server.clock import Clock
from quartier.server.domain import clocks
from quartier.server.domain.clocks import (
    MAX_PAUSES,
    SeatClock,
    TimeControl,
    Turns,
)

CONTROL = TimeControl(base=300, increment=10)
SECONDS = some.floats(0, 40)
SEATS = 2


class Game(RuleBasedStateMachine):
    """A game of two with live clocks: turns, take-backs, lost connections, and a server that stands still."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_800_000_000.0
        self.moves = [0, 0]
        self.most = [0, 0]
        """Moves of each seat that have ever counted together."""
        self.turn = 0
        self.clocks = clocks.new(CONTROL, SEATS)
        self.ran = [0.0, 0.0]
        """Seconds that each clock should have run."""
        self.grace = [0.0, 0.0]
        self._after()

    def _after(self, arrived: float | None = None) -> None:
        turns = Turns({self.turn}, dict(enumerate(self.moves)))
        self.clocks = clocks.after(self.clocks, CONTROL, turns, arrived or self.now, self.now)

    def _passes(self, seconds: float) -> None:
        waits = self.clocks[self.turn].waits(self.now)
        self.now += seconds
        self.grace[self.turn] += min(seconds, waits)
        self.ran[self.turn] += max(0.0, seconds - waits)

    def _change(self, clock: SeatClock) -> None:
        self.clocks = tuple(
            clock if seat == self.turn else clock_after for seat, clock_after in enumerate(self.clocks)
        )

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: float) -> None:
        self._passes(seconds)

    @rule()
    def a_turn_ends(self) -> None:
        self.moves[self.turn] += 1
        self.most[self.turn] = max(self.most[self.turn], self.moves[self.turn])
        self.turn = 1 - self.turn
        self._after()

    @precondition(lambda self: self.moves[1 - self.turn] > 0)
    @rule()
    def a_move_is_taken_back(self) -> None:
        self.turn = 1 - self.turn
        self.moves[self.turn] -= 1
        self._after()

    @rule()
    def a_connection_is_lost(self) -> None:
        self._change(clocks.disconnect(self.clocks[self.turn], self.now))

    @rule()
    def a_connection_is_back(self) -> None:
        self._change(clocks.reconnect(self.clocks[self.turn], self.now))

    @rule(seconds=SECONDS)
    def the_server_stands_still(self, seconds: float) -> None:
        before = self.clocks[self.turn].left(self.now), self.clocks[self.turn].waits(self.now)
        since, self.now = self.now, self.now + seconds
        if before[1]:
            self.grace[self.turn] += min(seconds, before[1])
        self._change(clocks.refund_downtime(self.clocks[self.turn], since, self.now))
        assert abs(self.clocks[self.turn].left(self.now) - before[0]) < 1e-3

    @invariant()
    def nobody_gains_or_loses(self) -> None:
        for seat, clock in enumerate(self.clocks):
            due = CONTROL.first + CONTROL.increment * clock.paid - self.ran[seat]
            # Who has moved after the end, before anybody carried it out, has what the turn brings.
            assert clock.left(self.now) >= due - 1e-3
            if self.ran[seat] < CONTROL.first:
                assert clock.left(self.now) <= due + 1e-3
            assert clock.paid <= self.most[seat]

    @invariant()
    def grace_is_limited(self) -> None:
        for seat, clock in enumerate(self.clocks):
            assert self.grace[seat] <= CONTROL.grace + 1e-3
            assert clock.grace >= 0
            assert 0 <= clock.pauses <= MAX_PAUSES
            assert 0 <= clock.turn_grace <= CONTROL.turn_grace

    @invariant()
    def one_clock_runs(self) -> None:
        assert [clock.since is not None for clock in self.clocks] == [self.turn == 0, self.turn == 1]


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


@given(some.integers(1, 14), SECONDS, SECONDS)
def test_over_days_a_turn_has_its_days_once(days: int, thought: float, more: float) -> None:
    """A move taken back and played again is the same turn: what it took stays taken."""
    control = TimeControl(days=days)
    (clock,) = clocks.new(control, 1)
    now = 1000.0

    def after(running: bool, moves: int) -> None:
        nonlocal clock
        turns = Turns({0} if running else set(), {0: moves})
        (clock,) = clocks.after((clock,), control, turns, now, now)

    after(True, 0)
    now += thought
    after(False, 1)
    assert clock.remaining == control.first
    after(True, 0)  # taken back
    assert abs(clock.left(now) - (control.first - thought)) < 1e-6
    now += more
    after(False, 1)
    after(True, 1)
    assert clock.left(now) == control.first


@given(some.integers(0, 5), some.integers(1, 5), some.floats(0, 20 * clocks.DAY))
def test_a_vacation_costs_no_time(before: int, days: int, passed: float) -> None:
    control, now = TimeControl(days=2), 1000.0
    (clock,) = clocks.new(control, 1)
    clock = replace(clock, since=now)
    now += before * 3600.0
    away = clocks.start_vacation(clock, days, now)
    assert away.left(now + min(passed, days * clocks.DAY)) == clock.left(now)
    assert away.vacation == clocks.VACATION_DAYS - days
    back = clocks.end_vacation(away, now)
    assert (back.left(now), back.vacation) == (clock.left(now), clocks.VACATION_DAYS)


@given(
    some.lists(
        some.tuples(some.sampled_from(["turn", "vacation", "back", "undo", "down"]), some.floats(0, 3)),
        max_size=30,
    )
)
def test_the_time_for_all_turns_runs_whenever_it_is_ones_turn(acts: list[tuple[str, float]]) -> None:
    """Neither a vacation nor a take-back stops it or gives it back, so two players can't outlast their round."""
    control, now, turn, moves, used = TimeControl(days=3, total=1_000_000), 1000.0, 0, [0, 0], [0.0, 0.0]
    both = clocks.new(control, 2)

    def after() -> None:
        nonlocal both
        both = clocks.after(both, control, Turns({turn}, dict(enumerate(moves))), now, now)

    after()
    for act, days in acts:
        own = both[turn]
        if act == "down":
            now += days * clocks.DAY
            own = clocks.refund_downtime(own, now - days * clocks.DAY, now)
        else:
            now += days * clocks.DAY
            used[turn] += days * clocks.DAY
        if act == "vacation" and not own.on_vacation(now) and own.vacation:
            own = clocks.start_vacation(own, 1, now)
        if act == "back":
            own = clocks.end_vacation(own, now)
        both = (own, both[1]) if turn == 0 else (both[0], own)
        if act == "turn":
            moves[turn] += 1
            turn = 1 - turn
            after()
        if act == "undo" and moves[1 - turn]:
            turn = 1 - turn
            moves[turn] -= 1
            after()
    for clock, seconds in zip(both, used, strict=True):
        assert clock.total_left(now) == pytest.approx(max(0.0, 1_000_000 - seconds), abs=1e-3)
        assert clock.left(now) <= (clock.total_left(now) or 0.0)
        assert (
            clock.due_at is None
            or clock.due_at <= now + (clock.total_left(now) or 0.0) + 1e-3
            or seconds > 1_000_000
        )


@given(SECONDS, SECONDS)
def test_the_time_on_the_way_to_the_database_is_nobodys(arrived: float, later: float) -> None:
    """A move counts as of the moment when the server heard of it; the next clock begins when it is there to be seen."""
    control, now = TimeControl(base=60), 1000.0
    both = clocks.after(clocks.new(control, 2), control, Turns({0}, {}), now, now)
    received, done = now + arrived, now + arrived + later
    both = clocks.after(both, control, Turns({1}, {0: 1}), received, done)
    assert abs(both[0].left(done) - (60 - arrived)) < 1e-6
    assert both[1].since == done


class SystemClocks:
    """The wall clock and the monotonic clock of a machine, in place of the module `time`."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000.0, 5.0

    def time(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.steady


@given(some.lists(some.tuples(some.floats(0, 100), some.floats(-10_000, 10_000)), max_size=20))
def test_a_system_clock_that_is_set_back_neither_stops_time_nor_gives_it_back(
    steps: list[tuple[float, float]],
) -> None:
    """In each step some seconds pass, then the system's clock is set forward or back."""
    machine = SystemClocks()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quartier.server.clock.time", machine)
        clock = Clock()
        for passed, change in steps:
            before = clock.now()
            machine.steady += passed
            machine.wall += passed
            assert clock.now() == pytest.approx(before + passed, abs=1e-3)
            machine.wall += change
            assert clock.now() == pytest.approx(max(before + passed, machine.wall), abs=1e-3)


@given(SECONDS, some.floats(1, 10_000), some.booleans())
def test_a_clock_moves_with_a_system_clock_set_back_while_the_server_was_down(
    ran: float, back: float, lost: bool
) -> None:
    began, since = 1_800_000_000.0, 1_800_000_000.0 + ran
    clock = SeatClock(300, since=began)
    clock = clocks.disconnect(clock, since) if lost else clock
    moved = clocks.refund_downtime(clock, since, since - back)
    assert moved.left(since - back) == pytest.approx(clock.left(since), abs=1e-3)
    assert moved.waits(since - back) == pytest.approx(clock.waits(since), abs=1e-3)
    (away,) = clocks.new(TimeControl(days=2), 1)
    away = clocks.start_vacation(replace(away, since=began), 3, since)
    assert clocks.refund_downtime(away, since, since - back) == away
