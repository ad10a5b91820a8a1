"""A stored tournament: its plan, its players, and the state of each table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from quartier.server.domain.clocks import HOUR, TimeControl

Kind = Literal["swiss", "robin"]
Stage = Literal["open", "running", "over", "cancelled"]
How = Literal["played", "forfeit", "deadline", "verdict", "bye", "void"]
"""How a match was decided: by a game, a no-show or withdrawal, the round's deadline, the bots' verdict then, or a bye.

"void": the tournament was ended before, and it has no result.
"""
MIN_PLAYERS: Final = 2
"""Minimum number of players."""
MAX_PLAYERS: Final = 64
"""Maximum number of players."""


@dataclass(frozen=True)
class Plan:
    """The organiser's settings; they do not change."""

    name: str
    title: str
    options: dict[str, Any]
    board: str | None
    seats: int
    """Players at each table."""
    kind: Kind
    rounds: int
    """Rounds of a Swiss system; cycles of a round robin."""
    time: TimeControl
    hours: int
    """Duration of a round."""
    appointed: bool
    """The next round begins at the deadline of the last one, even if all tables are finished before."""
    bot: str | None
    """The level of bots for missing players; None: a player has a bye."""
    access: str
    """"public": listed, open for all to join; "link": only with the link."""

    @property
    def length(self) -> float:
        """Return the seconds of a round."""
        return self.hours * HOUR


@dataclass(frozen=True)
class Player:
    """A player. `account` None: it was deleted."""

    number: int
    account: str | None
    name: str
    withdrawn: int | None = None
    """The round in which they withdrew; None: still playing."""
    handover: str | None = None
    """The secret of the link by which another person may take over the place."""

    @property
    def plays(self) -> bool:
        return self.withdrawn is None and self.account is not None


@dataclass(frozen=True)
class MatchSeat:
    """A seat at a table of the tournament. `player` None: a bot."""

    player: int | None
    halves: int | None = None
    """The result: two for each opponent beaten and one for each tie; None: none yet."""
    score: int | None = None
    """Points in the game, if it was played to its end."""
    chance: int | None = None
    """The percentage of the win by which the bots decided; None: they didn't, or the player was absent."""


@dataclass(frozen=True)
class Match:
    """One table of a round. Without opponents it is a bye."""

    round: int
    number: int
    game_id: str | None
    seats: tuple[MatchSeat, ...]
    how: How | None = None
    """None: it is not over."""

    @property
    def players(self) -> list[int]:
        """The players there, without bots."""
        return [match_seat.player for match_seat in self.seats if match_seat.player is not None]

    def seat_of(self, player: int) -> MatchSeat | None:
        return next((match_seat for match_seat in self.seats if match_seat.player == player), None)

    def points(self, match_seat: MatchSeat) -> Fraction:
        """Return the points of a seat: 1 for beating all opponents; ties share."""
        rivals = len(self.seats) - 1
        return Fraction(match_seat.halves or 0, 2 * rivals) if rivals else Fraction(1)


@dataclass(frozen=True)
class Tournament:
    """A snapshot of all of it. Times are in seconds since 1970."""

    id: str
    plan: Plan
    organiser: str | None
    """An account; None: it was deleted."""
    stage: Stage
    round: int
    """The present round, from 1 on; 0 before the first."""
    starts_at: float | None
    """When the first round begins automatically; None: when the organiser starts it."""
    deadline: float | None
    """The deadline of the present round."""
    created_at: float
    players: tuple[Player, ...] = ()
    matches: tuple[Match, ...] = ()

    @property
    def active(self) -> list[Player]:
        """The players who have not withdrawn."""
        return [player for player in self.players if player.plays]

    @property
    def rounds(self) -> int:
        """Return the number of rounds, given the present players."""
        if self.plan.kind == "swiss":
            return self.plan.rounds
        count = len(self.players)
        once = (
            count - 1 + count % 2
            if self.plan.seats == MIN_PLAYERS
            else -(-(count - 1) // (self.plan.seats - 1))  # with this many opponents per round
        )
        return max(0, once) * self.plan.rounds

    @property
    def present(self) -> list[Match]:
        """The tables of the present round."""
        return [match for match in self.matches if match.round == self.round]

    @property
    def unfinished_matches(self) -> list[Match]:
        """Those of them without a result."""
        return [match for match in self.present if match.how is None]

    def unfinished_match_of(self, player: int) -> Match | None:
        """Return the match of the present round in which a player sits and that has no result."""
        return next((match for match in self.unfinished_matches if player in match.players), None)

    def player_of(self, account: str | None) -> Player | None:
        """Return the player of an account."""
        return next((player for player in self.players if account and player.account == account), None)
