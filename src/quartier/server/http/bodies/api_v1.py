"""What programs may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from quartier.server.http.bodies.tables import (
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
    """A body whose fields are described in the schema by what stands below them."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ProgramSeatBody(ProgramBody):
    """One seat of a new table: the program's own ("me"), somebody else's by invitation ("friend"), or a bot's."""

    kind: Literal["me", "friend", "bot"]
    name: Name = ""
    """What the program is called there; empty: as its token says."""
    bot: Level = ""
    """The level of a bot, such as "3"."""


class ProgramTableBody(ProgramBody):
    """A new table. It is never rated, for programs sit there."""

    title: Annotated[Text, Field(max_length=40)]
    seats: Annotated[list[ProgramSeatBody], Field(min_length=1, max_length=16)]
    options: dict[Text, bool | int | Text] = Field(default_factory=dict)
    board: Annotated[Text, Field(max_length=80)] | None = None
    """A name among the title's boards; none: the standard one."""
    automatic: bool = True
    """Moves without an alternative happen by themselves."""
    access: Literal["public", "link", "private"] = "link"
    """Who may watch: everybody, whoever has the link, or nobody while it is played."""
    time: TimeBody | None = None
    """How much time everybody has; none: all that they like."""


class ProgramJoinBody(ProgramBody):
    """Who sits down: an invitation, which is what stands behind `#join=` in its link."""

    invite: Annotated[Text, Field(max_length=100)]
    name: Name = ""
    """What the program is called there; empty: as its token says."""
    # As in JoinBody: whoever repeats it is given the seat's secret again.
    client_move_id: Annotated[CommandId, Field(min_length=16)] | None = None


class ProgramCommandBody(ProgramBody):
    """What every command says. The same `client_move_id` again gets the first answer again, and nothing happens twice."""

    client_move_id: CommandId
    seat: SeatNumber | None = None
    """Needed only by whoever plays several seats."""


class ProgramMoveBody(ProgramCommandBody):
    """A move, in notation or as the number of an action; it is meant for one version of the table only."""

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
