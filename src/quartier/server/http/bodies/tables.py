"""Request bodies of commands at tables, and ids in URLs. Everything else is rejected before it reaches a command."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from quartier.server.errors import no_replay, no_table


def _storable(text: str) -> str:
    """Text that can be stored and answered: PostgreSQL keeps no NUL, and half a pair of UTF-16 is no character."""
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError("holds what is not text")
    return text


def _table_id(text: str) -> str:
    """What cannot be an id need not be looked up."""
    if "\0" in text:
        raise no_table()
    return text


def _replay_id(text: str) -> str:
    if "\0" in text:
        raise no_replay()
    return text


Text = Annotated[str, AfterValidator(_storable)]
TableId = Annotated[str, AfterValidator(_table_id)]
ReplayId = Annotated[str, AfterValidator(_replay_id)]
CommandId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Version = Annotated[int, Field(ge=0)]
Name = Annotated[Text, Field(max_length=200)]
"""`player_names.clean` says what a name may be; this only bounds its work."""
BoardText = Annotated[Text, Field(max_length=16_000)]
"""`board_text.parse_board` says what a board may be; this only bounds its work."""
Level = Annotated[Text, Field(max_length=40)]
MoveText = Annotated[Text, Field(min_length=1, max_length=100)]


def _empty_to_none(value: object) -> object:
    """An empty field of a form says nothing."""
    return None if value == "" else value


Number = Annotated[int, Field(strict=False, ge=0, le=100_000)]
"""It may come as text: many fields of forms have no others."""
MaybeNumber = Annotated[Number | None, BeforeValidator(_empty_to_none)]


class Body(BaseModel):
    """Strict: a field that we do not know is a mistake worth telling."""

    model_config = ConfigDict(extra="forbid", strict=True)


class StreamBody(Body):
    stream: Annotated[Text, Field(min_length=1, max_length=64)]
    """The id of a shared stream."""


class SeatBody(Body):
    """One seat of a new table."""

    kind: Literal["me", "friend", "bot"]
    name: Name = ""
    bot: Level = ""


class TimeBody(Body):
    """How much time people have: either a live clock, seconds to begin with and for each turn, or days for each turn."""

    base: int | None = None
    increment: int = 0
    days: int | None = None
    then: Literal["bot", "loses"] = "bot"
    """What happens when it runs out."""


class TableBody(Body):
    """A new table."""

    title: Annotated[Text, Field(max_length=40)]
    options: dict[Text, bool | int | Text] = {}
    board: BoardText | None = None
    """A name among the title's boards, or the text of a board's file; none: the standard one."""
    automatic: bool = True
    """Moves without an alternative happen by themselves."""
    hints: bool | None = None
    """Seats may ask for hints; none: only if all people play on one device."""
    access: Literal["public", "link", "private"] = "link"
    """Who may watch: everyone, anyone with the link, or no one until the game is over."""
    provable: bool = False
    """Everybody can check afterwards that chance was fair: each person's device adds a number before the game begins."""
    time: TimeBody | None = None
    """How much time people have; none: all that they like."""
    rated: bool = False
    """The end changes the ratings of those who play: for accounts, and against bots whose strength was measured."""
    seats: Annotated[list[SeatBody], Field(min_length=1, max_length=16)]
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None
    lang: Annotated[Text, Field(max_length=10)] | None = None
    """Accepted for clients that send it with everything; the answer's language is found as for every request."""


class PlayOnBody(Body):
    """Where a new table begins, and who sits down there."""

    at: Version
    seat: SeatNumber
    name: Name
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class ChallengeBody(Body):
    """From which seat a friend plays the same deal."""

    seat: SeatNumber
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class NextBotBody(Body):
    """Who plays the next bot, and in which seat."""

    seat: SeatNumber
    name: Name
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class JoinBody(Body):
    """Who sits down where."""

    invite: Annotated[Text, Field(max_length=100)]
    name: Name
    # Whoever repeats this id is given the seat's secret again: so it must not be guessed.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class SitBody(Body):
    """Who sits down at a public table."""

    name: Name
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class AnyoneBody(Body):
    """Who would like to play what, with anyone."""

    title: Annotated[Text, Field(max_length=40)]
    name: Name
    seats: MaybeNumber = None
    """How many at the table; none: as few as can be."""
    time: Annotated[Text, Field(max_length=12)] = ""
    """The clock, such as "900+20" (seconds) or "3d" (days for each turn); empty: any live one."""
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class RemoveBody(Body):
    """Who leaves, or is removed."""

    seat: SeatNumber
    # Someone who has left their seat is answered by this id alone: so it must not be guessed.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class WithdrawBody(Body):
    """Which invitation opens nothing any more."""

    seat: SeatNumber
    invite: Annotated[Text, Field(max_length=100)] | None = None
    """The invitation that is meant; none: the one that there is. One that was withdrawn before stays so."""


MessageNumber = Annotated[int, Field(ge=1, le=2**31 - 1)]


class ChatMessageBody(Body):
    """A chat message or a reaction; from a seat, or from a spectator under a name."""

    text: Annotated[Text, Field(max_length=1000)] = ""
    reaction: Annotated[Text, Field(max_length=20)] | None = None
    seat: SeatNumber | None = None
    name: Name = ""
    client_move_id: CommandId | None = None


class MuteBody(Body):
    """Whether the sender of a message is muted at the table, blocked everywhere, or neither."""

    how: Literal["mute", "block", "hear"]


class ChatDisabledBody(Body):
    """Whether the chat is off."""

    hushed: bool


class DealBody(Body):
    """Who plays the deal of the day."""

    name: Name


class CodeBody(Body):
    """The code of an open table, as typed."""

    code: Annotated[Text, Field(max_length=40)]


class ClaimBody(Body):
    """A seat's secret from another device."""

    secret: Annotated[Text, Field(max_length=100)]


class CommandBody(Body):
    """What every command says. A seat may resign or ask for a rematch on any version."""

    seat: SeatNumber
    version: Version | None = None
    client_move_id: CommandId


class VersionedBody(CommandBody):
    """A command that is meant for one position only."""

    version: Version


class UndoBody(VersionedBody):
    """The last move, or all of the turn; a move may take its place."""

    whole_turn: bool = False
    instead: MoveText | None = None


class MoveBody(VersionedBody):
    """A move in notation."""

    move: MoveText


class NonceBody(CommandBody):
    """A number of one's own for provable chance, in hexadecimal digits."""

    nonce: Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]


class TakebackBody(CommandBody):
    """A question, or the answer to one."""

    answer: Literal["yes", "no"] | None = None


class ReplaceBody(CommandBody):
    """Either the seat that a bot is to play for, or an answer to that question."""

    absent: SeatNumber | None = None
    bot: Level | None = None
    """Ignored: the table decides at which level a bot stands in, not a rival."""
    answer: Literal["yes", "no"] | None = None


class VacationBody(CommandBody):
    """For how many days; 0: back."""

    days: Annotated[int, Field(ge=0, le=100)]


class HintBody(Body):
    """Whose good moves are asked for, at which version."""

    seat: SeatNumber
    version: Version


ThingName = Annotated[str, Field(min_length=1, max_length=60)]
"""What may be pointed at: an id to touch, or a name that a drawing gives."""


class WhyBody(Body):
    """What a seat has touched that leads to no move."""

    seat: SeatNumber
    path: Annotated[list[Annotated[Text, Field(max_length=60)]], Field(min_length=1, max_length=12)]
