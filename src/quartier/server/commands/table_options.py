"""Validated options of a new table."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import quartier
from quartier.core.game.boards import BadBoard
from quartier.core.text.errors import BadOption, UnknownTitle
from quartier.core.text.languages import N_
from quartier.server import custom_networks
from quartier.server.domain import bot_levels
from quartier.server.domain.clocks import TimeControl
from quartier.server.errors import DomainError, LibraryError


@dataclass(frozen=True)
class SeatOptions:
    """One seat of a new table: "me" (this browser), "friend" (by invitation) or "bot"."""

    kind: str
    name: str = ""
    bot: str = ""

    def level(self, title: str) -> str | None:
        """Return the level of its bot; None for a person. Raises DomainError, with all levels, for an unknown one."""
        return _require_level(title, self.bot) if self.kind == "bot" else None


BASE_SECONDS, INCREMENT_SECONDS, TURN_DAYS = (30, 10_800), (0, 600), (1, 14)
"""Fewest and most seconds to begin with, seconds for each turn, and days for each turn."""


@dataclass(frozen=True)
class TimeOptions:
    """The time control of a new table: a live clock or days."""

    base: int | None
    increment: int
    days: int | None
    then: str

    @classmethod
    def parse(cls, text: str, then: str) -> TimeOptions:
        """Parse the short form: seconds per game and turn such as "900+20", or days per turn such as "3d"."""
        live, days = re.fullmatch(r"(\d{1,5})\+(\d{1,3})", text), re.fullmatch(r"(\d{1,2})d", text)
        if live:
            return cls(int(live[1]), int(live[2]), None, then)
        if days:
            return cls(None, 0, int(days[1]), then)
        text = N_(
            "“time” must be seconds, such as “900+20” (for the game + per turn), or days, such as “3d”."
        )
        raise DomainError(422, "time", text)

    @property
    def control(self) -> TimeControl:
        """Raises DomainError for what is neither, or too much of it."""
        bot = self.then == "bot"
        if (
            self.days is None
            and _within(self.base, BASE_SECONDS)
            and _within(self.increment, INCREMENT_SECONDS)
        ):
            return TimeControl(base=self.base or 0, increment=self.increment, bot=bot)
        if self.base is None and self.increment == 0 and _within(self.days, TURN_DAYS):
            return TimeControl(days=self.days or 0, bot=bot)
        text = N_(
            "“time” must be a “base” of {base} seconds with an “increment” of {increment} seconds, or "
            "{days} “days”."
        )
        bounds = {"base": BASE_SECONDS, "increment": INCREMENT_SECONDS, "days": TURN_DAYS}
        limits = {name: f"{least}–{most}" for name, (least, most) in bounds.items()}
        raise DomainError(422, "time", text, **limits)


def _within(number: int | None, bounds: tuple[int, int]) -> bool:
    least, most = bounds
    return number is not None and least <= number <= most


@dataclass(frozen=True)
class TableOptions:
    """A new table: what is played, and who sits there. `board`: as in `TableSetup`."""

    title: str
    options: dict[str, Any]
    seats: list[SeatOptions]
    board: str | dict[str, Any] | None = None
    automatic: bool = True
    hints: bool | None = None
    """None: only if all people share one device."""
    access: str = "link"
    """Who may watch: see `TableSetup.access`."""
    provable: bool = False
    """Whether chance is provably fair."""
    time: TimeOptions | None = None
    """How much time people have; None: all that they like."""
    rated: bool = False
    """Whether the end changes the ratings of those who play."""

    @property
    def control(self) -> TimeControl | None:
        """The time control. In a rated game, running out of time loses."""
        clock = None if self.time is None else self.time.control
        return replace(clock, bot=False) if clock is not None and self.rated else clock

    @property
    def gives_hints(self) -> bool:
        """Whether seats may ask for good moves."""
        alone = not self.rated and all(seat.kind != "friend" for seat in self.seats)
        return alone if self.hints is None else self.hints

    def must_be_allowed(self, lobby: bool) -> None:
        """Raise DomainError for a public table where there is no `lobby`, or on a board that no one has looked at."""
        if self.access == "public" and not lobby:
            text = N_("This server has no lobby, so tables can’t be public. Invite by link instead.")
            raise DomainError(422, "no_lobby", text)
        bots_only = all(seat.kind == "bot" for seat in self.seats)
        if isinstance(self.board, dict) and (self.access == "public" or self.rated or bots_only):
            raise DomainError(422, "own_board", _OWN_BOARD)
        network = any(seat.kind == "bot" and custom_networks.is_network(seat.bot) for seat in self.seats)
        if network and (self.access == "public" or self.rated):
            raise DomainError(422, "own_network", _OWN_NETWORK)

    def all_options(self) -> dict[str, Any]:
        """Return all options of the title with their values. Raises DomainError for what it does not support."""
        try:
            game = quartier.load(self.title)
            game.spec.check_names(self.options)
            state = game.new(seats=len(self.seats), chance="manual", board=self.board, **self.options)
            for seat in self.seats:
                custom_networks.must_fit(seat.level(self.title) or "", state)
            return dict(state.options)
        except UnknownTitle as unknown:
            raise LibraryError(422, "unknown_title", unknown) from unknown
        except BadBoard as bad:
            raise LibraryError(422, "bad_board", bad) from bad
        except BadOption as bad:
            raise LibraryError(422, "bad_option", bad) from bad


_OWN_BOARD = N_(
    "A board from a file needs an unrated table that isn’t public, with at least one person. Change that, or choose another "
    "board."
)


_OWN_NETWORK = N_(
    "A host’s network needs an unrated table that isn’t public. Change that, or choose another bot."
)


def _require_level(title: str, name: str) -> str:
    levels = bot_levels.level_names(title)
    if name in levels:
        return name
    text = N_("There’s no bot “{name}”. Available: {known}.")
    raise DomainError(422, "unknown_bot", text, name=name[:40], known=", ".join(levels))
