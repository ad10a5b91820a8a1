"""A tournament as somebody would like to hold it, checked."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

import quartier
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_
from quartier.server.commands import player_names
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.commands.word_filter import WordFilter
from quartier.server.domain import bot_levels
from quartier.server.domain.tournaments.model import Kind, Plan
from quartier.server.errors import DomainError, LibraryError

SHORTEST, LONGEST = 3, 60
"""Letters of a tournament's name."""
ROUNDS = {"swiss": (1, 20), "robin": (1, 2)}
"""Fewest and most rounds; in a round robin how often everybody meets everybody."""
COUNTED = {
    "swiss": N_("In a Swiss system there are {least} to {most} rounds."),
    "robin": N_("Everybody meets everybody once or twice: {least} or {most} rounds."),
}
HOURS = (1, 60 * 24)
"""Of a round: an hour to sixty days."""
START = 366 * 24
"""So many hours ahead at most a tournament begins by itself."""
BEGINNING = N_("A tournament begins within {most} hours, or when you say so.")


@dataclass(frozen=True)
class TournamentOptions:
    """As `tournaments.model.Plan`, unchecked. `time`: "900+20" are seconds for the game and for each turn, "3d" days."""

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
        """Raises DomainError for what cannot be held."""
        _within("rounds", self.rounds, ROUNDS[self.kind], COUNTED[self.kind])
        _within("hours", self.hours, HOURS, N_("A round takes {least} to {most} hours."))
        _within("starts_in", self.starts_in or 0, (0, START), BEGINNING)
        _seated(self.title, self.seats)
        table = self.table()
        return Plan(
            name=_named(self.name, unwanted),
            title=self.title,
            options=table.all_options(),
            board=self.board,
            seats=self.seats,
            kind=self.kind,
            rounds=self.rounds,
            time=TimeOptions.said(self.time, "loses").control,  # who plays is a person, not a bot
            hours=self.hours,
            appointed=self.appointed,
            bot=bot_levels.USUAL if self.bots else None,
            access=self.access,
        )

    def table(self) -> TableOptions:
        """One of its tables."""
        return TableOptions(self.title, self.options, [SeatOptions("friend")] * self.seats, self.board)


def _seated(title: str, seats: int) -> None:
    try:
        fewest, most = quartier.load(title).seats
    except UnknownTitle as unknown:
        raise LibraryError(422, "unknown_title", unknown) from unknown
    if not max(2, fewest) <= seats <= most:
        text = (
            N_("At a table of this game sit {least} to {most} players.")
            if most > 2
            else N_("This game is for two.")
        )
        raise DomainError(422, "seats", text, least=max(2, fewest), most=most)


def _within(field: str, number: int, bounds: tuple[int, int], text: str) -> None:
    least, most = bounds
    if not least <= number <= most:
        raise DomainError(422, field, text, least=least, most=most)


def _named(name: str, unwanted: WordFilter) -> str:
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name).strip())
    if not SHORTEST <= len(name) <= LONGEST or player_names.is_invisible(name):
        text = N_("A tournament has a name of {least} to {most} letters that can be seen.")
        raise DomainError(422, "name", text, least=SHORTEST, most=LONGEST)
    if unwanted.masked(name) != name:
        raise DomainError(422, "name", N_("Nothing is called that here. Please choose another name."))
    return name
