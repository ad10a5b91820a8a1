"""What the server sends of a table that waits, and of what is said at one: models like those in `show.models`."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class ReadyCheck(TypedDict):
    """The question whether everyone is there, before a live game among strangers."""

    left: int
    """Seconds until people who have not answered lose the seat."""
    missing: list[int]
    """The seats of those people."""


class Waiting(TypedDict):
    """A table that waits for people."""

    waited: int
    """Seconds since it was opened."""
    bots_in: int | None
    """Seconds until those who are there may agree on bots at the free seats; null: never, the places are somebody's."""
    agreed: list[int]
    """Who would like that already."""
    check: ReadyCheck | None
    """Null while a seat is free."""


ChatMessageKind = Literal["chat", "reaction"]


class ChatMessage(TypedDict):
    """Something that was said at a table."""

    seq: int
    seat: int | None
    """Null: by somebody who watches."""
    name: str
    kind: ChatMessageKind
    text: str
    """Of a reaction its name."""
    at: float
    """In seconds since 1970."""
    yours: bool
    guest: bool
    """Its sender had no account."""


class MutedAuthor(TypedDict):
    """Somebody whom this device hears no more."""

    seq: int
    """The last word of theirs."""
    name: str
    everywhere: bool
    """At all tables, not only at this one."""


class ChatHistory(TypedDict):
    """What is said at a table, as one device hears it."""

    words: list[ChatMessage]
    past: NotRequired[bool]
    """All of it was said before the stream began."""
    spared: NotRequired[list[MutedAuthor]]
