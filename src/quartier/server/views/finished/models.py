"""What the server sends of replays and reviews: models like those in `show.models`."""

from typing import Literal

from typing_extensions import TypedDict

from quartier.server.views.models import (
    DescribedSetup,
    Ending,
    LogLine,
    Parts,
    TitleName,
    Viewer,
)

Verdict = Literal["best", "good", "slip", "mistake", "turning"]
"""How good a decision was; the turning point is the mistake that gave the lead away."""


class StoredRecord(TypedDict):
    id: str
    url: str


class ReplaySeat(TypedDict):
    seat: int
    look: int
    name: str
    level: str | None
    """Of the bot that sat there, in a word; “Program” where it was somebody's program."""
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


class ProvenDraw(TypedDict):
    """A chance event of a provable game, with all from which it was drawn."""

    at: int
    """How many events had happened before it."""
    number: int
    """Of the draw, from 0 over all that were ever made at the table."""
    text: str
    """In notation."""
    weights: list[int]
    """Of what could come, in the rules' own order; empty where the rules draw otherwise than one thing by its weight."""
    chosen: int
    """Which of these has come."""


class ChanceProof(TypedDict):
    """What is needed to draw everything of a game again."""

    promise: str
    nonces: list[str]
    """By seat; empty for bots."""
    key: str
    draws: list[ProvenDraw]


class TurningPoint(TypedDict):
    """An event that brought a seat most: the winner, or whoever looks."""

    at: int
    """How many events had happened after it."""
    gain: str
    """Such as "+30"."""
    text: str
    """What happened, and what it changed."""


class CountedStep(TypedDict):
    """A step of the final count; the points of all of them are the scores."""

    name: str
    """What is counted."""
    text: str
    """What comes of it."""
    places: list[list[str]]
    """Where on the board, as ids to touch or of elements; each list is lit together."""
    points: list[int]
    """By seat."""


class NextBot(TypedDict):
    """The opponent after the one that was beaten."""

    level: str
    name: str
    text: str
    """How strong it is, in a word."""


class Finale(TypedDict):
    """What is shown of a finished game besides its result."""

    board: str
    """SVG: the table at the end, or the winner's board if each seat has its own."""
    curve: str
    """SVG: the scores during the game; empty where nobody ever scored."""
    turning: TurningPoint | None
    best: TurningPoint | None
    """The viewer's own best move; may be the turning point."""
    count: list[CountedStep]
    """What is counted on the board, in this order; empty for a game that was given up."""
    next: NextBot | None
    """For a viewer who has won against bots alone."""


class Balance(TypedDict):
    """A gain or a loss: the number, and how it is said."""

    name: str
    value: float
    text: str


class KeyMoment(TypedDict):
    """A decision that is worth a look, and what would have been better."""

    number: int
    """As it stands on the curve."""
    event: int
    seat: int
    look: int
    name: str
    verdict: Verdict
    judged: str
    """The verdict in words."""
    label: str
    best: str
    """The better move in notation."""
    best_label: str
    why: str
    """What speaks for it; empty where nothing is known."""
    cost: str


class JudgedEvent(TypedDict):
    """The verdict on a decision."""

    at: int
    """How many events had happened after it."""
    verdict: Verdict
    judged: str


class ReviewedSeat(TypedDict):
    seat: int
    look: int
    name: str
    accuracy: int | None
    """Per cent of its decisions that were good or best; None where it had none."""
    told: str
    """Its decisions counted, and what luck and skill made of its expectation."""
    balances: list[Balance]
    """Luck and skill, which add up to the difference between its first and last expectation."""


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
    moments: list[KeyMoment]
    """At most five, in the order of the game."""
    verdicts: list[JudgedEvent]
    """On all decisions."""
    seats: list[ReviewedSeat]
    note: str


Review = ReviewPending | ReviewReady
