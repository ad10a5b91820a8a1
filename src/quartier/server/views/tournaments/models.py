"""What the server sends of tournaments: models like those in `show.models`. The pages are made of them, too."""

from typing import Literal

from typing_extensions import TypedDict

from quartier.server.views.models import TitleName


class TournamentListed(TypedDict):
    """A tournament in the list."""

    id: str
    name: str
    title: TitleName
    stage: Literal["open", "running", "over", "cancelled"]
    facts: list[str]
    """How it is played, and how far it has come."""
    yours: bool
    """Whoever asks plays there, or holds it."""


class Tournaments(TypedDict):
    """The public ones, and one's own."""

    tournaments: list[TournamentListed]


class StandingLine(TypedDict):
    """A player in the table."""

    place: int
    number: int
    name: str
    points: str
    finer: list[str]
    """By what those with as many points are told apart, in the order in which it counts."""
    games: int
    you: bool
    gone: bool
    """They play no more."""
    cross: list[str]
    """In a round robin of two at a table, against each of the players in the order of the table; else empty."""


class MatchSeat(TypedDict):
    """Who sits at a table of the tournament."""

    name: str
    bot: bool
    you: bool
    points: str
    """What it has brought; empty while there is no result."""
    score: int | None
    """In the game, where it was played to its end."""


class MatchShown(TypedDict):
    """A table of a round; with one seat, who sits out."""

    seats: list[MatchSeat]
    table: str | None
    """The id of its table, if there is one."""
    state: str
    """What there is to be said of it, but for the points."""
    over: bool


class RoundShown(TypedDict):
    """A round that has begun."""

    number: int
    matches: list[MatchShown]


class Handover(TypedDict):
    """A place that somebody else may take over."""

    name: str
    url: str


class Tournament(TypedDict):
    """All of a tournament, as whoever asks sees it."""

    id: str
    name: str
    title: TitleName
    stage: Literal["open", "running", "over", "cancelled"]
    organiser: str
    facts: list[str]
    round: int
    rounds: int
    until: float | None
    """When it begins by itself, or the round's time is over; seconds since 1970."""
    finer: list[str]
    """The headings of what tells those apart who have as many points."""
    standings: list[StandingLine]
    shown: list[RoundShown]
    """The last one first."""
    own_table: str | None
    """The id of the table at which whoever asks plays now."""
    arrive_by: float | None
    """Until when they can take their seat there, in seconds since 1970; null: with days per turn, or no such table."""
    plays: bool
    """Whoever asks is a player and has not left."""
    organises: bool
    may_join: bool
    offered: str | None
    """Whose place whoever asks could take over, by the link that they have come with."""
    handovers: list[Handover]
    """Of the organiser only."""


class Announced(TypedDict):
    """A new tournament."""

    id: str
    to: str
    """The address of its page."""
