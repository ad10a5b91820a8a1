"""What the server sends to people who look for a table: models like those in `show.models`."""

from typing import Literal

from typing_extensions import TypedDict

from quartier.server.views.models import TitleName


class SummarySeat(TypedDict):
    look: int
    face: str
    """SVG of who plays it now, around (0, 0)."""
    name: str
    kept: bool
    """The seat waits for this person alone, who has not come yet."""
    yours: bool
    acting: bool
    """It is their turn."""
    score: int | None
    """Null before the end."""


class Summary(TypedDict):
    """A table in short, for whoever has a seat there."""

    id: str
    title: TitleName
    state: Literal["yours", "running", "open", "over"]
    """"yours": it is the caller's turn; "open": a seat is free."""
    at: float
    """When it last moved on; seconds since 1970."""
    verdict: str | None
    """Who has won; null before the end."""
    outcome: Literal["won", "tied", "lost", "solo"] | None
    """How it ended for the caller; null before the end."""
    rival: str | None
    """The bot against which the caller has played alone, by its level; null before the end, and with other opponents."""
    time: str
    """How much time the caller has for the turn, or what was agreed on; empty without clocks."""
    left: float | None
    """Seconds that the caller has for the turn; null while nobody waits for them, and without clocks."""
    seats: list[SummarySeat]


class FoundTable(TypedDict):
    """Where a code leads."""

    url: str


class LobbySeat(TypedDict):
    look: int
    face: str
    """SVG of who sits there, around (0, 0)."""
    name: str
    """With the rating at a rated table, or that it is a guest. Empty: the seat is free."""
    there: bool | None
    """Whether the person has a page open; null at a free seat, at a bot's, and where no one has to be present."""


class LobbyTable(TypedDict):
    """A public table."""

    id: str
    title: TitleName
    seats: list[LobbySeat]
    level: str
    """How strong its bots are; empty where there are none."""
    hints: bool
    """Whoever is to move may ask for good moves: a table to learn at."""
    variants: list[str]
    """The clock, and what is not as usual."""
    minutes: int
    """Since it was opened, or since its game began."""
    yours: bool
    """Whoever asks sits there."""


class Lobby(TypedDict):
    """The public tables."""

    open: list[LobbyTable]
    """At which a seat is free; the one that has waited longest first."""
    running: list[LobbyTable]
    """That can be watched; the last one first."""


class JoinedSeat(TypedDict):
    """Where somebody has sat down."""

    id: str
    url: str
    seat: int
    secret: str | None
    """Of the seat; null for whoever has sat there before."""
