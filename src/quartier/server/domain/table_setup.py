"""The fixed setup of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quartier.server.domain.clocks import TimeControl


class Challenge(NamedTuple):
    """A score to beat: the game in which it was made, the player's name there, and the score."""

    game: str
    name: str
    score: int


@dataclass(frozen=True)
class TableSetup:
    """The fixed setup of a table. `bots[seat]` is the bot's level, None for a person; `day` is "2026-11-21"."""

    id: str
    title: str
    options: dict[str, Any]
    bots: tuple[str | None, ...]
    day: str
    board: str | dict[str, Any] | None = None
    """A name, or the data of a board that someone brought; None: the title's standard board."""
    automatic: bool = False
    """Forced moves are played by the server (see `automatic`)."""
    hints: bool = False
    """The player to move may ask for hints."""
    rules: int = 1
    """The version of the title's rules under which the table began."""
    day_key: str | None = None
    """For the deal of a day, the key of its chance: never shown on that day."""
    access: str = "link"
    """"public": in the lobby; "link": anyone with the link may watch; "private": no one watches while it is played."""
    draw_key: str | None = field(default=None, repr=False)
    """With provable chance, its key: never shown before the game is over."""
    time: TimeControl | None = None
    """The time control; None: no limit."""
    rated: bool = False
    """The end changes the players' ratings: no hints, takebacks or bot takeovers."""
    tournament: str | None = None
    """Its tournament: the seats are those of the players, and the result counts there."""
    deal: tuple[str, ...] | None = field(default=None, repr=False)
    """The draws of another game that are repeated here as far as possible; never shown while it is played."""
    challenge: Challenge | None = None
    """Who played them before, with the score to beat."""
    ready_check: bool = False
    """The game begins when all people are ready: their pages are open."""

    @property
    def among_strangers(self) -> bool:
        """Whether people who may be strangers meet there, so that names must not mislead."""
        return self.access == "public" or self.rated or self.tournament is not None

    @property
    def is_live(self) -> bool:
        """Whether it is played in one sitting: people have no days for a turn."""
        return self.time is None or self.time.live

    @property
    def needs_ready_check(self) -> bool:
        """Whether people who may be strangers play there with a live clock, which runs for no one who is absent."""
        live = self.time is not None and self.time.live
        return live and self.bots.count(None) > 1 and (self.access == "public" or self.tournament is not None)
