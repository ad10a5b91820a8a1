"""Request bodies of tournament routes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quartier.server.http.bodies.tables import (
    Body,
    MaybeNumber,
    Number,
    Text,
)

Switch = Annotated[bool, Field(strict=False)]


class TournamentBody(Body):
    """A new tournament; `commands.tournaments.tournament_options` says what one may be."""

    name: Annotated[Text, Field(max_length=200)]
    title: Annotated[Text, Field(max_length=40)]
    kind: Literal["swiss", "robin"] = "swiss"
    rounds: Number = 5
    """Of a Swiss system; else how often everybody meets everybody."""
    seats: Number = 2
    """At each table."""
    time: Annotated[Text, Field(max_length=12)] = "3d"
    """Seconds for the game and for each turn such as "900+20", or days such as "3d"."""
    hours: Number = 336
    """How long a round may take."""
    appointed: Switch = False
    """The next round waits until the time of the last one is over."""
    bots: Switch = False
    """They sit down where a player is missing."""
    access: Literal["public", "link"] = "public"
    starts_in: MaybeNumber = None
    """Hours until it begins by itself; none: when the organiser says so."""
    options: dict[Text, bool | int | Text] = Field(default_factory=dict)
    board: Annotated[Text, Field(max_length=80)] | None = None


class HoursBody(Body):
    """How many hours from now."""

    hours: Number


class PlayerBody(Body):
    """Which player."""

    number: Number


class HandoverBody(Body):
    """The secret of a link by which a place is taken over."""

    place: Annotated[Text, Field(max_length=60)]
