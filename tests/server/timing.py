"""A clock that tests move, and servers that go by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from quartier.server.clock import Clock
from quartier.server.domain.clocks import SeatClock
from quartier.server.settings import Settings

from .harness import Player, Running, running

LIVE = {"base": 300, "increment": 10}
DAYS = {"days": 3}


class Moved(Clock):
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def now(self) -> float:
        return self.at


@dataclass
class Timed:
    """A server and its clock."""

    server: Running
    clock: Moved

    @property
    def url(self) -> str:
        return self.server.url

    def passes(self, seconds: float) -> None:
        """The server was at work all the time; then it looks at the clocks."""
        self.clock.at += seconds
        self.server.services.scheduler.election.last_active_at = self.clock.at
        self.look()

    def look(self) -> None:
        self.server.services.scheduler.look()

    def clocks(self, player: Player) -> tuple[SeatClock, ...]:
        """As the database has them."""
        return self.server.services.tables.load(player.table)[0].clocks

    def left(self, player: Player) -> list[float]:
        """What the seats have left now."""
        return [clock.left(self.clock.at) for clock in self.clocks(player)]


@contextmanager
def serve_timed(settings: Settings, clock: Moved | None = None) -> Iterator[Timed]:
    """Serve until the block ends; of itself the keeper looks at nothing."""
    moved = clock or Moved()
    with running(replace(settings, head_start=3600.0), moved) as server:
        yield Timed(server, moved)


def times(view: dict[str, Any]) -> list[dict[str, Any] | None]:
    """What a View says of the seats' time."""
    return [seat["time"] for seat in view["seats"]]
