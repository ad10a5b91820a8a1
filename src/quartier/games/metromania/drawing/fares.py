"""The test trips on the network as it is, below the map."""

from functools import cache

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import TRIPS
from ..trips import Trip, trip_label, trip_time
from ..words import SEAT_NAMES
from .layout import TRIPS_HEIGHT, TRIPS_TOP, WIDTH

FARE_WIDTH = (WIDTH - 12) / TRIPS


def draw_fare(trip: Trip, t: Translator) -> Svg:
    """A test trip on the network as it is: its name, minutes, and the seats that share its points."""
    centre = FARE_WIDTH / 2 - 3
    owners = [
        sign(seat, round(centre - 11 * (len(trip.seats) - 1) + 22 * i, 1), 75, 18)
        for i, seat in enumerate(trip.seats)
    ]
    time = text(centre, 58, trip_time(trip, t), 20, "middle" if trip.possible else "middle quiet")
    name = text(centre, 31, trip.name, 27, "middle bold") if trip.name else _sights(centre)
    return at(
        6 + FARE_WIDTH * trip.number,
        TRIPS_TOP,
        rect(0, 0, FARE_WIDTH - 6, TRIPS_HEIGHT, 10, class_="fare"),
        name,
        time,
        *owners,
        id=f"trip-{trip.number}",
        role="img",
        aria_label=_spoken_trip(trip, t),
    )


def fare_mark(trip: Trip) -> Svg:
    """A frame around a test trip, while its scene shows how it runs."""
    left = 6 + FARE_WIDTH * trip.number
    return rect(left, TRIPS_TOP, FARE_WIDTH - 6, TRIPS_HEIGHT, 10, class_="journey-mark")


@cache
def _sights(x: float) -> Svg:
    """The lake and the park, for the seventh trip."""
    return join(
        group(
            el("circle", cx=x - 19, cy=22, r=14, class_="lake"),
            path(f"M{x - 28} 20q4.5 -4 9 0t9 0M{x - 28} 27q4.5 -4 9 0t9 0", class_="glyph"),
        ),
        icon("park", round(x + 5, 1), 8, 28),
    )


def _spoken_trip(trip: Trip, t: Translator) -> str:
    seats = ", ".join(t(SEAT_NAMES[seat]) for seat in trip.seats) or t("nobody")
    return f"{trip_label(trip, t)}: {trip_time(trip, t)}, {seats}"
