"""A tournament as it is stored: what was agreed on, who plays, and what has become of each table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from quartier.server.domain.clocks import HOUR, TimeControl

Kind = Literal["swiss", "robin"]
Stage = Literal["open", "running", "over", "cancelled"]
How = Literal["played", "forfeit", "deadline", "bye", "void"]
"""How a match was decided: by a game, because a player did not come or has withdrawn, because the round's time was over,
or without anybody to play with; "void": the tournament was ended before, and it has none.
"""
MIN_PLAYERS: Final = 2
"""Players with which a tournament can begin."""
MAX_PLAYERS: Final = 64
"""Players of one tournament."""


@dataclass(frozen=True)
class Plan:
    """What the organiser has chosen; it does not change."""

    name: str
    title: str
    options: dict[str, Any]
    board: str | None
    seats: int
    """At each table."""
    kind: Kind
    rounds: int
    """Of a Swiss system; in a round robin how often all meet."""
    time: TimeControl
    hours: int
    """How long a round may take."""
    appointed: bool
    """The next round begins when the time of the last one is over, even if all tables are finished before."""
    bot: str | None
    """The level of bots that sit down where a player is missing; None: a player has a bye."""
    access: str
    """"public": in the list for all to join; "link": only with the link."""

    @property
    def length(self) -> float:
        """Of a round, in seconds."""
        return self.hours * HOUR


@dataclass(frozen=True)
class Player:
    """A player. `account` None: it was deleted."""

    number: int
    account: str | None
    name: str
    withdrawn: int | None = None
    """The round in which they left; None: they play on."""
    handover: str | None = None
    """The secret of the link by which another person may take the place over."""

    @property
    def plays(self) -> bool:
        return self.withdrawn is None and self.account is not None


@dataclass(frozen=True)
class MatchSeat:
    """A seat at a table of the tournament. `player` None: a bot."""

    player: int | None
    halves: int | None = None
    """The result: two for each rival left behind and one for each equal one; None: there is none yet."""
    score: int | None = None
    """Points in the game, if it was played to its end."""


@dataclass(frozen=True)
class Match:
    """One table of a round. Without rivals it is a bye."""

    round: int
    number: int
    game_id: str | None
    seats: tuple[MatchSeat, ...]
    how: How | None = None
    """None: it is not over."""

    @property
    def players(self) -> list[int]:
        """Who sits there, without bots."""
        return [match_seat.player for match_seat in self.seats if match_seat.player is not None]

    def seat_of(self, player: int) -> MatchSeat | None:
        return next((match_seat for match_seat in self.seats if match_seat.player == player), None)

    def points(self, match_seat: MatchSeat) -> Fraction:
        """Return the points of a seat: 1 for beating all rivals; ties share."""
        rivals = len(self.seats) - 1
        return Fraction(match_seat.halves or 0, 2 * rivals) if rivals else Fraction(1)


@dataclass(frozen=True)
class Tournament:
    """All of it at one moment. Moments are in seconds since 1970."""

    id: str
    plan: Plan
    organiser: str | None
    """An account; None: it was deleted."""
    stage: Stage
    round: int
    """The present one, from 1 on; 0 before the first."""
    starts_at: float | None
    """When the first round begins by itself; None: when the organiser says so."""
    deadline: float | None
    """When the time of the present round is over."""
    created_at: float
    players: tuple[Player, ...] = ()
    matches: tuple[Match, ...] = ()

    @property
    def active(self) -> list[Player]:
        """Who has not left."""
        return [player for player in self.players if player.plays]

    @property
    def rounds(self) -> int:
        """How many there will be, with the players that there are."""
        if self.plan.kind == "swiss":
            return self.plan.rounds
        count = len(self.players)
        once = (
            count - 1 + count % 2
            if self.plan.seats == MIN_PLAYERS
            else -(-(count - 1) // (self.plan.seats - 1))  # with so many rivals a round
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
