"""What the machine API answers. The schema of `/api/v1/openapi.json` is made of these models, docstrings and all.

Version 1 only grows: a program passes over fields that it does not know, and none of these goes or means something else.
"""

from typing import Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from quartier.server.views.clocks.models import SeatTime
from quartier.server.views.models import Actor, Refusal

_told = with_config(ConfigDict(use_attribute_docstrings=True))
"""The sentences below a field describe it in the schema."""


@_told
class ProgramOption(TypedDict):
    """An option of a title."""

    name: str
    values: list[bool | int | str]
    """Every value that it may have."""
    default: bool | int | str
    text: str
    """What it does."""
    needs: str
    """A switch without which it means nothing; empty: none."""


@_told
class ProgramTitle(TypedDict):
    """A game that can be played here."""

    name: str
    """As requests say it."""
    text: str
    """As one reads it."""
    seats: list[int]
    """The fewest and the most."""
    options: list[ProgramOption]
    boards: list[str]
    """By name, the standard one first; empty where there is only one."""
    actions: int
    """How many actions there are, numbered from 0: those of all positions, and of chance."""
    rules: int
    """The version of the rules under which new games begin."""
    seconds: list[str]
    """Further bots of the server's own: the second characters of its levels, such as "2+parks"."""


@_told
class ProgramTitles(TypedDict):
    """All games, and who may sit at a new table."""

    titles: list[ProgramTitle]
    bots: list[str]
    """Levels of the server's own bots."""


@_told
class ProgramMoves(TypedDict):
    """Every action of a title in notation."""

    title: str
    board: str | None
    moves: list[str]
    """The notation of action 0, 1, 2 ..."""


@_told
class Legal(TypedDict):
    """What the seat may do now."""

    count: int
    actions: list[int]
    """The legal actions by number, in rising order, as lengths: how many numbers from 0 on are not legal, how many after
    them are, how many are not, and so on. `[3, 2, 4, 1]` are the actions 3, 4 and 9."""
    moves: list[str] | None
    """The same in notation, in the same order; null where there are very many: `/titles/{title}/moves` has them all."""


@_told
class ProgramSeat(TypedDict):
    """Who sits where."""

    seat: int
    name: str
    kind: Literal["person", "program", "bot", "open"]
    """Who plays it now; "bot": one of the server's own."""
    score: int
    """The final scoring applied to the present position."""
    time: SeatTime | None
    """Null without clocks, and for whom they do not run."""


@_told
class ProgramEvent(TypedDict):
    """Something that has happened at the table."""

    seq: int
    actor: Actor
    move: str
    """In notation, as far as the seat may know it; what begins with "!" was said, not played."""


@_told
class Position(TypedDict):
    """A table as one seat knows it."""

    id: str
    title: str
    version: int
    """How many events there are; a move names it."""
    seat: int | None
    """Whose knowledge this is; null: a spectator's."""
    to_act: list[Actor]
    """Who is to move; empty before the beginning and after the end."""
    yours: bool
    """The seat is to move."""
    legal: Legal | None
    """Null unless the seat is to move."""
    seats: list[ProgramSeat]
    waiting: bool
    """The game has not begun: somebody is still to come."""
    cancelled: bool
    """There will be no game."""
    over: bool
    scores: list[int]
    winners: list[int]
    """Empty while the game goes on; several share a win."""
    view: dict[str, object]
    """What the seat knows, in the terms of the title's rulebook; `concealed` is for `game.from_view`."""
    events: list[ProgramEvent]
    """Those after the version that the program has named."""


@_told
class ProgramPlayed(TypedDict):
    """A move was played (or had been already)."""

    version: int
    events: list[ProgramEvent]
    """The move, and what followed from it."""


@_told
class ProgramJoined(TypedDict):
    """A seat was taken."""

    seat: int
    secret: str
    """`Authorization: Bearer SECRET` plays it from now on; a program's token does, too."""


@_told
class ProgramMadeSeat(TypedDict):
    """A seat of a new table."""

    seat: int
    kind: Literal["me", "friend", "bot"]
    secret: NotRequired[str]
    """For the caller's own seats."""
    invite: NotRequired[str]
    """For somebody else, who may be a program."""
    invite_url: NotRequired[str]


@_told
class ProgramTable(TypedDict):
    """A new table."""

    id: str
    url: str
    """Its page, for people."""
    seats: list[ProgramMadeSeat]


@_told
class ProgramFailure(TypedDict):
    """Every answer that is no success."""

    error: Refusal
    version: NotRequired[int]
    """With 409 of a move: the present version."""
    events: NotRequired[list[ProgramEvent]]
    """With it: what the seat has missed since the version that it named."""
