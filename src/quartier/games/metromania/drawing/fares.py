"""The test trips on the network as it is, as cards beside the map."""

from functools import cache, lru_cache

from quartier.core.drawing.memo import kept
from quartier.core.drawing.name_slots import called_all
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    Svg,
    at,
    group,
    join,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.dealing import type_of
from ..rules.state import LAKE, LAST_TRIP, NONE, PARK, State
from ..text.names import type_name
from ..text.trips import (
    Trip,
    Trips,
    trip_label,
    trip_time,
)
from ..text.words import SEAT_NAMES
from .layout import COLUMN, WIDTH
from .symbols import kind_icon

FARE_WIDTH, FARE_HEIGHT, GAP = 84, 47, 8
FARES = 4
"""Trips in a row; the last one takes two places."""
FARES_HEIGHT = 2 * FARE_HEIGHT + GAP


@kept("slot", "place")
def draw_fares(s: State, trips: Trips, t: Translator) -> list[Svg]:
    """All test trips in two rows, COLUMN units wide."""
    return [_fare(trip, _end_kinds(s, trip), t) for trip in trips]


Ends = tuple[tuple[int, bool], ...]
"""What lies at both ends of a trip, and whether it is there."""


@lru_cache(4096)
def _fare(trip: Trip, ends: Ends, t: Translator) -> Svg:
    """A test trip on the network as it is: its name, minutes, and the seats that share its points."""
    row, column = divmod(trip.number, FARES)
    width = COLUMN - column * (FARE_WIDTH + GAP) if trip.number == LAST_TRIP else FARE_WIDTH
    time = text(8, 39, trip_time(trip, t), 12.5, "bold" if trip.possible else "quiet")
    return at(
        column * (FARE_WIDTH + GAP),
        row * (FARE_HEIGHT + GAP),
        rect(0, 0, width, FARE_HEIGHT, 9, class_=f"tint{_owner(trip)}"),
        text(8, 21, trip.name or t("Lake – park"), 20 if trip.name else 15, "heavy"),
        time,
        _takers(trip, width) if trip.possible else _ends(ends, width),
        id=f"trip-{trip.number}",
        data_about=f"trip-{trip.number}",
        role="img",
        aria_label=", ".join([spoken_trip(trip, t), *_spoken_ends(ends, t)]),
        **called_all((seat, t(SEAT_NAMES[seat])) for seat in trip.seats),
    )


def _owner(trip: Trip) -> str:
    """The class of a seat that has a trip for itself."""
    return f" wash seat-{trip.seats[0]}" if len(trip.seats) == 1 else ""


@cache
def _signs(seats: tuple[int, ...], width: float) -> Svg:
    size = 15 if len(seats) < 3 else 11
    return join(
        *(sign(seat, width - 14 - (size + 2) * i, 15, size) for i, seat in enumerate(reversed(seats)))
    )


def _takers(trip: Trip, width: float) -> Svg:
    """The signs of the seats that take part."""
    return _signs(tuple(trip.seats), width)


def _ends(ends: Ends, width: float) -> Svg:
    """Where a trip that nobody can run would go: the two places, those without a marker pale."""
    return join(
        *(
            group(kind_icon(kind, width - 37 + 22 * i, 15, 17), class_=None if there else "missing")
            for i, (kind, there) in enumerate(ends)
        )
    )


def _end_kinds(s: State, trip: Trip) -> Ends:
    if trip.number == LAST_TRIP:
        return (LAKE, True), (PARK, True)
    first = 2 * s.slot[trip.number]
    return tuple((type_of(marker), s.place[marker] != NONE) for marker in (first, first + 1))


def spoken_trip(trip: Trip, t: Translator) -> str:
    """A trip in words: its minutes, and the seats that share it."""
    seats = ", ".join(t(SEAT_NAMES[seat]) for seat in trip.seats) or t("nobody")
    return f"{trip_label(trip, t)}: {trip_time(trip, t)}, {seats}"


def _spoken_ends(ends: Ends, t: Translator) -> list[str]:
    """The ends of a trip that have no marker yet: pale on its card."""
    return [t("no marker yet: {type}").format(type=type_name(kind, t)) for kind, there in ends if not there]


def fare_plaque(trip: Trip, t: Translator) -> Svg:
    """A test trip in the corner of the map, while its scene shows how it runs."""
    signs = [sign(seat, 180 - 23 * i, 44, 19) for i, seat in enumerate(reversed(trip.seats))]
    return at(
        WIDTH - 208,
        8,
        rect(0, 0, 200, 64, 8, class_="plaque"),
        text(14, 28, trip_label(trip, t), 18, "heavy"),
        text(14, 50, trip_time(trip, t), 15, "quiet"),
        *signs,
        class_="fine",
    )
