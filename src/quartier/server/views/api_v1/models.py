"""Response models of the machine API. `/api/v1/openapi.json` is generated from them, docstrings included.

Version 1 only grows: clients ignore unknown fields, and no field is removed or changes its meaning.
"""

from typing import Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from quartier.server.models import ErrorBody
from quartier.server.views.clocks.models import SeatTime
from quartier.server.views.models import Actor

_documented = with_config(ConfigDict(use_attribute_docstrings=True))
"""The docstring below a field describes it in the schema."""


@_documented
class ProgramOption(TypedDict):
    """An option of a game."""

    name: str
    values: list[bool | int | str]
    """All allowed values."""
    default: bool | int | str
    text: str
    """What the option does."""
    needs: str
    """The switch that this option requires; empty if none."""


@_documented
class ProgramTitle(TypedDict):
    """A game on this server."""

    name: str
    """The name used in requests."""
    text: str
    """The display name."""
    seats: list[int]
    """Minimum and maximum number of players."""
    options: list[ProgramOption]
    boards: list[str]
    """Board names, the standard one first; empty if there is only one."""
    actions: int
    """Number of actions, counted from 0: those of all positions, and of chance."""
    rules: int
    """The rules version of new games."""
    seconds: list[str]
    """More of the server's bots: the second ones of its levels, such as "2+parks"."""


@_documented
class ProgramTitles(TypedDict):
    """All games, and the bots available for a new table."""

    titles: list[ProgramTitle]
    bots: list[str]
    """Levels of the server's bots."""


@_documented
class ProgramMoves(TypedDict):
    """Every action of a game in notation."""

    title: str
    board: str | None
    moves: list[str]
    """The notation of actions 0, 1, 2, ..."""


@_documented
class Legal(TypedDict):
    """The seat's legal moves."""

    count: int
    actions: list[int]
    """The legal action numbers in ascending order, as run lengths: how many numbers from 0 are illegal, how many of the
    following are legal, how many illegal, and so on. `[3, 2, 4, 1]` means actions 3, 4 and 9."""
    moves: list[str] | None
    """The same moves in notation, in the same order; null if there are very many: see `/titles/{title}/moves`."""


@_documented
class ProgramSeat(TypedDict):
    """A seat and who plays it."""

    seat: int
    name: str
    kind: Literal["person", "program", "bot", "open"]
    """Who plays the seat now; "bot" is one of the server's bots, "program" a bot via this API."""
    score: int
    """The score if the game ended in this position."""
    time: SeatTime | None
    """Null without a time control, and for seats without a clock."""


@_documented
class ProgramEvent(TypedDict):
    """An event at the table."""

    seq: int
    actor: Actor
    move: str
    """The move in notation, as far as the seat may know it; a leading "!" marks a control event, such as a resignation."""


@_documented
class Position(TypedDict):
    """A table as one seat sees it."""

    id: str
    title: str
    version: int
    """How many events there have been. Send it with a move."""
    seat: int | None
    """The seat whose view this is; null for a spectator."""
    to_act: list[Actor]
    """The actors to move; empty before the start and after the end."""
    yours: bool
    """Whether the seat is to move."""
    legal: Legal | None
    """Null unless the seat is to move."""
    seats: list[ProgramSeat]
    waiting: bool
    """The game hasn't started: a seat is still open."""
    cancelled: bool
    """The table was cancelled."""
    over: bool
    scores: list[int]
    winners: list[int]
    """Empty until the game ends; several seats if they share the win."""
    view: dict[str, object]
    """What the seat knows, in the rulebook's terms; `concealed` is input for `game.from_view`."""
    events: list[ProgramEvent]
    """The events after the requested version."""


@_documented
class ProgramPlayed(TypedDict):
    """The move was played (or had been already)."""

    version: int
    events: list[ProgramEvent]
    """The move and the events it caused."""


@_documented
class ProgramJoined(TypedDict):
    """A seat taken by joining."""

    seat: int
    secret: str
    """Send it as `Authorization: Bearer SECRET` to play the seat. An API token works, too."""


@_documented
class ProgramMadeSeat(TypedDict):
    """A seat of a new table."""

    seat: int
    kind: Literal["me", "friend", "bot"]
    secret: NotRequired[str]
    """For the caller's seats only."""
    invite: NotRequired[str]
    """The invitation for another player, who may be a bot."""
    invite_url: NotRequired[str]


@_documented
class ProgramTable(TypedDict):
    """A new table."""

    id: str
    url: str
    """The table's web page."""
    seats: list[ProgramMadeSeat]


@_documented
class ProgramFailure(TypedDict):
    """An error response."""

    error: ErrorBody
    version: NotRequired[int]
    """For a move refused with 409: the current version."""
    events: NotRequired[list[ProgramEvent]]
    """With `version`: the events that the seat has missed."""
