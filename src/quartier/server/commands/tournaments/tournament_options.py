"""Validated options of a new tournament."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import quartier
from quartier.core.text.errors import Phrase, UnknownTitle
from quartier.core.text.languages import N_, Translator
from quartier.server.commands.names import player_names
from quartier.server.commands.names.word_filter import WordFilter
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.domain import bot_levels
from quartier.server.domain.clocks import TimeControl
from quartier.server.domain.tournaments import round_time
from quartier.server.domain.tournaments.model import Kind, Plan
from quartier.server.errors import DomainError, LibraryError

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 3, 60
"""Letters of a tournament's name."""
ROUNDS = {"swiss": (1, 20), "robin": (1, 2)}
"""Fewest and most rounds; in a round robin how often all meet."""
ROUND_MESSAGES = {
    "swiss": N_("A Swiss tournament has {least} to {most} rounds."),
    "robin": N_("A round robin has {least} or {most} rounds: everyone plays everyone once or twice."),
}
ROUND_HOURS = (1, 60 * 24)
"""Of a round: an hour to sixty days."""
MAX_START_HOURS = 366 * 24
"""So many hours ahead at most a tournament begins by itself."""
START_MESSAGE = N_("Choose a start within the next year, or start the tournament yourself.")


@dataclass(frozen=True)
class TournamentOptions:
    """As `tournaments.model.Plan`, unvalidated. `time`: "900+20" are seconds per game and per turn, "3d" days."""

    name: str
    title: str
    kind: Kind = "swiss"
    rounds: int = 5
    seats: int = 2
    time: str = "3d"
    hours: int = 14 * 24
    appointed: bool = False
    bots: bool = False
    access: str = "public"
    starts_in: int | None = None
    """Hours from now on; None: when the organiser says so."""
    options: dict[str, Any] = field(default_factory=dict)
    board: str | None = None

    def plan(self, unwanted: WordFilter) -> Plan:
        """Return the validated plan. Raises DomainError."""
        _within("rounds", self.rounds, ROUNDS[self.kind], ROUND_MESSAGES[self.kind])
        _within("hours", self.hours, ROUND_HOURS, N_("A round must last between one hour and 60 days."))
        _within("starts_in", self.starts_in or 0, (0, MAX_START_HOURS), START_MESSAGE)
        _check_seats(self.title, self.seats)
        table, time = (
            self.table(),
            TimeOptions.parse(self.time, "loses").control,
        )  # who plays is a person, not a bot
        _must_fit(self.title, self.seats, time, self.hours)
        return Plan(
            name=_clean_name(self.name, unwanted),
            title=self.title,
            options=table.all_options(),
            board=self.board,
            seats=self.seats,
            kind=self.kind,
            rounds=self.rounds,
            time=time,
            hours=self.hours,
            appointed=self.appointed,
            bot=bot_levels.DEFAULT_LEVEL if self.bots else None,
            access=self.access,
        )

    def table(self) -> TableOptions:
        """Return the options of one of its tables."""
        return TableOptions(self.title, self.options, [SeatOptions("friend")] * self.seats, self.board)


def _check_seats(title: str, seats: int) -> None:
    try:
        fewest, most = quartier.load(title).seats
    except UnknownTitle as unknown:
        raise LibraryError(422, "unknown_title", unknown) from unknown
    if not max(2, fewest) <= seats <= most:
        text = (
            N_("This game takes {least} to {most} players.")
            if most > 2
            else N_("This game takes two players.")
        )
        raise DomainError(422, "seats", text, least=max(2, fewest), most=most)


def _must_fit(title: str, seats: int, time: TimeControl, hours: int) -> None:
    """Raise DomainError for rounds in which a game may not end."""
    least = round_time.min_round_hours(title, seats, time)
    if hours < least:
        text = N_(
            "With this time control and {seats} players at a table, a round must last at least {least}, so that games can "
            "end in it. Choose longer rounds or less time per turn."
        )
        raise DomainError(422, "hours", text, seats=seats, least=Phrase(partial(length, least)))


def length(hours: int, t: Translator) -> str:
    """Return the length of a round as text: whole days as days."""
    if hours % 24 == 0:
        days = hours // 24
        return t.ngettext("{count} day", "{count} days", days).format(count=days)
    return t.ngettext("{count} hour", "{count} hours", hours).format(count=hours)


def _within(field: str, number: int, bounds: tuple[int, int], text: str) -> None:
    least, most = bounds
    if not least <= number <= most:
        raise DomainError(422, field, text, least=least, most=most)


def _clean_name(name: str, unwanted: WordFilter) -> str:
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name).strip())
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH or player_names.is_invisible(name):
        text = N_("A tournament’s name must have {least} to {most} visible characters.")
        raise DomainError(422, "name", text, least=MIN_NAME_LENGTH, most=MAX_NAME_LENGTH)
    if unwanted.mask(name) != name:
        raise DomainError(422, "name", N_("That name isn’t allowed here. Choose another."))
    return name
