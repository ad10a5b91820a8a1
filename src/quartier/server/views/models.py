"""Everything that the server sends to the page as JSON; of finished games see `finished.models`, of what helps
people to play `learning.models`.

These models are the only source of the page's types: the build writes `web/src/net/types.ts` from these files
(`web/contract.py` reads them, docstrings and all, without importing them). `Annotated[..., "..."]` names the page's type
where Python has no word for it.

They are plain dicts for the program, so that building and sending one costs nothing; mypy checks who builds them, a test
over HTTP what leaves the server. A field that may be missing is `NotRequired`; one that may be empty is `| None`.
"""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from quartier.server.models import ErrorBody, IllegalMoveReason, Presence
from quartier.server.views.clocks.models import SeatTime, TimeControl
from quartier.server.views.lobby.chat_models import ChatHistory, Waiting
from quartier.server.views.provable_chance import ProvableChance

Actor = int | Literal["*"]
"""A seat's number, or chance."""
Access = Literal["public", "link", "private"]
"""Who may watch a table: everybody, whoever has the link, or nobody while it is played."""
Sound = Literal["", "build", "tile", "line", "drive", "bid", "hammer", "dice", "card", "mark"]
"""What an event sounds like, as `core.text.sounds` names it."""

# --- The table --------------------------------------------------------------------------------------------------------


class Choice(TypedDict):
    """One legal move."""

    move: str
    paths: list[list[str]]
    """The ids to touch in order; several ways may lead to the same move."""
    label: str
    """The move in spoken words."""
    ghost: str
    """SVG fragment in board coordinates, drawn into the board's #ghost."""
    points: str
    """Points it brings, such as "+7", or empty."""
    verb: str
    """What the button does that plays it, such as "Build"; empty where the title does not say."""
    gain: str
    """What it brings in the title's own words, such as "+$7", "goal 5" or "0"; empty where that is open."""
    brings: str
    """The same in a sentence, with what it leads to; may be empty."""
    at_once: bool
    """Where moves aren't confirmed, its last touch plays it: it can be undone freely, or only ends a turn that has begun."""


class Seat(TypedDict):
    seat: int
    look: int
    """Which of the common looks (colour and sign) the seat has."""
    name: str
    kept: bool
    """It is kept for whoever is named, who has yet to come."""
    kind: Literal["human", "bot", "open"]
    """Who plays it now."""
    bot: str | None
    """Name of the level of the bot that plays it now."""
    level: str | None
    """The bot's level in a word; “Program” where somebody's program plays."""
    character: str
    """How the bot plays, in a sentence; may be empty."""
    rating: int | None
    """What the bot's level was measured to be worth at this title; at a rated table, what the account was at first."""
    provisional: bool
    """That rating of an account is still uncertain."""
    guest: bool
    """The seat's person has no account."""
    mark: str
    """The mark beside another's name: the account's rating at a rated table, or that it is a guest; may be empty."""
    face: str
    """The id of the page's symbol that shows who plays the seat now."""
    substituted: bool
    """A bot plays for the person whose seat it is."""
    may_return: bool
    """The person can take the seat back."""
    online: bool
    """Somebody looks at the table from this seat just now; `Presence` tells when that changes."""
    thinking: bool
    """A bot that is to move."""
    time: SeatTime | None
    """Null without clocks, and for whom they do not run: bots, and all after the end."""
    score: int
    sources: list[tuple[str, int]]
    """Where the score comes from: label and points."""
    yours: bool
    """The device that asks holds this seat."""
    invite_url: NotRequired[str]
    """For whoever opened the table, while the seat is open."""
    qr: NotRequired[str]
    """The same link as SVG."""


class TableEvent(TypedDict):
    """One event of the log."""

    seq: int
    actor: Actor
    look: int | None
    """The look of the actor's seat; null for chance."""
    text: str
    """The event as it stands in the record, as far as the viewer may see it."""
    line: str
    """The event in words; empty when it no longer counts."""


class LogLine(TableEvent):
    name: str
    """Of the person or bot to whom the actor's seat belongs; empty for chance."""
    places: list[str]
    """The touch ids (data-touch) on the viewer's board where the event happened; what is not on the board now is ignored."""
    sound: Sound
    """What it sounds like; empty: nothing."""
    ends: bool
    """It did nothing but end a turn."""


class TitleName(TypedDict):
    name: str
    text: str
    """As one reads it."""


class Viewer(TypedDict):
    seat: int | None
    """From which the table is looked at; null for a spectator."""
    seats: list[int]
    """All that this device holds."""


class Parts(TypedDict):
    """The drawing as SVG, in its parts; each but the board may be empty."""

    board: str
    aside: str
    """What the title shows beside the board: test trips, what is still to come, categories."""
    hand: str


class Turn(TypedDict):
    actors: list[Actor]
    """Who may move now."""
    yours: bool
    prompt: str
    """What the viewer is asked to do, or whom everybody waits for."""
    asks: dict[str, str]
    """What is asked after a touch, by the touched id or the part of it before the first hyphen."""
    steps: dict[str, str]
    """In a word, what is touched, by the same keys."""
    afterwards: dict[str, str]
    """How the turn goes on after a move, by the verb of its button."""
    headline: str
    """Whose turn it is, or who has won."""


class Goal(TypedDict):
    """What the game is about, the same for all viewers."""

    aim: str
    """What wins."""
    progress: str
    """How far the game has come; may be empty."""
    warning: str
    """That the end is near; empty while it isn't."""


class TakeBack(TypedDict):
    """A player asks to take the last move back."""

    seat: int


class TakeoverRequest(TypedDict):
    """The question whether a bot plays for somebody who is away."""

    asker: int
    seat: int
    missing: list[int]
    """Who has not answered yet."""


class Ending(TypedDict):
    winners: list[int]
    scores: list[int]
    headline: str
    """Who has won."""
    reason: str
    """Why the game is over."""


class Rematch(TypedDict):
    asked: list[int]
    url: NotRequired[str]
    """The new table, once all have agreed."""


class DescribedOption(TypedDict):
    text: str
    value: str


class Category(TypedDict):
    """A way in which points are made."""

    name: str
    sentence: str
    """How it scores."""
    rules: list[str]
    """The ids of the rules that say so in full."""
    labels: list[str]
    """How the labels of a seat's sources begin that belong to it."""


class DescribedSetup(TypedDict):
    """What is played."""

    options: dict[str, bool | int | str]
    described: list[DescribedOption]
    """The same in words."""
    board: str | None
    """Null where a title has one only."""
    scoring: list[Category]
    """How points are made; empty where the title does not say."""


class Effect(TypedDict):
    """Something in force that changes what the rules say otherwise: an option, a power, a piece that doubles."""

    name: str
    text: str


class Level(TypedDict):
    """A bot that one may play against."""

    name: str
    text: str
    """The level in a word."""
    bot: str
    """Who plays at this level."""
    sentence: str
    """How; may be empty."""
    rating: int | None


class TableLinks(TypedDict):
    record: str
    rules: str
    replay: str | None
    """Once the game is over."""
    results: str | None
    """Of all who played the same deal of a day, once this game of it is over."""


class Game(TypedDict):
    """What a table shows to everybody who looks from the same seat in the same language, beside what it draws and tells."""

    id: str
    title: TitleName
    version: int
    """How many events there are."""
    lang: str
    turn: Turn
    goal: Goal
    hints: bool
    """The viewer may ask for good moves."""
    plans: bool
    """The viewer may plan moves ahead while others are to move."""
    evaluated: bool
    """The viewer only watches, and may see what the bots thought some moves ago."""
    rated: bool
    """The end changes the ratings of those who play."""
    time: TimeControl | None
    """Null: all that they like."""
    takeback: TakeBack | None
    absence: TakeoverRequest | None
    over: Ending | None
    rematch: Rematch | None
    """Null before the end."""
    setup: DescribedSetup
    effects: list[Effect]
    """What is in force now beside the usual rules."""
    chance: ProvableChance | None
    links: TableLinks


class Sections(Game):
    """The same as one device sees it."""

    viewer: Viewer
    opener: bool
    """This device has opened the table."""
    access: Access
    hushed: bool
    """Whoever opened the table has switched its chat off."""
    waiting: Waiting | None
    """Null once the game has begun."""
    cancelled: bool
    """There will be no game."""
    code: str | None
    """For whoever opened the table, while a seat is free: the letters by which others find it."""
    seats: list[Seat]
    undo: Literal["free", "ask"] | None
    """How the viewer can take the last move back: at once, or if the others agree."""
    restart: bool
    """The turn has several moves that can be taken back together."""


class View(Sections):
    """A table as one device sees it."""

    parts: Parts
    covered: Parts | None
    """What everybody may see, for a shared device while the viewer's hand is covered; null where nothing is covered."""
    choices: list[Choice]
    log: list[LogLine]


class Moment(TypedDict):
    """A past position, as the viewer saw it then."""

    at: int
    """The event after which it was."""
    parts: Parts


class OpenedBoard(TypedDict):
    """The board of one seat, for the others to look at."""

    board: str
    """SVG; empty where all seats play on one board."""


# --- The stream -------------------------------------------------------------------------------------------------------


class DrawingPatch(TypedDict):
    """The parts of the drawing as numbers of texts, which make the drawing one after the other."""

    board: NotRequired[list[int]]
    aside: NotRequired[list[int]]
    hand: NotRequired[list[int]]


class LogChange(TypedDict):
    kept: int
    """So many lines stay."""
    lines: list[LogLine]
    """What follows them."""


class Patch(TypedDict):
    """What has changed since the last View. A text goes over the wire once, later only its number in this stream."""

    fresh: bool
    """Nothing that was sent before counts: the numbers begin anew."""
    texts: list[str]
    """New ones; they are numbered from 0 on, in the order in which they come."""
    drawn: DrawingPatch
    """The parts that have changed."""
    covered: NotRequired[DrawingPatch | None]
    """All parts of what everybody may see."""
    pieces: list[list[int]]
    """New ones of which choices are made, numbered like texts: how many texts say what it brings, the numbers of these, then
    the numbers of the texts that make the ghost. One that begins a choice is: 1 if it plays at once, else 0; how many texts
    say what it brings; the number of what it tells (lines: move, label, a path each, with blanks between the touches) and of
    what it brings (lines: points, verb, gain); then the others."""
    choices: NotRequired[list[list[int]]]
    """All of them: each the numbers of its pieces."""
    log: NotRequired[LogChange]
    sections: Annotated[dict[str, object], "Partial<Sections>"]
    """Everything else that has changed."""


class Build(TypedDict):
    """Which build of the page the server serves."""

    build: str


class StreamEvents(TypedDict):
    """What each event of the stream carries."""

    event: TableEvent
    view: View
    patch: Patch
    """Instead of the others, for those who ask for it."""
    presence: Presence
    talk: ChatHistory
    """What was said since; after the end also what those said who watch."""
    build: Build
    """First, with patches."""


class SharedStream(TypedDict):
    """The first event of a shared stream."""

    id: str
    """By which tables are added and removed."""


class TableEnd(TypedDict):
    """A shared stream does not follow a table any more; there is nothing to say about it."""


# --- Answers to commands ----------------------------------------------------------------------------------------------


class Done(TypedDict):
    """A command was carried out (or had been already)."""

    version: int
    events: list[TableEvent]
    """What it brought."""


class Changed(TypedDict):
    """A table that waits was changed."""

    version: int


class Failure(TypedDict):
    """Every answer that is no success."""

    error: ErrorBody


class Missed(Failure):
    """The table has changed meanwhile."""

    version: int
    events: list[TableEvent]


class Nothing(TypedDict):
    """Nothing to say."""


Why = IllegalMoveReason | Nothing
"""The rule that forbids what was touched, if one does and the touches mean something."""


class RematchAnswer(TypedDict):
    """The new table, once all have agreed."""

    id: str | None
    url: str | None


class Joined(TypedDict):
    seat: int
    secret: str | None
    """Plays the seat on another device; null where the caller's account does."""


class Claimed(TypedDict):
    seats: list[int]


class MadeSeat(TypedDict):
    seat: int
    kind: Literal["me", "friend", "bot"]
    secret: NotRequired[str]
    """For a person at this device."""
    invite: NotRequired[str]
    """For a friend, also as link and QR code."""
    invite_url: NotRequired[str]
    qr: NotRequired[str]


class MadeTable(TypedDict):
    id: str
    url: str
    seats: list[MadeSeat]


# --- Pages and the server ---------------------------------------------------------------------------------------------

UiTexts = dict[str, str]
"""The page's own sentences, from English to its language."""


class Health(TypedDict):
    ok: bool
    version: str
