"""Request bodies of plans."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from quartier.server.domain.planned_moves import MAX_LINES, MAX_MOVES
from quartier.server.http.bodies.tables import Body, MoveText, SeatNumber, Version

LineText = Annotated[list[MoveText], Field(max_length=MAX_MOVES)]
"""Moves in notation, from the present position on."""


class PlanBody(Body):
    """All lines that a seat wants from now on; none: it plans nothing any more."""

    seat: SeatNumber
    version: Version
    lines: Annotated[list[LineText], Field(max_length=MAX_LINES)]


class PlannedLineBody(Body):
    """The beginning of a line."""

    seat: SeatNumber
    version: Version
    moves: LineText
