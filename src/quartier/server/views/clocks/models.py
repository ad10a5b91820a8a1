"""What the server sends of time: models like those in `show.models`, which need them."""

from typing_extensions import TypedDict


class SeatTime(TypedDict):
    """How much time a seat has, at the moment when this was sent."""

    left: float
    """In seconds."""
    runs: bool
    """The seat is to move."""
    waits: float
    """For so many seconds it stands still, although it runs: a connection is lost, or somebody is on vacation."""
    vacation: int | None
    """Days of vacation that the seat can still take; null at a live clock."""
    away: float
    """For so many seconds the seat is on vacation, whether it is to move or not."""
    total: float | None
    """In seconds, what the seat has left for all its turns, which vacation doesn't stop; null: no limit."""


class TimeControl(TypedDict):
    """How much time people have."""

    text: str
    """Such as "5 min + 10 s"."""
    sentence: str
    """The same in full, and what happens to whoever runs out of it."""
    live: bool
    """Played at one sitting; else over days."""
