"""What the server sends of replays and reviews: models like those in `show.models`."""

from typing import Literal

from typing_extensions import TypedDict

from quartier.server.show.models import DescribedSetup, Ending, LogLine, Parts, TitleName, Viewer


class StoredRecord(TypedDict):
    id: str
    url: str


class ReplaySeat(TypedDict):
    seat: int
    look: int
    name: str
    level: str | None
    """Of the bot that sat there, in a word."""
    face: str
    """The id of the page's symbol that shows who played."""
    score: int
    sources: list[tuple[str, int]]


class ReplayLinks(TypedDict):
    record: str
    rules: str


class ReplayView(TypedDict):
    """A position of a finished game or of a record."""

    id: str
    title: TitleName
    lang: str
    at: int
    """How many events have happened."""
    total: int
    viewer: Viewer
    parts: Parts
    seats: list[ReplaySeat]
    log: list[LogLine]
    """Up to here."""
    line: str
    """The last event in words."""
    over: Ending | None
    """At the last event of a game that ended."""
    setup: DescribedSetup
    links: ReplayLinks


class TurningPoint(TypedDict):
    """The event that brought the winner most."""

    at: int
    """How many events had happened after it."""
    gain: str
    """Such as "+30"."""
    text: str
    """What happened, and what it changed."""


class Finale(TypedDict):
    """What is shown of a finished game besides its result."""

    board: str
    """SVG: the table as the winner sees it."""
    curve: str
    """SVG: the scores during the game; empty where nobody ever scored."""
    turning: TurningPoint | None


class Balance(TypedDict):
    """A gain or a loss: the number, and how it is said."""

    name: str
    value: float
    text: str


class CostlyDecision(TypedDict):
    number: int
    """As it stands on the curve."""
    event: int
    label: str
    best: str
    """The better move in notation."""
    best_label: str
    why: str
    """What speaks for it; empty where nothing is known."""
    cost: str


class ReviewedSeat(TypedDict):
    seat: int
    look: int
    name: str
    balances: list[Balance]
    """Luck, own choices, those of others, and what was seen later."""
    costly: list[CostlyDecision]


class ReviewPending(TypedDict):
    """A review that nobody has asked for, that is being made, or that failed."""

    status: Literal["none", "running", "failed"]
    part: float
    """How much of it is done: 0 to 1."""


class ReviewReady(TypedDict):
    status: Literal["ready"]
    part: float
    curve: str
    """SVG."""
    seats: list[ReviewedSeat]
    note: str


Review = ReviewPending | ReviewReady
