"""What the server sends of plans and evaluations: models like those in `views.models`."""

from typing_extensions import TypedDict

from quartier.server.views.models import Parts


class PlannedStep(TypedDict):
    """One move of a line."""

    seat: int
    look: int
    name: str
    yours: bool
    move: str
    label: str
    """The move in words."""


class Plan(TypedDict):
    """What a seat has planned: only this seat is sent it."""

    version: int
    lines: list[list[PlannedStep]]


class PossibleMove(TypedDict):
    """A move with which a line may continue."""

    move: str
    label: str


class PlannedPosition(TypedDict):
    """Where a line leads, as far as its seat can know."""

    version: int
    parts: Parts
    steps: list[PlannedStep]
    """The line so far, with forced moves."""
    actor: int | None
    """The seat to move; null where nothing more can be planned."""
    moves: list[PossibleMove]


class WinChance(TypedDict):
    """What a seat may hope for."""

    seat: int
    look: int
    name: str
    value: float
    """From 0 to 1."""
    text: str
    """The same in per cent."""


class Evaluation(TypedDict):
    """The bots' opinion of a position a few moves ago; empty while so many have not been played."""

    behind: int
    """How many moves ago."""
    chances: list[WinChance]
