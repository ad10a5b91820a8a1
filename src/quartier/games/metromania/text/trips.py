"""The test trips of Metromania in words and in drawings (MM-28 to MM-30)."""

from typing import NamedTuple

from quartier.core.text.effects import with_sign
from quartier.core.text.languages import Translator

from ..rules.board import LETTER_NAMES
from ..rules.lines import is_finished
from ..rules.state import (
    LAST_TRIP,
    MOST_SEATS,
    NONE,
    TRIPS,
    Record,
)
from ..rules.trips import MINUTE


class Trip(NamedTuple):
    """A test trip on the present network."""

    number: int
    cost: int
    """Minutes * MINUTE + changes, NONE if no one can run it."""
    lines: int
    """The set of lines that take part."""

    @property
    def possible(self) -> bool:
        """Whether anyone can run it."""
        return self.cost != NONE

    @property
    def minutes(self) -> int:
        """Its duration."""
        return self.cost // MINUTE if self.possible else 0

    @property
    def changes(self) -> int:
        """The number of changes between lines."""
        return self.cost % MINUTE if self.possible else 0

    @property
    def seats(self) -> list[int]:
        """The seats that share it."""
        return [seat for seat in range(MOST_SEATS) if self.lines >> 2 * seat & 0b11]

    @property
    def name(self) -> str:
        """Its letter, "" for the trip from the lake to the park."""
        return "" if self.number == LAST_TRIP else LETTER_NAMES[self.number]


Trips = tuple[Trip, ...]
"""All test trips, by their numbers."""


def trips_now(s: Record) -> Trips:
    """MM-28: return the test trips on the present network, or as they were scored at the end."""
    return tuple(Trip(trip, s.derived[trip], s.derived[TRIPS + trip]) for trip in range(TRIPS))


def trip_label(trip: Trip, t: Translator) -> str:
    """Return a trip's name."""
    return t("Trip {letter}").format(letter=trip.name) if trip.name else t("Trip lake–park")


def trip_time(trip: Trip, t: Translator) -> str:
    """Return a trip's duration in words."""
    if not trip.possible:
        return t("no route")
    return t("{minutes} min").format(minutes=trip.minutes)


def trips_of(trips: Trips, line: int) -> list[Trip]:
    """MM-30: return the trips on whose fastest routes a line is."""
    return [trip for trip in trips if trip.possible and trip.lines >> line & 1]


def share_of(s: Record, trip: Trip) -> int:
    """MM-30: return the points of each seat that shares a trip."""
    return int(s.trip_points // len(trip.seats))


Worths = tuple[tuple[str, int], ...]
"""What brings points, by name, and how many."""


def worths_of(s: Record, trips: Trips, line: int, t: Translator) -> Worths:
    """MM-30, MM-31: return what a line would bring at the end as things stand, each with what it is for."""
    worths = tuple((trip_label(trip, t), share_of(s, trip)) for trip in trips_of(trips, line))
    return worths if is_finished(s, line) else (*worths, (t("unfinished"), int(s.unfinished_points)))


def spoken_worths(worths: Worths, t: Translator) -> str:
    """Return what a line would bring at the end: "At the end as things stand: +9 (Trip F +12, unfinished −3)."."""
    if not worths:
        return t("No trip uses it yet.")
    total = with_sign(sum(points for _, points in worths))
    several = len(worths) > 1
    parts = ", ".join(f"{name} {with_sign(points)}" if several else name for name, points in worths)
    return t("At the end as things stand: {points} ({parts}).").format(points=total, parts=parts)
