"""What the server sends of daily puzzles and deals: models like those in `show.models`."""

from typing import Literal

from typing_extensions import TypedDict

from quartier.server.views.models import TitleName, View


class Puzzle(TypedDict):
    """The puzzle of a day; its table is a View with all moves of the position to choose from."""

    title: TitleName
    day: str
    """"2026-11-23"."""
    question: str
    """What is to be found, in a sentence."""


class EnteredDeal(TypedDict):
    """The table at which the deal of the day is played."""

    id: str
    url: str
    secret: str | None
    """Of the seat; None where this browser has played there before."""


class Compared(TypedDict):
    """A move that was compared with the solution."""

    label: str
    kind: Literal["best", "greedy", "other"]
    share: int
    """The share of the win that it promises, in per cent."""


class Tried(TypedDict):
    """What becomes of a move that somebody has tried, or of the wish to be shown the solution."""

    solved: bool
    heading: str
    text: str
    why: str
    """What speaks for the solution against the greedy move; empty before it is found."""
    compared: list[Compared]
    """The moves that were compared, best first; none before the solution is found."""
    place: str
    """What is touched last for the move."""
    view: View | None
    """The table after the solution; None before it is found."""
