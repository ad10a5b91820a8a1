"""Request bodies of the machine API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from quartier.server.http.bodies.tables import (
    BoardText,
    Body,
    CommandId,
    Level,
    MoveText,
    Name,
    SeatNumber,
    Text,
    TimeBody,
    Version,
)
from quartier.server.http.validation_errors import EITHER


class ProgramBody(Body):
    """A request body whose field docstrings become descriptions in the schema."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ProgramSeatBody(ProgramBody):
    """A seat of a new table: the caller's ("me"), an invited player's ("friend") or a bot's."""

    kind: Literal["me", "friend", "bot"]
    name: Name = ""
    """The display name at the table; empty: the API token's name."""
    bot: Level = ""
    """The bot's level, such as "3"."""


class ProgramTableBody(ProgramBody):
    """A new table. It is never rated."""

    title: Annotated[Text, Field(max_length=40)]
    seats: Annotated[list[ProgramSeatBody], Field(min_length=1, max_length=16)]
    options: dict[Text, bool | int | Text] = Field(default_factory=dict)
    board: BoardText | None = None
    """One of the game's boards, or the text of a board file; null: the standard one."""
    automatic: bool = True
    """Play forced moves automatically."""
    access: Literal["public", "link", "private"] = "link"
    """Who can watch: everyone, anyone with the link, or no one during the game."""
    time: TimeBody | None = None
    """The time control; null: no time limit."""
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None
    """Repeating it returns the same table with new secrets: the first response may have been lost."""


class ProgramJoinBody(ProgramBody):
    """Join with an invitation: the part after `#join=` in an invitation link."""

    invite: Annotated[Text, Field(max_length=100)]
    name: Name = ""
    """The display name at the table; empty: the API token's name."""
    # As in JoinBody.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None
    """Repeating it returns the same seat with a new secret: the first response may have been lost."""


class ProgramCommandBody(ProgramBody):
    """Fields of every command. Repeating a `client_move_id` returns the first response again and has no further effect."""

    client_move_id: CommandId
    seat: SeatNumber | None = None
    """Required only if the caller plays several seats."""


class ProgramMoveBody(ProgramCommandBody):
    """A move in notation or as an action number, valid for one version of the table only."""

    version: Version
    move: MoveText | None = None
    action: Annotated[int, Field(ge=-(2**31), le=2**31 - 1)] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> ProgramMoveBody:
        if (self.move is None) == (self.action is None):
            raise PydanticCustomError(
                EITHER, "either a move or an action", {"one": "move", "other": "action"}
            )
        return self
